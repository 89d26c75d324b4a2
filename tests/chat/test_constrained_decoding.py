"""Grammars of replies: what a model that draws at random writes under them, and what trained models write passes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import jsonschema
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from localcoder.chat.messages import ToolSpec
from localcoder.chat.model import ANY_OBJECT, NamedTool, OptionRefused, TextDelta
from localcoder.engine.tokenizer import Tokenizer
from tests.chat.constraining import Speaker, check_calls
from tests.chat.streams import calls, content, malformed

NAMES = ("north", "qwen", "coder", "llama")
FEW = settings(max_examples=12, deadline=None)
POINT = {
    "type": "object",
    "properties": {"x": {"type": "integer", "minimum": 0, "maximum": 99}, "on": {"type": "boolean"}},
    "required": ["x"],
    "additionalProperties": False,
}
READ = ToolSpec("read", "Reads.", {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]})
MOVE = ToolSpec("move", "Moves.", POINT, strict=True)


@pytest.fixture(scope="module")
def speakers(north: Tokenizer, qwen: Tokenizer, llama: Tokenizer) -> dict[str, Speaker]:
    tokenizers = {"north": north, "qwen": qwen, "coder": qwen, "llama": llama}
    return {name: Speaker(name, tokenizer) for name, tokenizer in tokenizers.items()}


@pytest.fixture(params=NAMES)
def speaker(request: pytest.FixtureRequest, speakers: dict[str, Speaker]) -> Speaker:
    return speakers[request.param]


leaves: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({"type": "boolean"}),
    st.just({"type": "null"}),
    st.tuples(st.integers(-50, 50), st.integers(0, 200)).map(
        lambda pair: {"type": "integer", "minimum": pair[0], "maximum": sum(pair)}
    ),
    st.integers(0, 6).map(lambda most: {"type": "string", "maxLength": most}),
    st.lists(st.sampled_from(["a", 'b"', "c\\d", "é", "</x>", " "]), min_size=1, unique=True).map(
        lambda choices: {"enum": choices}
    ),
    st.sampled_from([{"const": "fixed"}, {"const": 7}, {"enum": [1, 2.5, None]}]),
)
keys = st.sampled_from(["a", "path", "änd", "x_1", "k-2", "$v"])


def objects(values: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.tuples(st.dictionaries(keys, values, max_size=3), st.integers(0, 3)).map(
        lambda pair: {
            "type": "object",
            "properties": pair[0],
            "required": list(pair[0])[: pair[1]],
            "additionalProperties": False,
        }
    )


nested = st.recursive(
    leaves,
    lambda inner: st.one_of(
        inner.map(lambda item: {"type": "array", "items": item, "maxItems": 2}),
        objects(inner),
        st.lists(inner, min_size=1, max_size=2).map(lambda options: {"anyOf": options}),
    ),
    max_leaves=4,
)


@FEW
@given(data=st.data(), schema=nested, seed=st.integers(0, 2**32))
@pytest.mark.parametrize("name", NAMES)
def test_any_answer_under_a_schema_fits_it(
    speakers: dict[str, Speaker], name: str, data: st.DataObject, schema: dict[str, Any], seed: int
) -> None:
    speaker = speakers[name]
    text = content(speaker.parsed(speaker.babble(speaker.grammar(answer_schema=schema), seed)))
    jsonschema.validate(json.loads(text), schema)


@FEW
@given(schema=objects(nested), seed=st.integers(0, 2**32), many=st.booleans())
@pytest.mark.parametrize("name", NAMES)
def test_any_required_call_fits_its_tool(
    speakers: dict[str, Speaker], name: str, schema: dict[str, Any], seed: int, many: bool
) -> None:
    speaker = speakers[name]
    tools = [ToolSpec("act", "", schema), MOVE]
    grammar = speaker.grammar(tools, tool_choice="required", parallel_calls=many)
    events = speaker.parsed(speaker.babble(grammar, seed), tools)
    assert not malformed(events)
    assert content(events) == ""
    named = check_calls(events, tools)
    assert len(named) >= 1 if many else len(named) == 1


@pytest.mark.parametrize("seed", range(4))
def test_a_named_tool_is_called_once_and_no_other(speaker: Speaker, seed: int) -> None:
    tools = [ToolSpec("act", "", POINT), MOVE]
    events = speaker.parsed(speaker.babble(speaker.grammar(tools, tool_choice=NamedTool("act")), seed), tools)
    assert check_calls(events, tools) == ["act"]


def native(name: str, arguments: dict[str, Any], tool: str) -> str:
    """A call as a trained model of the family writes it."""
    raw = json.dumps(arguments, ensure_ascii=False)
    match name:
        case "north":
            item = f'{{"tool_call_id": "0", "tool_name": "{tool}", "parameters": {raw}}}'
            return f"<|START_ACTION|>[\n    {item}\n]<|END_ACTION|>"
        case "qwen":
            return f'\n\n<tool_call>\n{{"name": "{tool}", "arguments": {raw}}}\n</tool_call>'
        case "coder":
            lines = "".join(
                f"<parameter={key}>\n{value if isinstance(value, str) else json.dumps(value)}\n</parameter>\n"
                for key, value in arguments.items()
            )
            return f"\n\n<tool_call>\n<function={tool}>\n{lines}</function>\n</tool_call>"
        case _:
            return f'{{"name": "{tool}", "parameters": {raw}}}'


def as_text(name: str, text: str) -> str:
    return f"<|START_TEXT|>{text}<|END_TEXT|>" if name == "north" else text


CODE = "if a < b and c == \"x\\n\":\n\tprint('\\\\ é 😀 </script> {}')\n"


def test_what_a_trained_model_writes_passes_unchanged(speaker: Speaker) -> None:
    call = native(speaker.name, {"path": CODE}, "read")
    assert speaker.takes(speaker.grammar([READ, MOVE], tool_choice="required"), call)
    assert calls(speaker.parsed(call, [READ])) != []
    assert json.loads(calls(speaker.parsed(call, [READ]))[0][1]) == {"path": CODE}
    pretty = as_text(speaker.name, json.dumps({"x": 5, "on": True}, indent=4))
    assert speaker.takes(speaker.grammar(answer_schema=POINT), pretty)


def test_a_strict_tool_leaves_text_and_other_calls_free_but_not_its_own(speaker: Speaker) -> None:
    def takes(text: str) -> bool:
        return speaker.takes(speaker.grammar([READ, MOVE]), text)

    assert takes(as_text(speaker.name, 'I think {"x": 1} is < "that".'))
    assert takes(native(speaker.name, {"anything": "goes"}, "read"))
    assert takes(native(speaker.name, {"x": 5}, "move"))
    assert not takes(native(speaker.name, {"x": 500}, "move"))
    assert not takes(native(speaker.name, {}, "move"))
    assert not takes(native(speaker.name, {"x": 5}, "delete"))
    if speaker.family.style.calls_follow_text:
        assert takes(as_text(speaker.name, "I move.") + native(speaker.name, {"x": 5}, "move"))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_a_strict_tool_is_offered_with_its_calls_fit(speaker: Speaker, seed: int) -> None:
    events = speaker.parsed(speaker.babble(speaker.grammar([MOVE]), seed), [MOVE])
    assert not malformed(events)
    check_calls(events, [MOVE])


def test_an_answer_with_a_schema_may_be_a_call_instead(speaker: Speaker) -> None:
    def takes(text: str, **options: Any) -> bool:
        return speaker.takes(speaker.grammar([READ], answer_schema=POINT, **options), text)

    tag = "<|python_tag|>" if speaker.name == "llama" else ""
    call = tag + native(speaker.name, {"path": "a"}, "read")
    assert takes(call)
    assert calls(speaker.parsed(call, [READ])) != []
    assert takes(as_text(speaker.name, '{"x": 5}'))
    assert not takes(as_text(speaker.name, "five"))
    assert not takes(as_text(speaker.name, '{"x": 5}'), tool_choice="required")


def test_one_call_is_the_most_where_parallel_calls_are_off(speaker: Speaker) -> None:
    one = native(speaker.name, {"x": 5}, "move")
    two = {"north": one.replace("\n]", f",\n    {one[18:-16]}\n]"), "llama": f"{one}; {one}"}.get(
        speaker.name, f"{one}\n{one.lstrip()}"
    )
    grammar = speaker.grammar([MOVE], tool_choice="required", parallel_calls=False)
    assert speaker.takes(grammar, one)
    assert not speaker.takes(speaker.grammar([MOVE], tool_choice="required", parallel_calls=False), two)
    several = speaker.takes(speaker.grammar([MOVE], tool_choice="required"), two)
    assert several == (speaker.name != "llama")


def test_a_begun_answer_is_completed_and_one_that_cannot_be_is_refused(speaker: Speaker) -> None:
    grammar = speaker.grammar(answer_schema=POINT, written='{"x": 4')
    events = speaker.parsed(speaker.babble(grammar, 1), continues=True)
    jsonschema.validate(json.loads('{"x": 4' + content(events)), POINT)
    with pytest.raises(OptionRefused, match="messages"):
        speaker.grammar(answer_schema=POINT, written="The point is")


@pytest.mark.parametrize("name", ["north", "qwen", "coder"])
def test_reasoning_is_free_and_ends_before_the_answer(speakers: dict[str, Speaker], name: str) -> None:
    speaker = speakers[name]
    controls = speaker.tokenizer.control_tokens
    closes = controls[speaker.family.reasoning_closes]
    grammar = speaker.grammar(answer_schema=POINT, reasoning="open")
    thoughts = speaker.allowed(grammar)
    assert set(thoughts) == {*range(speaker.tokenizer.vocab_size)} - {*controls.values()} | {closes}
    for token in speaker.tokenizer.encode_text('{"x": no'):
        grammar.advance(token)
    assert speaker.allowed(grammar) == thoughts
    grammar.advance(closes)
    assert speaker.takes(grammar, as_text(name, '{"x": 1}'))


def test_a_model_that_opens_its_reasoning_itself_may_do_so_once(speakers: dict[str, Speaker]) -> None:
    speaker = speakers["qwen"]
    thinks = '<think>\nOne?\n</think>\n\n{"x": 1}'
    assert speaker.takes(speaker.grammar(answer_schema=POINT, reasoning="possible"), thinks)
    assert speaker.takes(speaker.grammar(answer_schema=POINT, reasoning="possible"), '{"x": 1}')
    assert not speaker.takes(speaker.grammar(answer_schema=POINT, reasoning="over"), thinks)
    assert not speaker.takes(speaker.grammar(answer_schema=POINT, reasoning="possible"), "<think></think><think>")


def wide(count: int, **more: Any) -> dict[str, Any]:
    """An object with so many properties, any of which may be left out."""
    return {"type": "object", "properties": {f"p{number}": {"type": "boolean"} for number in range(count)}, **more}


UNENFORCEABLE: Sequence[dict[str, Any]] = [
    {"type": "hat"},
    {"type": "string", "pattern": "("},
    {"$ref": "#/nowhere"},
    {"$ref": "https://example.org/schema.json"},
    {"type": "array", "uniqueItems": True},
    {"type": "integer", "minimum": 3, "maximum": 2},
    {"type": "integer", "multipleOf": 99_999_999},
    {"type": "integer", "allOf": [{"multipleOf": 997}, {"multipleOf": 991}]},
    {"type": "number", "maximum": float("inf")},
    {"$anchor": "loop", "anyOf": [{"$ref": "#loop"}]},
    wide(501),
    wide(20_000),
    {"type": "array", "items": {"anyOf": [{"type": "null"}, wide(600, required=["p599"])]}},
]


@pytest.mark.parametrize("schema", UNENFORCEABLE)
def test_schemas_that_no_grammar_can_hold_are_refused_by_name(speaker: Speaker, schema: dict[str, Any]) -> None:
    with pytest.raises(OptionRefused) as refused:
        speaker.grammar(answer_schema=schema)
    assert refused.value.option == "answer_schema"
    within = ToolSpec("act", "", {"type": "object", "properties": {"a": schema}, "required": ["a"]}, strict=True)
    with pytest.raises(OptionRefused) as refused:
        speaker.grammar([READ, within])
    assert refused.value.option == "tools.1"
    assert "\n" not in str(refused.value)


def test_schema_that_only_refers_to_itself_is_refused_before_anything_is_written(speaker: Speaker) -> None:
    with pytest.raises(OptionRefused, match="the reference # leads back to itself"):
        speaker.grammar(answer_schema={"$ref": "#"})
    speaker.grammar(answer_schema={"type": "object", "properties": {"next": {"$ref": "#"}}})
    speaker.grammar(answer_schema={"anyOf": [{"$ref": "#"}, {"type": "null"}]})


@pytest.mark.parametrize("option", [{"anyOf": [wide(50)] * 300}, {"anyOf": [wide(300)] * 3}])
def test_schema_that_breaks_the_library_is_called_too_large(speaker: Speaker, option: dict[str, Any]) -> None:
    with pytest.raises(OptionRefused, match="it is too large or too complex"):
        speaker.grammar(answer_schema=option)


def test_schema_that_nothing_fits_is_refused_however_it_comes_to_that(speaker: Speaker) -> None:
    """This one's name is by an old draft, which references are not looked up by here."""
    draft = "http://json-schema.org/draft-04/schema#"
    with pytest.raises(OptionRefused, match="no value fits it"):
        speaker.grammar(answer_schema={"$schema": draft, "id": "http://x/y", "anyOf": [{"$ref": "http://x/y"}]})


