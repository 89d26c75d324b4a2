"""What files that belong together say: things and the codes that lead to others, papers alike, and how people ask."""

from __future__ import annotations

from dataclasses import dataclass, field

Form = tuple[str, str, str]
"""The ending of a file's name, its first lines, and those of a row."""


@dataclass(frozen=True, slots=True)
class Link:
    """Two files: rows of `x` with a code, and rows of the code with `y` and the number `z`.

    `said` has how people call these, and whole questions: `qy` and `qz` by `x`, `back` by `y`.
    """

    stems: tuple[str, str]
    kinds: dict[str, str]
    first: list[Form]
    second: list[Form]
    said: dict[str, list[str]] = field(default_factory=dict)


LINKS = [
    Link(
        ("orders sales bought shop_orders", "customers clients people accounts"),
        {"x": "{int 1000 9899}", "c": "K-{int 10 99}", "e": "goods", "y": "city", "z": "int 2 950"},
        [
            ("csv", "order,customer,item", "{x},{c},{e}"),
            ("txt", "", "order {x}: {e}, for {c}"),
            ("md", "| order | item | customer |\n| --- | --- | --- |", "| {x} | {e} | {c} |"),
            ("jsonl", "", '{{"order": {x}, "customer": "{c}", "item": "{e}"}}'),
            ("log", "", "order {x} of {e} taken from {c}"),
        ],
        [
            ("csv", "id,city,balance", "{c},{y},{z}"),
            ("yaml", "", "- {{id: {c}, balance: {z}, city: {y}}}"),
            ("txt", "Our customers:", "{c} lives in {y} and still has {z} to pay."),
            ("md", "", "* {c} - {y} - owes {z}"),
        ],
        {
            "X": ["order {x}", "order no. {x}", "the order {x}", "number {x}"], "C": ["{c}", "customer {c}"],
            "E": ["item", "goods"], "Y": ["city", "town", "place"], "Z": ["balance", "debt"],
            "qy": ["where does order {x} go", "what city do we send {x} to", "in which town lives whoever ordered {x}", "to what place does {x} travel"],
            "qz": ["how much does the customer of {x} owe", "what has the one who placed order {x} still to pay"],
            "back": ["which order goes to {y}", "what's the number of the order from {y}", "which of the orders came from somebody in {y}"],
        },
    ),
    Link(
        ("staff people team who desks colleagues", "rooms offices phones extensions doors"),
        {"x": "name", "c": "{=A|B|C|D}{int 100 399}", "e": "trade", "y": "{int 200 899}", "z": "int 2 40"},
        [
            ("txt", "", "{x} ({e}) sits in {c}"), ("csv", "name,job,room", "{x},{e},{c}"),
            ("md", "# Who sits where\n", "- {x}, {e}: room {c}"), ("ini", "", "{x} = {c} ; {e}"),
            ("txt", "Dear all, the new rooms:\n", "{c} is now for {x}, our {e}."),
        ],
        [
            ("csv", "room,phone,seats", "{c},{y},{z}"), ("txt", "", "Room {c}: phone {y}, {z} seats"),
            ("yaml", "", "{c}: {{seats: {z}, phone: {y}}}"), ("md", "", "| {c} | {z} seats | tel. {y} |"),
            ("html", "", "<li>{c}: call {y} ({z} seats)</li>"),
        ],
        {
            "X": ["{x}", "{x}"], "C": ["room {c}", "{c}"], "E": ["job", "profession", "trade"],
            "Y": ["phone", "phone number", "extension", "number to call"], "Z": ["number of seats", "number of chairs"],
            "qy": ["what do I dial to get {x}", "how do I reach {x} by phone", "I want to ring {x}, what's the number", "what number does {x} pick up"],
            "qz": ["how many people fit into the room of {x}", "how many seats are there where {x} sits"],
            "back": ["whose phone is {y}", "who called me from {y}", "{y} is on my display, who is that", "who picks up at {y}"],
        },
    ),
    Link(
        ("error errors app worker failures", "access requests gateway proxy web"),
        {"x": "{=mail|disk|login|upload|search|cache|export|payment} {=timeout|refused|failed|broken|too large|denied|missing}",
         "c": "{int 1000 9899}", "e": "hour", "y": "/{word}/{word}", "z": "int 20 4000"},
        [
            ("log", "", "{e} ERROR {x} (request {c})"), ("log", "", "{e} [{c}] error: {x}"), ("txt", "", "{e} {x}, req={c}"),
            ("jsonl", "", '{{"at": "{e}", "request": {c}, "error": "{x}"}}'),
        ],
        [
            ("log", "", "#{c} GET {y} {z}ms"), ("log", "", "POST {y} id={c} took {z} ms"), ("csv", "id,path,ms", "{c},{y},{z}"),
            ("txt", "", "{z} ms {c} {y}"),
        ],
        {
            "X": ['"{x}"', "the error {x}", "the {x} one"], "C": ["request {c}", "id {c}"], "E": ["time", "hour"],
            "Y": ["path", "url", "address"], "Z": ["milliseconds", "duration"],
            "qy": ["which path was asked for when it said {x}", "what page did the {x} error hit", "where did the {x} come up, I mean the path"],
            "qz": ["how many ms did the request with {x} take", "how long took the one that ended with {x}"],
            "back": ["what went wrong at {y}", "which error belongs to {y}", "{y} failed, with what message"],
        },
    ),
    Link(
        ("index page home about post", "style main site theme look"),
        {"x": "heading", "c": "cssclass", "e": "{=h1|h2|h3|h4|p}", "y": "colour", "z": "int 9 48"},
        [
            ("html", "<body>", '  <{e} class="{c}">{x}</{e}><hr>'),
            ("html", "<main>", '<{e} id="i" class="wide {c}">{x}</{e}>'),
            ("md", "", "{x} {{.{c}}} <{e}>"),
        ],
        [
            ("css", "", ".{c} {{ color: {y}; font-size: {z}px; }}"), ("css", "/* colours */", ".{c} {{ font: {z}px serif; color: {y} }}"),
            ("scss", "", ".{c} {{ size: {z}px; color: {y}; }}"),
        ],
        {
            "X": ['"{x}"', "the heading {x}", "{x}"], "C": ["class {c}", "the class {c}"], "E": ["tag", "element"],
            "Y": ["colour", "color", "text colour"], "Z": ["font size", "size of the letters", "pixel size"],
            "qy": ["in what colour is {x} shown", "what color does {x} get", "how is {x} painted"],
            "qz": ["how large is {x} on the page", "how many px has {x}"],
            "back": ["which heading is {y}", "what text comes out {y}", "what is shown in {y}"],
        },
    ),
    Link(
        ("services stack deploy runtime", ".env prod vars defaults"),
        {"x": "{service}_{=host|key|user|mode|queue}", "c": "{envname}_{=A|B|MAIN|OLD|X}", "e": "service", "y": "word", "z": "int 2 950"},
        [
            ("yaml", "environment:", "  {x}: ${{{c}}}  # {e}"), ("yml", "env:", "  - {x}=${c} # {e}"),
            ("sh", "#!/bin/sh", 'export {x}="${c}" # for {e}'), ("py", "import os\n", '{x} = os.environ["{c}"]  # {e}'),
            ("js", "", "const {x} = process.env.{c}; // {e}"),
        ],
        [("env", "", "{c}={y}  # {z}"), ("env", "# values", "export {c}={y} # used {z} times"), ("ini", "[env]", "{c} = {y} ; {z} uses")],
        {
            "X": ["{x}", "`{x}`", "the setting {x}"], "C": ["{c}", "variable {c}"], "E": ["service", "service in the comment"],
            "Y": ["value", "actual value", "real value", "content"], "Z": ["number of uses", "number in the comment"],
            "qy": ["what does {x} really hold", "what is {x} in the end", "which value ends up in {x}", "what will {x} be when it runs"],
            "qz": ["how often is the variable behind {x} used"],
            "back": ["which one gets {y}", "what is set to {y}", "where does {y} end up", "which name has {y} in it at last"],
        },
    ),
    Link(
        ("app start main job tool", "limits settings consts defaults numbers"),
        {"x": "{=max|min|first|last|new|old}_{=size|wait|rows|port|level|depth}", "c": "{word}_{=LIMIT|TOP|BASE|COUNT}", "e": "word", "y": "folder", "z": "int 2 950"},
        [
            ("py", "import {stem}\n", "{x} = {stem}.{C}  # {e}"), ("js", 'const {stem} = require("./{stem}");', "let {x} = {stem}.{C}; // {e}"),
            ("rb", 'require "{stem}"', "{x} = {C} # {e}"), ("sh", ". ./{stem}", "{x}=${C} # {e}"),
        ],
        [("py", "", "{C} = {z}  # {y}"), ("js", "", "exports.{C} = {z}; // {y}"), ("rb", "", "{C} = {z} # from {y}"), ("sh", "", "{C}={z} # {y}")],
        {
            "X": ["{x}", "`{x}`"], "C": ["{C}", "the constant {C}"], "E": ["comment", "remark"],
            "Y": ["comment of the constant", "remark beside the constant"], "Z": ["value", "number", "actual number"],
            "qy": ["what does the comment on the constant in {x} say"],
            "qz": ["how much is {x}", "what number does {x} get", "which number is really in {x}", "when it runs, what is {x}"],
            "back": ["which name takes the constant with the remark {y}"],
        },
    ),
    Link(
        ("parts stock inventory spares", "shelves drawers places store"),
        {"x": "{=BX|EM|DL|CR|QT}-{int 10 99}", "c": "{=A|B|C|D|E}{int 1 9}", "e": "colour", "y": "{=north hall|annex|cellar|attic|garage|south hall|yard|shed}", "z": "int 2 90"},
        [
            ("csv", "part,drawer,colour", "{x},{c},{e}"), ("txt", "", "{x} ({e}) lies in {c}"),
            ("yaml", "", "- {{part: {x}, colour: {e}, drawer: {c}}}"), ("md", "", "* drawer {c}: {e} {x}"),
        ],
        [
            ("csv", "drawer,hall,pieces", "{c},{y},{z}"), ("txt", "", "{c}: {y}, {z} pieces"), ("jsonl", "", '{{"drawer": "{c}", "pieces": {z}, "hall": "{y}"}}'),
            ("txt", "What is where:", "In the {y} stands {c}, with room for {z} pieces."),
        ],
        {
            "X": ["part {x}", "{x}", "the {x}"], "C": ["drawer {c}", "{c}"], "E": ["colour", "color"],
            "Y": ["building", "hall", "part of the house"], "Z": ["pieces in its drawer", "room in its drawer"],
            "qy": ["where do I have to go for {x}", "in which building is {x}", "where is {x} kept, not the drawer, the hall"],
            "qz": ["how many pieces are in the drawer of {x}"],
            "back": ["what part is in the {y}", "which part do I find in the {y}"],
        },
    ),
    Link(
        ("mail letter reminder message note", "invoices bills accounts open ledger"),
        {"x": "name", "c": "R{int 100 989}", "e": "month", "y": "day", "z": "int 12 980"},
        [
            ("txt", "Hello,\n", "{x} asks again for invoice {c} of {e}."), ("txt", "Hi!\nnews about our bills:", "- {x} wants {c} paid ({e})"),
            ("md", "", "* {c}: {x} wrote in {e}"), ("eml", "Subject: bills\n", "{e}: please see to {c}, says {x}"),
        ],
        [
            ("csv", "no,due,amount", "{c},{y},{z}"), ("md", "| amount | no | due |\n| --- | --- | --- |", "| {z} | {c} | {y} |"),
            ("tsv", "no\tamount\tdue", "{c}\t{z}\t{y}"), ("txt", "", "{y}  {c}  {z}.00"),
        ],
        {
            "X": ["{x}", "{x}"], "C": ["invoice {c}", "bill {c}", "{c}"], "E": ["month"],
            "Y": ["due date", "day it is due", "deadline"], "Z": ["amount", "bill"],
            "qy": ["until when must we pay {x}", "when is the money for {x} due", "by what day does {x} want the money"],
            "qz": ["how much does {x} get from us", "what do we owe {x}", "how high is the bill that {x} asks for"],
            "back": ["who gets the money on {y}", "whose bill is due {y}"],
        },
    ),
    Link(
        ("makefile targets tasks commands", "package scripts jobs steps"),
        {"x": "target", "c": "{nonsense}", "e": "word", "y": "tools/{word}.{=js|py|rb|sh}", "z": "int 2 60"},
        [
            ("mk", "", "{x}:\n\tnpm run {c} # {e}"), ("yml", "tasks:", "  {x}: yarn {c} # {e}"), ("txt", "", "{x} -> {c} ({e})"),
            ("md", "# Commands\n", "- `{x}` starts {c}; {e}"),
        ],
        [
            ("yaml", "scripts:", '  {c}: "run {y} --wait {z}"'), ("toml", "[scripts]", '{c} = "{y} -t {z}"'), ("ini", "", "{c} = {y} {z}"),
            ("txt", "", "{c} calls {y}, at most {z} minutes"),
        ],
        {
            "X": ["{x}", "`{x}`", "the target {x}"], "C": ["the script {c}", "{c}"], "E": ["remark", "comment"],
            "Y": ["program", "file", "program behind it"], "Z": ["time limit", "number behind it"],
            "qy": ["which program runs when I type {x}", "what does {x} start in the end", "what file is behind {x}"],
            "qz": ["what number goes to the program of {x}"],
            "back": ["which command gets {y} started", "what must I type so that {y} runs"],
        },
    ),
    Link(
        ("class pupils club members kids", "teachers courses lessons groups"),
        {"x": "name", "c": "{=a|b|c|d|e}{int 1 9}", "e": "animal", "y": "fullname", "z": "int 5 38"},
        [
            ("txt", "", "{x} goes to {c} and has a {e}"), ("csv", "child,group,pet", "{x},{c},{e}"), ("md", "", "- {x}: {C}; pet: {e}"),
            ("html", "<ul>", "  <li>{x} ({c}), {e}</li>"),
        ],
        [
            ("txt", "", "{C} is led by {y}; {z} children"), ("csv", "group,children,teacher", "{c},{z},{y}"),
            ("yaml", "", "{c}: {{teacher: {y}, children: {z}}}"), ("ini", "", "{c} = {y}, {z}"),
        ],
        {
            "X": ["{x}", "{x}"], "C": ["group {c}", "group {C}"], "E": ["pet", "animal"], "Y": ["teacher", "leader"], "Z": ["size of the group", "number of children"],
            "qy": ["who teaches {x}", "who is in charge of {x}", "whom do I write to about {x}"], "qz": ["how many children are in the group of {x}", "how big is the group that {x} goes to"],
            "back": ["which child is with {y}", "whom of them does {y} teach"],
        },
    ),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """What each of some papers says: what it is called, its values, its lines, and the words for more and for less."""

    nouns: list[str]
    kind: str
    forms: list[str]
    asked: list[str]
    more: tuple[str, str] = ("", "")
    less: tuple[str, str] = ("", "")


PAPERS: list[tuple[str, str, str, list[str], list[Part]]] = [
    ("parcel", "parcels", "name", ["parcel_{t}", "{t}", "{t}-parcel"], [
        Part(["weight"], "int 2 60", ["weight: {v} kg", "Weight = {v} kg", "It weighs {v} kg.", "kg {v}"], ["how many kilos has {f}", "how heavy is {f}"], ("heavier", "heaviest"), ("lighter", "lightest")),
        Part(["sender"], "fullname", ["from: {v}", "Sender = {v}", "{v} sends it.", "sender {v}"], ["who sent {f}", "who is behind {f}"]),
        Part(["destination"], "city", ["to: {v}", "Goes to = {v}", "It goes to {v}.", "to {v}"], ["where does {f} go", "where is {f} bound"]),
        Part(["posting date"], "day", ["sent: {v}", "Posted = {v}", "It was posted on {v}.", "posted {v}"], ["when was {f} posted"], ("later", "newest"), ("earlier", "oldest")),
        Part(["height"], "int 70 99", ["height: {v} cm", "Height = {v} cm", "{v} cm high.", "cm {v}"], ["how high is {f}"], ("higher", "highest"), ("lower", "lowest")),
    ]),
    ("offer", "offers", "word", ["offer_{t}", "{t}", "{t}.offer"], [
        Part(["price"], "int 100 990", ["price: {v}", "Total = {v} euros", "All in all {v} euros.", "costs {v}"], ["what does {f} cost", "how much do they want in {f}"], ("more expensive", "dearest"), ("cheaper", "cheapest")),
        Part(["company"], "fullname", ["company: {v}", "Firm = {v}", "Best regards, {v}", "by {v}"], ["who made {f}", "which firm wrote {f}"]),
        Part(["delivery time"], "int 2 40", ["delivery: {v} days", "Delivery time = {v} days", "We deliver within {v} days.", "days {v}"], ["how many days does {f} take"], ("slower", "slowest"), ("quicker", "fastest")),
        Part(["validity"], "day", ["valid until: {v}", "Until = {v}", "It holds until {v}.", "until {v}"], ["until when is {f} good"], ("valid longer", "one that holds longest"), ("ending sooner", "one that runs out first")),
        Part(["colour"], "colour", ["colour: {v}", "Paint = {v}", "Painted {v}.", "in {v}"], ["what colour comes with {f}"]),
    ]),
    ("flat", "flats", "city", ["flat_{t}", "{t}", "{t}-flat"], [
        Part(["rent"], "int 300 1900", ["rent: {v}", "Rent = {v} euros", "It costs {v} a month.", "monthly {v}"], ["what is the rent in {f}", "what do they want a month in {f}"], ("dearer", "most expensive"), ("cheaper", "cheapest")),
        Part(["size"], "int 20 140", ["size: {v} m2", "Area = {v} m2", "There are {v} square metres.", "m2 {v}"], ["how big is {f}", "how many square metres has {f}"], ("bigger", "largest"), ("smaller", "smallest")),
        Part(["owner"], "fullname", ["owner: {v}", "Landlord = {v}", "{v} lets it.", "call {v}"], ["who lets {f}", "whom do I ask about {f}"]),
        Part(["heating"], "{=gas|oil|wood|coal|solar|pellets}", ["heating: {v}", "Heating = {v}", "Heated with {v}.", "warm by {v}"], ["how is {f} heated"]),
        Part(["free date"], "day", ["free from: {v}", "Free = {v}", "You can move in on {v}.", "from {v}"], ["from what day is {f} free"], ("free later", "one that is free last"), ("free earlier", "one that is free first")),
    ]),
    ("server", "servers", "=dev|prod|staging|test|live|demo|backup|local|old|new", ["{t}", "app.{t}", "{t}_server"], [
        Part(["port"], "int 1024 9999", ["port: {v}", "port = {v}", "PORT={v}", "listen {v};"], ["on which port is {f}", "where does {f} listen"], ("higher in port", "one with the highest port"), ("lower in port", "one with the lowest port")),
        Part(["number of workers"], "int 2 64", ["workers: {v}", "worker_count = {v}", "WORKERS={v}", "workers {v};"], ["how many workers has {f}"], ("larger in workers", "one with the most workers"), ("smaller in workers", "one with the fewest workers")),
        Part(["region"], "country", ["region: {v}", "zone = {v}", "REGION={v}", "region {v};"], ["in which country does {f} stand"]),
        Part(["timeout"], "int 70 900", ["timeout: {v}", "timeout_s = {v}", "TIMEOUT={v}", "wait {v}s;"], ["how long does {f} wait"], ("more patient", "most patient one"), ("less patient", "one with the shortest timeout")),
        Part(["theme"], "colour", ["theme: {v}", "skin = {v}", "THEME={v}", "theme {v};"], ["what colour is the theme of {f}"]),
    ]),
    ("hike", "hikes", "city", ["{t}", "hike_{t}", "to_{t}"], [
        Part(["length"], "int 4 48", ["length: {v} km", "Length = {v} km", "We walk {v} km.", "km {v}"], ["how far is {f}", "how many km is {f}"], ("longer", "longest"), ("shorter", "shortest")),
        Part(["guide"], "fullname", ["guide: {v}", "Led by = {v}", "{v} leads us.", "with {v}"], ["who leads {f}", "who is the guide of {f}"]),
        Part(["ascent"], "int 60 1900", ["ascent: {v} m", "Up = {v} m", "It goes up {v} m.", "climb {v}"], ["how many metres up is {f}"], ("steeper", "one with the largest ascent"), ("flatter", "flattest")),
        Part(["start time"], "hour", ["start: {v}", "Start = {v}", "We leave at {v}.", "at {v}"], ["when does {f} start"], ("later in the day", "one that starts last"), ("earlier in the day", "one that starts first")),
        Part(["lunch"], "dish", ["lunch: {v}", "Food = {v}", "There will be {v}.", "eat {v}"], ["what is there to eat on {f}"]),
    ]),
]  # fmt: skip

BAGS: list[tuple[str, list[str], str]] = [
    ("thing", ["packed", "bag", "list", "suitcase"], "luggage"),
    ("item", ["gear", "boat", "car", "camp"], "gear"),
    ("item", ["shopping", "pantry", "market", "buy"], "goods"),
    ("fruit", ["basket", "fruit", "market", "stall"], "fruit"),
    ("vegetable", ["garden", "bed", "seeds", "soup"], "vegetable"),
    ("subject", ["monday", "exam", "timetable", "course"], "subject"),
    ("sport", ["club", "summer", "hall", "offers"], "sport"),
    ("instrument", ["band", "orchestra", "school", "trio"], "instrument"),
    ("package", ["requirements", "installed", "deps", "wanted"], "package"),
    ("key", ["en", "old", "keys", "schema"], "settingkey"),
    ("column", ["schema", "table", "export", "used"], "column"),
    ("guest", ["guests", "invited", "came", "answers"], "name"),
    ("flower", ["garden", "shop", "balcony", "order"], "flower"),
    ("room", ["clean", "plan", "painted", "house"], "room"),
    ("day", ["free", "times", "possible", "open"], "=Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"),
    ("animal", ["farm", "zoo", "fed", "barn"], "animal"),
]
"""What stands in lists, names of these, and its kind."""
BAG_FORMS: list[Form] = [
    ("txt", "", "{v}"),
    ("txt", "", "- {v}"),
    ("md", "# What we have\n", "* {v}"),
    ("md", "", "- [ ] {v}"),
    ("csv", "name,count", "{v},{n}"),
    ("yaml", "all:", "  - {v}"),
    ("txt", "", "{n}x {v}"),
    ("html", "<ul>", "  <li>{v}</li>"),
    ("ini", "[all]", "{v} = {n}"),
]
TOGETHER = ["I have {all}.", "there are {all}", "{all}: that is all.", "Noted so far: {all}", "list: {all}"]
"""Lists in one sentence."""
NUMBERED: list[tuple[str, str, str, str]] = [
    ("piece", "pieces", "letter mail request message", "gear"),
    ("kilo", "kilos", "order mail wishes note", "goods"),
    ("euro", "euros", "quote offer mail agreed", "instrument"),
    ("day", "days", "plan mail agreed schedule", "room"),
    ("point", "points", "speech report mail news", "name"),
    ("plant", "plants", "mail diary plan note", "flower"),
    ("head", "heads", "farmer call mail vet", "animal"),
]
"""What is counted, names of the first file, and the kind of what it is counted for."""
SAID = ["we agreed on {n} {u} for {x}", "for {x} it is {n} {u}", "{x}: {n} {u}, as you said", "{n} {u} for {x}, please", "put down {n} {u} for {x}"]  # fmt: skip
NOTED: list[Form] = [
    ("csv", "name,{u}", "{x},{n}"),
    ("md", "| name | {u} |\n| --- | --- |", "| {x} | {n} |"),
    ("jsonl", "", '{{"name": "{x}", "{u}": {n}}}'),
    ("yaml", "", "{x}: {n}"),
    ("ini", "[{u}]", "{x} = {n}"),
    ("txt", "", "{n} x {x}"),
    ("html", "<table>", "  <tr><td>{x}</td><td>{n}</td></tr>"),
]
