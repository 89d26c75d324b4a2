"""From the bytes of a body to a checked request; whatever is wrong is a 400 that names the field."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from localcoder.server.errors import ApiError

MAX_DEPTH = 64
"""Nested lists and objects in a body. Tool schemas need a dozen; chat templates walk them recursively."""

M = TypeVar("M", bound=BaseModel)


def parse_object(body: bytes) -> dict[str, Any]:
    """The JSON object in `body`, in strings that are text; NaN and infinities, which are no JSON, are refused."""
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise ApiError(HTTPStatus.BAD_REQUEST, f"The body is not UTF-8: {error.reason}.") from error
    except RecursionError as error:
        raise _too_deep() from error
    except ValueError as error:
        raise ApiError(HTTPStatus.BAD_REQUEST, f"The body is not JSON: {error}.") from error
    if not isinstance(value, dict):
        raise ApiError(HTTPStatus.BAD_REQUEST, "The body must be a JSON object.")
    _check_depth(value)
    return _repaired(value) if b"\\ud" in body.lower() else value


def validated(model: type[M], value: Any, at: str = "") -> M:
    """`value`, which stands at `at` in the body, as a `model`; the first fault names its field's path as `param`."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)
        paths = [_path_in(value, fault["loc"], missing=fault["type"] == "missing") for fault in faults]
        # Where one of several forms is possible, each has its faults: that of the form which got furthest tells most,
        # and least that the value has another type than one of them.
        deepest = max(
            (index for index, path in enumerate(paths) if path[: len(paths[0])] == paths[0]),
            key=lambda index: (len(paths[index]), not faults[index]["type"].endswith("_type")),
        )
        field = ".".join(filter(None, [at, *paths[deepest]]))
        reason = faults[deepest]["msg"]
        message = f"`{field}`: {reason}." if field else f"{reason}."
        raise ApiError(HTTPStatus.BAD_REQUEST, message, param=field or None, code="invalid_value") from error


def _path_in(value: Any, steps: Sequence[int | str], *, missing: bool) -> list[str]:
    """The steps that lead through `value` itself: pydantic's also name the forms that it tried on the way."""
    path = []
    for position, step in enumerate(steps):
        if missing and position == len(steps) - 1:
            path.append(str(step))
        elif step in (value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()):
            path.append(str(step))
            value = value[step]
    return path


def _repaired(value: Any) -> Any:
    """`value` with half characters replaced by U+FFFD.

    Clients that cut strings by UTF-16 units send escapes of lone surrogates, which no tokenizer can encode.
    """
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case list():
            return [_repaired(item) for item in value]
        case dict():
            return {_repaired(key): _repaired(item) for key, item in value.items()}
        case _:
            return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _check_depth(value: object) -> None:
    level: list[object] = [value]
    for _ in range(MAX_DEPTH):
        level = [
            child
            for node in level
            for child in (node.values() if isinstance(node, dict) else node if isinstance(node, list) else ())
            if isinstance(child, dict | list)
        ]
        if not level:
            return
    raise _too_deep()


def _too_deep() -> ApiError:
    return ApiError(HTTPStatus.BAD_REQUEST, f"The body is nested deeper than {MAX_DEPTH} levels.")
