"""More files to find something in: notes, letters, receipts, logs, schedules, recipes, code, nested settings, tables."""

# ruff: noqa: PERF401

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.pocket.draw import Draw
from tools.pocket.task import Unsuitable
from tools.pocket.words import (
    ANIMALS,
    CITIES,
    COLORS,
    FIRST_NAMES,
    FRUITS,
    GOODS,
    JOBS,
    MONTHS,
    SURNAMES,
    WEEKDAYS,
    Vocabulary,
)


@dataclass(slots=True)
class Fact:
    """Something to ask for: where it stands, the answer, and the ways to ask.

    A way to ask is a question; `question ~ indirect question`; or `n:noun phrase`.
    """

    number: int
    line: str
    answer: str
    ways: list[str]
    section: str | None = None
    prefix: str = ""


@dataclass(slots=True)
class Sheet:
    """A file under construction."""

    path: str
    lines: list[str] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    section: str | None = None

    def add(self, *lines: str) -> Sheet:
        """Lines that nobody asks about."""
        self.lines += lines
        return self

    def ask(
        self, line: str, *asked: tuple[str | None, str, list[str]], section: str | None = None, prefix: str = ""
    ) -> Sheet:
        """A line with what may be asked: `(label, value, ways)`; without a label the line itself is the answer."""
        self.lines.append(line)
        for label, value, ways in asked:
            if value not in line:
                raise Unsuitable(f"{value!r} is not in {line!r}")
            said = f"{label} in {self.path} is {value}" if label else line.strip().lstrip("-*# ").strip()
            self.facts.append(Fact(len(self.lines), line, said, ways, section or self.section, prefix))
        return self

    @property
    def text(self) -> str:
        """The content of the file."""
        return "\n".join(self.lines).rstrip("\n") + "\n"


# words and values ----------------------------------------------------------------------------------------------------


def unique(make: Callable[[], str], count: int) -> list[str]:
    """Different draws, none a part of another."""
    found: list[str] = []
    for _ in range(count * 8):
        text = make()
        if len(found) < count and not any(
            text.lower() in other.lower() or other.lower() in text.lower() for other in found
        ):
            found.append(text)
    if len(found) < count:
        raise Unsuitable("too few")
    return found


def person(v: Vocabulary) -> str:
    """A name of a person, often one that nobody has."""
    draw = v.draw
    return draw.weighted(
        [
            (3, draw.pick(FIRST_NAMES)),
            (2, v.full_name()),
            (4, v.nonsense().capitalize()),
            (2, f"{v.nonsense().capitalize()} {draw.pick(SURNAMES)}"),
            (1, f"{draw.pick(['Mr', 'Mrs', 'Ms', 'Dr', 'Aunt', 'Uncle', 'Captain'])} {v.nonsense().capitalize()}"),
        ]
    )


def thing(v: Vocabulary) -> str:
    """A lower-case noun, real or not."""
    draw = v.draw
    return draw.weighted(
        [
            (4, v.nonsense()),
            (2, v.word()),
            (2, draw.pick(GOODS)),
            (1, draw.pick(ANIMALS)),
            (1, draw.pick(FRUITS)),
            (1, f"{draw.pick(COLORS)} {draw.pick(GOODS)}"),
            (1, f"{v.word()} {v.nonsense()}"),
        ]
    )


def one_word(v: Vocabulary) -> str:
    """An identifier of lower-case letters."""
    return re.sub(r"[^a-z]", "", v.draw.pick([v.nonsense, v.nonsense, v.word])().lower()) or "zorb"


def place(v: Vocabulary) -> str:
    """Where something is."""
    draw = v.draw
    return draw.pick(
        [
            draw.pick(CITIES),
            v.nonsense().capitalize(),
            f"room {draw.randint(1, 400)}",
            f"hall {draw.pick('ABCDEFG')}{draw.randint(1, 20)}",
            f"the {v.word()} {draw.pick(['room', 'garden', 'tower', 'cellar', 'corner'])}",
            f"{draw.randint(1, 200)} {v.nonsense().capitalize()} {draw.pick(['Street', 'Road', 'Lane', 'Square', 'Alley'])}",
            f"shed {draw.randint(1, 40)}",
            f"{v.nonsense().capitalize()} {draw.pick(['Hall', 'Park', 'Station', 'Bridge', 'Island', 'Pier'])}",
        ]
    )


def clock(v: Vocabulary) -> str:
    """A time of the day."""
    draw = v.draw
    h, m = draw.randint(0, 23), draw.randint(0, 59)
    return draw.weighted(
        [(4, f"{h:02}:{m:02}"), (1, f"{h}:{m:02}"), (1, f"{h % 12 + 1}:{m:02} {draw.pick(['am', 'pm'])}"), (0.5, f"{h}.{m:02}"), (0.5, f"{h % 12 + 1} {draw.pick(['am', 'pm'])}")]
    )  # fmt: skip


def money(v: Vocabulary) -> str:
    """A sum of money."""
    draw = v.draw
    n = draw.pick([str(v.number()), f"{draw.randint(0, 999)}.{draw.randint(0, 99):02}"])
    return draw.pick(
        [f"{n} EUR", f"${n}", f"{n} euros", f"€{n}", f"{n} {v.nonsense()}s", f"{n} USD", f"{n} kr", f"£{n}", n]
    )


def amount(v: Vocabulary) -> str:
    """A number with a unit."""
    draw = v.draw
    n = draw.pick([str(v.number()), f"{draw.randint(0, 99)}.{draw.randint(1, 9)}", str(draw.randint(1, 20))])
    return f"{n} {draw.pick(['kg', 'g', 'ml', 'l', 'km', 'm', 'cm', 'mm', 's', 'ms', 'h', 'min', 'days', 'weeks', 'V', 'W', '°C', '%', 'GB', 'MB', 'boxes', 'pieces', 'cups', 'bags'])}"  # fmt: skip


def moment(v: Vocabulary) -> str:
    """A day or a date."""
    draw = v.draw
    return draw.pick(
        [
            v.date(),
            draw.pick(WEEKDAYS),
            f"{draw.randint(1, 28)} {draw.pick(MONTHS)}",
            f"{draw.pick(WEEKDAYS)} {clock(v)}",
        ]
    )


def phrase(v: Vocabulary) -> str:
    """A value of several words."""
    draw = v.draw
    return draw.pick(
        [v.words(2, 5), f"{v.nonsense()} {v.word()} {v.nonsense()}", f"{v.word()} and {v.nonsense()}", f"{draw.pick(COLORS)} {v.nonsense()} with {thing(v)}",
         f"{v.word()}, {v.word()} and {thing(v)}", f"no {v.word()} after {clock(v)}"]
    )  # fmt: skip


def anything(v: Vocabulary) -> str:
    """A value of any kind."""
    return v.draw.pick(
        [
            person,
            thing,
            place,
            clock,
            money,
            amount,
            moment,
            phrase,
            lambda v: v.code_token(),
            lambda v: str(v.number()),
            lambda v: v.nonsense(),
        ]
    )(v)


# a label and its value: labels, ways to ask, values ------------------------------------------------------------------

