"""The request that waits: what would run, why it is asked about, what would change, and the keys that answer."""

from __future__ import annotations

from typing import NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from localcoder.agent.events import ApprovalRequested
from localcoder.tools.invisible import revealed
from localcoder.tui.approvals import KEYS, Choice
from localcoder.tui.diff import diff_content
from localcoder.tui.stray_keys import StrayKeys
from localcoder.tui.text import visible
from localcoder.tui.widgets.cut_hint import cut_hint


class Hint(NamedTuple):
    """How the panel can be answered at this moment."""

    focused: bool
    has_draft: bool
    held: Choice | None
    counts: bool = True
    """Whether a key in the draft would answer already."""


class ApprovalPanel(Vertical, can_focus=True):
    """Above the draft, without its focus. Tab moves there; then each key answers at once."""

    class Answered(Message):
        """A key was pressed in the focused panel. `with_draft`: refuse, with the draft as the reason."""

        def __init__(self, choice: Choice, with_draft: bool = False) -> None:
            super().__init__()
            self.choice = choice
            self.with_draft = with_draft

    class Left(Message):
        """The user goes back to the draft."""

    def __init__(self) -> None:
        super().__init__(id="approval")
        self._request: ApprovalRequested | None = None
        self._title = Static("", id="approval-title", markup=False)
        self._reason = Static("", id="approval-reason", markup=False)
        self._diff = Static("", id="approval-diff", markup=False)
        self._scroll = VerticalScroll(self._title, self._reason, self._diff, id="approval-scroll", can_focus=False)
        self._keys = Static("", id="approval-keys", markup=False)
        self.display = False
        self.strays: StrayKeys | None = None
        """Takes the keys that are not meant for the panel."""

    def compose(self) -> ComposeResult:
        """What is asked, which may be longer than its place, and the keys, which are always seen."""
        yield self._scroll
        yield self._keys

    def show(self, request: ApprovalRequested, count: int) -> None:
        """Show `request`, the first of `count`."""
        self._request = request
        self.border_title = f"approval 1 of {count}" if count > 1 else "approval"
        asked = "Go on? " if request.kind == "loop" else "Allow "
        who = [(f"{visible(request.agent)}: ", "$primary bold")] if request.agent is not None else []
        self._title.update(
            Content.assemble(*who, (asked, "$warning bold"), (visible(revealed(request.summary)), "bold"))
        )
        self._reason.update(Content.styled(visible(revealed(request.reason)), "$quiet"))
        self._reason.display = bool(request.reason)
        self._diff.update(diff_content(request.diff) if request.diff is not None else "")
        self._diff.display = request.diff is not None
        self._scroll.scroll_home(animate=False)
        self.display = True
        self.call_after_refresh(self._show_whether_cut)

    def on_resize(self) -> None:
        """Less or more of the request may fit now."""
        self.call_after_refresh(self._show_whether_cut)

    def watch_has_focus(self, has_focus: bool) -> None:
        """The arrows are its own now, or no longer."""
        super().watch_has_focus(has_focus)
        self._show_whether_cut()

    def hide(self) -> None:
        """No request waits."""
        self._request = None
        self.display = False

    def set_hint(self, hint: Hint) -> None:
        """Show which keys answer now."""
        self._keys.update(_keys(hint, self._request))

    def _show_whether_cut(self) -> None:
        self.border_subtitle = cut_hint(self._scroll, self.has_focus)

    async def _on_key(self, event: events.Key) -> None:
        if self.strays is not None and self.strays.takes(event):
            event.stop()
            event.prevent_default()
            return
        choice = KEYS.get(event.key)
        if choice is not None:
            self.post_message(self.Answered(choice))
        elif event.key == "f" and self._request is not None and self._request.kind == "call":
            self.post_message(self.Answered("no", with_draft=True))
        elif event.key in ("tab", "shift+tab"):
            self.post_message(self.Left())
        elif event.key in ("up", "down", "pageup", "pagedown", "home", "end"):
            self._scroll_diff(event.key)
        else:
            return
        event.stop()
        event.prevent_default()

    def _scroll_diff(self, key: str) -> None:
        match key:
            case "up":
                self._scroll.scroll_up(animate=False)
            case "down":
                self._scroll.scroll_down(animate=False)
            case "pageup":
                self._scroll.scroll_page_up(animate=False)
            case "pagedown":
                self._scroll.scroll_page_down(animate=False)
            case "home":
                self._scroll.scroll_home(animate=False)
            case _:
                self._scroll.scroll_end(animate=False)


def _keys(hint: Hint, request: ApprovalRequested | None) -> Content:
    is_loop = request is not None and request.kind == "loop"
    if hint.held:
        words = {"once": "allowing once", "always": "allowing always", "no": "refusing"}
        if is_loop:
            words = {"once": "going on", "always": "going on", "no": "stopping"}
        return Content.styled(f"{words[hint.held]} … (any other key: back to the draft)", "$primary")
    if hint.has_draft and not hint.focused:
        return Content.assemble(("tab", "$primary bold"), (" to answer; keys go to your draft", "$quiet"))
    rule = request.suggested_rule if request is not None else None
    once, always, no = " once", f" always for {visible(revealed(rule))}" if rule else " always, this session", " no"
    if is_loop:
        once, always, no = " go on", " go on, do not ask again in this turn", " stop the turn"
    if not hint.focused and not hint.counts:
        return Content.styled(f"…{once}   …{always}   …{no}   ", "$quiet")
    parts = [("y", "$primary bold"), (f"{once}   ", ""), ("a", "$primary bold"), (f"{always}   ", "")]
    parts += [("n", "$primary bold"), (f"{no}   ", "")]
    if hint.focused and hint.has_draft and not is_loop:
        parts += [("f", "$primary bold"), (" no, because: the draft   ", "")]
    if hint.focused:
        parts += [("tab", "$primary bold"), (" back", "")]
    return Content.assemble(*parts)