def test_what_is_only_found_too_large_within_the_answer_is_blamed_on_the_schema(speaker: Speaker) -> None:
    late = {"type": "array", "items": {"anyOf": [wide(300)] * 3}}
    grammar = speaker.grammar(answer_schema=late)
    with pytest.raises(ValueError, match="too large") as failed:
        speaker.takes(grammar, as_text(speaker.name, '[{"p0": true}]'))
    assert isinstance(failed.value.__cause__, OptionRefused)
    assert failed.value.__cause__.option == "answer_schema"
    grammar = speaker.grammar(answer_schema=late)
    assert speaker.takes(grammar, as_text(speaker.name, "[]"))
    with pytest.raises(OptionRefused, match=r"answer_schema .* too large"):
        speaker.grammar(answer_schema=late, written="[{")


def test_a_token_that_a_grammar_does_not_take_is_no_fault_of_the_schema(speaker: Speaker) -> None:
    grammar = speaker.grammar(answer_schema=POINT)
    with pytest.raises(ValueError) as failed:
        grammar.advance(speaker.tokenizer.encode_text("]")[0])
    assert failed.value.__cause__ is None


@pytest.mark.parametrize(
    "schema", [wide(500, additionalProperties=False), wide(900, required=["p0", "p300", "p600", "p899"])]
)
def test_objects_may_have_many_properties(speaker: Speaker, schema: dict[str, Any]) -> None:
    text = json.dumps({f"p{number}": True for number in range(900) if number in (0, 300, 600, 899)})
    grammar = speaker.grammar(answer_schema=schema)
    assert speaker.takes(grammar, as_text(speaker.name, text if "required" in schema else '{"p499": true}'))


