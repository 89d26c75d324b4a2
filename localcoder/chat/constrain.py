"""Constrained decoding: masks that let a model write only what the rules of a reply allow."""

from __future__ import annotations

import json
import math
import re
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, Literal, NoReturn

from llguidance import LLMatcher, LLParserLimits, LLTokenizer, TokenizerWrapper

from localcoder.chat.lark import with_layout
from localcoder.chat.model import OptionRefused
from localcoder.chat.references import endless_reference, objects_within
from localcoder.engine.request import Grammar
from localcoder.engine.tokenizer import Tokenizer

_SCHEMA_ERROR = "failed to compile JSON schema: "
_LIMITS = LLParserLimits(verbose_errors=False)
_MOST_OPTIONAL = _LIMITS.max_items_in_row // 4
"""Properties in a row that may be left out: each may come next, and takes four of the items that a place may have."""
_BEYOND_LIMITS = re.compile(
    r"panic: |schema too large|too big \(limit|Too many items \(limit|row has \d+ items; max"
    r"|too many (states|expressions)|fuel (exhausted|exceeded)"
)
"""What llguidance says where a grammar is too much for it."""
_NO_WAY_ON = "NoExtension"
_MOST_REMAINDERS = 20_000
"""States of the automaton that divides by a `multipleOf`; making them takes 30 us each, with no way to stop it."""


