"""What the chat's screen consists of, how it loads, and how one turn follows another; keys are another matter."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import replace

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from localcoder.agent.attached import own_words
from localcoder.agent.events import ApprovalRequested, Compacted, Event
from localcoder.chat.model import ReplyUsage
from localcoder.config.settings import ApprovalMode
from localcoder.errors import LocalcoderError
from localcoder.tools.background import Job
from localcoder.tui import models, trusting
from localcoder.tui.approvals import KeyGate
from localcoder.tui.asking import Asking
from localcoder.tui.attachments import read_mentioned, with_attachments, without_attachments
from localcoder.tui.command import CommandError
from localcoder.tui.contract import Build, ChatAgent, ChatOptions, Progress
from localcoder.tui.history import PromptHistory
from localcoder.tui.own_commands import RUNNING, OwnCommands
from localcoder.tui.painted import PaintedScreen
from localcoder.tui.presenter import Presenter
from localcoder.tui.questions import Questions
from localcoder.tui.screens.agents import AgentsScreen
from localcoder.tui.subagents import Board
from localcoder.tui.text import home_relative, one_line
from localcoder.tui.widgets.activity import Activity, Queue
from localcoder.tui.widgets.approval import ApprovalPanel
from localcoder.tui.widgets.chooser import Chooser, Option, Then
from localcoder.tui.widgets.file_picker import FilePicker
from localcoder.tui.widgets.foot import Foot
from localcoder.tui.widgets.messages import Facts, Level, NoticeLine, UserMessage
from localcoder.tui.widgets.prompt import Prompt
from localcoder.tui.widgets.question import QuestionPanel
from localcoder.tui.widgets.status_bar import Status, StatusBar
from localcoder.tui.widgets.todo import TodoPanel
from localcoder.tui.widgets.transcript import Transcript
from localcoder.tui.widgets.transfer import Transfer
from localcoder.workspace.roots import Roots

_log = logging.getLogger(__name__)
LOW_ROWS = 24
"""With fewer rows a question takes less of the screen, so that there is room for more than it and the draft."""
CONVERSATION_ROWS = 4
"""So many rows are left to the conversation and to what goes on before the todo list gets more than one."""
CHOICE_ROWS = 8
"""A choice's frame and title, the draft and the bottom line take so many rows."""
MAX_OFFERED = 8
"""So many commands or files are offered below the draft."""
MAX_REPLIES = 60
"""The figures of so many replies are kept for `/status`."""


