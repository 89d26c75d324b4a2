"""What is asked over several files plays with the real tools, and the answer is what the files say."""

from __future__ import annotations

import itertools
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import pytest

from tools.pocket import jobs_several as jobs
from tools.pocket.contents_several import Case
from tools.pocket.phrases_several import BOXES, MORE, STATES
from tools.pocket.task import Task, Unsuitable
from tools.pocket.world import Folder, Generator

EACH = 24


@dataclass
class Played:
    """A task that was played: the files read, the lines quoted of each, the conclusion, the call of the shell."""

    case: Case
    task: Task
    read: list[str]
    quoted: list[list[str]]
    concluded: str
    command: str
    answer: str

    def lines(self, path: str) -> list[str]:
        return self.task.files[path].splitlines()

    def path(self, called: str) -> str:
        """The file that the answer means."""
        (path,) = [one.path for one in self.case.files if called in (one.path, one.called)]
        return path


async def played(family: Callable[[Case], Task], frame: str = "") -> AsyncIterator[Played]:
    """Some tasks of a family, of all its sentences or of one."""
    frames = next(frames for _, one, frames in jobs.FAMILIES if one is family)
    generator = Generator(family.__name__, strict=True)
    made = 0
    for _ in range(10 * EACH):
        case = Case(generator.vocabulary, frame or generator.draw.wordy(frames))
        try:
            task = family(case)
        except Unsuitable:  # values that do not go together
            continue
        folder = Folder(generator.environment)
        try:
            conversation = await generator.played(task, folder)
        finally:
            folder.remove()
        assert conversation is not None, task.prompt
        yield told(case, task, conversation.messages)
        made += 1
        if made == EACH:
            return
    raise AssertionError(f"{made} of {EACH} worked out")


def told(case: Case, task: Task, messages: list[dict]) -> Played:
    """What was read, quoted and concluded; quoted lines must be where the thought says they are."""
    calls = [(message, *message["tool_calls"]) for message in messages if message.get("tool_calls")]
    read = [re.search(r'"path": "(.*?)"', call["arguments"])[1] for _, call in calls if call["name"] == "read"]
    thoughts = [message["reasoning"] for message in messages if message["role"] == "assistant"]
    command = next((call["arguments"] for _, call in calls if call["name"] == "shell"), "")
    thoughts = thoughts[len(thoughts) - len(read) - bool(command) :]
    quoted = []
    for path, thought in zip(read, thoughts, strict=False):
        lines = task.files[path].splitlines()
        numbers = [int(number) for number in re.findall(r"(?:^|; )line (\d+): ", thought)]
        assert all(f"line {number}: {lines[number - 1].strip()}" in thought for number in numbers)
        quoted.append([lines[number - 1] for number in numbers])
    concluded = re.search(r"(?:^|; )so (.*)$", thoughts[len(read) - 1])
    return Played(case, task, read, quoted, concluded[1] if concluded else "", command, messages[-1]["content"])


@pytest.mark.parametrize("family", [family for _, family, _ in jobs.FAMILIES], ids=lambda family: family.__name__)
async def test_all_that_counts_is_read_in_order_and_nothing_else(family: Callable[[Case], Task]) -> None:
    listed = 0
    async for one in played(family):
        assert one.task.job == "several"
        assert one.read == [file.path for file in one.case.files]
        assert 2 <= len(one.read) <= 4
        listed += "list" in one.task.needs
    assert 0 < listed < EACH


async def test_the_file_with_more_is_named() -> None:
    words = set()
    async for one in played(jobs.compared, "Where is the {label} {most}, to be exact: {files}?"):
        word = re.search(r"(\w+), to", one.task.prompt.lower())
        found = re.fullmatch(r"(\S+) (>|<|is before|is after) (.+)", one.concluded)
        assert word and found
        best, *rest = values = [found[1], *found[3].split(" and ")]
        called, _, value = one.answer.removesuffix(".").rpartition(", ")
        assert value == best and len(set(values)) == len(one.read)
        assert all(any(value in line for value in values) for (line,) in one.quoted)
        assert best in one.quoted[one.read.index(one.path(called))][0]
        above = [word for kind in MORE.values() for word in kind[0][1]]
        below = [word for kind in MORE.values() for word in kind[1][1]]
        numbers = ":" not in best and best.count("-") < 2
        ranks = [float(value) if numbers else value for value in values]
        if word[1] in above:
            assert ranks[0] == max(ranks)
        elif word[1] in below:
            assert ranks[0] == min(ranks)
        words.add(word[1])
        assert rest
    assert {"latest", "earliest", "lowest"} <= words


@pytest.mark.parametrize(
    ("family", "reckon"),
    [(jobs.difference, lambda a, b: abs(a - b)), (jobs.total, lambda *values: sum(values))],
    ids=["difference", "total"],
)
async def test_the_shell_computes_what_the_answer_says(
    family: Callable[[Case], Task], reckon: Callable[..., int]
) -> None:
    async for one in played(family):
        values = re.findall(r"\d+", one.command)
        assert len(set(values)) == len(values) == len(one.read)
        assert any(
            all(re.search(rf"\b{value}\b", line) for value, (line,) in zip(order, one.quoted, strict=True))
            for order in itertools.permutations(values)
        )
        assert re.search(r"\d+", one.answer)[0] == str(reckon(*map(int, values)))


