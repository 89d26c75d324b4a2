"""References within a JSON schema."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

Node = Mapping[str, Any]

_ROOT = "http://schema.invalid/"
"""What relative names in a schema without a name of its own are relative to; nothing is ever fetched."""


def endless_reference(schema: Mapping[str, Any]) -> str | None:
    """A `$ref` that leads back to itself before anything is described, which no value fits; None if there is none.

    `{"$ref": "#"}` is one, and so is `{"anyOf": [{"$ref": "#"}]}`. A list whose items are such lists has none, nor has
    an `anyOf` that offers something else as well. References that lead nowhere are not looked at.
    """
    places = _Places(schema)
    needs = {id(node): list(_needs(node, base, places)) for node, base in places.nodes}
    waiting_for: dict[int, list[tuple[int, int]]] = {}
    for here, groups in needs.items():
        for number, group in enumerate(groups):
            for _, way in group:
                waiting_for.setdefault(id(way), []).append((here, number))
    open_needs = {here: set(range(len(groups))) for here, groups in needs.items()}
    grounded = deque(here for here, numbers in open_needs.items() if not numbers)
    while grounded:
        for here, number in waiting_for.get(grounded.popleft(), ()):
            if number in open_needs[here]:
                open_needs[here].remove(number)
                if not open_needs[here]:
                    grounded.append(here)
    endless = {here: needs[here][min(numbers)][0] for here, numbers in open_needs.items() if numbers}
    return _on_the_way_round(endless)


def objects_within(value: Any) -> Iterator[Node]:
    """All objects within `value`, itself included."""
    return (node for node, _ in _Places(value).nodes)


class _Places:
    """The objects within a schema, each with the URI that its references are relative to, and how they are named."""

    def __init__(self, schema: Any) -> None:
        self.nodes: list[tuple[Node, str]] = []
        self._named: dict[tuple[str, str], Any] = {(_ROOT, ""): schema}
        waiting = [(schema, _ROOT)]
        while waiting:
            value, base = waiting.pop()
            if isinstance(value, Mapping):
                base = self._name(value, base)
                self.nodes.append((value, base))
                waiting += [(inner, base) for inner in value.values()]
            elif isinstance(value, list):
                waiting += [(inner, base) for inner in value]

    def target(self, reference: str, base: str) -> Any:
        """What `reference` points at from where names are relative to `base`; None where nothing is there."""
        uri, fragment = _split(base, reference)
        if fragment and not fragment.startswith("/"):
            return self._named.get((uri, fragment))
        node: Any = self._named.get((uri, ""))
        for part in unquote(fragment).split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if isinstance(node, Mapping):
                node = node.get(key)
            elif isinstance(node, list) and key.isdecimal() and int(key) < len(node):
                node = node[int(key)]
            else:
                return None
        return node

    def _name(self, node: Node, base: str) -> str:
        """Note how `node` may be called; returns what names within it are relative to."""
        identity, anchor = node.get("$id"), node.get("$anchor")
        if isinstance(identity, str):
            base, fragment = _split(base, identity)  # until draft 7 an anchor was an `$id` that is a fragment
            self._named.setdefault((base, fragment), node)
        if isinstance(anchor, str):
            self._named.setdefault((base, anchor), node)
        return base


def _split(base: str, reference: str) -> tuple[str, str]:
    """The URI that `reference` means and its fragment, both empty for what is none."""
    try:
        uri, fragment = urldefrag(urljoin(base, reference))
    except ValueError:
        return "", ""
    return uri, fragment


def _needs(node: Node, base: str, places: _Places) -> Iterator[list[tuple[str, Node]]]:
    """What a value of `node` has to fit as well: of each list one schema, with the reference that leads there."""
    reference = node.get("$ref")
    if isinstance(reference, str) and isinstance(target := places.target(reference, base), Mapping):
        yield [(reference, target)]
    parts = node.get("allOf")
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, Mapping):
            yield [("", part)]
    for key in ("anyOf", "oneOf"):
        ways = node.get(key)
        if isinstance(ways, list) and ways and all(isinstance(way, Mapping) for way in ways):
            yield [("", way) for way in ways]


def _on_the_way_round(endless: Mapping[int, tuple[str, Node]]) -> str | None:
    """A reference on a circle of `endless`, which tells where each schema leads that never gets anywhere else."""
    here = next(iter(endless), None)
    if here is None:
        return None
    seen: dict[int, str] = {}
    while here not in seen:
        seen[here], following = endless[here]
        here = id(following)
    circle = list(seen)[list(seen).index(here) :]
    return next((seen[node] for node in circle if seen[node]), "")
