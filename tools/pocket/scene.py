"""Scenes: small folders, what people ask about them in their own words, and how it is done.

Other jobs draw sentence, file and value apart from one another, which teaches to copy; scenes teach what words mean.
They are texts, in `scenes/*.txt`, so that many can be written:

    == read                          a scene, and the job that it is counted for
    --- Dockerfile                   a file; with `--- ~path` its lines come in any order
    FROM debian:{{tag:int 9 14}}
    USER {{user:word}}
    ? does our [image|container] run as root? if not, as whom? Dockerfile should tell
    > read Dockerfile | as whom it runs
    = USER {{user}}
    ! It runs as {{user}}.

`?` is what the user says; of several in a row one is drawn (`[a|b]` is a choice, `\\n` the end of a line). Then come
the assistant's steps: `> action | thought`, where `read`, `list`, `search`, `run`, `write`, `edit`, `replace` (each
occurrence) and `todo` are actions. `-` and `+` after an edit are the old and the new lines, `+` after `write` the text,
`*` the steps of the list, of which `> todo 1` has one done. `=` is a line of the last result, which the next thought
quotes. `!` is the answer. An action whose result may be an error or an exit code is `read!`, `run!` and so on.
`% shell: words` before them is a tool that the user refuses, with these words.

`{{name:kind}}` draws a value, which `{{name}}` is everywhere in the scene; `{{word}}` alone is both. Kinds are those of
`KINDS`, `int LOW HIGH`, and `=a|b|c`. `{{= a + b}}` computes; `{{out}}` is what was printed last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tools.pocket.change import becomes
from tools.pocket.contents import Document
from tools.pocket.draw import VALUE_END, WORD_END, Draw
from tools.pocket.jobs_edit import spot_edit
from tools.pocket.phrases_shell import plain
from tools.pocket.phrasing import asking
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, numbered, shell_output, todo
from tools.pocket.words import Vocabulary

FOLDER = Path(__file__).parent / "scenes"
KINDS: dict[str, Callable[[Vocabulary], object]] = {
    "word": Vocabulary.word,
    "nonsense": Vocabulary.nonsense,
    "name": Vocabulary.first_name,
    "fullname": Vocabulary.full_name,
    "city": Vocabulary.city,
    "email": Vocabulary.email,
    "url": Vocabulary.url,
    "host": Vocabulary.host,
    "date": Vocabulary.date,
    "clock": Vocabulary.clock,
    "money": Vocabulary.money,
    "quantity": Vocabulary.quantity,
    "phone": Vocabulary.phone,
    "version": Vocabulary.version,
    "snake": Vocabulary.snake,
    "camel": Vocabulary.camel,
    "pascal": Vocabulary.pascal,
    "constant": Vocabulary.constant,
    "function": Vocabulary.function_name,
    "variable": Vocabulary.variable,
    "stem": Vocabulary.stem,
    "folder": Vocabulary.folder,
    "syspath": Vocabulary.system_path,
    "sentence": Vocabulary.sentence,
    "number": Vocabulary.number,
    "decimal": Vocabulary.decimal,
}
WEIGHTS = {
    "create": 12,
    "read": 10,
    "several": 11,
    "edit": 12,
    "across": 11,
    "fix": 14,
    "command": 9,
    "find": 9,
    "todo": 8,
    "recover": 9,
    "talk": 5,
}
"""How often a scene is of each job: what is harder comes more often, however many were written."""
ACTIONS = ("read", "list", "search", "run", "write", "edit", "replace", "todo")
_TOOLS = {"run": "shell", "replace": "edit"}
_CHANGING = {"run", "write", "edit", "replace"}
_STEP = re.compile(r"(\w+)(!?)(?: +([^|\s].*?))?(?: +\| *(.*))?")

_SLOT = re.compile(r"\{\{(.+?)\}\}")
_EXACT = re.compile(
    r"[\w/-]*\{\{.+?\}\}(?:[\w/-]|\{\{.+?\}\}|\.(?=\w))*|[\w./-]*\w\.[A-Za-z]\w{0,8}\b"
    r"|\b(?:Make|Docker|Container|Proc|Jenkins|Just|Gem|Caddy|Vagrant)file\b|\b[A-Z][A-Z_]+\b"
)
"""What nobody mistypes: values, and names of files."""


@dataclass(slots=True)
class Step:
    """One action; `lines` are those that follow it, with their marks."""

    action: str
    argument: str
    thought: str
    loose: bool
    quotes: list[str]
    """Lines of the result before, which the thought quotes."""
    lines: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Ask:
    """What the user wants, in several wordings, and how it is done."""

    prompts: list[str]
    steps: list[Step] = field(default_factory=list)
    refuse: tuple[str, str] = ("", "")
    quotes: list[str] = field(default_factory=list)
    """For the last thought."""
    items: list[str] = field(default_factory=list)
    answer: str = ""


@dataclass(slots=True)
class Scene:
    """`files` are path, whether lines may be shuffled, and lines; `place` says where it is written."""

    job: str
    place: str
    files: list[tuple[str, bool, list[str]]] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)


def parse(text: str, name: str) -> list[Scene]:
    """The scenes of a text.

    Raises:
        ValueError: a line that cannot be understood; the message has its number.
    """
    scenes: list[Scene] = []
    quotes: list[str] = []
    in_files = False
    for number, line in enumerate(text.split("\n"), 1):
        mark, rest = line[:2], line[2:]
        scene = scenes[-1] if scenes else None
        if mark == "==":
            scenes.append(Scene(rest.strip(), f"{name}:{number}"))
            if scenes[-1].job not in WEIGHTS:
                raise ValueError(f"{name}:{number}: no job: {line}")
            in_files = False
        elif scene is None:
            if line.strip() and not line.startswith("#"):
                raise ValueError(f"{name}:{number}: not in a scene: {line}")
        elif line.startswith("--- "):
            path = line[4:].strip()
            scene.files.append((path.removeprefix("~"), path.startswith("~"), []))
            in_files = True
        elif mark == "? ":
            in_files = False
            if not scene.asks or scene.asks[-1].answer:
                scene.asks.append(Ask([]))
            scene.asks[-1].prompts.append(rest)
        elif in_files:
            scene.files[-1][2].append(line)
        elif not line.strip():
            continue
        elif not scene.asks:
            raise ValueError(f"{name}:{number}: nobody asked: {line}")
        else:
            ask = scene.asks[-1]
            if mark == "> ":
                found = _STEP.fullmatch(rest)
                if found is None or found[1] not in ACTIONS:
                    raise ValueError(f"{name}:{number}: no action: {line}")
                ask.steps.append(Step(found[1], (found[3] or "").strip(), found[4] or "", bool(found[2]), quotes))
                quotes = []
            elif mark == "= ":
                quotes.append(rest)
            elif mark == "* ":
                ask.items.append(rest)
            elif mark == "% ":
                tool, _, words = rest.partition(":")
                ask.refuse = tool.strip(), words.strip()
            elif mark in ("- ", "+ ", "+", "-") and ask.steps:
                ask.steps[-1].lines.append((mark[0], rest))
            elif mark == "! ":
                ask.answer, ask.quotes, quotes = rest, quotes, []
            else:
                raise ValueError(f"{name}:{number}: not understood: {line}")
    for scene in scenes:
        for _, _, lines in scene.files:
            while lines and not lines[-1].strip():
                lines.pop()
        if not scene.asks or not all(ask.answer for ask in scene.asks):
            raise ValueError(f"{scene.place}: somebody gets no answer")
    return scenes


class Values:
    """The values of one scene as it is played."""

    def __init__(self, v: Vocabulary) -> None:
        self._v = v
        self._values: dict[str, str] = {}

    def fill(self, text: str) -> str:
        """`text` with its slots filled."""
        return _SLOT.sub(lambda found: self._one(found[1]), text)

    def define(self, texts: list[str]) -> None:
        """Draw all values that these define, wherever each is used first."""
        for text in texts:
            for inner in _SLOT.findall(text):
                name, sign, kind = inner.partition(":")
                if sign and not inner.startswith("="):
                    self._draw(name.strip(), kind.strip())
        for text in texts:
            for inner in _SLOT.findall(text):
                if inner in KINDS and inner not in self._values:
                    self._draw(inner, inner)

    def _draw(self, name: str, kind: str) -> None:
        draw = self._v.draw
        for _ in range(30):
            if kind.startswith("="):
                value = draw.pick(kind[1:].split("|"))
            elif kind.startswith("int "):
                low, high = map(int, kind.split()[1:])
                value = str(draw.randint(low, high))
            else:
                value = str(KINDS[kind](self._v))
            if value.lower() not in (one.lower() for one in self._values.values()) and not re.search(r"[{}\n]", value):
                self._values[name] = value
                return
        raise Unsuitable("no other value")

    def _one(self, inner: str) -> str:
        if inner.startswith("="):
            numbers: dict[str, Any] = {name: _number(value) for name, value in self._values.items()}
            return str(eval(inner[1:].strip(), {}, numbers))
        if inner == "out":
            return "{{out}}"
        name = inner.partition(":")[0].strip()
        if name not in self._values:
            raise ValueError(f"nothing is called {name}")
        return self._values[name]


def _number(text: str) -> int | float | str:
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return float(text) if re.fullmatch(r"-?\d+\.\d+", text) else text


def _texts(scene: Scene, ask: Ask) -> Iterator[str]:
    for path, _, lines in scene.files:
        yield path
        yield from lines
    for one in scene.asks:
        yield from one.prompts
    for step in ask.steps:
        yield from (step.argument, step.thought, *step.quotes, *(line for _, line in step.lines))
    yield from (*ask.items, *ask.quotes, ask.answer)


def prompt_of(draw: Draw, template: str, values: Values) -> str:
    """A wording with its choices made, typed by somebody, and its values put in."""
    slots: list[str] = []

    def hide(found: re.Match[str]) -> str:
        slots.append(found[0])
        return f"{{s{len(slots) - 1}}}"

    text = re.sub(r" {2,}", " ", draw.choices_of(_EXACT.sub(hide, template.replace("\\n", "\n")))).strip()
    if re.search(r"\w", text) and "\n" not in text and "`" not in text and draw.chance(0.4):
        text = re.sub(f"[{VALUE_END}{WORD_END}].*", "", asking(draw, "=" + text), flags=re.S)
    elif "\n" not in text:
        text = plain(draw, text)
    return re.sub(r"\{s(\d+)\}", lambda found: values.fill(slots[int(found[1])]), text)


class _Player:
    """Plays the steps of one task."""

    def __init__(self, ask: Ask, values: Values, files: dict[str, str]) -> None:
        self.ask, self.values, self.files = ask, values, files
        self.output = ""
        self.result: Result | None = None

    def script(self) -> Script:
        """The calls and the answer."""
        said = self.values.fill
        for step in self.ask.steps:
            call = self._call(step, said(step.argument), said(step.thought), self._quoted(step.quotes))
            result = yield call
            if result.is_error and not step.loose:
                raise Unsuitable(result.content)
            if step.action == "run" and not result.is_error:
                output, status = shell_output(result)
                self.output = output or self.output
                if status and not step.loose:
                    raise Unsuitable(result.content)
            self.result = result
        quotes = self._quoted(self.ask.quotes)
        answer = said(self.ask.answer).replace("\\n", "\n").replace("{{out}}", self.output)
        return Say("; ".join(quotes) or self._ended(), answer)

    def written(self) -> dict[str, str]:
        """The files that it writes."""
        said = self.values.fill
        return {
            said(step.argument): "".join(f"{said(line)}\n" for mark, line in step.lines if mark == "+")
            for step in self.ask.steps
            if step.action == "write"
        }

    def _ended(self) -> str:
        last = self.ask.steps[-1].action if self.ask.steps else ""
        return {
            "write": "written; done",
            "edit": "edited; done",
            "replace": "edited; done",
            "run": "exit 0; report it",
            "todo": "all done",
            "": "no tool needed; answer",
        }.get(last, "done")

    def _quoted(self, lines: list[str]) -> list[str]:
        """Each line as the result has it, with its number where it is a file's."""
        quotes = []
        for line in map(self.values.fill, lines):
            wanted = line.replace("{{out}}", self.output).strip()
            if line.startswith("so "):
                quotes.append(wanted)
                continue
            assert self.result is not None
            have = [one.strip() for one in self.result.content.split("\n")]
            if re.match(r" *\d+\|", self.result.content):
                have = [one.strip() for one in numbered(self.result)]
                if have.count(wanted) != 1:
                    raise Unsuitable(f"{have.count(wanted)} lines are {wanted!r}")
                quotes.append(f"line {have.index(wanted) + 1}: {wanted}")
            elif wanted in have:
                quotes.append(wanted)
            else:
                raise Unsuitable(f"no line is {wanted!r}")
        return quotes

    def _call(self, step: Step, argument: str, thought: str, quotes: list[str]) -> Call:
        lines = [(mark, self.values.fill(line)) for mark, line in step.lines]
        news = [line for mark, line in lines if mark == "+"]
        arguments: dict[str, Any]
        name, plan = step.action, f"{step.action} {argument}"
        if name in ("edit", "replace"):
            plan, arguments = self._edit(argument, [line for mark, line in lines if mark == "-"], news, name)
            name = "edit"
        elif name == "write":
            arguments = {"path": argument, "content": "\n".join(news) + "\n"}
        elif name == "run":
            name, arguments = "shell", {"command": argument}
        elif name == "search":
            arguments = {"pattern": argument}
        elif name == "list":
            plan, arguments = f"list {argument or 'the folder'}", {"path": argument} if argument else {}
        elif name == "todo":
            items = list(map(self.values.fill, self.ask.items))
            done = int(argument or 0)
            next_one = f"next: {items[done]}" if done < len(items) else "all done"
            plan = f"{items[done - 1]} is done; {next_one}" if done else f"{len(items)} steps; write them down"
            arguments = todo(items, done, "").arguments
        else:
            arguments = {"path": argument}
        if thought:
            plan += f"{':' if step.action == 'write' else ';'} {thought}"
        return Call("; ".join([*quotes, plan]), name, arguments)

    def _edit(self, path: str, old: list[str], new: list[str], name: str) -> tuple[str, dict[str, Any]]:
        """The thought and the arguments of an edit, with lines around it where it needs them."""
        text = self.files[path]
        before = "\n".join(old)
        if name == "replace":
            after = "\n".join(new)
            if before not in text:
                raise ValueError(f"{path} has no {before!r}")
            self.files[path] = text.replace(before, after)
            every = {"all": True} if text.count(before) > 1 else {}
            return f"{before} -> {after}", {"path": path, "old": before, "new": after, **every}
        lines = text.split("\n")
        places = [at for at in range(len(lines)) if lines[at : at + len(old)] == old]
        if len(places) != 1:
            raise ValueError(f"{path} has {len(places)} times {before!r}")
        at, plan = places[0], ""
        if len(old) == len(new) == 1:
            assert self.result is not None
            plan, before, after = spot_edit(Document(path, text), at, new[0])(self.result)
        else:
            if not new:
                neighbour = lines[at + len(old)] if at + len(old) < len(lines) - 1 else ""
                if neighbour.strip():
                    old, new = [*old, neighbour], [neighbour]
                elif at:
                    old, new, at = [lines[at - 1], *old], [lines[at - 1]], at - 1
                plan = f"line {places[0] + 1}: take out {before.strip()}"
            elif new[: len(old)] == old:
                plan = f"behind line {at + len(old)} comes {new[len(old)].strip()}"
            elif new[-len(old) :] == old:
                plan = f"before line {at + 1} comes {new[0].strip()}"
            elif len(old) == len(new):
                pairs = enumerate(zip(old, new, strict=True), at + 1)
                plan = "; ".join(
                    f"line {number}: {becomes(one, other)}" for number, (one, other) in pairs if one != other
                )
            else:
                was, is_now = (" / ".join(line.strip() for line in part) for part in (old, new))
                plan = f"line {at + 1}: {was} -> {is_now}"
            while text.count("\n".join(old)) != 1 and at:
                at -= 1
                old, new = [lines[at], *old], [lines[at], *new]
            before, after = "\n".join(old), "\n".join(new)
        if text.count(before) != 1:
            raise Unsuitable("no unique text")
        self.files[path] = text.replace(before, after)
        return plan, {"path": path, "old": before, "new": after}


