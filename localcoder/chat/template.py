"""A model's chat template: from messages and tools to token ids."""

from __future__ import annotations

import functools
import json
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import jinja2

from localcoder.chat.markers import MarkerBreaker
from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.template_environment import template_environment
from localcoder.chat.template_messages import TemplateTraits, template_messages, template_tools
from localcoder.chat.template_traits import find_traits
from localcoder.engine.request import PromptTooLong
from localcoder.engine.tokenizer import Tokenizer
from localcoder.errors import LocalcoderError, UsageError

_TOKENIZER_CONFIG = "tokenizer_config.json"
_REMEMBERED_CHARACTERS = 32_768
"""Texts up to this length, which come again with each turn, are tokenized once."""
_CHARACTERS_PER_TOKEN = 8
"""Prompts with fewer characters for each token that fits are encoded whole."""
_STRETCH_CHARACTERS = 2 * _REMEMBERED_CHARACTERS


class TemplateFailed(LocalcoderError):
    """A chat template refused a conversation or broke on it."""


class ChatTemplate:
    """Renders conversations as one model's prompts. Use `load`."""

    def __init__(self, source: str, origin: str, tokenizer: Tokenizer, special_tokens: Mapping[str, str]):
        """`origin` names the file for error messages; `special_tokens` holds `bos_token` and the like."""
        self.source = source
        self.origin = origin
        self._control_tokens = tokenizer.control_tokens
        self._special_tokens = special_tokens
        self._breaker = MarkerBreaker(tokenizer.control_tokens)
        # A tokenizer without control tokens gets a pattern that never matches.
        controls = "|".join(map(re.escape, _longest_first(tokenizer.control_tokens))) or "(?!)"
        self._controls = re.compile(f"({controls})")
        self._encode_long = tokenizer.encode_text
        self._encode_short = functools.lru_cache(maxsize=512)(tokenizer.encode_text)
        try:
            self._template = template_environment().from_string(source)
        except jinja2.TemplateSyntaxError as error:
            raise UsageError(f"{origin}: line {error.lineno} of the chat template is wrong: {error.message}.") from None
        self.traits = find_traits(
            lambda messages, tools, traits: "".join(
                self._pieces(messages, tools, {"reasoning": True, "enable_thinking": True}, traits)
            )
        )

    @classmethod
    def load(cls, directory: Path, tokenizer: Tokenizer) -> ChatTemplate:
        """Take `chat_template.jinja` of a model's directory, else what its `tokenizer_config.json` holds.

        Raises:
            UsageError: there is no template, or jinja2 cannot compile it.
        """
        source, origin = template_source(directory)
        special_tokens = _special_tokens(_tokenizer_config(directory))
        if not special_tokens["bos_token"]:
            texts = {token_id: text for text, token_id in tokenizer.control_tokens.items()}
            special_tokens["bos_token"] = texts.get(tokenizer.bos_id, "") if tokenizer.bos_id is not None else ""
        return cls(source, origin, tokenizer, special_tokens)

    def render(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec] = (),
        *,
        add_generation_prompt: bool = True,
        reasoning: bool = True,
        arguments: Mapping[str, Any] | None = None,
        limit: int | None = None,
        continues: bool = False,
    ) -> list[int]:
        """The prompt's token ids. One that `continues` ends where the text of the last message does, which stays open.

        Control tokens come from the template alone; texts of messages, tools and `arguments` (further variables for
        the template) never become one, whatever they spell. What is far longer than `limit` tokens is refused before
        all of it is encoded; what is a little longer is not.

        Raises:
            TemplateFailed: the template refuses the conversation or fails on it.
            PromptTooLong: it is far longer than `limit` tokens; with an estimate of how long.
        """
        variables = {
            "reasoning": reasoning,
            "enable_thinking": reasoning,
            **(arguments or {}),
            "add_generation_prompt": add_generation_prompt,
        }
        if continues:
            pieces = self._open_pieces(messages, tools, {**variables, "add_generation_prompt": False})
        else:
            pieces = self._pieces(messages, tools, variables, self.traits)
        if limit is not None:
            self._refuse_overlong(pieces, limit)
        return [token_id for piece in pieces for token_id in self._encode(piece)]

    def _refuse_overlong(self, pieces: Sequence[str], limit: int) -> None:
        """Raise PromptTooLong if `pieces` are far longer than `limit` tokens.

        A tokenizer takes half a second and some hundred megabytes for each megabyte of text, so megabytes that cannot
        fit are counted stretch by stretch, and only until that is certain: cuts add a few tokens to each stretch.
        """
        total = sum(map(len, pieces))
        if total <= limit * _CHARACTERS_PER_TOKEN:
            return
        counted = seen = 0
        for piece in pieces:
            for start in range(0, len(piece), _STRETCH_CHARACTERS):
                stretch = piece[start : start + _STRETCH_CHARACTERS]
                counted += sum(1 for _ in self._encode(stretch))
                seen += len(stretch)
                if counted > limit * 1.25 + 100:
                    raise PromptTooLong(round(counted * total / seen), limit)

    def _encode(self, piece: str) -> Iterator[int]:
        """Control tokens by their exact texts, all else as plain text, whose encoder knows no control token."""
        for position, part in enumerate(self._controls.split(piece)):
            if position % 2:
                yield self._control_tokens[part]
            elif len(part) <= _REMEMBERED_CHARACTERS:
                yield from self._encode_short(part)
            else:
                yield from self._encode_long(part)

    def _open_pieces(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec], variables: Mapping[str, Any]
    ) -> list[str]:
        """`_pieces` up to the end of the last message's text, or of its reasoning where it has no text."""
        mark = f"end-{secrets.token_hex(16)}"
        last = messages[-1]
        if last.content:
            opened = replace(last, content=last.content + mark)
        else:
            opened = replace(last, reasoning=last.reasoning + mark)
        pieces = self._pieces([*messages[:-1], opened], tools, variables, self.traits)
        for index, piece in enumerate(pieces):
            before, found, _ = piece.partition(mark)
            if found:
                return [*pieces[:index], before]
        raise TemplateFailed(
            f"{self.origin}: the chat template does not show the last message, so nothing continues it."
        )

    def _pieces(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        variables: Mapping[str, Any],
        traits: TemplateTraits,
    ) -> list[str]:
        """The rendered text, cut wherever message text would spell a control token."""
        given = {
            **variables,
            "messages": template_messages(messages, traits),
            "tools": template_tools(tools, traits) or None,
        }
        broken, sentinel = self._breaker.break_all(given)
        try:
            text = self._template.render({"documents": None, **self._special_tokens, **broken})
        except jinja2.TemplateError as error:
            cause = " ".join(str(error).split()).rstrip(".")
            raise TemplateFailed(f"{self.origin}: the chat template refuses this conversation: {cause}.") from error
        except Exception as error:
            cause = f"{type(error).__name__}: {error}"
            raise TemplateFailed(f"{self.origin}: the chat template fails on this conversation: {cause}.") from error
        return text.split(sentinel)


