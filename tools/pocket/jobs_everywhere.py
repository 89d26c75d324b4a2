"""Series of changes that each concern several files: searched for, or in files that the user names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tools.pocket import phrases_everywhere as phrases
from tools.pocket.contents_everywhere import Fact, catalogue, configuration, environments, texts
from tools.pocket.contents_everywhere_code import deployment, program, records
from tools.pocket.draw import Draw
from tools.pocket.everywhere import Series, Turn
from tools.pocket.phrases_edit import said
from tools.pocket.phrases_shell import plain
from tools.pocket.phrasing import asking, file_form, quoted
from tools.pocket.task import Task, Unsuitable, shell
from tools.pocket.words import Vocabulary

TABLES = {
    "value": phrases.VALUE_ALL,
    "name": phrases.NAME_ALL,
    "person": phrases.PERSON_ALL,
    "town": phrases.TOWN_ALL,
    "code": phrases.CODE_ALL,
    "all key": phrases.KEY_ALL,
    "key": phrases.KEY_ALL,
    "file": phrases.MOVE,
    "module": phrases.MODULE,
}


_KINDS = {
    "md": "markdown file", "txt": "text file", "html": "html page", "csv": "csv", "yaml": "yaml file", "yml": "yaml file",
    "json": "json file", "toml": "toml", "ini": "ini file", "sql": "sql file", "sh": "shell script", "xml": "xml file",
    "env": "env file",
}  # fmt: skip
"""How a file is called that is the only one of its kind."""


def tell(draw: Draw, table: Sequence[str], **slots: str) -> str:
    """A sentence of a table, the long ones likelier, as somebody types it."""
    template = draw.wordy(table) if draw.chance(0.4) else draw.pick(table)
    if draw.chance(0.45):
        return draw.phrase([template], lambda draw, text: asking(draw, text, reword=False), **slots)
    return draw.phrase([template.removeprefix("=")], _typed, **slots)


def _typed(draw: Draw, text: str) -> str:
    if text[0] != "{" and draw.chance(0.6):
        text = text[0].upper() + text[1:]
    if text[-1] not in ".?!:}" and draw.chance(0.6):
        text += "."
    return plain(draw, text)


class Everywhere(Series):
    """What the user wants in such a folder; each method is a turn."""

    # what the user says ----------------------------------------------------------------------------------------------
    def _said(self, text: str, *, bare: float = 0.6) -> str:
        """A value, a name or an identifier."""
        return said(self.draw, text, bare=0 if " " in text and not text[0].isdigit() else bare)

    def _called(self, fact: Fact) -> str:
        """A fact as people type it."""
        draw, what = self.draw, self.draw.pick(fact.whats)
        if draw.chance(0.12) and what.count(" ") == 1:
            return what.replace(" ", draw.pick(["-", "_", ""]))
        if draw.chance(0.05) and len(what) > 5 and what.isalpha():
            at = draw.randint(1, len(what) - 3)
            return what[:at] + what[at + 1] + what[at] + what[at + 2 :]
        return what.capitalize() if draw.chance(0.05) else what

    def _carelessly(self, fact: Fact) -> str:
        """What is to be replaced; a name perhaps without its capital letter, where the files are read anyway."""
        old = fact.texts[0]
        careless = fact.kind in ("name", "person", "town") and self.draw.chance(0.2)
        return old.lower() if careless and not any(old.lower() in self.text(path) for path in self.world.files) else old

    def _file(self, path: str) -> str:
        """A file as people name it; where the assistant has seen it, perhaps by its kind, or without its ending."""
        stem, _, ending = path.rsplit("/", 1)[-1].rpartition(".")
        others = [other for other in self.world.files if other != path]
        if path in self.seen and stem and self.draw.chance(0.3):
            kind = _KINDS.get(ending)
            if kind and not any(_KINDS.get(other.rsplit(".", 1)[-1]) == kind for other in others):
                return f"the {kind}"
            if len(stem) > 3 and not any(stem in other for other in others):
                return stem
        return file_form(self.draw, path)

    def _listed(self, paths: list[str]) -> str:
        if paths == self.last and self.draw.chance(0.6):
            return self.draw.pick(phrases.THESE)
        forms = [self._file(path) for path in paths]
        joint = self.draw.pick([" and ", " and ", " and also ", " as well as ", " & "])
        return ", ".join(forms[:-1]) + joint + forms[-1]

    def everywhere(self) -> None:
        """One text by another in all files that have it, but not in longer words, other things or a spared file."""
        draw = self.draw
        fact = self.fact("value", "name", "person", "town", "code", "key", "all key", "file", "module")
        old, new, what = fact.texts[0], self.fresh(fact), self._called(fact)
        new = _like(old, new) if fact.kind == "key" else new
        strangers = self.strangers(fact, old)
        longer = self.world.longer.get(next(name for name, one in self.world.facts.items() if one is fact), "")
        slots = {"old": self._said(old), "new": self._said(new), "what": what}
        spared = ""
        if fact.kind in ("file", "module"):
            self._move(fact, old, new, slots)
            return
        if strangers:
            others = {self._other(path, at) for path, at in strangers}
            if len(others) != 1 or fact.kind != "value":
                raise Unsuitable("several others")
            prompt = tell(draw, phrases.TWIN, other=others.pop(), **slots)
        elif old in longer and any(longer in self.text(path) for path in self.world.files) and draw.chance(0.5):
            prompt = tell(draw, phrases.LONGER, longer=quoted(draw, longer), **slots)
        elif len(fact.places) > 2 and fact.kind in ("value", "name", "person", "town") and draw.chance(0.3):
            spared = draw.pick(sorted(fact.places))
            prompt = tell(draw, phrases.EXCEPT, file=self._file(spared), **slots)
        else:
            prompt = tell(draw, TABLES[fact.kind], **slots)
        turn = Turn()
        self.search(turn, old, new)
        fact.places.pop(spared, None)
        paths = sorted(fact.places)
        turn.ahead = f"so {old} is in {', '.join(paths)}; "
        self.change(turn, fact, paths, new, searched=True)
        if fact.kind == "key":
            self._renamed(fact, new)
        self._checked(turn, fact, prompt, old)

    def _renamed(self, key: Fact, new: str) -> None:
        """A setting has another name, or several names, so that nobody can call it by one."""
        name = next(name for name, fact in self.world.facts.items() if fact is key)
        value = self.world.facts[name.removeprefix("key ")]
        if not new:
            del self.world.facts[name], self.world.facts[name.removeprefix("key ")]
            return
        key.whats = [new]
        value.whats = [f'text of "{new}"' if "text of" in value.whats[0] else new]

    def _other(self, path: str, at: int) -> str:
        """How the fact of a line is called."""
        for fact in self.world.facts.values():
            if fact.kind == "value" and at in fact.places.get(path, {}):
                return fact.whats[0]
        raise Unsuitable("no name")

    def _checked(self, turn: Turn, fact: Fact, prompt: str, old: str) -> None:
        """The end of a change of all files, perhaps with a look whether something is left or still runs."""
        draw, plan = self.draw, "so all files are edited"
        left = any(old in self.text(path) for path in self.world.files)
        turn.ahead = f"{plan}; "
        bare = prompt.rstrip(".?!")
        if self.world.runs and fact.kind in ("code", "module") and draw.chance(0.4):
            runs = self.world.runs
            prompt = bare + draw.pick(phrases.RUN).format(runs=file_form(draw, runs))
            turn.call(shell(f"python3 {runs}", f"{turn.ahead}run python3 {runs}"))
            plan = "exit 0; report it"
        elif not left and draw.chance(0.15):
            prompt = bare + draw.pick(phrases.AGAIN)
            self.search(turn, old)
            turn.told.append(f"No file here mentions {old}.")
            plan = "[no matches]"
        self.done(turn, fact, prompt, plan, [])

    def _move(self, fact: Fact, old: str, new: str, slots: dict[str, str]) -> None:
        """A file, or a module, by another name, and whatever mentions it."""
        ending = ".py" if fact.kind == "module" else ""
        source, target = old + ending, new + ending
        if source not in self.world.files or source in fact.places or self.strangers(fact, old):
            raise Unsuitable("no file")
        turn, paths = Turn(), sorted(fact.places)
        prompt = tell(self.draw, TABLES[fact.kind], **slots)
        self.search(turn, old, new)
        turn.call(shell(f"mv {source} {target}", f"so {old} is in {', '.join(paths)}; run mv {source} {target}"))
        turn.told.append(f"Renamed {source} to {target}.")
        self.change(turn, fact, paths, new, searched=True)
        self.world.files[target] = self.world.files.pop(source)
        for one in self.world.facts.values():
            if source in one.places:
                one.places[target] = one.places.pop(source)
        self.seen.discard(source)
        self.gone.append(source)
        self._checked(turn, fact, prompt, old)

    def named(self) -> None:
        """In files that the user names: a text by another, one of them perhaps without it, or a setting or its name."""
        draw = self.draw
        way = draw.pick(["old", "old", "set", "set", "key"])
        kinds = {"old": ("value", "name", "person", "town", "code"), "set": ("value",), "key": ("key",)}[way]
        fact = self.fact(*kinds, alike=way == "old")
        what, paths = self._called(fact), draw.some(sorted(fact.places), 2, 3)
        if len(self.last) > 1 and set(self.last) <= set(fact.places) and draw.chance(0.6):
            paths = self.last
        new = self.fresh(fact)
        turn, slots = Turn(), {"new": self._said(new), "what": what}
        without = sorted(set(self.world.files) - set(fact.places))
        lacking = draw.pick(without) if way == "old" and without and draw.chance(0.3) else ""
        paths = draw.sample([*paths[:2], lacking], 3) if lacking else paths
        if any(path in paths for text in fact.texts for path, _ in self.strangers(fact, text)) and way != "set":
            raise Unsuitable("another one")
        if way == "set":
            self.clear(fact)
        if fact.kind == "code" and set(paths) - {lacking} != set(fact.places):
            raise Unsuitable("half of it")
        table = {"old": phrases.NAMED_OLD, "set": phrases.NAMED_SET, "key": phrases.NAMED_KEY}[way]
        slots["old"] = self._said(self._carelessly(fact)) if way == "old" else what
        prompt = tell(draw, table, files=self._listed(paths), **slots)
        for path in paths:
            self.look(turn, path, new)
            if path == lacking:
                turn.ahead = f"so {path} does not say that; "
                continue
            if way == "key":
                self.edit(turn, path, fact.places[path], lambda old: _like(old, new))
                fact.places[path] = {at: _like(old, new) for at, old in fact.places[path].items()}
            else:
                self.change(turn, fact, [path], new, searched=False)
        if way == "key":
            self._renamed(fact, new if set(paths) == set(fact.places) else "")
        if lacking:
            turn.told.append(f"{lacking} does not say that.")
        self.done(turn, fact, prompt, "no line says it; say so" if turn.ahead else "edited; done", paths)

    def settle(self) -> None:
        """A setting of any value, in all files that have it or all but one."""
        draw = self.draw
        key = self.fact("key")
        fact = self.world.facts[next(name for name, one in self.world.facts.items() if one is key).removeprefix("key ")]
        written, values = key.texts[0], fact.texts
        if set(fact.places) != set(key.places) or self.strangers(key, written):
            raise Unsuitable("another key")
        new = draw.pick(values) if len(values) > 1 and draw.chance(0.3) else self.fresh(fact)
        spared = draw.pick(sorted(fact.places)) if len(fact.places) > 2 and draw.chance(0.4) else ""
        paths = [path for path in sorted(fact.places) if path != spared and new not in fact.places[path].values()]
        if not paths:
            raise Unsuitable("nothing to do")
        slots = {"key": self._said(written), "new": self._said(new)}
        table = phrases.SET_BUT if spared else phrases.SET_ALL
        prompt = tell(draw, table, file=self._file(spared) if spared else "", **slots)
        turn = Turn()
        self.search(turn, written, new)
        turn.ahead = f"so it is not {new} in {', '.join(paths)}; "
        self.change(turn, fact, paths, new, searched=True)
        self.done(turn, fact, prompt, "so all files are edited", [])

    def agree(self) -> None:
        """The value of one file in another as well, or two values of their own for two files."""
        draw = self.draw
        fact = self.fact("value", alike=False)
        what, pair = self._called(fact), draw.sample(sorted(fact.places), 2)
        self.clear(fact)
        if any(len(fact.places[path]) > 1 for path in pair):
            raise Unsuitable("several lines")
        first, second = map(self._file, pair)
        (at, value), (_, other) = (next(iter(fact.places[path].items())) for path in pair)
        turn = Turn()
        if value != other and draw.chance(0.7):
            prompt = tell(draw, phrases.COPY, what=what, f1=first, f2=second)
            self.look(turn, pair[0])
            turn.ahead = f"{self.quote(pair[0], at)}; "
            self.look(turn, pair[1])
            self.change(turn, fact, pair[1:], value, searched=False)
        elif value == other and draw.chance(0.5):
            raise Unsuitable("they agree")
        else:
            news = [self.fresh(fact), self.fresh(fact)]
            slots = {"n1": self._said(news[0]), "n2": self._said(news[1])}
            prompt = tell(draw, phrases.APART, what=what, f1=first, f2=second, **slots)
            for path, new in zip(pair, news, strict=True):
                self.change(turn, fact, [path], new, searched=False)
        self.done(turn, fact, prompt, "edited; done", pair)

    def absent(self) -> None:
        """A text by another that is nowhere."""
        fact = self.fact("value", "name", "person", "code", "all key")
        old, new = self.fresh(fact), self.fresh(fact)
        turn = Turn()
        slots = {"old": self._said(old), "new": self._said(new), "what": self._called(fact)}
        self.search(turn, old, new)
        turn.told.append(f"No file here mentions {old}.")
        self.done(turn, fact, tell(self.draw, TABLES[fact.kind], **slots), "[no matches]", [])


def _like(written: str, word: str) -> str:
    """`word` in the case of another one."""
    return word.upper() if written.isupper() else word.capitalize() if written[0].isupper() else word


def series(v: Vocabulary) -> Task:
    """Two to four changes, one after the other."""
    draw = v.draw
    world = draw.weighted(
        [
            (5, configuration),
            (4, catalogue),
            (3.5, environments),
            (5, texts),
            (4.5, program),
            (2, records),
            (3.5, deployment),
        ]
    )(v)
    if any(not 2 <= len(lines) <= 14 for lines in world.files.values()):
        raise Unsuitable("length")
    made = Everywhere(world)
    wanted = draw.weighted([(4, 2), (4, 3), (2, 4)])
    for _ in range(4 * wanted):
        way = draw.weighted(
            [(6, made.everywhere), (5, made.named), (2.5, made.agree), (4, made.settle), (0.15, made.absent)]
        )
        saved = {path: list(lines) for path, lines in world.files.items()}
        try:
            way()
        except Unsuitable:
            if saved != world.files:
                raise
            continue
        if len(made.turns) == wanted:
            break
    if len(made.turns) < 2:
        raise Unsuitable("short")
    first, *after = made.turns
    first.files, first.after, first.alone = made.start, after, made.alone
    first.needs = tuple(sorted({need for turn in made.turns for need in turn.needs}))
    return first


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, series)]
