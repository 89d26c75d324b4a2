"""The system prompt: who the assistant is, where it works, and what the project's AGENTS.md files ask for."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from datetime import date
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Literal

from localcoder.config.paths import config_dir
from localcoder.workspace.roots import Roots

PromptProfile = Literal["full", "compact"]

AGENTS_FILE = "AGENTS.md"
AGENTS_LIMIT_CHARACTERS: dict[PromptProfile, int] = {"full": 40_000, "compact": 4_000}
"""What one AGENTS.md may add: a small model's whole context would fit into some projects' files."""


def system_prompt(
    profile: PromptProfile, roots: Roots, *, today: date | None = None, user_dir: Path | None = None
) -> str:
    """The system prompt for a conversation in `roots`, built once and then left alone.

    It must stay the same byte for byte from turn to turn, or the prefix cache is lost with every request; hence the
    date is given by day, and callers keep the text for the life of a session.

    Args:
        profile: `full` for capable models, `compact` for the built-in one.
        roots: the working directory and further folders of the conversation.
        today: the date to name, today where None.
        user_dir: where the user's own AGENTS.md lies, the configuration directory where None.
    """
    text = files("localcoder.agent").joinpath("prompts", f"{profile}.md").read_text(encoding="utf-8").strip()
    if profile == "full":
        text = Template(text).substitute(_surroundings(roots, today or date.today()))
    blocks = [text]
    for path in agents_files(roots.cwd, config_dir() if user_dir is None else user_dir):
        body = read_agents(path, AGENTS_LIMIT_CHARACTERS[profile])
        if body:
            blocks.append(f"# Instructions from {path}\n\n{body}")
    return "\n\n".join(blocks) + "\n"


def subagent_prompt(system: str, profile: PromptProfile) -> str:
    """The system prompt of a subagent in a conversation with the prompt `system`.

    The same for all of them, so that they share the prefix cache. A model of the profile `compact` would only be
    confused by more to heed.
    """
    if profile == "compact":
        return system
    more = files("localcoder.agent").joinpath("prompts", "subagent.md").read_text(encoding="utf-8").strip()
    return f"{system.rstrip()}\n\n{more}\n"


def repository_root(cwd: Path) -> Path | None:
    """The folder of the git repository that contains `cwd`, or None."""
    return next((folder for folder in (cwd, *cwd.parents) if os.path.exists(folder / ".git")), None)


def agents_files(cwd: Path, user_dir: Path) -> Iterator[Path]:
    """The AGENTS.md files for `cwd`: the user's own, then from the repository's root down to `cwd`."""
    for folder in (user_dir, *agents_folders(cwd)):
        path = folder / AGENTS_FILE
        if os.path.isfile(path):
            yield path


def agents_folders(cwd: Path) -> list[Path]:
    """The folders whose AGENTS.md the system prompt has: from the root of `cwd`'s repository down to `cwd`."""
    root = repository_root(cwd) or cwd
    return [folder for folder in (*reversed(cwd.parents), cwd) if folder.is_relative_to(root)]


def _surroundings(roots: Roots, today: date) -> dict[str, str]:
    repository = repository_root(roots.cwd)
    extra = ", ".join(str(path) for path in roots.extra)
    return {
        "cwd": str(roots.cwd),
        "extra_line": f"- Further folders: {extra}\n" if extra else "",
        "platform": f"{platform.system()} ({platform.machine()})",
        "date": f"{today:%A}, {today.isoformat()}",
        "repository": f"Git repository: {repository}" if repository else "Not in a git repository.",
    }


def read_agents(path: Path, limit: int) -> str:
    """What the AGENTS.md at `path` says, of at most `limit` characters and a word on what is cut; empty without any."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError as error:
        return f"[{AGENTS_FILE} cannot be read: {error.strerror}]"
    if len(text) <= limit:
        return text
    return f"{text[:limit]}\n[{AGENTS_FILE} is cut here: {limit} of {len(text)} characters; use `read` for the rest]"
