"""What fills the model's context, by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from localcoder.agent.attached import own_words
from localcoder.agent.compaction import Prompt, is_summary
from localcoder.agent.context import reply_reserve
from localcoder.agent.instructions import told_characters
from localcoder.agent.prompting import AGENTS_FILE
from localcoder.chat.messages import Message

KINDS = ("system prompt", AGENTS_FILE, "tools", "summary", "your messages", "attached", "answers", "calls", "results")
INSTRUCTIONS_HEAD = "\n# Instructions from "
"""How the system prompt goes over to what an AGENTS.md says."""


@dataclass(frozen=True, slots=True)
class ContextUse:
    """Tokens of the next prompt by kind (those of `KINDS` that occur, in that order), and what it may have.

    The sum is exact where the model counts exactly; messages share theirs by their length.
    """

    parts: tuple[tuple[str, int], ...]
    context_tokens: int
    reserve_tokens: int

    @property
    def used_tokens(self) -> int:
        """Tokens of the next prompt, without what will be said in it."""
        return sum(tokens for _, tokens in self.parts)

    @property
    def rest(self) -> tuple[tuple[str, int], tuple[str, int]]:
        """What of the context is kept for the reply, and what is free."""
        free = max(0, self.context_tokens - self.used_tokens - self.reserve_tokens)
        return ("kept for the reply", self.reserve_tokens), ("free", free)


def context_use(prompt: Prompt, messages: Sequence[Message]) -> ContextUse:
    """What the next prompt consists of, where `messages` are the conversation. Counts tokens: not for every frame."""
    nothing = Message("user", "")
    model, system = prompt.model, prompt.system
    base = model.count_tokens([system, nothing])
    with_tools = max(base, model.count_tokens([system, nothing], prompt.tools))
    total = max(with_tools, prompt.tokens(messages)) if messages else with_tools
    text, _, instructions = system.content.partition(INSTRUCTIONS_HEAD)
    tokens = _shared(base, {"system prompt": len(text), AGENTS_FILE: len(instructions)})
    tokens["tools"] = with_tools - base
    tokens.update(_shared(total - with_tools, _characters(messages)))
    parts = tuple((kind, tokens[kind]) for kind in KINDS if tokens[kind])
    return ContextUse(parts, model.context_tokens, reply_reserve(model.context_tokens))


def _characters(messages: Sequence[Message]) -> Counter[str]:
    found: Counter[str] = Counter()
    for message in messages:
        if message.role == "tool":
            told = told_characters(message.content)
            found["results"] += len(message.content) - told
            found[AGENTS_FILE] += told
        elif message.role == "assistant":
            found["answers"] += len(message.content)
            found["calls"] += sum(len(call.name) + len(call.arguments) for call in message.tool_calls)
        elif is_summary(message):
            found["summary"] += len(message.content)
        else:
            own = len(own_words(message.content))
            found["your messages"] += own
            found["attached"] += len(message.content) - own
    return found


def _shared(tokens: int, weights: Mapping[str, int]) -> Counter[str]:
    """`tokens` shared by `weights`, such that the shares add up to it; all to the first where no weight is above 0."""
    shares: Counter[str] = Counter()
    left, weight_left = tokens, sum(weights.values())
    for kind, weight in weights.items():
        shares[kind] = round(left * weight / weight_left) if weight_left else left
        left -= shares[kind]
        weight_left -= weight
    return shares
