"""Series of questions about a file or two that are no plain settings: notes, logs, pages, code, tables, records.

A file is read once; then each turn asks for another line of it, in words that may have another form than the file's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from tools.pocket import contents_lookup_code as code
from tools.pocket import contents_lookup_daily as daily
from tools.pocket import contents_lookup_people as people
from tools.pocket import contents_lookup_records as records
from tools.pocket import contents_lookup_services as services
from tools.pocket import contents_lookup_tables as tables
from tools.pocket import phrases_lookup
from tools.pocket.answers import value_with_line
from tools.pocket.contents import Document, clear
from tools.pocket.contents_lookup import Fact, Page
from tools.pocket.contents_several import kept
from tools.pocket.jobs_edit import spot_edit
from tools.pocket.scene_values import Values, prompt_of
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, edit, numbered, read
from tools.pocket.words import Vocabulary

PAGES = [*people.PAGES, *daily.PAGES, *tables.PAGES, *records.PAGES, *code.PAGES, *services.PAGES]
_LOOSE = ("nested.", "ci.", "compose.", "make.")
"""Kinds of facts that are asked for by a part of the file whose name people write in any case."""
SYNONYMS = {
    "colour": ["color"],
    "price": ["cost"],
    "owner": ["holder"],
    "place": ["location"],
    "country": ["nation"],
    "database": ["db", "DB"],
}
"""Other names of columns and parts."""
_OF = re.compile(r""" (?:of|for|on|in|behind|at|\[of\|for\]) (?:the )?"?\{[xX]\}"?$""")
"""What a noun phrase may do without where it is clear from the turn before."""
_WORD = re.compile(r"[A-Za-z]+(?:[ _-][A-Za-z]+)*")


def _lines(text: str) -> list[str]:
    return text.strip().splitlines()


@cache
def questions() -> dict[str, tuple[list[str], list[str]]]:
    """For each kind of fact, how people ask for it, and what they call it."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for line in _lines(phrases_lookup.QUESTIONS):
        if line.startswith("== "):
            direct, nouns = found[line[3:]] = [], []
        else:
            (nouns if line.startswith("n: ") else direct).append(line.removeprefix("n: "))
    return found


@cache
def _frames(name: str) -> list[str]:
    return _lines(getattr(phrases_lookup, name))


def _other_number(word: str) -> str:
    """The plural of a singular, or the other way round, mostly."""
    if word.endswith(("shes", "ches", "sses", "oes")):
        return word[:-2]
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("s"):
        return word if word[-2] in "su" else word[:-1]
    if word[-1] == "y" and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("x", "sh", "ch", "o")) else "s")


def _bare(word: str) -> str:
    """What is the same in all forms of a word."""
    return re.sub(r"[\W_]", "", word.lower()).removesuffix("s")


