"""Questions of localcoder itself, one at a time, beside a draft that keeps its keys."""

from __future__ import annotations

import asyncio

from localcoder.tui.widgets.prompt import Prompt
from localcoder.tui.widgets.question import Question, QuestionPanel


class Questions:
    """Asks in `panel`, in the order in which questions came. A request for approval goes first."""

    def __init__(self, panel: QuestionPanel, prompt: Prompt) -> None:
        self._panel = panel
        self._prompt = prompt
        self._waiting: list[tuple[Question, asyncio.Future[bool]]] = []
        self._aside = False

    async def ask(self, question: Question) -> bool:
        """The user's answer, whenever it comes. Cancelling takes the question back."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        waiting = (question, answer)
        self._waiting.append(waiting)
        self._update()
        try:
            return await answer
        finally:
            self._waiting.remove(waiting)
            self._update()

    def waits(self, title: str) -> bool:
        """Whether a question of this title is not answered yet."""
        return any(question.title == title for question, _ in self._waiting)

    def answer(self, yes: bool) -> None:
        """The shown question was answered."""
        if self._waiting and not self._waiting[0][1].done():
            self._waiting[0][1].set_result(yes)

    def step_aside(self, aside: bool) -> None:
        """Hide the question while something more urgent is asked, or show it again."""
        self._aside = aside
        self._update()

    def focus(self) -> bool:
        """Lead the keys to the question; False where there is none."""
        if self._panel.question is None:
            return False
        self._panel.focus()
        return True

    def _update(self) -> None:
        if not self._panel.is_running:
            return
        shown = self._waiting[0][0] if self._waiting and not self._aside else None
        if shown is self._panel.question:
            return
        had_focus = self._panel.has_focus
        self._panel.show(shown)
        # Keys that were meant for one question must not answer the next.
        if had_focus:
            self._prompt.focus()
