from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.agent.events import (
    ApprovalRequested,
    CallDrafted,
    CallFinished,
    CallOutput,
    CallStarted,
    Compacted,
    Notice,
    SubagentEvent,
    TurnFinished,
    TurnStarted,
)
from localcoder.chat.model import ReplyUsage
from localcoder.cli.output import OutputFormat, Printer, Result, exit_code
from localcoder.cli.text import printable


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


STARTED = CallStarted("c1", "shell", {"command": "x"}, "shell printf '\x1b[2J'")


def test_somebody_who_watches_sees_what_happens_on_stderr() -> None:
    out, err = io.StringIO(), Terminal()
    printer = Printer("text", out, err)
    printer.event(STARTED)
    printer.event(CallOutput("c1", "one\ntwo\n"))
    printer.event(CallFinished("c1", "shell", "Error: no\nmore", True, False, None, 0.1))
    printer.finish(Result("done", "The answer."))
    assert err.getvalue() == "> shell printf '\\x1b[2J'\n  one\n  two\n  Error: no\n"
    assert out.getvalue() == "The answer.\n"


def test_nobody_who_watches_means_no_traces_but_notices() -> None:
    out, err = io.StringIO(), io.StringIO()
    printer = Printer("text", out, err)
    printer.progress("loading")
    printer.event(STARTED)
    printer.event(Notice("warning", "two\nlines"))
    printer.finish(Result("failed", "half an answer", error="It broke."))
    assert err.getvalue() == "localcoder: two lines\nlocalcoder: It broke.\n"
    assert out.getvalue() == ""


def test_a_compaction_is_a_line_for_people_and_numbers_for_programs() -> None:
    event = Compacted(12, 30_000, 8_000)
    out, err = io.StringIO(), io.StringIO()
    Printer("text", out, err).event(event)
    line = "localcoder: Context compacted: 30,000 tokens before, 8,000 after (12 older messages summed up).\n"
    assert (out.getvalue(), err.getvalue()) == ("", line)
    Printer("stream-json", out, err).event(event)
    document = {"type": "compacted", "messages": 12, "before_tokens": 30_000, "after_tokens": 8_000}
    assert json.loads(out.getvalue()) == document


def test_a_notice_is_never_cut() -> None:
    err = io.StringIO()
    printer = Printer("text", io.StringIO(), err)
    text = f"The session cannot be saved in {'x' * 300}: No space left on device. The rest is kept in memory alone."
    printer.notice("warning", text)
    printer.event(Notice("warning", text))
    assert err.getvalue() == f"localcoder: {text}\n" * 2


def test_progress_leaves_nothing_behind() -> None:
    out, err = Terminal(), Terminal()
    printer = Printer("text", out, err)
    printer.progress("loading pocket: 1 %")
    printer.progress("loading pocket: 100 %")
    printer.finish(Result("done", "Hi."))
    shown = err.getvalue().split("\r")
    assert "localcoder: loading pocket: 100 %" in shown
    assert "\n" not in err.getvalue()
    assert shown[-1] == "" and shown[-2].isspace()


@given(st.text())
def test_no_text_steers_the_terminal(text: str) -> None:
    shown = printable(text)
    assert all(character in "\n\t" or not (ord(character) < 32 or 127 <= ord(character) < 160) for character in shown)
    assert printable(shown) == shown


def test_what_nobody_sees_in_a_call_is_shown() -> None:
    err = Terminal()
    Printer("text", Terminal(), err).event(CallStarted("c1", "shell", {}, "shell rm a\u200b\u202eb"))
    assert "shell rm a‹U+200B›‹U+202E›b" in err.getvalue()


def test_nothing_that_a_run_shows_steers_the_terminal() -> None:
    evil = "\x1b]0;title\x07\x9b31m\r"
    out, err = Terminal(), Terminal()
    printer = Printer("text", out, err)
    printer.notice("warning", evil)
    printer.progress(evil)
    printer.event(Notice("info", evil))
    printer.event(CallStarted("c1", "shell", {}, f"shell {evil}"))
    printer.event(CallOutput("c1", f"{evil}\n{evil}"))
    printer.event(CallFinished("c1", "shell", evil, True, False, None, 0.1))
    printer.finish(Result("done", evil, error=evil))
    shown = out.getvalue() + err.getvalue()
    assert "title" in shown
    assert not any(character in shown for character in "\x1b\x07\x9b")


def test_the_answer_is_untouched_where_no_terminal_shows_it() -> None:
    out = io.StringIO()
    Printer("text", out, io.StringIO()).finish(Result("done", "a\x1b[31mb"))
    assert out.getvalue() == "a\x1b[31mb\n"


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (Result("done"), 0),
        (Result("done", refused_calls=1), 4),
        (Result("failed", refused_calls=1), 1),
        (Result("turn_limit", refused_calls=1), 3),
        (Result("interrupted", refused_calls=1), 130),
    ],
)
def test_exit_codes(result: Result, code: int) -> None:
    assert exit_code(result) == code


SUBAGENT = [
    TurnStarted("look around"),
    CallDrafted("c1", "read", 3),
    CallStarted("c1", "read", {"path": "a"}, "read a"),
    ApprovalRequested("c1", "read", "read a", "why", None, None, agent="scout"),
    CallFinished("c1", "read", "Error: no\nmore", True, False, None, 0.0),
    Notice("warning", "odd"),
    TurnFinished("done", "found", 2, ReplyUsage(), 0.0),
]


def test_lines_of_a_subagent_carry_its_name() -> None:
    stdout = io.StringIO()
    printer = Printer("stream-json", stdout, io.StringIO())
    for event in SUBAGENT:
        printer.event(SubagentEvent("scout", "t1", event))
    documents = [json.loads(line) for line in stdout.getvalue().splitlines()]
    types = ["turn_started", "tool_call", "approval_requested", "tool_result", "notice", "turn_finished"]
    assert [document["type"] for document in documents] == types
    assert {(document["agent"], document["task_id"]) for document in documents} == {("scout", "t1")}
    assert documents[1]["summary"] == "read a" and documents[-1]["status"] == "done"


@pytest.mark.parametrize("output_format", ["text", "json"])
def test_whoever_watches_sees_what_subagents_do_and_stdout_does_not(output_format: OutputFormat) -> None:
    stdout, stderr = io.StringIO(), Terminal()
    printer = Printer(output_format, stdout, stderr)
    for event in SUBAGENT:
        printer.event(SubagentEvent("scout", "t1", event))
    assert stdout.getvalue() == ""
    assert stderr.getvalue().splitlines() == [
        "> scout: look around",
        "> scout: read a",
        "  scout: Error: no",
        "localcoder: scout: odd",
        "> scout: done",
    ]
