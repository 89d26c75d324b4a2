"""A question of localcoder itself: what it is about, more of that on demand, and a yes or a no."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from localcoder.tui.stray_keys import StrayKeys
from localcoder.tui.widgets.cut_hint import cut_hint

_SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. `yes` and `no` say what the answers do; `more` is shown instead of `text` on demand."""

    title: str
    text: Content
    yes: str
    no: str
    more: Content | None = None


class QuestionPanel(Vertical, can_focus=True):
    """Above the draft, without its focus. Only Tab or a click leads here, and only from here keys answer."""

    class Answered(Message):
        """A key that answers was pressed in the focused panel."""

        def __init__(self, yes: bool) -> None:
            super().__init__()
            self.yes = yes

    class Left(Message):
        """The user goes back to the draft."""

    def __init__(self) -> None:
        super().__init__(id="question")
        self._question: Question | None = None
        self._shows_more = False
        self._text = Static("", id="question-text", markup=False)
        self._scroll = VerticalScroll(self._text, id="question-scroll", can_focus=False)
        self._keys = Static("", id="question-keys", markup=False)
        self.display = False
        self.strays: StrayKeys | None = None
        """Takes the keys that are not meant for the panel."""

    def compose(self) -> ComposeResult:
        """What is asked, which may be longer than its place, and the keys, which are always seen."""
        yield self._scroll
        yield self._keys

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        return self._question

    def show(self, question: Question | None) -> None:
        """Ask another question, or none."""
        self._question, self._shows_more = question, False
        self.display = question is not None
        if question is not None:
            self.border_title = question.title
            self._update()

    def on_resize(self) -> None:
        """Less or more of the text may fit now."""
        self.call_after_refresh(self._show_whether_cut)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Say where the keys go. The events of focus come here before the library has noted the change."""
        super().watch_has_focus(has_focus)
        self._update_keys()
        self._show_whether_cut()

    async def _on_key(self, event: events.Key) -> None:
        if self.strays is not None and self.strays.takes(event):
            event.stop()
            event.prevent_default()
            return
        if event.key in ("y", "n"):
            self.post_message(self.Answered(event.key == "y"))
        elif event.key == "m" and self._question is not None and self._question.more is not None:
            self._shows_more = not self._shows_more
            self._update()
        elif event.key in ("tab", "shift+tab"):
            self.post_message(self.Left())
        elif event.key in _SCROLLING:
            self._scroll_text(event.key)
        else:
            return
        event.stop()
        event.prevent_default()

    def _scroll_text(self, key: str) -> None:
        scroll = self._scroll
        moves = (
            scroll.scroll_up,
            scroll.scroll_down,
            scroll.scroll_page_up,
            scroll.scroll_page_down,
            scroll.scroll_home,
            scroll.scroll_end,
        )
        moves[_SCROLLING.index(key)](animate=False)

    def _update(self) -> None:
        question = self._question
        if question is None:
            return
        self._text.update(question.more if self._shows_more and question.more is not None else question.text)
        self._scroll.scroll_home(animate=False)
        self._update_keys()
        self.call_after_refresh(self._show_whether_cut)

    def _update_keys(self) -> None:
        question = self._question
        if question is None:
            return
        if not self.has_focus:
            self._keys.update(
                Content.assemble(("tab", "$primary bold"), (" to answer; keys go to your draft", "$quiet"))
            )
            return
        keys = [("y", question.yes), ("n", question.no)]
        if question.more is not None:
            keys.append(("m", "show less" if self._shows_more else "show more"))
        keys.append(("tab", "back"))
        parts = [part for key, does in keys for part in ((key, "$primary bold"), (f" {does}   ", ""))]
        self._keys.update(Content.assemble(*parts))

    def _show_whether_cut(self) -> None:
        self.border_subtitle = cut_hint(self._scroll, self.has_focus)
