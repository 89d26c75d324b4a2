"""Slash commands as all faces read them: how one is told from a message, and what is said of an unknown one."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from importlib.resources import files

from rapidfuzz import process

from localcoder.agent.attached import attachment

_COMMAND = re.compile(r"/([A-Za-z][A-Za-z-]*)(?:\s+(.*))?", re.DOTALL)
_CLOSE_ENOUGH = 60


def parse(draft: str, known: Collection[str]) -> tuple[str, str] | None:
    """Name and argument if `draft` is a command, be it none of `known`.

    A path such as /etc/hosts is not one, nor /tmp where it exists.
    """
    match = _COMMAND.fullmatch(draft.strip())
    if match is None:
        return None
    name = match[1].lower() if match[1].lower() in known else match[1]
    if name not in known and os.path.exists(f"/{name}"):
        return None
    return name, (match[2] or "").strip()


def unknown(name: str, known: Collection[str], otherwise: str) -> str:
    """What to say of the command `name`, which is none of `known`: the one that was probably meant, or `otherwise`."""
    near = process.extractOne(name, list(known), score_cutoff=_CLOSE_ENOUGH)
    hint = f"Did you mean /{near[0]}?" if near else otherwise
    return f"Unknown command /{name}. {hint}"


def init_attachment() -> str:
    """What goes to the model with a message that begins with /init: how to write AGENTS.md."""
    text = files("localcoder.agent").joinpath("prompts", "init.md").read_text(encoding="utf-8").strip()
    return attachment("what /init asks for", text)
