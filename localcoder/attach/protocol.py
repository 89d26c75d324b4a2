"""What an attached program and the engine's process say to each other: the chat layer's own values as JSON.

OpenAI's wire types have no place for priorities, broken tool calls, timings and exact counts, so attached programs
use routes of their own beside the endpoint's, on a socket that only the user can open. Both sides are the same version.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final, get_args

import pydantic

from localcoder.attach.spec import ModelFacts
from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.model import ChatEvent, OptionRefused, ReplyOptions
from localcoder.chat.template import TemplateFailed
from localcoder.engine.recent import EngineLoad
from localcoder.engine.request import EngineFailed, PromptTooLong, RequestRefused
from localcoder.errors import LocalcoderError, UsageError

MODEL_PATH: Final = "/attached/model"
REPLY_PATH: Final = "/attached/reply"
COUNT_PATH: Final = "/attached/count"
LOAD_PATH: Final = "/attached/load"

NOT_YET: Final = "engine_loading"
"""The code of the error while a model is loaded for the first time."""
RESTARTING: Final = "engine_restarting"
"""The code of the error while a failed engine is started again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The arguments of `ChatModel.reply`."""

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    options: ReplyOptions = ReplyOptions()


@dataclass(frozen=True, slots=True)
class Failure:
    """An exception that the user should see; `numbers` are what its kind has besides its message."""

    kind: str
    message: str
    details: tuple[Any, ...] = ()


Line = ChatEvent | Failure
"""A line of a streamed reply."""

FACTS = pydantic.TypeAdapter(ModelFacts)
LOAD = pydantic.TypeAdapter(EngineLoad)
_ASKED = pydantic.TypeAdapter(Asked)


def _pair_with(kind: type[Line]) -> pydantic.TypeAdapter[Any]:
    pair: Any = tuple.__class_getitem__((str, kind))
    return pydantic.TypeAdapter(pair, config=pydantic.ConfigDict(val_json_bytes="base64"))


_LINES: Final = {kind.__name__: _pair_with(kind) for kind in (*get_args(ChatEvent), Failure)}
"""What reads the lines of each kind, which are pairs of the kind's name and its fields."""


def encode_asked(messages: Sequence[Message], tools: Sequence[ToolSpec], options: ReplyOptions) -> bytes:
    """A request's body; half characters, which UTF-8 does not have, become U+FFFD."""
    return _encode(_plain(Asked(tuple(messages), tuple(tools), options)))


def decode_asked(body: bytes) -> Asked:
    """The arguments in a request's body; raises `pydantic.ValidationError`."""
    return _ASKED.validate_json(body)


def encode_line(line: Line) -> bytes:
    """One line of a reply."""
    return _encode([type(line).__name__, _plain(line)]) + b"\n"


def decode_line(data: bytes) -> Line:
    """What `encode_line` made.

    Raises:
        ValueError: it is no such line.
    """
    name = data[2:].partition(b'"')[0].decode("utf-8", "replace")
    if name not in _LINES:
        raise ValueError("a line of an unknown kind")
    line: Line = _LINES[name].validate_json(data)[1]
    return line


def failure_of(error: LocalcoderError) -> Failure:
    """`error` for the other side."""
    match error:
        case PromptTooLong():
            return Failure("PromptTooLong", str(error), (error.prompt_tokens, error.limit_tokens))
        case OptionRefused():
            return Failure("OptionRefused", str(error), (error.option, error.why))
        case RequestRefused() | TemplateFailed() | EngineFailed() | UsageError():
            kinds = (RequestRefused, TemplateFailed, EngineFailed, UsageError)
            return Failure(next(kind.__name__ for kind in kinds if isinstance(error, kind)), str(error))
        case _:
            return Failure("LocalcoderError", str(error))


def error_of(failure: Failure) -> LocalcoderError:
    """The exception that the model raised on the other side."""
    match failure:
        case Failure("PromptTooLong", _, (int(prompt_tokens), int(limit_tokens))):
            return PromptTooLong(prompt_tokens, limit_tokens)
        case Failure("OptionRefused", _, (str(option), str(why))):
            return OptionRefused(option, why)
    kinds = {kind.__name__: kind for kind in (RequestRefused, TemplateFailed, EngineFailed, UsageError)}
    return kinds.get(failure.kind, LocalcoderError)(failure.message)


def _encode(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def _plain(value: Any) -> Any:
    """`value` in what JSON has; text that is raw JSON stays the text that it is."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value
