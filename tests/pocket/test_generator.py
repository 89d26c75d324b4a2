from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path

import pytest

from localcoder.chat.messages import ToolCall
from tools.pocket import contents_bugs, world
from tools.pocket.draw import Draw
from tools.pocket.quick import quick_shell
from tools.pocket.task import Call, Unsuitable
from tools.pocket.words import Vocabulary
from tools.pocket.world import FAMILIES, Folder, Generator, decided, record, steady


async def test_conversation_depends_on_its_seed_alone() -> None:
    first = record(await Generator("7/1").conversation())
    assert record(await Generator("7/1").conversation()) == first
    assert record(await Generator("7/2").conversation()) != first


def test_scripts_that_draw_at_random_draw_the_same_again(tmp_path: Path) -> None:
    (tmp_path / "draws.py").write_text("import random\n\nprint(random.random())\n")
    random.seed(1)
    first = quick_shell("python3 draws.py", tmp_path)
    assert random.random() == random.Random(1).random(), "it changed what others draw"
    assert quick_shell("python3 draws.py", tmp_path) == first
    assert quick_shell("python3 -c 'import random; print(random.random())'", tmp_path) != first


async def test_neither_the_machine_nor_the_clock_gets_into_a_conversation() -> None:
    machines = []
    for _ in range(2):
        folder = Folder({})
        folder.machine = Generator("7/1")._machine()
        machines.append(
            [
                (await folder.call(ToolCall("c", "shell", json.dumps({"command": command})))).content
                for command in ("whoami", "date +%F", "nproc", "python3 --version")
            ]
        )
        folder.remove()
    assert machines[0] == machines[1]
    assert re.fullmatch(r"20\d\d-\d\d-\d\d\n\[exit 0\]", machines[0][1])


async def test_what_sleeps_is_not_waited_for_and_what_never_ends_is_of_no_use(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(Generator("7/1").environment)

    async def shell(command: str) -> str:
        return (await folder.call(ToolCall("c", "shell", json.dumps({"command": command})))).content

    try:
        rests = {"rest.py": "import time\n\ntime.sleep(300)\nprint('rested')\n", "rest.sh": "sleep 300\necho too\n"}
        folder.add(rests)  # longer than anybody is patient
        assert await shell("python3 rest.py && sh rest.sh") == "rested\ntoo\n[exit 0]"
        assert await shell("timeout 1 python3 rest.py") == "[exit 124]"
        assert await shell("timeout 1 sleep 30") == "[exit 124]"
        monkeypatch.setattr(world, "PATIENCE_S", 0.5)
        folder.add({"serve.py": "import socket\n\nsocket.create_server(('127.0.0.1', 0)).accept()\n"})
        with pytest.raises(Unsuitable, match="does not end"):
            await shell("python3 serve.py")
    finally:
        folder.remove()


def test_no_mistake_lets_a_loop_make_its_own_list_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents_bugs, "SHAPES", [one for one in contents_bugs.SHAPES if "multiply_all" in one.names])
    for seed in range(200):
        try:
            made = contents_bugs.bug(Vocabulary(Draw(f"bug {seed}")))
        except Unsuitable as error:
            assert str(error) != "endless"
        else:
            assert "*=" in made.fixed