async def test_what_is_missing_stands_in_the_other_file_only() -> None:
    lacks = set()
    async for one in played(jobs.missing):
        key, _, called = one.answer.removesuffix(".").rpartition(", missing in ")
        at = one.read.index(one.path(called))
        standing = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])")
        have = [[line for line in one.lines(path) if standing.search(line)] for path in one.read]
        assert (len(have[at]), len(have[1 - at])) == (0, 1)
        assert len(one.case.files[1 - at].own) == len(one.case.files[at].own) + 1
        checked = re.fullmatch(r"(.+) no: .+ is missing in .+", one.concluded)
        assert checked
        *others, last = checked[1].split(", ")
        assert last == key
        for other in others:
            name = other.removesuffix(" yes")
            assert name != other and any(name in line for line in one.lines(one.read[at]))
        lacks.add(at)
    assert lacks == {0, 1}


@pytest.mark.parametrize("family", [jobs.shared, jobs.meeting], ids=["shared", "meeting"])
async def test_exactly_one_is_in_all_files(family: Callable[[Case], Task]) -> None:
    counts = set()
    async for one in played(family):
        (line,) = set.intersection(*({line.strip(" ,") for line in file.own} for file in one.case.files))
        thing = one.answer.removesuffix(".")
        assert thing in line
        assert re.search(
            rf"(?:^|, ){re.escape(thing)} yes: {re.escape(thing)} is in (?:both|all three)$", one.concluded
        )
        assert one.concluded.count(" yes") == 1
        assert all({*file.own} <= {*one.lines(file.path)} for file in one.case.files)
        counts.add(len(one.read))
    assert counts == {2, 3}


@pytest.mark.parametrize("family", [jobs.counted, jobs.counted_all], ids=["counted", "counted_all"])
async def test_what_counts_is_quoted_and_nothing_else(family: Callable[[Case], Task]) -> None:
    async for one in played(family):
        counts = [len(lines) for lines in one.quoted]
        assert len(set(counts)) == len(counts)
        quoted = [line for lines in one.quoted for line in lines]
        left = [line for file in one.case.files for line in file.own if line not in quoted]
        states = [f"[{state}]" for state, *_ in BOXES] + [state for state, *_ in STATES]
        assert not left or any(
            all(state in line for line in quoted) and not any(state in line for line in left) for state in states
        )
        if family is jobs.counted_all:
            assert one.answer == f"{sum(counts)} in all."
            continue
        called, _, count = one.answer.removesuffix(".").rpartition(", ")
        assert counts[one.read.index(one.path(called))] == int(count)
        assert int(count) == (max if ">" in one.concluded else min)(counts)


async def test_the_one_line_that_differs_is_found() -> None:
    async for one in played(jobs.differs):
        (pair,) = [pair for pair in zip(*(one.lines(path) for path in one.read), strict=True) if len(set(pair)) == 2]
        found = re.fullmatch(r"(.+?): (.+) in (\S+), (.+) in (\S+)\.", one.answer)
        assert found
        for line, value, called, path in zip(pair, found.group(2, 4), found.group(3, 5), one.read, strict=True):
            assert found[1] in line and value in line
            assert one.path(called) == path
        assert one.concluded.endswith(f"{found[2]} and {found[4]}: {found[1]} differs")
        *same, last = re.findall(r"(.+?) and (.+?)(?:, |$)", one.concluded.rpartition(": ")[0])
        assert all(left.endswith(right) for left, right in same) and not last[0].endswith(f" {last[1]}")


async def test_each_file_names_the_next_and_the_last_one_answers() -> None:
    lengths = set()
    async for one in played(jobs.followed):
        for (line,), following in zip(one.quoted, one.read[1:], strict=False):
            assert following in line
        assert one.answer in one.quoted[-1][0].replace("\\", "")
        others = [text for path, text in one.task.files.items() if path not in one.read]
        assert others
        lengths.add(len(one.read))
    assert lengths == {2, 3}


@pytest.mark.parametrize("family", [jobs.joined, jobs.owned], ids=["joined", "owned"])
async def test_a_code_leads_from_the_first_table_into_the_second(family: Callable[[Case], Task]) -> None:
    async for one in played(family):
        (first,), (second,) = one.quoted
        others = {word for line in one.case.files[1].own if line != second for word in re.findall(r"\w+", line)}
        assert set(re.findall(r"\w+", first)) & set(re.findall(r"\w+", second)) - others
        assert one.answer in second


def test_no_sentence_stands_twice_and_what_is_named_first_is_read_first() -> None:
    tables = [frames for _, family, frames in jobs.FAMILIES if family is not jobs.owned]
    every = [frame for frames in tables for frame in frames]
    assert len(set(every)) == len(every)
    late = [frame for frame in every if "{g}" in frame and frame.index("{g}") < frame.index("{f}")]
    assert set(late) <= set(tables[-1]), "only what leads from one table into another may be named in any order"
