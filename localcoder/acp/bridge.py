"""The agent's side of the protocol: what the editor may ask for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from acp.interfaces import Client
from acp.meta import PROTOCOL_VERSION
from acp.schema import (
    AgentCapabilities,
    ClientCapabilities,
    CloseSessionResponse,
    FileSystemCapabilities,
    ForkSessionResponse,
    Implementation,
    InitializeResponse,
    ListSessionsResponse,
    LoadSessionResponse,
    McpCapabilities,
    NewSessionResponse,
    PromptCapabilities,
    PromptResponse,
    ResumeSessionResponse,
    SessionAdditionalDirectoriesCapabilities,
    SessionCapabilities,
    SessionCloseCapabilities,
    SessionForkCapabilities,
    SessionInfo,
    SessionListCapabilities,
    SessionMode,
    SessionModeState,
    SessionResumeCapabilities,
    SetSessionModeResponse,
)

from localcoder import __version__
from localcoder.acp.contract import Conversation, LoadModel, NoSession, OpenConversation, Place
from localcoder.acp.errors import no_session, refused
from localcoder.acp.loading import SharedModel
from localcoder.acp.prompts import Block
from localcoder.acp.servers import Given, given_servers
from localcoder.acp.session import BUSY, EditorSession
from localcoder.acp.texts import sendable
from localcoder.agent.modes import MODE_MEANINGS, MODES
from localcoder.config.settings import ApprovalMode
from localcoder.errors import LocalcoderError
from localcoder.sessions.store import Summary

LISTED_SESSIONS = 100
"""So many saved sessions are told at once, the last used first."""

Summaries = Callable[[Path | None], Sequence[Summary]]


class Bridge:
    """Answers the editor's requests. Each session is a conversation of its own; all share one model.

    The methods are named and typed as the package `agent-client-protocol` calls them; `**_` is what an editor may say
    besides.
    """

    def __init__(self, open_conversation: OpenConversation, load_model: LoadModel, summaries: Summaries) -> None:
        self._open_conversation = open_conversation
        self._summaries = summaries
        self._model = SharedModel(load_model)
        self._sessions: dict[str, EditorSession] = {}
        self._greetings: set[asyncio.Task[None]] = set()
        self._client: Client | None = None
        self._reads_buffers = False

    def on_connect(self, conn: Client) -> None:
        """The editor is there."""
        self._client = conn

    async def initialize(
        self,
        protocol_version: int,
        client_capabilities: ClientCapabilities | None = None,
        client_info: Implementation | None = None,
        **_: Any,
    ) -> InitializeResponse:
        """Say what can be done. There is one version of the protocol; an editor of another one has to leave."""
        fs = None if client_capabilities is None else client_capabilities.fs
        self._reads_buffers = isinstance(fs, FileSystemCapabilities) and fs.read_text_file is True
        return InitializeResponse(
            protocol_version=PROTOCOL_VERSION,
            agent_info=Implementation(name="localcoder", title="localcoder", version=__version__),
            agent_capabilities=AgentCapabilities(
                load_session=True,
                prompt_capabilities=PromptCapabilities(image=False, audio=False, embedded_context=True),
                mcp_capabilities=McpCapabilities(http=True, sse=False),
                session_capabilities=SessionCapabilities(
                    list=SessionListCapabilities(),
                    resume=SessionResumeCapabilities(),
                    fork=SessionForkCapabilities(),
                    close=SessionCloseCapabilities(),
                    additional_directories=SessionAdditionalDirectoriesCapabilities(),
                ),
            ),
            auth_methods=[],
        )

    async def new_session(
        self,
        cwd: str,
        additional_directories: list[str] | None = None,
        mcp_servers: list[Given] | None = None,
        **_: Any,
    ) -> NewSessionResponse:
        """Open a conversation in the folder `cwd`; the model begins to load."""
        session = await self._open(cwd, additional_directories, mcp_servers)
        return NewSessionResponse(session_id=session.id, modes=_modes(session.mode))

    async def load_session(
        self,
        cwd: str,
        session_id: str,
        mcp_servers: list[Given] | None = None,
        additional_directories: list[str] | None = None,
        **_: Any,
    ) -> LoadSessionResponse:
        """Go on with a saved conversation, which is told again."""
        await self._leave(session_id)
        session = await self._open(cwd, additional_directories, mcp_servers, session_id)
        await session.tell_history()
        return LoadSessionResponse(modes=_modes(session.mode))

    async def resume_session(
        self,
        session_id: str,
        cwd: str,
        additional_directories: list[str] | None = None,
        mcp_servers: list[Given] | None = None,
        **_: Any,
    ) -> ResumeSessionResponse:
        """Go on with a saved conversation that the editor knows itself."""
        await self._leave(session_id)
        session = await self._open(cwd, additional_directories, mcp_servers, session_id)
        return ResumeSessionResponse(modes=_modes(session.mode))

    async def fork_session(
        self,
        session_id: str,
        cwd: str,
        additional_directories: list[str] | None = None,
        mcp_servers: list[Given] | None = None,
        **_: Any,
    ) -> ForkSessionResponse:
        """Open a conversation that begins as a copy of another one, which stays as it is."""
        place, problems = _place(cwd, additional_directories, mcp_servers)
        source = self._sessions.get(session_id)
        if source is not None and source.is_busy:
            raise refused(BUSY)
        saved = await self._conversation(place, session_id) if source is None else None
        try:
            conversation = await self._conversation(place)
            if saved is not None:
                await asyncio.to_thread(conversation.begin_as, saved, None)
            elif source is not None:
                await asyncio.to_thread(source.fork_into, conversation)
        except LocalcoderError as error:
            raise refused(error) from None
        finally:
            if saved is not None:
                saved.close()
        fork = self._begin(conversation, problems)
        return ForkSessionResponse(session_id=fork.id, modes=_modes(fork.mode))

    async def list_sessions(self, cwd: str | None = None, cursor: str | None = None, **_: Any) -> ListSessionsResponse:
        """The saved conversations, of one folder where it is given, page by page; `cursor` is the last one told."""
        folder = None if cwd is None else _folder(cwd).resolve()  # sessions know their folder so
        summaries = await asyncio.to_thread(self._summaries, folder)
        if cursor is not None:
            ids = [one.id for one in summaries]
            if cursor not in ids:
                raise refused(f"The list does not go on after {cursor!r}; begin it anew.")
            summaries = summaries[ids.index(cursor) + 1 :]
        page = summaries[:LISTED_SESSIONS]
        more = page[-1].id if len(summaries) > len(page) else None
        return ListSessionsResponse(sessions=[_info(one) for one in page], next_cursor=more)

    async def close_session(self, session_id: str, **_: Any) -> CloseSessionResponse:
        """End a conversation; its file stays."""
        session = self._session(session_id)
        del self._sessions[session_id]
        await session.close()
        return CloseSessionResponse()

    async def set_session_mode(self, session_id: str, mode_id: str, **_: Any) -> SetSessionModeResponse:
        """Change what may happen without asking."""
        session = self._session(session_id)
        if mode_id not in MODES:
            raise refused(f"There is no mode {mode_id!r}; the modes are: {', '.join(MODES)}.")
        await session.set_mode(mode_id)
        return SetSessionModeResponse()

    async def prompt(self, session_id: str, prompt: list[Block], **_: Any) -> PromptResponse:
        """Take a turn."""
        return await self._session(session_id).prompt(prompt)

    async def cancel(self, session_id: str, **_: Any) -> None:
        """End the running turn of a session."""
        session = self._sessions.get(session_id)
        if session is not None:
            session.cancel()

    async def close(self) -> None:
        """End all conversations, then release the model."""
        sessions, self._sessions = list(self._sessions.values()), {}
        for greeting in list(self._greetings):
            greeting.cancel()
        for session in sessions:
            await session.close()
        await self._model.close()

    async def _leave(self, session_id: str) -> None:
        """Close the session if it is open here; what opens it next opens it anew."""
        opened = self._sessions.get(session_id)
        if opened is None:
            return
        if opened.is_busy:
            raise refused(BUSY)
        del self._sessions[session_id]
        await opened.close()

    async def _open(
        self, cwd: str, extra: Sequence[str] | None, given: Sequence[Given] | None, session_id: str | None = None
    ) -> EditorSession:
        place, problems = _place(cwd, extra, given)
        return self._begin(await self._conversation(place, session_id), problems)

    async def _conversation(self, place: Place, session_id: str | None = None) -> Conversation:
        try:
            return await asyncio.to_thread(self._open_conversation, place, session_id)
        except NoSession:
            raise no_session(session_id or "") from None
        except LocalcoderError as error:
            raise refused(error) from None

    def _begin(self, conversation: Conversation, problems: Sequence[str]) -> EditorSession:
        assert self._client is not None
        session = EditorSession(conversation, self._model, self._client, reads_buffers=self._reads_buffers)
        session.note(*problems)
        self._sessions[session.id] = session
        self._model.start()
        greeting = asyncio.create_task(session.greet())  # runs after the answer, by which the editor knows the session
        self._greetings.add(greeting)
        greeting.add_done_callback(self._greetings.discard)
        return session

    def _session(self, session_id: str) -> EditorSession:
        if session_id not in self._sessions:
            raise no_session(session_id)
        return self._sessions[session_id]


def _place(cwd: str, extra: Sequence[str] | None, given: Sequence[Given] | None) -> tuple[Place, list[str]]:
    """Where a conversation is to take place, and lines for the user about what cannot be used there."""
    servers, problems = given_servers(given or ())
    return Place(_folder(cwd), tuple(_folder(one) for one in extra or ()), servers), problems


def _folder(text: str) -> Path:
    """Raises RequestError: it is not the absolute path of a folder."""
    path = Path(text)
    try:
        if path.is_absolute() and path.is_dir():
            return path
    except (OSError, ValueError):
        pass
    raise refused(f"{text!r} is not the absolute path of a folder.")


def _modes(current: ApprovalMode) -> SessionModeState:
    modes = [
        SessionMode(id=mode, name=mode.replace("-", " ").capitalize(), description=MODE_MEANINGS[mode])
        for mode in MODES
    ]
    return SessionModeState(current_mode_id=current, available_modes=modes)


def _info(summary: Summary) -> SessionInfo:
    changed = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(summary.changed_s))
    title = " ".join(summary.title.split())[:200]
    return SessionInfo(session_id=summary.id, cwd=summary.header.cwd, title=sendable(title), updated_at=changed)
