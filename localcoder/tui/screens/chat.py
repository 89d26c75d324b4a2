"""The chat screen: transcript, activity, approval, draft and status bar, and how they work together."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static, TextArea

from localcoder.agent.events import ApprovalRequested, Event
from localcoder.chat.model import ReplyUsage
from localcoder.config.settings import ApprovalMode
from localcoder.errors import LocalcoderError
from localcoder.tui import commands
from localcoder.tui.approvals import KeyGate
from localcoder.tui.asking import Asking
from localcoder.tui.attachments import read_mentioned, with_attachments
from localcoder.tui.contract import Build, ChatAgent, ChatOptions
from localcoder.tui.history import PromptHistory
from localcoder.tui.own_commands import MARK, OwnCommands
from localcoder.tui.presenter import Presenter
from localcoder.tui.text import home_relative
from localcoder.tui.widgets.activity import Activity, Queue
from localcoder.tui.widgets.approval import ApprovalPanel
from localcoder.tui.widgets.file_picker import FilePicker
from localcoder.tui.widgets.messages import Facts, Level, NoticeLine, UserMessage
from localcoder.tui.widgets.prompt import Prompt
from localcoder.tui.widgets.status_bar import Status, StatusBar
from localcoder.tui.widgets.todo import TodoPanel
from localcoder.tui.widgets.transcript import Transcript
from localcoder.workspace.checkpoints import Checkpoints
from localcoder.workspace.roots import Roots

_log = logging.getLogger(__name__)
QUIT_S = 1.0
"""A second Ctrl+C within this time quits."""
LEAST_RESULT_CHARACTERS = 2_000
"""What is kept of a command's output while the model, and so its context, is not known yet."""
_CYCLE: tuple[ApprovalMode, ...] = ("ask", "accept-edits", "plan")


