"""What fills the context: one bar of all, and a line for each kind."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from localcoder.agent.context_use import KINDS, ContextUse

MAX_BAR = 72
_LOOKS: tuple[tuple[str, str], ...] = (
    ("█", "$primary"),
    ("▓", "$secondary"),
    ("▒", "$primary"),
    ("░", "$warning"),
    ("▌", "$success"),
    ("▀", "$warning"),
    ("▄", "$secondary"),
    ("▚", "$error"),
    ("╳", "$success"),
)
"""Each kind has a sign of its own, so that the bar can be read without colours too."""
_FREE, _RESERVED = ("·", "$quiet"), ("-", "$quiet")


class ContextReport(Static):
    """For `/context`; as wide as the transcript."""

    def __init__(self, use: ContextUse) -> None:
        super().__init__("", classes="entry", markup=False)
        self._use = use

    def render(self) -> Content:
        """The report in the width that there is."""
        return context_content(self._use, max(12, min(MAX_BAR, self.size.width - 2)))


def context_content(use: ContextUse, width: int) -> Content:
    """The bar, `width` columns long, and its legend."""
    looks = dict(zip(KINDS, _LOOKS, strict=True))
    shares = [(kind, tokens, looks[kind]) for kind, tokens in use.parts]
    shares += [(kind, tokens, look) for (kind, tokens), look in zip(use.rest, (_RESERVED, _FREE), strict=True)]
    total = max(use.context_tokens, use.used_tokens, 1)
    name_width = max(len(kind) for kind, _, _ in shares)
    title = f"Context  {use.used_tokens:,} of {use.context_tokens:,} tokens ({use.used_tokens / total:.0%})"
    columns = bar_columns([tokens for _, tokens, _ in shares], width)
    bar = [(mark * count, style) for (_, _, (mark, style)), count in zip(shares, columns, strict=True)]
    rows = [Content.styled(title, "bold"), Content.assemble(*bar)]
    for kind, tokens, (mark, style) in shares:
        text = f"{kind:<{name_width}}  {tokens:>9,}  {tokens / total:>6.1%}"
        rows.append(Content.assemble((f"{mark} ", style), text))
    return Content("\n").join(rows)


def bar_columns(tokens: list[int], width: int) -> list[int]:
    """How many of `width` columns each gets: by its share, at least one where it is not 0, `width` in all."""
    total = sum(tokens)
    columns = [max(1, round(each * width / total)) if each else 0 for each in tokens]
    while sum(columns) > width and max(columns) > 1:
        columns[columns.index(max(columns))] -= 1
    while columns and 0 < sum(columns) < width:
        columns[columns.index(max(columns))] += 1
    return columns