def play(scene: Scene, ask: Ask, v: Vocabulary) -> Task:
    """The task of one wording of `ask`.

    Raises:
        Unsuitable: values that do not go together.
        ValueError: the scene is wrong.
    """
    draw = v.draw
    values = Values(v)
    values.define(list(_texts(scene, ask)))
    files: dict[str, str] = {}
    for path, shuffled, template in scene.files:
        lines = [values.fill(line) for line in template]
        if shuffled:
            free = [at for at, line in enumerate(lines) if line.strip(" ,") not in ("{", "}", "[", "]", "")]
            for at, line in zip(free, draw.sample([lines[at] for at in free], len(free)), strict=True):
                lines[at] = line
        files[values.fill(path)] = "\n".join(lines) + "\n"
    prompt = prompt_of(draw, draw.pick(ask.prompts), values)
    after = dict(files)
    player = _Player(ask, values, after)
    after |= player.written()
    tool, words = ask.refuse
    actions = {step.action for step in ask.steps}
    needs = {_TOOLS.get(action, action) for action in actions}
    return Task(
        scene.job,
        prompt,
        player.script,
        files,
        tuple(sorted(needs)),
        refuse={tool: values.fill(words)} if tool else {},
        ends=dict(files) if not actions & _CHANGING else {} if "run" in actions else after,
        alone=bool(actions & {"list", "search"}) or not any(path in prompt for path in files),
    )


def scene(v: Vocabulary) -> Task:
    """One wording of one of the things that are asked in the scenes."""
    by_job = asks()
    job = v.draw.weighted([(weight, name) for name, weight in WEIGHTS.items()])
    return play(*v.draw.pick(by_job[job]), v)


@cache
def asks() -> dict[str, list[tuple[Scene, Ask]]]:
    """All that is asked, by job."""
    by_job: dict[str, list[tuple[Scene, Ask]]] = {}
    for path in sorted(FOLDER.glob("*.txt")):
        for one in parse(path.read_text(encoding="utf-8"), path.name):
            by_job.setdefault(one.job, []).extend((one, ask) for ask in one.asks)
    return by_job


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, scene)]
