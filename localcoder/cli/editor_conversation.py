"""The conversations of `localcoder acp`: sessions at the places that the editor names."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from localcoder.cli import background, common
from localcoder.cli.common import Options, Workplace
from localcoder.cli.text import printable
from localcoder.errors import LocalcoderError, UsageError

if TYPE_CHECKING:
    from localcoder.acp.bridge import Bridge
    from localcoder.acp.contract import Conversation, Place
    from localcoder.agent.agent import Agent
    from localcoder.agent.approval import Approver
    from localcoder.chat.messages import Message
    from localcoder.chat.model import ChatModel
    from localcoder.config.settings import ApprovalMode, Settings
    from localcoder.sessions.journal import Journal
    from localcoder.workspace.roots import Roots


def bridge_with(options: Options, settings: Settings) -> Bridge:
    """The bridge to an editor, whose conversations go by `options`; `settings` name their model."""
    from localcoder.acp.bridge import Bridge
    from localcoder.sessions.store import SessionStore

    async def load_model() -> ChatModel:
        return await background.in_thread(lambda: common.open_model(settings, _tell, _tell))

    return Bridge(
        lambda place, session_id: EditorConversation(options, place, session_id),
        load_model,
        lambda cwd: SessionStore().summaries(cwd),
    )


class EditorConversation:
    """What the bridge knows as `Conversation`: a session, with the options of the command line."""

    def __init__(self, options: Options, place: Place, session_id: str | None) -> None:
        """Raises NoSession: there is none of exactly that id."""
        folders = (*options.add_dirs, *map(str, place.extra))
        workplace = common.open_workplace(replace(options, cd=str(place.cwd), add_dirs=folders))
        settings = workplace.settings.model_copy(update={"mcp": {**workplace.settings.mcp, **place.servers}})
        self._workplace = replace(workplace, settings=settings)
        self._journal = _journal(self._workplace, session_id)

    @property
    def id(self) -> str:
        """The session's id."""
        return self._journal.id

    @property
    def title(self) -> str:
        """The name that the user gave it."""
        return self._journal.title

    @property
    def roots(self) -> Roots:
        """The folders that it works in."""
        return self._workplace.roots

    @property
    def mode(self) -> ApprovalMode:
        """The approval mode that it begins with."""
        return self._workplace.settings.approval_mode

    @property
    def messages(self) -> Sequence[Message]:
        """What was said before."""
        return self._journal.messages

    @property
    def notices(self) -> Sequence[str]:
        """What is worth knowing about folder and session."""
        return (*self._workplace.notices, *self._journal.problems)

    def begin_as(self, source: Conversation, agent: Agent | None) -> None:
        """Let the new session begin as a copy of `source`, whose agent is `agent` once it has one."""
        from localcoder.agent.rewinding import Beginnings
        from localcoder.sessions.forking import begin_with, fork_title
        from localcoder.sessions.journal import Journal
        from localcoder.sessions.store import SessionStore

        before = cast("EditorConversation", source)._journal
        title, journal = fork_title(before.title), self._journal
        if agent is not None:
            agent.fork(journal, title)
        else:
            turn_of = Beginnings(before.turns).turn_of
            begin_with(journal, before.messages, title, earlier=before.earlier, turn_of=turn_of)
        if journal.is_empty:
            return
        used = None if agent is None else agent.context.checkpoints
        checkpoints = used or common.checkpoints_of(source.roots, before)
        try:
            checkpoints.copy_for(journal.id)
        except LocalcoderError:
            journal.close()
            SessionStore().remove(journal.path)
            raise
        finally:
            if used is None:
                checkpoints.close()
        journal.close()
        self._journal = Journal.resume(journal.path)  # the same, and it knows what it holds

    def rename(self, title: str) -> None:
        """Give the session a name."""
        self._journal.rename(title)

    def build(self, model: ChatModel, approver: Approver) -> Agent:
        """The agent of the conversation, whose turns can be undone."""
        journal = self._journal
        agent = common.build_agent(self._workplace, model, approver, journal=journal, history=journal.messages)
        return common.undoable(agent)

    def warning(self, agent: Agent) -> str | None:
        """What to say where commands run without any confinement."""
        return common.sandbox_warning(agent)

    def close(self) -> None:
        """Close the session's file."""
        self._journal.close()


def _journal(workplace: Workplace, session_id: str | None) -> Journal:
    from localcoder.acp.contract import NoSession
    from localcoder.sessions.journal import Journal
    from localcoder.sessions.store import SessionStore

    store = SessionStore()
    if session_id is None:
        return store.create(workplace.roots.cwd, common.model_name(workplace.settings))
    try:
        path = store.find(session_id)
    except UsageError as error:
        raise NoSession(str(error)) from None
    if path.stem != session_id:
        raise NoSession(f"There is no session {session_id!r}.")
    return Journal.resume(path)


def _tell(line: str) -> None:
    """A line about the loading, for the editor's log."""
    with suppress(OSError, ValueError):
        print(printable(f"localcoder: {line}"), file=sys.stderr, flush=True)
