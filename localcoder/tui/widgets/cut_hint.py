"""The word on the border of a panel whose text is longer than its place."""

from __future__ import annotations

from textual.containers import VerticalScroll


def cut_hint(scroll: VerticalScroll, has_focus: bool) -> str:
    """How to see the rest of what `scroll` holds; nothing where all is seen, or where nothing more is below."""
    if scroll.max_scroll_y <= 0:
        return ""
    if has_focus:
        return "the arrows scroll"
    return "more below: tab, then the arrows" if scroll.scroll_target_y < scroll.max_scroll_y else ""
