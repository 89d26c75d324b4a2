"""Series of searches in notes: where things stand among others that look alike, and what the notes say of them."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket.answers import value_with_line
from tools.pocket.phrases_sought import AGAIN_NOTES, ASPECTS, NOTES
from tools.pocket.scene_values import Values
from tools.pocket.searched import Hit, Searched, places, searches
from tools.pocket.task import Say, Script, Task, Unsuitable, list_folder, numbered, read
from tools.pocket.visited import PAIRS, needed
from tools.pocket.words import Vocabulary


class _Notes(Searched):
    """Notes that say different things of the same objects, one note for each."""

    def __init__(self, v: Vocabulary) -> None:
        super().__init__(v)
        draw, values = v.draw, Values(v)
        one, other, third = draw.sample(PAIRS, 3)
        self.things = [*one, *draw.sample(other, 2), draw.pick(third)]
        far = draw.pick([thing for pair in PAIRS if pair not in (one, other, third) for thing in pair])
        self.missing = draw.pick([far, *(thing for thing in (*other, *third) if thing not in self.things)])
        self.capital = draw.chance(0.2)
        folder = draw.pick(["", "", f"{draw.pick(['notes', 'lists', 'club', 'house', 'shop', v.nonsense()])}/"])
        ending = draw.pick([".md", ".txt", ""])
        self.topics: dict[str, str] = {}
        self.facts: dict[tuple[str, str], tuple[Hit, str]] = {}
        self.last = ("", "")
        for aspect, names, kind, topics in draw.sample(ASPECTS, draw.randint(3, 5)):
            path = folder + draw.pick(names.split(", ")) + (ending or draw.pick([".md", ".txt", ".csv", ".list"]))
            form = draw.pick(
                ["{t}: {v}", "- {t} - {v}", "{t},{v}", "{v} | {t}", "{t} ({v})", "{t} = {v}", "* {t}: {v}"]
            )
            lines: list[str] = [] if draw.chance(0.6) else [f"# {v.nonsense()}", ""]
            for thing in draw.sample(self.things, draw.randint(3, 5)):
                value = values.add(f"{aspect} {thing}", "=cellar|attic|hall|shed|porch|pantry|garage|loft|barn|office|kitchen|"
                                   "studio|veranda|corridor|workshop|lounge" if kind == "place" else kind)  # fmt: skip
                shown = thing.capitalize() if self.capital else thing
                lines.append(form.format(t=shown, v=value))
                self.facts[aspect, thing] = Hit(path, len(lines), lines[-1]), value
            self.seen.put(path, "\n".join(lines) + "\n")
            self.topics[path] = topics

    def spoken(self, thing: str) -> tuple[str, list[str]]:
        """What the user calls a thing, and what is searched for."""
        draw = self.draw
        if self.capital:
            return draw.pick([thing, thing.upper(), thing]), [thing, thing.capitalize()]
        way = draw.pick(["", "", "", "", "capital", "plural", "apart", "slip"])
        if way == "capital":
            return draw.pick([thing.capitalize(), thing.title(), thing.upper()]), [thing]
        if way == "plural" and not thing.endswith(("s", "h", "y", "f")):
            return f"{thing}s", [thing]
        if way == "apart" and " " in thing:
            said = thing.replace(" ", draw.pick(["-", "", "_"]))
            return said, [said, thing]
        if way == "slip" and len(thing) > 4:
            at = draw.randint(1, len(thing) - 3)
            said = thing[:at] + thing[at + 1] + thing[at] + thing[at + 2 :]
            if said != thing and " " not in thing:
                return said, [said, thing]
        return thing, [thing]

    def exactly(self, thing: str) -> list[Hit]:
        """The lines about a thing, and not about its neighbours."""
        return sorted((hit for (_, one), (hit, _) in self.facts.items() if one == thing), key=lambda hit: hit.path)

    def value(self) -> None:
        """What a note says of a thing."""
        draw = self.draw
        aspect, thing = draw.pick([key for key in self.facts if key not in self.asked])
        follows = [key for key in self.facts if key not in self.asked and key[1] == self.last[1]]
        hit, value = self.facts[aspect, thing]
        answer = "{}, in {} line {}."
        if self.seen.subject == self.last[1] != "" and follows and draw.chance(0.6):
            aspect, thing = draw.pick(follows)
            hit, value = self.facts[aspect, thing]
            prompt, patterns = self.seen.tell(AGAIN_NOTES[aspect]), [thing]
            if hit not in self.shown:
                raise Unsuitable("not shown")
        else:
            said, patterns = self.spoken(thing)
            prompt = self.seen.tell(NOTES[aspect], thing=said)
        self.turn(prompt, patterns, [hit], answer.format(value, hit.path, hit.number))
        self.asked.add((aspect, thing))
        self.last, self.seen.subject = (aspect, thing), thing

    def mentions(self) -> None:
        """All lines about a thing, or none."""
        absent = self.draw.chance(0.3)
        thing = self.missing if absent else self.draw.pick(self.things)
        if ("mentions", thing) in self.asked or (absent and (self.capital or self.hits(thing))):
            raise Unsuitable("asked")
        said, patterns = (thing, [thing]) if absent else self.spoken(thing)
        prompt = self.seen.tell(NOTES["absent" if absent else "places"], thing=said)
        hits = self.exactly(thing)
        if not hits and self.hits(patterns[-1]):
            raise Unsuitable("only its neighbours are there")
        self.turn(prompt, patterns, hits, places(hits) if hits else f"No file here mentions {said}.", whole=True)
        self.asked.add(("mentions", thing))

    def unsaid(self) -> None:
        """What no note says of a thing that they mention, though one may say it of its neighbours."""
        draw = self.draw
        thing = draw.pick([thing for thing in self.things if self.exactly(thing)])
        known = {aspect for aspect, one in self.facts if one == thing}
        aspect = draw.pick([aspect for aspect, *_ in ASPECTS if aspect not in known])
        if ("unsaid", thing) in self.asked:
            raise Unsuitable("asked")
        self.asked.add(("unsaid", thing))
        said, patterns = self.spoken(thing)
        prompt = self.seen.tell(NOTES[aspect], thing=said)
        self.turn(prompt, patterns, [], "No file here says that.", "so no line says that", whole=True)

    def reverse(self) -> None:
        """Which thing has a value."""
        (aspect, thing), (hit, value) = self.draw.pick(list(self.facts.items()))
        if (
            aspect == "count"
            or self.hits(value) != [hit]
            or ("reverse", value) in self.asked
            or not re.fullmatch(r"[\w ,./:-]+", value)
        ):
            raise Unsuitable("twin")
        said = self.draw.pick([value, value, f'"{value}"', f"'{value}'"])
        answer = f"{thing.capitalize() if self.capital else thing}, in {hit.path} line {hit.number}."
        self.turn(self.seen.tell(NOTES["reverse"], value=said), [value], [hit], answer)
        self.asked.add(("reverse", value))

    def about(self) -> None:
        """Which file is about something, or the entry of it; the latter ends the series, since then it has been read."""
        draw, seen = self.draw, self.seen
        if any("/" in path for path in seen.files):
            raise Unsuitable("in a folder")
        path, topics = draw.pick(list(self.topics.items()))
        first, seen.listed = not seen.listed, True
        if ("about", path) in self.asked:
            raise Unsuitable("asked")
        self.asked.add(("about", path))

        def script() -> Script:
            if first:
                result = yield list_folder("list the folder")
                if path not in result.content.splitlines():
                    raise Unsuitable(result.content)
            return Say(path, path)

        prompt = seen.tell(NOTES["about"], topic=draw.pick(topics.split("; ")))
        seen.add("find", prompt, script, needed(list=first))

    def entry(self) -> None:
        """The first or last thing of a file that must be found first."""
        draw, seen = self.draw, self.seen
        path, topics = draw.pick(list(self.topics.items()))
        if "/" in path or any(hit.path == path for hit in self.shown):
            raise Unsuitable("seen")
        which = draw.pick(["first", "last"])
        facts = [(hit, thing) for (_, thing), (hit, _) in self.facts.items() if hit.path == path]
        hit, thing = facts[0 if which == "first" else -1]
        first, seen.listed = not seen.listed, True

        def script() -> Script:
            if first:
                yield list_folder("list the folder")
            result = yield read(path, f"{path}; read {path}" if first else f"read {path}")
            if numbered(result)[hit.number - 1] != hit.text:
                raise Unsuitable(result.content)
            line = f"line {hit.number}: {hit.text}"
            return Say(line, value_with_line(thing.capitalize() if self.capital else thing, line))

        prompt = seen.tell(NOTES["entry"], topic=draw.pick(topics.split("; ")), which=which)
        seen.add("find", prompt, script, needed("read", list=first))

    def endings(self) -> None:
        """The files of one ending."""
        seen, draw = self.seen, self.draw
        ending = draw.pick(list(seen.files)).rpartition(".")[2]
        if ("ending", ending) in self.asked or seen.listed:
            raise Unsuitable("asked")
        self.asked.add(("ending", ending))

        def script() -> Script:
            result = yield list_folder("list the folder", pattern=f"**/*.{ending}")
            names = result.content.splitlines()
            return Say(
                f"{len(names)} entries" if len(names) > 1 else "one entry",
                f"The .{ending} files are: {', '.join(names)}",
            )

        said = draw.pick([f".{ending}", f"*.{ending}", ending])
        seen.add("find", seen.tell(NOTES["ending"], ending=said), script, ("list",))


def notes(v: Vocabulary) -> Task:
    """Notes in which things are looked up."""
    made = _Notes(v)
    ways: list[tuple[float, Callable[[], None]]] = [
        (7, made.value), (2, made.mentions), (2, made.reverse), (1, made.unsaid), (1.2, made.about), (0.5, made.endings),
    ]  # fmt: skip
    return searches(made, ways, made.entry)
