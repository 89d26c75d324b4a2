"""What the editor's user sent, as one message for the model: text, and the files that it names below it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from acp.schema import (
    AudioContentBlock,
    BlobResourceContents,
    EmbeddedResourceContentBlock,
    ImageContentBlock,
    ResourceContentBlock,
    TextContentBlock,
    TextResourceContents,
)

from localcoder.acp.buffers import NOT_SAVED, Buffers
from localcoder.agent.agent import Agent
from localcoder.agent.attached import MAX_FILES, attachment, read_attached
from localcoder.errors import UsageError
from localcoder.workspace.roots import Roots

Block = TextContentBlock | ImageContentBlock | AudioContentBlock | ResourceContentBlock | EmbeddedResourceContentBlock


async def message_of(blocks: Sequence[Block], agent: Agent, buffers: Buffers | None = None) -> str:
    """The message that `blocks` mean. Files and texts are mentioned where they stood and attached below; of a file of
    which the editor holds something newer, it says so.

    Raises:
        UsageError: there is nothing in them, or something that cannot be read.
    """
    check(blocks)
    named = {
        _place(block) for block in blocks if isinstance(block, ResourceContentBlock | EmbeddedResourceContentBlock)
    }
    sharing = min(max(1, len(named)), MAX_FILES)
    attachments = dict[str, str]()
    for block in blocks:
        if isinstance(block, ResourceContentBlock | EmbeddedResourceContentBlock):
            name = name_of(_place(block), agent.context.roots)
            if name not in attachments and len(attachments) < MAX_FILES:
                attachments[name] = await _attached(block, name, agent, sharing, buffers)
    return words_of(blocks, agent.context.roots) + "".join(attachments.values())


def words_of(blocks: Sequence[Block], roots: Roots) -> str:
    """What the user wrote of `blocks`, with the names of what is attached where it stood."""
    words = ""
    for block in blocks:
        match block:
            case TextContentBlock(text=text):
                words += text
            case ResourceContentBlock() | EmbeddedResourceContentBlock():
                words += f"@{name_of(_place(block), roots)}"
    return words


def check(blocks: Sequence[Block]) -> None:
    """Raises UsageError where `blocks` cannot become a message."""
    if any(isinstance(block, ImageContentBlock | AudioContentBlock) for block in blocks):
        raise UsageError("Pictures and sound cannot be read by the model; send text and files.")
    texts = [block for block in blocks if isinstance(block, TextContentBlock)]
    if len(texts) == len(blocks) and not any(block.text.strip() for block in texts):
        raise UsageError("The prompt is empty; say what to do.")


def path_in(uri: str) -> Path | None:
    """The file that `uri` names; None where it names none."""
    try:
        parts = urlsplit(uri)
        if parts.scheme == "file" and parts.netloc in ("", "localhost"):
            return Path(url2pathname(parts.path))
    except ValueError:
        return None
    return None


def name_of(uri: str, roots: Roots) -> str:
    """What people call the thing at `uri`: a file by its path, with the lines that are meant where the editor says."""
    path = path_in(uri)
    if path is None:
        return uri
    try:
        shown = roots.display(roots.resolve(str(path)))
    except (OSError, ValueError, RuntimeError):
        return uri
    fragment = urlsplit(uri).fragment
    return f"{shown}#{fragment}" if fragment else shown


def _place(block: ResourceContentBlock | EmbeddedResourceContentBlock) -> str:
    return block.uri if isinstance(block, ResourceContentBlock) else block.resource.uri


async def _attached(
    block: ResourceContentBlock | EmbeddedResourceContentBlock,
    name: str,
    agent: Agent,
    sharing: int,
    buffers: Buffers | None,
) -> str:
    """What is attached for `block`; nothing for what is only mentioned, as a folder or a page of the web."""
    limit = agent.context.result_characters // sharing
    if isinstance(block, EmbeddedResourceContentBlock):
        match block.resource:
            case TextResourceContents(text=text):
                return attachment(name, _cut(text, limit))
            case BlobResourceContents(blob=blob):
                return attachment(name, f"[binary: {_size(blob)} bytes]")
    path = path_in(block.uri) if isinstance(block, ResourceContentBlock) else None
    try:
        if path is None or path.is_dir():
            return ""
    except (OSError, ValueError):
        return ""
    read = await read_attached(str(path), agent.context, agent.policy, sharing)
    if read.is_error or buffers is None or not await buffers.unsaved(agent.context.roots.resolve(str(path))):
        return attachment(name, read.content)
    return attachment(name, f"{read.content}\n{NOT_SAVED}")


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    return f"{text[:limit]}\n[cut here: {limit:,} of {len(text):,} characters; `read` shows more]"


def _size(blob: str) -> int:
    try:
        return len(base64.b64decode(blob))
    except (binascii.Error, ValueError):
        return len(blob)
