"""From the prompts of a text completion to the token ids that the model continues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

from localcoder.engine.tokenizer import Tokenizer
from localcoder.server.completions_infill import Infill, find_infill
from localcoder.server.completions_request import CompletionRequest, RawPrompt
from localcoder.server.errors import ApiError, invalid, unsupported

_CHARACTERS_PER_TOKEN = 8
"""Texts with fewer characters for each token that fits are encoded whole."""
_STRETCH_CHARACTERS = 65_536


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt that fits the model: its ids, of which the first `begin` stand for nothing in `text`."""

    ids: tuple[int, ...]
    text: str
    begin: int = 0


class PromptReader:
    """Makes the prompts of one model.

    A prompt is the model's raw input, so the literal text of a control token stands for it. With a suffix, prefix and
    suffix are somebody's text, between marks that only the server sets: there it does not.
    """

    def __init__(self, tokenizer: Tokenizer, *, vocab_size: int, context_tokens: int) -> None:
        self.tokenizer = tokenizer
        self.vocab_size = vocab_size
        self.context_tokens = context_tokens
        self.infill = find_infill(tokenizer.control_tokens)

    def prompts(self, asked: CompletionRequest) -> list[Prompt]:
        """All prompts of a request, in order.

        Raises:
            ApiError: 400, one is too long, or has ids that the model does not know, or the model has no infilling.
        """
        infill = self.infill
        if asked.suffix and infill is None:
            raise unsupported("suffix", "is not possible here: this model has no fill-in-the-middle tokens")
        batch = len(asked.prompts) > 1
        return [
            self._prompt(raw, asked, infill, f"prompt.{index}" if batch else "prompt")
            for index, raw in enumerate(asked.prompts)
        ]

    def check_ids(self, ids: Sequence[int], field: str) -> None:
        """Refuse ids outside of the vocabulary."""
        if min(ids) >= 0 and max(ids) < self.vocab_size:
            return
        index = next(index for index, token_id in enumerate(ids) if not 0 <= token_id < self.vocab_size)
        raise invalid(f"{field}.{index}", f"is outside of the vocabulary, which has the ids 0..{self.vocab_size - 1}")

    def text_ids(self, text: str, *, begins: bool) -> tuple[list[int], int]:
        """The ids of a raw text, and how many of them were put before it. It never gets a second begin token."""
        ids = self.tokenizer.encode_with_controls(text)
        begin = list(self.tokenizer.begin_ids) if begins else []
        if not begin or ids[: len(begin)] == begin:
            return ids, 0
        return begin + ids, len(begin)

    def _prompt(self, raw: RawPrompt, asked: CompletionRequest, infill: Infill | None, field: str) -> Prompt:
        limit = self.context_tokens - min(asked.max_tokens, 1)
        for given in (raw, asked.suffix):
            self._refuse_overlong(given, limit, field)
        if not isinstance(raw, str):
            self.check_ids(raw, field)
        if asked.suffix:
            assert infill is not None
            prompt = self._infilled(raw, asked, infill)
        elif isinstance(raw, str):
            prompt = self._written(raw, asked.begins, field)
        else:
            prompt = Prompt(raw, self.tokenizer.decode(raw) if asked.echo else "")
        if len(prompt.ids) > limit:
            raise self.too_long(len(prompt.ids), field)
        return prompt

    def _infilled(self, raw: RawPrompt, asked: CompletionRequest, infill: Infill) -> Prompt:
        encode = self.tokenizer.encode_text
        prefix = encode(raw) if isinstance(raw, str) else raw
        begin = self.tokenizer.begin_ids if asked.begins else ()
        return Prompt((*begin, *infill.prompt(prefix, encode(asked.suffix))), "")

    def _written(self, text: str, begins: bool, field: str) -> Prompt:
        ids, begin = self.text_ids(text, begins=begins)
        if not ids and self.tokenizer.bos_id is not None:
            ids, begin = [self.tokenizer.bos_id], 1
        if not ids:
            raise invalid(field, "is empty, and this model has no begin token to start from")
        return Prompt(tuple(ids), text, begin)

    def _refuse_overlong(self, text: RawPrompt, limit: int, field: str) -> None:
        """Refuse what is far too long before all of it is encoded, which takes half a second a megabyte."""
        if not isinstance(text, str):
            if len(text) > limit:
                raise self.too_long(len(text), field)
            return
        if len(text) <= limit * _CHARACTERS_PER_TOKEN:
            return
        counted = 0
        for start in range(0, len(text), _STRETCH_CHARACTERS):
            counted += len(self.tokenizer.encode_text(text[start : start + _STRETCH_CHARACTERS]))
            if counted > limit * 1.25 + 100:
                seen = min(start + _STRETCH_CHARACTERS, len(text))
                raise self.too_long(round(counted * len(text) / seen), field)

    def too_long(self, tokens: int, field: str = "prompt") -> ApiError:
        """What a client is told whose prompt leaves no room in the context."""
        message = (
            f"This model's maximum context length is {self.context_tokens} tokens, but `{field}` has {tokens} tokens. "
            "Shorten it."
        )
        return ApiError(HTTPStatus.BAD_REQUEST, message, param=field, code="context_length_exceeded")
