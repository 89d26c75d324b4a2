"""Conversations over two or three files that belong together: each is read once, when it is first needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from tools.pocket import phrases_joint, phrases_lookup
from tools.pocket.contents_joint import Form
from tools.pocket.contents_several import kept
from tools.pocket.scene_values import Values, prompt_of
from tools.pocket.task import Call, Say, Script, Task, Unsuitable, numbered, read, shell_output
from tools.pocket.words import Vocabulary

Quotes = list[tuple[str, list["int | str"]]]
"""For each file, in the order in which they are looked at, the numbers of lines that count, and what follows."""
_TAILS = {"<ul>": "</ul>", "<body>": "</body>", "<main>": "</main>", "<table>": "</table>", "ROUTES = [": "]"}
_OPEN = re.compile(r"(which|what|how|who|whose|where|when|whom|by|in|on|for|from|until) ")
_BEGINS = re.compile("first of all|some questions|a few questions|First:")


@cache
def _questions() -> dict[str, list[str]]:
    """The questions of each kind."""
    blocks = re.split(r"^== (\w+)\n", phrases_joint.QUESTIONS.strip(), flags=re.M)[1:]
    return {name: text.strip().splitlines() for name, text in zip(blocks[::2], blocks[1::2], strict=True)}


@cache
def _frames(name: str) -> list[str]:
    texts = phrases_lookup if name in ("ONE", "SWITCH") else phrases_joint
    return str(getattr(texts, "FIRST" if name == "ONE" else name)).strip().splitlines()


def _bare(word: str) -> str:
    return re.sub(r"[\W_]", "", word.lower())


def joined(items: Sequence[str]) -> str:
    """Several in one sentence."""
    return f"{', '.join(items[:-1])} and {items[-1]}" if items[1:] else items[0]


class Desk:
    """The files of one conversation, and its turns so far."""

    def __init__(self, v: Vocabulary) -> None:
        self.v, self.draw = v, v.draw
        self.files: dict[str, list[str]] = {}
        self.seen: list[str] = []
        self.turns: list[Task] = []
        self.used: set[str] = set()
        self.asked: set[tuple[str, str]] = set()
        self.shell = self.listed = False

    def value(self, kind: str) -> str:
        """A value, or several in a pattern, that nothing else has."""
        for _ in range(30):
            parts = kind if "{" in kind else f"{{{kind}}}"
            text = re.sub(r"\{(.+?)\}", lambda found: Values(self.v).add("", found[1]), parts)
            if text.lower() not in self.used and not re.search(r"[\"',;<>|]", text):
                self.used.add(text.lower())
                return text
        raise Unsuitable("no other value")

    def add(self, path: str, lines: list[str]) -> str:
        """A file."""
        if any(path.lower() == other.lower() for other in self.files):
            raise Unsuitable("two of one name")
        self.files[path] = lines
        return path

    def form(self, word: str, others: Sequence[str]) -> str:
        """A word as the user writes it, where nothing else could be meant."""
        near = [one for one in others if one != word]
        if any(_bare(one) == _bare(word) for one in near):
            return word
        ways = [word] * 4
        if re.fullmatch(r"[A-Za-z]{3,}", word):
            ways += [word.lower(), word.lower(), word.capitalize(), word.upper()]
            if len(word) > 5 and not any(_bare(one)[:3] == _bare(word)[:3] for one in near) and self.draw.chance(0.2):
                at = self.draw.randint(1, len(word) - 3)
                ways = [word[:at] + word[at + 1] + word[at] + word[at + 2 :]]
        elif re.fullmatch(r"[A-Za-z]+(_[A-Za-z]+)+", word):
            camel = re.sub(r"_(\w)", lambda found: found[1].upper(), word.lower())
            ways += [re.sub("_", " ", word.lower()), re.sub("_", "-", word.lower()), camel, word.upper()]
        elif re.fullmatch(r"[A-Z]+-?\d+", word):
            ways += [word.lower(), word.replace("-", ""), word.replace("-", " ")]
        elif re.fullmatch(r"[A-Za-z]+( [A-Za-z]+)+", word):
            ways += [word.lower(), word.lower()]
        return self.draw.pick(ways)

    def ask(self, kind: str, **said: str) -> str:
        """A question of this kind, its slots filled with what is in `said`: values as they are, words behind `~`."""
        return fill(self.draw.pick(_questions()[kind]), said)

    def line(self, path: str, at: int) -> str:
        """A line as thoughts quote it."""
        return f"line {at + 1}: {self.files[path][at].strip()}"

    def turn(
        self,
        text: str,
        quotes: Quotes,
        so: Sequence[str],
        answer: str,
        *,
        sums: str = "",
        frame: str = "",
        many: str = "",
    ) -> None:
        """A turn: what is asked, what is looked at, what follows and what is answered; `sums` is given to the shell."""
        draw = self.draw
        if (repr(quotes), answer) in self.asked and draw.chance(0.85):
            raise Unsuitable("the same again")
        self.asked.add((repr(quotes), answer))
        unread = [path for path, _ in quotes if path not in self.seen]
        said = [text.find(kept(path)) for path in unread]
        if min(said, default=0) >= 0 and said != sorted(said):
            raise Unsuitable("they are to be read in the order in which they are named")
        first = not self.turns
        if not frame:
            if many:
                frame = draw.pick(_frames("UNNAMED")).replace("{many}", many)
            elif unread and all(kept(path) in text for path in unread):
                frame = draw.pick(_frames("OPENING" if first else "NEXT"))
            elif len(unread) > 1:
                frame = draw.pick(_frames("FIRST"))
            elif unread:
                frame = draw.pick(_frames("ONE" if first else "SWITCH"))
            else:
                frame = draw.pick(_frames("NEXT"))
            if ("{i}" in frame and not _OPEN.match(text)) or (not first and _BEGINS.search(frame)):
                frame = "{q}?" if not unread or kept(unread[0]) in text else "{files}: {q}?"
        names = draw.pick([" and ", " and ", " & ", " + "]).join(
            ([", ".join(map(kept, unread[:-1]))] if unread[1:] else []) + [kept(unread[-1])] if unread else []
        )
        text = frame.replace("{q}", text).replace("{i}", text).replace("{files}", names).replace("{f}", names)
        prompt = prompt_of(draw, re.sub(r"\?\?|\? *\?", "?", text), Values(self.v))
        contents = {path: list(self.files[path]) for path in unread}
        everything = sorted(self.files)

        def script() -> Script:
            waiting: list[str] = []
            if many:
                result = yield Call("list the folder; which files?", "list", {})
                if result.content.splitlines() != everything:
                    raise Unsuitable("more files")
                waiting = list(everything)
            for path, marks in quotes:
                if path in contents:
                    result = yield read(path, "; ".join([*waiting, f"read {path}"]))
                    if numbered(result) != contents[path]:
                        raise Unsuitable("it reads otherwise")
                    waiting = []
                waiting += [one if isinstance(one, str) else self.line(path, one) for one in marks]
            if not sums:
                return Say("; ".join([*waiting, *so]), answer)
            result = yield Call("; ".join([*waiting, f"so {sums}"]), "shell", {"command": f"echo $(({sums}))"})
            output, _ = shell_output(result)
            return Say(output, answer.replace("{out}", output))

        ends: dict[str, str | None] = {path: "\n".join(lines) + "\n" for path, lines in self.files.items()}
        self.seen += unread
        self.shell, self.listed = self.shell or bool(sums), self.listed or bool(many)
        self.turns.append(Task("several" if len(quotes) > 1 else "read", prompt, script, ends=ends))

    def task(self) -> Task:
        """All turns."""
        if len(self.turns) < 3:
            raise Unsuitable("too few")
        first, *first.after = self.turns
        first.files = {path: "\n".join(lines) + "\n" for path, lines in self.files.items()}
        first.alone = self.listed
        first.needs = ("read", *(["shell"] if self.shell else []), *(["list"] if self.listed else []))
        return first


def fill(text: str, said: dict[str, str]) -> str:
    """`text` with its slots filled once."""
    return re.sub(r"\{(\w+)\}", lambda found: said.get(found[1], found[0]), text)


def checked(names: Sequence[str], chosen: Sequence[str]) -> str:
    """Each name with whether it is one of the chosen."""
    return ", ".join(f"{name} {'yes' if name in chosen else 'no'}" for name in names)


def series(desk: Desk, ways: Sequence[tuple[float, Callable[[], None]]], first: Sequence[Callable[[], None]]) -> Task:
    """A few turns, the first one of `first`."""
    draw = desk.draw
    draw.pick(first)()
    said = {desk.turns[0].prompt}
    count = draw.randint(5, 10)
    for _ in range(3 * count):
        if len(desk.turns) >= count:
            break
        try:
            draw.weighted(ways)()
        except Unsuitable:
            continue
        if desk.turns[-1].prompt in said:
            raise Unsuitable("the same again")
        said.add(desk.turns[-1].prompt)
    return desk.task()


def laid(form: Form, rows: Sequence[dict[str, str]], **head: str) -> tuple[list[str], list[list[int]]]:
    """The lines of a file, and the numbers of those of each row."""
    lines = fill(form[1], head).split("\n") if form[1] else []
    own = []
    for row in rows:
        new = form[2].format(**row, **head).split("\n")
        own.append(list(range(len(lines), len(lines) + len(new))))
        lines += new
    return [*lines, *([_TAILS[form[1]]] if form[1] in _TAILS else [])], own


def reckoned(desk: Desk, kind: str, text: str, quotes: Quotes, values: list[int], names: Sequence[str]) -> None:
    """A turn that compares numbers, or gives them to the shell."""
    if len(set(values)) < len(values):
        raise Unsuitable("the same")
    if kind in ("apart", "sum"):
        low, high = min(values), max(values)
        sums = f"{high} - {low}" if kind == "apart" else " + ".join(map(str, values))
        return desk.turn(text, quotes, [], "By {out}." if kind == "apart" else "{out} in all.", sums=sums)
    best = (min if kind == "less" else max)(values)
    others = " and ".join(str(value) for value in values if value != best)
    so = f"so {best} {'<' if kind == 'less' else '>'} {others}"
    return desk.turn(text, quotes, [so], f"{names[values.index(best)]}, {best}.")
