"""The chat's screen under the user's hands: what keys do, and what becomes of what is sent."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import TextArea

from localcoder.errors import LocalcoderError
from localcoder.tui import clipboard, commands
from localcoder.tui.approvals import KeyGate
from localcoder.tui.command import CommandError, WrongText
from localcoder.tui.contract import Build, ChatOptions
from localcoder.tui.editor import Editor
from localcoder.tui.modes import CYCLE
from localcoder.tui.own_commands import MARK, RUNNING
from localcoder.tui.screens.conversation import ConversationScreen
from localcoder.tui.stray_keys import StrayKeys
from localcoder.tui.widgets.approval import ApprovalPanel
from localcoder.tui.widgets.chooser import Chooser, Option
from localcoder.tui.widgets.prompt import Prompt
from localcoder.tui.widgets.question import QuestionPanel

QUIT_S = 1.0
"""A second Ctrl+C within this time quits."""
LEAST_RESULT_CHARACTERS = 2_000
"""What is kept of a command's output while the model, and so its context, is not known yet."""


class ChatScreen(ConversationScreen, inherit_bindings=False):
    """The one screen of the chat."""

    # Not with priority: those are carried out before the text that was typed before them is in the draft.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "interrupt", show=False),
        Binding("ctrl+c", "clear_or_cancel", show=False),
        Binding("shift+tab", "cycle_mode", show=False),
        Binding("ctrl+o", "toggle_expanded", show=False),
        Binding("ctrl+t", "toggle_todo", show=False),
        Binding("ctrl+r", "search_history", show=False),
        Binding("ctrl+g", "edit_draft", show=False),
        Binding("ctrl+z", "app.suspend_process", show=False),
        Binding("ctrl+l", "repaint", show=False),
        Binding("pageup", "scroll_transcript(-1)", show=False),
        Binding("pagedown", "scroll_transcript(1)", show=False),
        Binding("ctrl+home", "scroll_transcript(-1000000)", show=False),
        Binding("ctrl+end", "follow", show=False),
    ]
    ACTIONS: ClassVar[dict[str, str]] = {binding.key: binding.action for binding in Binding.make_bindings(BINDINGS)}
    """What each of these keys does: in the draft it comes before what the text area does with it."""

    def __init__(
        self,
        build: Build,
        options: ChatOptions,
        *,
        gate: KeyGate | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(build, options, gate=gate, clock=clock)
        self.editor = Editor()
        self._cancelled_at = self._escaped_at = float("-inf")
        self._hinted = ""
        self._hint_timer: Timer | None = None
        self._strays = StrayKeys((gate or KeyGate()).pause_s, self._stray)
        self._panel.strays = self._question.strays = self._strays

    # --- What is sent

    @on(Prompt.Submitted)
    async def _submitted(self, event: Prompt.Submitted) -> None:
        self._cancelled_at = self._escaped_at = float("-inf")
        self._transcript.follow()
        if event.text.startswith(MARK):
            await self._run_own_command(event.text)
            return
        command = commands.parse(event.text)
        if command is not None:
            await self._run_command(event.text, *command)
            return
        self.submit(event.text)

    async def _run_command(self, draft: str, name: str, argument: str) -> None:
        """Carry out a command. Only what can be put right by writing stays in the draft: else the next text would be
        glued to it. Up brings back the other ones."""
        try:
            await commands.run(self, name, argument)
        except (CommandError, LocalcoderError) as error:
            await self.notice("error", str(error))
            # What no other part of the program can use was named by the argument, if there is one.
            if isinstance(error, WrongText) or (argument and isinstance(error, LocalcoderError)):
                self._keep(draft)

    def _keep(self, draft: str) -> None:
        if not self._prompt.text:
            self._prompt.set_draft(draft)

    async def _run_own_command(self, draft: str) -> None:
        command = draft.removeprefix(MARK).strip()
        if not command:
            await self.notice("error", "Type a command after the !, for instance: !git status")
            self._keep(draft)
            return
        if self._own.running:
            await self.notice("error", RUNNING)
            return
        room = self.agent.context.result_characters if self.agent is not None else LEAST_RESULT_CHARACTERS
        self._own_activity.begin(f"{MARK} {command}", "esc ends it")
        self._own.start(command, self.options.cwd, room)

    # --- Approvals and choices

    async def takes_key(self, event: events.Key) -> bool:
        """See each key before the draft does; True for those that do something else than write."""
        if self._chooser.is_open and self._chooser.press(event):
            # It has the focus by now; the key was on its way here before.
            return True
        if self._asking.decides_on_held(event):
            return True
        if self._files.takes_key(event):
            return True
        if event.key == "ctrl+d" and not self._prompt.text:
            self.leave()
            return True
        if event.key in ("tab", "ctrl+y"):
            return self._on_tab(event)
        if self._asking.press(event):
            return True
        action = self.ACTIONS.get(event.key)
        if action is not None:
            await self.run_action(action)
        return action is not None

    def _on_tab(self, event: events.Key) -> bool:
        if self._approvals.current is not None:
            self._strays.arrive(event)
            self._panel.focus()
            return True
        offered = commands.completions(self._prompt.text)
        if offered:
            self._prompt.set_draft(f"/{offered[0].name} ")
        elif self.questions.focus():
            self._strays.arrive(event)
        return True

    def _stray(self, text: str) -> None:
        self._prompt.focus()
        self._prompt.insert(text)

    @on(events.Paste)
    def _pasted_into_a_panel(self, event: events.Paste) -> None:
        """A paste is the draft's, also while the keys go elsewhere."""
        self._prompt.focus()
        self._prompt.post_message(events.Paste(event.text))

    @on(ApprovalPanel.Answered)
    def _answered(self, event: ApprovalPanel.Answered) -> None:
        self._asking.answered(event.choice, with_draft=event.with_draft)

    @on(QuestionPanel.Answered)
    def _question_answered(self, event: QuestionPanel.Answered) -> None:
        self.questions.answer(event.yes)

    @on(QuestionPanel.Left)
    @on(ApprovalPanel.Left)
    def _left_panel(self) -> None:
        self._prompt.focus()

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _focus_moved(self) -> None:
        self._asking.update_hint()

    @on(TextArea.Changed)
    def _draft_changed(self) -> None:
        self._escaped_at = float("-inf")
        self._show_below()
        self._files.draft_changed()
        self._asking.update_hint()

    def _show_below(self) -> None:
        """Below the draft: the commands that it could become, else the hint of this moment."""
        offered = commands.completions(self._prompt.text)
        rows = self.offered_rows()
        lines = [f"/{command.name:<12} {command.help}" for command in offered[:rows]]
        if len(offered) > rows:
            lines.append(f"… {len(offered) - rows} more; /help lists all")
        text = "\n".join(lines) or self._hinted
        self._completions.display = bool(text)
        if text:
            self._completions.update(text)

    @on(Chooser.Chosen)
    async def _chosen(self, event: Chooser.Chosen) -> None:
        try:
            await event.then(event.number)
        except (CommandError, LocalcoderError) as error:
            await self.notice("error", str(error))

    @on(Chooser.Left)
    def _left_chooser(self) -> None:
        if not self._chooser.is_open:
            self._prompt.focus()

    # --- Keys

    async def action_interrupt(self) -> None:
        """Esc: close what is open, else end the turn and keep what was done; twice while nothing goes on: go back.

        Where something was written in between, it is no second press.
        """
        if self._chooser.close() or self._asking.drop_held() or self._files.close() or self._interrupt_turn():
            return
        now, before = time.monotonic(), self._escaped_at
        self._escaped_at = now
        if now - before < QUIT_S:
            self._escaped_at = float("-inf")
            self._hint("")
            await self._run_command("", "rewind", "")
        elif self.agent is not None and self.agent.rewind_points:
            self._hint("esc again goes back to an earlier message")

    async def action_clear_or_cancel(self) -> None:
        """Ctrl+C: copy what is selected, else clear the draft, else end the turn; again within a second: quit.

        Where something was written or sent in between, it is no second press.
        """
        selected = self.get_selected_text()
        if selected:
            self.clear_selection()
            await self._copy_selected(selected)
            return
        now = time.monotonic()
        if now - self._cancelled_at < QUIT_S and not self._prompt.text:
            self.leave()
            return
        self._cancelled_at = now
        if self._chooser.close():
            pass
        elif self._prompt.text:
            self._prompt.clear_draft()
            self._prompt.focus()
        else:
            self._interrupt_turn()
        self._hint_quit()

    async def _copy_selected(self, text: str) -> None:
        try:
            self._hint(await clipboard.copy(self.app, text, "selection"))
        except LocalcoderError as error:
            await self.notice("error", str(error))

    def _interrupt_turn(self) -> bool:
        """End the user's command, else the turn; False if neither runs."""
        return self._own.interrupt() or self._interrupt_agent()

    def _hint_quit(self) -> None:
        self._hint("ctrl+c again quits")

    def _hint(self, text: str) -> None:
        """Show `text` for a moment, whatever becomes of the draft; the next one takes its place."""
        self._hinted = text
        if self._hint_timer is not None:
            self._hint_timer.stop()
        self._hint_timer = self.set_timer(QUIT_S, lambda: self._hint("")) if text else None
        self._show_below()

    def action_cycle_mode(self) -> None:
        """Shift+Tab: the next mode."""
        if self._panel.has_focus:
            self._prompt.focus()
            return
        mode = self.status.mode
        self.set_mode(CYCLE[(CYCLE.index(mode) + 1) % len(CYCLE)] if mode in CYCLE else "ask")

    def action_toggle_expanded(self) -> None:
        """Ctrl+O: show what was pasted into the draft; else unfold or fold all outputs and long messages."""
        if not self._prompt.unfold():
            self._transcript.toggle_expanded()

    def action_toggle_todo(self) -> None:
        """Ctrl+T: hide the todo list, or show it again."""
        if not self._todo.toggle():
            self._hint("there is no todo list")

    def action_search_history(self) -> None:
        """Ctrl+R: choose an earlier prompt; again: the one before."""
        if self._chooser.is_open:
            self._chooser.next()
            return
        prompts = self._prompt.prompts.newest_first

        async def then(number: int) -> None:
            self.replace_draft(prompts[number])

        if prompts:
            self.choose("Earlier prompts", [Option(prompt) for prompt in prompts], then)
        else:
            self._hint("there are no earlier prompts")

    def action_edit_draft(self) -> None:
        """Ctrl+G: the draft in the user's own editor."""
        self.run_worker(self._edit_draft(), group="editor", exclusive=True)

    async def _edit_draft(self) -> None:
        before = self._prompt.full_text
        try:
            text = await self.editor.edited(self.app, before)
        except LocalcoderError as error:
            await self.notice("error", str(error))
            return
        if text != before:
            self.replace_draft(text)

    def action_scroll_transcript(self, pages: int) -> None:
        """PgUp, PgDn, Ctrl+Home."""
        if self._chooser.is_open:
            self._chooser.turn_pages(pages)
            return
        height = max(1, self._transcript.size.height - 2)
        self._transcript.scroll_relative(y=pages * height, animate=False)

    def action_follow(self) -> None:
        """Ctrl+End: go to the end and follow it."""
        self._transcript.follow()

    def action_repaint(self) -> None:
        """Ctrl+L: paint everything again."""
        self.refresh(layout=True)
