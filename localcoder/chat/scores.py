"""The probabilities of an answer's tokens, brought to the text that they belong to."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from localcoder.chat.family import Family
from localcoder.chat.model import ChatEvent, ScoredToken, TextDelta, TokenChoice
from localcoder.engine.request import PositionLogprobs, TokenLogprob, TokenOutput
from localcoder.engine.tokenizer import Tokenizer


class TextScores:
    """Takes each token of a reply and lets go of its probability when the first character of the token comes out.

    So what a stop string holds back holds its tokens back as well, and what it cuts off cuts them off. Tokens of the
    reasoning and of calls, and all control tokens, are left out.
    """

    def __init__(self, tokenizer: Tokenizer, family: Family) -> None:
        self._tokenizer = tokenizer
        self._controls = frozenset(tokenizer.control_tokens.values())
        self._calls_open = tokenizer.control_tokens.get(family.calls_open)
        self._calls_close = tokenizer.control_tokens.get(family.calls_close)
        self._detokenizer = tokenizer.detokenizer()
        self._characters = 0
        self._shown = 0
        self._in_call = False
        self._has_text = False
        self._waiting: deque[tuple[int, TokenChoice]] = deque()
        self._ready: list[TokenChoice] = []

    def count(self, output: TokenOutput, *, in_reasoning: bool) -> None:
        """Take one step's tokens and the text that it let out."""
        for token_id, position in zip(output.token_ids, output.logprobs, strict=True):
            start = self._characters
            self._characters += len(self._detokenizer.push(token_id))
            if token_id in self._controls:
                self._in_call = token_id == self._calls_open or (self._in_call and token_id != self._calls_close)
            elif not (in_reasoning or self._in_call):
                self._waiting.append((start, self._choice(position)))
        self._shown += len(output.text)
        while self._waiting and self._waiting[0][0] < self._shown:
            self._ready.append(self._waiting.popleft()[1])

    def attach(self, events: Sequence[ChatEvent], *, last: bool) -> list[ChatEvent]:
        """`events` with what is ready, at their last text; at the reply's end without one, at an empty text.

        A reply without any text has none to report: what came was a call that no control token had announced.
        """
        attached = list(events)
        texts = [index for index, event in enumerate(attached) if isinstance(event, TextDelta)]
        self._has_text = self._has_text or bool(texts)
        if not self._ready or not (texts or (last and self._has_text)):
            return attached
        ready, self._ready = tuple(self._ready), []
        match attached[texts[-1]] if texts else None:
            case TextDelta(text):
                attached[texts[-1]] = TextDelta(text, ready)
            case _:
                attached.append(TextDelta("", ready))
        return attached

    def _choice(self, position: PositionLogprobs) -> TokenChoice:
        return TokenChoice(self._scored(position.chosen), tuple(map(self._scored, position.top)))

    def _scored(self, token: TokenLogprob) -> ScoredToken:
        return ScoredToken(self._tokenizer.token_bytes(token.token_id), token.logprob)
