"""What the screen knows of the subagents: how far each is, and all that it showed so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from localcoder.agent import events
from localcoder.tui.text import count, one_line

MAX_KEPT = 32
"""The streams of so many subagents can still be looked at; the session has all of them."""

State = events.TurnStatus | None
"""How it ended; None while it works."""

_MARKS: dict[State, str] = {None: "◌", "done": "●", "failed": "✗", "turn_limit": "■", "interrupted": "■"}
_ENDS: dict[State, str] = {
    None: "",
    "done": "done",
    "failed": "failed",
    "turn_limit": "stopped at the limit of replies",
    "interrupted": "interrupted",
}


@dataclass
class _Pieces:
    """Deltas of one kind that follow each other; `call_id` where they are a call's output."""

    kind: type[events.TextAdded] | type[events.ReasoningAdded] | type[events.CallOutput]
    call_id: str
    texts: list[str] = field(default_factory=list)

    def event(self) -> events.Event:
        """All of them as one."""
        text = "".join(self.texts)
        return events.CallOutput(self.call_id, text) if self.kind is events.CallOutput else self.kind(text)  # type: ignore[call-arg]


@dataclass
class Watched:
    """One subagent. `doing` is what it does now, in words; `listeners` get each event as it comes."""

    name: str
    task_id: str
    state: State = None
    doing: str = "Starting"
    calls: int = 0
    listeners: list[Callable[[events.Event], None]] = field(default_factory=list)
    _log: list[events.Event | _Pieces] = field(default_factory=list)

    @property
    def stream(self) -> Sequence[events.Event]:
        """All that it showed so far, deltas put together."""
        return [entry.event() if isinstance(entry, _Pieces) else entry for entry in self._log]

    @property
    def line(self) -> str:
        """How far it is, for people."""
        calls = f" · {count(self.calls, 'call')}" if self.calls else ""
        return f"{_MARKS[self.state]} {self.name}  {one_line(self.doing, 60)}{calls}"

    def take(self, event: events.Event) -> None:
        """Note what it showed."""
        self._keep(event)
        match event:
            case events.ReplyStarted():
                self.doing = "Thinking"
            case events.TextAdded():
                self.doing = "Writing"
            case events.CallDrafted(_, name):
                self.doing = f"Writing a call of {name}"
            case events.CallStarted(summary=summary):
                self.doing = summary
                self.calls += 1
            case events.TurnFinished(status):
                self.end(status)
        for listener in tuple(self.listeners):
            listener(event)

    def end(self, status: events.TurnStatus) -> None:
        """It works no longer."""
        self.state, self.doing = status, _ENDS[status]

    def _keep(self, event: events.Event) -> None:
        match event:
            case events.CallDrafted():
                return  # the call itself follows
            case events.TextAdded(text) | events.ReasoningAdded(text):
                self._add(type(event), "", text)
            case events.CallOutput(call_id, text):
                self._add(events.CallOutput, call_id, text)
            case _:
                self._log.append(event)

    def _add(
        self,
        kind: type[events.TextAdded] | type[events.ReasoningAdded] | type[events.CallOutput],
        call_id: str,
        text: str,
    ) -> None:
        last = self._log[-1] if self._log else None
        if not (isinstance(last, _Pieces) and last.kind is kind and last.call_id == call_id):
            last = _Pieces(kind, call_id)
            self._log.append(last)
        last.texts.append(text)


class Board:
    """The subagents of a conversation, in the order in which they began. `on_change` hears how many work."""

    def __init__(self, on_change: Callable[[int], None]) -> None:
        self._on_change = on_change
        self._watched: dict[str, Watched] = {}

    @property
    def all(self) -> tuple[Watched, ...]:
        """Those that are known."""
        return tuple(self._watched.values())

    @property
    def running(self) -> int:
        """How many work."""
        return sum(watched.state is None for watched in self._watched.values())

    def get(self, name: str) -> Watched | None:
        """The subagent of this name."""
        return self._watched.get(name)

    def take(self, event: events.SubagentEvent) -> bool:
        """Note what happened in one of them; whether `progress` is another now."""
        watched = self._watched.get(event.agent)
        if watched is None:
            watched = self._watched[event.agent] = Watched(event.agent, event.task_id)
            self._forget_old()
        before = watched.line
        watched.take(event.event)
        if isinstance(event.event, events.TurnStarted | events.TurnFinished):
            self._on_change(self.running)
        return watched.line != before or isinstance(event.event, events.TurnStarted)

    def progress(self, task_id: str) -> str:
        """A line for each subagent that the call `task_id` started."""
        return "\n".join(watched.line for watched in self._watched.values() if watched.task_id == task_id)

    def end_all(self) -> None:
        """The turn is over, and with it all that still worked."""
        for watched in self._watched.values():
            if watched.state is None:
                watched.end("interrupted")
        self._on_change(0)

    def clear(self) -> None:
        """Another conversation begins."""
        self._watched.clear()
        self._on_change(0)

    def _forget_old(self) -> None:
        ended = [name for name, watched in self._watched.items() if watched.state is not None]
        for name in ended[: max(0, len(self._watched) - MAX_KEPT)]:
            del self._watched[name]