Label = tuple[str, list[str], Callable[[Vocabulary], str]]
LABELS: list[Label] = [
    ("Landlord", ["n:landlord", "who is the landlord ~ who the landlord is", "who owns the place", "what's the name of the landlord ~ what the landlord is called", "whose house is it ~ whose house it is", "who is our landlord"], person),
    ("Rent", ["n:rent", "how much is the rent ~ how much the rent is", "what do we pay for rent ~ what we pay for rent", "how high is the rent ~ how high the rent is", "what's the rent"], money),
    ("Payer", ["n:payer", "who pays", "who has to pay", "who is paying", "who settles the bill", "who is the one paying"], person),
    ("Paid by", ["who paid", "who paid for it", "by whom was it paid ~ by whom it was paid", "who footed the bill"], person),
    ("Due", ["n:due date", "when is it due ~ when it is due", "by when must it be done", "what's the due date", "until when do we have time ~ until when we have time"], moment),
    ("Start", ["n:start", "when does it start ~ when it starts", "when do things begin ~ when things begin", "what time does it start", "when is the start"], clock),
    ("Starts at", ["when does it start ~ when it starts", "at what time does it start", "n:starting time", "when will it begin ~ when it will begin"], clock),
    ("Ends", ["n:end", "when does it end ~ when it ends", "when is it over ~ when it is over", "how late does it go ~ how late it goes", "when does it finish"], clock),
    ("Location", ["n:location", "where is it ~ where it is", "where does it take place ~ where it takes place", "what's the location", "where do we have to go ~ where we have to go"], place),
    ("Meeting point", ["n:meeting point", "where do we meet ~ where we meet", "where is the meeting point", "where will everybody meet ~ where everybody will meet", "at which place do we meet"], place),
    ("Venue", ["n:venue", "which venue is it", "where is it held ~ where it is held", "what is the venue ~ what the venue is"], place),
    ("Driver", ["n:driver", "who drives", "who is driving", "who is the driver ~ who the driver is", "who's at the wheel", "who will drive"], person),
    ("Cook", ["n:cook", "who cooks", "who is the cook", "who does the cooking", "who is cooking"], person),
    ("Teacher", ["n:teacher", "who teaches", "who is the teacher ~ who the teacher is", "who gives the lesson", "whose class is it ~ whose class it is"], person),
    ("Owner", ["n:owner", "who owns it", "who is the owner ~ who the owner is", "to whom does it belong ~ to whom it belongs", "whose is it ~ whose it is"], person),
    ("Sender", ["n:sender", "who sent it", "who is the sender ~ who the sender is", "from whom is it ~ from whom it is"], person),
    ("Recipient", ["n:recipient", "who gets it", "who receives it", "who is the recipient", "to whom does it go ~ to whom it goes"], person),
    ("Builder", ["n:builder", "who built it", "who was the builder", "by whom was it built ~ by whom it was built"], person),
    ("Winner", ["n:winner", "who won", "who is the winner ~ who the winner is", "who came first", "which one won"], person),
    ("Guest of honour", ["n:guest of honour", "who is the guest of honour ~ who the guest of honour is", "whom do we honour ~ whom we honour"], person),
    ("Emergency contact", ["n:emergency contact", "who should be called in an emergency", "whom do i call in an emergency ~ whom i call in an emergency", "who is the emergency contact"], person),
    ("Doctor", ["n:doctor", "which doctor is it", "who is the doctor ~ who the doctor is", "who treats the patient", "what's the doctor's name"], person),
    ("Weight", ["n:weight", "how heavy is it ~ how heavy it is", "how much does it weigh ~ how much it weighs", "what does it weigh ~ what it weighs", "what's its weight"], amount),
    ("Height", ["n:height", "how high is it ~ how high it is", "how tall is it ~ how tall it is", "what is the height"], amount),
    ("Length", ["n:length", "how long is it ~ how long it is", "what length does it have ~ what length it has"], amount),
    ("Depth", ["n:depth", "how deep is it ~ how deep it is", "how deep does it go ~ how deep it goes"], amount),
    ("Width", ["n:width", "how wide is it ~ how wide it is", "what's the width"], amount),
    ("Speed", ["n:speed", "how fast is it ~ how fast it is", "how fast does it go ~ how fast it goes", "what speed does it reach ~ what speed it reaches"], amount),
    ("Age", ["n:age", "how old is it ~ how old it is", "what's the age"], lambda v: str(v.draw.randint(1, 120))),
    ("Distance", ["n:distance", "how far is it ~ how far it is", "how far away is it ~ how far away it is", "what's the distance"], amount),
    ("Temperature", ["n:temperature", "how hot is it ~ how hot it is", "how warm should it be ~ how warm it should be", "what temperature is given", "at what temperature"], amount),
    ("Duration", ["n:duration", "how long does it take ~ how long it takes", "how long does it last ~ how long it lasts", "how much time does it take"], amount),
    ("Capacity", ["n:capacity", "how much fits in ~ how much fits in", "how much can it hold ~ how much it can hold", "what's the capacity"], amount),
    ("Price", ["n:price", "how much is it ~ how much it is", "what does it cost ~ what it costs", "how much does it cost ~ how much it costs", "what do they charge ~ what they charge", "how expensive is it"], money),
    ("Deposit", ["n:deposit", "how much is the deposit ~ how much the deposit is", "what deposit do they ask for", "how high is the deposit"], money),
    ("Fee", ["n:fee", "how much is the fee ~ how much the fee is", "what's the fee", "how high is the fee", "what do i have to pay ~ what i have to pay"], money),
    ("Salary", ["n:salary", "how much is earned", "what's the salary", "how high is the salary ~ how high the salary is"], money),
    ("Donation", ["n:donation", "how much was donated", "how much is the donation ~ how much the donation is", "what was given ~ what was given"], money),
    ("Guests", ["n:number of guests", "how many guests are there ~ how many guests there are", "how many guests come", "how many people are invited"], lambda v: str(v.number())),
    ("Seats", ["n:number of seats", "how many seats are there ~ how many seats there are", "how many people can sit", "how many seats does it have"], lambda v: str(v.number())),
    ("Pages", ["n:number of pages", "how many pages does it have ~ how many pages it has", "how long is the book, in pages", "how many pages are there"], lambda v: str(v.number())),
    ("Floors", ["n:number of floors", "how many floors are there ~ how many floors there are", "how many floors does it have"], lambda v: str(v.draw.randint(1, 90))),
    ("Room", ["n:room", "which room is it ~ which room it is", "in which room ~ in which room it is", "what room is it in ~ what room it is in"], lambda v: v.draw.pick([str(v.draw.randint(1, 900)), f"{v.draw.pick('ABCDEFGH')}{v.draw.randint(1, 99)}", v.nonsense().capitalize()])),
    ("Gate", ["n:gate", "which gate is it ~ which gate it is", "which gate do we need ~ which gate we need", "at what gate is it"], lambda v: f"{v.draw.pick('ABCDEFGH')}{v.draw.randint(1, 99)}"),
    ("Platform", ["n:platform", "which platform is it ~ which platform it is", "from which platform does it leave ~ from which platform it leaves"], lambda v: str(v.draw.randint(1, 40))),
    ("Flight", ["n:flight number", "which flight is it ~ which flight it is", "what's the flight", "which flight do we take"], lambda v: f"{''.join(v.draw.sample('ABCDEFGHKLMQRSTXZ', 2))}{v.draw.randint(10, 9999)}"),
    ("Phone", ["n:phone number", "what's the phone number", "which number do i call ~ which number i call", "how can i phone them", "what number should i dial"], lambda v: v.draw.pick([f"+{v.draw.randint(1, 99)} {v.draw.randint(10, 999)} {v.draw.randint(10000, 999999)}", f"0{v.draw.randint(10, 999)}-{v.draw.randint(10000, 999999)}", str(v.draw.randint(100, 9999))])),
    ("Mail", ["n:mail address", "which mail address is given", "where do i write to ~ where i write to", "what's the e-mail"], lambda v: v.email()),
    ("Website", ["n:website", "what's the website", "where is it on the web", "which web address do they have ~ which web address they have"], lambda v: v.url()),
    ("Order number", ["n:order number", "what's the order number", "which order is it ~ which order it is", "what number does the order have"], lambda v: v.code_token()),
    ("Serial", ["n:serial number", "what's the serial", "which serial does it have ~ which serial it has"], lambda v: v.code_token()),
    ("Wifi", ["n:wifi password", "what's the wifi code", "how do i get on the wifi ~ how i get on the wifi", "what do i type for the wifi"], lambda v: v.code_token()),
    ("Code word", ["n:code word", "what's the code word", "which code word was agreed on", "what word do i have to say ~ what word i have to say"], lambda v: v.draw.pick([v.nonsense(), phrase(v)])),
    ("Allergies", ["n:allergies", "what is the allergy", "what must be avoided", "which allergies are there ~ which allergies there are"], lambda v: v.draw.pick([thing(v), f"{thing(v)} and {thing(v)}"])),
    ("Favourite dish", ["n:favourite dish", "what's the favourite dish", "what is the favourite food", "which dish is the favourite"], phrase),
    ("Dress code", ["n:dress code", "what should people wear ~ what people should wear", "what's the dress code", "how should one dress ~ how one should dress"], phrase),
    ("Theme", ["n:theme", "what's the theme", "what is it about ~ what it is about"], phrase),
    ("Topic", ["n:topic", "what's the topic", "what is it about ~ what it is about", "which topic is on the agenda"], phrase),
    ("Reason", ["n:reason", "why ~ why that is so", "what's the reason", "for what reason", "why is that"], phrase),
    ("Cause", ["n:cause", "what caused it", "what was the cause ~ what the cause was", "why did it happen ~ why it happened"], phrase),
    ("Material", ["n:material", "what is it made of ~ what it is made of", "which material is it", "out of what is it made"], lambda v: thing(v)),
    ("Colour", ["n:colour", "what colour is it ~ what colour it is", "which color does it have ~ which color it has"], lambda v: v.draw.pick([v.draw.pick(COLORS), f"{v.nonsense()} {v.draw.pick(COLORS)}"])),
    ("Breed", ["n:breed", "which breed is it ~ which breed it is", "what breed is the animal ~ what breed the animal is"], lambda v: v.nonsense().capitalize()),
    ("Nickname", ["n:nickname", "what's the nickname", "what do friends call them ~ what friends call them"], lambda v: v.nonsense().capitalize()),
    ("Born", ["n:birthday", "when was the birth", "what's the date of birth", "when is the birthday ~ when the birthday is"], lambda v: v.date()),
    ("Departure", ["n:departure", "when do we leave ~ when we leave", "when is the departure", "what time does it leave ~ what time it leaves", "when does it set off"], clock),
    ("Arrival", ["n:arrival", "when do we arrive ~ when we arrive", "when does it arrive ~ when it arrives", "what's the arrival time", "when will we be there"], clock),
    ("Check-out", ["n:check-out time", "until when can we stay ~ until when we can stay", "when is check-out ~ when check-out is", "when do we have to leave the room"], clock),
    ("Opening hours", ["n:opening hours", "when are they open ~ when they are open", "what are the opening hours"], lambda v: f"{v.draw.randint(5, 11)}:00-{v.draw.randint(14, 23)}:30"),
    ("Closed on", ["n:closing day", "when is it closed ~ when it is closed", "on which day are they closed", "which day is closed"], lambda v: v.draw.pick(WEEKDAYS)),
    ("Founded", ["n:founding year", "when was it founded ~ when it was founded", "in which year was it founded", "since when does it exist"], lambda v: str(v.draw.randint(1200, 2030))),
    ("Invoice date", ["n:invoice date", "when was the invoice written", "what's the date of the invoice", "from when is the invoice"], moment),
    ("Bank", ["n:bank", "which bank is it ~ which bank it is", "at what bank is the account"], lambda v: f"{v.nonsense().capitalize()} Bank"),
    ("Supplier", ["n:supplier", "who delivers", "who supplies it", "where do we buy it ~ where we buy it", "from whom do we get it"], lambda v: f"{v.nonsense().capitalize()} {v.draw.pick(['Ltd', 'GmbH', 'Inc', 'and Sons', 'AG'])}"),
    ("Destination", ["n:destination", "where does it go ~ where it goes", "where are we going ~ where we are going", "what's the destination"], place),
    ("Goal", ["n:goal", "what's the goal", "what do we want to reach ~ what we want to reach"], phrase),
    ("Prize", ["n:prize", "what can one win", "what is the prize ~ what the prize is", "what does the winner get ~ what the winner gets"], phrase),
    ("Next appointment", ["n:next appointment", "when is the next appointment ~ when the next appointment is", "when do i have to come back"], moment),
    ("Dose", ["n:dose", "how much should be taken", "what's the dose", "how much do i take ~ how much i take"], amount),
    ("Watering", ["n:watering", "how often is it watered ~ how often it is watered", "when is it watered", "how often does it need water"], lambda v: v.draw.pick([f"every {v.draw.randint(2, 20)} days", "twice a week", f"each {v.draw.pick(WEEKDAYS)}"])),
    ("Side", ["n:side", "which side ~ which side it is", "on which side is it"], lambda v: v.draw.pick(["left", "right", "north", "south", v.nonsense()])),
    ("Language", ["n:language", "which language is spoken", "what language is it in ~ what language it is in", "in which language"], lambda v: v.nonsense().capitalize()),
    ("Captain", ["n:captain", "who is the captain ~ who the captain is", "who leads the team", "who is in command"], person),
    ("Treasurer", ["n:treasurer", "who is the treasurer", "who looks after the money", "who keeps the money"], person),
    ("Chair", ["n:chair", "who chairs the meeting", "who is in the chair", "who leads the meeting"], person),
    ("Witness", ["n:witness", "who saw it", "who is the witness ~ who the witness is", "who was the witness"], person),
    ("Photographer", ["n:photographer", "who took the pictures", "who takes the photos", "who is the photographer ~ who the photographer is"], person),
    ("Translator", ["n:translator", "who translated it", "who is the translator ~ who the translator is"], person),
    ("Inventor", ["n:inventor", "who invented it", "who was the inventor ~ who the inventor was"], person),
    ("Ship", ["n:ship", "which ship is it ~ which ship it is", "what's the ship called ~ what the ship is called", "name of the ship"], lambda v: f"{v.nonsense().capitalize()} {v.draw.pick(['', 'Star', 'Queen', 'II'])}".strip()),
    ("Dog", ["n:dog's name", "what's the dog called ~ what the dog is called", "what is the name of the dog", "how is the dog called"], lambda v: v.nonsense().capitalize()),
    ("Car", ["n:car", "which car is it ~ which car it is", "what car is used", "what kind of car is it"], lambda v: f"{v.nonsense().capitalize()} {v.draw.randint(1, 900)}"),
]  # fmt: skip


def made_up_label(v: Vocabulary) -> Label:
    """A label that exists nowhere, with the ways to ask that fit any."""
    draw = v.draw
    name = draw.pick([v.nonsense(), v.nonsense(), v.word(), f"{v.word()} {v.nonsense()}", f"{v.nonsense()} {v.word()}"])
    ways = [f"n:{name}", f"n:{name}", f"what is the {name} ~ what the {name} is", f"what's the {name}"]
    kind = draw.pick([person, place, moment, money, amount, phrase, thing, lambda v: v.code_token()])
    if kind is person:
        ways = [
            f"n:{name}",
            f"who is the {name} ~ who the {name} is",
            f"who is our {name}",
            f"who's the {name}",
            f"which person is the {name}",
            f"whose name is written as the {name}",
        ]
    elif kind is place:
        ways += [
            f"where is the {name} ~ where the {name} is",
            f"where can i find the {name} ~ where i can find the {name}",
            f"where would the {name} be",
        ]
    elif kind is moment:
        ways += [f"when is the {name} ~ when the {name} is", f"on what day is the {name}", f"when will the {name} be"]
    elif kind is money:
        ways += [
            f"how much is the {name} ~ how much the {name} is",
            f"how much does the {name} cost ~ how much the {name} costs",
            f"how expensive is the {name}",
        ]
    elif kind is amount:
        ways += [f"how much is the {name} ~ how much the {name} is", f"how big is the {name} ~ how big the {name} is"]
    label = draw.pick([name.capitalize(), name.capitalize(), name, name.upper(), name.title()])
    return label, ways, kind


def labels(v: Vocabulary, count: int) -> list[Label]:
    """Labels of which none can be mistaken for another."""
    draw = v.draw
    found: list[Label] = []
    taken: set[str] = set()
    for _ in range(count * 8):
        label = draw.pick(LABELS) if draw.chance(0.6) else made_up_label(v)
        words = {way.split(" ~ ")[0].removeprefix("n:") for way in label[1]} | {label[0].lower()}
        if len(found) < count and not words & taken and not any(_alike(label, other) for other in found):
            found.append(label)
            taken |= words
    if len(found) < count:
        raise Unsuitable("too few")
    return found


