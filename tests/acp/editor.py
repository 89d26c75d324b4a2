"""An editor: the package's own client side over real pipes, on the bridge in this process or on a process."""

from __future__ import annotations

import asyncio
import os
import subprocess
from asyncio.streams import FlowControlMixin
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from acp.client.connection import ClientSideConnection
from acp.connection import StreamDirection, StreamEvent
from acp.exceptions import RequestError
from acp.helpers import text_block
from acp.schema import (
    AllowedOutcome,
    ClientCapabilities,
    DeniedOutcome,
    NewSessionResponse,
    PermissionOption,
    PromptResponse,
    ReadTextFileResponse,
    RequestPermissionResponse,
    ToolCallUpdate,
)

from localcoder.acp.bridge import Bridge
from localcoder.acp.contract import LoadModel
from localcoder.acp.serving import serve
from localcoder.cli import common
from localcoder.cli.common import Options
from localcoder.cli.editor_conversation import EditorConversation, bridge_with
from localcoder.sessions.store import SessionStore
from tests.cli.running import PROGRAM, TIMEOUT_S, Home

LIMIT_BYTES = 8 * 1024 * 1024


class Editor:
    """Shows everything (`updates`) and answers questions with `answers`, one after the other; then it refuses.

    An answer is an option's id; `cancel` ends the turn instead. `asked` are the questions so far. `arrived` is called
    with each update. `held` are the texts of the files that are open in it, by path, and `read` the paths that it was
    asked for. `log` is what the program wrote to stderr, once it has ended.
    """

    def __init__(self, home: Home, answers: Sequence[str] = ()) -> None:
        self.home = home
        self.answers = list(answers)
        self.updates: list[Any] = []
        self.asked: list[tuple[ToolCallUpdate, list[PermissionOption]]] = []
        self.seen: list[dict[str, Any]] = []
        self.held: dict[str, str] = {}
        self.read: list[str] = []
        self.answering = asyncio.Event()
        self.answering.set()
        self.was_read = asyncio.Event()
        self.session_id = ""
        self.log = ""
        self.expected_code = 0
        self.arrived: Callable[[Any], None] = lambda update: None
        self.connection: ClientSideConnection
        self.writer: asyncio.StreamWriter
        self.process: asyncio.subprocess.Process

    def on_connect(self, conn: Any) -> None: ...

    async def session_update(self, session_id: str, update: Any, **_: Any) -> None:
        self.updates.append(update)
        self.arrived(update)

    async def request_permission(
        self, session_id: str, tool_call: ToolCallUpdate, options: list[PermissionOption], **_: Any
    ) -> RequestPermissionResponse:
        self.asked.append((tool_call, options))
        answer = self.answers.pop(0) if self.answers else "no"
        if answer == "cancel":
            return RequestPermissionResponse(outcome=DeniedOutcome(outcome="cancelled"))
        return RequestPermissionResponse(outcome=AllowedOutcome(outcome="selected", option_id=answer))

    async def read_text_file(self, session_id: str, path: str, **_: Any) -> ReadTextFileResponse:
        self.read.append(path)
        self.was_read.set()
        await self.answering.wait()
        if path not in self.held:
            raise RequestError.resource_not_found(path)
        return ReadTextFileResponse(content=self.held[path])

    def observe(self, event: StreamEvent) -> None:
        if event.direction is StreamDirection.INCOMING:
            self.seen.append(event.message)

    async def open(
        self, cwd: Path | None = None, client_capabilities: ClientCapabilities | None = None, **options: Any
    ) -> NewSessionResponse:
        await self.connection.initialize(protocol_version=1, client_capabilities=client_capabilities)
        session = await self.connection.new_session(cwd=str(cwd or self.home.project), **options)
        self.session_id = session.session_id
        return session

    async def say(self, *blocks: Any) -> PromptResponse:
        content = [text_block(block) if isinstance(block, str) else block for block in blocks]
        prompt = self.connection.prompt(session_id=self.session_id, prompt=content)
        return await asyncio.wait_for(prompt, TIMEOUT_S)

    def of_kind(self, kind: str) -> list[Any]:
        return [update for update in self.updates if update.session_update == kind]

    @property
    def text(self) -> str:
        """The answer as it is shown."""
        return "".join(update.content.text for update in self.of_kind("agent_message_chunk"))

    @property
    def calls(self) -> dict[str, dict[str, Any]]:
        """The calls as they are shown at the end: each update replaces what it says."""
        calls: dict[str, dict[str, Any]] = {}
        for update in self.updates:
            if update.session_update in ("tool_call", "tool_call_update"):
                said = update.model_dump(exclude_none=True, exclude={"session_update"})
                calls.setdefault(update.tool_call_id, {}).update(said)
        return calls


@asynccontextmanager
async def editing(
    home: Home,
    endpoint: str | None = None,
    *,
    answers: Sequence[str] = (),
    load_model: LoadModel | None = None,
    **options: Any,
) -> AsyncIterator[Editor]:
    """An editor on the bridge of `localcoder acp`, in this process and on real pipes; `options` are the command line's.

    `load_model` loads another model than theirs. In the end the editor closes its pipe, and the bridge must end by
    itself.
    """
    editor = Editor(home, answers)
    chosen = Options(endpoint=endpoint, **options)
    if load_model is None:
        bridge = bridge_with(chosen, common.open_workplace(chosen).settings)
    else:
        bridge = Bridge(partial(EditorConversation, chosen), load_model, SessionStore().summaries)
    (agent_end, editor_out), (editor_in, agent_out) = os.pipe(), os.pipe()
    serving = asyncio.create_task(serve(bridge, (agent_end, agent_out)))
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LIMIT_BYTES)
    incoming, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(editor_in, "rb"))
    outgoing, protocol = await loop.connect_write_pipe(FlowControlMixin, os.fdopen(editor_out, "wb"))
    editor.writer = asyncio.StreamWriter(outgoing, protocol, None, loop)
    editor.connection = ClientSideConnection(
        editor, editor.writer, reader, observers=[editor.observe], use_unstable_protocol=True
    )
    try:
        yield editor
        outgoing.close()
        await asyncio.wait_for(serving, TIMEOUT_S)
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        outgoing.close()
        await editor.connection.close()
        incoming.close()


@asynccontextmanager
async def started(home: Home, *args: str, answers: Sequence[str] = ()) -> AsyncIterator[Editor]:
    """An editor on a real process, `localcoder acp ARGS`. In the end its stdin is closed; it must end by itself."""
    editor = Editor(home, answers)
    process = await asyncio.create_subprocess_exec(
        *PROGRAM,
        "acp",
        *args,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=home.project,
        env=home.environment,
        limit=LIMIT_BYTES,
    )
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    editor.process = process
    editor.writer = process.stdin
    editor.connection = ClientSideConnection(editor, process.stdin, process.stdout, observers=[editor.observe])
    try:
        yield editor
        process.stdin.close()
        assert await asyncio.wait_for(process.wait(), TIMEOUT_S) == editor.expected_code
    finally:
        if process.returncode is None:
            process.kill()
        editor.log = (await process.stderr.read()).decode()
        await process.wait()
        await editor.connection.close()


async def appears(path: Path) -> None:
    """Wait until there is a file `path`."""
    for _ in range(TIMEOUT_S * 50):
        if await asyncio.to_thread(path.exists):
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"there is still no {path}")