@pytest.mark.parametrize(
    "parameters",
    [
        {"anyOf": [POINT]},
        {"properties": {"a": {"type": "string", "pattern": "^x"}}},
        {"properties": {"a>": {"type": "string"}}},
        {"properties": {"a": {"enum": ["\n</parameter>"]}}},
        {"properties": {"a": {"type": "array", "items": {"$ref": "#"}}}},
    ],
)
def test_what_has_no_place_in_tags_is_refused(speakers: dict[str, Speaker], parameters: dict[str, Any]) -> None:
    tools = [ToolSpec("act", "", parameters, strict=True)]
    speakers["qwen"].grammar(tools)
    with pytest.raises(OptionRefused) as refused:
        speakers["coder"].grammar(tools)
    assert refused.value.option == "tools.0"


def test_references_to_definitions_work_in_tags(speakers: dict[str, Speaker]) -> None:
    speaker = speakers["coder"]
    parameters = {
        "type": "object",
        "properties": {
            "at": {"$ref": "#/$defs/Point"},
            "mode": {"$ref": "#/$defs/Mode"},
            "note": {"anyOf": [{"type": "string", "minLength": 2, "maxLength": 3}, {"type": "null"}]},
        },
        "required": ["at", "mode", "note"],
        "$defs": {"Point": POINT, "Mode": {"enum": ["fast", "slow"]}},
    }
    tools = [ToolSpec("act", "", parameters, strict=True)]
    for seed in range(5):
        events = speaker.parsed(speaker.babble(speaker.grammar(tools, tool_choice="required"), seed), tools)
        assert check_calls(events, tools)