_GROUPS = [
    {"Payer", "Paid by", "Cook", "Treasurer"}, {"Rent", "Price", "Fee", "Deposit", "Salary", "Donation"}, {"Start", "Starts at", "Ends", "Departure", "Arrival", "Duration", "Length", "Due", "Check-out", "Next appointment", "Watering", "Opening hours"},
    {"Location", "Meeting point", "Venue", "Destination", "Room", "Mail"}, {"Owner", "Landlord", "Recipient", "Sender"}, {"Topic", "Theme"}, {"Reason", "Cause"}, {"Captain", "Chair"}, {"Height", "Floors", "Depth"}, {"Weight", "Dose", "Capacity"},
    {"Order number", "Serial", "Flight"}, {"Supplier", "Sender", "Owner", "Location"}, {"Guests", "Seats"}, {"Born", "Age", "Founded"}, {"Phone", "Emergency contact"}, {"Allergies", "Favourite dish"}, {"Goal", "Prize", "Winner"}, {"Opening hours", "Closed on"}, {"Dog", "Breed"}, {"Fee", "Payer"}, {"Temperature", "Age"}, {"Code word", "Wifi"},
]  # fmt: skip


def _alike(one: Label, other: Label) -> bool:
    pair = {one[0], other[0]}
    return (
        any(pair <= group for group in _GROUPS)
        or one[0].lower() in other[0].lower()
        or other[0].lower() in one[0].lower()
    )


def note(v: Vocabulary, *extensions: str) -> str:
    """A path of a file that a person writes for people."""
    return v.path(*(extensions or (".txt", ".txt", ".md", "", ".rst", ".text")))


# shapes for people ---------------------------------------------------------------------------------------------------


def card(v: Vocabulary) -> Sheet:
    """`Label: value` lines in one of many styles."""
    draw = v.draw
    sheet = Sheet(note(v))
    style = draw.pick(
        [
            "{k}: {x}",
            "{k}: {x}",
            "- {k}: {x}",
            "* {k}: {x}",
            "{k} - {x}",
            "{k} = {x}",
            "{k}:    {x}",
            "{k} -> {x}",
            "**{k}:** {x}",
            "* **{k}** {x}",
            "{k} ..... {x}",
            "{k}\t{x}",
            "| {k} | {x} |",
            "[{k}] {x}",
            "{k}? {x}",
            "> {k}: {x}",
        ]
    )
    if draw.chance(0.5):
        sheet.add(draw.pick([f"# {v.words(1, 3).capitalize()}", v.words(1, 3).upper(), v.sentence()]), "")
    for label, ways, make in labels(v, draw.randint(2, 7)):
        value = make(v)
        if draw.chance(0.1):
            sheet.add(v.sentence())
        sheet.ask(style.format(k=label, x=value), (label, value, ways))
    if draw.chance(0.3):
        sheet.add("", v.sentence())
    return sheet


def cards(v: Vocabulary) -> Sheet:
    """Several records with the same labels, each under a name."""
    draw = v.draw
    sheet = Sheet(note(v))
    head = draw.pick(["## {}", "{}:", "[{}]", "== {} ==", "{}", "# {}", "--- {} ---", "* {}"])
    style = draw.pick(["{k}: {x}", "  {k}: {x}", "- {k}: {x}", "  - {k} = {x}", "{k} - {x}"])
    keys = unique(
        lambda: draw.pick(
            [
                "phone",
                "room",
                "age",
                "city",
                "price",
                "colour",
                "weight",
                "code",
                "team",
                "car",
                "day",
                "pet",
                v.nonsense(),
                v.word(),
                v.nonsense(),
            ]
        ),
        draw.randint(2, 4),
    )
    makers = {key: draw.pick([anything, lambda v: str(v.number()), amount, person]) for key in keys}
    for name in unique(lambda: draw.pick([person(v), v.nonsense().capitalize(), thing(v)]), draw.randint(2, 4)):
        if sheet.lines:
            sheet.add("")
        sheet.add(head.format(name))
        for key in keys:
            value = makers[key](v)
            said = draw.pick([key, key.capitalize()])
            sheet.ask(
                style.format(k=said, x=value),
                (f"{key} of {name}", value, [f"n:{key} of {name}", f"n:{name}'s {key}", f"what {key} does {name} have ~ what {key} {name} has", f"which {key} is {name}'s", f"what's {name}'s {key}", f"n:{key} for {name}", f"what does it say for {name}'s {key}", f"what is written as {key} under {name}"]),
                section=name,
            )  # fmt: skip
    return sheet


VERBS = """feeds:feed:feeding paints:paint:painting repairs:repair:repairing keeps:keep:keeping sells:sell:selling cleans:clean:cleaning guards:guard:guarding
brings:bring:bringing carries:carry:carrying washes:wash:washing teaches:teach:teaching collects:collect:collecting waters:water:watering polishes:polish:polishing
orders:order:ordering counts:count:counting drives:drive:driving opens:open:opening locks:lock:locking pays for:pay for:paying for looks after:look after:looking after
builds:build:building borrows:borrow:borrowing rents:rent:renting bakes:bake:baking trains:train:training sharpens:sharpen:sharpening plays:play:playing
writes:write:writing owns:own:owning wants:want:wanting needs:need:needing likes:like:liking hates:hate:hating grows:grow:growing hides:hide:hiding tunes:tune:tuning
checks:check:checking measures:measure:measuring translates:translate:translating folds:fold:folding hunts:hunt:hunting"""
_VERBS = [
    tuple(found.strip().rsplit(":", 2))
    for found in re.findall(r"[a-z][a-z ]*:[a-z ]+:[a-z]+ing(?: for| after)?", VERBS)
]


def relations(v: Vocabulary) -> Sheet:
    """Sentences: who does what with what, where and when."""
    draw = v.draw
    sheet = Sheet(note(v))
    count = draw.randint(2, 6)
    subjects, objects = unique(lambda: person(v), count), unique(lambda: thing(v), count)
    mixed = draw.chance(0.4)
    does, do, doing = draw.pick(_VERBS)
    if draw.chance(0.3):
        sheet.add(draw.pick([f"# {v.words(1, 3).capitalize()}", v.sentence()]), "")
    for s, o in zip(subjects, objects, strict=True):
        if mixed:
            does, do, doing = draw.pick(_VERBS)
        when = draw.pick(["", f" on {draw.pick(WEEKDAYS)}", f" at {clock(v)}", f" every {draw.pick(WEEKDAYS)}"])
        where = draw.pick(
            [
                "",
                "",
                f" in {draw.pick([v.nonsense().capitalize(), draw.pick(CITIES)])}",
                f" near {v.nonsense().capitalize()}",
            ]
        )
        line = draw.pick(
            [
                f"{s} {does} the {o}{where}{when}.",
                f"The {o} is for {s}, who {does} it{where}{when}.",
                f"{s} {does} the {o}{where}{when}",
                f"- {s} {does} the {o}{where}{when}",
            ]
        )
        asked: list[tuple[str | None, str, list[str]]] = [
            (None, s, [f"who {does} the {o}", f"who is {doing} the {o}", f"who has to {do} the {o}", f"who should {do} the {o}", f"n:name of the one who {does} the {o}", f"which person {does} the {o}", f"who's {doing} the {o}"])
        ]  # fmt: skip
        if not mixed or sum(s in line for line in sheet.lines) == 0:
            asked.append(
                (
                    None,
                    o,
                    [
                        f"what does {s} {do} ~ what {s} {does}",
                        f"which thing does {s} {do}",
                        f"what is {s} {doing} ~ what {s} is {doing}",
                        f"what's {s} supposed to {do}",
                    ],
                )
            )
        if when:
            asked.append(
                (
                    None,
                    when.split()[-1],
                    [
                        f"when does {s} {do} the {o} ~ when {s} {does} the {o}",
                        f"on what day or at what time does {s} {do} the {o}",
                        f"when is {s} {doing} the {o}",
                    ],
                )
            )
        if where:
            asked.append(
                (
                    None,
                    where.split()[-1],
                    [
                        f"where does {s} {do} the {o} ~ where {s} {does} the {o}",
                        f"where is {s} {doing} the {o}",
                        f"in what place does {s} {do} the {o}",
                    ],
                )
            )
        sheet.ask(line, *asked)
    return sheet


def letter(v: Vocabulary) -> Sheet:
    """A letter or a mail."""
    draw = v.draw
    sheet = Sheet(note(v, ".txt", ".eml", ".md", ""))
    who, to = unique(lambda: person(v), 2)
    if draw.chance(0.5):
        subject = phrase(v)
        sheet.ask(
            f"From: {who}",
            (
                "From",
                who,
                ["who wrote the mail", "who sent it", "n:sender", "from whom is the mail ~ from whom the mail is"],
            ),
        )
        sheet.ask(
            f"To: {to}",
            (
                "To",
                to,
                [
                    "who got the mail",
                    "n:recipient",
                    "to whom was it sent ~ to whom it was sent",
                    "who is it addressed to ~ who it is addressed to",
                ],
            ),
        )
        sheet.ask(
            f"Subject: {subject}",
            (
                "Subject",
                subject,
                [
                    "n:subject",
                    "what is the mail about ~ what the mail is about",
                    "what's in the subject line",
                    "n:subject line",
                ],
            ),
        )
        sheet.add("")
    sheet.add(draw.pick([f"Dear {to},", f"Hi {to},", f"Hello {to}!", f"{to},"]), "")
    o, p, t, m, x, d = thing(v), place(v), clock(v), money(v), person(v), draw.pick(WEEKDAYS)
    body: list[tuple[str, str, list[str]]] = [
        (f"the train gets in at {t}, please pick me up.", t, ["when does the train get in ~ when the train gets in", "when does the train arrive ~ when the train arrives", "what time must someone be picked up"]),
        (f"the {o} is in {p} now.", p, [f"where is the {o} ~ where the {o} is", f"where did the {o} go ~ where the {o} went", f"n:place of the {o}"]),
        (f"I still owe you {m} for the {o}.", m, [f"how much is owed for the {o}", "how much money is owed", f"what is still to be paid for the {o}", f"n:debt for the {o}"]),
        (f"{x} will bring the keys on {d}.", x, ["who brings the keys", "who will bring the keys", "who has the keys"]),
        (f"We moved the party to {d}.", d, ["when is the party ~ when the party is", "to which day was the party moved", "on which day is the party"]),
        (f"My new address is {p}.", p, ["n:new address", "where does the writer live now ~ where the writer lives now", "what's the new address"]),
        (f"{x} is ill, so I have to work until {t}.", x, ["who is ill", "who is sick", "which person is ill"]),
        (f"The doctor told me to take {o} twice a day.", o, ["what did the doctor say to take ~ what the doctor said to take", "what has to be taken twice a day"]),
        (f"I left {m} on the table for {x}.", m, ["how much money lies on the table", "how much was left on the table"]),
        (f"Could you feed {x} while I am in {p}?", x, ["who should be fed", "who needs feeding"]),
    ]  # fmt: skip
    chosen = draw.some([b for b in body if not (b[2][0] == "n:new address" and draw.chance(0.5))], 2, 4)
    if len({b[1] for b in chosen}) < len(chosen) or sum("party" in b[0] or "owe" in b[0] for b in chosen) > 1:
        chosen = chosen[:1]
    for text, value, ways in chosen:
        sheet.ask(text[0].upper() + text[1:], (None, value, ways))
    ps = draw.chance(0.3)
    sheet.add("").ask(
        draw.pick([f"Yours, {who}", f"Best regards, {who}", f"Love, {who}", f"See you soon, {who}", f"Cheers, {who}"]),
        (
            None,
            who,
            [
                "who wrote the letter",
                "who signed it",
                "who is it from ~ who it is from",
                "n:writer of the letter",
                "whose letter is it ~ whose letter it is",
            ],
        ),
    )
    if ps:
        y = thing(v)
        sheet.add("").ask(
            f"P.S. Bring {y}!",
            (None, y, ["what should be brought along", "what does the postscript ask for", "what is to be brought"]),
        )
    return sheet


