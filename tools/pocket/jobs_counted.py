"""Series of one-liners: which command counts, sorts, adds up, saves or moves what the user has in mind, in which file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tools.pocket.phrases_counted import ASKED_SHORT, COUNTED, LEVELS, SAID
from tools.pocket.scene_values import lists
from tools.pocket.task import Say, Script, Task, Unsuitable, shell, shell_output
from tools.pocket.visited import Visited, listed, looked, needed, printed, topic_files
from tools.pocket.words import Vocabulary


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table in a file: what parts its cells, and where it has a header."""

    mark: str
    header: list[str]
    rows: list[list[str]]


def _texts(v: Vocabulary, kind: str) -> tuple[list[str], Sheet | None]:
    """The lines of a file of some kind, and its table."""
    draw = v.draw
    if kind == "list":
        lines = draw.some([draw.pick([v.word(), v.nonsense(), draw.pick(lists()["goods"])]) for _ in range(9)], 3, 6)
        lines += draw.choices(lines, k=draw.randint(0, 4))
        draw.shuffle(lines)
        return lines, None
    if kind == "numbers":
        return [str(draw.randint(1, draw.pick([99, 999]))) for _ in range(draw.randint(3, 9))], None
    if kind == "log":
        words = draw.sample(
            ["ERROR", "WARNING", "INFO", "DEBUG", "failed", "ok", "retry", v.nonsense(), v.nonsense()], 3
        )
        return [f"{v.clock()} {draw.pick(words)} {v.words(1, 3)}" for _ in range(draw.randint(4, 9))], None
    if kind == "prose":
        return [v.words(2, 8).capitalize() + draw.pick([".", "", "!"]) for _ in range(draw.randint(2, 7))], None
    names = draw.sample(lists()["numbercolumn"], draw.pick([2, 2, 3]))
    label = draw.pick(lists()["textcolumn"])
    kinds = [v.nonsense() for _ in range(3)]
    rows = [
        [draw.pick([v.first_name, v.word, v.nonsense])(), draw.pick(kinds), *(str(draw.randint(1, 400)) for _ in names)]
        for _ in range(draw.randint(3, 7))
    ]
    mark = {"csv": ",", "semicolons": ";"}[kind]
    if len({row[0] for row in rows}) < len(rows) or not all(cell.isascii() for row in rows for cell in row):
        raise Unsuitable("twin")
    header = [draw.pick(["name", "id", "item", "who"]), label, *names]
    return [mark.join(row) for row in [header, *rows]], Sheet(mark, header, rows)


