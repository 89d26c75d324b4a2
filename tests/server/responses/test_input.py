"""Items become the conversation that the model had, turn by turn."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.chat.messages import Message, ToolCall
from localcoder.server.errors import ApiError
from localcoder.server.responses_input import conversation, seal, unseal
from localcoder.server.responses_request import parse_responses_request

Item = dict[str, Any]


def call(name: str, call_id: str, arguments: str = "{}") -> Item:
    return {"type": "function_call", "id": f"fc_{call_id}", "call_id": call_id, "name": name, "arguments": arguments}


def gave(call_id: str, output: Any = "done") -> Item:
    return {"type": "function_call_output", "call_id": call_id, "output": output}


def thought(text: str) -> Item:
    return {"type": "reasoning", "id": "rs_1", "summary": [], "content": [{"type": "reasoning_text", "text": text}]}


def said(text: str) -> Item:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def test_text_is_the_users() -> None:
    assert conversation("hi", None) == (Message("user", "hi"),)
    assert conversation("", "Be brief.") == (Message("system", "Be brief."), Message("user", ""))


def test_roles_and_parts() -> None:
    given_items = [
        {"role": "developer", "content": "D"},
        {"type": "message", "role": "system", "content": [{"type": "input_text", "text": "S"}]},
        {"role": "user", "content": [{"type": "input_text", "text": "a "}, {"type": "input_text", "text": "b"}]},
        {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]},
        {"role": "user", "content": []},
    ]
    assert conversation(given_items, "I") == (
        Message("system", "I"),
        Message("system", "D"),
        Message("system", "S"),
        Message("user", "a b"),
        Message("assistant", "No."),
        Message("user", ""),
    )


def test_turn_of_the_model_is_one_message() -> None:
    turn = [thought("t"), said("I read."), call("read", "1"), call("read", "2"), gave("2"), gave("1")]
    assert conversation(turn, None) == (
        Message(
            "assistant",
            "I read.",
            reasoning="t",
            tool_calls=(ToolCall("1", "read", "{}"), ToolCall("2", "read", "{}")),
        ),
        Message("tool", "done", tool_call_id="2"),
        Message("tool", "done", tool_call_id="1"),
    )


def test_turns_without_anything_between_them_stay_apart() -> None:
    assert conversation([said("a"), said("b"), thought("t"), said("c")], None) == (
        Message("assistant", "a"),
        Message("assistant", "b"),
        Message("assistant", "c", reasoning="t"),
    )


def test_text_behind_a_call_does_not_come_between_the_call_and_its_output() -> None:
    (turn, output) = conversation([call("read", "1"), said("Reading."), gave("1")], None)
    assert turn == Message("assistant", "Reading.", tool_calls=(ToolCall("1", "read", "{}"),))
    assert output.role == "tool"


def test_output_may_have_parts() -> None:
    parts = [{"type": "input_text", "text": "1|"}, {"type": "input_text", "text": "x"}]
    assert conversation([call("read", "1"), gave("1", parts)], None)[1].content == "1|x"


def test_reasoning_as_the_model_wrote_it_goes_before_what_was_told_of_it() -> None:
    summary = [{"type": "summary_text", "text": "short"}]
    both = thought("long") | {"summary": summary, "encrypted_content": seal("sealed")}
    for item, expected in [
        (both, "long"),
        (both | {"content": None}, "sealed"),
        (both | {"content": [], "encrypted_content": None}, "short"),
        (both | {"content": None, "encrypted_content": "gAAAA-from-elsewhere"}, "short"),
    ]:
        assert conversation([item, said("a")], None) == (Message("assistant", "a", reasoning=expected),)


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_sealed_reasoning_is_whole(text: str) -> None:
    assert unseal(seal(text)) == text


@given(st.text(), st.sampled_from(["", "localcoder."]))
def test_foreign_seals_are_nothing(text: str, prefix: str) -> None:
    assert isinstance(unseal(prefix + text), str)


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
turns = st.lists(
    st.one_of(
        st.tuples(st.just("user"), texts),
        st.tuples(st.just("model"), texts, texts, st.lists(st.sampled_from(["read", "write"]), max_size=3)),
    ),
    min_size=1,
    max_size=8,
)


@given(turns)
def test_conversation_written_as_items_is_read_as_it_was(written: list[Any]) -> None:
    items: list[Item] = []
    expected: list[Message] = []
    for number, (who, *what) in enumerate(written):
        if who == "user":
            items.append({"role": "user", "content": what[0]})
            expected.append(Message("user", what[0]))
            continue
        reasoning, text, names = what
        ids = [f"call_{number}_{position}" for position in range(len(names))]
        items += [thought(reasoning)] * bool(reasoning) + [said(text)]
        items += [call(name, call_id) for name, call_id in zip(names, ids, strict=True)]
        items += [gave(call_id) for call_id in ids]
        made = tuple(ToolCall(call_id, name, "{}") for name, call_id in zip(names, ids, strict=True))
        expected.append(Message("assistant", text, reasoning=reasoning, tool_calls=made))
        expected += [Message("tool", "done", tool_call_id=call_id) for call_id in ids]
    assert list(conversation(items, None)) == expected


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=5), children, max_size=3),
    max_leaves=6,
)
mutants = st.dictionaries(
    st.sampled_from(
        [
            "type",
            "role",
            "content",
            "call_id",
            "name",
            "arguments",
            "output",
            "summary",
            "encrypted_content",
            "id",
            "status",
        ]
    ),
    st.sampled_from(
        [
            "message",
            "function_call",
            "function_call_output",
            "reasoning",
            "item_reference",
            "user",
            "assistant",
            "input_text",
        ]
    )
    | json_values
    | st.lists(st.fixed_dictionaries({"type": st.sampled_from(["input_text", "refusal", 5]), "text": json_values})),
)
fields = st.sampled_from(
    [
        "instructions",
        "tools",
        "tool_choice",
        "text",
        "reasoning",
        "include",
        "metadata",
        "stream",
        "temperature",
        "max_output_tokens",
        "store",
    ]
)


@given(st.lists(mutants | json_values, max_size=6), st.dictionaries(fields, json_values))
def test_any_json_is_read_or_refused_by_name(items: list[Any], others: dict[str, Any]) -> None:
    body = others | {"input": items}
    try:
        messages = parse_responses_request(json.dumps(body).encode()).messages
    except ApiError as error:
        assert error.status == 400
        assert error.param is not None
        assert error.param.partition(".")[0] in body
        assert error.param in error.message
    else:
        assert messages
        assert all(isinstance(message.content, str) for message in messages)


@pytest.mark.parametrize(
    ("field", "items"),
    [
        ("input", None),
        ("input", []),
        ("input", {}),
        ("input", 5),
        ("input.0", ["x"]),
        ("input.0", [[]]),
        ("input.0.type", [{}]),
        ("input.0.type", [{"type": "item_reference", "id": "msg_1"}]),
        ("input.0.type", [{"type": "computer_call"}]),
        ("input.0.type", [{"type": ["message"], "role": "user", "content": ""}]),
        ("input.0.role", [{"role": "tool", "content": "x"}]),
        ("input.0.content", [{"role": "user"}]),
        ("input.0.content", [{"role": "user", "content": 5}]),
        ("input.0.content.0.type", [{"role": "user", "content": [{"type": "input_image", "image_url": "data:"}]}]),
        ("input.0.content.0.type", [{"role": "user", "content": [{"type": "input_file"}]}]),
        ("input.0.content.0.text", [{"role": "user", "content": [{"type": "input_text"}]}]),
        ("input.0.content.1", [{"role": "user", "content": [{"type": "input_text", "text": ""}, 5]}]),
        ("input.1.arguments", [said("a"), {"type": "function_call", "call_id": "1", "name": "a", "arguments": {}}]),
        ("input.0.call_id", [{"type": "function_call", "name": "a", "arguments": "{}"}]),
        ("input.0.name", [{"type": "function_call", "call_id": "1", "name": "", "arguments": "{}"}]),
        ("input.0.call_id", [gave("1")]),
        ("input.1.call_id", [call("read", "1"), gave("2")]),
        ("input.1.output", [call("read", "1"), {"type": "function_call_output", "call_id": "1"}]),
        ("input.1.output.0.type", [call("read", "1"), gave("1", [{"type": "input_image"}])]),
        ("input.0.summary", [{"type": "reasoning", "summary": "text"}]),
    ],
)
def test_item_at_fault_is_named(field: str, items: Any) -> None:
    with pytest.raises(ApiError) as refused:
        parse_responses_request(json.dumps({"input": items}).encode())
    assert refused.value.status == 400
    assert refused.value.param == field
    assert f"`{field}`" in refused.value.message
