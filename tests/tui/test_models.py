"""From the built-in model to a larger one: offered once and after an answer, got beside the chat, and gone over to."""

from __future__ import annotations

import asyncio
import runpy
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

import pytest
from huggingface_hub import constants

from localcoder.agent.approval import Approver
from localcoder.cli.chat_models import WorkplaceModels
from localcoder.cli.common import Options, Workplace, build_agent, open_workplace
from localcoder.cli.pulling import _command
from localcoder.config.paths import config_file
from localcoder.engine.catalogue import GIB, KnownModel, Room, hub_cache, what_is_missing
from localcoder.engine.models import POCKET_DIRECTORY
from localcoder.tui.app import ChatApp
from localcoder.tui.approvals import KeyGate
from localcoder.tui.contract import ChatAgent, ChatOptions, Progress
from tests.fakes.fake_agent import FakeAgent
from tests.fakes.fake_model import FakeChatModel, says
from tests.fakes.hub import FakeHub, serve_hub
from tests.tui.chatting import answer, chat_app, send, send_kept, steps, transcript, type_text, until

NAME = "acme/small"
KNOWN = (KnownModel("acme/huge", 60 * 10**9), KnownModel(NAME, 40 * 10**6, for_cpu=True))
WEIGHTS = "model.safetensors"
ROOM = Room(gpu_bytes=0, host_bytes=8 * GIB, disk_bytes=100 * GIB)


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    """The built-in model as another one of a hub on loopback."""
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hf" / "hub"))
    with serve_hub(NAME, POCKET_DIRECTORY) as served:
        monkeypatch.setenv("HF_ENDPOINT", served.url)
        yield served


class Chat:
    """The chat as `localcoder chat` puts it together, with a scripted model instead of the built-in one."""

    def __init__(self, folder: Path, room: Room = ROOM, known: Sequence[KnownModel] = KNOWN, **options: object) -> None:
        self.workplace = open_workplace(Options(cd=str(folder), no_sandbox=True, **options))
        models = WorkplaceModels(lambda: self.workplace, self.use, known, lambda: room)
        self.model = FakeChatModel([says(f"Answer {number}.") for number in range(9)], name="pocket")
        chat = ChatOptions(model_name="pocket", cwd=folder, theme="dark", models=models)
        self.app = ChatApp(self.build, chat, gate=KeyGate(quiet_s=0.0))

    def use(self, workplace: Workplace) -> None:
        self.workplace = workplace

    async def build(self, approver: Approver, progress: Progress) -> ChatAgent:
        return build_agent(self.workplace, self.model, approver)

    @property
    def asked(self) -> str:
        return str(self.app.chat._question._text.render()) if self.app.chat._question.display else ""

    @property
    def got(self) -> str:
        return str(self.app.chat.transfer.render()) if self.app.chat.transfer.display else ""


async def answered(pilot, prompt: str) -> None:
    """Send `prompt`, and wait for the end of its turn."""
    before = transcript(pilot).count("Answer ")
    await send(pilot, prompt)
    chat = pilot.app.chat
    await until(pilot, lambda: transcript(pilot).count("Answer ") > before and chat._turn is None)


async def test_a_larger_model_is_offered_after_the_first_answer_and_never_again_after_a_no(tmp_path: Path) -> None:
    chat = Chat(tmp_path)
    async with chat.app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: chat.app.chat.agent is not None)
        assert not chat.asked
        await answered(pilot, "hi")
        await until(pilot, lambda: NAME in chat.asked and "without a GPU" in chat.asked)
        await type_text(pilot, "yes no")
        assert chat.asked and chat.app.chat._prompt.text == "yes no"
        await answer(pilot, "n")
        await until(pilot, lambda: "not asked again" in transcript(pilot))
    again = Chat(tmp_path)
    async with again.app.run_test(size=(100, 30)) as pilot:
        await answered(pilot, "hi")
        await answered(pilot, "again")
        assert again.app.chat._offered and not again.asked


@pytest.mark.parametrize(
    ("room", "options"),
    [
        (Room(0, GIB, 100 * GIB), {}),  # no memory
        (Room(0, 8 * GIB, GIB), {}),  # no disk
        (ROOM, {"model": "pocket"}),  # chosen
        (ROOM, {"endpoint": "http://127.0.0.1:9/v1"}),
    ],
)
def test_nothing_is_offered_where_nothing_fits_or_a_model_was_chosen(
    tmp_path: Path, room: Room, options: dict[str, str]
) -> None:
    assert Chat(tmp_path, room, **options).app.chat.options.models.offer() is None


def test_nothing_is_offered_offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Chat(tmp_path).app.chat.options.models.offer() is not None
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert Chat(tmp_path).app.chat.options.models.offer() is None