def receipt(v: Vocabulary) -> Sheet:
    """What was bought, at what price."""
    draw = v.draw
    sheet = Sheet(note(v, ".txt", ".txt", ".md", ".log", ".receipt"))
    shop = f"{v.nonsense().capitalize()} {draw.pick(['Market', 'Store', 'Bakery', 'Garage', 'Books', 'Pharmacy'])}"
    sheet.add(draw.pick([shop, shop.upper(), f"*** {shop} ***"]))
    items = unique(lambda: thing(v), draw.randint(2, 6))
    style = draw.pick(
        ["{i} {p}", "{i:<20} {p:>8}", "{i} ... {p}", "{i}: {p}", "{i}  x1  {p}", "{i:.<22}{p}", "1 {i}, {p}"]
    )
    for item in items:
        price = f"{draw.randint(0, 400)}.{draw.randint(0, 99):02}"
        sheet.ask(style.format(i=item, p=price), (item, price, [f"n:price of the {item}", f"how much was the {item} ~ how much the {item} was", f"what did the {item} cost ~ what the {item} cost", f"how much did i pay for the {item} ~ how much i paid for the {item}", f"how expensive was the {item}", f"what was charged for the {item}", f"n:cost of the {item}", f"how much money went into the {item}"]))  # fmt: skip
    if draw.chance(0.6):
        sheet.add("-" * draw.randint(5, 20))
    total, tax = f"{draw.randint(20, 2000)}.{draw.randint(0, 99):02}", f"{draw.randint(1, 99)}.{draw.randint(0, 99):02}"
    word = draw.pick(["Total", "TOTAL", "Sum", "Amount due", "To pay"])
    sheet.ask(
        f"{word}: {total}",
        (
            word,
            total,
            [
                "n:total",
                "how much was it altogether ~ how much it was altogether",
                "how much is the whole bill ~ how much the whole bill is",
                "what's the sum",
                "what was paid in all",
                "how much did everything cost ~ how much everything cost",
            ],
        ),
    )
    if draw.chance(0.6):
        sheet.ask(
            f"{draw.pick(['VAT', 'Tax'])}: {tax}",
            (
                "tax",
                tax,
                ["n:tax", "how much tax is in it ~ how much tax is in it", "how much of it is tax", "what's the tax"],
            ),
        )
    if draw.chance(0.6):
        cashier = person(v)
        sheet.ask(
            f"Served by {cashier}",
            (None, cashier, ["who served me", "who was at the till", "n:cashier", "who was serving"]),
        )
    if draw.chance(0.4):
        how = draw.pick(["cash", "card", "voucher", v.nonsense()])
        sheet.ask(
            f"Paid with: {how}",
            ("Paid with", how, ["how was it paid ~ how it was paid", "n:means of payment", "what was it paid with"]),
        )
    return sheet


def log(v: Vocabulary) -> Sheet:
    """A log with times."""
    draw = v.draw
    sheet = Sheet(v.path(".log", ".log", ".txt", ".out"))
    day = f"{draw.randint(2001, 2035)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}"
    style = draw.pick(
        [
            "{d} {t} {l} {c}: {m}",
            "[{t}] {l} {c} {m}",
            "{t} [{c}] {l}: {m}",
            "{l} {t} {c} - {m}",
            "{d}T{t}Z {l} {m} ({c})",
            "{t} {c}: {m}",
        ]
    )
    minute = draw.randint(0, 500)
    parts = unique(lambda: one_word(v), draw.randint(3, 6))
    events = [("started", "start"), ("stopped", "stop"), ("crashed", "crash"), ("restarted", "restart"), ("finished", "finish"), ("failed", "fail"), ("woke up", "wake up"), ("lost its connection", "lose its connection"), ("ran out of memory", "run out of memory")]  # fmt: skip
    for part in parts:
        minute += draw.randint(1, 120)
        t = f"{minute // 60 % 24:02}:{minute % 60:02}:{draw.randint(0, 59):02}"
        past, verb = draw.pick(events)
        level = draw.pick(["INFO", "WARN", "ERROR", "DEBUG"])
        more = draw.pick(
            [
                "",
                f" after {draw.randint(2, 900)} s",
                f" with code {draw.randint(1, 255)}",
                f" on port {draw.randint(80, 9999)}",
            ]
        )
        asked: list[tuple[str | None, str, list[str]]] = [
            (
                None,
                t,
                [
                    f"when did {part} {verb} ~ when {part} {past}",
                    f"at what time did {part} {verb}",
                    f"n:time when {part} {past}",
                    f"what time was it when {part} {past}",
                    f"when was it that {part} {past}",
                ],
            )
        ]
        if more:
            n, unit = re.sub(r"\D", "", more), more.split()
            ways = {
                "after": [f"after how many seconds did {part} {verb}", f"how long did it take until {part} {past}"],
                "with": [f"with which code did {part} {verb}", f"n:code that {part} {past} with"],
                "on": [f"on which port was it that {part} {past}", f"n:port of {part}"],
            }[unit[0]]
            asked.append((None, n, ways))
        asked.append(
            (
                None,
                past,
                [
                    f"what happened to {part}",
                    f"what is logged for {part}",
                    f"what did {part} do ~ what {part} did",
                    f"what does {part} report",
                ],
            )
        )
        sheet.ask(style.format(d=day, t=t, l=level, c=part, m=past + more), *asked)
    return sheet


def schedule(v: Vocabulary) -> Sheet:
    """A plan of the day, the week or the trains."""
    draw = v.draw
    sheet = Sheet(note(v, ".txt", ".md", "", ".plan"))
    kind = draw.pick(["day", "week", "trains", "duty"])
    count = draw.randint(3, 6)
    if draw.chance(0.4):
        sheet.add(draw.pick([f"# {v.words(1, 2).capitalize()}", v.words(1, 2).upper(), "Timetable", "Programme"]), "")
    if kind == "day":
        start = draw.randint(6, 10) * 60
        style = draw.pick(
            [
                "{t} {x} ({p})",
                "{t} - {x} - {p}",
                "- {t}: {x}, {p}",
                "{t}  {x} @ {p}",
                "| {t} | {x} | {p} |",
                "{x}: {t}, {p}",
                "{t}h {x} in {p}",
            ]
        )
        for x in unique(
            lambda: draw.pick(
                [
                    f"{v.word()} {draw.pick(['talk', 'workshop', 'lesson', 'tour', 'call'])}",
                    v.nonsense(),
                    f"{v.nonsense()} {draw.pick(['class', 'game', 'review'])}",
                ]
            ),
            count,
        ):
            start += draw.randint(3, 25) * 5
            t, p = f"{start // 60:02}:{start % 60:02}", place(v)
            sheet.ask(style.format(t=t, x=x, p=p), (None, t, [f"when does the {x} start ~ when the {x} starts", f"what time is the {x} ~ what time the {x} is", f"when is the {x} ~ when the {x} is", f"n:time of the {x}", f"at what time do i have to be at the {x}", f"when does the {x} begin"]),
                      (None, p, [f"where is the {x} ~ where the {x} is", f"where does the {x} take place ~ where the {x} takes place", f"n:place of the {x}", f"where do i go for the {x} ~ where i go for the {x}", f"where will the {x} be held"]),
                      (None, x, [f"what happens at {t}", f"what is on at {t}", f"what starts at {t}", f"what do we have at {t} ~ what we have at {t}"]))  # fmt: skip
    elif kind == "trains":
        style = draw.pick(
            [
                "{t} {n} to {c}, platform {p}",
                "{n} {c} {t} track {p}",
                "{t} -> {c} ({n}, platform {p})",
                "{c}: {n}, {t}, platform {p}",
            ]
        )
        for c in unique(
            lambda: draw.pick([draw.pick(CITIES), v.nonsense().capitalize(), v.nonsense().capitalize()]), count
        ):
            t, n, p = (
                f"{draw.randint(0, 23):02}:{draw.randint(0, 59):02}",
                f"{draw.pick(['IC', 'RE', 'S', 'X', 'Bus '])}{draw.randint(1, 2999)}",
                str(draw.randint(1, 24)),
            )
            sheet.ask(style.format(t=t, n=n, c=c, p=p), (None, t, [f"when does the train to {c} leave ~ when the train to {c} leaves", f"when can i go to {c} ~ when i can go to {c}", f"n:departure time for {c}", f"what time is the ride to {c}", f"at what time do we leave for {c}"]),
                      (None, p, [f"from which platform does the train to {c} go", f"n:platform for {c}", f"where do i board for {c}", f"which track is for {c}"]), (None, n, [f"which train goes to {c}", f"which line do i take to {c} ~ which line i take to {c}", f"what do i have to take to get to {c}"]), (None, c, [f"where does {n} go ~ where {n} goes", f"n:destination of {n}", f"where would {n} bring me"]))  # fmt: skip
    else:
        style = draw.pick(["{d}: {x}", "{d} - {x}", "- {d}: {x}", "{d}\t{x}", "{d}, {x}", "* {d} = {x}"])
        noun = draw.pick(["duty", "kitchen duty", "lunch", "shift", "training", "menu", v.nonsense(), v.word()])
        people = kind == "duty"
        for d, x in zip(
            WEEKDAYS[: draw.randint(3, 7)], unique(lambda: person(v) if people else phrase(v), 7), strict=False
        ):
            ways = [f"who is on {d}", f"who does {d}", f"who has the {noun} on {d}", f"whose turn is it on {d} ~ whose turn it is on {d}", f"n:name for {d}", f"who works on {d}", f"which person is down for {d}"] if people else [f"what is on {d} ~ what is on {d}", f"what do we have on {d} ~ what we have on {d}", f"what's planned for {d}", f"n:plan for {d}", f"n:entry for {d}", f"what comes on {d}"]  # fmt: skip
            sheet.ask(style.format(d=d, x=x), (d, x, ways), (None, d, [f"when is {x} on ~ when {x} is on", f"on which day is {x} ~ on which day {x} is", f"n:day of {x}", f"which day says {x}"] if not people else [f"when does {x} work ~ when {x} works", f"on which day is {x} on duty", f"n:day of {x}", f"when is it {x}'s turn"]))  # fmt: skip
    return sheet


def recipe(v: Vocabulary) -> Sheet:
    """Ingredients and steps."""
    draw = v.draw
    sheet = Sheet(note(v, ".md", ".txt", ".md", ".recipe"))
    dish = draw.pick(
        [
            f"{v.nonsense().capitalize()} {draw.pick(['soup', 'cake', 'stew', 'bread', 'pie'])}",
            v.words(1, 2).capitalize(),
        ]
    )
    sheet.add(draw.pick([f"# {dish}", dish, dish.upper()]), "")
    portions, minutes, heat = str(draw.randint(1, 30)), str(draw.randint(3, 240)), str(draw.randint(80, 260))
    if draw.chance(0.6):
        word = draw.pick(["Serves", "Portions", "Servings"])
        sheet.ask(
            f"{word}: {portions}",
            (
                word,
                portions,
                [
                    "how many people does it serve ~ how many people it serves",
                    "for how many people is it ~ for how many people it is",
                    "n:number of portions",
                    "how many portions does it give",
                ],
            ),
        )
    for i in unique(lambda: draw.pick([draw.pick(GOODS), v.nonsense(), draw.pick(FRUITS)]), draw.randint(3, 6)):
        a = draw.pick(
            [
                amount(v),
                f"{draw.randint(1, 9)}",
                f"{draw.randint(1, 9)} cups",
                f"{draw.randint(1, 900)} g",
                f"{draw.randint(1, 5)} tbsp",
                "a pinch",
            ]
        )
        line = draw.pick([f"- {a} {i}", f"- {i}: {a}", f"* {a} of {i}", f"{a} {i}", f"- {i}, {a}"])
        sheet.ask(line, (i, a, [f"how much {i} do i need ~ how much {i} i need", f"how much {i} goes in", f"n:amount of {i}", f"what quantity of {i} is used", f"how many {i} ~ how many {i} it takes", f"how much {i} is in it", f"how much {i} should i buy"]))  # fmt: skip
    sheet.add("")
    sheet.ask(
        draw.pick(
            [
                f"Bake for {minutes} minutes.",
                f"Cook it {minutes} minutes.",
                f"1. Leave it in the oven for {minutes} minutes.",
            ]
        ),
        (
            None,
            minutes,
            [
                "how long does it bake ~ how long it bakes",
                "how long is it cooked ~ how long it is cooked",
                "how many minutes does it stay in the oven",
                "n:baking time",
            ],
        ),
    )
    if draw.chance(0.7):
        sheet.ask(
            draw.pick([f"Heat the oven to {heat} degrees.", f"The oven must be at {heat} °C."]),
            (
                None,
                heat,
                [
                    "how hot must the oven be ~ how hot the oven must be",
                    "n:oven temperature",
                    "to how many degrees do i set the oven",
                    "what temperature does the oven need",
                ],
            ),
        )
    return sheet


