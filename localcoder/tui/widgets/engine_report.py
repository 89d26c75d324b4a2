"""What the engine does, in pictures: the last minute of prefill, decode and KV cache, and what waits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.widgets import Static

from localcoder.chat.model import ReplyUsage
from localcoder.engine.recent import EngineLoad
from localcoder.tui.sparkline import share_bar, sparkline
from localcoder.tui.text import count

_GAP = "  "
MIN_PICTURE = 8
MAX_PICTURE = 30
"""A column is two seconds or more."""


@dataclass(frozen=True, slots=True)
class Row:
    """A name, a picture, and the same in words."""

    name: str
    picture: str
    words: str


class EngineReport(Static):
    """For `/status`; a picture of the moment, so nothing goes on behind it. As wide as the transcript."""

    def __init__(self, load: EngineLoad | None, replies: Sequence[ReplyUsage], agents: int, queued: int) -> None:
        super().__init__("", classes="entry", markup=False)
        self._load = load
        self._replies = tuple(replies)
        self._work = (Row("agents", "", f"{agents} at work"), Row("queue", "", f"{count(queued, 'message')} waiting"))

    def render(self) -> Content:
        """The report in the width that there is."""
        title = "Replies so far" if self._load is None else "Engine, the last minute"
        besides = max(len(row.name) + len(row.words) for row in self._rows(MIN_PICTURE)) + 2 * len(_GAP)
        width = max(MIN_PICTURE, min(MAX_PICTURE, self.content_size.width - besides))
        return report_content(title, [*self._rows(width), *self._work])

    def _rows(self, width: int) -> list[Row]:
        return reply_rows(self._replies, width) if self._load is None else engine_rows(self._load, width)


def report_content(title: str, rows: Sequence[Row]) -> Content:
    """The rows under their title."""
    name_width = max(len(row.name) for row in rows)
    picture_width = max(len(row.picture) for row in rows)
    lines = [Content.styled(title, "bold")]
    for row in rows:
        picture = f"{row.picture:<{picture_width}}{_GAP}" if row.picture else ""
        lines.append(
            Content.assemble((f"{row.name:<{name_width}}{_GAP}", "$primary"), (picture, "$secondary"), (row.words, ""))
        )
    return Content("\n").join(lines)


def engine_rows(load: EngineLoad, width: int) -> list[Row]:
    """Speeds, KV cache and prefix cache of an engine, and its rows."""
    total = max(1, load.blocks_total)
    kv_words = f"{load.blocks_used / total:.0%} used, {load.blocks_cached / total:.0%} cached"
    prefix = load.cached_tokens / max(1, load.prompt_tokens)
    return [
        Row("decode", sparkline(load.decode, width), _rate(load.decode)),
        Row("prefill", sparkline(load.prefill, width), _rate(load.prefill)),
        Row("KV cache", sparkline(load.blocks, width, load.blocks_total), f"{kv_words} of {total:,} blocks"),
        Row("cached", share_bar(prefix, width), f"{prefix:.0%} of the prompts' tokens"),
        Row("running", share_bar(load.running / max(1, load.rows), load.rows), _running(load)),
    ]


def reply_rows(replies: Sequence[ReplyUsage], width: int) -> list[Row]:
    """What is known of an engine elsewhere: the figures of its replies."""
    prompts = [reply.prompt_tokens for reply in replies]
    decode = [reply.completion_tokens / reply.decode_s if reply.decode_s else 0.0 for reply in replies]
    cached = sum(reply.cached_tokens for reply in replies) / max(1, sum(prompts))
    return [
        Row("decode", sparkline(decode, width), f"{decode[-1] if decode else 0:,.0f} tokens/s in the last"),
        Row("prompt", sparkline(prompts, width), f"{prompts[-1] if prompts else 0:,} tokens in the last"),
        Row("cached", share_bar(cached, width), f"{cached:.0%} of the prompts' tokens"),
    ]


def _rate(tokens: Sequence[int]) -> str:
    # The current second has only begun.
    busy = [each for each in tokens[:-1] if each]
    if not busy:
        return f"{count(sum(tokens), 'token')}"
    return f"{sum(tokens):,} tokens, at most {max(busy):,}/s"


def _running(load: EngineLoad) -> str:
    waiting = f", {load.waiting} waiting" if load.waiting else ""
    return f"{load.running} of {load.rows} rows{waiting}"
