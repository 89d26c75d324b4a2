"""A folder as a conversation comes to know it: its turns, drawn one by one, and what the ones before have shown."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from tools.pocket.draw import Draw
from tools.pocket.phrasing import file_form
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, list_folder, numbered, read
from tools.pocket.tell import rows, tell
from tools.pocket.words import MONTHS, Vocabulary

TOPICS = [
    [word.strip() for word in row.split("|")]
    for row in rows("""
sales | revenue | turnover
guests | visitors
bills | invoices
holidays | vacation | days off
staff | employees | workers
cars | vehicles
recipes | cooking ideas
members | subscribers
prices | rates
orders | purchases
flights | air trips
pupils | students | schoolchildren
errands | chores
gifts | presents
letters | correspondence
plants | greenery
trips | journeys
wages | pay | salaries
jokes | funny lines
shops | stores
faults | defects
machines | devices
payments | transfers
spending | expenses | outlay
customers | clients
doctors | physicians
drinks | beverages
rubbish | waste
tickets | admission cards
clothes | clothing | garments
films | movies
pictures | photos | images
songs | tunes
repairs | mending
meetings | appointments
timetable | schedule
stock | inventory
harvest | crops
weather | rainfall
loans | lendings
roads | streets
ships | vessels
books | reading
wishes | desires
rooms | chambers
birds | feathered guests
scores | results
talks | lectures
pets | animals at home
votes | ballots
""")
]
"""Words that mean much the same: one names a file, another comes from the user."""
PAIRS = [
    [word.strip() for word in row.split("|")]
    for row in rows("""
lamp | lampshade | lamp oil
key | keyboard | key ring
door | doorbell | door mat
ticket | ticket booth | ticket roll
paper | paperclip | wallpaper
water | water pump | rainwater
fire | fireplace | fire hose
boat | boathouse | rowing boat
book | bookshelf | notebook
cup | cupboard | egg cup
bread | breadbasket | bread knife
rain | raincoat | rain gauge
snow | snow shovel | snow plough
sun | sunscreen | sun hat
hand | handrail | hand brake
tea | teapot | tea towel
wind | windmill | wind sock
light | lighthouse | light switch
horse | horseshoe | horse cart
stone | stone wall | millstone
milk | milk churn | oat milk
bell | bell tower | church bell
oil | oil can | olive oil
salt | salt shaker | road salt
head | headphones | head torch
""")
]
"""Things that are easily taken for one another."""


def tables(text: str) -> dict[str, list[str]]:
    """The sentences behind each `== name`."""
    parts = (part.partition("\n") for part in text.split("== ")[1:])
    return {name.strip(): rows(body) for name, _, body in parts}


@dataclass(slots=True)
class Visited:
    """The folder `files`; `known` have been read, and it has been listed where `listed`.

    `spoken` are what people call a file that they do not name; `subject` is the file of the last turn.
    """

    v: Vocabulary
    files: dict[str, str] = field(default_factory=dict)
    spoken: dict[str, list[str]] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    listed: bool = False
    subject: str = ""
    turns: list[Task] = field(default_factory=list)
    now: dict[str, str] = field(default_factory=dict)
    """The files as they are after the turns so far."""

    @property
    def draw(self) -> Draw:
        """The generator that everything is drawn from."""
        return self.v.draw

    def put(self, path: str, text: str, spoken: list[str] | None = None) -> str:
        """One more file at the beginning."""
        if path in self.files or any(one.startswith(path + "/") or path.startswith(one + "/") for one in self.files):
            raise Unsuitable("twin")
        self.files[path] = self.now[path] = text
        self.spoken[path] = spoken or []
        return path

    def named(self, path: str) -> tuple[str, bool]:
        """What the user calls a file, and whether the folder must be listed to know which one that is."""
        spoken = self.spoken.get(path)
        if not spoken or self.draw.chance(0.62):
            return file_form(self.draw, path), False
        first, self.listed = not self.listed, True
        return self.draw.pick(spoken), first

    def tell(self, table: list[str], **slots: object) -> str:
        """The user's words."""
        return tell(self.draw, table, **slots)

    def add(
        self, job: str, prompt: str, script: Callable[[], Script], needs: tuple[str, ...], subject: str = ""
    ) -> None:
        """One more turn."""
        self.turns.append(Task(job, prompt, script, needs=needs))
        self.subject = subject

    def task(self, least: int) -> Task:
        """The whole conversation; the files are as promised at its end."""
        if len(self.turns) < least:
            raise Unsuitable("few turns")
        first, *after = self.turns
        first.files, first.after, first.alone = self.files, after, True
        first.needs = tuple(sorted({need for turn in self.turns for need in turn.needs}))
        gone = {path: None for path in self.files if path not in self.now}
        self.turns[-1].ends = {**self.now, **gone}
        return first

    def look(self, path: str) -> bool:
        """Whether the file must be read now; afterwards it is known."""
        unread = path not in self.known
        self.known.add(path)
        return unread