def stock_list(v: Vocabulary) -> Sheet:
    """What lies where, how much of it."""
    draw = v.draw
    sheet = Sheet(note(v))
    style = draw.pick(
        [
            "- {n} {x} in {p}",
            "{x}: {n}, {p}",
            "{n} x {x} ({p})",
            "{x} ({n}) -> {p}",
            "{p}: {n} {x}",
            "* {x}, {n}, kept in {p}",
        ]
    )
    for x, p in zip(unique(lambda: thing(v), 7)[: draw.randint(3, 6)], unique(lambda: place(v), 7), strict=False):
        n = str(v.number())
        sheet.ask(style.format(n=n, x=x, p=p), (None, n, [f"how many {x} do we have ~ how many {x} we have", f"how many {x} are there ~ how many {x} there are", f"n:number of {x}", f"n:stock of {x}", f"how many {x} are left", f"what's the count of {x}"]),
                  (None, p, [f"where is the {x} ~ where the {x} is", f"where do we keep the {x} ~ where we keep the {x}", f"n:place of the {x}", f"where can i find the {x} ~ where i can find the {x}", f"where did they put the {x}"]), (None, x, [f"what is in {p}", f"what do we keep in {p} ~ what we keep in {p}", f"which thing is stored in {p}", f"what lies in {p}"]))  # fmt: skip
    return sheet


def menu(v: Vocabulary) -> Sheet:
    """Names with a value each, no header."""
    draw = v.draw
    sheet = Sheet(note(v))
    word, make, ways = draw.pick([
        ("price", money, ["how much is {x} ~ how much {x} is", "what does {x} cost ~ what {x} costs", "n:price of {x}", "n:cost of {x}", "how expensive is {x} ~ how expensive {x} is", "what do i pay for {x} ~ what i pay for {x}"]),
        ("score", lambda v: str(v.draw.randint(0, 300)), ["how many points does {x} have ~ how many points {x} has", "what did {x} score ~ what {x} scored", "n:score of {x}", "n:result of {x}", "how did {x} do", "n:{x}'s points"]),
        ("birthday", moment, ["when is {x}'s birthday ~ when {x}'s birthday is", "n:birthday of {x}", "when was {x} born ~ when {x} was born", "when does {x} celebrate ~ when {x} celebrates", "on which day do we congratulate {x}"]),
        ("phone", lambda v: str(v.draw.randint(10000, 9999999)), ["n:number of {x}", "how can i call {x} ~ how i can call {x}", "n:{x}'s phone number", "which number does {x} have ~ which number {x} has", "under which number do i reach {x}"]),
        ("seat", lambda v: f"{v.draw.randint(1, 60)}{v.draw.pick('ABCDEF')}", ["where does {x} sit ~ where {x} sits", "n:seat of {x}", "which seat is {x}'s", "on which seat is {x}"]),
        ("job", lambda v: v.draw.pick([v.draw.pick(JOBS), phrase(v)]), ["what does {x} do ~ what {x} does", "n:job of {x}", "n:{x}'s task", "what's {x} responsible for", "what is {x} there for"]),
        ("height", amount, ["how high is {x} ~ how high {x} is", "n:measure of {x}", "how big is {x} ~ how big {x} is", "how much does {x} measure"]),
        ("meaning", phrase, ["what does {x} mean ~ what {x} means", "n:meaning of {x}", "how is {x} defined ~ how {x} is defined", "n:definition of {x}", "what is {x} ~ what {x} is", "explain {x}"]),
        ("home", place, ["where does {x} live ~ where {x} lives", "n:home of {x}", "where is {x} at home", "n:address of {x}", "where can one visit {x}"]),
        ("owner", person, ["who owns {x}", "n:owner of {x}", "whose is {x} ~ whose {x} is", "to whom does {x} belong ~ to whom {x} belongs", "who is {x}'s owner"]),
        ("author", person, ["who wrote {x}", "n:author of {x}", "who is the author of {x} ~ who the author of {x} is", "by whom is {x} ~ by whom {x} is", "who's behind {x}"]),
        ("gift", thing, ["what does {x} get ~ what {x} gets", "n:gift for {x}", "what do i give {x} ~ what i give {x}", "what is meant for {x}"]),
        ("boss", person, ["who is the boss of {x}", "n:boss of {x}", "who does {x} report to ~ who {x} reports to", "who leads {x}", "who is {x}'s boss"]),
    ])  # fmt: skip
    people = word in ("score", "birthday", "phone", "seat", "job", "home", "gift", "boss")
    style = draw.pick(
        [
            "{x}: {y}",
            "{x} - {y}",
            "{x} ...... {y}",
            "- {x}: {y}",
            "{x} = {y}",
            "{x} -> {y}",
            "{x} | {y}",
            "{x}\t{y}",
            "* {x} ({y})",
            "{x:<18} {y}",
            "{x}, {y}",
            "{x} => {y}",
        ]
    )
    for x in unique(
        lambda: person(v) if people else draw.pick([v.nonsense(), v.nonsense().capitalize(), thing(v), v.pascal()]),
        draw.randint(3, 7),
    ):
        y = make(v)
        sheet.ask(style.format(x=x, y=y), (draw.pick([x]), y, [way.replace("{x}", x) for way in ways]))
    return sheet


def minutes(v: Vocabulary) -> Sheet:
    """Minutes of a meeting, or a list of things to do with names and days."""
    draw = v.draw
    sheet = Sheet(note(v, ".md", ".txt", ".md", ".org"))
    sheet.add(draw.pick(["# Minutes", f"Meeting {moment(v)}", "TODO", f"# {v.words(1, 2).capitalize()}"]), "")
    style = draw.pick(
        [
            "- {s} will {do} the {o} by {d}.",
            "{s}: {do} the {o} (by {d})",
            "- [ ] {do} the {o} (@{s}, {d})",
            "* {do} the {o} - {s}, until {d}",
            "ACTION {s} to {do} the {o} before {d}",
        ]
    )
    count = draw.randint(2, 6)
    for s, o in zip(unique(lambda: person(v), count), unique(lambda: thing(v), count), strict=True):
        _, do, _ = draw.pick(_VERBS)
        d = moment(v)
        sheet.ask(style.format(s=s, do=do, o=o, d=d), (None, s, [f"who has to {do} the {o}", f"who will {do} the {o}", f"whose job is it to {do} the {o}", f"who is to {do} the {o}", f"who takes care of the {o}", f"n:one responsible for the {o}"]),
                  (None, d, [f"when must the {o} be done", f"until when does {s} have time ~ until when {s} has time", f"n:deadline for the {o}", f"by when is the {o} due", f"n:{s}'s deadline"]), (None, o, [f"what must {s} {do} ~ what {s} must {do}", f"what is {s}'s task", f"what is {s} going to {do}", f"what does {s} have to do ~ what {s} has to do"]))  # fmt: skip
    return sheet


def faq(v: Vocabulary) -> Sheet:
    """Headings with one line below each; the answer stands below its heading."""
    draw = v.draw
    sheet = Sheet(note(v, ".md", ".md", ".txt", ".rst"))
    head = draw.pick(["## {}", "{}:", "# {}", "### {}", "** {} **", "{}"])
    for label, ways, make in labels(v, draw.randint(2, 5)):
        value = make(v)
        sheet.add(head.format(label))
        sheet.ask(draw.pick(["{x}", "{x}", "- {x}", "  {x}"]).format(x=value), (label, value, ways), section=label)
        sheet.add("")
    return sheet


def history(v: Vocabulary) -> Sheet:
    """A changelog: versions, dates and what changed."""
    draw = v.draw
    sheet = Sheet(draw.pick(["CHANGELOG.md", "CHANGES", "HISTORY.md", "changes.txt", v.path(".md", ".txt")]))
    sheet.add("# Changelog", "") if draw.chance(0.6) else None
    major = draw.randint(1, 20)
    for version in [
        f"{major}.{minor}.{draw.randint(0, 9)}"
        for minor in sorted(draw.sample(range(30), draw.randint(2, 4)), reverse=True)
    ]:
        d = v.date()
        sheet.ask(
            draw.pick([f"## {version} ({d})", f"## {version} - {d}", f"{version}, {d}", f"[{version}] {d}"]),
            (
                None,
                d,
                [
                    f"when was {version} released ~ when {version} was released",
                    f"n:release date of {version}",
                    f"when did {version} come out ~ when {version} came out",
                    f"from when is {version}",
                    f"n:date of version {version}",
                ],
            ),
        )
        x = draw.pick(
            [
                f"{draw.pick(['Add', 'Fix', 'Remove', 'Rename', 'Speed up'])} {v.snake()}",
                f"{draw.pick(['Add', 'Fix', 'Drop'])} the {thing(v)} {v.word()}",
            ]
        )
        sheet.ask(
            f"- {x}",
            (
                None,
                x,
                [
                    f"what changed in {version}",
                    f"what is new in {version}",
                    f"n:change in {version}",
                    f"what did {version} bring ~ what {version} brought",
                    f"what was done for {version}",
                ],
            ),
            section=version,
        )
        sheet.add("")
    return sheet


def lives(v: Vocabulary) -> Sheet:
    """Short sentences about people, animals, places."""
    draw = v.draw
    sheet = Sheet(note(v))
    for s in unique(lambda: person(v), draw.randint(1, 4)):
        year, c, p, j, o = (
            str(draw.randint(1400, 2030)),
            v.nonsense().capitalize(),
            draw.pick(CITIES),
            draw.pick(JOBS),
            thing(v),
        )
        options: list[tuple[str, list[tuple[None, str, list[str]]]]] = [
            (f"{s} was born in {p} in {year}.", [(None, p, [f"where was {s} born ~ where {s} was born", f"n:birthplace of {s}", f"in what town was {s} born"]), (None, year, [f"when was {s} born ~ when {s} was born", f"n:{s}'s year of birth", f"in which year was {s} born"])]),
            (f"{s} works as a {j} for {c}.", [(None, j, [f"what does {s} work as ~ what {s} works as", f"n:{s}'s job", f"n:profession of {s}", f"what does {s} do for a living"]), (None, c, [f"who does {s} work for ~ who {s} works for", f"n:employer of {s}", f"n:company that {s} works for"])]),
            (f"{s} is afraid of {o}.", [(None, o, [f"what is {s} afraid of ~ what {s} is afraid of", f"what frightens {s}", f"n:fear of {s}", f"what does {s} fear"])]),
            (f"{s} has a {draw.pick(ANIMALS)} called {c}.", [(None, c, [f"what is {s}'s pet called ~ what {s}'s pet is called", f"n:name of {s}'s pet", f"how did {s} name the animal"])]),
            (f"{s}'s favourite food is {o}.", [(None, o, [f"what does {s} like to eat ~ what {s} likes to eat", f"n:{s}'s favourite food", f"what's the favourite food of {s}"])]),
            (f"{s} moved to {c} in {year}.", [(None, c, [f"where did {s} move ~ where {s} moved", f"n:place {s} moved to", f"where does {s} live now"]), (None, year, [f"when did {s} move ~ when {s} moved", f"n:year when {s} moved"])]),
            (f"{s} owes {c} {draw.randint(2, 900)} euros.", [(None, c, [f"who gets money from {s}", f"to whom does {s} owe money ~ to whom {s} owes money", f"who is {s} in debt to"])]),
            (f"{s} is married to {c}.", [(None, c, [f"who is {s} married to ~ who {s} is married to", f"n:spouse of {s}", f"whom did {s} marry ~ whom {s} married"])]),
            (f"{s} speaks {c} and plays the {o}.", [(None, c, [f"which language does {s} speak ~ which language {s} speaks", f"n:language of {s}", f"what does {s} speak"]), (None, o, [f"which instrument does {s} play ~ which instrument {s} plays", f"what does {s} play ~ what {s} plays", f"n:instrument of {s}"])]),
            (f"{s} found the {o} under the bridge of {c}.", [(None, o, [f"what did {s} find ~ what {s} found", f"n:thing that {s} found"]), (None, c, [f"where did {s} find it ~ where {s} found it", f"where did {s} make the find"])]),
        ]  # fmt: skip
        for text, asked in draw.some(options, 1, 3):
            sheet.ask(text, *asked)
    return sheet


