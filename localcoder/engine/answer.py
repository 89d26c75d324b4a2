"""One request's way from drawn tokens to outputs: text, stop conditions, usage."""

from __future__ import annotations

import time
from collections.abc import Collection, Container

from localcoder.engine.detokenizer import Detokenizer
from localcoder.engine.request import FinishReason, Request, TokenOutput, Usage
from localcoder.engine.sampling import Draw, Sampler
from localcoder.engine.sequence import Sequence, State
from localcoder.engine.stop import StopStrings
from localcoder.engine.stream import Stream


class Answer:
    """What the engine keeps of a request while it runs. Owned by the engine's thread once it is submitted.

    Args:
        request: a checked request.
        limit: the most tokens, prompt included, that it may come to.
        end_ids: the token ids that end it.
        control_ids: the control tokens' ids, whose text stop strings match as a whole or not at all.
        detokenizer: a fresh one.
        vocab_size: the logits' width.
        stream: where its outputs go.
    """

    def __init__(
        self,
        request: Request,
        *,
        limit: int,
        end_ids: Collection[int],
        detokenizer: Detokenizer,
        vocab_size: int,
        stream: Stream,
        control_ids: Container[int] = (),
    ) -> None:
        self.sampling = request.sampling
        self.stop_ids = tuple(sorted(i for i in end_ids if 0 <= i < vocab_size))
        """The end tokens that can be drawn."""
        self.stream = stream
        self.sequence = Sequence(list(request.prompt_ids), limit=limit, priority=request.priority)
        self.sampler = Sampler(
            request.sampling,
            prompt_ids=request.prompt_ids,
            vocab_size=vocab_size,
            end_ids=end_ids,
            grammar=request.grammar,
        )
        self._end_ids = frozenset(end_ids)
        self._control_ids = control_ids
        self._detokenizer = detokenizer
        self._stops = StopStrings(request.sampling.stop)
        self._stop_after = request.sampling.stop_after
        self._lap_s = time.monotonic()

    @property
    def finished(self) -> bool:
        """True once the request has left the scheduler."""
        return self.sequence.state is State.FINISHED

    def lap_s(self) -> float:
        """Seconds since this was last asked, or since the request came."""
        before, self._lap_s = self._lap_s, time.monotonic()
        return self._lap_s - before

    def output(self, draw: Draw) -> TokenOutput:
        """What the newest token, already appended to the sequence, adds for the consumer.

        A character that `max_tokens` or an end token leaves incomplete is dropped, in streams and whole answers alike.
        """
        text, reason = self._text(draw.token_id)
        return TokenOutput(
            token_ids=(draw.token_id,),
            text=text,
            usage=self.usage,
            logprobs=() if draw.logprobs is None else (draw.logprobs,),
            finish_reason=reason,
        )

    @property
    def usage(self) -> Usage:
        """Tokens so far; the ending stop token counts."""
        sequence = self.sequence
        return Usage(sequence.prompt_tokens, sequence.generated, sequence.cached_tokens)

    def _text(self, token_id: int) -> tuple[str, FinishReason | None]:
        if token_id in self._end_ids:
            return self._stops.flush(), "stop"
        text, stopped = self._pushed(token_id)
        if stopped:
            return text, "stop"
        if len(self.sequence.tokens) >= self.sequence.limit:
            return text + self._stops.flush(), "length"
        return text, None

    def _pushed(self, token_id: int) -> tuple[str, bool]:
        text = self._detokenizer.push(token_id)
        if self._stop_after is not None:
            if token_id == self._stop_after:
                self._stop_after = None
            return text, False
        return self._stops.push_control(text) if token_id in self._control_ids else self._stops.push(text)
