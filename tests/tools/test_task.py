"""The `task` tool itself: what it takes, and what the model is told of how its tasks ended."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from localcoder.config.settings import Settings
from localcoder.tools.registry import builtin_tools
from localcoder.tools.task import (
    LEAST_ANSWER_CHARACTERS,
    MAX_TASKS,
    TaskArguments,
    TaskOutcome,
    TaskTool,
    outcomes_text,
)

OUTCOMES = st.builds(
    TaskOutcome,
    st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=40),
    st.sampled_from(["done", "failed", "turn_limit", "interrupted"]),
    st.text("ab \n", max_size=9_000),
    st.none() | st.text("e", min_size=1, max_size=300),
)


def arguments(*tasks: dict[str, object]) -> TaskArguments:
    return TaskArguments.model_validate({"tasks": list(tasks)})


def test_only_capable_models_are_offered_it() -> None:
    assert "task" not in [tool.name for tool in builtin_tools(Settings())]
    assert [tool.name for tool in builtin_tools(Settings(), "full")].count("task") == 1


def test_its_parameters_are_written_out_for_the_model() -> None:
    parameters = TaskTool().spec().parameters
    assert "$" not in json.dumps(parameters)
    item = parameters["properties"]["tasks"]["items"]
    assert (list(item["properties"]), item["required"]) == (["name", "prompt"], ["name", "prompt"])


def test_a_name_is_one_line() -> None:
    assert arguments({"name": " two \n lines ", "prompt": "p"}).tasks[0].name == "two lines"


@pytest.mark.parametrize(
    "tasks",
    [
        [],
        [{"name": "a", "prompt": "p"}] * (MAX_TASKS + 1),
        [{"name": " \n", "prompt": "p"}],
        [{"name": "a", "prompt": " "}],
        [{"name": "\x1b[2J", "prompt": "p"}],
        [{"name": "n" * 41, "prompt": "p"}],
        [{"name": "a"}],
        [{"name": "a", "prompt": "p", "mode": "full"}],
    ],
)
def test_what_cannot_be_done_is_refused(tasks: list[dict[str, object]]) -> None:
    with pytest.raises(ValidationError):
        arguments(*tasks)


@given(st.lists(OUTCOMES, min_size=1, max_size=MAX_TASKS), st.integers(2_000, 24_000))
def test_each_outcome_is_named_and_all_together_stay_small(outcomes: list[TaskOutcome], characters: int) -> None:
    text = outcomes_text(outcomes, characters)
    blocks = [f"# {outcome.name}: " for outcome in outcomes]
    assert all(block in text for block in blocks)
    assert len(text) <= max(characters, LEAST_ANSWER_CHARACTERS * len(outcomes)) + 150 * len(outcomes)
    whole = [outcome.text.strip() for outcome in outcomes]
    if sum(len(body) for body in whole) + 400 * len(outcomes) <= characters:
        assert all(body in text for body in whole) and "[cut here" not in text


def test_short_answers_leave_their_room_to_a_long_one() -> None:
    outcomes = [TaskOutcome("short", "done", "yes"), TaskOutcome("long", "done", "x" * 5_000)]
    text = outcomes_text(outcomes, 4_000)
    assert "x" * 3_997 in text
    assert "[cut here: 3997 of 5000 characters]" in text