# shapes for programs -------------------------------------------------------------------------------------------------


def _setting_ways(key: str, under: str) -> list[str]:
    spoken = key.replace("_", " ").replace("-", " ")
    return [f"n:{spoken} of {under}", f"n:{key} of {under}", f"n:{key} for {under}", f"n:{under} {spoken}", f"what {spoken} does {under} have ~ what {spoken} {under} has", f"which {key} is set for {under}", f"what is {under}'s {key}",
            f"what's the {spoken} under {under}", f"which {spoken} does {under} use ~ which {spoken} {under} uses", f"n:{key} in the {under} part", f"n:{key} that belongs to {under}"]  # fmt: skip


_SETTING_KEYS: list[tuple[str, Callable[[Vocabulary], str]]] = [
    ("port", lambda v: str(v.draw.randint(80, 65000))), ("image", lambda v: f"{v.nonsense()}/{v.word()}:{v.draw.randint(1, 20)}"), ("host", lambda v: v.host()), ("user", lambda v: v.nonsense()), ("memory", lambda v: f"{v.draw.randint(1, 900)}M"), ("replicas", lambda v: str(v.draw.randint(1, 40))), ("timeout", lambda v: str(v.draw.randint(1, 900))), ("path", lambda v: f"/{v.word()}/{v.nonsense()}"),
    ("branch", lambda v: v.nonsense()), ("region", lambda v: f"{v.nonsense()}-{v.draw.randint(1, 9)}"), ("owner", lambda v: v.nonsense()), ("version", lambda v: v.version()), ("color", lambda v: v.draw.pick(COLORS)), ("level", lambda v: str(v.draw.randint(1, 99))), ("password", lambda v: v.code_token()), ("speed", lambda v: str(v.number())), ("queue", lambda v: v.nonsense()), ("max_size", lambda v: str(v.number())), ("backup_dir", lambda v: f"/srv/{v.nonsense()}"),
    ("retries", lambda v: str(v.draw.randint(0, 30))), ("weight", lambda v: str(v.number())), ("email", lambda v: v.email()),
]  # fmt: skip


def nested(v: Vocabulary) -> Sheet:
    """The same keys under several parents, in YAML, INI, TOML, JSON and others."""
    draw = v.draw
    kind = draw.pick(
        ["yaml", "yaml", "yaml_list", "ini", "toml", "toml_array", "json", "json", "json_list", "hcl", "xml", "conf"]
    )
    extension = {
        "yaml": ".yaml",
        "yaml_list": ".yml",
        "ini": ".ini",
        "toml": ".toml",
        "toml_array": ".toml",
        "json": ".json",
        "json_list": ".json",
        "hcl": ".tf",
        "xml": ".xml",
        "conf": ".conf",
    }[kind]
    sheet = Sheet(
        draw.pick(
            [
                v.path(extension),
                v.path(extension),
                {"yaml": "docker-compose.yml", "ini": "setup.cfg", "toml": "fleet.toml"}.get(kind, v.path(extension)),
            ]
        )
    )
    names = unique(
        lambda: draw.pick([one_word(v), v.nonsense(), v.word(), f"{one_word(v)}-{one_word(v)}"]), draw.randint(2, 4)
    )
    pool = dict(draw.sample(_SETTING_KEYS, 2))
    for _ in range(draw.randint(0, 2)):
        pool[one_word(v)] = draw.pick([lambda v: str(v.number()), lambda v: v.nonsense(), lambda v: v.word()])
    keys = list(pool)
    top = draw.pick(["services", "jobs", "servers", "hosts", "items", "teams", one_word(v)])
    if kind in ("toml", "toml_array"):
        sheet.add(
            draw.pick([f"# {v.words(1, 4)}", f'title = "{v.words(1, 3)}"', f"edition = {draw.randint(1, 2040)}"]), ""
        )
    if kind in ("yaml", "yaml_list"):
        sheet.add(f"{top}:")
    elif kind in ("json",):
        sheet.add("{")
    elif kind == "json_list":
        sheet.add("[")
    elif kind == "xml":
        sheet.add(f"<{top}>")
    for at, name in enumerate(names):
        last = at == len(names) - 1
        chosen = [key for key in keys if draw.chance(0.85)] or keys[:1]
        opening = {
            "yaml": f"  {name}:",
            "yaml_list": f"  - name: {name}",
            "ini": f"[{name}]",
            "toml": draw.pick([f"[{name}]", f"[{top}.{name}]"]),
            "toml_array": f"[[{top}]]",
            "json": f'  "{name}": {{',
            "json_list": "  {",
            "hcl": f'resource "{name}" {{',
            "xml": f'  <entry name="{name}">',
            "conf": f"{name} {{",
        }[kind]
        if at and kind in ("ini", "toml", "toml_array", "hcl") and draw.chance(0.8):
            sheet.add("")
        sheet.add(opening)
        if kind == "toml_array":
            sheet.add(f'name = "{name}"')
        if kind == "json_list":
            sheet.add(f'    "name": "{name}",')
        for index, key in enumerate(chosen):
            value = pool[key](v)
            number = value.isdigit()
            text = value if number else f'"{value}"'
            comma = "" if index == len(chosen) - 1 else ","
            line = {
                "yaml": f"    {key}: {value}",
                "yaml_list": f"    {key}: {value}",
                "ini": f"{key} = {value}",
                "toml": f"{key} = {text}",
                "toml_array": f"{key} = {text}",
                "json": f'    "{key}": {text}{comma}',
                "json_list": f'    "{key}": {text}{comma}',
                "hcl": f"  {key} = {text}",
                "xml": f"    <{key}>{value}</{key}>",
                "conf": f"  {key} {value};",
            }[kind]
            sheet.ask(line, (f"{key} of {name}", value, _setting_ways(key, name)), section=name)
        closing = {
            "json": "  }" + ("" if last else ","),
            "json_list": "  }" + ("" if last else ","),
            "hcl": "}",
            "xml": "  </entry>",
            "conf": "}",
        }.get(kind)
        if closing:
            sheet.add(closing)
    if kind == "json":
        sheet.add("}")
    elif kind == "json_list":
        sheet.add("]")
    elif kind == "xml":
        sheet.add(f"</{top}>")
    return sheet


def _literal(draw: Draw, v: Vocabulary) -> str:
    return draw.pick(
        [
            str(v.number()),
            f'"{v.nonsense()}"',
            f'"{v.words(1, 3)}"',
            v.decimal(),
            "True",
            "False",
            "None",
            f"{draw.randint(2, 60)} * {draw.randint(2, 60)}",
        ]
    )


def classes(v: Vocabulary) -> Sheet:
    """Python: constants, a class with attributes, defaults, branches, imports."""
    draw = v.draw
    sheet = Sheet(v.path(".py"))
    if draw.chance(0.6):
        module, what = draw.pick(
            [
                ("datetime", "timedelta"),
                ("pathlib", "Path"),
                ("collections", "Counter"),
                ("math", "sqrt"),
                (one_word(v), v.pascal()),
                (f"{one_word(v)}.{one_word(v)}", v.safe(v.snake())),
            ]
        )
        if draw.chance(0.5):
            sheet.ask(
                f"from {module} import {what}",
                (
                    "imported module",
                    module,
                    [
                        f"where does {what} come from ~ where {what} comes from",
                        f"from which module is {what} imported",
                        f"n:module of {what}",
                        f"what module provides {what}",
                        "which module is imported",
                        "n:imported module",
                    ],
                ),
            )
        else:
            sheet.ask(
                f"import {module}",
                (
                    "imported module",
                    module,
                    [
                        "which module is imported",
                        "what does it import ~ what it imports",
                        "n:import",
                        "what is imported there",
                    ],
                ),
            )
        sheet.add("")
    for name in unique(v.constant, draw.randint(0, 3)):
        value = _literal(draw, v)
        sheet.ask(f"{name} = {value}", (name, value.strip('"'), [f"n:{name}", f"n:value of {name}", f"what is {name} ~ what {name} is", f"what does {name} hold ~ what {name} holds", f"what is assigned to {name}", f"n:constant {name}", f"what's {name.replace('_', ' ').lower()} there"]))  # fmt: skip
    if sheet.lines:
        sheet.add("")
    name, base = v.pascal(), draw.pick(["", "", v.pascal(), "Exception"])
    if base == name:
        raise Unsuitable("twin")
    sheet.add("")
    sheet.ask(f"class {name}({base}):" if base else f"class {name}:", ("class", name, ["n:name of the class", "which class is defined", "what is the class called ~ what the class is called", "n:class name"]), *([(f"base class of {name}", base, [f"what does {name} inherit from ~ what {name} inherits from", f"n:base class of {name}", f"n:parent of {name}", f"which class does {name} extend ~ which class {name} extends"])] if base else []))  # fmt: skip
    attributes = unique(lambda: v.safe(v.snake()), draw.randint(1, 3))
    for attribute in attributes:
        value = _literal(draw, v)
        sheet.ask(f"    {attribute} = {value}", (f"{name}.{attribute}", value.strip('"'), [f"n:{attribute} of {name}", f"n:attribute {attribute}", f"what is {attribute} set to in {name}", f"which value does {attribute} have ~ which value {attribute} has", f"n:{name}.{attribute}", f"what does {name} have for {attribute.replace('_', ' ')}"]))  # fmt: skip
    for function in unique(v.function_name, draw.randint(1, 2)):
        parameter, other = unique(lambda: v.safe(v.snake()), 2)
        default = _literal(draw, v)
        sheet.add("")
        sheet.ask(f"    def {function}(self, {parameter}, {other}={default}):", (f"default of {other}", default.strip('"'), [f"n:default of {other}", f"n:default value of {other} in {function}", f"what is {other} by default", f"what does {other} default to ~ what {other} defaults to", f"what happens to be {other} in {function} if i leave it out", f"what value is used for {other} if none is given"]))  # fmt: skip
        cases = unique(v.nonsense, draw.randint(1, 3))
        for case in cases:
            value = _literal(draw, v)
            sheet.add(f'        if {parameter} == "{case}":')
            sheet.ask(f"            return {value}", (f"result of {function} for {case}", value.strip('"'), [f"what does {function} return for {case} ~ what {function} returns for {case}", f"n:result of {function} for {case}", f"what comes back from {function} if {parameter} is {case}", f"what is returned when {parameter} is {case}", f"what do i get from {function} with {case}"]), section=f'{parameter} == "{case}"')  # fmt: skip
        final = _literal(draw, v)
        sheet.ask(
            f"        return {final}",
            (
                f"result of {function} otherwise",
                final.strip('"'),
                [
                    f"what does {function} return otherwise ~ what {function} returns otherwise",
                    f"n:fallback result of {function}",
                    f"what does {function} give in all other cases",
                    f"what is returned by {function} if nothing matches",
                ],
            ),
            section=function,
        )
    return sheet


