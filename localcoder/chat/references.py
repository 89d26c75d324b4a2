"""References within a JSON schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote


def endless_reference(schema: Mapping[str, Any]) -> str | None:
    """A `$ref` that leads back to itself before anything is described, which no value fits; None if there is none.

    `{"$ref": "#"}` is one; a list whose items are such lists is none. References that lead nowhere are not looked at.
    """
    harmless: set[int] = set()
    for node in _nodes(schema):
        path: dict[int, Iterator[tuple[str, Any]]] = {id(node): _next(node, schema)}
        while path:
            here, steps = next(reversed(path.items()))
            reference, following = next(steps, ("", None))
            if following is None:
                del path[here]
                harmless.add(here)
            elif id(following) in path:
                return reference
            elif id(following) not in harmless:
                path[id(following)] = _next(following, schema)
    return None


def _next(node: Mapping[str, Any], root: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The schemas that a value of `node` has to fit as well, each with how it was come by."""
    reference = node.get("$ref")
    if isinstance(reference, str) and isinstance(target := _target(reference, root), Mapping):
        yield reference, target
    parts = node.get("allOf")
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, Mapping):
            yield "in allOf", part


def _target(reference: str, root: Mapping[str, Any]) -> Any:
    """What a JSON pointer behind `#` points at; None for other references and where nothing is there."""
    if reference != "#" and not reference.startswith("#/"):
        return None
    node: Any = root
    for part in unquote(reference).split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(node, Mapping):
            node = node.get(key)
        elif isinstance(node, list) and key.isdecimal() and int(key) < len(node):
            node = node[int(key)]
        else:
            return None
    return node


def _nodes(value: Any) -> Iterator[Mapping[str, Any]]:
    """All objects within `value`."""
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            yield node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