def template_source(directory: Path) -> tuple[str, str]:
    """The text of a model's chat template, and the file that it stands in.

    Raises:
        UsageError: there is none, or the file cannot be read.
    """
    path = directory / "chat_template.jinja"
    if not path.is_file():
        return _configured_template(_tokenizer_config(directory), directory), str(directory / _TOKENIZER_CONFIG)
    try:
        return path.read_text(encoding="utf-8"), str(path)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: the chat template cannot be read: {error}.") from None


def _longest_first(texts: Iterable[str]) -> list[str]:
    return sorted(texts, key=lambda text: (-len(text), text))


def _tokenizer_config(directory: Path) -> dict[str, Any]:
    path = directory / _TOKENIZER_CONFIG
    if not path.is_file():
        return {}
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path}: cannot be read as JSON: {error}.") from None
    if not isinstance(value, dict):
        raise UsageError(f"{path}: must hold a JSON object.")
    return value


def _configured_template(config: Mapping[str, Any], directory: Path) -> str:
    template = config.get("chat_template")
    if isinstance(template, list):
        named = {entry.get("name"): entry.get("template") for entry in template if isinstance(entry, dict)}
        template = named.get("tool_use") or named.get("default")
    if not isinstance(template, str):
        raise UsageError(
            f"{directory}: this model has no chat template (neither chat_template.jinja nor chat_template in "
            "tokenizer_config.json), so it cannot hold a conversation; take an instruction-tuned model."
        )
    return template


def _special_tokens(config: Mapping[str, Any]) -> dict[str, str]:
    tokens = {}
    for name in ("bos_token", "eos_token", "pad_token", "unk_token"):
        token = config.get(name)
        if isinstance(token, Mapping):
            token = token.get("content")
        tokens[name] = token if isinstance(token, str) else ""
    return tokens
