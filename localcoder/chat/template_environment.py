"""The jinja2 environment that Hugging Face chat templates expect, sandboxed."""

from __future__ import annotations

import datetime
import json
import re
import secrets
from collections.abc import Mapping
from typing import Any

import jinja2
import jinja2.ext
import jinja2.nodes
import jinja2.parser
from jinja2.sandbox import ImmutableSandboxedEnvironment

from localcoder.chat.raw_arguments import RawArguments

_PRIVATE_USE_ESCAPES = re.compile(r"\\udbff\\udf[0-9a-f]{2}")
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")


class GenerationTag(jinja2.ext.Extension):
    """`{% generation %}` marks what training counts as the assistant's; for rendering it is transparent."""

    def parse(self, parser: jinja2.parser.Parser) -> list[jinja2.nodes.Node]:
        """The body of the tag, as if the tag were not there."""
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


GenerationTag.tags = {"generation"}


def template_environment() -> ImmutableSandboxedEnvironment:
    """An environment in which a template can neither reach the system nor change what it is given."""
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols", GenerationTag]
    )
    environment.filters["tojson"] = to_json
    environment.globals["raise_exception"] = _raise_exception
    environment.globals["strftime_now"] = _strftime_now
    return environment


def to_json(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | str | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    """JSON without HTML escapes; arguments that remember their text keep it unless another layout is asked for."""
    raws: dict[str, str] = {}
    if indent is None and separators is None and not sort_keys:
        value = _lift_raw(value, raws)
    text = json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)
    if ensure_ascii:
        text = _PRIVATE_USE_ESCAPES.sub(lambda match: json.loads(f'"{match[0]}"'), text)
    else:
        text = _LONE_SURROGATES.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return re.sub("|".join(raws), lambda match: raws[match[0]], text) if raws else text


def _lift_raw(value: Any, raws: dict[str, str]) -> Any:
    """Put a placeholder, unguessable for whoever wrote the messages, where raw arguments stand."""
    match value:
        case RawArguments():
            placeholder = f"raw-{secrets.token_hex(16)}"
            raws[f'"{placeholder}"'] = value.raw
            return placeholder
        case Mapping():
            return {key: _lift_raw(item, raws) for key, item in value.items()}
        case list() | tuple():
            return [_lift_raw(item, raws) for item in value]
        case _:
            return value


def _raise_exception(message: str) -> None:
    raise jinja2.TemplateError(message)


def _strftime_now(format: str) -> str:
    return datetime.datetime.now().strftime(format)
