"""The commands that only tell: what changed, what fills the context, which rules count."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from localcoder.agent.context_use import KINDS, ContextUse
from localcoder.config.settings import Permissions, SourcedRule
from localcoder.permissions.rules import Rule, RuleSet
from localcoder.tools.changes import changes_diff
from localcoder.tui.diff import parse_diff
from localcoder.tui.reports import rule_rows
from localcoder.tui.widgets.context_report import _FREE, _LOOKS, _RESERVED, bar_columns, context_content
from localcoder.workspace.checkpoints import FileChange
from tests.fakes.fake_agent import FakeAgent
from tests.fakes.fake_model import calls, says
from tests.tui.chatting import chat_app, send, send_kept, transcript, until
from tests.tui.test_jobs import start_job
from tests.tui.test_rewind import idle, saved_app, talk


async def test_diff_shows_what_the_conversation_changed_until_it_is_undone(tmp_path: Path) -> None:
    (tmp_path / "[b].py").write_text("one\n")
    script = [
        calls(("shell", {"command": "printf 'two\\n' >'[b].py'"})),
        says("Done."),
        calls(("write", {"path": "new.txt", "content": "new\n"})),
        says("Done."),
    ]
    async with saved_app(tmp_path, script).run_test(size=(100, 60)) as pilot:
        await idle(pilot)
        await send_kept(pilot, "/diff")
        await until(pilot, lambda: "No turn of this conversation has changed a file" in transcript(pilot))
        await talk(pilot, "first", "second")
        await send(pilot, "/diff")
        await until(pilot, lambda: "diff 2 files  +2 -1" in transcript(pilot))
        shown = transcript(pilot).rpartition("diff 2 files")[2]
        assert shown.index("[b].py") < shown.index("- one") < shown.index("+ two") < shown.index("+ new")
        await send(pilot, "/undo")
        await send(pilot, "/diff")
        await until(pilot, lambda: "diff [b].py  +1 -1" in transcript(pilot))


CONTENTS = st.one_of(st.none(), st.binary(max_size=40), st.text("ab\n", max_size=30).map(str.encode))


@given(st.lists(st.tuples(CONTENTS, CONTENTS), max_size=4))
def test_the_diff_of_any_files_names_each_and_says_something_of_it(
    pairs: list[tuple[bytes | None, bytes | None]],
) -> None:
    changes = [FileChange(f"file{number}", before, after) for number, (before, after) in enumerate(pairs)]
    diff = changes_diff([*changes, FileChange("link", None, None, "link to a")])
    if changes:
        heads = [line.text for line in parse_diff(diff) if line.kind == "file"]
        assert [head.removeprefix("b/") for head in heads] == [*(change.name for change in changes), "link"]
    blocks = diff.split("+++ ")[1:]
    assert len(blocks) == len(changes) + 1
    assert all(block.partition("\n")[2].strip() for block in blocks)


async def test_context_tells_each_kind_with_its_tokens() -> None:
    async with chat_app(FakeAgent()).run_test(size=(80, 40)) as pilot:
        await idle(pilot)
        await send(pilot, "/context")
        await until(pilot, lambda: "of 8,192 tokens" in transcript(pilot))
        for kind in ("system prompt", "AGENTS.md", "kept for the reply", "free"):
            assert kind in transcript(pilot)


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=12), st.integers(12, 200))
def test_a_bar_is_as_wide_as_asked_and_shows_all_that_is_not_nothing(tokens: list[int], width: int) -> None:
    columns = bar_columns(tokens, width)
    assert sum(columns) == (width if any(tokens) else 0)
    assert all((count > 0) == (each > 0) for each, count in zip(tokens, columns, strict=True))


@given(st.integers(1, 200_000), st.integers(12, 100))
def test_a_full_context_is_told_too(used: int, width: int) -> None:
    use = ContextUse(tuple((kind, used) for kind in KINDS), 1_000, 100)
    lines = str(context_content(use, width)).split("\n")
    assert len(lines) == 2 + len(KINDS) + 2
    assert len(lines[1]) == width


def test_rules_are_told_in_the_order_in_which_they_count_with_their_sources() -> None:
    given_rules = Permissions(
        allow=("shell(git status)", "read(*)"), ask=("shell(git push *)",), deny=("edit(/etc/**)",)
    )
    rules = RuleSet.parse(given_rules).with_allowed(Rule.parse("shell(rm *)"))
    configured = [
        SourcedRule("allow", "read(*)", "/home/a/config.toml"),
        SourcedRule("allow", "shell(git status)", "/home/a/config.toml"),
        SourcedRule("allow", "shell(git status)", "the environment"),
        SourcedRule("ask", "shell(git push *)", "the environment"),
        SourcedRule("deny", "edit(/etc/**)", "/p/.localcoder/config.toml"),
    ]
    assert rule_rows(rules, configured) == [
        ("deny", "edit(/etc/**)   (/p/.localcoder/config.toml)"),
        ("ask", "shell(git push *)   (the environment)"),
        ("allow", "shell(git status)   (/home/a/config.toml, the environment)"),
        ("allow", "read   (/home/a/config.toml)"),
        ("allow", "shell(rm *)   (allowed in this session)"),
    ]


async def test_permissions_shows_modes_and_rules() -> None:
    agent = FakeAgent()
    agent.policy.rules = RuleSet(deny=(Rule.parse("read([b]x[/b])"),))
    rules = (SourcedRule("deny", "read([b]x[/b])", "/a/config.toml"),)
    async with chat_app(agent, rules=lambda: rules).run_test(size=(100, 40)) as pilot:
        await idle(pilot)
        await send(pilot, "/permissions")
        await until(pilot, lambda: "read([b]x[/b])   (/a/config.toml)" in transcript(pilot))
        assert "now: asks before" in transcript(pilot)


@pytest.mark.parametrize(("command", "shown"), [("exit 3", True), ("sleep 600", False)])
async def test_the_end_of_a_background_job_is_told_unless_it_was_stopped(
    tmp_path: Path, command: str, shown: bool
) -> None:
    agent = FakeAgent()
    app = chat_app(agent)
    async with app.run_test(size=(100, 40)) as pilot:
        await idle(pilot)
        job = await start_job(agent.context.jobs, tmp_path, command)
        if not shown:
            await agent.context.jobs.stop(job)
        await until(pilot, lambda: not job.is_running)
        line = f"Background job {job.id} ended ({job.state}): {command}"
        if shown:
            await until(pilot, lambda: line in transcript(pilot))
        await asyncio.sleep(0)
        assert (line in transcript(pilot)) == shown


def test_what_fills_the_context_can_be_told_apart_without_colours() -> None:
    signs = [sign for sign, _ in (*_LOOKS, _FREE, _RESERVED)]
    assert len(signs) == len(set(signs)) == len(KINDS) + 2
    assert all(cell_len(sign) == 1 for sign in signs)
