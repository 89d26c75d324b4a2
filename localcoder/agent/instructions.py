"""The AGENTS.md of sub-directories: told with the first result of a call that touches one, and not again."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from localcoder.agent.attached import attached_names, attachment
from localcoder.agent.prompting import AGENTS_FILE, agents_folders, read_agents
from localcoder.chat.messages import Message
from localcoder.permissions.access import Access
from localcoder.tools.base import ToolContext
from localcoder.workspace.ignore import is_ignored
from localcoder.workspace.roots import Roots

MAX_FILES = 3
"""So many files are told with one result; others that hold there come with the next call that touches the folder."""

SHARE = 3
"""One file has at most this part of a result's length, or it would push out what was asked for."""

_HEAD = "[Instructions from {path}; they hold for all that lies below its folder]"
_HEADS = re.compile(r"^\[Instructions from (?P<path>.+); they hold for all that lies below its folder\]$", re.MULTILINE)


class Instructions:
    """Knows from the conversation itself which files the model was told, so that nothing has to be kept in step.

    What a compaction, a rewind or a full context took away is thus told again when its folder is next touched, and a
    resumed conversation knows what it was told. A file that changed is told again.
    """

    def __init__(self, context: ToolContext, conversation: Callable[[], Sequence[Message]]) -> None:
        """`conversation` gives what the model sees."""
        self._context = context
        self._conversation = conversation
        self._on_their_way: set[str] = set()

    async def for_accesses(self, accesses: Sequence[Access]) -> str:
        """What to add to the result of a call that touches `accesses`; empty where the model knows it all."""
        targets = [Path(access.target) for access in accesses if access.kind in ("read", "write")]
        return "".join(f"\n\n{block}" for _, block in await self._new(targets))

    async def for_prompt(self, prompt: str) -> str:
        """What to add to the user's message `prompt`, for the files that are attached to it."""
        names = attached_names(prompt)
        found = await self._new([self._context.roots.resolve(name) for name in names]) if names else []
        return "".join(attachment(self._context.roots.display(path), block) for path, block in found)

    async def pinned(self, older: Iterable[Message], kept: Sequence[Message], characters: int) -> str:
        """What a summary of `older` must go on telling, of at most `characters`; `kept` stays beside the summary."""
        paths = {Path(match["path"]): None for message in older for match in _HEADS.finditer(message.content)}
        blocks: list[str] = []
        for path in reversed(paths):
            block = await asyncio.to_thread(self._block_if_any, path)
            if block and not _stands_in(block, kept) and len(block) <= characters:
                blocks.insert(0, block)
                characters -= len(block)
        return "\n\n".join(blocks)

    def settled(self) -> None:
        """All results so far are in the conversation, or will never be."""
        self._on_their_way.clear()

    async def _new(self, targets: Sequence[Path]) -> list[tuple[Path, str]]:
        paths = dict.fromkeys(path for target in targets for path in nested_files(self._context.roots, target))
        if not paths:
            return []
        found = await asyncio.to_thread(lambda: [(path, self._block(path)) for path in paths])
        new = [
            (path, block)
            for path, block in found
            if block and block not in self._on_their_way and not _stands_in(block, self._conversation())
        ][:MAX_FILES]
        self._on_their_way.update(block for _, block in new)  # calls run side by side
        return new

    def _block_if_any(self, path: Path) -> str:
        return self._block(path) if path in nested_files(self._context.roots, path.parent) else ""

    def _block(self, path: Path) -> str:
        may_read = self._context.may_read
        if may_read is not None and not may_read(path):
            return ""
        body = read_agents(path, self._context.result_characters // SHARE)
        return f"{_HEAD.format(path=path)}\n{body}" if body else ""


def nested_files(roots: Roots, target: Path) -> Iterator[Path]:
    """The AGENTS.md files that hold for `target`, a resolved path, beyond those of the system prompt; outer ones first.

    None of a folder that `.gitignore` names: what a package manager put there is not the project's word. None that
    links out of the workspace, and not `target` itself, which the call shows anyway.
    """
    root = next((folder for folder in roots.folders if target.is_relative_to(folder)), None)
    if root is None:
        return
    parts = (target if os.path.isdir(target) else target.parent).relative_to(root).parts
    chain = [root.joinpath(*parts[:depth]) for depth in range(len(parts) + 1)]
    having = [folder for folder in chain if os.path.isfile(folder / AGENTS_FILE)]
    in_prompt = agents_folders(roots.cwd) if having else []
    for folder in having:
        path = folder / AGENTS_FILE
        if folder not in in_prompt and path != target and roots.contains(path):
            if any(map(is_ignored, chain[1 : chain.index(folder) + 1])):
                return
            yield path


def told_characters(content: str) -> int:
    """How much of `content`, a result, is what this module added to it."""
    match = _HEADS.search(content)
    return 0 if match is None else len(content) - match.start()


def _stands_in(block: str, messages: Iterable[Message]) -> bool:
    return any(block in message.content for message in messages)