@pytest.mark.parametrize(
    ("name", "arguments", "plan", "kept"),
    [
        ("read", {"path": "a; b.md"}, "read a; b.md; the hut", "read a; b.md"),
        ("read", {"path": "b.ini"}, "line 2: a; read b.ini; the port there", "line 2: a; read b.ini"),
        ("read", {"path": "b.ini"}, "read b.ini; the port becomes 81", "read b.ini; it becomes 81"),
        ("read", {"path": "b.ini"}, "read b.ini; the port becomes 82", "read b.ini"),
        ("read", {"path": "b.ini"}, "read b.ini; 81 here too", "read b.ini; it becomes 81"),
        ("read", {"path": "b.ini"}, "set web.port to 81 in b.ini; read it first", "read b.ini; it becomes 81"),
        (
            "read",
            {"path": "b.ini"},
            "it is b.ini; set port to 81; read it first",
            "it is b.ini; read b.ini; it becomes 81",
        ),
        ("read", {"path": "b.ini"}, 'it is b.ini; add "x" at the end; read it first', "it is b.ini; read b.ini"),
        ("search", {"pattern": "port"}, "search port; it becomes 81 everywhere", "search port; it becomes 81"),
        ("search", {"pattern": "port"}, "change port to 81 everywhere; search port", None),
        ("list", {}, "list the folder; which file?", "list the folder"),
        ("write", {"path": "b.md"}, "line 1: x; write b.md: a heading, x", "line 1: x; write b.md"),
        ("shell", {"command": "ls -l"}, "exit 1; run ls -l; again", "exit 1; run ls -l"),
        ("shell", {"command": "ls -l"}, "so 1 + 2", None),
        ("edit", {"path": "b.ini", "old": "read b.ini; x"}, "line 1: read b.ini; x -> y", None),
    ],
)
def test_thoughts_do_not_tell_what_nobody_can_foresee(
    name: str, arguments: dict[str, str], plan: str, kept: str | None
) -> None:
    assert decided(Call(plan, name, arguments), "port: 81, please") == (kept or plan)


def test_results_are_the_same_in_every_run_and_in_every_python() -> None:
    assert steady("Ran 1 test in 0.012s\n\nOK", True) == "Ran 1 test in 0.000s\n\nOK"
    assert steady("Ran 12 tests in 0.001s", True) == "Ran 12 tests in 0.000s"
    assert steady("done in 0.012s", True) == "done in 0.012s"
    frame = '  File "/home/user/project/t.py", line 3, in <module>\n    assert total(1, 2) == 3, "wrong"\n'
    under = "           ^^^^^^^^^^^^^^^^\n"
    for output in (f"{frame}AssertionError: wrong", f"{frame}{under}AssertionError: wrong"):
        assert steady(output, True) == f"{frame}{under}AssertionError: wrong"
        assert steady(output, False) == f"{frame}AssertionError: wrong"
    outer = f"{frame}           ^^^^^\n  File"
    assert steady(outer, True) == steady(outer, False) == outer
    assert steady("3|    assert x\n", True) == "3|    assert x\n"


async def test_every_call_has_its_result_and_every_turn_ends_in_text() -> None:
    for number in range(12):
        conversation = await Generator(f"3/{number}").conversation()
        previous = None
        for place, message in enumerate(conversation.messages):
            if message["role"] == "tool":
                assert previous["tool_calls"][0]["id"] == message["tool_call_id"]
            if message["role"] == "user" and previous is not None:
                assert previous["role"] == "assistant"
                assert previous["content"] or place - 1 in conversation.slips
            previous = message
        assert previous["role"] == "assistant" and previous["content"]
        offered = {name for name, _ in conversation.tools}
        learnt = [m for number, m in enumerate(conversation.messages) if number not in conversation.slips]
        assert {call["name"] for message in learnt for call in message.get("tool_calls", ())} <= offered
        assert len(conversation.jobs) == sum(message["role"] == "user" for message in conversation.messages)


def test_a_quick_script_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "half_module.py").write_text("answer = 42\n")
    (tmp_path / "uses.py").write_text("import half_module\n\nprint(half_module.answer)\n")
    before = set(sys.modules), sys.path[:], sys.argv, sys.modules["__main__"], Path.cwd()
    assert quick_shell("python3 uses.py", tmp_path) == "42\n[exit 0]"
    (tmp_path / "half_module.py").write_text("answer = 43\n")
    assert quick_shell("python3 uses.py", tmp_path) == "43\n[exit 0]"
    assert (set(sys.modules), sys.path, sys.argv, sys.modules["__main__"], Path.cwd()) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["half_module.py", "uses.py"]


