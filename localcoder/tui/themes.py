"""The dark, the light and the 16-colour theme, and which one suits the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from textual.theme import BUILTIN_THEMES, Theme

# Text has a contrast of at least 4.5 against background and surface; `line` is for frames, which are no text.
DARK = Theme(
    name="localcoder-dark",
    dark=True,
    primary="#8ab4d8",
    secondary="#b8a9d9",
    accent="#8ab4d8",
    success="#8fbf8f",
    warning="#d9b36c",
    error="#e08a83",
    foreground="#d8dce2",
    background="#16181d",
    surface="#1d2027",
    panel="#272b34",
    variables={
        "diff-added": "#8fbf8f",
        "diff-removed": "#e08a83",
        "quiet": "#8a919e",
        "faint": "#818894",
        "line": "#5d6470",
        "footer-key-foreground": "#8ab4d8",
    },
)
LIGHT = Theme(
    name="localcoder-light",
    dark=False,
    primary="#22628f",
    secondary="#6a4fa0",
    accent="#22628f",
    success="#2b6e34",
    warning="#8a5a00",
    error="#b3261e",
    foreground="#22262d",
    background="#fbfbf9",
    surface="#f1f1ee",
    panel="#e4e4df",
    variables={
        "diff-added": "#2b6e34",
        "diff-removed": "#b3261e",
        "quiet": "#5b626d",
        "faint": "#666c76",
        "line": "#8b919a",
        "footer-key-foreground": "#22628f",
    },
)
_ANSI_BASE = BUILTIN_THEMES["ansi-dark"]
ANSI = replace(
    _ANSI_BASE,
    name="localcoder-ansi",
    # Of the 16, those that can be read on black as well as on white: blue cannot on the one, yellow not on the other.
    primary="ansi_bright_blue",
    accent="ansi_bright_blue",
    secondary="ansi_magenta",
    warning="ansi_magenta",
    error="ansi_bright_red",
    variables={
        **_ANSI_BASE.variables,
        "diff-added": "ansi_green",
        "diff-removed": "ansi_bright_red",
        "quiet": "ansi_default",
        "faint": "ansi_default",
        "line": "ansi_default",
        "border-blurred": "ansi_default",
        "input-cursor-background": "ansi_default",
        "input-cursor-foreground": "ansi_default",
        "input-cursor-text-style": "reverse",
    },
)
"""The terminal's own colours: for those that have only 16, or none."""

THEMES = {"dark": DARK, "light": LIGHT, "ansi": ANSI}
_LIGHT_BACKGROUNDS = frozenset({"7", "15"})


def choose_theme(wanted: str, environment: Mapping[str, str]) -> Theme:
    """The theme named `wanted`; for `auto` the one that suits the terminal that `environment` describes.

    Few colours or NO_COLOR: the terminal's own. Else what COLORFGBG says about the background, dark where it is unset:
    the terminal is not asked, since an answer that comes late would be typed into the draft.
    """
    if "NO_COLOR" in environment:
        return ANSI
    if wanted in THEMES:
        return THEMES[wanted]
    many = environment.get("COLORTERM", "") in ("truecolor", "24bit") or "256" in environment.get("TERM", "")
    if not many:
        return ANSI
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if background in _LIGHT_BACKGROUNDS else DARK


def remembered_theme(file: Path | None) -> str:
    """The theme that was chosen last with `/theme`, `auto` where none was."""
    with suppress(OSError, UnicodeDecodeError):
        if file is not None and (name := file.read_text(encoding="utf-8").strip()) in THEMES:
            return name
    return "auto"


def remember_theme(file: Path | None, name: str) -> None:
    """Let later chats begin with the theme `name`, as far as the configuration names none."""
    # A full disk or a read-only home is no reason to refuse the choice.
    with suppress(OSError):
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{name}\n", encoding="utf-8")