class ConversationScreen(PaintedScreen):
    """Loads the agent behind the first frame, runs one turn at a time, and does what commands ask for."""

    def __init__(
        self,
        build: Build,
        options: ChatOptions,
        *,
        gate: KeyGate | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (LOW_ROWS, "-high")]
        self.agent: ChatAgent | None = None
        self.parting: str | None = None
        """A line for after the screen: why it ended."""
        self.replies: deque[ReplyUsage] = deque(maxlen=MAX_REPLIES)
        """The figures of the newest replies."""
        self.status = Status(options.model_name, options.mode)
        self._build = build
        self._ready = False
        self._holds = 0
        self._agent_came = asyncio.Event()
        self.options = options
        self._queued: deque[str] = deque([options.first_prompt] if options.first_prompt else ())
        self._turn: asyncio.Task[None] | None = None
        self._unsent: str | None = None
        """The message of the turn while the files that it mentions are read."""
        self._loading: asyncio.Future[ChatAgent] | None = None
        self._transcript = Transcript()
        self._activity = Activity(clock)
        self._own_activity = Activity(clock, id="own-activity")
        """Of the user's command, which may run beside a turn."""
        self._queue = Queue()
        self._panel = ApprovalPanel()
        self._chooser = Chooser()
        self._completions = Static("", id="completions", markup=False)
        self._prompt = Prompt(PromptHistory(options.history_file), self.takes_key)
        self._asking = Asking(self._panel, self._prompt, gate or KeyGate(), self._request_changed)
        self._approvals = self._asking.approvals
        self._question = QuestionPanel()
        self.questions = Questions(self._question, self._prompt)
        self._files = FilePicker(self._prompt, Roots(options.cwd), self.offered_rows)
        self._bar = StatusBar(self.status)
        self.transfer = Transfer(clock)
        self.pulling = models.Pulling(self)
        self._offered = False
        self._todo = TodoPanel()
        self._own = OwnCommands(self._transcript, self._own_command_ended)
        self.board = Board(self._agents_changed)
        """What subagents do and did."""
        self._agents: AgentsScreen | None = None
        self._presenter = Presenter(
            self._transcript, self._activity.change, self._took_usage, self._todo.show, self.board
        )

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield Vertical(
            self._transcript,
            self._activity,
            self._own_activity,
            self.transfer,
            self._todo,
            self._queue,
            id="upper",
        )
        mark = Static("›", id="draft-mark", markup=False)
        self._foot = Foot(
            self._panel,
            self._question,
            self._chooser,
            Horizontal(mark, self._prompt, id="draft"),
            self._completions,
            self._files,
            self._bar,
            on_height=self._fit,
        )
        yield self._foot

    async def on_mount(self) -> None:
        """Greet, and load once the first frame is on the screen."""
        self._completions.display = False
        # A terminal that comes back after Ctrl+Z shows an empty screen.
        self.app.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        self._prompt.focus()
        await self._greet()
        self._queue.show(tuple(self._queued))
        self.call_after_refresh(self._load)
        self.run_worker(trusting.ask_at_start(self), group="trust")

    def on_resize(self) -> None:
        """Another window: other things fit."""
        self._fit()

    def _fit(self) -> None:
        """Give the todo list the rows that nothing else needs, or one, and a choice those beside what is asked."""
        others = self._foot.size.height + self._queue.rows + self.transfer.display
        self._todo.fit(self.size.height - others - CONVERSATION_ROWS)
        asked = sum(panel.outer_size.height for panel in (self._panel, self._question) if panel.display)
        self._chooser.fit(self.size.height - asked - CHOICE_ROWS)

    def offered_rows(self) -> int:
        """So many commands or files may be offered now: beside a question all three are to be seen."""
        asked = self._panel.display or self._question.display
        # So few that all fits from ten rows on, with the line that counts the others.
        return max(1, min(MAX_OFFERED, (self.size.height - (12 if asked else 8)) // 2))

    # --- Loading

    async def _greet(self) -> None:
        rows = [("model", self.status.model)]
        if self.options.model_note and self.status.model == self.options.model_name:
            rows.append(("", self.options.model_note))
        rows.append(("folder", home_relative(self.options.cwd)))
        await self.show_facts("localcoder", rows)
        if self.options.notice:
            for line in self.options.notice.splitlines():
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
            await self._count(self.agent)
        if self.options.loaded_notice is not None and (line := self.options.loaded_notice()) is not None:
            await self.notice("warning", line)
        self._ready = True
        self._next_turn()

    def _take(self, agent: ChatAgent) -> None:
        agent.policy.mode = self.status.mode
        self.agent = agent
        self._agent_came.set()
        agent.context.jobs.on_end = self._job_ended
        self._todo.show(agent.context.todo.items)
        self._files.use(agent.context.roots, agent.context.may_read)
        self._update_status(
            model=agent.model.name,
            context_tokens=agent.model.context_tokens,
            sandbox=agent.context.sandbox.label,
            usage=None,
            counted_tokens=None,
        )

    async def _count(self, agent: ChatAgent) -> None:
        """Show how much of the context the conversation takes, of which no reply has told yet."""
        if not agent.messages:
            return
        try:
            use = await asyncio.to_thread(agent.context_use)
        except LocalcoderError:  # it is too long, or the engine has gone: the next turn says so
            return
        if agent is self.agent and self.status.usage is None:
            self._update_status(counted_tokens=use.used_tokens)

    # --- Turns

    def _own_command_ended(self) -> None:
        if self.is_running:
            self._own_activity.end()
            self._next_turn()

    def _next_turn(self) -> None:
        # A message takes along what the user's command says, so it waits for its end.
        free = self._turn is None and not self._own.running and not self._holds
        if self._queued and free and self.agent is not None and self._ready:
            prompt = self._queued.popleft()
            self._activity.begin("Thinking", "esc interrupts")
            self._unsent = prompt
            self._start(self._run_turn(self.agent, prompt))
        self._queue.show([own_words(prompt) for prompt in self._queued])
        self._fit()
        self._update_status(queued=len(self._queued))

    def _start(self, turn: Coroutine[None, None, None]) -> None:
        self._presenter.last_status = None
        self._turn = asyncio.create_task(turn)
        self._turn.add_done_callback(self._turn_done)

    async def _run_turn(self, agent: ChatAgent, prompt: str) -> None:
        await self._transcript.add(UserMessage(without_attachments(prompt), self._transcript.expanded))
        message = await self._with_attachments(agent, prompt)
        self._unsent = None
        await self._show_turn(agent.run(message))

    async def _show_turn(self, turn: AsyncGenerator[Event]) -> None:
        try:
            async with aclosing(turn) as stream:
                async for event in stream:
                    await self._presenter.show(event)
                    if isinstance(event, Compacted):
                        self._update_status(counted_tokens=event.after_tokens)
        except LocalcoderError as error:
            await self._presenter.failed(str(error))

    async def _with_attachments(self, agent: ChatAgent, prompt: str) -> str:
        """`prompt` with the files that it mentions, which are shown as calls, and the user's commands before it."""
        files, left_out = await read_mentioned(prompt, agent)
        for number, file in enumerate(files):
            await self._presenter.show_mentioned(f"mention-{number}", file)
        if left_out:
            await self.notice("warning", f"Only the first {len(files)} files are attached, {left_out} are not.")
        return with_attachments(prompt, self._own.take(agent.context.result_characters), files)

    def _turn_done(self, task: asyncio.Task[None]) -> None:
        self._turn = None
        if not self.is_running:
            return
        self._activity.end()
        unsent, self._unsent = self._unsent, None
        if task.cancelled() and unsent is not None:
            self._queued.appendleft(unsent)
            self.call_later(self.notice, "warning", "Interrupted before it was sent. It is in the draft again.")
        if task.cancelled() or self._presenter.last_status == "interrupted":
            self._queued_to_draft()
            return
        error = task.exception()
        if error is not None:
            _log.error("the turn raised", exc_info=error)
            self.call_later(self._presenter.failed, self.internal_error("Internal error, the turn ended", error))
        self._offer_model()
        self._next_turn()

    def _interrupt_agent(self) -> bool:
        """End the turn; False if there is none."""
        if self._turn is None or self.agent is None:
            return False
        self._activity.change("Interrupting")
        if self._unsent is not None:
            self._turn.cancel()
        else:
            self.agent.interrupt()
        return True

    def _offer_model(self) -> None:
        """Once, and not before there was an answer."""
        if self.options.models is not None and not self._offered and self._presenter.last_status == "done":
            self._offered = True
            self.run_worker(models.offer_after_answer(self), group="offer")

    def _queued_to_draft(self) -> None:
        """After an interrupt nothing starts by itself: what was queued is in the draft again."""
        texts = [*map(own_words, self._queued), *([self._prompt.text] if self._prompt.text else [])]
        if self._queued:
            self._prompt.set_draft("\n".join(texts))
            self._queued.clear()
        self._next_turn()

    def _job_ended(self, job: Job) -> None:
        if self.is_running:
            self.call_later(
                self.notice, "info", f"Background job {job.id} ended ({job.state}): {one_line(job.command)}"
            )

    def _took_usage(self, usage: ReplyUsage) -> None:
        self.replies.append(usage)
        self._update_status(usage=usage, counted_tokens=None)

    # --- Approvals

    def _request_changed(self, request: ApprovalRequested | None) -> None:
        self._activity.pause(request is not None)
        self.questions.step_aside(request is not None)
        if request is not None:
            self._transcript.scroll_end(animate=False)
        self._presenter.show_waiting({request.call_id} if request and request.agent is None else set())
        if self._agents is not None:
            self._agents.request_changed(request)

    @on(events.ScreenResume)
    def _shown_again(self) -> None:
        self._asking.shown_again()

    async def takes_key(self, event: events.Key) -> bool:
        """See each key before the draft does; True for those that it does not get."""
        return False

    # --- For the commands

    @property
    def last_answer(self) -> str:
        """The text of the newest answer."""
        return self._presenter.last_answer

    @property
    def turn_runs(self) -> bool:
        """Whether the assistant is at work on a message."""
        return self._turn is not None

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

    def loaded_agent(self) -> ChatAgent:
        """The agent, once it is there. Raises `CommandError` before."""
        if self.agent is None:
            raise CommandError("The model is still loading; try again in a moment.")
        return self.agent

    def idle_agent(self) -> ChatAgent:
        """The agent while it does nothing. Raises `CommandError` while it does."""
        agent = self.loaded_agent()
        if self._turn is not None:
            raise CommandError("It is still working: Esc interrupts it; then try again.")
        if self._own.running:
            raise CommandError(RUNNING)
        if not self._ready or self._holds:
            raise CommandError("It is busy; try again in a moment.")
        return agent

    @contextmanager
    def turns_held(self) -> Iterator[None]:
        """No turn begins within; what is sent meanwhile waits."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            if self.is_running:
                self._next_turn()

    async def agent_at_rest(self) -> ChatAgent:
        """The agent, once it is there and no turn runs; within `turns_held`."""
        await self._agent_came.wait()
        while self._turn is not None:
            await asyncio.wait([self._turn])
        return self.loaded_agent()

    @contextmanager
    def loading_model(self, name: str) -> Iterator[Progress]:
        """Show that the model `name` is loaded, and what the line that is given is told of it."""
        self._activity.begin(f"Loading {name}", "you can already write")
        try:
            yield self._progress
        finally:
            self._activity.end()

    async def go_on_with(self, agent: ChatAgent) -> None:
        """Let `agent`, which has the same conversation, take the place of the present one."""
        self._take(agent)
        await self._count(agent)

    def choose(self, title: str, options: Sequence[Option], then: Then) -> None:
        """Let the user choose one of `options`; `then` is awaited with its number."""
        self._chooser.open(title, options, then)

    def submit(self, text: str) -> None:
        """Send a message: now, or when those before it are answered."""
        self._queued.append(text)
        self._next_turn()

    def replace_draft(self, text: str) -> None:
        """Put `text` into the draft; Up brings back what was there."""
        self._prompt.clear_draft()
        self._prompt.set_draft(text)

    async def add_entry(self, entry: Widget) -> None:
        """Add anything to the transcript."""
        await self._transcript.add(entry)

    def open_agents(self, name: str) -> None:
        """Show what the subagent `name` does, until the user comes back."""
        stop = self.loaded_agent().subagents.interrupt
        self._agents = AgentsScreen(self.board, name, stop)
        self.app.push_screen(self._agents, self._agents_closed)
        self._agents.request_changed(self._approvals.current)

    def _agents_changed(self, running: int) -> None:
        if self.is_running and running != self.status.agents:
            self._update_status(agents=running)

    def _agents_closed(self, _: None) -> None:
        self._agents = None

    async def show_agent(self, agent: ChatAgent) -> None:
        """Go on with `agent`: show its conversation instead of what was shown."""
        self._own.forget()
        self.board.clear()
        self._take(agent)
        await self._transcript.clear()
        await self._greet()
        await self._presenter.show_history(agent.messages)
        await self._count(agent)

    def compact_conversation(self, agent: ChatAgent) -> None:
        """Let a summary replace the older part of the conversation; what is sent meanwhile waits."""
        self._activity.begin("Summing up the earlier conversation", "esc interrupts")
        self._start(self._show_turn(agent.compact()))

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
            self.parting = self.internal_error("Internal error while loading", error)
            self.app.exit(return_code=1)

    def internal_error(self, what: str, error: BaseException | None) -> str:
        """A line about an error that nobody foresaw, with the place of the log, which has all of it."""
        log = self.options.stderr_file
        details = f" (the details are in {log})" if log is not None else ""
        return f"{what}: {type(error).__name__}: {error}{details}"

    async def shut_down(self) -> None:
        """End what runs and release the model. Called once the terminal is restored."""
        tasks = [task for task in (self._turn, self._loading) if task is not None and not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.pulling.close()
        await self._own.close()
        if self.agent is not None:
            await self.agent.context.close()
            await self.agent.model.close()

    def _update_status(self, **changes: object) -> None:
        self.status = replace(self.status, **changes)  # type: ignore[arg-type]
        self._bar.show(self.status)
        draft = self.query_one("#draft")
        draft.set_class(self.status.mode == "plan", "-plan")
        draft.set_class(self.status.mode == "full", "-full")
