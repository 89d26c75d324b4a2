"""Jobs that scenes are made of: their files, somebody's words, and the steps of a perfect assistant."""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from tools.pocket.answers import places, slots_of, value_asked_for, value_with_line, values_named, yes_or_no
from tools.pocket.contents import Document
from tools.pocket.draw import wordiness
from tools.pocket.jobs_edit import lines_edit
from tools.pocket.scene import WEIGHTS, Ask, Scene, Step, parse
from tools.pocket.scene_values import Values, prompt_of
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, numbered, shell_output, todo
from tools.pocket.words import Vocabulary

FOLDER = Path(__file__).parent / "scenes"
_TOOLS = {"run": "shell", "replace": "edit"}
_CHANGING = {"run", "write", "edit", "replace"}
_TELLS_CHANGES = {"create", "edit", "across", "todo", "read", "several", "find", "command"}
"""Jobs whose changes are told in one manner; how somebody recovers or repairs is told as its author does."""
_TELLS_OUTPUT = {"command", "create", "edit", "across"}
"""Jobs in which what a command printed is told in one manner where it is told at all."""
_SUM = re.compile(r"so ((?:0|[1-9]\d*)(?: [-+*] (?:0|[1-9]\d*))+) = (-?\d+)")


class Player:
    """Plays the steps of one task; where there is `known`, what earlier turns have read is not read again."""

    def __init__(
        self, job: str, ask: Ask, values: Values, files: dict[str, str], known: dict[str, Result] | None = None
    ) -> None:
        self.job, self.ask, self.values, self.files, self.before = job, ask, values, files, frozenset(files)
        self.known = known
        self.output = ""
        self.result: Result | None = None
        self.changes: list[str] = []

    def script(self) -> Script:
        """The calls and the answer."""
        said = self.values.fill
        waiting: list[str] = []
        for step in self.ask.steps:
            quotes = waiting + (yield from self._reckoned(self._quoted(self._kept(step))))
            path = said(step.argument)
            if step.action == "read" and self.known and path in self.known:
                self.result, waiting = self.known[path], quotes
                continue
            waiting = []
            result = yield self._call(step, said(step.argument), said(step.thought), quotes)
            if result.is_error and not step.loose:
                raise Unsuitable(result.content)
            if step.action == "run" and not result.is_error:
                output, status = shell_output(result)
                self.output = output or self.output
                if status and not step.loose:
                    raise Unsuitable(result.content)
            self.result = result
            if self.known is not None:
                self.known[path] = result if step.action == "read" else _as_read(self.files[path])
        quotes = waiting + (yield from self._reckoned(self._quoted(self.ask.quotes)))
        return Say("; ".join(quotes) or self._ended(), self._answer(quotes))

    def _answer(self, quotes: list[str]) -> str:
        """What is said at the end.

        Authors say it in many ways, and nobody can foresee which. So what was done, what was printed and a value that
        was asked for are told in one manner, the value with the line that says it.
        """
        template, steps = self.ask.answer, self.ask.steps
        last = steps[-1].action if steps else ""
        told = self.changes if self.job in _TELLS_CHANGES and len(self.changes) >= len(self.ask.items) else []
        if last == "run" and "{{out}}" in template and self.job in _TELLS_OUTPUT and (told or not quotes):
            apart = "\n" if "\n" in self.output else " "
            return "\n".join([*told, f"It printed:{apart}{self.output}"])
        if told and last in ("write", "edit", "replace", "todo") and not re.search(r"\{\{(out\}\}|=)", template):
            return "\n".join(told)
        if last in ("read", "search", "list") and self.job in ("read", "several", "find"):
            return self._found(last, quotes) or self.values.fill(template).replace("\\n", "\n")
        return self.values.fill(template).replace("\\n", "\n").replace("{{out}}", self.output)

    def _found(self, last: str, quotes: list[str]) -> str:
        """What was found, in one manner; nothing where only the author's words tell it."""
        template, said = self.ask.answer, self.values.fill
        lines = [*self.ask.quotes, *(quote for step in self.ask.steps for quote in step.quotes)]
        one = value_asked_for(template, lines)
        value = said(one) if one else ""
        line = next((quote for quote in reversed(quotes) if value and value in quote), "so ")
        if self.job == "find" and last == "search":
            if quotes == ["[no matches]"]:
                return f"No file here mentions {said(self.ask.steps[-1].argument)}."
            where = places(template, quotes, list(map(said, slots_of(template))))
            hit = re.match(r"(\S+?):(\d+):", line)
            return where or (f"{value}, in {hit[1]} line {hit[2]}." if hit and len(quotes) == 1 else "")
        if not line.startswith("so "):
            return value if self.job == "several" else value_with_line(value, line)
        values = ", ".join(map(said, values_named(template)))
        if self.job == "several":
            return values
        shown = [quote for quote in quotes if quote.startswith("line ")]
        told = yes_or_no(template) or values
        return value_with_line(told, shown[0]) if told and last == "read" and len(shown) == 1 else ""

    def _kept(self, step: Step) -> list[str]:
        """What the thought before a step quotes: where a mistake is mended, not why, which each author says anew."""
        mends = self.job == "fix" and step.action in ("edit", "replace")
        return [line for line in step.quotes if not (mends and line.startswith("so "))]

    def reckons(self) -> bool:
        """Whether there is something for the shell to compute."""
        every = [*self.ask.quotes, *(quote for step in self.ask.steps for quote in self._kept(step))]
        return self.ask.refuse[0] != "shell" and any(_SUM.fullmatch(self.values.fill(quote)) for quote in every)

    def _reckoned(self, quotes: list[str]) -> Generator[Call, Result, list[str]]:
        """The quotes, or what the shell made of a sum at their end: a small model gets sums wrong."""
        found = _SUM.fullmatch(quotes[-1]) if quotes and self.reckons() else None
        if found is None:
            return quotes
        command = f"echo $(({found[1]}))"
        result = yield Call("; ".join([*quotes[:-1], f"so {found[1]}"]), "shell", {"command": command})
        output, _ = shell_output(result)
        if output != found[2]:
            raise Unsuitable(result.content)
        return [output]

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
            at = re.match(r"(?:behind |before )?line (\d+)", plan)
            self.changes.append(f"Changed line {at[1]} of {argument}." if at else f"Changed {argument}.")
        elif name == "write":
            arguments = {"path": argument, "content": "".join(f"{line}\n" for line in news)}
            self.changes.append(f"{'Overwrote' if argument in self.before else 'Created'} {argument}.")
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
        assert self.result is not None
        plan, before, after = lines_edit(Document(path, text), old, new, self.result)
        self.files[path] = text.replace(before, after)
        return plan, {"path": path, "old": before, "new": after}


