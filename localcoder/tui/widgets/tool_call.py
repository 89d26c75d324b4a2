"""A tool call as a compact block: one line with its state, below it a diff or the end of its output.

Unfolded, the one line becomes all that is called, with its own line breaks: a command may be a whole script.
"""

from __future__ import annotations

from typing import Literal

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from localcoder.agent.events import CallFinished, CallStarted
from localcoder.tui.diff import change_counts, diff_content
from localcoder.tui.results import QUIET_TOOLS, left_out, result_size
from localcoder.tui.text import count, joined_lines, visible
from localcoder.tui.widgets.coalesced import Coalesced

State = Literal["writing", "waiting", "running", "done", "error", "refused", "interrupted"]
_MARKS: dict[State, tuple[str, str]] = {
    "writing": ("○", "$quiet"),
    "waiting": ("?", "$warning"),
    "running": ("◌", "$primary"),
    "done": ("●", "$success"),
    "error": ("✗", "$error"),
    "refused": ("⊘", "$warning"),
    "interrupted": ("■", "$warning"),
}

HEAD_LINES, TAIL_LINES, DIFF_LINES = 3, 5, 16
EXPANDED_LINES = 2_000
LINE_CHARACTERS = 400
OUTPUT_CHARACTERS = 200_000
"""Of running output only the end is kept: the result that follows has what the model sees."""


class ToolCallBlock(Vertical):
    """One call, from its first character to its result."""

    def __init__(self, call_id: str, name: str, expanded: bool) -> None:
        super().__init__(classes="entry")
        self.call_id = call_id
        self._name = name
        self._summary = name
        self._note = ""
        self._output = ""
        self._diff: str | None = None
        self._state: State = "writing"
        self._expanded = expanded
        self._frames = Coalesced(self, self._show)
        self._header = Static("", classes="call-header", markup=False)
        self._body = Static("", classes="call-body", markup=False)

    def compose(self) -> ComposeResult:
        """The line, then the body."""
        yield self._header
        yield self._body

    def on_mount(self) -> None:
        """Show the state that was reached before the block was mounted."""
        self._show()

    @property
    def finished(self) -> bool:
        """Whether a result is there, or will not come any more."""
        return self._state not in ("writing", "waiting", "running")

    def draft(self, characters: int) -> None:
        """The model is writing the arguments."""
        self._note = f"writing, {count(characters, 'character')}"
        self._frames.request()

    def start(self, event: CallStarted) -> None:
        """The call is complete."""
        self._summary, self._note, self._state = event.summary, "", "running"
        self._show()

    def set_waiting(self, waiting: bool) -> None:
        """An approval is being waited for, or no longer."""
        if not self.finished:
            self._state = "waiting" if waiting else "running"
            self._note = "waiting for approval" if waiting else ""
            self._show()

    def add_output(self, text: str) -> None:
        """The running call wrote something."""
        self._output = (self._output + text)[-OUTPUT_CHARACTERS:]
        self._frames.request()

    def show_progress(self, text: str) -> None:
        """How far the running call is, in place of what was shown of that before."""
        self._output = text
        self._frames.request()

    def finish(self, event: CallFinished) -> None:
        """The result is there."""
        self._output, self._diff = event.content, event.diff
        self._state = "refused" if event.refused else "error" if event.is_error else "done"
        self._note = self._result_note(event)
        self._show()

    def interrupt(self) -> None:
        """The turn ended before the call did."""
        self._state, self._note = "interrupted", "interrupted"
        self._show()

    def set_expanded(self, expanded: bool) -> None:
        """Show all of the output, or fold it."""
        self._expanded = expanded
        self._show()

    def on_click(self) -> None:
        """Fold or unfold this one."""
        self.set_expanded(not self._expanded)

    def _result_note(self, event: CallFinished) -> str:
        notes = []
        if self._state == "refused":
            notes.append("refused")
        elif event.diff is not None:
            added, removed = change_counts(event.diff)
            notes.append(f"+{added} -{removed}")
        elif self._state == "done" and event.name in QUIET_TOOLS:
            notes.append(result_size(event.name, event.content))
        if event.duration_s >= 1:
            notes.append(f"{event.duration_s:.1f} s")
        return " · ".join(notes)

    def _show(self) -> None:
        mark, style = _MARKS[self._state]
        called = whole_call(self._summary) if self._expanded else joined_lines(self._summary)
        tool, _, rest = called.partition(" ")
        parts = [(f"{mark} ", style), (tool, "bold"), (f" {rest}" if rest else "", "")]
        self._header.set_class(self._expanded, "-whole")
        self._header.update(Content.assemble(*parts, (f"  {self._note}" if self._note else "", "$quiet")))
        body = self._body_content()
        self._body.display = body is not None
        if body is not None:
            self._body.update(body)

    def _body_content(self) -> Content | None:
        if self._diff is not None:
            return diff_content(self._diff, EXPANDED_LINES if self._expanded else DIFF_LINES)
        text = self._output.strip("\n")
        if not text or (self._state == "done" and self._name in QUIET_TOOLS and not self._expanded):
            return None
        return output_content(text, self._expanded, "$error" if self._state == "error" else "$quiet")


def whole_call(summary: str) -> str:
    """`summary` with all of its lines, those behind the first set in as the output below is."""
    lines = summary.strip("\n").split("\n")
    more = [f"… {count(len(lines) - EXPANDED_LINES, 'more line')}"] if len(lines) > EXPANDED_LINES else []
    return "\n  ".join([*(visible(_cut(line, True)) for line in lines[:EXPANDED_LINES]), *more])


def output_content(text: str, expanded: bool, style: str) -> Content:
    """The first and the last lines of `text`, or nearly all of it, with a word on what is not shown."""
    lines = text.split("\n")
    head, tail = (EXPANDED_LINES // 2, EXPANDED_LINES // 2) if expanded else (HEAD_LINES, TAIL_LINES)
    hidden = len(lines) - head - tail
    if hidden <= 1:
        shown = [_cut(line, expanded) for line in lines]
    else:
        gone = left_out(lines)
        everything = "all" if len(lines) <= EXPANDED_LINES and not gone else "more"
        hint = "" if expanded else f" (ctrl+o shows {everything})"
        gap = f"… {count(hidden, 'more line')}{hint}{f'; {gone}' if gone else ''}"
        shown = [*(_cut(line, expanded) for line in lines[:head]), gap]
        shown += [_cut(line, expanded) for line in lines[len(lines) - tail :]]
    return Content.styled(visible("\n".join(shown)), style)


def _cut(line: str, expanded: bool) -> str:
    limit = LINE_CHARACTERS * (10 if expanded else 1)
    if len(line) <= limit:
        return line
    return f"{line[:limit]}… {count(len(line) - limit, 'more character')}"
