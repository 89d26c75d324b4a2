"""What a server may put before a model."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.tools.mcp.offers import BadOffer, misfit, offered_description, offered_name, offered_schema

names = st.from_regex(r"[A-Za-z0-9_./-]{1,128}", fullmatch=True)
servers = st.from_regex(r"[A-Za-z0-9]{1,32}", fullmatch=True)


@given(servers, names)
def test_a_name_says_whose_tool_it_is_in_letters_that_all_take(server: str, tool: str) -> None:
    name = offered_name(server, tool)
    assert name.startswith(f"mcp__{server}__")
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name)


@given(st.text())
def test_any_other_name_is_refused(tool: str) -> None:
    try:
        assert re.fullmatch(r"[\w-]{1,64}", offered_name("s", tool), re.ASCII)
    except BadOffer as error:
        assert str(error).isprintable()


def test_long_names_stay_apart() -> None:
    assert offered_name("s", "x" * 100) != offered_name("s", "x" * 101)


@given(st.text())
def test_a_description_has_no_power_over_a_terminal(text: str) -> None:
    shown = offered_description(text)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown)


def test_references_are_filled_in_where_they_are_used() -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"p": {"$ref": "#/$defs/P", "description": "here"}, "$ref": {"type": "string"}},
        "$defs": {"P": {"type": "object", "properties": {"next": {"$ref": "#/$defs/P"}, "n": {"$ref": "#/$defs/N"}}},
                  "N": {"type": "integer"}},
        "required": ["p"],
    }  # fmt: skip
    assert offered_schema(schema) == {
        "type": "object",
        "properties": {
            "p": {"type": "object", "description": "here", "properties": {"next": {}, "n": {"type": "integer"}}},
            "$ref": {"type": "string"},
        },
        "required": ["p"],
    }


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string"}, "no object"),
        ({"type": "object", "properties": 1}, "its schema is none"),
        ({"properties": {"a": {"type": "sometimes"}}}, "its schema is none"),
        ({"properties": {"a": {"$ref": "http://evil.example/schema"}}}, "refers to http"),
        ({"properties": {"a": {"$ref": "file:///etc/passwd"}}}, "refers to file"),
        ({"properties": {"a": {"$ref": "#/$defs/None"}}}, "not in it"),
        ({"properties": {"a": {"$dynamicRef": "#x"}}}, "depend on where"),
        ({"description": "x" * 30_000}, "characters"),
    ],
)
def test_what_is_no_schema_of_an_object_is_refused(schema: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOffer, match=words):
        offered_schema(schema)


def test_references_that_double_again_and_again_are_refused() -> None:
    pair = {f"d{n}": {"anyOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)}
    with pytest.raises(BadOffer, match="too large"):
        offered_schema({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {**pair, "d40": {}}})


KEYWORDS = (
    "type",
    "properties",
    "items",
    "$ref",
    "$defs",
    "anyOf",
    "required",
    "enum",
    "additionalProperties",
    "pattern",
)
VALUES = ("object", "string", "#", "#/$defs/a", "#/properties", "(")
documents = st.recursive(
    st.sampled_from(VALUES) | st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYWORDS), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(KEYWORDS), documents, max_size=5), st.dictionaries(st.text(), documents))
def test_any_document_is_refused_or_can_be_offered_and_checked(
    schema: dict[str, Any], arguments: dict[str, Any]
) -> None:
    try:
        offered = offered_schema(schema)
    except BadOffer:
        return
    assert offered["type"] == "object"
    json.dumps(offered)
    misfit(offered, arguments)


def test_a_pattern_that_never_comes_to_an_end_is_the_server_s_matter() -> None:
    schema = offered_schema({"properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}})
    assert misfit(schema, {"a": "a" * 5_000 + "!"}) is None
    assert misfit(schema, {"a": 1}) == "`a`: 1 is not of type 'string'"
