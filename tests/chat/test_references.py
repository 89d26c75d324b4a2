from __future__ import annotations

from typing import Any

import pytest

from localcoder.chat.references import endless_reference

TREE = {"type": "object", "properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}}}
TEXT = {"type": "string"}


@pytest.mark.parametrize(
    ("schema", "reference"),
    [
        ({"$ref": "#"}, "#"),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}, "#/$defs/"),
        ({"type": "object", "properties": {"x": {"$ref": "#/properties/x"}}}, "#/properties/x"),
        ({"allOf": [TEXT, {"$ref": "#"}]}, "#"),
        ({"$defs": {"a/b~c d": {"$ref": "#/$defs/a~1b~0c%20d"}}}, "#/$defs/a~1b~0c%20d"),
        ({"items": [{"$ref": "#/items/0"}]}, "#/items/0"),
        ({"anyOf": [{"$ref": "#"}]}, "#"),
        ({"oneOf": [{"$ref": "#"}, {"anyOf": [{"$ref": "#"}]}]}, "#"),
        ({"anyOf": [TEXT], "oneOf": [{"$ref": "#"}]}, "#"),
        ({"items": {"anyOf": [{"$ref": "#/$defs/a"}]}, "$defs": {"a": {"oneOf": [{"$ref": "#/items"}]}}}, "#/"),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/b"}}}, "#/$defs/b"),
        ({"$anchor": "a", "$ref": "#a"}, "#a"),
        ({"properties": {"x": {"$anchor": "x", "anyOf": [{"$ref": "#x"}]}}}, "#x"),
        ({"$id": "#a", "$ref": "#a"}, "#a"),
        ({"$id": "http://x/y", "$ref": "http://x/y"}, "http://x/y"),
        ({"$id": "http://x/y#", "$ref": "y"}, "y"),
        ({"$id": "y", "$ref": "./y#"}, "./y#"),
        ({"$defs": {"a": {"$id": "a", "anyOf": [{"$ref": "#"}]}}}, "#"),
        ({"$defs": {"a": {"$id": "a", "$anchor": "b", "$ref": "a#b"}}}, "a#b"),
    ],
)
def test_reference_that_only_leads_back_to_itself_is_found(schema: dict[str, Any], reference: str) -> None:
    found = endless_reference(schema)
    assert found is not None
    assert found.startswith(reference)


@pytest.mark.parametrize(
    "schema",
    [
        {},
        TREE,
        {"type": "array", "items": {"$ref": "#"}},
        {"$ref": "#/$defs/a", "$defs": {"a": TREE, "b": {"$ref": "#/$defs/a"}}},
        {"anyOf": [{"$ref": "#/$defs/t"}, {"$ref": "#/$defs/t"}], "$defs": {"t": TEXT}},
        {"allOf": [{"$ref": "#/$defs/t"}, {"$ref": "#/$defs/t"}], "$defs": {"t": TEXT}},
        {"properties": {"$ref": TEXT}},
        {"$ref": "#/nowhere/0"},
        {"$ref": "#/items/7", "items": [TEXT]},
        {"$ref": "http://elsewhere/x"},
        {"$ref": 5, "allOf": 5},
        {"anyOf": [{"$ref": "#"}, TEXT]},
        {"anyOf": [{"$ref": "#"}, True]},
        {"allOf": [{"oneOf": [{"$ref": "#"}, TEXT]}]},
        {"anyOf": [], "oneOf": 5, "$anchor": 5, "$id": 5},
        {"$anchor": "a", "items": {"$ref": "#a"}},
        {"$ref": "#b", "$defs": {"b": {"$anchor": "b", "type": "string"}}},
        {"$ref": "#nowhere", "$id": "http://["},
        {"$ref": "http://[", "$anchor": "a"},
        {"$ref": "other#a", "$anchor": "a"},
        {"anyOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"$id": "a", "$ref": "#/$defs/t", "$defs": {"t": TEXT}}}},
    ],
)
def test_other_schemas_have_none(schema: dict[str, Any]) -> None:
    assert endless_reference(schema) is None


def test_long_chains_take_no_stack_and_no_time() -> None:
    count = 20_000
    chain: dict[str, Any] = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(count)}
    assert endless_reference({"$defs": chain | {f"d{count}": TEXT}}) is None
    assert endless_reference({"$defs": chain | {f"d{count}": {"$ref": "#/$defs/d0"}}}) is not None
    choices = {name: {"anyOf": [step, step]} for name, step in chain.items()}
    assert endless_reference({"$defs": choices | {f"d{count}": TEXT}}) is None
    assert endless_reference({"$defs": choices | {f"d{count}": {"oneOf": [{"$ref": "#/$defs/d0"}]}}}) is not None
