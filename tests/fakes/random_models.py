"""Tiny models with random weights that converse: every family with its tokens and a template in its format."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from localcoder.engine.models import POCKET_DIRECTORY
from tests.chat.conftest import LLAMA_TOKENS, NORTH_TOKENS, QWEN_TAGS, QWEN_TOKENS, write_tokenizer
from tests.fakes.checkpoints import write_checkpoint

_QWEN_TEMPLATE = """\
{%- for message in messages -%}
{{ '<|im_start|>' + message.role + '\n' }}
{%- if message.reasoning_content %}{{ '<think>\n' + message.reasoning_content + '\n</think>\n\n' }}{% endif -%}
{{ message.content or '' }}
{%- for call in message.tool_calls or [] -%}
CALL
{%- endfor -%}
{{ '<|im_end|>\n' }}
{%- endfor -%}
{%- if add_generation_prompt -%}
{{ '<|im_start|>assistant\n' }}{{ '<think>\n' if reasoning else '<think>\n\n</think>\n\n' }}
{%- endif -%}
"""
_JSON_CALL = "{{ '<tool_call>\\n' + (call.function | tojson) + '\\n</tool_call>' }}"
_XML_CALL = "{{ '<tool_call>\\n<function=' + call.function.name + '>\\n</function>\\n</tool_call>' }}"
_LLAMA_TEMPLATE = """\
{{- bos_token -}}
{%- for message in messages -%}
{{ '<|start_header_id|>' + message.role + '<|end_header_id|>\n\n' + (message.content | trim) + '<|eot_id|>' }}
{%- endfor -%}
{%- if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif -%}
"""

TEMPLATES = {
    "cohere2_moe": (POCKET_DIRECTORY / "chat_template.jinja").read_text(encoding="utf-8"),
    "llama": _LLAMA_TEMPLATE,
    "qwen3": _QWEN_TEMPLATE.replace("CALL", _JSON_CALL),
    "qwen3_moe": _QWEN_TEMPLATE.replace("CALL", _XML_CALL),
}
"""The Qwen of experts speaks like Qwen3-Coder."""
TOKENS: dict[str, tuple[list[str], list[str], str]] = {
    "cohere2_moe": (NORTH_TOKENS, [], "<|END_OF_TURN_TOKEN|>"),
    "llama": (LLAMA_TOKENS, [], "<|eot_id|>"),
    "qwen3": (QWEN_TOKENS, QWEN_TAGS, "<|im_end|>"),
    "qwen3_moe": (QWEN_TOKENS, QWEN_TAGS, "<|im_end|>"),
}
"""Control tokens, tags, and the token that ends a turn."""


def write_random_model(folder: Path, family: str, **changes: Any) -> None:
    """Write a model whose tokens are bytes and control tokens, with a few rows more in its logits than tokens."""
    special, tags, end = TOKENS[family]
    tokenizer = write_tokenizer(folder, special, tags)
    end_id = tokenizer.control_tokens[end]
    # Untied, for a model that only repeats its last token would tell little.
    settings = {"vocab_size": tokenizer.vocab_size + 5, "eos_token_id": end_id, "seed": 1, "tie_word_embeddings": False}
    write_checkpoint(folder, family, **settings | changes)
    (folder / "chat_template.jinja").write_text(TEMPLATES[family], encoding="utf-8")
    shutil.copy(POCKET_DIRECTORY / "localcoder.json", folder)
