"""A Responses request: checked field by field, and turned into what a `ChatModel` takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.model import ANY_OBJECT, NamedTool, OptionRefused, ReplyOptions, ToolChoice
from localcoder.server.errors import ApiError, invalid, unsupported
from localcoder.server.parsing import parse_object, validated
from localcoder.server.responses_input import conversation
from localcoder.server.responses_reply import ReplyShape
from localcoder.server.responses_types import AllowedTools, FunctionTool, ResponsesBody, TextFormat, ToolName
from localcoder.wire.requests import EFFORTS

LOGPROBS: Final = "message.output_text.logprobs"
SEALED: Final = "reasoning.encrypted_content"

_STATELESS: Final = "is not available here: nothing is stored; send the whole conversation as `input`"
_NEUTRAL: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "previous_response_id": (lambda v: v is None, _STATELESS),
    "conversation": (lambda v: v is None, _STATELESS),
    "background": (lambda v: v in (None, False), "can only be false here"),
    "truncation": (lambda v: v in (None, "disabled"), "can only be `disabled` here"),
    "context_management": (lambda v: v in (None, []), "is not available here"),
    "prompt": (lambda v: v is None, "is not available here: there are no stored prompts"),
    "moderation": (lambda v: v is None, "is not available here"),
    "messages": (lambda v: v is None, "belongs to chat completions; use `input`"),
    "max_tokens": (lambda v: v is None, "belongs to chat completions; use `max_output_tokens`"),
    "max_completion_tokens": (lambda v: v is None, "belongs to chat completions; use `max_output_tokens`"),
    "response_format": (lambda v: v is None, "belongs to chat completions; use `text.format`"),
    "reasoning_effort": (lambda v: v is None, "belongs to chat completions; use `reasoning.effort`"),
    "n": (lambda v: v in (None, 1), "can only be 1 here"),
}
"""Fields that would change the answer and have no effect here, with the values that ask for nothing."""

_OPTION_FIELDS: Final[Mapping[str, str]] = {
    "messages": "input",
    "max_tokens": "max_output_tokens",
    "reasoning_effort": "reasoning.effort",
    "answer_schema": "text.format.schema",
    "parallel_calls": "parallel_tool_calls",
    "logprobs": "top_logprobs",
    "template_arguments": "chat_template_kwargs",
}
"""The names that this route has for fields of `ReplyOptions`, where they differ."""


@dataclass(frozen=True, slots=True)
class ResponsesRequest:
    """What the client asks for. `model` is the name that it used, or None; `tools` are those offered to the model."""

    model: str | None
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...]
    options: ReplyOptions
    stream: bool
    shape: ReplyShape
    tool_fields: tuple[str, ...] = ()
    """Where in the body each of `tools` stands."""

    def renamed(self, error: OptionRefused) -> ApiError:
        """What the client is told about an option that the model refuses: its own field's name."""
        option, _, index = error.option.partition(".")
        field = _OPTION_FIELDS.get(option, error.option)
        if option == "tools" and index.isdigit() and int(index) < len(self.tool_fields):
            field = f"{self.tool_fields[int(index)]}.parameters"
        return invalid(field, error.why)


def parse_responses_request(body: bytes) -> ResponsesRequest:
    """The request in `body`; raises `ApiError` 400 that names the field at fault."""
    raw = parse_object(body)
    for field, (is_neutral, why) in _NEUTRAL.items():
        if not is_neutral(raw.get(field)):
            raise unsupported(field, why)
    _check_verbosity(raw.get("text"))
    asked = validated(ResponsesBody, raw)
    tools = _tools(raw.get("tools"))
    choice, offered = _choose(raw.get("tool_choice"), tools)
    reasoning = asked.reasoning
    effort = None if reasoning is None else reasoning.effort
    include = asked.include or ()
    options = ReplyOptions(
        **asked.sampling(),
        max_tokens=asked.max_output_tokens,
        reasoning_effort=None if effort is None else EFFORTS.get(effort, "high"),
        template_arguments=asked.chat_template_kwargs or {},
        logprobs=(asked.top_logprobs or 0) if asked.top_logprobs or LOGPROBS in include else None,
        answer_schema=_answer_schema(asked),
        tool_choice=choice,
        parallel_calls=asked.parallel_tool_calls is not False,
    )
    return ResponsesRequest(
        model=asked.model,
        messages=conversation(raw.get("input"), asked.instructions),
        tools=tuple(_spec(tools[position]) for position in offered),
        options=options,
        stream=bool(asked.stream),
        shape=ReplyShape(
            _echo(asked, tools, raw),
            summary=reasoning is not None and reasoning.summary not in (None, "none"),
            sealed=SEALED in include,
        ),
        tool_fields=tuple(f"tools.{position}" for position in offered),
    )


