"""Text of models, tools and paths made safe to show: no control character reaches the terminal, nothing is markup."""

from __future__ import annotations

from pathlib import Path

from textual.content import Content

TAB_COLUMNS = 4
_DELETE = 0x7F
_REORDERING = (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C)
"""Bidirectional overrides: they make a line look like another one (Trojan source), so they are shown by number."""

_VISIBLE: dict[int, str | None] = {
    **{code: chr(0x2400 + code) for code in range(0x20)},
    **{code: f"‹{code:02x}›" for code in range(0x80, 0xA0)},
    **{code: f"‹U+{code:04X}›" for code in _REORDERING},
    **{code: "\ufffd" for code in range(0xD800, 0xE000)},
    0x2028: "\n",
    0x2029: "\n",
    _DELETE: "␡",
    ord("\n"): "\n",
    ord("\r"): None,
    ord("\t"): " " * TAB_COLUMNS,
}


def visible(text: str) -> str:
    """`text` with control characters as their pictures (ESC becomes ␛).

    Works character by character, so a stream may be cut anywhere. Line feeds stay, carriage returns go, tabs become
    four spaces.
    """
    return text.translate(_VISIBLE)


def visible_with_tabs(text: str) -> str:
    """`visible`, but for tabs, which stay: for what the user writes, which goes to the model as it is."""
    return "\t".join(visible(piece) for piece in text.split("\t"))


def plain(text: str, style: str = "") -> Content:
    """`text` as content in one style; brackets in it are just brackets."""
    return Content.styled(visible(text), style) if style else Content(visible(text))


def one_line(text: str, limit: int = 500) -> str:
    """`text` on one line, cut to `limit` characters with an ellipsis."""
    joined = " ".join(visible(text).split())
    return joined if len(joined) <= limit else joined[: limit - 1] + "…"


def joined_lines(text: str, limit: int = 500) -> str:
    """`one_line`, in which a ⏎ stands where a line ended."""
    return one_line(" ⏎ ".join(line for line in visible(text).split("\n") if line.strip()), limit)


def count(number: int, noun: str) -> str:
    """`1 line`, `2 lines`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def short_count(number: int) -> str:
    """A token count in at most four characters and a letter: 950, 1.2k, 131k, 1.0M."""
    if number < 1_000:
        return str(number)
    if number < 10_000:
        return f"{number / 1_000:.1f}k"
    if number < 999_500:
        return f"{number / 1_000:.0f}k"
    return f"{number / 1_000_000:.1f}M"


def home_relative(path: Path) -> str:
    """`path` with the home directory as ~."""
    home = Path.home()
    return visible(str(Path("~") / path.relative_to(home)) if path.is_relative_to(home) else str(path))