@FEW
@given(name=st.text(min_size=1, max_size=12).filter(lambda name: name.isprintable()), seed=st.integers(0, 99))
@pytest.mark.parametrize("family", ["north", "qwen", "llama"])
def test_tools_may_have_any_name(speakers: dict[str, Speaker], family: str, name: str, seed: int) -> None:
    # Read back from a mere text, a name that spells a control token would be one.
    assume(not any(control in name for control in speakers[family].tokenizer.control_tokens))
    speaker = speakers[family]
    tools = [ToolSpec(name, "", POINT)]
    events = speaker.parsed(speaker.babble(speaker.grammar(tools, tool_choice="required"), seed), tools)
    assert set(check_calls(events, tools)) == {name}


def test_multiples_of_usual_numbers_can_be_asked_for(speaker: Speaker) -> None:
    schema = {"type": "array", "items": {"anyOf": [{"type": "integer", "multipleOf": 100}, {"multipleOf": 0.25}]}}
    assert speaker.takes(speaker.grammar(answer_schema=schema), as_text(speaker.name, "[300, 0.75]"))
    assert not speaker.takes(speaker.grammar(answer_schema=schema), as_text(speaker.name, "[0.3]"))


def test_any_object_is_an_object(speaker: Speaker) -> None:
    def takes(text: str) -> bool:
        return speaker.takes(speaker.grammar(answer_schema=ANY_OBJECT), as_text(speaker.name, text))

    assert takes('{"a": [1, null, {"b": "c"}]}')
    assert takes("{}")
    assert not takes("[1]")
    assert not takes('"a"')
    assert not takes("{} and more")


@pytest.mark.parametrize("options", [{"tool_choice": "required"}, {"tool_choice": NamedTool("fly")}])
def test_a_call_of_nothing_is_refused(speaker: Speaker, options: dict[str, Any]) -> None:
    for tools in ([], [READ]) if options["tool_choice"] != "required" else ([],):
        with pytest.raises(OptionRefused, match="tool_choice"):
            speaker.grammar(tools, **options)


def test_no_end_of_turn_can_be_ignored_under_a_grammar(speaker: Speaker) -> None:
    with pytest.raises(OptionRefused, match="ignore_eos"):
        speaker.grammar(answer_schema=POINT, ignore_eos=True)


def test_the_continuation_of_a_text_keeps_its_first_space(speaker: Speaker) -> None:
    end = "<|END_TEXT|>" if speaker.name == "north" else ""
    assert speaker.parsed(f"\n more{end}", [READ], continues=True) == [TextDelta("\n more")]
