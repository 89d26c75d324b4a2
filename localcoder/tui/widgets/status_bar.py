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
    counted_tokens: int | None = None
    """Tokens of a conversation that was summed up, resumed, or given to another model, until the next reply."""

    @property
    def context_used(self) -> int | None:
        """Tokens of the conversation after the last reply, or as they were counted since then."""
        if self.counted_tokens is not None:
            return self.counted_tokens
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
    """The bar's line in `width` columns: in full words, else in short ones, else without what matters least."""
    for wording in _WORDINGS:
        left, right = _state(status, wording), _figures(status, wording)
        room = width - _width(right, wording.gap) - _width(left[1:], wording.gap) - 2 * len(wording.gap)
        if room < Content(left[0][0]).cell_length:
            left[0] = (one_line(left[0][0], max(room, wording.least_model)), left[0][1])
        if _width(left, wording.gap) + _width(right, wording.gap) + len(wording.gap) <= width:
            break
    while right and _width(left, wording.gap) + _width(right, wording.gap) + len(wording.gap) > width:
        right.pop()
    while len(left) > 1 and _width(left, wording.gap) > width:
        left.pop()
    space = " " * max(1, width - _width(left, wording.gap) - _width(right, wording.gap))
    parts = [*_joined(left, wording.gap), (space if right else "", "")]
    return Content.assemble(*parts, *_joined(list(reversed(right)), wording.gap))


@dataclass(frozen=True, slots=True)
class _Wording:
    """How wide the bar's words are. `least_model`: so many characters of the model's name are left at least."""

    gap: str
    least_model: int
    owner: bool
    """Whether the model's name has its organisation."""
    used: str
    decode: str
    prefill: str
    cached: str
    agents: str
    queued: str
    confined: bool = True
    """Whether it is said that commands are confined, as they should be."""


_WORDINGS = (
    _Wording("   ", 40, True, "{} ({:.0%})", "{} tok/s", "prefill {}/s", "cached {:.0%}", "{}", "{} queued"),
    _Wording("  ", 19, False, "{} {:.0%}", "{} tok/s", "prefill {}/s", "cached {:.0%}", "{}", "{} queued"),
    _Wording("  ", 8, False, "{} {:.0%}", "out {}/s", "in {}/s", "cached {:.0%}", "{}", "{} queued", False),
    _Wording(" ", 6, False, "{1:.0%} of {0}", "↓{}/s", "↑{}/s", "↺{:.0%}", "{}", "{} queued", False),
)
"""From wide to narrow."""


def _state(status: Status, wording: _Wording) -> list[tuple[str, str]]:
    """What stands on the left, the most important first."""
    name = status.model if wording.owner else status.model.rpartition("/")[2] or status.model
    left = [(one_line(name, 40), "bold"), (status.mode, _MODE_STYLES[status.mode])]
    if status.sandbox and (wording.confined or status.sandbox != "sandbox"):
        left.append((status.sandbox, "$quiet" if status.sandbox == "sandbox" else "$warning"))
    return left


def _figures(status: Status, wording: _Wording) -> list[tuple[str, str]]:
    """What stands on the right, the most important first."""
    figures: list[tuple[str, str]] = []
    if status.queued:
        figures.append((wording.queued.format(status.queued), "$primary"))
    if status.agents:
        figures.append((wording.agents.format(count(status.agents, "agent")), "$primary"))
    if status.context_tokens:
        used = status.context_used or 0
        share = used / status.context_tokens
        style = "$error" if share > 0.9 else "$warning" if share > 0.75 else "$quiet"
        of = short_count(status.context_tokens)
        numbers = of if wording.used.startswith("{1") else f"{short_count(used)}/{of}"
        figures.append((wording.used.format(numbers, share), style))
    if status.decode_rate is not None:
        figures.append((wording.decode.format(f"{status.decode_rate:,.0f}"), "$quiet"))
    if status.prefill_rate is not None:
        rate = f"{status.prefill_rate:,.0f}" if wording.owner else short_count(round(status.prefill_rate))
        figures.append((wording.prefill.format(rate), "$quiet"))
    if status.usage and status.usage.prompt_tokens and status.usage.cached_tokens:
        figures.append((wording.cached.format(status.usage.cached_tokens / status.usage.prompt_tokens), "$quiet"))
    return figures


def _width(parts: list[tuple[str, str]], gap: str) -> int:
    return sum(Content(text).cell_length for text, _ in parts) + len(gap) * max(0, len(parts) - 1)


def _joined(parts: list[tuple[str, str]], gap: str) -> list[tuple[str, str]]:
    joined: list[tuple[str, str]] = []
    for part in parts:
        joined += [(gap, ""), part] if joined else [part]
    return joined
