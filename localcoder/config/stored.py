"""Small JSON objects of text that localcoder keeps: what the user trusts, what the user said no to."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def load_texts(file: Path) -> dict[str, str]:
    """What `file` holds; nothing where it is missing or cannot be read."""
    with suppress(OSError, ValueError, RecursionError):
        stored = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(stored, dict):
            return {str(key): str(value) for key, value in stored.items()}
    return {}


def store_texts(file: Path, texts: Mapping[str, str]) -> None:
    """Replace what `file` holds. OSError where that cannot be."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = file.with_name(f".{file.name}-{secrets.token_hex(4)}")
    temporary.write_text(json.dumps(texts, indent=1, sort_keys=True), encoding="utf-8")
    temporary.replace(file)
