"""Numbers as small pictures of one line, which need no colour."""

from __future__ import annotations

from collections.abc import Sequence

_HEIGHTS = "▁▂▃▄▅▆▇█"
_FULL, _EMPTY = "█", "░"


def sparkline(values: Sequence[float], width: int, top: float | None = None) -> str:
    """`values` as `width` columns at most, the newest on the right; neighbours share a column, which has their largest.

    The lowest block is nothing at all, the highest `top`, by default the largest of the values.
    """
    per_column = max(1, -(-len(values) // max(1, width)))
    first = len(values) % per_column
    groups = [values[:first]] if first else []
    groups += [values[at : at + per_column] for at in range(first, len(values), per_column)]
    largest = max(values, default=0) if top is None else top
    return "".join(_height(max(group), largest) for group in groups)


def share_bar(share: float, width: int) -> str:
    """`share` (0 to 1) of `width` columns; what is more than nothing has at least one."""
    full = min(width, max(1 if share > 0 else 0, round(share * width)))
    return _FULL * full + _EMPTY * (width - full)


def _height(value: float, top: float) -> str:
    if value <= 0 or top <= 0:
        return _HEIGHTS[0]
    return _HEIGHTS[min(len(_HEIGHTS) - 1, 1 + round((len(_HEIGHTS) - 2) * min(1.0, value / top)))]
