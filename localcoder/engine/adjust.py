"""What a request's penalties, bias, grammar and min_tokens make of the model's logits."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import torch

from localcoder.engine.request import SamplingParams
from localcoder.engine.upload import upload

_BIT_OF_BYTE = torch.arange(8, dtype=torch.uint8)


class Adjustments:
    """Changes one request's logits on the device where they are, without waiting for it.

    The state is what the penalties need to know of the tokens so far; it lies on the device of the newest logits.
    """

    def __init__(
        self, params: SamplingParams, *, prompt_ids: Sequence[int], vocab_size: int, end_ids: Sequence[int]
    ) -> None:
        self._params = params
        self._counts: Counter[int] = Counter()
        self._deductions: torch.Tensor | None = None
        if params.presence_penalty or params.frequency_penalty:
            self._deductions = torch.zeros(vocab_size)
        self._factors: torch.Tensor | None = None
        if params.repetition_penalty != 1.0:
            self._factors = torch.ones(vocab_size)
            self._factors[torch.tensor(prompt_ids, dtype=torch.long)] = params.repetition_penalty
        bias = {i: value for i, value in params.logit_bias.items() if i < vocab_size}
        self._bias_ids = torch.tensor(list(bias), dtype=torch.long)
        self._bias = torch.tensor(list(bias.values()), dtype=torch.float32)
        self._end_ids = torch.tensor(end_ids, dtype=torch.long)
        self._bits = _BIT_OF_BYTE
        self._device = self._bits.device

    @property
    def always(self) -> bool:
        """True if `apply` changes logits even without a mask and with the end open."""
        return self._deductions is not None or self._factors is not None or len(self._bias) > 0

    def note(self, token_id: int) -> None:
        """Count `token_id` as a token of the answer."""
        params = self._params
        if self._deductions is not None:
            self._counts[token_id] += 1
            deduction = params.presence_penalty + params.frequency_penalty * self._counts[token_id]
            self._deductions[token_id].fill_(deduction)
        if self._factors is not None:
            self._factors[token_id].fill_(params.repetition_penalty)

    def apply(self, raw: torch.Tensor, *, mask: bytes | None, closed: bool) -> torch.Tensor:
        """The logits to draw from, float32 [vocab_size], in this order.

        Repetition penalty (prompt and answer), presence and frequency penalty (answer), bias, the grammar's mask, no
        end while `closed` unless nothing but the end may follow.

        Args:
            raw: the model's logits, float32 [vocab_size]; not changed.
            mask: a bit for each token, least significant first, at least vocab_size of them; None without a grammar.
            closed: the answer must not end yet.
        """
        self._move_to(raw.device)
        logits = raw
        if self._factors is not None:
            logits = torch.where(logits > 0, logits / self._factors, logits * self._factors)
        if self._deductions is not None:
            logits = logits - self._deductions
        if len(self._bias):
            logits = logits.index_add(0, self._bias_ids, self._bias)
        if mask is not None:
            packed = upload(torch.frombuffer(bytearray(mask), dtype=torch.uint8), raw.device)
            allowed = (packed[:, None] >> self._bits & 1).flatten()[: len(raw)]
            logits = logits.masked_fill(allowed == 0, -math.inf)
        if closed and len(self._end_ids):
            endless = logits.index_fill(0, self._end_ids, -math.inf)
            logits = torch.where(endless.max() == -math.inf, logits, endless)
        return logits

    def _move_to(self, device: torch.device) -> None:
        if device == self._device:
            return
        self._device = device
        self._bits = upload(self._bits, device)
        self._end_ids = upload(self._end_ids, device)
        self._bias_ids = upload(self._bias_ids, device)
        self._bias = upload(self._bias, device)
        if self._deductions is not None:
            self._deductions = upload(self._deductions, device)
        if self._factors is not None:
            self._factors = upload(self._factors, device)