class ChatScreen(Screen[None]):
    """The one screen of the chat. Loads the agent behind the first frame, runs one turn at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "interrupt", priority=True, show=False),
        Binding("ctrl+c", "clear_or_cancel", priority=True, show=False),
        Binding("shift+tab", "cycle_mode", priority=True, show=False),
        Binding("ctrl+o", "toggle_expanded", priority=True, show=False),
        Binding("ctrl+t", "toggle_todo", priority=True, show=False),
        Binding("ctrl+z", "app.suspend_process", priority=True, show=False),
        Binding("ctrl+l", "repaint", priority=True, show=False),
        Binding("pageup", "scroll_transcript(-1)", priority=True, show=False),
        Binding("pagedown", "scroll_transcript(1)", priority=True, show=False),
        Binding("ctrl+home", "scroll_transcript(-1000000)", priority=True, show=False),
        Binding("ctrl+end", "follow", priority=True, show=False),
    ]

    def __init__(
        self,
        build: Build,
        options: ChatOptions,
        *,
        gate: KeyGate | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.agent: ChatAgent | None = None
        self.parting: str | None = None
        """A line for after the screen: why it ended."""
        self.status = Status(options.model_name, options.mode)
        self._build = build
        self._ready = False
        self._options = options
        self._queued: deque[str] = deque([options.first_prompt] if options.first_prompt else ())
        self._turn: asyncio.Task[None] | None = None
        self._loading: asyncio.Future[ChatAgent] | None = None
        self._cancelled_at = float("-inf")
        self._transcript = Transcript()
        self._activity = Activity(clock)
        self._queue = Queue()
        self._panel = ApprovalPanel()
        self._completions = Static("", id="completions", markup=False)
        self._prompt = Prompt(PromptHistory(options.history_file), self._takes_key)
        self._asking = Asking(self._panel, self._prompt, gate or KeyGate(), self._request_changed)
        self._approvals = self._asking.approvals
        self._files = FilePicker(self._prompt, Roots(options.cwd))
        self._bar = StatusBar(self.status)
        self._todo = TodoPanel()
        self._own = OwnCommands(self._transcript, self._own_command_ended)
        self._presenter = Presenter(self._transcript, self._activity.change, self._took_usage, self._todo.show)

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self._transcript
        yield self._activity
        yield self._todo
        yield self._queue
        yield self._panel
        with Horizontal(id="draft"):
            yield Static("›", id="draft-mark", markup=False)
            yield self._prompt
        yield self._completions
        yield self._files
        yield self._bar

    async def on_mount(self) -> None:
        """Greet, and load once the first frame is on the screen."""
        self._completions.display = False
        # A terminal that comes back after Ctrl+Z shows an empty screen.
        self.app.app_resume_signal.subscribe(self, lambda _: self.action_repaint())
        self._prompt.focus()
        await self._greet()
        self._queue.show(tuple(self._queued))
        self.call_after_refresh(self._load)

    # --- Loading

    async def _greet(self) -> None:
        rows = [("model", self._options.model_name)]
        if self._options.model_note:
            rows.append(("", self._options.model_note))
        rows.append(("folder", home_relative(self._options.cwd)))
        await self.show_facts("localcoder", rows)
        if self._options.notice:
            for line in self._options.notice.splitlines():
                await self.notice("info", line)

    def _load(self) -> None:
        self._activity.begin(f"Loading {self.status.model}", "you can already write")
        self._loading = asyncio.ensure_future(self._build(self._approvals, self._progress))
        self._loading.add_done_callback(self._loaded)

    def _progress(self, line: str) -> None:
        """Called from any thread."""
        self.app.call_later(self._activity.change, line)

    def _loaded(self, task: asyncio.Future[ChatAgent]) -> None:
        self._activity.end()
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            self._leave_with(error)
            return
        self._take(task.result())
        self.call_later(self._begin)

    async def _begin(self) -> None:
        if self.agent is not None:
            await self._presenter.show_history(self.agent.messages)
        if self._options.loaded_notice is not None and (line := self._options.loaded_notice()) is not None:
            await self.notice("warning", line)
        self._ready = True
        self._next_turn()

    def _take(self, agent: ChatAgent) -> None:
        agent.policy.mode = self.status.mode
        self.agent = agent
        self._todo.show(agent.context.todo.items)
        self._files.use(agent.context.roots, agent.context.may_read)
        sandbox = "sandbox" if agent.context.sandbox.works else "no sandbox"
        self._update_status(
            model=agent.model.name, context_tokens=agent.model.context_tokens, sandbox=sandbox, usage=None
        )

    # --- Turns

    @on(Prompt.Submitted)
    async def _submitted(self, event: Prompt.Submitted) -> None:
        self._transcript.follow()
        if event.text.startswith(MARK):
            await self._run_own_command(event.text)
            return
        command = commands.parse(event.text)
        if command is not None:
            await self._run_command(event.text, *command)
            return
        self._queued.append(event.text)
        self._next_turn()

    async def _run_command(self, draft: str, name: str, argument: str) -> None:
        try:
            await commands.run(self, name, argument)
        except commands.CommandError as error:
            await self.notice("error", str(error))
            if not self._prompt.text:
                self._prompt.set_draft(draft)

    async def _run_own_command(self, draft: str) -> None:
        command = draft.removeprefix(MARK).strip()
        problem = "A command of yours is running: Esc ends it." if self._own.running else None
        if not command:
            problem = "Type a command after the !, for instance: !git status"
        if problem is not None:
            await self.notice("error", problem)
            if not self._prompt.text:
                self._prompt.set_draft(draft)
            return
        room = self.agent.context.result_characters if self.agent is not None else LEAST_RESULT_CHARACTERS
        self._own.start(command, self._options.cwd, room)

    def _own_command_ended(self) -> None:
        if self.is_running:
            self._next_turn()

    def _next_turn(self) -> None:
        # A message takes along what the user's command says, so it waits for its end.
        free = self._turn is None and not self._own.running
        if self._queued and free and self.agent is not None and self._ready:
            prompt = self._queued.popleft()
            self._activity.begin("Thinking", "esc interrupts")
            self._start(self._run_turn(self.agent, prompt))
        self._queue.show(tuple(self._queued))
        self._update_status(queued=len(self._queued))

    def _start(self, turn: Coroutine[None, None, None]) -> None:
        self._turn = asyncio.create_task(turn)
        self._turn.add_done_callback(self._turn_done)

    async def _run_turn(self, agent: ChatAgent, prompt: str) -> None:
        await self._transcript.add(UserMessage(prompt))
        await self._show_turn(agent.run(await self._with_attachments(agent, prompt)))

    async def _show_turn(self, turn: AsyncGenerator[Event]) -> None:
        try:
            async with aclosing(turn) as stream:
                async for event in stream:
                    await self._presenter.show(event)
        except LocalcoderError as error:
            await self._presenter.failed(str(error))

    async def _with_attachments(self, agent: ChatAgent, prompt: str) -> str:
        """`prompt` with the files that it mentions, which are shown as calls, and the user's commands before it."""
        files, left_out = await read_mentioned(prompt, agent)
        for number, file in enumerate(files):
            await self._presenter.show_mentioned(f"mention-{number}", file)
        if left_out:
            await self.notice("warning", f"Only the first {len(files)} files are attached, {left_out} are not.")
        return with_attachments(prompt, self._own.take(), files)

    def _turn_done(self, task: asyncio.Task[None]) -> None:
        self._turn = None
        if not self.is_running:
            return
        self._activity.end()
        if task.cancelled() or self._presenter.last_status == "interrupted":
            self._queued_to_draft()
            return
        error = task.exception()
        if error is not None:
            _log.error("the turn raised", exc_info=error)
            self.call_later(self._presenter.failed, f"Internal error, the turn ended: {type(error).__name__}: {error}")
        self._next_turn()

    def _queued_to_draft(self) -> None:
        """After an interrupt nothing starts by itself: what was queued is in the draft again."""
        texts = [*self._queued, *([self._prompt.text] if self._prompt.text else [])]
        if self._queued:
            self._prompt.set_draft("\n".join(texts))
            self._queued.clear()
        self._next_turn()

    def _took_usage(self, usage: ReplyUsage) -> None:
        self._update_status(usage=usage)

    # --- Approvals

    def _request_changed(self, request: ApprovalRequested | None) -> None:
        self._activity.pause(request is not None)
        if request is not None:
            self._transcript.scroll_end(animate=False)
        self._presenter.show_waiting({request.call_id} if request else set())

    def _takes_key(self, event: events.Key) -> bool:
        """See each key before the draft does; True for those that answer a request."""
        if self._asking.decides_on_held(event):
            return True
        if self._files.takes_key(event):
            return True
        if event.key == "ctrl+d" and not self._prompt.text:
            self.leave()
            return True
        if event.key in ("tab", "ctrl+y"):
            return self._on_tab()
        return self._asking.press(event)

    def _on_tab(self) -> bool:
        if self._approvals.current is not None:
            self._panel.focus()
            return True
        offered = commands.completions(self._prompt.text)
        if offered:
            self._prompt.set_draft(f"/{offered[0].name} ")
        return True

    @on(ApprovalPanel.Answered)
    def _answered(self, event: ApprovalPanel.Answered) -> None:
        self._asking.answered(event.choice, with_draft=event.with_draft)

    @on(ApprovalPanel.Left)
    def _left_panel(self) -> None:
        self._prompt.focus()

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _focus_moved(self) -> None:
        self._asking.update_hint()

    @on(TextArea.Changed)
    def _draft_changed(self) -> None:
        offered = commands.completions(self._prompt.text)
        self._completions.display = bool(offered)
        if offered:
            lines = [f"/{command.name:<12} {command.help}" for command in offered[:6]]
            self._completions.update("\n".join(lines))
        self._files.draft_changed()
        self._asking.update_hint()

    # --- Keys

    def action_interrupt(self) -> None:
        """Esc: end the turn, keep what was done."""
        if not self._asking.drop_held() and not self._files.close():
            self._interrupt_turn()

    def action_clear_or_cancel(self) -> None:
        """Ctrl+C: copy what is selected, else clear the draft, else end the turn; again within a second: quit."""
        selected = self.get_selected_text()
        if selected:
            self.app.copy_to_clipboard(selected)
            self.clear_selection()
            return
        now = time.monotonic()
        if now - self._cancelled_at < QUIT_S:
            self.leave()
            return
        self._cancelled_at = now
        if self._prompt.text:
            self._prompt.clear_draft()
            self._prompt.focus()
        else:
            self._interrupt_turn()
        self._hint_quit()

    def _interrupt_turn(self) -> None:
        if self._own.interrupt():
            return
        if self._turn is not None and self.agent is not None:
            self._activity.change("Interrupting")
            self.agent.interrupt()

    def _hint_quit(self) -> None:
        self._hint("ctrl+c again quits")

    def _hint(self, text: str) -> None:
        self._completions.update(text)
        self._completions.display = True
        self.set_timer(QUIT_S, self._draft_changed)

    def action_cycle_mode(self) -> None:
        """Shift+Tab: the next mode."""
        if self._panel.has_focus:
            self._prompt.focus()
            return
        mode = self.status.mode
        self.set_mode(_CYCLE[(_CYCLE.index(mode) + 1) % len(_CYCLE)] if mode in _CYCLE else "ask")

    def action_toggle_expanded(self) -> None:
        """Ctrl+O: unfold or fold all outputs."""
        self._transcript.toggle_expanded()

    def action_toggle_todo(self) -> None:
        """Ctrl+T: hide the todo list, or show it again."""
        if not self._todo.toggle():
            self._hint("there is no todo list")

    def action_scroll_transcript(self, pages: int) -> None:
        """PgUp, PgDn, Ctrl+Home."""
        height = max(1, self._transcript.size.height - 2)
        self._transcript.scroll_relative(y=pages * height, animate=False)

    def action_follow(self) -> None:
        """Ctrl+End: go to the end and follow it."""
        self._transcript.follow()

    def action_repaint(self) -> None:
        """Ctrl+L: paint everything again."""
        self.refresh(layout=True)

    # --- For the commands

    @property
    def last_answer(self) -> str:
        """The text of the newest answer."""
        return self._presenter.last_answer

    async def notice(self, level: Level, text: str) -> None:
        """Add a line to the transcript."""
        await self._transcript.add(NoticeLine(level, text))

    async def show_facts(self, title: str, rows: Sequence[tuple[str, str]]) -> None:
        """Add a table to the transcript."""
        await self._transcript.add(Facts(title, rows))

    def set_mode(self, mode: ApprovalMode) -> None:
        """Change the approval mode, from the next call on."""
        if self.agent is not None:
            self.agent.policy.mode = mode
        self._update_status(mode=mode)

    async def new_conversation(self) -> None:
        """Forget the conversation, keep the model."""
        if self.agent is None or self._options.fresh is None:
            raise commands.CommandError("A new conversation can be started once the model is loaded.")
        if self._turn is not None:
            raise commands.CommandError("It is still working: Esc interrupts it, then /new.")
        self._own.take()
        self._take(self._options.fresh(self.agent))
        await self._transcript.clear()
        await self._greet()

    def compact_conversation(self) -> None:
        """Let a summary replace the older part of the conversation; what is sent meanwhile waits."""
        if self.agent is None or not self._ready:
            raise commands.CommandError("There is no conversation to compact yet.")
        if self._turn is not None:
            raise commands.CommandError("It is still working: Esc interrupts it; then try again.")
        self._activity.begin("Summing up the earlier conversation", "esc interrupts")
        self._start(self._show_turn(self.agent.compact()))

    async def go_back_or_forth(self, move: Callable[[Checkpoints], str]) -> None:
        """Undo or redo a turn's changes of files; what is sent meanwhile waits."""
        checkpoints = self.agent.context.checkpoints if self.agent is not None else None
        if checkpoints is None or not self._ready:
            raise commands.CommandError("Nothing was changed yet.")
        if self._turn is not None:
            raise commands.CommandError("It is still working: Esc interrupts it; then try again.")
        self._ready = False
        try:
            line = await asyncio.to_thread(move, checkpoints)
        except LocalcoderError as error:
            raise commands.CommandError(str(error)) from None
        finally:
            self._ready = True
            self._next_turn()
        await self.notice("info", line)

    def status_rows(self) -> list[tuple[str, str]]:
        """What `/status` shows."""
        status = self.status
        rows = [("model", status.model), ("mode", f"{status.mode}: {commands.MODE_MEANINGS[status.mode]}")]
        rows.append(("folder", str(self._options.cwd)))
        if self.agent is not None:
            sandbox = self.agent.context.sandbox
            rows.append(("sandbox", "on" if sandbox.works else f"off: {sandbox.reason}"))
            rows.append(("messages", str(len(self.agent.messages))))
        if status.context_tokens:
            rows.append(("context", f"{status.context_used or 0:,} of {status.context_tokens:,} tokens"))
        if status.usage:
            rows.append(("cached", f"{status.usage.cached_tokens:,} of {status.usage.prompt_tokens:,} prompt tokens"))
        if status.prefill_rate:
            rows.append(("prefill", f"{status.prefill_rate:,.0f} tokens/s"))
        if status.decode_rate:
            rows.append(("decode", f"{status.decode_rate:,.1f} tokens/s"))
        return rows

    # --- Leaving

    def leave(self) -> None:
        """Quit."""
        self.app.exit(return_code=0)

    def _leave_with(self, error: BaseException) -> None:
        if isinstance(error, LocalcoderError):
            self.parting = f"Error: {error}"
            self.app.exit(return_code=error.exit_code)
        else:
            _log.error("loading raised", exc_info=error)
            self.parting = f"Internal error while loading: {type(error).__name__}: {error}"
            self.app.exit(return_code=1)

    async def shut_down(self) -> None:
        """End what runs and release the model. Called once the terminal is restored."""
        tasks = [task for task in (self._turn, self._loading) if task is not None and not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._own.close()
        if self.agent is not None:
            await self.agent.context.jobs.close()
            await self.agent.model.close()

    def _update_status(self, **changes: object) -> None:
        self.status = replace(self.status, **changes)  # type: ignore[arg-type]
        self._bar.show(self.status)
        draft = self.query_one("#draft")
        draft.set_class(self.status.mode == "plan", "-plan")
        draft.set_class(self.status.mode == "full", "-full")