async def test_quick_commands_say_what_the_shell_tool_says(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = Generator("0/0")
    commands = [
        "python3 a.py",
        "python3 -c 'print(6 * 7)'",
        'python3 -c "print(1); print(2)"',
        "echo one two",
        "cp a.py b.py",
        "mv b.py c.py",
        "rm c.py",
        "mkdir -p x/y",
        "python3 silent.py",
        "rm missing.txt",
        "cat missing.txt",
        "ls missing.txt",
        "cat text.txt",
        "ls text.txt",
        "wc -l < text.txt",
        "head -n 2 text.txt",
        "tail -n 1 text.txt",
        "tail -n 9 text.txt",
        "grep two text.txt",
        "grep -n two text.txt",
        "grep -c zebra text.txt",
        "grep -v two text.txt",
        "grep zebra text.txt",
        "python3 test_calc.py",
        "python3 test_says.py",
        "python3 misspelt.py",
        "python3 no_colon.py",
        "python3 imports_no_colon.py",
        "python3 indented.py",
        "python3 leaves.py",
        "python3 complains.py",
        "python3 no_key.py",
        "python3 -c 'from calc import add; print(add(1, 2))'",
    ]
    files = {
        "a.py": 'for i in range(3):\n    print("line", i)\n',
        "silent.py": "x = 1\n",
        "text.txt": "one\ntwo\nthree two\n",
        "calc.py": "import math\n\n\ndef add(a, b):\n    return a - math.floor(b)\n",
        "test_calc.py": 'from calc import add\n\nprint("start")\nassert add(2, 3) == 5\nprint("ok")\n',
        "test_says.py": 'import calc\n\nassert calc.add(2, 3) == 5, f"expected 5, got {calc.add(2, 3)}"\n',
        "misspelt.py": "total = 3\n\n\ndef show():\n    print(totl)\n\n\nshow()\n",
        "no_colon.py": "def f()\n    return 1\n",
        "imports_no_colon.py": "import no_colon\n",
        "indented.py": "if 1:\nprint(2)\n",
        "leaves.py": "import sys\n\nprint(1)\nsys.exit(3)\n",
        "complains.py": 'print(1)\nraise SystemExit("bad")\n',
        "no_key.py": 'd = {"a": 1}\nprint(d["b"])\n',
    }
    quick, real = Folder(generator.environment), Folder(generator.environment)
    try:
        for folder in (quick, real):
            folder.add(files)
        answers = [quick_shell(command, quick.root) for command in commands]
        assert None not in answers
        monkeypatch.setattr("tools.pocket.world.quick_shell", lambda command, root: None)
        for command, answer in zip(commands, answers, strict=True):
            result = await real.call(ToolCall("c", "shell", json.dumps({"command": command})))
            assert result.content.replace(str(real.root), str(quick.root)) == answer, command
        assert sorted(p.name for p in quick.root.iterdir()) == sorted(p.name for p in real.root.iterdir())
    finally:
        quick.remove()
        real.remove()


@pytest.mark.parametrize(
    "command",
    ["python3 missing.py", "python3 imports.py", "python3 loops.py", "wc nothing", "echo $HOME", "ls", "ls ."],
)
def test_anything_else_is_left_to_the_shell(command: str, tmp_path: Path) -> None:
    (tmp_path / "loops.py").write_text("while True:\n    pass\n")
    (tmp_path / "imports.py").write_text("import os\nprint(os.getcwd())\n")
    assert quick_shell(command, tmp_path) is None


def test_every_job_makes_prompts_without_leftover_slots() -> None:
    vocabulary = Vocabulary(Draw("jobs"))
    for _, jobs in FAMILIES:
        for _, job in jobs:
            made = 0
            for _ in range(200):
                try:
                    task = job(vocabulary)
                except (Unsuitable, StopIteration, IndexError):
                    continue
                made += 1
                assert "<create>" not in task.prompt and "{file}" not in task.prompt and "[|" not in task.prompt
                if made == 5:
                    break
            assert made == 5, job.__name__


def test_phrases_fill_slots_after_choices_so_that_values_stay_as_they_are() -> None:
    draw = Draw("p")
    for _ in range(50):
        assert draw.phrase(["[a|b] {value}"], value="x[1|2]{y}  z")[2:] == "x[1|2]{y}  z"
