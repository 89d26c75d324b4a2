"""Text completions as OpenAI's clients read them: a stream of chunks, or one object that equals their sum."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from localcoder.chat.model import ReplyUsage
from localcoder.engine.request import FinishReason
from localcoder.server.chat_reply import usage_object
from localcoder.server.completions_logprobs import Logprobs, empty_logprobs


@dataclass(frozen=True, slots=True)
class Piece:
    """More of answer number `index`; `finish_reason` is set in its last piece, whose text is empty."""

    index: int
    text: str
    logprobs: Logprobs | None = None
    finish_reason: FinishReason | None = None


@dataclass(frozen=True, slots=True)
class CompletionFrame:
    """What all chunks of one request have in common."""

    model: str
    id: str = field(default_factory=lambda: f"cmpl-{uuid.uuid4().hex}")
    created: int = field(default_factory=lambda: int(time.time()))

    def chunk(self, piece: Piece) -> dict[str, Any]:
        """One chunk of the stream."""
        return self._head() | {"choices": [_choice(piece.index, piece.text, piece.logprobs, piece.finish_reason)]}

    def usage_chunk(self, usage: ReplyUsage) -> dict[str, Any]:
        """The chunk after the last one, for clients that asked for it."""
        return self._head() | {"choices": [], "usage": usage_object(usage)}

    def completion(self, pieces: Iterable[Piece], usage: ReplyUsage) -> dict[str, Any]:
        """All answers at once."""
        answers: dict[int, list[Piece]] = {}
        for piece in pieces:
            answers.setdefault(piece.index, []).append(piece)
        choices = [
            _choice(index, "".join(piece.text for piece in own), _joined(own), own[-1].finish_reason)
            for index, own in sorted(answers.items())
        ]
        return self._head() | {"choices": choices, "usage": usage_object(usage)}

    def _head(self) -> dict[str, Any]:
        return {"id": self.id, "object": "text_completion", "created": self.created, "model": self.model}


def _choice(index: int, text: str, logprobs: Logprobs | None, finish_reason: FinishReason | None) -> dict[str, Any]:
    return {"index": index, "text": text, "logprobs": logprobs, "finish_reason": finish_reason}


def _joined(pieces: Iterable[Piece]) -> Logprobs | None:
    """The logprobs of all pieces, one after the other; None where there are none."""
    parts = [piece.logprobs for piece in pieces if piece.logprobs is not None]
    if not parts:
        return None
    joined = empty_logprobs()
    for part in parts:
        for name, entries in joined.items():
            entries += part[name]
    return joined
