"""Asking once whether the configuration that a folder brings counts; until then nothing of it does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.content import Content

from localcoder.config.brought import Brought
from localcoder.errors import LocalcoderError
from localcoder.tui.command import CommandError
from localcoder.tui.contract import FolderTrust
from localcoder.tui.text import count, home_relative, one_line, visible
from localcoder.tui.widgets.question import Question

if TYPE_CHECKING:
    from localcoder.tui.screens.chat import ChatScreen
    from localcoder.tui.screens.conversation import ConversationScreen

TITLE = "trust this folder?"
MAX_ROWS = 3
"""So many rows of a kind are shown before the user asks for more."""
MAX_ROW_CHARACTERS = 200
MAX_FILE_CHARACTERS = 20_000
NOT_USED = "What this folder brings is not used; /trust asks about it."


async def ask_at_start(screen: ConversationScreen) -> None:
    """Ask where the folder brings something that was neither trusted nor declined as it is."""
    trust = screen.options.trust
    if trust is None:
        return
    try:
        brought = await asyncio.to_thread(trust.brought)
        if brought is None:
            return
        if await asyncio.to_thread(trust.is_declined, brought):
            await screen.notice("info", NOT_USED)
        else:
            await _ask(screen, trust, brought)
    except LocalcoderError as error:
        await screen.notice("warning", str(error))


async def trust_command(screen: ChatScreen, argument: str) -> None:
    """Ask about what the folder brings, whatever was answered before."""
    trust = screen.options.trust
    brought = await asyncio.to_thread(trust.brought) if trust is not None else None
    if trust is None or brought is None:
        raise CommandError("This folder brings nothing that is not trusted already.")
    if screen.questions.waits(TITLE):
        screen.questions.focus()
    else:
        screen.run_worker(_ask(screen, trust, brought), group="trust")


async def _ask(screen: ConversationScreen, trust: FolderTrust, brought: Brought) -> None:
    yes = await screen.questions.ask(question(brought))
    try:
        if not yes:
            await asyncio.to_thread(trust.decline, brought)
            await screen.notice("info", NOT_USED)
            return
        with screen.turns_held():
            accepted = await asyncio.to_thread(trust.accept, brought)
            await trust.apply(await screen.agent_at_rest())
        if accepted.mode is not None:
            screen.set_mode(accepted.mode)
    except LocalcoderError as error:
        await screen.notice("error", str(error))
        return
    await screen.notice("info", "What this folder brings counts from now on, until anything in it changes.")
    if accepted.later:
        await screen.notice("warning", f"Counts when localcoder is started again: {', '.join(accepted.later)}.")


def question(brought: Brought) -> Question:
    """What the user is asked about `brought`."""
    files = [(name.as_posix(), count(len(data), "byte")) for name, data in brought.contents.items()]
    kinds = [
        ("starts MCP servers", brought.servers),
        ("runs hooks", brought.hooks),
        ("sets", brought.settings),
        ("sets rules", brought.rules),
        ("files", files),
    ]
    head = Content(f"{home_relative(brought.folder)} brings configuration of its own. Nothing of it is used yet.")
    return Question(
        TITLE,
        Content("\n").join([head, *(line for title, rows in kinds for line in _rows(title, rows, MAX_ROWS))]),
        yes="trust exactly this",
        no="not now",
        more=Content("\n").join(
            [
                head,
                *(line for title, rows in kinds for line in _rows(title, rows, None)),
                *(line for name, data in brought.contents.items() for line in _file(name.as_posix(), data)),
            ]
        ),
    )


def _rows(title: str, rows: Iterable[tuple[str, str]], limit: int | None) -> list[Content]:
    """The heading of a kind with its rows; only the first `limit`, shortened, where there is one."""
    known = list(rows)
    if not known:
        return []
    lines = [Content.styled(title, "$warning")]
    for name, value in known[:limit]:
        text = visible(value) if limit is None else one_line(value, MAX_ROW_CHARACTERS)
        lines.append(Content.assemble((f"  {one_line(name)}  ", "$primary"), text))
    if limit is not None and len(known) > limit:
        lines.append(Content.styled(f"  and {len(known) - limit} more", "$quiet"))
    return lines


def _file(name: str, data: bytes) -> list[Content]:
    """The text of a file; that a hook runs it may stand in another one."""
    text = visible(data[:MAX_FILE_CHARACTERS].decode("utf-8", "replace"))
    cut = [Content.styled(f"… {count(len(data) - MAX_FILE_CHARACTERS, 'more byte')}", "$quiet")]
    return [
        Content(""),
        Content.styled(one_line(name), "bold"),
        Content(text.rstrip("\n")),
        *(cut if len(data) > MAX_FILE_CHARACTERS else ()),
    ]
