"""How a model is asked for the middle of a text, where its tokenizer has tokens for that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_MARKS = (
    ("<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"),  # Qwen
    ("<fim_prefix>", "<fim_suffix>", "<fim_middle>"),  # StarCoder, Granite
    ("<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>"),  # DeepSeek
)
"""What stands before the prefix, between prefix and suffix, and behind the suffix, where the middle begins."""

_ENDS = ("<|fim_pad|>", "<|repo_name|>", "<|file_sep|>", "<|endoftext|>", "<fim_pad>", "<file_sep>", "<repo_name>")
"""Tokens of these models behind which no more of the middle comes."""


@dataclass(frozen=True, slots=True)
class Infill:
    """The token ids of one model's format; `ends` are those that end the middle."""

    before: int
    between: int
    behind: int
    ends: tuple[int, ...]

    def prompt(self, prefix: Sequence[int], suffix: Sequence[int]) -> list[int]:
        """What the model continues with the middle."""
        return [self.before, *prefix, self.between, *suffix, self.behind]


def find_infill(control_tokens: Mapping[str, int]) -> Infill | None:
    """The format of the model that has these control tokens; None if it has none."""
    for marks in _MARKS:
        if all(mark in control_tokens for mark in marks):
            before, between, behind = (control_tokens[mark] for mark in marks)
            ends = tuple(control_tokens[text] for text in (*marks, *_ENDS) if text in control_tokens)
            return Infill(before, between, behind, ends)
    return None
