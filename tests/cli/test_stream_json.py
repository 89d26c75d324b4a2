"""What `docs/stream-json.schema.json` promises is what a run prints."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from localcoder.agent.events import Event, SubagentEvent, TurnFinished
from localcoder.chat.model import ReplyUsage
from localcoder.cli.output import SCHEMA_VERSION, Printer, Result
from tests.cli.running import Done, Home
from tests.fakes.openai_server import Answer, serving
from tools.stream_json_schema import EVENTS, PATH, schema

SCHEMA: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def check(document: dict[str, Any]) -> None:
    VALIDATOR.validate(document)
    assert set(document) <= set(SCHEMA["$defs"][document["type"]]["properties"])


def test_the_schema_in_the_documentation_is_up_to_date() -> None:
    """`python -m tools.stream_json_schema` writes it. Where a field went or changed, raise `SCHEMA_VERSION`."""
    Draft202012Validator.check_schema(SCHEMA)
    assert schema() == SCHEMA


TASK = {"tasks": [{"name": "scout", "prompt": "look around"}]}
RUNS: dict[str, tuple[list[Answer], list[str]]] = {
    "calls": (
        [
            Answer("I read.", [("read", {"path": "a.txt"}), ("shell", {"command": "echo hi"}), ("nothing", {})]),
            Answer(calls=[("todo", {"items": [{"text": "rest", "status": "pending"}]})]),
            Answer("Done."),
        ],
        ["--approval-mode", "full", "--no-sandbox"],
    ),
    "refused": ([Answer(calls=[("write", {"path": "b", "content": "x"})]), Answer("I could not.")], []),
    "unreadable": ([Answer(calls=[("write", '{"path": "a", "content": "x')]), Answer("Sorry.")], []),
    "subagents": (
        [
            Answer(calls=[("task", TASK)]),
            Answer(calls=[("write", {"path": "b", "content": "x"})]),
            Answer("Found it."),
            Answer("Done."),
        ],
        [],
    ),
    "no numbers": ([Answer(calls=[("read", '{"path": "a", "offset": NaN}')]), Answer("Sorry.")], []),
    "failure": ([Answer("the GPU is on fire", status=400)], []),
    "limit": ([Answer(calls=[("list", {"pattern": "*"})])] * 3, ["--max-turns", "1"]),
}


@pytest.mark.parametrize("name", RUNS)
def test_every_line_of_a_run_is_as_the_schema_says(home: Home, name: str) -> None:
    answers, options = RUNS[name]
    (home.project / "a.txt").write_text("first\n")
    with serving(*answers) as server:
        args = ["run", "go", "--endpoint", server.url, *options, "--output-format"]
        done = home.call(*args, "stream-json")
    for document in done.lines:
        check(document)
    assert done.code == {"refused": 4, "subagents": 4, "failure": 1, "limit": 3}.get(name, 0)
    assert done.lines[0]["schema_version"] == done.lines[-1]["schema_version"] == SCHEMA_VERSION
    for line in done.stdout.splitlines():
        json.loads(line, parse_constant=lambda constant: pytest.fail(f"{constant} is no JSON"))


@pytest.mark.parametrize("args", [["hi", "-C", "nowhere"], ["hi", "-m", "no/such/model"], []])
@pytest.mark.parametrize("output_format", ["json", "stream-json"])
def test_what_fails_before_it_begins_is_as_the_schema_says(home: Home, args: list[str], output_format: str) -> None:
    done: Done = home.call("run", *args, "--output-format", output_format)
    for document in done.lines:
        check(document)


SECONDS = st.floats(0, 1e6)
FIELDS = {
    "arguments": st.just({"path": ["a", None, 1.5]}),
    "duration_s": SECONDS,
    "usage": st.builds(ReplyUsage, prefill_s=SECONDS, decode_s=st.none()),
}


@pytest.mark.parametrize("kind", [*EVENTS, Result], ids=lambda kind: kind.__name__)
def test_any_event_is_a_line_of_its_schema(kind: Any) -> None:
    known = {field.name: FIELDS[field.name] for field in fields(kind) if field.name in FIELDS}

    @settings(max_examples=20)
    @given(st.builds(kind, **known))
    def every(event: Any) -> None:
        for show in shows(event):
            stdout = io.StringIO()
            show(Printer("stream-json", stdout, io.StringIO()))
            (line,) = stdout.getvalue().splitlines()
            check(json.loads(line))

    every()


def shows(event: Event | Result) -> list[Callable[[Printer], None]]:
    if isinstance(event, Result):
        return [lambda printer: printer.finish(event)]
    of_agent = SubagentEvent("scout", "t1", event)
    alone: list[Callable[[Printer], None]] = [] if isinstance(event, TurnFinished) else [lambda p: p.event(event)]
    return [*alone, lambda printer: printer.event(of_agent)]