@dataclass(slots=True)
class _Series:
    """The turns so far, and what is known of the files."""

    v: Vocabulary
    pages: list[Page]
    unnamed: bool = False
    seen: list[str] = field(default_factory=list)
    subject: Page | None = None
    before: tuple[Page, Fact] | None = None
    asked: list[Fact] = field(default_factory=list)
    edited: bool = False

    def _form(self, page: Page, fact: Fact, name: str) -> str:
        """A word of a question in some form: the file's, or another one where nothing else could be meant."""
        draw, word = self.v.draw, fact.slots[name]
        others = {one.slots.get("x") for one in page.facts} - {word}
        if name == "h" and fact.kind.startswith(("table.", "entry.")):
            word = draw.pick([word, word, word.capitalize(), *SYNONYMS.get(word, [])])
        if name == "X" and fact.kind.startswith(_LOOSE) and word.islower() and word.isalpha():
            word = draw.pick([word, word, word, word.capitalize(), word.upper(), *SYNONYMS.get(word, [])])
        if name != "x" or not _WORD.fullmatch(word) or any(_bare(other or "") == _bare(word) for other in others):
            return kept(word)
        capital = word[0].isupper()
        ways = [word, word, word.lower(), word.lower(), word.capitalize() if not capital else word, word.upper()]
        if len(re.findall(r"[ _-]", word)) == 1 and not capital:
            ways += [re.sub(r"[ _-]", mark, word.lower()) for mark in (" ", "_", "-")]
        elif not capital and fact.kind.split(".")[0] in ("potluck", "shop", "html", "recipe"):
            ways += [_other_number(word)] * 2
        alike = any(_bare(other or "")[:3] == _bare(word)[:3] for other in others)
        if len(word) > 5 and " " not in word and not alike and draw.chance(0.05):
            at = draw.randint(1, len(word) - 3)
            ways = [word[:at] + word[at + 1] + word[at] + word[at + 2 :]]
        return kept(draw.pick(ways))

    def _filled(self, page: Page, fact: Fact, text: str) -> str:
        return re.sub(
            r"\{(\w)\}", lambda found: self._form(page, fact, found[1]) if found[1] in fact.slots else found[0], text
        )

    def _wording(self, page: Page, fact: Fact) -> str:
        """What the user asks."""
        draw, (direct, nouns) = self.v.draw, questions()[fact.kind]
        named = page is not self.subject
        if self.unnamed and not self.seen:
            return draw.pick(_frames("UNNAMED")).replace("{q}", self._filled(page, fact, draw.pick(direct)))
        if not named and self.before is not None and draw.chance(0.6):
            last = self.before[1]
            apart = [name for name in fact.slots if fact.slots[name] != last.slots.get(name)]
            if last.kind == fact.kind and len(apart) == 1 and apart[0] in ("x", "X", "h"):
                the = "the " if apart[0] == "h" or fact.kind in ("nested.item", "entry.name") else ""
                return draw.pick(_frames("ELLIPSIS")).replace("{x}", the + self._form(page, fact, apart[0]))
            short = [_OF.sub("", noun) for noun in nouns if _OF.search(noun)]
            if short and fact.slots == last.slots and last.kind != fact.kind:
                return draw.pick(_frames("NEXT_NOUN")).replace("{n}", self._filled(page, fact, draw.pick(short)))
        when = "NEXT" if not named and draw.chance(0.93) else "SWITCH" if self.subject else "FIRST"
        if nouns and (not direct or draw.chance(0.42)):
            frames, slot, said = _frames(f"{when}_NOUN"), "{n}", draw.pick(nouns)
        else:
            frames, slot, said = _frames(when), "{q}", draw.pick(direct)
        frame = draw.pick(frames).replace("{f}", kept(page.path))
        return frame.replace(slot, self._filled(page, fact, said))

    def _task(self, page: Page, text: str, script: Callable[[], Script], job: str) -> Task:
        prompt = prompt_of(self.v.draw, text, Values(self.v))
        ends: dict[str, str | None] = {page.path: "\n".join(page.lines) + "\n"}
        return Task(job, prompt, script, ends=ends)

    def question(self, page: Page, fact: Fact) -> Task:
        """A turn that asks for a fact, with a look at the file where it was not read yet."""
        quotes = [f"line {at + 1}: {page.lines[at].strip()}" for at in fact.at]
        plan = "; ".join([*quotes, fact.so] if fact.so else quotes)
        answer = fact.value
        if fact.told is not None:
            answer = value_with_line(fact.value, f"line {fact.told + 1}: {page.lines[fact.told].strip()}")
        if not fact.at:
            plan, answer = "so no line says it; say so", f"{page.path} does not say that."
        lines, unread = list(page.lines), page.path not in self.seen
        unnamed = self.unnamed and not self.seen

        def script() -> Script:
            if unnamed:
                result = yield Call("list the folder", "list", {})
                if result.content.splitlines() != [page.path]:
                    raise Unsuitable("more files")
            if unread:
                result = yield read(page.path, f"{page.path}; read {page.path}" if unnamed else f"read {page.path}")
                if numbered(result) != lines:
                    raise Unsuitable("it reads otherwise")
            return Say(plan, answer)

        text = self._wording(page, fact)
        self.seen += [page.path] * unread
        self.subject = page
        self.before = page, fact
        self.asked.append(fact)
        return self._task(page, text, script, "read" if len(self.pages) == 1 else "several")

    def change(self, page: Page, fact: Fact, frames: str) -> Task:
        """A turn that changes what a line of a file says; Unsuitable where that is not clear."""
        draw, at = self.v.draw, fact.at[-1]
        line, new = page.lines[at], page.new(fact.change)
        if fact.change == "version":
            new = f"{draw.randint(0, 30)}.{draw.randint(0, 20)}.{draw.randint(21, 40)}"
        if (
            not re.search(rf"(?<![\w.]){re.escape(fact.value)}(?![\w.]\w)", line)
            or line.count(fact.value) != 1
            or "," in new
        ):
            raise Unsuitable("which of them?")
        document = Document(page.path, "\n".join(page.lines) + "\n")
        text = draw.pick(_frames(frames)).replace("{new}", kept(new)).replace("{old}", kept(fact.value))
        if "{n}" in text:
            text = text.replace("{n}", self._filled(page, fact, draw.pick(questions()[fact.kind][1])))
        new_line = line.replace(fact.value, new)
        shown = "\n".join(f"{number}|{one}" for number, one in enumerate(page.lines, 1))
        plan, old, put = spot_edit(document, at, new_line)(Result(shown))
        page.lines[at] = new_line
        fact.value = new
        # What else the line says, and what is reckoned from it, may be otherwise now.
        page.facts = [one for one in page.facts if one is fact or not {*one.at} & {at}]
        self.before, self.edited = None, True

        def script() -> Script:
            yield edit(page.path, old, put, plan)
            return Say("edited; done", f"Changed line {at + 1} of {page.path}.")

        return self._task(page, text, script, "edit")

    def turn(self) -> Task:
        """The next turn: a question that was not asked yet, the same in other words, or a change."""
        draw = self.v.draw
        page = self.subject if self.subject and not draw.chance(0.3) else draw.pick(self.pages)
        if self.before and draw.chance(0.09):
            last_page, last = self.before
            if last.change and last.at and not last.so:
                return self.change(last_page, last, "CHANGE")
        facts = [fact for fact in page.facts if fact not in self.asked] or page.facts
        if self.before and draw.chance(0.35):
            last = self.before[1]
            facts = [one for one in facts if one.kind == last.kind or one.slots == last.slots] or facts
        elif self.asked and draw.chance(0.06):
            facts = [one for one in page.facts if one in self.asked] or facts
        kind = draw.pick(sorted({fact.kind for fact in facts}))
        fact = draw.pick([fact for fact in facts if fact.kind == kind])
        if not fact.at and draw.chance(0.6):
            fact = draw.pick(facts)
        alone = len(self.pages) == 1 and page.path in self.seen
        if fact.change and alone and questions()[fact.kind][1] and draw.chance(0.05):
            return self.change(page, fact, "CHANGE_NOUN")
        return self.question(page, fact)