async def test_a_yes_gets_it_beside_the_chat_and_then_it_answers_here_and_by_default(
    tmp_path: Path, hub: FakeHub
) -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text("seed = 1\n\n[permissions]\n")
    hub.held[WEIGHTS] = Event()
    chat = Chat(tmp_path)
    async with chat.app.run_test(size=(100, 30)) as pilot:
        await answered(pilot, "hi")
        await answer(pilot, "y")
        await until(pilot, lambda: "% of 0.0 GB" in chat.got)
        await answered(pilot, "still there?")
        hub.held.pop(WEIGHTS).set()
        await until(pilot, lambda: f"{NAME} answers from now on" in transcript(pilot))
        assert chat.app.chat.status.model == NAME
        assert chat.app.chat.agent.model.context_tokens == chat.app.chat.status.context_tokens != 32_768
        assert [message.content for message in chat.app.chat.agent.messages[:2]] == ["hi", "Answer 0."]
        assert chat.model.closed
        assert not chat.got
    await chat.app.chat.shut_down()
    values = tomllib.loads(config_file().read_text())
    assert (values["model"], values["seed"], values["permissions"]) == (NAME, 1, {})


async def test_of_a_stopped_download_whole_files_stay_and_nothing_else(tmp_path: Path, hub: FakeHub) -> None:
    hub.held[WEIGHTS] = Event()
    chat = Chat(tmp_path)
    async with chat.app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: chat.app.chat.agent is not None)
        await send(pilot, f"/model {NAME}")
        partly = (tmp_path / "hf").rglob  # what came of the file by now
        await until(pilot, lambda: any(path.stat().st_size > 2**20 for path in partly("*.incomplete")))
        await send_kept(pilot, f"/model {NAME}")
        await until(pilot, lambda: "is being got" in transcript(pilot))
        chat.app.chat._prompt.clear_draft()
        await send(pilot, "/model stop")
        await until(pilot, lambda: "stopped" in transcript(pilot) and not chat.got)
        assert not list(partly("*.incomplete"))
        hub.held.pop(WEIGHTS).set()
        before = len(hub.sent)
        await send(pilot, f"/model {NAME}")
        await until(pilot, lambda: f"{NAME} answers from now on" in transcript(pilot))
        assert {name for name, _ in hub.sent[before:]} == {WEIGHTS}
    await chat.app.chat.shut_down()
    assert not config_file().exists()


async def test_a_hub_that_cannot_be_reached_is_told_and_the_chat_goes_on(
    tmp_path: Path, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    chat = Chat(tmp_path)
    async with chat.app.run_test(size=(100, 30)) as pilot:
        await answered(pilot, "hi")
        await answer(pilot, "y")
        await until(pilot, lambda: "http://127.0.0.1:9 cannot be reached" in transcript(pilot) and not chat.got)
        await answered(pilot, "go on")


async def test_model_lists_what_is_here_and_what_could_be_had(tmp_path: Path, hub: FakeHub) -> None:
    chat = Chat(tmp_path)
    async with chat.app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: chat.app.chat.agent is not None)
        await send(pilot, "/model")
        chooser = chat.app.chat._chooser
        await until(pilot, lambda: chooser.is_open)
        shown = str(chooser.render())
        assert "pocket (now)" in shown and f"{NAME}" in shown and "40.0 MB to get" in shown
        assert "does not fit here" in shown
        await type_text(pilot, "huge")
        await pilot.press("enter")
        await until(pilot, lambda: "acme/huge needs 69 GB of GPU memory free" in transcript(pilot))


@pytest.mark.parametrize("name", ["nothing", "./acme/small", "acme/small/more"])
async def test_a_name_that_can_be_no_model_is_refused(tmp_path: Path, hub: FakeHub, name: str) -> None:
    chat = Chat(tmp_path)
    async with chat.app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: chat.app.chat.agent is not None)
        await send_kept(pilot, f"/model {name}")
        await until(pilot, lambda: "there is no such directory" in transcript(pilot))
        assert chat.app.chat.pulling.name is None


async def test_a_model_that_cannot_be_loaded_leaves_the_one_that_answers(tmp_path: Path, hub: FakeHub) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text("{}")
    chat = Chat(tmp_path)
    async with chat.app.run_test(size=(100, 30)) as pilot:
        await answered(pilot, "hi")
        await send(pilot, f"/model {tmp_path / 'broken'}")
        await until(pilot, lambda: "pocket goes on answering" in transcript(pilot))
        await answered(pilot, "go on")