def _as_read(text: str) -> Result:
    """What `read` would show of a file that was just changed."""
    return Result("\n".join(f"{number}|{line}" for number, line in enumerate(text.splitlines(), 1)))


def texts_of(scene: Scene, ask: Ask) -> Iterator[str]:
    """All texts that slots may stand in."""
    for path, _, lines in scene.files:
        yield path
        yield from lines
    for one in scene.asks:
        yield from one.prompts
    for step in ask.steps:
        yield from (step.argument, step.thought, *step.quotes, *(line for _, line in step.lines))
    yield from (*ask.items, *ask.quotes, ask.answer)


def files_of(scene: Scene, values: Values) -> dict[str, str]:
    """The files with these values, the lines of some of them in any order."""
    files: dict[str, str] = {}
    for path, shuffled, template in scene.files:
        lines = [values.fill(line) for line in template]
        if shuffled:
            free = [at for at, line in enumerate(lines) if line.strip(" ,") not in ("{", "}", "[", "]", "")]
            drawn = values.vocabulary.draw.sample([lines[at] for at in free], len(free))
            for at, line in zip(free, drawn, strict=True):
                lines[at] = line
        files[values.fill(path)] = "\n".join(lines) + "\n"
    return files


def exact_words(ask: Ask) -> frozenset[str]:
    """Words that get into files, and so are never mistyped."""
    lines = (line for step in ask.steps for mark, line in step.lines if mark == "+")
    return frozenset(word for line in lines for word in re.findall(r"[^\W\d_]{4,}", line))


def play(scene: Scene, ask: Ask, v: Vocabulary) -> Task:
    """The task of one wording of `ask`.

    Raises:
        Unsuitable: values that do not go together.
        ValueError: the scene is wrong.
    """
    draw = v.draw
    values = Values(v)
    values.define(list(texts_of(scene, ask)))
    files = files_of(scene, values)
    prompt = prompt_of(draw, draw.pick(ask.prompts), values, exact_words(ask))
    after = dict(files)
    player = Player(scene.job, ask, values, after)
    after |= player.written()
    tool, words = ask.refuse
    actions = {step.action for step in ask.steps}
    needs = {_TOOLS.get(action, action) for action in actions} | ({"shell"} if player.reckons() else set())
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
    job = v.draw.weighted([(weight, name) for name, weight in WEIGHTS.items()])
    ways, sums = _wordings()[job]
    one, ask, wording = ways[bisect.bisect_right(sums, v.draw.random() * sums[-1])]
    return play(one, replace(ask, prompts=[wording]), v)


@cache
def _wordings() -> dict[str, tuple[list[tuple[Scene, Ask, str]], list[int]]]:
    """All wordings, by job, each with the sum of the weights up to it."""
    by_job = {}
    for job, ways in asks().items():
        every = [(one, ask, wording) for one, ask in ways for wording in ask.prompts]
        by_job[job] = every, list(itertools.accumulate(wordiness(wording) for *_, wording in every))
    return by_job


@cache
def asks() -> dict[str, list[tuple[Scene, Ask]]]:
    """All that is asked, by job."""
    by_job: dict[str, list[tuple[Scene, Ask]]] = {}
    for path in sorted(FOLDER.glob("*.txt")):
        for one in parse(path.read_text(encoding="utf-8"), path.name):
            by_job.setdefault(one.job, []).extend((one, ask) for ask in one.asks)
    return by_job


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, scene)]