def makefile(v: Vocabulary) -> Sheet:
    """A Makefile."""
    draw = v.draw
    sheet = Sheet(draw.pick(["Makefile", "makefile", "GNUmakefile", f"{v.folder()}/Makefile", v.path(".mk")]))
    for name in unique(v.constant, draw.randint(0, 2)):
        value = draw.pick([v.nonsense(), f"-O{draw.randint(0, 3)} -{v.draw.pick('Wgx')}", v.words(1, 2)])
        sheet.ask(
            f"{name} {draw.pick(['=', ':=', '?='])} {value}",
            (
                name,
                value,
                [
                    f"n:{name}",
                    f"what is {name} ~ what {name} is",
                    f"n:variable {name}",
                    f"what does {name} contain ~ what {name} contains",
                ],
            ),
        )
    for target in unique(
        lambda: draw.pick(
            [
                "build",
                "test",
                "clean",
                "install",
                "deploy",
                "lint",
                "docs",
                "run",
                one_word(v),
                one_word(v),
                one_word(v),
            ]
        ),
        draw.randint(2, 4),
    ):
        needs = draw.pick(["", one_word(v), f"{one_word(v)}.o {one_word(v)}.o"])
        command = draw.pick(
            [
                f"python3 {one_word(v)}.py",
                f"{one_word(v)} --{v.word()} {one_word(v)}",
                f"rm -rf {one_word(v)}",
                f"gcc -o {one_word(v)} {one_word(v)}.c",
                f"npm run {one_word(v)}",
                f"./{one_word(v)}.sh {v.word()}",
            ]
        )
        sheet.add("") if sheet.lines else None
        sheet.ask(
            f"{target}: {needs}".rstrip(),
            *(
                [
                    (
                        f"prerequisites of {target}",
                        needs,
                        [
                            f"what does {target} depend on ~ what {target} depends on",
                            f"n:prerequisites of {target}",
                            f"n:dependencies of {target}",
                            f"what must be there before {target}",
                            f"what does the target {target} need",
                        ],
                    )
                ]
                if needs
                else []
            ),
        )
        sheet.ask(
            f"\t{command}",
            (
                f"command of {target}",
                command,
                [
                    f"what does {target} run ~ what {target} runs",
                    f"what does make {target} do ~ what make {target} does",
                    f"n:command of {target}",
                    f"n:recipe of {target}",
                    f"which command is behind {target}",
                    f"what happens on make {target}",
                    f"what is executed for {target}",
                ],
            ),
            section=target,
        )
    return sheet


def dockerfile(v: Vocabulary) -> Sheet:
    """A Dockerfile."""
    draw = v.draw
    sheet = Sheet(
        draw.pick(
            [
                "Dockerfile",
                "Dockerfile",
                f"{v.folder()}/Dockerfile",
                f"Dockerfile.{one_word(v)}",
                f"{one_word(v)}.dockerfile",
                "Containerfile",
            ]
        )
    )
    image = draw.pick(
        [
            f"python:3.{draw.randint(6, 15)}-slim",
            f"{one_word(v)}:{draw.randint(1, 30)}",
            f"alpine:3.{draw.randint(1, 30)}",
            f"{one_word(v)}/{one_word(v)}:latest",
        ]
    )
    folder, port, user, key, value = (
        f"/{one_word(v)}",
        str(draw.randint(80, 65000)),
        one_word(v),
        v.constant(),
        v.nonsense(),
    )
    command = draw.pick([f"python3 {one_word(v)}.py", f"/bin/{one_word(v)}", f"{one_word(v)} --{one_word(v)}"])
    package = one_word(v)
    rows: list[tuple[str, str, str, list[str]]] = [
        (f"WORKDIR {folder}", "WORKDIR", folder, ["n:working directory", "in which folder does it work ~ in which folder it works", "n:workdir", "what is the working folder"]),
        (f"EXPOSE {port}", "EXPOSE", port, ["n:exposed port", "which port is exposed", "what port does the container open", "n:port"]),
        (f"USER {user}", "USER", user, ["n:user", "as which user does it run ~ as which user it runs", "who is the container run as"]),
        (f"ENV {key}={value}", key, value, [f"n:{key}", f"what is {key} set to", f"n:environment variable {key}", f"which value does {key} get"]),
        (f"RUN pip install {package}", "installed package", package, ["n:installed package", "which package gets installed", "what is installed with pip", "what does pip install"]),
        (f"COPY {one_word(v)} {folder}/{package}", "", "", []),
        (f"LABEL maintainer={value}", "maintainer", value, ["n:maintainer", "who maintains the image", "who is the maintainer ~ who the maintainer is"]),
        (f"STOPSIGNAL SIG{one_word(v).upper()}", "", "", []),
    ]  # fmt: skip
    sheet.ask(
        f"FROM {image}",
        (
            "FROM",
            image,
            [
                "n:base image",
                "which image is it based on ~ which image it is based on",
                "what image does it start from",
                "what is it built from",
                "n:image",
            ],
        ),
    )
    for line, label, x, ways in draw.some(rows, 2, 6):
        sheet.ask(line, *([(label, x, ways)] if ways else []))
    sheet.ask(
        f"{draw.pick(['CMD', 'ENTRYPOINT'])} {command}",
        (
            "command",
            command,
            [
                "n:start command",
                "what does the container run ~ what the container runs",
                "what is started in the end",
                "which command does it launch",
                "what runs when the container starts",
            ],
        ),
    )
    return sheet


def script_file(v: Vocabulary) -> Sheet:
    """Shell, SQL, JavaScript, CSS, HTML and lists of requirements: one line each with its value."""
    draw = v.draw
    kind = draw.pick(
        [
            "sh",
            "sql",
            "js",
            "css",
            "html",
            "requirements",
            "crontab",
            "hosts",
            "go",
            "rust",
            "c",
            "codeowners",
            "scripts",
        ]
    )
    w = lambda: one_word(v)  # noqa: E731
    if kind == "sh":
        sheet = Sheet(v.path(".sh", ".bash", ".sh")).add(draw.pick(["#!/bin/sh", "#!/bin/bash", "#!/usr/bin/env bash"]))
        for name in unique(lambda: draw.pick([v.constant(), w()]), draw.randint(1, 4)):
            value = draw.pick([v.nonsense(), str(v.number()), f"/{w()}/{w()}", v.words(2, 3)])
            shown = f'"{value}"' if " " in value else value
            sheet.ask(
                draw.pick([f"{name}={shown}", f"export {name}={shown}"]),
                (
                    name,
                    value,
                    [
                        f"n:{name}",
                        f"what is {name} ~ what {name} is",
                        f"n:value of {name}",
                        f"what does {name} stand for",
                        f"what is stored in {name}",
                        f"which value does the script give {name}",
                    ],
                ),
            )
        t, host = str(draw.randint(1, 600)), f"{w()}.{w()}"
        sheet.ask(
            f"sleep {t}",
            (
                "sleep",
                t,
                [
                    "how long does it sleep ~ how long it sleeps",
                    "n:sleep time",
                    "how many seconds does the script wait",
                    "for how long does it pause",
                ],
            ),
        )
        sheet.ask(
            f"ssh {w()}@{host}",
            (
                "host",
                host,
                [
                    "which host does it connect to ~ which host it connects to",
                    "where does it log in",
                    "n:host of the ssh line",
                    "to which machine does it ssh",
                ],
            ),
        )
        return sheet
    if kind == "sql":
        sheet = Sheet(v.path(".sql"))
        table = w()
        sheet.ask(
            f"CREATE TABLE {table} (",
            (
                "table",
                table,
                [
                    "n:name of the table",
                    "which table is created",
                    "what is the table called ~ what the table is called",
                ],
            ),
        )
        columns = unique(w, draw.randint(2, 5))
        for at, column in enumerate(columns):
            kind_of = draw.pick(["INTEGER", "TEXT", "REAL", "BOOLEAN", "DATE", f"VARCHAR({draw.randint(1, 999)})"])
            default = draw.pick(["", f" DEFAULT {draw.randint(0, 99)}", " NOT NULL"])
            sheet.ask(
                f"    {column} {kind_of}{default}" + ("," if at < len(columns) - 1 else ""),
                (
                    f"type of {column}",
                    kind_of,
                    [
                        f"n:type of {column}",
                        f"what type does {column} have ~ what type {column} has",
                        f"n:data type of the column {column}",
                        f"which type is {column} ~ which type {column} is",
                        f"how is {column} declared",
                    ],
                ),
                *(
                    [
                        (
                            f"default of {column}",
                            default.split()[-1],
                            [
                                f"n:default of {column}",
                                f"what's the default for {column}",
                                f"what does {column} start with",
                            ],
                        )
                    ]
                    if "DEFAULT" in default
                    else []
                ),
            )
        return sheet.add(");")
    if kind == "js":
        sheet = Sheet(v.path(".js", ".ts", ".mjs", ".jsx"))
        for name in unique(v.camel, draw.randint(2, 4)):
            value = draw.pick([str(v.number()), f"'{v.nonsense()}'", f'"{v.words(1, 3)}"', "true", "false"])
            sheet.ask(
                f"{draw.pick(['const', 'let', 'export const'])} {name} = {value};",
                (
                    name,
                    value.strip("'\""),
                    [
                        f"n:{name}",
                        f"what is {name} ~ what {name} is",
                        f"n:value of {name}",
                        f"what does {name} hold ~ what {name} holds",
                        f"what is {name} set to",
                    ],
                ),
            )
        f, p, d, r = v.camel(), w(), str(v.number()), v.nonsense()
        sheet.add("").ask(
            f"function {f}({p} = {d}) {{",
            (
                f"default of {p}",
                d,
                [
                    f"n:default of {p}",
                    f"what is {p} if i don't pass it to {f}",
                    f"n:default value of {p} in {f}",
                    f"what does {p} default to",
                ],
            ),
        )
        sheet.ask(
            f"  return '{r}';",
            (
                f"result of {f}",
                r,
                [
                    f"what does {f} return ~ what {f} returns",
                    f"n:result of {f}",
                    f"what comes back from {f}",
                    f"what do i get when i call {f}",
                ],
            ),
            section=f,
        ).add("}")
        return sheet
    if kind == "css":
        sheet = Sheet(v.path(".css", ".scss", ".less"))
        sheet.add(draw.pick(['@charset "utf-8";', f"/* {v.words(1, 4)} */", f"@import '{w()}.css';"]), "")
        properties = draw.sample(
            [
                "color",
                "width",
                "margin",
                "padding",
                "font-size",
                "background",
                "border-radius",
                "line-height",
                "height",
            ],
            3,
        )
        for selector in unique(
            lambda: draw.pick([f".{w()}", f"#{w()}", draw.pick(["body", "header", "footer", "nav", "main"])]),
            draw.randint(2, 3),
        ):
            sheet.add(f"{selector} {{")
            for name in properties[: draw.randint(1, 3)]:
                value = (
                    f"#{draw.randint(0, 0xFFFFFF):06x}"
                    if name in ("color", "background")
                    else f"{draw.randint(1, 99)}{draw.pick(['px', 'em', '%'])}"
                )
                sheet.ask(
                    f"  {name}: {value};",
                    (
                        f"{name} of {selector}",
                        value,
                        [
                            f"n:{name} of {selector}",
                            f"n:{name.replace('-', ' ')} for {selector}",
                            f"what {name} does {selector} have ~ what {name} {selector} has",
                            f"which {name} is used for {selector}",
                            f"how is the {name} of {selector} set",
                        ],
                    ),
                    section=selector,
                )
            sheet.add("}")
        return sheet
    if kind == "html":
        sheet = Sheet(v.path(".html", ".htm", ".html"))
        title, heading, link, image, text, button = (
            v.words(1, 4).capitalize(),
            phrase(v),
            v.url(),
            f"{w()}.png",
            v.words(3, 6).capitalize(),
            v.words(1, 2).capitalize(),
        )
        sheet.add("<html>", "<head>").ask(
            f"  <title>{title}</title>",
            (
                "title",
                title,
                [
                    "n:title",
                    "what's the title of the page",
                    "what is the page called ~ what the page is called",
                    "what appears in the browser tab",
                ],
            ),
        ).add("</head>", "<body>")
        sheet.ask(
            f"  <h1>{heading}</h1>",
            (
                "heading",
                heading,
                [
                    "n:heading",
                    "what does the headline say ~ what the headline says",
                    "n:main heading",
                    "what is the big heading",
                ],
            ),
        )
        if draw.chance(0.7):
            sheet.ask(
                f'  <a href="{link}">{w()}</a>',
                (
                    "link",
                    link,
                    [
                        "where does the link go ~ where the link goes",
                        "n:link target",
                        "what does the link point to ~ what the link points to",
                        "n:address of the link",
                    ],
                ),
            )
        if draw.chance(0.7):
            sheet.ask(
                f'  <img src="{image}">',
                (
                    "image",
                    image,
                    [
                        "which image is shown",
                        "n:image file",
                        "what picture is used",
                        "which picture does the page show",
                    ],
                ),
            )
        if draw.chance(0.5):
            sheet.ask(
                f"  <button>{button}</button>",
                ("button", button, ["what's on the button", "n:label of the button", "what does the button say"]),
            )
        return sheet.add(f"  <p>{text}</p>", "</body>", "</html>")
    if kind == "requirements":
        sheet = Sheet(draw.pick(["requirements.txt", f"requirements-{w()}.txt", v.path(".txt"), "constraints.txt"]))
        for name in unique(w, draw.randint(3, 6)):
            version = v.version()
            sheet.ask(
                f"{name}{draw.pick(['==', '>=', '~='])}{version}",
                (
                    name,
                    version,
                    [
                        f"n:version of {name}",
                        f"which version of {name} is required",
                        f"what {name} version do we use ~ what {name} version we use",
                        f"which {name} do we need",
                        f"n:{name} version",
                        f"how new must {name} be",
                    ],
                ),
            )
        return sheet
    if kind == "crontab":
        sheet = Sheet(draw.pick(["crontab", "cron.txt", v.path(".cron")]))
        for name in unique(w, draw.randint(2, 4)):
            when = f"{draw.randint(0, 59)} {draw.randint(0, 23)} * * {draw.pick(['*', '1', '5'])}"
            sheet.ask(
                f"{when} /opt/{name}.sh",
                (
                    f"time of {name}",
                    when,
                    [
                        f"when is {name} run ~ when {name} is run",
                        f"n:schedule of {name}",
                        f"when does {name}.sh run",
                        f"n:cron time of {name}",
                    ],
                ),
            )
        return sheet
    if kind == "hosts":
        sheet = Sheet(draw.pick(["hosts", "hosts.txt", "inventory.txt", v.path(".hosts", ".txt")]))
        for name in unique(w, draw.randint(3, 6)):
            ip = f"{draw.randint(10, 200)}.{draw.randint(0, 255)}.{draw.randint(0, 255)}.{draw.randint(1, 254)}"
            sheet.ask(
                f"{ip} {name}",
                (
                    name,
                    ip,
                    [
                        f"n:address of {name}",
                        f"n:ip of {name}",
                        f"which ip does {name} have ~ which ip {name} has",
                        f"where is {name} on the network",
                        f"under which ip do i reach {name}",
                    ],
                ),
                (
                    None,
                    name,
                    [
                        f"which host has {ip}",
                        f"who is {ip} ~ who {ip} is",
                        f"n:name of {ip}",
                        f"which machine sits at {ip}",
                    ],
                ),
            )
        return sheet
    if kind in ("go", "rust", "c"):
        sheet = Sheet(v.path({"go": ".go", "rust": ".rs", "c": ".c"}[kind]))
        sheet.add({"go": f"package {w()}", "rust": f"use {w()}::{w()};", "c": f"#include <{w()}.h>"}[kind], "")
        for name in unique(v.pascal if kind == "go" else v.constant, draw.randint(2, 4)):
            value = draw.pick([str(v.number()), f'"{v.nonsense()}"'])
            line = {
                "go": f"const {name} = {value}",
                "rust": f"const {name}: {'u32' if value.isdigit() else '&str'} = {value};",
                "c": f"#define {name} {value}",
            }[kind]
            sheet.ask(
                line,
                (
                    name,
                    value.strip('"'),
                    [
                        f"n:{name}",
                        f"n:constant {name}",
                        f"what is {name} ~ what {name} is",
                        f"what value has {name}",
                        f"what does {name} expand to",
                        f"how is {name} defined",
                    ],
                ),
            )
        return sheet
    if kind == "codeowners":
        sheet = Sheet(draw.pick(["CODEOWNERS", "OWNERS", ".github/CODEOWNERS", "docs/OWNERS.txt"]))
        for folder in unique(w, draw.randint(2, 5)):
            owner = f"@{w()}"
            sheet.ask(
                f"/{folder}/ {owner}",
                (
                    f"/{folder}/",
                    owner,
                    [
                        f"who owns {folder}",
                        f"n:owner of {folder}",
                        f"who is responsible for {folder}",
                        f"whose is the {folder} folder",
                        f"who looks after {folder}",
                        f"who reviews changes in {folder}",
                    ],
                ),
            )
        return sheet
    sheet = Sheet(draw.pick(["package.json", f"{v.folder()}/package.json", "composer.json"]))
    sheet.add("{", f'  "name": "{w()}",', '  "scripts": {')
    names = unique(lambda: draw.pick(["build", "test", "start", "lint", "watch", w(), w()]), draw.randint(2, 4))
    for at, name in enumerate(names):
        command = draw.pick([f"{w()} --{w()}", f"node {w()}.js", f"{w()} {w()} -{draw.pick('abc')}"])
        sheet.ask(
            f'    "{name}": "{command}"' + ("," if at < len(names) - 1 else ""),
            (
                name,
                command,
                [
                    f"what does the script {name} run ~ what the script {name} runs",
                    f"n:{name} script",
                    f"n:command behind {name}",
                    f"what does npm run {name} do ~ what npm run {name} does",
                    f"which command is {name} short for",
                ],
            ),
            section="scripts",
        )
    return sheet.add("  }", "}")


