"""The subagents one by one: what each was told, what it writes and does, live or afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from localcoder.agent import events
from localcoder.agent.events import ApprovalRequested
from localcoder.tui.painted import PaintedScreen
from localcoder.tui.presenter import Presenter
from localcoder.tui.subagents import Board, Watched
from localcoder.tui.text import one_line
from localcoder.tui.widgets.messages import UserMessage
from localcoder.tui.widgets.transcript import Transcript

_KEYS = "←/→ another one · x ends it · ctrl+o shows all · esc back"
_ASKED = "An approval waits: esc goes back to it"
_NAME_CHARACTERS = 40


class AgentsScreen(PaintedScreen):
    """Shows the stream of one subagent at a time. It only shows: requests are answered in the chat."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,ctrl+c", "back", priority=True, show=False),
        Binding("right,tab,j", "another(1)", priority=True, show=False),
        Binding("left,shift+tab,k", "another(-1)", priority=True, show=False),
        Binding("x", "stop", priority=True, show=False),
        Binding("ctrl+o", "toggle_expanded", priority=True, show=False),
        Binding("up", "scroll_lines(-1)", priority=True, show=False),
        Binding("down", "scroll_lines(1)", priority=True, show=False),
        Binding("pageup", "scroll_pages(-1)", priority=True, show=False),
        Binding("pagedown", "scroll_pages(1)", priority=True, show=False),
        Binding("ctrl+end", "follow", priority=True, show=False),
    ]

    def __init__(self, board: Board, name: str, stop: Callable[[str], object]) -> None:
        """`stop` ends the subagent of a name."""
        super().__init__()
        self._board = board
        self._agent = name
        self._stop = stop
        self._request: ApprovalRequested | None = None
        self._presenter: Presenter | None = None
        self._transcript = Transcript()
        self._title = Static("", id="agents-title", markup=False)
        self._foot = Static(_KEYS, id="agents-foot", markup=False)

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self._title
        yield self._transcript
        yield self._foot

    def on_mount(self) -> None:
        """Show the first one."""
        self._show()

    def request_changed(self, request: ApprovalRequested | None) -> None:
        """Another request waits for the user, or none."""
        self._request = request
        self._foot.update(Content.styled(_ASKED, "$warning") if request is not None else _KEYS)
        self._mark_waiting()

    def action_back(self) -> None:
        """Esc: back to the chat."""
        self.dismiss()

    def action_another(self, step: int) -> None:
        """Left and right: the one before or after."""
        names = [watched.name for watched in self._board.all]
        if self._agent in names:
            self._agent = names[(names.index(self._agent) + step) % len(names)]
            self._show()

    def action_stop(self) -> None:
        """x: end the one that is shown; the others go on."""
        self._stop(self._agent)

    def action_toggle_expanded(self) -> None:
        """Ctrl+O: unfold or fold all outputs."""
        self._transcript.toggle_expanded()

    def action_scroll_lines(self, lines: int) -> None:
        """Up, Down."""
        self._transcript.scroll_relative(y=lines, animate=False)

    def action_scroll_pages(self, pages: int) -> None:
        """PgUp, PgDn."""
        self._transcript.scroll_relative(y=pages * max(1, self._transcript.size.height - 2), animate=False)

    def action_follow(self) -> None:
        """Ctrl+End: go to the end and follow it."""
        self._transcript.follow()

    def _show(self) -> None:
        watched = self._board.get(self._agent)
        if watched is not None:
            self._update_title(watched)
            self.run_worker(self._follow(watched), group="stream", exclusive=True)

    async def _follow(self, watched: Watched) -> None:
        """Show what `watched` did, then what it does, until another one is shown."""
        coming: asyncio.Queue[events.Event] = asyncio.Queue()
        shown = watched.stream
        watched.listeners.append(coming.put_nowait)
        try:
            await self._transcript.clear()
            presenter = Presenter(self._transcript, lambda doing: None, lambda usage: None, lambda items: None)
            self._presenter = presenter
            for event in shown:
                await self._present(presenter, event)
            self._mark_waiting()
            self._transcript.follow()
            while True:
                event = await coming.get()
                await self._present(presenter, event)
                if isinstance(event, ApprovalRequested):
                    self._mark_waiting()
                self._update_title(watched)
        finally:
            watched.listeners.remove(coming.put_nowait)

    async def _present(self, presenter: Presenter, event: events.Event) -> None:
        if isinstance(event, events.TurnStarted):
            await self._transcript.add(UserMessage(event.prompt, self._transcript.expanded))
        await presenter.show(event)

    def _mark_waiting(self) -> None:
        """Mark the call that is asked about now, and no other: requests in the stream may have been answered."""
        if self._presenter is not None:
            asks = self._request is not None and self._request.agent == self._agent
            self._presenter.show_waiting({self._request.call_id} if self._request is not None and asks else set())

    def _update_title(self, watched: Watched) -> None:
        names = [other.name for other in self._board.all]
        place = f"{names.index(watched.name) + 1} of {len(names)}" if watched.name in names else ""
        name = one_line(watched.name, _NAME_CHARACTERS)
        doing = one_line(watched.doing, max(10, self.app.size.width - len(name) - len(place) - 10))
        self._title.update(Content.assemble((name, "bold"), (f"  {place}  ", "$quiet"), (doing, "$primary")))
