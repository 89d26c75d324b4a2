"""What the user said no to, so that it is not asked a second time."""

from __future__ import annotations

from pathlib import Path

from localcoder.config import paths
from localcoder.config.stored import load_texts, store_texts


def was_declined(question: str, subject: str) -> bool:
    """Whether `question` was answered with no for exactly this `subject`."""
    return load_texts(_file()).get(question) == subject


def decline(question: str, subject: str) -> None:
    """Remember a no. OSError where it cannot be stored."""
    store_texts(_file(), load_texts(_file()) | {question: subject})


def _file() -> Path:
    return paths.state_dir() / "declined.json"