def grid(v: Vocabulary) -> Sheet:
    """A table with a header, whose rows are found by their first cell."""
    draw = v.draw
    style = draw.pick(["comma", "comma", "semicolon", "tab", "pipe", "bars", "aligned", "comma_space"])
    extension = {
        "comma": ".csv",
        "semicolon": ".csv",
        "tab": ".tsv",
        "pipe": ".md",
        "bars": ".txt",
        "aligned": ".txt",
        "comma_space": ".csv",
    }[style]
    sheet = Sheet(v.path(extension, extension, ".txt" if style != "pipe" else ".md"))
    pool: list[tuple[str, Callable[[Vocabulary], str], list[str]]] = [
        ("age", lambda v: str(v.draw.randint(1, 99)), ["how old is {r} ~ how old {r} is"]), ("city", lambda v: v.draw.pick(CITIES), ["where does {r} live ~ where {r} lives", "in which city is {r}"]), ("price", money, ["how much is {r} ~ how much {r} is", "what does {r} cost ~ what {r} costs", "how expensive is {r}"]),
        ("weight", lambda v: str(v.number()), ["how heavy is {r} ~ how heavy {r} is", "how much does {r} weigh ~ how much {r} weighs"]), ("owner", person, ["who owns {r}", "whose is {r} ~ whose {r} is", "to whom does {r} belong"]), ("room", lambda v: str(v.draw.randint(1, 900)), ["where is {r} ~ where {r} is", "in which room is {r}"]),
        ("boss", person, ["who is the boss of {r}", "who does {r} report to"]), ("phone", lambda v: str(v.draw.randint(10000, 9999999)), ["how do i call {r}", "which number has {r}"]), ("start", clock, ["when does {r} start ~ when {r} starts", "when does {r} begin"]), ("height", amount, ["how tall is {r} ~ how tall {r} is", "how high is {r}"]),
        ("count", lambda v: str(v.number()), ["how many {r} are there", "how many {r} do we have"]), ("born", lambda v: str(v.draw.randint(1900, 2030)), ["when was {r} born ~ when {r} was born", "in what year was {r} born"]), ("food", thing, ["what does {r} eat ~ what {r} eats"]), ("status", lambda v: v.nonsense(), ["how is {r} doing", "in what state is {r}"]),
        ("teacher", person, ["who teaches {r}"]), ("color", lambda v: v.draw.pick(COLORS), ["what color is {r} ~ what color {r} is"]), ("sold", lambda v: str(v.number()), ["how many {r} were sold", "how much of {r} did we sell"]), ("due", lambda v: v.date(), ["when is {r} due ~ when {r} is due", "by when must {r} be done"]),
    ]  # fmt: skip
    columns = [entry for entry in draw.sample(pool, draw.randint(1, 4))]
    if (
        len({"owner", "boss", "teacher"} & {c[0] for c in columns}) > 1
        or {"city", "room"} <= {c[0] for c in columns}
        or {"start", "due"} <= {c[0] for c in columns}
        or {"count", "sold"} <= {c[0] for c in columns}
    ):
        raise Unsuitable("alike")
    for _ in range(draw.randint(0, 2)):
        columns.append(
            (
                one_word(v),
                draw.pick(
                    [
                        lambda v: str(v.number()),
                        lambda v: v.nonsense(),
                        lambda v: v.code_token(),
                        lambda v: v.draw.pick(WEEKDAYS),
                    ]
                ),
                [],
            )
        )
    draw.shuffle(columns)
    header = [
        draw.pick(["name", "id", "item", "who", "what", "title", one_word(v)]),
        *(column[0] for column in columns),
    ]
    if len(set(header)) < len(header):
        raise Unsuitable("twin")
    if draw.chance(0.3):
        header = [h.capitalize() for h in header]
    elif draw.chance(0.1):
        header = [h.upper() for h in header]
    names = unique(
        lambda: draw.pick(
            [v.nonsense(), v.nonsense().capitalize(), person(v), draw.pick(GOODS), v.word(), v.code_token()]
        ),
        draw.randint(3, 7),
    )
    rows = [[name, *(column[1](v).replace(",", "").replace("|", "") for column in columns)] for name in names]
    widths = [max(len(row[i]) for row in [header, *rows]) + 2 for i in range(len(header))]

    def line_of(row: list[str]) -> str:
        if style == "aligned":
            return "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        if style == "pipe":
            return "| " + " | ".join(row) + " |"
        return {"comma": ",", "semicolon": ";", "tab": "\t", "bars": " | ", "comma_space": ", "}[style].join(row)

    sheet.add(line_of(header))
    if style == "pipe":
        sheet.add("|" + "---|" * len(header))
    elif style == "aligned" and draw.chance(0.4):
        sheet.add("-" * sum(widths))
    prefix = f"columns {', '.join(header)}; "
    for row in rows:
        sheet.lines.append(line_of(row))
        for at, (column, _, natural) in enumerate(columns, 1):
            shown, r, cell = header[at], row[0], row[at]
            c = draw.pick([shown, column])
            ways = [f"n:{c} of {r}", f"n:{r}'s {c}", f"n:{c} for {r}", f"what {c} does {r} have ~ what {c} {r} has", f"which {c} belongs to {r}", f"what is {r}'s {c} ~ what {r}'s {c} is", f"what's in the {c} column for {r}", f"what stands under {c} for {r}", f"which {c} is given for {r}"]  # fmt: skip
            ways += [way.replace("{r}", r) for way in natural] * 3
            sheet.facts.append(
                Fact(len(sheet.lines), sheet.lines[-1], f"The {shown} of {r} is {cell}", ways, None, prefix)
            )
            if sum(other[at] == cell for other in rows) == 1:
                more = [
                    f"which {header[0]} has the {c} {cell}",
                    f"which row has {cell} as its {c}",
                    f"who or what has {c} {cell}",
                    f"n:{header[0]} with the {c} {cell}",
                    f"whose {c} is {cell} ~ whose {c} is {cell}",
                ]
                if draw.chance(0.4):
                    sheet.facts.append(
                        Fact(len(sheet.lines), sheet.lines[-1], f"{r} has {shown} {cell}.", more, None, "")
                    )
    return sheet


SHEETS: list[tuple[float, Callable[[Vocabulary], Sheet]]] = [
    (4, card), (1.5, cards), (3, relations), (1.5, letter), (1.5, receipt), (1.5, log), (2.5, schedule), (1.2, recipe), (1.5, stock_list), (2.5, menu), (1.2, minutes), (1.2, faq), (0.8, history), (2, lives), (4, nested), (2.5, classes), (1.2, makefile), (1.2, dockerfile), (5, script_file), (4, grid),
]  # fmt: skip


def sheet(v: Vocabulary) -> Sheet:
    """A file of any of these shapes, with at least one thing to ask."""
    made = v.draw.weighted(SHEETS)(v)
    if not made.facts or len(made.text) > 1100:
        raise Unsuitable("nothing to ask")
    return made
