"""What a server offers, checked before a model sees it: names and JSON schemas."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from localcoder.tools._output import harmless

MAX_SCHEMA_CHARACTERS = 20_000
MAX_DESCRIPTION_CHARACTERS = 4_000
MAX_NAME_CHARACTERS = 64
"""What OpenAI-compatible endpoints take."""
_MAX_NODES = 4_000
_NAME = re.compile(r"[A-Za-z0-9_./-]{1,128}")
_NAMED_PARTS = ("properties", "dependentSchemas")
"""Keywords whose keys are names, not keywords."""
_LEFT_OUT = ("$schema", "$id", "$comment", "$defs", "definitions", "patternProperties")
_UNKNOWN_REFERENCES = ("$dynamicRef", "$recursiveRef")


class BadOffer(ValueError):
    """A tool that cannot be offered to a model; the message says why."""


def offered_name(server: str, tool: str) -> str:
    """`mcp__SERVER__TOOL`, in the letters that every model and endpoint takes. Raises BadOffer."""
    if not _NAME.fullmatch(tool):
        raise BadOffer(f"its name {harmless(tool[:80])!r} is none")
    name = f"mcp__{server}__{re.sub(r'[^A-Za-z0-9_-]', '_', tool)}"
    if len(name) <= MAX_NAME_CHARACTERS:
        return name
    mark = hashlib.sha256(name.encode()).hexdigest()[:6]
    return f"{name[: MAX_NAME_CHARACTERS - 7]}_{mark}"


def offered_description(text: str | None) -> str:
    """A description without power over a terminal, and of bounded length."""
    return harmless((text or "").strip())[:MAX_DESCRIPTION_CHARACTERS]


def offered_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters' schema, with its own `$ref`s filled in, since many chat templates follow none.

    Raises:
        BadOffer: it is no JSON schema of an object, refers to something outside of itself, or is too large.
    """
    try:
        size = len(json.dumps(schema))
    except (ValueError, TypeError, RecursionError):
        raise BadOffer("its schema is no JSON") from None
    if size > MAX_SCHEMA_CHARACTERS:
        raise BadOffer(f"its schema has {size} characters; {MAX_SCHEMA_CHARACTERS} are the most")
    if schema.get("type", "object") != "object":
        raise BadOffer("its parameters are no object")
    inlined: dict[str, Any] = _Inliner(schema).schema({"type": "object", **schema}, ())
    _check(inlined)
    return inlined


def _check(schema: dict[str, Any]) -> None:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except (SchemaError, RecursionError, re.error) as error:
        message = error.message if isinstance(error, SchemaError) else str(error)
        raise BadOffer(f"its schema is none: {harmless(message[:200])}") from None


def misfit(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> str | None:
    """What is wrong with `arguments`, in one line; None where they fit.

    `pattern`s are left to the server: here, one that never comes to an end would stop everything.
    """
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match
    from jsonschema.validators import extend

    validator = extend(Draft202012Validator, {"pattern": _left_to_the_server})(schema)
    error = best_match(validator.iter_errors(dict(arguments)))
    if error is None:
        return None
    where = ".".join(map(str, error.absolute_path))
    return f"`{where}`: {error.message[:300]}" if where else error.message[:300]


def _left_to_the_server(*of: object) -> tuple[()]:
    """A check that finds nothing."""
    return ()


class _Inliner:
    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._nodes = 0

    def schema(self, node: Any, inside: tuple[str, ...]) -> Any:
        """`node` without references; `inside` are those that are being filled in, and a circle may be anything."""
        self._nodes += 1
        if self._nodes > _MAX_NODES:
            raise BadOffer("its schema is too large once its references are filled in")
        if isinstance(node, list):
            return [self.schema(item, inside) for item in node]
        if not isinstance(node, Mapping):
            return node
        if any(key in node for key in _UNKNOWN_REFERENCES):
            raise BadOffer("its schema has references that depend on where they are used")
        kept = {key: value for key, value in node.items() if key not in _LEFT_OUT}
        if "patternProperties" in node:
            kept.pop("additionalProperties", None)
        reference = kept.pop("$ref", None)
        plain = {key: self._part(key, value, inside) for key, value in kept.items()}
        if reference is None:
            return plain
        if reference in inside:
            return plain
        target = self.schema(self._target(reference), (*inside, reference))
        return {**target, **plain} if isinstance(target, dict) else target

    def _part(self, key: str, value: Any, inside: tuple[str, ...]) -> Any:
        if key in ("enum", "const", "default", "examples"):
            return value
        if key in _NAMED_PARTS and isinstance(value, Mapping):
            return {name: self.schema(part, inside) for name, part in value.items()}
        return self.schema(value, inside)

    def _target(self, reference: Any) -> Any:
        if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
            raise BadOffer(f"its schema refers to {harmless(str(reference)[:80])}")
        node: Any = self._root
        for step in reference[2:].split("/") if reference != "#" else ():
            key = step.replace("~1", "/").replace("~0", "~")
            if not isinstance(node, Mapping) or key not in node:
                raise BadOffer(f"its schema refers to {harmless(reference[:80])}, which is not in it")
            node = node[key]
        return node