async def test_a_failure_that_nobody_foresaw_leaves_the_chat_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def out_of_memory(*arguments: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr("localcoder.cli.common.open_model", out_of_memory)
    chat = Chat(tmp_path)
    async with chat.app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: chat.app.chat.agent is not None)
        await send(pilot, "/model pocket")
        await until(pilot, lambda: "pocket cannot be loaded: MemoryError: no room" in transcript(pilot))
        await answered(pilot, "go on")


class Others:
    """Models that are all here, and nothing to offer."""

    def offer(self) -> None:
        return None

    def is_here(self, name: str) -> bool:
        return True

    async def use(self, agent: ChatAgent, name: str, progress: Progress, notice: Progress) -> ChatAgent:
        return FakeAgent(model=FakeChatModel(name=name))


async def test_another_model_that_is_asked_for_in_a_turn_says_at_once_when_it_comes() -> None:
    turn_goes_on = asyncio.Event()
    agent = FakeAgent([steps(turn_goes_on)])
    async with chat_app(agent, models=Others()).run_test(size=(100, 30)) as pilot:
        await send(pilot, "hi")
        await until(pilot, lambda: agent.prompts == ["hi"])
        await send(pilot, "/model other")
        await until(pilot, lambda: "other is loaded and answers once this turn has ended." in transcript(pilot))
        assert "from now on" not in transcript(pilot)
        turn_goes_on.set()
        await until(pilot, lambda: "other answers from now on." in transcript(pilot))
        await send(pilot, "/model third")
        await until(pilot, lambda: "third answers from now on." in transcript(pilot))
        assert transcript(pilot).count("once this turn has ended") == 1


async def test_a_later_conversation_begins_with_the_name_of_the_model_that_answers() -> None:
    async with chat_app(FakeAgent(), model_note="tiny and built in").run_test(size=(80, 24)) as pilot:
        chat = pilot.app.chat
        await until(pilot, lambda: "tiny" in transcript(pilot) and chat._ready)
        await chat.show_agent(FakeAgent(model=FakeChatModel(name="acme/other")))
        await until(pilot, lambda: "acme/other" in transcript(pilot) and "tiny" not in transcript(pilot))


async def test_a_download_ends_with_the_program_that_wanted_it(hub: FakeHub) -> None:
    hub.held[WEIGHTS] = Event()
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*_command(NAME), stdin=pipe, stdout=pipe)
    async with asyncio.timeout(60):
        while not any(name == WEIGHTS for name, _ in hub.sent):  # noqa: ASYNC110  nobody says when it comes
            await asyncio.sleep(0.02)
        process.stdin.close()
        assert await process.wait() == 1
    hub.held[WEIGHTS].set()


def test_a_configuration_that_names_a_model_keeps_it(tmp_path: Path) -> None:
    models = Chat(tmp_path).app.chat.options.models
    config_file().parent.mkdir(parents=True)
    config_file().write_text('model = "mine"\n')
    models.make_default(NAME)
    assert config_file().read_text() == 'model = "mine"\n'


def test_the_default_is_written_where_a_link_leads_and_for_the_same_readers(tmp_path: Path) -> None:
    models = Chat(tmp_path).app.chat.options.models
    config_file().parent.mkdir(parents=True)
    kept = tmp_path / "dotfiles.toml"
    kept.write_text('[mcp.mine]\ncommand = "x"\nenv = { TOKEN = "1" }\n')
    kept.chmod(0o600)
    config_file().symlink_to(kept)
    models.make_default(NAME)
    assert config_file().is_symlink() and kept.stat().st_mode & 0o777 == 0o600
    assert tomllib.loads(kept.read_text())["model"] == NAME


@pytest.mark.parametrize(
    ("room", "words"),
    [
        (Room(gpu_bytes=24 * GIB, host_bytes=0, disk_bytes=100 * GIB), None),
        (Room(gpu_bytes=0, host_bytes=12 * GIB, disk_bytes=100 * GIB), None),
        (Room(gpu_bytes=8 * GIB, host_bytes=8 * GIB, disk_bytes=100 * GIB), "12 GB of GPU memory or 10 GB of main"),
        (Room(gpu_bytes=24 * GIB, host_bytes=0, disk_bytes=8 * GIB), "needs 9.1 GB of disk, 8.6 are free"),
    ],
)
def test_memory_and_disk_are_looked_at_first(room: Room, words: str | None) -> None:
    missing = what_is_missing(KnownModel("a/b", 8 * 10**9, for_cpu=True), room)
    assert missing is None if words is None else missing is not None and words in missing


@pytest.mark.parametrize("name", ["HF_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME", None])
def test_the_hubs_cache_is_where_its_library_has_it(name: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if name is not None:
        monkeypatch.setenv(name, "~/some/$HOME/where")
    known = runpy.run_path(str(constants.__file__))["HF_HUB_CACHE"]
    assert hub_cache() == Path(known)