class Constrainer:
    """Makes masks for one model's vocabulary, which is prepared when the first grammar needs it. Thread-safe.

    Args:
        tokenizer: the model's.
        vocab_size: the width of its logits, which the masks have too.
        end_ids: the tokens that end a reply.
        opens: the token that opens the reasoning, if there is one.
        closes: the token that closes it.
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        *,
        vocab_size: int,
        end_ids: Collection[int],
        opens: int | None = None,
        closes: int | None = None,
    ) -> None:
        self._tokenizer = tokenizer
        self._vocab_size = vocab_size
        self._ends = sorted(end_ids)
        self._opens = opens
        self._closes = closes
        self._preparing = threading.Lock()
        self._prepared: LLTokenizer | None = None
        self._thoughts = self._mask_of_thoughts()

    def check(self, schema: Mapping[str, Any], option: str) -> None:
        """Raise OptionRefused, which blames `option`, if no grammar can be made of a JSON schema.

        What a grammar cannot do only shows where it is used: so the schema's is made and its value begun.
        """
        try:
            grammar = LLMatcher.grammar_from_json_schema(json.dumps(with_layout(schema), allow_nan=False))
            if _common_multiple(schema) > _MOST_REMAINDERS:
                raise ValueError("a multipleOf of so many digits takes too long to check")
            if (reference := endless_reference(schema)) is not None:
                raise ValueError(f"the reference {reference} leads back to itself")
            if (count := _most_optional(schema)) > _MOST_OPTIONAL:
                raise ValueError(f"{count} properties in a row may be left out; {_MOST_OPTIONAL} is the most")
        except ValueError as error:
            raise _unenforceable(option, str(error)) from None
        matcher = self._begun(grammar, option)
        matcher.try_consume_tokens(self._tokenizer.encode_text("{"))
        if matcher.is_error():
            raise _unenforceable(option, matcher.get_error())

    def grammar(
        self,
        source: str,
        *,
        reasoning: Literal["open", "possible", "over"],
        written: Sequence[int] = (),
        answers: bool = True,
    ) -> ReplyGrammar:
        """The grammar of one reply.

        Args:
            source: what may come once the reasoning is over, in Lark.
            reasoning: whether the prompt has opened it, the model may open it, or it is over.
            written: tokens of the text that the prompt holds already.
            answers: whether a schema of the answer is in it, rather than calls alone.

        Raises:
            OptionRefused: the grammar is too complex, or the text in the prompt does not fit it.
        """
        option = "answer_schema" if answers else "tools"
        matcher = self._begun(LLMatcher.grammar_from_lark(source), option)
        taken = matcher.try_consume_tokens(list(written))
        if matcher.is_error():
            raise _unenforceable(option, matcher.get_error())
        if taken < len(written):
            raise OptionRefused("messages", "end in an answer that is not the beginning of what the schema asks for")
        if reasoning == "possible" and self._opens is None:
            reasoning = "over"
        return ReplyGrammar(
            matcher, self._thoughts, reasoning, option, opens=self._opens, closes=self._closes, ends=self._ends
        )

    def anything_but(self, token_id: int) -> Grammar:
        """What lets a reply be anything without this token."""
        mask = bytearray(b"\xff" * -(-self._vocab_size // 8))
        mask[token_id >> 3] &= ~(1 << (token_id & 7))
        return _AnythingBut(bytes(mask))

    def prepare(self) -> None:
        """Make ready what the first grammar would have to wait for; while that lasts, other threads stand still."""
        self._vocabulary()

    def _begun(self, grammar: str, option: str) -> LLMatcher:
        """A grammar at its beginning. OptionRefused, which blames `option`, where that is beyond the limits already."""
        matcher = LLMatcher(self._vocabulary(), grammar, log_level=0, limits=_LIMITS)
        matcher.compute_bitmask()
        if matcher.is_error():
            raise _unenforceable(option, matcher.get_error())
        return matcher

    def _mask_of_thoughts(self) -> bytes:
        """Every token but the control tokens, of which only the one that closes the reasoning may come in it."""
        mask = bytearray(-(-self._vocab_size // 8))
        tokens = min(self._tokenizer.vocab_size, self._vocab_size)
        mask[: tokens // 8] = b"\xff" * (tokens // 8)
        for token_id in range(tokens // 8 * 8, tokens):
            _set_bit(mask, token_id)
        for token_id in (*self._tokenizer.control_tokens.values(), *self._ends):
            if token_id < self._vocab_size:
                mask[token_id >> 3] &= ~(1 << (token_id & 7))
        if self._closes is not None:
            _set_bit(mask, self._closes)
        return bytes(mask)

    def _vocabulary(self) -> LLTokenizer:
        with self._preparing:
            if self._prepared is None:
                words = _Words(self._tokenizer, self._vocab_size, self._ends)
                self._prepared = LLTokenizer(
                    TokenizerWrapper(words), n_vocab=self._vocab_size, eos_token=self._ends or None
                )
            return self._prepared


class ReplyGrammar:
    """`localcoder.engine.request.Grammar` of one reply: free in its reasoning, bound by a grammar behind it.

    The reasoning can only be left by the token that closes it: a reply that ended in it would have no answer. `option`
    is to blame where a schema turns out to be too much.
    """

    def __init__(
        self,
        matcher: LLMatcher,
        thoughts: bytes,
        reasoning: Literal["open", "possible", "over"],
        option: str,
        *,
        opens: int | None,
        closes: int | None,
        ends: Collection[int],
    ) -> None:
        self._matcher = matcher
        self._thoughts = thoughts
        self._reasoning = reasoning
        self._option = option
        self._opens = opens
        self._closes = closes
        self._ends = frozenset(ends)

    @property
    def free(self) -> bool:
        """See `Grammar.free`: in its reasoning a reply may be anything but ended."""
        return self._reasoning == "open"

    def allowed(self) -> bytes:
        """See `Grammar.allowed`. Raises ValueError where nothing can be said any more; see `_fail`."""
        if self._reasoning == "open":
            return self._thoughts
        mask: bytes = self._matcher.compute_bitmask()
        if self._matcher.is_error():
            self._fail()
        if self._reasoning == "possible" and self._opens is not None:
            opened = bytearray(mask)
            _set_bit(opened, self._opens)
            return bytes(opened)
        return mask

    def advance(self, token_id: int) -> None:
        """See `Grammar.advance`. Raises ValueError where the token is not taken; see `_fail`."""
        if self._reasoning == "open":
            if token_id == self._closes:
                self._reasoning = "over"
        elif self._reasoning == "possible" and token_id == self._opens:
            self._reasoning = "open"
        else:
            self._reasoning = "over"
            if token_id not in self._ends and not self._matcher.consume_token(token_id):
                self._fail()

    def _fail(self) -> NoReturn:
        """Raise what the matcher's error is.

        Where it is the fault of a schema, and only shows now, its cause is the OptionRefused that tells its sender so.
        """
        message = self._matcher.get_error()
        blamed = _BEYOND_LIMITS.search(message) or message.startswith(_NO_WAY_ON)
        raise ValueError(_reason(message)) from (_unenforceable(self._option, message) if blamed else None)


class _AnythingBut:
    """A grammar of one mask: always free, so it costs a look at each token and nothing else."""

    free = True

    def __init__(self, mask: bytes) -> None:
        self._mask = mask

    def allowed(self) -> bytes:
        """See `Grammar.allowed`."""
        return self._mask

    def advance(self, token_id: int) -> None:
        """See `Grammar.advance`."""


class _Words:
    """A vocabulary in the form that llguidance reads."""

    bos_token_id = None

    def __init__(self, tokenizer: Tokenizer, vocab_size: int, ends: Sequence[int]) -> None:
        self._tokenizer = tokenizer
        self.eos_token_id = ends[0] if ends else 0
        self.special_token_ids = sorted({*tokenizer.control_tokens.values(), *ends})
        self.tokens = [tokenizer.token_bytes(token_id) for token_id in range(vocab_size)]

    def __call__(self, text: str | bytes) -> list[int]:
        return self._tokenizer.encode_text(text if isinstance(text, str) else text.decode("utf-8", "replace"))


def _set_bit(mask: bytearray, token_id: int) -> None:
    """Masks have the bit of the least token first."""
    mask[token_id >> 3] |= 1 << (token_id & 7)


def _unenforceable(option: str, message: str) -> OptionRefused:
    return OptionRefused(option, f"cannot be enforced: {_reason(message)}")


def _reason(message: str) -> str:
    """The sentence in a message of llguidance, without the place in a grammar that nobody here has written."""
    _, found, behind = message.partition(_SCHEMA_ERROR)
    text = (behind if found else message).partition("\n   1 |")[0].partition("<state>")[0].partition("<backtrace>")[0]
    if _BEYOND_LIMITS.search(text):
        return "it is too large or too complex"
    if text.startswith(_NO_WAY_ON):
        return "no value fits it"
    return " ".join(text.split())[:500].rstrip(".")


def _common_multiple(schema: Any) -> int:
    """The least common multiple of all `multipleOf` within `schema`, counted in the least unit that they share."""
    found = [Fraction(str(value)) for value in _divisors(schema)]
    denominator = math.lcm(*(value.denominator for value in found))
    return math.lcm(*(int(value * denominator) for value in found))


def _divisors(schema: Any) -> Iterator[int | float]:
    match schema:
        case Mapping():
            for key, value in schema.items():
                if key == "multipleOf" and type(value) in (int, float):
                    yield value
                yield from _divisors(value)
        case list():
            for value in schema:
                yield from _divisors(value)
        case _:
            pass


def _most_optional(schema: Any) -> int:
    """The most properties in a row, of one object within `schema`, that may be left out."""
    most = 0
    for node in objects_within(schema):
        properties, required = node.get("properties"), node.get("required")
        if isinstance(properties, Mapping):
            needed = {name for name in required if isinstance(name, str)} if isinstance(required, list) else set()
            runs = groupby(properties, key=needed.__contains__)
            most = max([most, *(sum(1 for _ in run) for is_needed, run in runs if not is_needed)])
    return most
