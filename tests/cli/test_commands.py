"""Which command the arguments mean, and what asking for help costs."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.cli.main import COMMANDS, with_command
from localcoder.errors import UsageError
from tests.cli.running import Done, Home

VALUES = ("-m", "--model", "-p", "--prompt", "-C", "--cd", "-r", "--resume", "--approval-mode", "--output-format")


@pytest.mark.parametrize(
    ("args", "meant"),
    [
        ([], ["chat"]),
        (["fix the tests"], ["chat", "fix the tests"]),
        (["chat", "hi"], ["chat", "hi"]),
        (["-m", "run"], ["chat", "-m", "run"]),
        (["-m", "x", "run", "hi"], ["run", "-m", "x", "hi"]),
        (["--debug", "serve"], ["serve", "--debug"]),
        (["-p", "hi"], ["run", "-p", "hi"]),
        (["--prompt=hi", "-m", "x"], ["run", "--prompt=hi", "-m", "x"]),
        (["-p", "hi", "-"], ["run", "-p", "hi", "-"]),
        (["--", "-p"], ["chat", "--", "-p"]),
        (["-"], ["chat", "-"]),
        (["--help"], ["--help"]),
        (["--version"], ["--version"]),
        (["run", "--help"], ["run", "--help"]),
        (["-c"], ["chat", "-c"]),
        (["-r"], ["chat", "--resume="]),
        (["-r", "20310203-101112-abcdef"], ["chat", "--resume=20310203-101112-abcdef"]),
        (["-r", "20310203", "go on"], ["chat", "--resume=20310203", "go on"]),
        (["-r", "go on"], ["chat", "--resume=", "go on"]),
        (["go on", "-r", "zzz"], ["chat", "go on", "--resume=zzz"]),
        (["-r", "zzz", "-p", "go on"], ["run", "--resume=zzz", "-p", "go on"]),
        (["run", "-r", "zzz", "-m", "x", "--", "go on"], ["run", "--resume=zzz", "-m", "x", "--", "go on"]),
        (["run", "-m", "x", "-r", "go on", "-"], ["run", "-m", "x", "--resume=", "go on", "-"]),
        (["--", "serve"], ["chat", "--", "serve"]),
        (["run", "-r", "20310203-10", "go on"], ["run", "--resume=20310203-10", "go on"]),
        (["--resume", "run", "go on"], ["run", "--resume=", "go on"]),
        (["models", "rm", "-r"], ["models", "rm", "-r"]),
        (["what", "models"], ["chat", "what", "models"]),
    ],
)
def test_the_command_that_is_meant_comes_first(args: list[str], meant: list[str]) -> None:
    assert with_command(args, COMMANDS, VALUES) == meant


@pytest.mark.parametrize("word", ["serv", "modles", "docter", "session"])
def test_a_word_that_is_nearly_a_command_does_not_start_a_chat(word: str) -> None:
    with pytest.raises(UsageError, match="did you mean"):
        with_command([word], COMMANDS, VALUES)


@given(st.lists(st.sampled_from(["-p", "-r", "--", "-", "run", "chat", "hi there", "-m", "--resume", "--debug"])))
def test_no_argument_is_ever_lost(args: list[str]) -> None:
    meant = with_command(args, COMMANDS, VALUES)
    assert meant[0] in COMMANDS
    assert sum(word.count("hi there") for word in meant) == args.count("hi there")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from localcoder.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "heavy = {'torch', 'textual', 'transformers', 'fastapi', 'pydantic', 'httpx', 'numpy', 'rich', 'jinja2'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_help_names_every_command(home: Home) -> None:
    done = home.run("--help")
    assert done.code == 0
    assert all(f"  {name} " in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("command", [name for name in COMMANDS])
def test_every_command_has_help(home: Home, command: str) -> None:
    done = home.call(command, "--help")
    assert done.code == 0
    assert done.stdout.startswith(f"Usage: localcoder {command}")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["run", "--nope", "x"], "No such option: --nope"),
        (["run", "hi", "-m"], "'-m' requires an argument (see `localcoder run --help`)"),
        (["sessions", "export", "2031", "-o"], "(see `localcoder sessions export --help`)"),
        (["run", "hi", "--output-format", "xml"], "'--output-format'"),
        (["run", "hi", "--max-turns", "many"], "'--max-turns'"),
        (["run", "hi", "--max-turns", "0"], "--max-turns: "),
        (["run", "hi", "--approval-mode", "yolo"], "'--approval-mode'"),
        (["run", "hi", "there", "you"], "put it in quotes"),
        (["make", "it", "faster"], "put it in quotes"),
        (["chat", "make", "it", "faster"], "put it in quotes"),
        (["run", "hi", "there"], "put it in quotes"),
        (["run", ""], "prompt is empty"),
        (["run"], "prompt is empty"),
        (["run", "hi", "-p", "ho"], "prompt once"),
        (["run", "hi", "-C", "nowhere"], "no folder 'nowhere'"),
        (["run", "hi", "-C", ""], "--cd: there is no folder ''"),
        (["run", "hi", "--add-dir", ""], "--add-dir: there is no folder ''"),
        (["run", "hi", "-C", "~nobody-here/x"], "--cd: there is no folder '~nobody-here/x'"),
        (["run", "hi", "--add-dir", "nowhere"], "--add-dir: there is no folder 'nowhere'"),
        (["run", "hi", "-c"], "no session in"),
        (["run", "hi", "-r", "20310203"], "no session '20310203'"),
        (["run", "hi", "-r", "zzz"], "no session 'zzz'"),
        (["run", "-r", "hi"], "localcoder sessions list"),
        (["run", "hi", "-c", "--resume=2031"], "not both"),
        (["run", "hi", "-m", "no/such/model/anywhere"], "no/such/model/anywhere"),
        (["chat", "--port", "0"], "--port is where --serve listens"),
        (["chat"], "needs a terminal"),
        (["hi"], "needs a terminal"),
        (["sessions", "show", "2031"], "no session '2031'"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(home: Home, args: list[str], said: str) -> None:
    done = home.call(*args)
    assert (done.code, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.startswith("localcoder: ") and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["run", "hi", "--output-format", "json", "--nope"], "No such option: --nope"),
        (["-p", "hi", "--approval-mode", "yolo", "--output-format=stream-json"], "'--approval-mode'"),
        (["run", "make", "it", "faster", "--output-format", "json"], "put it in quotes"),
        (["run", "hi", "--output-format", "json", "--max-turns", "0"], "--max-turns: "),
        (["run", "--output-format", "json"], "prompt is empty"),
    ],
)
def test_wrong_usage_is_a_result_for_who_asked_for_json(home: Home, args: list[str], said: str) -> None:
    done = home.call(*args)
    assert done.code == 2
    assert (done.document["type"], done.document["status"]) == ("result", "failed")
    assert said in done.document["error"]
    assert done.stderr == f"localcoder: {done.document['error']}\n"


@pytest.mark.parametrize("group", ["sessions", "models", "config"])
def test_a_group_without_a_command_shows_its_help(home: Home, group: str) -> None:
    done = home.call(group)
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Usage: localcoder {group} [OPTIONS] COMMAND")
    assert "--install-completion" not in done.stderr


def test_completion_offers_commands_and_options(home: Home) -> None:
    home.variables = {"_LOCALCODER_COMPLETE": "complete_bash"}

    def complete(line: str) -> set[str]:
        words = line.split(" ")
        home.variables |= {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
        return set(home.call().stdout.split())

    assert {"run", "chat", "sessions"} <= complete("localcoder ")
    assert complete("localcoder ser") == {"serve"}
    assert {"--max-turns", "--model"} <= complete("localcoder run --m")
    assert {"list", "show", "prune"} <= complete("localcoder sessions ")
    assert "accept-edits" in complete("localcoder run --approval-mode ")


SHELLS = ["bash", "zsh", "fish"]


def completed(home: Home, shell: str, line: str) -> Done:
    """What completing `line`, with the cursor at its end, gives in `shell`."""
    home.variables = {
        "_LOCALCODER_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "COMP_WORDS": line,
        "COMP_CWORD": str(line.count(" ")),
    }
    return home.call()


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_completes_commands_and_options(home: Home, shell: str) -> None:
    assert "sessions" in completed(home, shell, "localcoder ").stdout
    assert "serve" in completed(home, shell, "localcoder ser").stdout
    assert "--max-turns" in completed(home, shell, "localcoder run --m").stdout
    assert "accept-edits" in completed(home, shell, "localcoder run --approval-mode ").stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_options_of_the_chat_are_completed_without_its_name(home: Home, shell: str) -> None:
    assert "--approval-mode" in completed(home, shell, "localcoder --app").stdout
    assert "--version" in completed(home, shell, "localcoder --v").stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_is_shown_and_installed_for_every_shell(home: Home, shell: str) -> None:
    home.variables = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    shown = home.call("--show-completion", shell)
    assert shown.code == 0
    assert f"_LOCALCODER_COMPLETE=complete_{shell}" in shown.stdout
    assert home.call("--install-completion", shell).code == 0
    written = [path for path in home.folder.rglob("*localcoder*") if path.is_file()]
    assert any(f"_LOCALCODER_COMPLETE=complete_{shell}" in path.read_text() for path in written)


def test_completing_imports_no_torch_and_nothing_of_the_screen() -> None:
    code = (
        "import sys\n"
        "from localcoder.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print('\\n', sorted({'torch', 'textual', 'transformers', 'huggingface_hub', 'fastapi'} & set(sys.modules)))\n"
    )
    variables = {"_LOCALCODER_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "localcoder chat --m"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | variables, capture_output=True, text=True, check=True
    )
    assert "--model" in done.stdout
    assert done.stdout.splitlines()[-1].strip() == "[]"