def printed(output: str) -> Say:
    """What a command printed, as it is told."""
    return Say("exit 0; report it", f"It printed:{chr(10) if chr(10) in output else ' '}{output}")


def needed(*always: str, **sometimes: bool) -> tuple[str, ...]:
    """The tools of a turn."""
    return (*always, *(name for name, needs in sometimes.items() if needs))


def listed(first: bool, path: str) -> Generator[Call, Result, str]:
    """List the folder where that comes first, and begin the next thought with the file that was found."""
    if not first:
        return ""
    result = yield list_folder("list the folder")
    if path not in result.content.splitlines():
        raise Unsuitable(result.content)
    return f"{path}; "


def looked(first: bool, path: str, before: str, line: str) -> Generator[Call, Result, str]:
    """Read a file where that comes first, and begin the next thought with the line that counts."""
    if first:
        result = yield read(path, f"{before}read {path}")
        if line not in numbered(result):
            raise Unsuitable(result.content)
    return line


def topic_files(v: Vocabulary, count: int, endings: list[str]) -> list[tuple[str, list[str]]]:
    """Names of files that are easily taken for one another, with what else people call each of them."""
    draw = v.draw
    chosen = draw.sample(TOPICS, max(2, count - 1))
    first = draw.pick([str(draw.randint(2017, 2031)), draw.pick(MONTHS), "old", v.city().split(" ")[-1]])
    made: list[tuple[str, list[str]]] = []
    stamps: list[tuple[str, str]] = []
    while len(made) < count:
        at = len(made) if len(made) < 2 else draw.randrange(len(chosen))
        words = chosen[at if len(made) != 1 or draw.chance(0.5) else 0]
        name = draw.pick([word for word in words if " " not in word])
        others = [word for word in words if word != name]
        mark = draw.pick(["_", "-", ".", ""]) if draw.chance(0.5) else "_"
        sort = draw.pick(
            [first, str(draw.randint(2017, 2031)), draw.pick(MONTHS), "old", "new", "", v.city().split(" ")[-1]]
        )
        if (words[0], sort) in stamps:
            continue
        path, said = _stamped(draw, name, others, sort, mark)
        path += draw.pick(endings)
        if not path.isascii() or any(path == one for one, _ in made):
            continue
        made.append((path, said))
        stamps.append((words[0], sort))
    topics = [topic for topic, _ in stamps]
    plain = [not sort and topics.count(topic) > 1 for topic, sort in stamps]
    return [(path, [] if vague else said) for (path, said), vague in zip(made, plain, strict=True)]


def _stamped(draw: Draw, name: str, others: list[str], sort: str, mark: str) -> tuple[str, list[str]]:
    """A file's stem for a topic of a certain time or place, and what people call it."""
    said: list[str] = []
    for other in others:
        if not sort:
            said += [f"the {other}", f"the file about {other}", f"the list of {other}", f"my file on {other}"]
        elif sort in ("old", "new"):
            said += [f"the {sort} {other}", f"the {sort} file about {other}", f"our {sort} list of {other}"]
        elif sort[0].isdigit():
            said += [f"the {sort} {other}", f"the {other} of {sort}", f"what we have on {other} for {sort}"]
        else:
            said += [f"the {sort} {other}", f"the file about {other} for {sort}", f"the list of {other} for {sort}"]
    short = sort[:3] if sort in MONTHS and draw.chance(0.5) else sort
    short = short if draw.chance(0.3) else short.lower()
    if not short:
        return name, said
    if mark == "":
        return name + (short.capitalize() if short[0].isalpha() else short), said
    return (f"{short}{mark}{name}" if draw.chance(0.3) else f"{name}{mark}{short}"), said
