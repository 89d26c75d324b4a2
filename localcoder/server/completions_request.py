"""A text completion request: checked field by field, as far as that is possible without the model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from localcoder.chat.model import ANY_OBJECT
from localcoder.server.completions_types import DEFAULT_MAX_TOKENS, MAX_ANSWERS, CompletionBody
from localcoder.server.errors import invalid, unsupported
from localcoder.server.parsing import parse_object, validated
from localcoder.wire.requests import JsonSchemaFormat, ObjectFormat, TextFormat

RawPrompt = str | tuple[int, ...]
"""A prompt as the client sent it: text, or token ids."""

_OFF: Final = (None, False)
_NEUTRAL: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "guided_json": (lambda v: v is None, "is not available here; use `response_format`"),
    "guided_regex": (lambda v: v is None, "is not available here"),
    "guided_choice": (lambda v: v is None, "is not available here"),
    "guided_grammar": (lambda v: v is None, "is not available here"),
    "structured_outputs": (lambda v: v is None, "is not available here; use `response_format`"),
    "prompt_logprobs": (lambda v: v is None, "is not available here; use `echo` with `logprobs`"),
    "prompt_embeds": (lambda v: v is None, "is not available here"),
    "truncate_prompt_tokens": (lambda v: v is None, "is not available here"),
    "allowed_token_ids": (lambda v: v is None, "is not available here"),
    "bad_words": (lambda v: v in (None, []), "is not available here"),
    "use_beam_search": (lambda v: v in _OFF, "is not available here"),
    "include_stop_str_in_output": (lambda v: v in _OFF, "can only be false here"),
    "skip_special_tokens": (lambda v: v in _OFF, "can only be false here"),
    "return_tokens_as_token_ids": (lambda v: v in _OFF, "can only be false here"),
    "return_token_ids": (lambda v: v in _OFF, "can only be false here"),
}
"""Fields that would change the answer and have no effect here, with the values that ask for nothing."""


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """What the client asks for.

    `model` is the name that it used, or None. `max_tokens` 0 asks for no answer, only for the prompt's echo.
    `sampling` holds values of `SamplingParams` by name; what is missing there is the model's own default.
    `stop_token_ids` end the answer beside the model's own. `begins` says whether what stands before every text of the
    model (often a begin token) goes before a prompt that is text. `schema`: what the answer, JSON then, has to fit.
    """

    model: str | None
    prompts: tuple[RawPrompt, ...]
    suffix: str
    echo: bool
    n: int
    max_tokens: int
    logprobs: int | None
    sampling: Mapping[str, Any]
    stop_token_ids: tuple[int, ...]
    begins: bool
    schema: Mapping[str, Any] | None
    stream: bool
    include_usage: bool


def parse_completion_request(body: bytes) -> CompletionRequest:
    """The request in `body`; raises `ApiError` 400 that names the field at fault."""
    raw = parse_object(body)
    for field, (is_neutral, why) in _NEUTRAL.items():
        if not is_neutral(raw.get(field)):
            raise unsupported(field, why)
    asked = validated(CompletionBody, raw)
    n = asked.n or 1
    prompts = parse_prompts(asked.prompt)
    max_tokens = DEFAULT_MAX_TOKENS if asked.max_tokens is None else asked.max_tokens
    _check_together(asked, n, max_tokens, len(prompts))
    return CompletionRequest(
        model=asked.model,
        prompts=prompts,
        suffix=asked.suffix or "",
        echo=bool(asked.echo),
        n=n,
        max_tokens=max_tokens,
        logprobs=asked.logprobs,
        sampling={name: value for name, value in asked.sampling().items() if value is not None},
        stop_token_ids=tuple(asked.stop_token_ids or ()),
        begins=asked.add_special_tokens is not False,
        schema=_schema(asked.response_format),
        stream=bool(asked.stream),
        include_usage=asked.stream_options is not None and bool(asked.stream_options.include_usage),
    )


def parse_prompts(prompt: Any) -> tuple[RawPrompt, ...]:
    """One prompt or a batch of them: a string, a list of strings, of token ids, or of lists of token ids."""
    match prompt:
        case None:
            raise invalid("prompt", "is missing")
        case str():
            return (prompt,)
        case []:
            raise invalid("prompt", "is empty")
        case [str(), *_]:
            return tuple(_text(item, f"prompt.{index}") for index, item in enumerate(prompt))
        case [list(), *_]:
            return tuple(parse_ids(item, f"prompt.{index}") for index, item in enumerate(prompt))
        case list():
            return (parse_ids(prompt, "prompt"),)
        case _:
            raise invalid("prompt", "must be a string, a list of strings, or one or several lists of token ids")


def parse_ids(ids: Any, field: str) -> tuple[int, ...]:
    """A list of numbers that may be token ids; whether the vocabulary has them is not known yet."""
    if not isinstance(ids, list):
        raise invalid(field, "must be a list of token ids")
    if not ids:
        raise invalid(field, "is empty, but needs at least one token")
    wrong = next((index for index, token_id in enumerate(ids) if type(token_id) is not int), None)
    if wrong is not None:
        raise invalid(f"{field}.{wrong}", "must be a token id, which is a whole number")
    return tuple(ids)


def _text(item: Any, field: str) -> str:
    if not isinstance(item, str):
        raise invalid(field, "must be a string like the ones before it")
    return item


def _check_together(asked: CompletionBody, n: int, max_tokens: int, prompts: int) -> None:
    """Refuse values that are fine alone but not in this company."""
    if asked.stream_options is not None and not asked.stream:
        raise invalid("stream_options", "is only possible with `stream`")
    if asked.best_of not in (None, n):
        raise unsupported("best_of", f"can only be equal to `n` ({n}) here")
    if prompts * n > MAX_ANSWERS:
        raise invalid("prompt", f"asks for {prompts} x {n} answers, but at most {MAX_ANSWERS} are possible")
    if max_tokens == 0 and not asked.echo:
        raise invalid("max_tokens", "can only be 0 with `echo`")
    if (asked.min_tokens or 0) > max_tokens:
        raise invalid("min_tokens", f"is {asked.min_tokens}, but `max_tokens` is {max_tokens}")
    if asked.suffix and asked.echo:
        raise unsupported("echo", "is not possible with `suffix`")
    if asked.ignore_eos and _schema(asked.response_format) is not None:
        raise unsupported("ignore_eos", "is not possible with this `response_format`")


def _schema(response_format: TextFormat | ObjectFormat | JsonSchemaFormat | None) -> Mapping[str, Any] | None:
    """The JSON schema of the answer; None where it may be any text."""
    match response_format:
        case JsonSchemaFormat(json_schema=wanted):
            return ANY_OBJECT if wanted.json_schema is None else wanted.json_schema
        case ObjectFormat():
            return ANY_OBJECT
        case _:
            return None
