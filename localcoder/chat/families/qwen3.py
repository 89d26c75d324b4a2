"""Qwen3 and others in the Hermes manner: reasoning in `<think>`, each call as JSON in `<tool_call>`."""

from __future__ import annotations

from localcoder.chat.families.tagged import TaggedParser


class Qwen3Parser(TaggedParser):
    """Parses one reply of a model that writes calls as `<tool_call>{"name": .., "arguments": {..}}</tool_call>`."""