def lookup(v: Vocabulary) -> Task:
    """A series of questions about one file, or about two."""
    draw, values = v.draw, Values(v)
    pages: list[Page] = []
    kinds = [draw.weighted(PAGES)]
    if draw.chance(0.2):
        kinds.append(kinds[0] if draw.chance(0.4) else draw.weighted(PAGES))
    for kind in kinds:
        page = Page(v, values)
        kind(page)
        pages.append(page)
    files = {page.path: "\n".join(page.lines) + "\n" for page in pages}
    if len(files) < len(pages) or not all(clear(path, set(files) - {path}) for path in files):
        raise Unsuitable("names that stand in each other's way")
    series = _Series(v, pages, len(pages) == 1 and "/" not in pages[0].path and draw.chance(0.07))
    turns: list[Task] = []
    for _ in range(min(draw.randint(6, 12), 2 + sum(len(page.facts) for page in pages))):
        try:
            turns.append(series.turn())
        except Unsuitable:  # a change that would not be clear
            continue
    if not turns:
        raise Unsuitable("nothing to ask")
    first = turns[0]
    first.files, first.after, first.alone = files, turns[1:], series.unnamed
    first.needs = ("read", *(["edit"] if series.edited else []), *(["list"] if series.unnamed else []))
    return first


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, lookup)]
