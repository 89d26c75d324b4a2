"""Which format a model converses in, found from its tokens, its template and its type."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from localcoder.chat.call_formats import LlamaFormat, NorthFormat, TaggedFormat, XmlFormat
from localcoder.chat.families import llama3, north, qwen3, qwen3_coder, tagged
from localcoder.chat.messages import ToolSpec
from localcoder.chat.parsing import NewId, ReplyParser, random_call_id
from localcoder.chat.reply_rules import ReplyFormat
from localcoder.chat.template import template_source
from localcoder.engine.tokenizer import Tokenizer


class NewParser(Protocol):
    """A parser's constructor."""

    def __call__(
        self,
        *,
        in_reasoning: bool,
        tools: Sequence[ToolSpec] = (),
        controls: Iterable[str] = (),
        new_id: NewId = random_call_id,
        continues: bool = False,
    ) -> ReplyParser:
        """A parser for one reply; one that `continues` goes on in a text that the prompt has begun."""
        ...


@dataclass(frozen=True, slots=True)
class Family:
    """A conversation format.

    `ends`: control tokens that end a reply besides the model's own end tokens. `style`: how it writes what a request
    asks for. Between `calls_open` and `calls_close` stand calls.
    """

    name: str
    new_parser: NewParser
    ends: tuple[str, ...]
    style: ReplyFormat
    calls_open: str
    calls_close: str = ""
    reasoning_opens: str = ""
    reasoning_closes: str = ""


_TAGS = (tagged.TOOL_CALL, tagged.END_TOOL_CALL, tagged.THINK, tagged.END_THINK)
NORTH = Family(
    "north",
    north.NorthParser,
    north.ENDS,
    NorthFormat(),
    north.START_ACTION,
    north.END_ACTION,
    north.START_THINKING,
    north.END_THINKING,
)
QWEN3 = Family("qwen3", qwen3.Qwen3Parser, tagged.ENDS, TaggedFormat(), *_TAGS)
QWEN3_CODER = Family("qwen3_coder", qwen3_coder.Qwen3CoderParser, tagged.ENDS, XmlFormat(), *_TAGS)
LLAMA3 = Family("llama3", llama3.Llama3Parser, llama3.ENDS, LlamaFormat(), llama3.PYTHON_TAG)

_BY_MODEL_TYPE = {
    "cohere2_moe": NORTH,
    "qwen3": QWEN3,
    "qwen3_moe": QWEN3,
    "llama": LLAMA3,
}


def family_for(directory: Path, tokenizer: Tokenizer) -> Family:
    """The family of the model in `directory`.

    Tokens and template decide, for many models borrow another family's architecture; the type decides where they say
    nothing. Unknown types get `qwen3`, whose tags most models with tool calls use.

    Raises:
        UsageError: the model has no chat template.
    """
    source, _ = template_source(directory)
    controls = tokenizer.control_tokens
    if north.START_ACTION in controls:
        return NORTH
    if "<function=" in source:
        return QWEN3_CODER
    if tagged.TOOL_CALL in source or tagged.THINK in source:
        return QWEN3
    if llama3.PYTHON_TAG in controls or "<|start_header_id|>" in controls:
        return LLAMA3
    return _BY_MODEL_TYPE.get(_model_type(directory), QWEN3)


def _model_type(directory: Path) -> str:
    try:
        config = json.loads((directory / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return ""
    return str(config.get("model_type", "")) if isinstance(config, dict) else ""