def _check_verbosity(text: Any) -> None:
    if isinstance(text, dict) and text.get("verbosity") not in (None, "medium"):
        raise unsupported("text.verbosity", "can only be `medium` here")


def _tools(raw: Any) -> list[FunctionTool]:
    if raw is None:
        return []
    if not isinstance(raw, list):
        raise invalid("tools", "must be a list")
    tools = []
    for index, tool in enumerate(raw):
        kind = tool.get("type") if isinstance(tool, dict) else None
        if isinstance(kind, str) and kind != "function":
            raise unsupported(f"tools.{index}.type", f"can only be `function` here, not `{kind}`")
        tools.append(validated(FunctionTool, tool, f"tools.{index}"))
    return tools


def _spec(tool: FunctionTool) -> ToolSpec:
    parameters = tool.parameters or {"type": "object", "properties": {}}
    return ToolSpec(tool.name, tool.description or "", parameters, strict=bool(tool.strict))


def _choose(raw: Any, tools: list[FunctionTool]) -> tuple[ToolChoice, list[int]]:
    """What the model has to call, and which of `tools` it is told of: all, or none with `tool_choice` none."""
    positions = list(range(len(tools)))
    known = {tool.name for tool in tools}
    match raw:
        case None | "auto":
            return "auto", positions
        case "none":
            return "none" if tools else "auto", []
        case "required":
            if not tools:
                raise invalid("tool_choice", "cannot be `required` without `tools`")
            return "required", positions
        case {"type": "function"}:
            name = validated(ToolName, raw, "tool_choice").name
            _check_offered(name, known, "tool_choice.name")
            return NamedTool(name), positions
        case {"type": "allowed_tools"}:
            allowed = validated(AllowedTools, raw, "tool_choice")
            names = {tool.name for tool in allowed.tools}
            for index, tool in enumerate(allowed.tools):
                _check_offered(tool.name, known, f"tool_choice.tools.{index}.name")
            return allowed.mode, [position for position in positions if tools[position].name in names]
        case {"type": str()}:
            raise unsupported("tool_choice.type", "can only be `function` or `allowed_tools` here")
        case _:
            raise invalid("tool_choice", "can only be `auto`, `none`, `required`, or an object that names tools")


def _check_offered(name: str, known: set[str], field: str) -> None:
    if name not in known:
        raise invalid(field, f"is `{name}`, which is none of `tools`")


def _answer_schema(asked: ResponsesBody) -> Mapping[str, Any] | None:
    match asked.text and asked.text.format:
        case TextFormat(type="json_object"):
            return ANY_OBJECT
        case TextFormat(type="json_schema") as given:
            for field in ("name", "schema"):
                if getattr(given, "json_schema" if field == "schema" else field) is None:
                    raise invalid(f"text.format.{field}", "is missing")
            return given.json_schema
        case _:
            return None


def _echo(asked: ResponsesBody, tools: list[FunctionTool], raw: Mapping[str, Any]) -> dict[str, Any]:
    """What the answer repeats of the request."""
    reasoning = asked.reasoning
    text = raw.get("text") or {}
    return {
        "instructions": asked.instructions,
        "max_output_tokens": asked.max_output_tokens,
        "metadata": asked.metadata or {},
        "parallel_tool_calls": asked.parallel_tool_calls is not False,
        "reasoning": {
            "effort": reasoning and reasoning.effort,
            "summary": reasoning and (None if reasoning.summary == "none" else reasoning.summary),
        },
        "temperature": asked.temperature,
        "text": {"format": text.get("format") or {"type": "text"}},
        "tool_choice": raw.get("tool_choice") or "auto",
        "tools": [tool.model_dump() | {"strict": bool(tool.strict)} for tool in tools],
        "top_logprobs": asked.top_logprobs or 0,
        "top_p": asked.top_p,
    }
