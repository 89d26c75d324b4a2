"""Series of questions to notes whose names say nothing and whose words are others: they are read until one answers."""

from __future__ import annotations

from tools.pocket.answers import value_with_line
from tools.pocket.phrases_letters import ASKED, NEXT, REMARKS, Remark
from tools.pocket.scene_values import Values
from tools.pocket.task import Say, Script, Task, Unsuitable, list_folder, numbered, read
from tools.pocket.visited import Visited, needed
from tools.pocket.words import Vocabulary


class _Letters:
    """A few notes, and how far they have been read."""

    def __init__(self, v: Vocabulary) -> None:
        self.draw, self.seen, values = v.draw, Visited(v), Values(v)
        draw = self.draw
        remarks = draw.sample(REMARKS, draw.randint(8, 12))
        self.absent = remarks.pop()
        names = self._names(v, draw.randint(3, 4))
        self.open: list[tuple[Remark, str, int, str, str]] = []
        lines = {name: [remark.line for remark in remarks[at :: len(names)]] for at, name in enumerate(names)}
        for name in names:
            text = [f"# {v.words(1, 2)}", ""] if draw.chance(0.2) else []
            for remark in (remark for remark in remarks if remark.line in lines[name]):
                value = values.add(remark.line, remark.kind)
                text.append(remark.line.replace("{x}", value))
                self.open.append((remark, name, len(text), text[-1], value))
            self.seen.put(name, "\n".join(text) + "\n")
        self.unread = sorted(names)

    def _names(self, v: Vocabulary, count: int) -> list[str]:
        draw = self.draw
        ending = draw.pick([".txt", ".txt", ".md", ""])
        year, month = draw.randint(2019, 2031), draw.randint(1, 12)
        kind = draw.randrange(4)
        names = {
            {
                0: f"{year}-{month:02}-{draw.randint(1, 28):02}",
                1: v.nonsense(),
                2: f"note{draw.randint(1, 9)}",
                3: f"{draw.pick('abcdefgh')}{draw.randint(1, 9)}",
            }[kind]
            + ending
            for _ in range(count)
        }
        if len(names) < count:
            raise Unsuitable("twin")
        return sorted(names)

    def turn(self) -> None:
        """A question, and the notes up to the one that answers it; or all of them, where none does."""
        draw, seen = self.draw, self.seen
        found = self.open.pop(draw.randrange(len(self.open))) if draw.chance(0.93) or not self.absent else None
        if found is None and len(seen.turns) < 2:
            raise Unsuitable("early")
        asked = (found[0] if found else self.absent).questions
        prompt = seen.tell(NEXT if seen.turns else ASKED, q=draw.pick(asked))
        first, seen.listed = not seen.listed, True
        known = found is not None and found[1] not in self.unread
        paths = [] if known else self.unread[: self.unread.index(found[1]) + 1] if found else self.unread[:]
        self.unread = [path for path in self.unread if path not in paths]

        def script() -> Script:
            if first:
                yield list_folder("list the folder")
            lines: list[str] = []
            for at, path in enumerate(paths):
                result = yield read(path, f"{'so it is not there; ' if at else ''}read {path}")
                lines = numbered(result)
            if found is None:
                return Say("so it is not there", "No file here says that.")
            _, _, number, text, value = found
            if not known and lines[number - 1] != text:
                raise Unsuitable("another line")
            line = f"line {number}: {text}"
            return Say(line, value_with_line(value, line))

        if found is None:
            self.open = []  # nothing more is asked: all has been read
        seen.add("find", prompt, script, needed(list=first, read=bool(paths)))


def letters(v: Vocabulary) -> Task:
    """Notes that are read one by one."""
    made = _Letters(v)
    for _ in range(v.draw.randint(4, 7)):
        try:
            made.turn()
        except (Unsuitable, ValueError, IndexError):
            continue
    return made.seen.task(4)
