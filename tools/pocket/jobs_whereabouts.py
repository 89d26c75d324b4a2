"""Series of questions in a folder where the first thing to decide is which file is meant, and how to get at it.

One rule says what comes first. A file whose name is in the user's words is read. A folder that is named is listed. An
identifier without a file is searched for. For all else the folder is listed, then its own folders in their order, until
a name fits; where two fit, they are read in that order until one says it. Nothing is listed or read twice.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator

from tools.pocket.answers import value_with_line
from tools.pocket.contents import Document
from tools.pocket.jobs_edit import spot_edit
from tools.pocket.phrases_whereabouts import SAID
from tools.pocket.phrasing import file_form
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, edit, list_folder, numbered, read, search
from tools.pocket.whereabouts import Folder, Sheet
from tools.pocket.words import Vocabulary

SEARCHED = ("drinks", "paint")
"""Topics whose questions, where no file is named, are answered by a search in other series."""


class _Asked(Folder):
    """A folder, and what is asked about it turn by turn."""

    def way(self, sheet: Sheet) -> tuple[str, dict[str, str]]:
        """How the user tells which file is meant, and the words for that."""
        draw, twins = self.draw, self.alike(sheet)
        file = file_form(draw, sheet.path)
        stem = sheet.path.rpartition("/")[2].partition(".")[0]
        ways = [(4.0, "named", {"f": file})]
        others = [one.path for one in self.sheets if one is not sheet]
        ways.append((1, "named_two", {"f": file, "g": draw.pick(others)}))
        if sheet.coded:
            ways.append((7, "search", {}))
        else:
            if sheet.topic.stems[0] not in SEARCHED and all(name.islower() for name in sheet.rows if sheet.topic.form):
                ways.append((4.5, "topic", {}))
            called = draw.pick(sheet.topic.called)
            ways.append((3, "called", {"d": called}))
        if not sheet.topic.form and len(twins) == 1:
            said = draw.pick([stem, stem, stem.lower(), stem.replace("_", " "), f'"{stem}"'])
            ways.append((1.5, "stem", {"d": said}))
        if sheet.folder and not sheet.coded:
            ways.append((5, "folder", {"e": sheet.folder}))
        kind, slots = draw.weighted([(weight, (kind, slots)) for weight, kind, slots in ways])
        return kind, slots

    def opened(self, sheet: Sheet, kind: str, note: str = "") -> Callable[[], Generator[Call, Result, None]]:
        """What is listed and read until the file has been read; `note` is what the user wants of it."""
        seen, lists, reads = self.seen, [], [sheet.path]
        if not kind.startswith("named") and sheet.path not in seen.known:
            twins = self.alike(sheet) if kind != "stem" else [sheet]
            reads = [one.path for one in twins[: twins.index(sheet) + 1]]
            inside = sorted(self.folders) if kind != "folder" and sheet.folder else [sheet.folder]
            wanted = ["", *inside[: inside.index(sheet.folder) + 1]] if sheet.folder else [""]
            if kind == "folder":
                wanted = [sheet.folder]
            lists = [folder for folder in wanted if folder not in self.listed]
        reads = [path for path in reads if path not in seen.known]
        self.listed |= set(lists)
        seen.known |= set(reads)
        contents = dict(seen.now)

        def script() -> Generator[Call, Result, None]:
            before = ""
            for folder in lists:
                if folder:
                    lead = f"{folder}/; " if before else ""
                    result = yield list_folder(f"{lead}list {folder}", path=folder)
                else:
                    result = yield list_folder("list the folder")
                before = "\0"
                shown = result.content.splitlines()
            for at, path in enumerate(reads):
                lead = "so it is not there; " if at else f"{path}; " if before else ""
                if before and not at and path not in shown:
                    raise Unsuitable("not in the list")
                result = yield read(path, f"{lead}read {path}{note if at == len(reads) - 1 else ''}")
                if numbered(result) != contents[path].splitlines():
                    raise Unsuitable("it reads otherwise")

        return script

    def question(self) -> None:
        """What does some file say of something?"""
        draw, seen, last = self.draw, self.seen, self.last
        if last and last[1] and draw.chance(0.25):
            self.short(last[0])
            return
        unread = [sheet for sheet in self.sheets if sheet.path not in seen.known]
        sheet = draw.pick(unread if unread and draw.chance(0.5) else self.sheets)
        free = [name for name in sheet.rows if (sheet.path, name) not in self.asked]
        absent = draw.chance(0.07) and len(seen.turns) > 0
        name = sheet.absent if absent else draw.pick(free)
        asked = draw.pick(sheet.topic.questions)
        kind, slots = self.way(sheet)
        if absent and sheet.coded:
            kind, sheet.absent = "search", ""
        elif absent:
            kind, slots = (kind, slots) if kind in ("named", "topic") else ("named", {"f": file_form(draw, sheet.path)})
            sheet = sheet if kind == "named" else self.alike(sheet)[-1]
            sheet.absent = ""
            twins = [] if kind == "named" else self.alike(sheet)
            if sheet.path in seen.known and any(one.path not in seen.known for one in twins):
                raise Unsuitable("another one may say it")
        if not name:
            raise Unsuitable("asked")
        known = sheet.path in seen.known and not absent
        if kind == "search" and not known:
            self.sought(sheet, name, asked)
            return
        opened = self.opened(sheet, kind)
        frames = SAID["topic" if kind == "search" else kind]
        if kind in ("topic", "search") and seen.turns and draw.chance(0.7):
            frames = SAID["next"]
        prompt = seen.tell(frames, q=asked.replace("{x}", self.spoken(sheet, name)), **slots)
        self.told(sheet, name, opened, prompt, kind.startswith("named"))

    def told(
        self, sheet: Sheet, name: str, opened: Callable[[], Generator[Call, Result, None]], prompt: str, named: bool
    ) -> None:
        """A question's turn."""
        if name in sheet.rows:
            number, value = sheet.rows[name]
            line = f"line {number}: {sheet.lines[number - 1].strip()}"
            say = Say(line, value_with_line(value, line))
        elif named:
            say = Say("so no line says it; say so", f"{sheet.path} does not say that.")
        else:
            say = Say("so it is not there", "No file here says that.")

        def script() -> Script:
            yield from opened()
            return say

        self.asked.add((sheet.path, name))
        self.last = sheet, name in sheet.rows and len(self.alike(sheet)) == 1
        self.add("read" if named else "find", prompt, script)

    def short(self, sheet: Sheet) -> None:
        """The same about another one."""
        free = [name for name in sheet.rows if (sheet.path, name) not in self.asked]
        name = self.draw.pick(free)
        if sheet.path not in self.seen.known:
            self.sought(sheet, name, "", SAID["short"])
            return
        prompt = self.seen.tell(SAID["short"], x=self.spoken(sheet, name))
        self.told(sheet, name, self.opened(sheet, "named"), prompt, True)

    def sought(self, sheet: Sheet, name: str, asked: str, frames: list[str] | None = None) -> None:
        """What a file says of an identifier, or that none has it."""
        if name not in sheet.rows:
            hit, say = "[no matches]", Say("[no matches]", f"No file here mentions {name}.")
        else:
            number, value = sheet.rows[name]
            hit = f"{sheet.path}:{number}:{sheet.lines[number - 1]}"
            say = Say(hit, f"{value}, in {sheet.path} line {number}.")
        if (
            any(name in text for path, text in self.seen.files.items() if path != sheet.path)
            or sum(name in line for line in sheet.lines) > 1
        ):
            raise Unsuitable("twin")

        def script() -> Script:
            result = yield search(name, f"search {name}")
            if result.content.splitlines() != [hit]:
                raise Unsuitable(result.content)
            return say

        self.asked.add((sheet.path, name))
        self.last = sheet, True
        prompt = self.seen.tell(frames or SAID["topic"], q=asked.replace("{x}", name), x=name)
        self.add("find", prompt, script)

    def order(self) -> None:
        """A file, named or not, is to say something else."""
        draw, seen = self.draw, self.seen
        sheet = draw.pick([one for one in self.sheets if one.topic.orders])
        name = draw.pick(list(sheet.rows))
        number, value = sheet.rows[name]
        new = self.values.add(f"value {len(self.values)}", sheet.topic.value)
        line = sheet.lines[number - 1]
        if line.count(value) != 1 or new == value or "," in new:
            raise Unsuitable("twin")
        new_line = line.replace(value, new)
        kind, slots = self.way(sheet)
        table = {"named": "order_named", "called": "order_called"}.get(kind, "order")
        if table == "order":
            kind, slots = "topic", {}
            if sheet.topic.form and not name.islower():
                raise Unsuitable("an identifier")
        text = draw.pick(sheet.topic.orders).replace("{x}", self.spoken(sheet, name)).replace("{new}", new)
        prompt = seen.tell(SAID[table], o=text, **slots)
        if new not in prompt:
            raise Unsuitable("mistyped")
        shown = "\n".join(f"{at}|{one}" for at, one in enumerate(sheet.lines, 1))
        document = Document(sheet.path, "\n".join(sheet.lines) + "\n")
        plan, old, put = spot_edit(document, number - 1, new_line)(Result(shown))
        opened = self.opened(sheet, kind, f"; it becomes {new}")

        def script() -> Script:
            yield from opened()
            yield edit(sheet.path, old, put, plan)
            return Say("edited; done", f"Changed line {number} of {sheet.path}.")

        sheet.lines[number - 1] = new_line
        sheet.rows[name] = number, new
        seen.now[sheet.path] = "\n".join(sheet.lines) + "\n"
        self.asked.discard((sheet.path, name))
        self.last = None
        self.add("edit", prompt, script)

    def add(self, job: str, prompt: str, script: Callable[[], Script]) -> None:
        """One more turn."""
        self.seen.add(job, prompt, script, ("list", "read", "search", "edit"))


def whereabouts(v: Vocabulary) -> Task:
    """A folder in which things are looked up and changed, mostly without a word about where they stand."""
    made = _Asked(v)
    wanted = v.draw.randint(4, 8)
    for _ in range(4 * wanted):
        if len(made.seen.turns) == wanted:
            break
        with contextlib.suppress(Unsuitable, IndexError):
            v.draw.weighted([(4, made.question), (1, made.order)])()
    return made.seen.task(3)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, whereabouts)]
