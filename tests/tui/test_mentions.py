"""`@` in the draft: which texts mention files, what is offered, and what the model gets, with real files."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.agent.approval import Approver
from localcoder.cli.common import Options, build_agent, open_workplace
from localcoder.permissions.rules import RuleSet
from localcoder.tui.app import ChatApp
from localcoder.tui.attachments import MAX_FILES, with_attachments, without_attachments
from localcoder.tui.contract import ChatAgent, ChatOptions, Progress
from localcoder.tui.mentions import Open, mentioned_files, open_mention, written
from localcoder.workspace.roots import Roots
from tests.fakes.fake_model import FakeChatModel, calls, says
from tests.tui.chatting import send, transcript, type_text, until

NAMES = ("src/main.py", "my (1) file.py", "a.py", "[red]b.txt")
TYPABLE = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=' "\\@.,)'), min_size=1, max_size=20)


@dataclass
class Rules:
    allow: list[str] = field(default_factory=list)
    ask: list[str] = field(default_factory=list)
    deny: list[str] = field(default_factory=list)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in NAMES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"content of {name}\n")
    return tmp_path


def real_app(folder: Path, model: FakeChatModel) -> ChatApp:
    workplace = open_workplace(Options(cd=str(folder), no_sandbox=True))

    async def build(approver: Approver, progress: Progress) -> ChatAgent:
        return build_agent(workplace, model, approver)

    return ChatApp(build, ChatOptions(model_name="fake", mode="full", cwd=folder, theme="dark"), clock=lambda: 0.0)


def picker(pilot):
    return pilot.app.chat._files


def draft(pilot):
    return pilot.app.chat._prompt


async def offered(pilot, *names: str) -> None:
    await until(pilot, lambda: picker(pilot).display and picker(pilot)._offered == list(names))


async def ready(pilot) -> None:
    await until(pilot, lambda: pilot.app.chat._ready)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("see @a.py", ["a.py"]),
        ("(@a.py), @a.py.", ["a.py"]),
        ('what is @"my (1) file.py"?', ["my (1) file.py"]),
        ("@src/main.py\n@[red]b.txt!", ["src/main.py", "[red]b.txt"]),
        ("mail a@a.py and @property, @src, @nobody @ @@a.py", []),
        ("@../outside.txt @/etc/hostname", []),
        ("@my (1) file.py @" + "x" * 5_000 + " @\x00", []),
    ],
)
def test_only_files_of_the_workspace_are_mentioned(folder: Path, text: str, names: list[str]) -> None:
    (folder.parent / "outside.txt").touch()
    assert mentioned_files(text, Roots(folder)) == names


def test_a_link_that_leads_out_of_the_workspace_is_not_attached(folder: Path) -> None:
    (folder / "out").symlink_to("/etc/hostname")
    assert mentioned_files("@out", Roots(folder)) == []


@given(TYPABLE, st.sampled_from(["", "see ", "é (", "one @two\t"]))
def test_what_is_written_for_a_name_is_read_as_that_name_while_it_is_typed(name: str, before: str) -> None:
    mention = written(name)
    unfinished = mention.removesuffix('"') if mention.startswith('@"') else mention
    assert open_mention(before + unfinished) == Open(name, len(before))


@given(st.lists(TYPABLE.map(lambda text: text.replace("/", "_")), min_size=1, max_size=4, unique=True))
def test_what_is_written_for_real_files_mentions_exactly_them(tmp_path_factory, names: list[str]) -> None:
    folder = tmp_path_factory.mktemp("named")
    names = [name for name in names if name not in (".", "..") and not name.startswith("~")]
    for name in names:
        (folder / name).touch()
    text = " ".join(f"{written(name)}," for name in names)
    assert mentioned_files(text, Roots(folder)) == names


def test_a_message_without_attachments_is_what_was_written() -> None:
    assert with_attachments("look @nobody", [], []) == "look @nobody"
    assert without_attachments("look @nobody") == "look @nobody"
    assert without_attachments(with_attachments("hi", [("ls", "a\n[exit 0]")], [])) == "hi\n[with attachments]"


async def test_typing_offers_files_and_enter_inserts_the_chosen_one_without_sending(folder: Path) -> None:
    model = FakeChatModel([])
    async with real_app(folder, model).run_test() as pilot:
        await ready(pilot)
        await type_text(pilot, "see @py")
        await offered(pilot, "a.py", "src/main.py", "my (1) file.py")
        assert "› a.py" in str(picker(pilot).render())
        await pilot.press("down", "down", "down", "up", "enter")
        assert draft(pilot).text == 'see @"my (1) file.py" '
        await until(pilot, lambda: not picker(pilot).display)
        assert model.asked == []


async def test_tab_inserts_and_a_name_in_brackets_is_no_markup(folder: Path) -> None:
    async with real_app(folder, FakeChatModel([])).run_test() as pilot:
        await ready(pilot)
        await type_text(pilot, "@red")
        await offered(pilot, "[red]b.txt")
        assert "[red]b.txt" in str(picker(pilot).render())
        await pilot.press("tab")
        assert draft(pilot).text == "@[red]b.txt "


async def test_escape_closes_the_list_until_another_mention_begins_and_interrupts_nothing(folder: Path) -> None:
    async with real_app(folder, FakeChatModel([])).run_test() as pilot:
        await ready(pilot)
        await type_text(pilot, "@ma")
        await offered(pilot, "src/main.py")
        await pilot.press("escape", "i")
        await pilot.pause(0.2)
        assert not picker(pilot).display
        assert draft(pilot).text == "@mai"
        await type_text(pilot, " @red")
        await offered(pilot, "[red]b.txt")


async def test_a_name_that_is_complete_is_sent_with_one_enter(folder: Path) -> None:
    model = FakeChatModel([says("Seen.")])
    async with real_app(folder, model).run_test() as pilot:
        await ready(pilot)
        await type_text(pilot, "@a.py")
        await offered(pilot, "a.py", "src/main.py")
        await pilot.press("enter")
        await until(pilot, lambda: "Seen." in transcript(pilot))


async def test_a_file_made_meanwhile_is_offered_at_the_next_mention(folder: Path) -> None:
    async with real_app(folder, FakeChatModel([])).run_test() as pilot:
        await ready(pilot)
        await type_text(pilot, "@ma")
        await offered(pilot, "src/main.py")
        (folder / "main.new").touch()
        await type_text(pilot, " @main")
        await offered(pilot, "main.new", "src/main.py")


async def test_typing_on_walks_the_folder_no_further_time(folder: Path) -> None:
    async with real_app(folder, FakeChatModel([])).run_test() as pilot:
        await ready(pilot)
        await type_text(pilot, "@m")
        await until(pilot, lambda: picker(pilot).display)
        steps = picker(pilot).index.steps
        await type_text(pilot, "ain.py")
        await offered(pilot, "src/main.py")
        assert (picker(pilot).index.steps, picker(pilot).index.walks) == (steps, 1)


async def test_the_model_gets_the_file_as_read_shows_it_and_may_edit_it_at_once(folder: Path) -> None:
    edit = calls(("edit", {"path": "a.py", "old": "content", "new": "changed"}))
    model = FakeChatModel([edit, says("Done.")])
    async with real_app(folder, model).run_test(size=(120, 40)) as pilot:
        await send(pilot, "change @a.py, as @nobody does")
        await until(pilot, lambda: "Done." in transcript(pilot))
        assert "read a.py" in transcript(pilot)
        message = pilot.app.chat.agent.messages[0].content
        assert message == "change @a.py, as @nobody does\n\n[attached: a.py]\n1|content of a.py"
        assert (folder / "a.py").read_text() == "changed of a.py\n"


async def test_a_long_file_is_attached_by_its_first_lines_and_says_how_to_go_on(folder: Path) -> None:
    (folder / "long.txt").write_text("".join(f"line {number}\n" for number in range(50_000)))
    async with real_app(folder, FakeChatModel([says("Seen.")])).run_test() as pilot:
        await send(pilot, "@long.txt")
        await until(pilot, lambda: "Seen." in transcript(pilot))
        message = pilot.app.chat.agent.messages[0].content
        assert "1|line 0\n2|line 1" in message
        assert "of 50000; continue with offset=" in message
        assert len(message) <= pilot.app.chat.agent.context.result_characters + 200


async def test_a_denied_file_is_not_attached_and_the_reason_is_said(folder: Path) -> None:
    async with real_app(folder, FakeChatModel([says("Seen.")])).run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        agent = pilot.app.chat.agent
        agent.policy.rules = RuleSet.parse(Rules(deny=["read(a.py)"]))
        await send(pilot, "@a.py")
        await until(pilot, lambda: "Seen." in transcript(pilot))
        assert "content of" not in agent.messages[0].content
        assert "a.py is not attached: the rule read(a.py) denies it" in transcript(pilot)


async def test_more_files_than_fit_are_counted(folder: Path) -> None:
    for number in range(MAX_FILES + 2):
        (folder / f"n{number}").write_text("x\n")
    async with real_app(folder, FakeChatModel([says("Seen.")])).run_test(size=(120, 60)) as pilot:
        await send(pilot, " ".join(f"@n{number}" for number in range(MAX_FILES + 2)))
        await until(pilot, lambda: "Seen." in transcript(pilot))
        assert pilot.app.chat.agent.messages[0].content.count("[attached: ") == MAX_FILES
        assert f"Only the first {MAX_FILES} files are attached, 2 are not." in transcript(pilot)
