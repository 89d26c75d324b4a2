"""`localcoder run` end to end: the real program against a scripted server on loopback."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from localcoder.sessions.journal import Journal, load
from tests.cli.running import PROGRAM, TIMEOUT_S, Done, Home
from tests.fakes.openai_server import Answer, FakeOpenAIServer, serving

WRITE = Answer(calls=[("write", {"path": "hello.py", "content": "print('hello')\n"})])


def run(home: Home, server: FakeOpenAIServer, *args: str) -> Done:
    """In this process, which spares a second of imports; those tests that are about processes start one."""
    return home.call("run", "--endpoint", server.url, *args)


def contents(request: dict[str, Any], role: str) -> list[str]:
    return [message["content"] for message in request["messages"] if message["role"] == role]


def test_text_output_is_the_answer_alone(home: Home) -> None:
    with serving(Answer("It prints hello.")) as server:
        done = home.run("run", "--endpoint", server.url, "what does it print?")
    assert done == Done(0, "It prints hello.\n", "")
    assert contents(server.requests[0], "user") == ["what does it print?"]
    assert "You are localcoder" in contents(server.requests[0], "system")[0]


def test_a_bare_prompt_option_runs_without_a_screen(home: Home) -> None:
    with serving(Answer("Hi.")) as server:
        done = home.run("-p", "hello", "--endpoint", server.url)
    assert done == Done(0, "Hi.\n", "")


def test_the_torch_backend_instead_of_the_megakernel_that_was_asked_for_is_said_once(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    done = home.call("run", "Say hello.", "--backend", "megakernel", "--temperature", "0")
    assert done.code == 0 and done.stdout
    assert done.stderr == (
        "localcoder: Using the torch backend instead of the megakernel: there is no GPU that PyTorch can use.\n"
    )


def test_json_output_is_one_document(home: Home) -> None:
    with serving(Answer("Hi.")) as server:
        done = run(home, server, "hello", "--output-format", "json")
    document = done.document
    assert (done.code, document["type"], document["status"], document["text"]) == (0, "result", "done", "Hi.")
    assert (document["turns"], document["error"]) == (1, None)
    assert document["usage"]["prompt_tokens"] == 10
    assert document["duration_s"] > 0


def test_stream_json_begins_with_init_and_ends_in_the_result(home: Home) -> None:
    (home.project / "a.txt").write_text("first\n")
    with serving(Answer("I read.", [("read", {"path": "a.txt"})]), Answer("It says first.")) as server:
        done = run(home, server, "what is in a.txt?", "--output-format", "stream-json")
    kinds = [line["type"] for line in done.lines]
    assert done.code == 0
    assert kinds[0] == "init"
    steps = [kind for kind in kinds if kind in ("message", "tool_call", "tool_result", "result")]
    assert steps == ["message", "tool_call", "tool_result", "message", "result"]
    init, result = done.lines[0], done.lines[-1]
    assert init["cwd"] == str(home.project.resolve())
    assert "read" in init["tools"]
    assert (result["text"], result["turns"]) == ("It says first.", 2)
    (tool_result,) = [line for line in done.lines if line["type"] == "tool_result"]
    assert tool_result["content"] == "1|first"
    assert contents(server.requests[1], "tool") == ["1|first"]


@pytest.mark.parametrize("output_format", ["json", "stream-json"])
@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["hi", "--endpoint", "http://127.0.0.1:9/v1"], 1),
        (["hi", "-m", "no/such/model/anywhere"], 2),
        (["hi", "-C", "nowhere"], 2),
        (["hi", "--max-turns", "0"], 2),
        ([], 2),
    ],
)
def test_failures_too_end_in_exactly_one_result(home: Home, args: list[str], code: int, output_format: str) -> None:
    done = home.call("run", *args, "--output-format", output_format)
    assert done.code == code
    result = done.lines[-1]
    assert (result["status"], result["text"]) == ("failed", "")
    assert result["error"] and result["error"] in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("answer", [Answer("the GPU is on fire", status=400), Answer("I will", breaks=True)])
def test_a_failing_server_is_one_line_and_exit_code_1(home: Home, answer: Answer) -> None:
    with serving(answer) as server:
        done = run(home, server, "hi")
    assert (done.code, done.stdout) == (1, "")
    assert done.stderr.startswith("localcoder: ") and done.stderr.count("\n") == 1
    assert answer.status == 200 or answer.text in done.stderr


def test_without_anybody_to_ask_a_call_is_refused_and_the_exit_code_says_so(home: Home) -> None:
    with serving(WRITE, Answer("I could not.")) as server:
        done = run(home, server, "create hello.py")
    assert (done.code, done.stdout) == (4, "I could not.\n")
    assert contents(server.requests[1], "tool") == ["This call needs an approval and nobody can give it."]
    assert not (home.project / "hello.py").exists()


def test_a_call_that_is_bound_to_fail_needs_nobody_to_ask(home: Home) -> None:
    (home.project / "a.py").write_text("return a+b\n")
    edit = Answer(calls=[("edit", {"path": "a.py", "old": "return a+b", "new": "return a-b"})])
    with serving(edit, Answer("I must read it first.")) as server:
        done = run(home, server, "subtract instead")
    assert (done.code, done.stdout) == (0, "I must read it first.\n")
    assert contents(server.requests[1], "tool") == [
        "Error: a.py exists and was not read yet; read it first, then edit it"
    ]


def test_full_mode_does_the_work(home: Home) -> None:
    with serving(
        WRITE, Answer(calls=[("shell", {"command": "cat hello.py && echo done"})]), Answer("Created and run.")
    ) as server:
        done = home.run("run", "create hello.py and run it", "--endpoint", server.url, "--approval-mode", "full")
    assert (done.code, done.stdout) == (0, "Created and run.\n")
    assert (home.project / "hello.py").read_text() == "print('hello')\n"
    assert contents(server.requests[2], "tool") == [
        "Created hello.py (1 line).",
        "print('hello')\ndone\n[exit 0]",
    ]


@pytest.mark.parametrize("output", ["text", "stream-json"])
def test_a_secret_of_the_environment_reaches_neither_model_nor_session_nor_log_nor_output(
    home: Home, output: str
) -> None:
    home.variables = {"FOO_API_KEY": "abc123-xyz", "HARMLESS": "seen"}
    (home.project / "settings.sh").write_text("KEY=abc123-xyz\n")
    command = Answer(calls=[("shell", {"command": "env; cat settings.sh"})])
    with serving(command, Answer("Done.")) as server:
        done = run(home, server, "go", "--approval-mode", "full", "--debug", "--output-format", output)
    (shown,) = contents(server.requests[1], "tool")
    assert "HARMLESS=seen" in shown and "KEY=[secret]" in shown and "FOO_API_KEY" not in shown
    everything = [json.dumps(server.requests), done.stdout, done.stderr]
    kept = [path for path in home.folder.rglob("*") if path.is_file() and path.parent != home.project]
    assert {"localcoder.log", home.sessions()[0].name} <= {path.name for path in kept}
    everything += [path.read_text(errors="replace") for path in kept]
    assert not any("abc123-xyz" in text for text in everything)


def test_full_mode_without_a_sandbox_says_so_in_one_line(home: Home) -> None:
    with serving(Answer("Hi."), Answer("Hi.")) as server:
        bare = run(home, server, "hi", "--approval-mode", "full", "--no-sandbox")
        asking = run(home, server, "hi", "--no-sandbox")
    assert "without a sandbox" in bare.stderr and bare.stderr.count("\n") == 1
    assert asking.stderr == ""


def test_accept_edits_writes_but_asks_for_commands(home: Home) -> None:
    shell = Answer(calls=[("shell", {"command": "rm -rf hello.py"})])
    with serving(WRITE, shell, Answer("Half done.")) as server:
        done = run(home, server, "go", "--approval-mode", "accept-edits")
    assert done.code == 4
    assert (
        done.stderr
        == "localcoder: a call was refused, for nobody could be asked; choose an --approval-mode, or rules.\n"
    )
    assert (home.project / "hello.py").exists()


def test_plan_mode_offers_no_tool_that_writes(home: Home) -> None:
    with serving(WRITE, Answer("A plan.")) as server:
        done = run(home, server, "go", "--approval-mode", "plan")
    offered = {tool["function"]["name"] for tool in server.requests[0]["tools"]}
    assert "read" in offered and not offered & {"write", "edit"}
    assert (done.code, done.stdout) == (0, "A plan.\n")
    assert not (home.project / "hello.py").exists()


def test_the_turn_limit_is_exit_code_3(home: Home) -> None:
    look = [Answer(calls=[("list", {"pattern": f"*{number}"})]) for number in range(5)]
    with serving(*look) as server:
        done = run(home, server, "go", "--max-turns", "2", "--output-format", "json")
    assert (done.code, done.document["status"], done.document["turns"]) == (3, "turn_limit", 2)
    assert "--max-turns" in done.stderr


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(calls=[("list", {"pattern": "*"})]), "made the same call of `list` 4 times"),
        (Answer("the " * 4_000), "repeats the same words in its answer"),
    ],
)
def test_a_model_that_goes_in_circles_is_one_line_and_exit_code_1(home: Home, answer: Answer, said: str) -> None:
    with serving(*[answer] * 9) as server:
        done = run(home, server, "go", "--output-format", "stream-json")
    assert done.code == 1
    assert said in done.lines[-1]["error"]
    assert [line for line in done.stderr.splitlines() if said in line] == [f"localcoder: {done.lines[-1]['error']}"]


@pytest.mark.parametrize("arguments", ['{"path": "a", "content": "x', "[]", {"path": "a"}, {"file": "a"}])
def test_a_wrong_call_goes_back_to_the_model_and_the_run_goes_on(home: Home, arguments: Any) -> None:
    with serving(Answer(calls=[("write", arguments)]), Answer("Sorry.")) as server:
        done = run(home, server, "go", "--approval-mode", "full", "--no-sandbox")
    assert (done.code, done.stdout) == (0, "Sorry.\n")
    told = [*contents(server.requests[1], "tool"), *contents(server.requests[1], "user")[1:]]
    assert len(told) == 1
    assert told[0].startswith("Error: ") or "could not be read" in told[0]


def test_sampling_options_reach_the_server(home: Home) -> None:
    with serving(Answer("Hi.")) as server:
        run(home, server, "hi", "--temperature", "0", "--seed", "7", "-m", "scripted")
    request = server.requests[0]
    assert (request["temperature"], request["seed"], request["model"]) == (0, 7, "scripted")


def test_the_key_is_sent_and_kept_nowhere(home: Home) -> None:
    home.variables = {"LOCALCODER_API_KEY": "sk-very-secret-1234"}
    shell = Answer(calls=[("shell", {"command": "env; echo $LOCALCODER_API_KEY"})])
    with serving(shell, Answer("Done.")) as server:
        run(home, server, "hi", "--approval-mode", "full", "--debug", "--no-sandbox")
    assert server.authorizations == ["Bearer sk-very-secret-1234"] * 2
    assert "sk-very-secret" not in json.dumps(server.requests)
    stored = b"".join(path.read_bytes() for path in home.folder.rglob("*") if path.is_file())
    assert b"sk-very-secret" not in stored


class TestStdin:
    def test_an_open_stdin_is_left_alone(self, home: Home) -> None:
        with serving(Answer("Hi.")) as server:
            process = home.start("run", "hi", "--endpoint", server.url, stdin=subprocess.PIPE)
            try:
                assert process.wait(TIMEOUT_S) == 0  # stdin is still open here
            finally:
                stdout, _ = process.communicate()
        assert stdout == b"Hi.\n"

    def test_a_closed_stderr_is_no_problem(self, home: Home) -> None:
        with serving(Answer("Hello.")) as server:
            done = subprocess.run(
                ["sh", "-c", 'exec "$@" 2>&-', "sh", *PROGRAM, "run", "hi", "--endpoint", server.url],
                cwd=home.project,
                env=home.environment,
                stdout=subprocess.PIPE,
                check=False,
                timeout=TIMEOUT_S,
            )
        assert (done.returncode, done.stdout) == (0, b"Hello.\n")

    def test_a_closed_stdin_is_no_problem(self, home: Home) -> None:
        with serving(Answer("Hi.")) as server:
            done = subprocess.run(
                ["sh", "-c", 'exec "$@" <&-', "sh", *PROGRAM, "run", "hi", "--endpoint", server.url],
                capture_output=True,
                cwd=home.project,
                env=home.environment,
                check=False,
                timeout=TIMEOUT_S,
            )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"Hi.\n", b"")

    @pytest.mark.parametrize(
        ("args", "stdin", "prompt"),
        [
            ([], b"from stdin\n", "from stdin"),
            (["-"], b"from stdin\n", "from stdin"),
            (["explain", "-"], "ünïcode\n".encode(), "explain\n\nünïcode"),
            (["-p", "explain", "-"], b"a\nb\n", "explain\n\na\nb"),
            (["explain", "-"], b"", "explain"),
            (["explain"], b"not read", "explain"),
        ],
    )
    def test_it_is_read_where_the_prompt_is_missing_or_followed_by_a_dash(
        self, home: Home, args: list[str], stdin: bytes, prompt: str
    ) -> None:
        with serving(Answer("Hi.")) as server:
            done = home.run("run", "--endpoint", server.url, *args, stdin=stdin)
        assert done.code == 0
        assert contents(server.requests[0], "user") == [prompt]

    def test_what_is_no_text_is_refused(self, home: Home) -> None:
        done = home.run("run", stdin=b"abc\xff")
        assert (done.code, done.stderr) == (2, "localcoder: stdin is not UTF-8 text (byte 3); convert it first.\n")


class TestInterrupt:
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    def test_a_signal_ends_the_turn_with_a_result_and_keeps_what_was_done(self, home: Home, number: int) -> None:
        with serving(WRITE, Answer("Now I will", hangs=True)) as server:
            args = ("run", "go", "--endpoint", server.url, "--approval-mode", "full", "--output-format", "stream-json")
            # The tests themselves may run below nohup, which commands inherit.
            before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
            try:
                process = home.start(*args)
            finally:
                signal.signal(signal.SIGHUP, before)
            assert server.reached_hang.wait(TIMEOUT_S)
            process.send_signal(number)
            stdout, stderr = process.communicate(timeout=TIMEOUT_S)
        done = Done(process.returncode, stdout.decode(), stderr.decode())
        assert done.code == 130
        assert done.lines[-1]["status"] == "interrupted"
        assert "Traceback" not in done.stderr
        assert (home.project / "hello.py").exists()
        (path,) = home.sessions()
        roles = [message.role for message in load(path).messages]
        assert roles[:3] == ["user", "assistant", "tool"]

    def test_a_run_below_nohup_goes_on_without_its_terminal(self, home: Home) -> None:
        with serving(Answer("Now", [("shell", {"command": "kill -HUP $PPID; sleep 0.2"})]), Answer("Done.")) as server:
            args = ("run", "go", "--endpoint", server.url, "--approval-mode", "full", "--no-sandbox")
            before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
            try:
                process = home.start(*args)
            finally:
                signal.signal(signal.SIGHUP, before)
            stdout, _ = process.communicate(timeout=TIMEOUT_S)
        assert (process.returncode, stdout) == (0, b"Done.\n")

    def test_a_reader_that_leaves_is_no_error(self, home: Home) -> None:
        answers = [Answer("x" * 20_000, [("list", {"pattern": f"*{number}"})]) for number in range(5)]
        with serving(*answers) as server:
            process = home.start("run", "go", "--endpoint", server.url, "--output-format", "stream-json")
            assert process.stdout is not None
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr is not None
            stderr = process.stderr.read()
            code = process.wait(TIMEOUT_S)
            process.stderr.close()
        assert (code, stderr) == (130, b"")

    def test_a_full_device_is_one_line(self, home: Home) -> None:
        if not Path("/dev/full").exists():
            pytest.skip("needs /dev/full")
        with serving(Answer("Hi.")) as server, Path("/dev/full").open("wb") as full:
            done = home.run("run", "hi", "--endpoint", server.url, stdout=full)
        assert done.code == 1
        assert "No space left" in done.stderr and "Traceback" not in done.stderr


class TestSessions:
    def test_continue_goes_on_with_the_last_session_of_the_folder(self, home: Home) -> None:
        with serving(Answer("Nice to meet you."), Answer("Your name is Kim.")) as server:
            run(home, server, "I am Kim.")
            done = run(home, server, "-c", "Who am I?")
        assert done.stdout == "Your name is Kim.\n"
        assert contents(server.requests[1], "user") == ["I am Kim.", "Who am I?"]
        assert contents(server.requests[1], "assistant") == ["Nice to meet you."]
        assert len(home.sessions()) == 1

    def test_resume_takes_the_beginning_of_an_id_wherever_it_began(self, home: Home) -> None:
        with serving(Answer("One."), Answer("Two."), Answer("Three.")) as server:
            first = run(home, server, "first", "--output-format", "json").document["session_id"]
            run(home, server, "second")
            (home.project / "sub").mkdir()
            run(home, server, "-C", "sub", "-r", first, "third")
        assert contents(server.requests[2], "user") == ["first", "third"]

    def test_a_session_can_be_listed_shown_exported_and_removed(self, home: Home) -> None:
        with serving(WRITE, Answer("Made it.")) as server:
            run(home, server, "create hello.py", "--approval-mode", "accept-edits")
        (path,) = home.sessions()
        assert "create hello.py" in home.call("sessions", "list").stdout
        shown = home.call("sessions", "show", path.stem[:12]).stdout
        assert "Made it." in shown and "Created hello.py (1 line)." in shown
        exported = home.call("sessions", "export", path.stem)
        assert [m["role"] for m in exported.document["messages"]] == ["user", "assistant", "tool", "assistant"]
        assert home.call("sessions", "export", path.stem, "-o", "out.md", "--format", "markdown").code == 0
        assert (home.project / "out.md").read_text() == shown
        assert home.call("sessions", "export", path.stem, "-o", "out.md").code == 2
        journal = Journal.resume(path)
        journal.rename("The greeting")
        journal.close()
        assert home.call("sessions", "show", path.stem).stdout.startswith("# The greeting\n")
        assert home.call("sessions", "export", path.stem).document["session"]["title"] == "The greeting"
        assert home.call("sessions", "rm", path.stem).code == 0
        assert home.sessions() == []
        assert home.call("sessions", "prune").stdout == "Deleted 0 sessions.\n"

    def test_a_damaged_session_is_said_and_goes_on(self, home: Home) -> None:
        with serving(Answer("One."), Answer("Two.")) as server:
            run(home, server, "first")
            (path,) = home.sessions()
            with path.open("ab") as file:
                file.write(b'{"v":1,"type":"mess')
            done = run(home, server, "-c", "second")
        assert done.code == 0 and "is damaged" in done.stderr
        assert contents(server.requests[1], "user") == ["first", "second"]


class TestConfiguration:
    def test_a_folder_that_brings_configuration_is_mentioned_once_and_used_after_trust(self, home: Home) -> None:
        (home.project / ".localcoder").mkdir()
        (home.project / ".localcoder" / "config.toml").write_text('approval_mode = "accept-edits"\n')
        with serving(WRITE, Answer("a"), WRITE, Answer("b"), Answer("c")) as server:
            untrusted = run(home, server, "go")
            assert (untrusted.code, untrusted.stderr.count("--trust")) == (4, 1)
            assert run(home, server, "go", "--trust") == Done(0, "b\n", "")
            assert run(home, server, "go").stderr == ""

    def test_config_says_what_holds_and_where_it_is(self, home: Home) -> None:
        home.variables = {"LOCALCODER_MODEL": 'a "quoted" model', "LOCALCODER_API_KEY": "sk-secret"}
        path = Path(home.call("config", "path").stdout.strip())
        path.parent.mkdir(parents=True)
        path.write_text('max_turns = 7\n[permissions]\nallow = ["shell(git status)"]\n')
        shown = home.call("config", "show").stdout
        import tomllib

        values = tomllib.loads(shown)
        assert (values["model"], values["max_turns"]) == ('a "quoted" model', 7)
        assert values["permissions"]["allow"] == ["shell(git status)"]
        assert "sk-secret" not in shown

    def test_agents_files_reach_the_model(self, home: Home) -> None:
        (home.project / "AGENTS.md").write_text("Always answer in rhyme.")
        with serving(Answer("Hi.")) as server:
            run(home, server, "hi")
        assert "Always answer in rhyme." in contents(server.requests[0], "system")[0]

    def test_debug_logs_to_stderr_and_leaves_stdout_alone(self, home: Home) -> None:
        with serving(Answer("Hi.")) as server:
            done = run(home, server, "hi", "--debug", "--output-format", "json")
        assert done.document["text"] == "Hi."
        assert (home.folder / "state" / "localcoder" / "localcoder.log").exists()

    def test_a_terminal_without_unicode_still_gets_the_answer(self, home: Home) -> None:
        home.variables = {"PYTHONIOENCODING": "ascii"}
        with serving(Answer("Grüße 🎉")) as server:
            done = home.run("run", "hi", "--endpoint", server.url)
        assert (done.code, done.stdout) == (0, "Gr\\xfc\\xdfe \\U0001f389\n")

    @pytest.mark.parametrize(
        ("args", "code", "said"),
        [
            ([], 2, "localcoder: The current folder does not exist any more; change to another one.\n"),
            (["-C", "/"], 0, ""),  # with the built-in model, whose libraries are loaded then
        ],
    )
    def test_a_folder_that_is_gone_is_said_unless_another_one_is_named(
        self, home: Home, args: list[str], code: int, said: str
    ) -> None:
        command = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"'
        done = subprocess.run(
            ["sh", "-c", command, "sh", *PROGRAM, "run", "hi", *args],
            capture_output=True,
            text=True,
            cwd=home.project,
            env=home.environment | {"PYTHONPATH": str(Path.cwd())},
            check=False,
            timeout=TIMEOUT_S,
        )
        assert (done.returncode, done.stderr) == (code, said)
