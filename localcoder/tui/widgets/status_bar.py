"""The bottom line: model, mode, sandbox on the left; context, speeds, queue on the right."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.widgets import Static

from localcoder.chat.model import ReplyUsage
from localcoder.config.settings import ApprovalMode
from localcoder.tui.text import count, one_line, short_count

_MODE_STYLES: dict[ApprovalMode, str] = {
    "ask": "$quiet",
    "accept-edits": "$success",
    "plan": "$secondary",
    "full": "$error bold",
}
_GAP = "   "


@dataclass(frozen=True, slots=True)
class Status:
    """What the bar shows. `usage` is that of the last reply; `sandbox` is what confines commands."""

    model: str
    mode: ApprovalMode
    context_tokens: int | None = None
    usage: ReplyUsage | None = None
    sandbox: str | None = None
    queued: int = 0
    agents: int = 0

    @property
    def context_used(self) -> int | None:
        """Tokens of the conversation after the last reply."""
        return None if self.usage is None else self.usage.prompt_tokens + self.usage.completion_tokens

    @property
    def prefill_rate(self) -> float | None:
        """Prompt tokens that were computed (not cached) per second."""
        if self.usage is None or not self.usage.prefill_s:
            return None
        return (self.usage.prompt_tokens - self.usage.cached_tokens) / self.usage.prefill_s

    @property
    def decode_rate(self) -> float | None:
        """Generated tokens per second."""
        if self.usage is None or not self.usage.decode_s:
            return None
        return self.usage.completion_tokens / self.usage.decode_s


class StatusBar(Static):
    """Leaves out what does not fit, the least important first."""

    def __init__(self, status: Status) -> None:
        super().__init__("", id="status-bar", markup=False)
        self.status = status

    def show(self, status: Status) -> None:
        """Show another state."""
        if status != self.status:
            self.status = status
            self.refresh()

    def render(self) -> Content:
        """The line, as wide as the bar."""
        return status_line(self.status, self.size.width)


def status_line(status: Status, width: int) -> Content:
    """The bar's line in `width` columns."""
    left = [(one_line(status.model, 40), "bold"), (status.mode, _MODE_STYLES[status.mode])]
    if status.sandbox:
        left.append((status.sandbox, "$quiet" if status.sandbox == "sandbox" else "$warning"))
    right = _figures(status)
    while right and _width(left) + _width(right) + 2 > width:
        right.pop()
    while len(left) > 1 and _width(left) > width:
        left.pop()
    space = " " * max(1, width - _width(left) - _width(right))
    return Content.assemble(*_joined(left), space if right else "", *_joined(list(reversed(right))))


def _figures(status: Status) -> list[tuple[str, str]]:
    """What stands on the right, the most important first."""
    figures: list[tuple[str, str]] = []
    if status.queued:
        figures.append((f"{status.queued} queued", "$primary"))
    if status.agents:
        figures.append((count(status.agents, "agent"), "$primary"))
    if status.context_tokens:
        used = status.context_used or 0
        share = used / status.context_tokens
        style = "$error" if share > 0.9 else "$warning" if share > 0.75 else "$quiet"
        figures.append((f"{short_count(used)}/{short_count(status.context_tokens)} ({share:.0%})", style))
    if status.decode_rate is not None:
        figures.append((f"{status.decode_rate:,.0f} tok/s", "$quiet"))
    if status.prefill_rate is not None:
        figures.append((f"prefill {status.prefill_rate:,.0f}/s", "$quiet"))
    if status.usage and status.usage.prompt_tokens and status.usage.cached_tokens:
        figures.append((f"cached {status.usage.cached_tokens / status.usage.prompt_tokens:.0%}", "$quiet"))
    return figures


def _width(parts: list[tuple[str, str]]) -> int:
    return sum(Content(text).cell_length for text, _ in parts) + len(_GAP) * max(0, len(parts) - 1)


def _joined(parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    joined: list[tuple[str, str]] = []
    for part in parts:
        joined += [(_GAP, ""), part] if joined else [part]
    return joined