class _Counter:
    """One folder, its one-liners drawn one after the other."""

    def __init__(self, v: Vocabulary) -> None:
        self.v, self.draw, self.seen = v, v.draw, Visited(v)
        self.lines: dict[str, list[str]] = {}
        self.kinds: dict[str, str] = {}
        self.sheets: dict[str, Sheet] = {}
        self.done: set[str] = set()
        draw = v.draw
        wanted = draw.sample(
            ["list", "list", "numbers", "log", "csv", "csv", "semicolons", "prose"], draw.randint(3, 4)
        )
        files = topic_files(v, len(wanted), ["#"])
        for kind, (path, spoken) in zip(wanted, files, strict=True):
            ending = {"list": ".txt", "numbers": ".txt", "log": ".log", "prose": draw.pick([".txt", ".md"])}
            name = path.removesuffix("#") + ending.get(kind, ".csv")
            self._put(name, kind, spoken)
        self.folder = draw.pick([v.nonsense(), v.word(), draw.pick(lists()["dirname"])])
        self.inside = draw.pick([".txt", ".md", ".log", ".csv", ".py", ".json"])
        for _ in range(draw.randint(2, 3)):
            name = f"{self.folder}/{draw.pick([v.word, v.nonsense])()}{draw.pick([self.inside, '.txt', '.md'])}"
            self._put(name, draw.pick(["prose", "list"]), [])
        self.mark = draw.pick(["TODO", "FIXME", "XXX", v.nonsense()])
        if draw.chance(0.6):
            for path in draw.some(list(self.files), 1, 3):
                self.files[path] += "".join(f"{self.mark} {v.word()}\n" for _ in range(draw.randint(1, 2)))
                self.lines[path] = self.files[path].splitlines()
                self.seen.now[path] = self.files[path]
                self.sheets.pop(path, None)
                self.kinds[path] = "prose" if self.kinds[path] != "log" else "log"

    @property
    def files(self) -> dict[str, str]:
        """What lies there at the beginning."""
        return self.seen.files

    def _put(self, path: str, kind: str, spoken: list[str]) -> None:
        lines, sheet = _texts(self.v, kind)
        self.seen.put(path, "\n".join(lines) + "\n", spoken)
        self.lines[path], self.kinds[path] = lines, kind
        if sheet:
            self.sheets[path] = sheet

    def run(self, kind: str, command: str, path: str = "", done: str = "", **slots: object) -> None:
        """A turn of one command, which is run once; `{p}` in it is the file."""
        if command.replace("{p}", path) in self.done:
            raise Unsuitable("done")
        self.done.add(command.replace("{p}", path))
        short = path and path == self.seen.subject and kind in ASKED_SHORT and self.draw.chance(0.7)
        said, first = self.seen.named(path) if path and not short else ("", False)
        command = command.replace("{p}", path)

        def script() -> Script:
            before = yield from listed(first, path)
            result = yield shell(command, f"{before}run {command}")
            output, status = shell_output(result)
            if status or bool(output) == bool(done):
                raise Unsuitable(result.content)
            if done:
                return Say("exit 0; done", done)
            return printed(output)

        prompt = self.seen.tell(ASKED_SHORT[kind] if short else COUNTED[kind], file=said, **slots)
        self.seen.add("command", prompt, script, needed("shell", list=first), path)

    def among(self, *kinds: str) -> str:
        """A file of one of these kinds that is still there, often that of the turn before."""
        subject = self.seen.subject
        if self.kinds.get(subject) in kinds and subject in self.seen.now and self.draw.chance(0.45):
            return subject
        return self.draw.pick([path for path, kind in self.kinds.items() if kind in kinds and path in self.seen.now])

    def counts(self) -> None:
        """Lines, words, bytes."""
        kind = self.draw.pick(["lines", "lines", "words", "bytes"])
        option = {"lines": "l", "words": "w", "bytes": "c"}[kind]
        self.run(kind, f"wc -{option} < {{p}}", self.among("list", "numbers", "log", "prose", "csv"))

    def with_word(self) -> None:
        """The lines with a word, counted or saved."""
        draw = self.draw
        path = self.among("log", "prose", "csv", "semicolons", "list")
        if self.kinds[path] == "log" and draw.chance(0.5):
            self.level(path)
            return
        words = [word for word in self.seen.now[path].replace(",", " ").replace(";", " ").split() if word.isalpha()]
        word = draw.pick([word for word in words if len(word) > 2])
        said = draw.pick([word, word, f'"{word}"', f"'{word}'", f"`{word}`"])
        if draw.chance(0.7):
            self.run("with", f"grep -c {word} {{p}}", path, word=said)
        else:
            new = self.new(path)
            lines = [line for line in self.seen.now[path].splitlines() if word in line]
            self.save("save_with", f"grep {word} {{p}} > {new}", path, new, lines, word=said)

    def level(self, path: str) -> None:
        """The lines of a log that the user calls by another word than the log has."""
        lines = self.seen.now[path].splitlines()
        word = self.draw.pick([word for word in LEVELS if any(f" {word} " in f"{line} " for line in lines)])
        line = next(line for line in lines if word in line)
        said, first = self.seen.named(path)
        unread = self.seen.look(path)
        command = f"grep -c {word} {path}"

        def script() -> Script:
            before = yield from listed(first, path)
            yield from looked(unread, path, before, line)
            result = yield shell(command, f"line {lines.index(line) + 1}: {line}; so it is {word}; run {command}")
            return printed(shell_output(result)[0])

        prompt = self.seen.tell(COUNTED["level"], file=said, word=self.draw.pick(LEVELS[word]))
        self.seen.add("command", prompt, script, needed("shell", list=first, read=unread), path)

    def folders(self) -> None:
        """What lies in a folder, or everywhere."""
        draw, folder = self.draw, self.folder
        said = draw.pick([folder, f"`{folder}`", f"{folder}/"])
        kind = draw.pick(["entries", "biggest", "kind", "paths", "everywhere"])
        if kind == "entries":
            self.run(kind, f"ls {folder} | wc -l", folder=said)
        elif kind == "biggest":
            sizes = Counter(len(text) for path, text in self.seen.now.items() if path.startswith(folder + "/"))
            if sizes[max(sizes)] > 1:
                raise Unsuitable("two of a size")
            self.run(kind, f"ls -S {folder} | head -n 1", folder=said)
        elif kind == "everywhere":
            self.run(kind, f"grep -rho {self.mark} . | wc -l", word=draw.pick([self.mark, f'"{self.mark}"']))
        else:
            ending = draw.pick([self.inside, self.inside, ".txt", ".md", ".csv", ".log"])
            behind = "wc -l" if kind == "kind" else "sort"
            spoken = draw.pick([ending, f"*{ending}", ending[1:], ending[1:].upper()])
            self.run(kind, f"find . -name '*{ending}' | {behind}", ending=spoken)

    def orders(self) -> None:
        """Lines in order, on the screen or in a new file."""
        kind, command = self.draw.pick(
            [
                ("sorted", "sort {p}"),
                ("reversed", "sort -r {p}"),
                ("distinct", "sort -u {p} | wc -l"),
                ("once", "sort -u {p}"),
                ("twice", "sort {p} | uniq -d"),
                ("frequent", "sort {p} | uniq -c | sort -nr | head -n 1"),
                ("save_sorted", "sort {p} > {new}"),
                ("save_once", "sort -u {p} > {new}"),
            ]
        )
        path = self.among("list")
        lines = self.seen.now[path].splitlines()
        most = Counter(lines).most_common(2)
        if (kind == "frequent" and most[0][1] == most[-1][1]) or (kind in ("twice", "save_once") and most[0][1] == 1):
            raise Unsuitable("no doubles")
        if kind.startswith("save"):
            new = self.new(path)
            self.save(kind, command.replace("{new}", new), path, new, sorted(set(lines) if "once" in kind else lines))
        else:
            self.run(kind, command, path)

    def numbers(self) -> None:
        """Numbers, one a line."""
        kind, command = self.draw.pick(
            [
                ("rising", "sort -n {p}"),
                ("highest", "sort -n {p} | tail -n 1"),
                ("lowest", "sort -n {p} | head -n 1"),
                ("total", "awk '{s += $1} END {print s}' {p}"),
            ]
        )
        self.run(kind, command, self.among("numbers"))

    def ends(self) -> None:
        """The first or the last lines."""
        kind = self.draw.pick(["head", "tail"])
        path = self.among("list", "numbers", "log", "prose", "csv")
        lines = self.seen.now[path].splitlines()
        n = self.draw.randint(2, max(2, len(lines) - 1))
        said = (
            self.draw.pick([str(n), ["two", "three", "four", "five", "six", "seven", "eight", "nine"][n - 2]])
            if n < 10
            else n
        )
        if self.draw.chance(0.5):
            self.run(kind, f"{kind} -n {n} {{p}}", path, n=said)
        else:
            new = self.new(path)
            lines = lines[:n] if kind == "head" else lines[-n:]
            self.save(f"save_{kind}", f"{kind} -n {n} {{p}} > {new}", path, new, lines, n=said)

    def columns(self) -> None:
        """A column of a table, which must be read for its place."""
        draw = self.draw
        path = draw.pick([path for path in self.sheets if path in self.seen.now])
        sheet = self.sheets[path]
        at = draw.randrange(2, len(sheet.header))
        name, apart = sheet.header[at], f"'{sheet.mark}'" if sheet.mark == ";" else sheet.mark
        kind = draw.pick(["column", "column", "part", "top"])
        word = draw.pick(sheet.rows)[1]
        command = {
            "column": f"awk -F {apart} '{{s += ${at + 1}}} END {{print s}}' {path}",
            "part": f"awk -F {apart} '$2 == \"{word}\" {{s += ${at + 1}}} END {{print s}}' {path}",
            "top": f"tail -n +2 {path} | sort -t {apart} -k {at + 1} -nr | head -n 1",
        }[kind]
        cells = sorted(int(row[at]) for row in sheet.rows)
        if command in self.done:
            raise Unsuitable("done")
        self.done.add(command)
        if kind == "top" and cells[-1] == cells[-2]:
            raise Unsuitable("two on top")
        said, first = self.seen.named(path)
        unread = self.seen.look(path)
        header = sheet.mark.join(sheet.header)

        def script() -> Script:
            before = yield from listed(first, path)
            line = yield from looked(unread, path, before, header)
            place = f"; so {name} is ${at + 1}"
            result = yield shell(command, f"line 1: {line}{place}; run {command}")
            output, status = shell_output(result)
            if status or not output:
                raise Unsuitable(result.content)
            return printed(output)

        spoken = draw.pick([name, name, name.capitalize(), SAID.get(name, name)])
        prompt = self.seen.tell(COUNTED[kind], file=said, name=spoken, word=word)
        self.seen.add("command", prompt, script, needed("shell", list=first, read=unread), path)

    def new(self, path: str) -> str:
        """A new name beside a file's."""
        draw, v = self.draw, self.v
        ending = path[path.rindex(".") :]
        stem = draw.pick([v.nonsense(), v.word(), f"{v.word()}_{draw.randint(1, 99)}", f"{v.nonsense()}-{v.word()}"])
        new = stem + ending
        if new in self.seen.now or new in self.files or stem == self.folder or not new.isascii():
            raise Unsuitable("same")
        return new

    def save(self, kind: str, command: str, path: str, new: str, lines: list[str], **slots: object) -> None:
        """A turn after which there is a new file."""
        self.run(kind, command, path, f"Created {new}.", new=new, **slots)
        self.seen.now[new] = "".join(f"{line}\n" for line in lines)
        self.kinds[new] = self.kinds[path]

    def moves(self) -> None:
        """Files and folders made, moved, copied, deleted."""
        draw, v, now = self.draw, self.v, self.seen.now
        kind = draw.pick(["folder", "into", "rename", "copy", "delete", "delete"])
        if kind == "folder":
            new = draw.pick([v.nonsense(), f"{v.word()}-{draw.randint(1, 99)}", f"{v.nonsense()}/{v.word()}"])
            if any(path == new or path.startswith(new + "/") for path in now):
                raise Unsuitable("same")
            self.run(kind, f"mkdir -p {new}", done=f"Created the folder {new}.", new=new)
            return
        path = draw.pick([one for one in now if "/" not in one and one in self.files])
        new = f"{self.folder}/{path}" if kind == "into" else self.new(path)
        if new in now:
            raise Unsuitable("same")
        command, done = {
            "into": (f"mv {{p}} {new}", f"Renamed {path} to {new}."),
            "rename": (f"mv {{p}} {new}", f"Renamed {path} to {new}."),
            "copy": (f"cp {{p}} {new}", f"Copied {path} to {new}."),
            "delete": ("rm {p}", f"Deleted {path}."),
        }[kind]
        self.run(kind, command, path, done, new=new, folder=self.folder)
        if kind != "delete":
            now[new], self.kinds[new] = now[path], self.kinds[path]
        if kind != "copy":
            del now[path]


def count(v: Vocabulary) -> Task:
    """A folder in which things are counted, sorted, added up, saved and moved."""
    made = _Counter(v)
    ways: list[tuple[float, Callable[[], None]]] = [
        (3, made.counts),
        (3, made.with_word),
        (3, made.folders),
        (2.5, made.orders),
        (2, made.numbers),
        (1.5, made.ends),
        (4, made.columns),
        (2.5, made.moves),
    ]
    wanted = v.draw.randint(4, 7)
    for _ in range(3 * wanted):
        if len(made.seen.turns) == wanted:
            break
        try:
            v.draw.weighted(ways)()
        except (Unsuitable, IndexError):
            continue
    return made.seen.task(4)
