"""Writing replies at random under a grammar's masks, as a model that knows nothing would."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import jsonschema

from localcoder.chat.constrain import Constrainer, ReplyGrammar
from localcoder.chat.family import LLAMA3, NORTH, QWEN3, QWEN3_CODER, Family
from localcoder.chat.json_stream import parse_json
from localcoder.chat.messages import ToolSpec
from localcoder.chat.model import ChatEvent, ReplyOptions
from localcoder.chat.reply_rules import rules_for, write_grammar
from localcoder.engine.tokenizer import Tokenizer
from tests.chat.streams import calls

FAMILIES: dict[str, Family] = {"north": NORTH, "qwen": QWEN3, "coder": QWEN3_CODER, "llama": LLAMA3}
ENDS = {"north": "<|END_OF_TURN_TOKEN|>", "qwen": "<|im_end|>", "coder": "<|im_end|>", "llama": "<|eot_id|>"}
BEYOND = 5
"""Logits beyond the last token."""


class Speaker:
    """A family with a tokenizer of its kind."""

    def __init__(self, name: str, tokenizer: Tokenizer) -> None:
        self.name = name
        self.family = FAMILIES[name]
        self.tokenizer = tokenizer
        controls = tokenizer.control_tokens
        self.end = controls[ENDS[name]]
        self.vocab_size = tokenizer.vocab_size + BEYOND
        self.constrainer = Constrainer(
            tokenizer,
            vocab_size=self.vocab_size,
            end_ids=[self.end],
            opens=controls.get(self.family.reasoning_opens),
            closes=controls.get(self.family.reasoning_closes),
        )

    def grammar(
        self, tools: Sequence[ToolSpec] = (), *, reasoning: Any = "over", written: str = "", **options: Any
    ) -> ReplyGrammar:
        """What `LocalChatModel` would give to the engine."""
        rules = rules_for(tools, ReplyOptions(**options), continues=bool(written))
        assert rules is not None
        if rules.answer is not None:
            self.constrainer.check(rules.answer, "answer_schema")
        for rule in rules.calls:
            self.constrainer.check(rule.object_schema(), rule.option)
        source = write_grammar(rules, self.family.style, self.tokenizer.control_tokens)
        begun = self.tokenizer.encode_text(written) if rules.answer is not None else ()
        return self.constrainer.grammar(source, reasoning=reasoning, written=begun)

    def allowed(self, grammar: ReplyGrammar) -> list[int]:
        mask = grammar.allowed()
        assert 8 * len(mask) >= self.vocab_size
        return [token for token in range(self.vocab_size) if mask[token >> 3] >> (token & 7) & 1]

    def takes(self, grammar: ReplyGrammar, text: str) -> bool:
        """Whether a reply may be exactly this text, control tokens as their texts."""
        for token in [*self.tokenizer.encode_with_controls(text), self.end]:
            if token not in self.allowed(grammar):
                return False
            grammar.advance(token)
        return True

    def babble(self, grammar: ReplyGrammar, seed: int, limit: int = 3000) -> str:
        """A reply of tokens that are drawn evenly from those allowed; ends are taken where they are possible."""
        draw = random.Random(seed)
        tokens: list[int] = []
        while len(tokens) < limit:
            allowed = self.allowed(grammar)
            assert allowed
            token = self.end if self.end in allowed else draw.choice(allowed)
            grammar.advance(token)
            if token == self.end:
                return self.tokenizer.decode(tokens)
            tokens.append(token)
        raise AssertionError(f"no end after {limit} tokens: {self.tokenizer.decode(tokens[-200:])}")

    def parsed(self, text: str, tools: Sequence[ToolSpec] = (), *, continues: bool = False) -> list[ChatEvent]:
        parser = self.family.new_parser(
            in_reasoning=False, tools=tools, controls=self.tokenizer.control_tokens, continues=continues
        )
        return [*parser.feed(text), *parser.finish()]


def check_calls(events: Sequence[ChatEvent], tools: Sequence[ToolSpec]) -> list[str]:
    """That every call is of one of `tools` and fits its schema; gives the names."""
    schemas = {tool.name: tool.parameters for tool in tools}
    named = calls(events)
    for name, arguments in named:
        jsonschema.validate(parse_json(arguments), {"type": "object", **schemas[name]})
    return [name for name, _ in named]
