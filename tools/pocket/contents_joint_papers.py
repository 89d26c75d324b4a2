"""What papers alike say each, what stands in lists, and what letters and tables say of the same things."""

from __future__ import annotations

from dataclasses import dataclass

from tools.pocket.contents_joint import Form


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
    ("recipe", "recipes", "dish", ["{t}", "{t}_recipe", "recipe-{t}"], [
        Part(["cooking time"], "int 5 180", ["time: {v} min", "Minutes = {v}", "It takes {v} minutes.", "takes {v}"], ["how many minutes does {f} take", "how long do I cook {f}"], ("slower", "slowest"), ("quicker", "quickest")),
        Part(["cook"], "name", ["from: {v}", "Cook = {v}", "This is how {v} does it.", "by {v}"], ["who gave us {f}", "whose recipe is {f}"]),
        Part(["number of eggs"], "int 2 24", ["eggs: {v}", "Eggs = {v}", "You need {v} eggs.", "eggs {v}"], ["how many eggs go into {f}"], ("richer in eggs", "one with the most eggs"), ("poorer in eggs", "one with the fewest eggs")),
        Part(["side dish"], "vegetable", ["served with: {v}", "Side = {v}", "Goes well with {v}.", "with {v}"], ["what goes well with {f}"]),
        Part(["oven heat"], "int 140 250", ["oven: {v}", "Oven = {v} degrees", "Heat the oven to {v} degrees.", "heat {v}"], ["how hot must the oven be for {f}"], ("hotter", "hottest"), ("cooler", "one with the coolest oven")),
    ]),
    ("backup", "backups", "=monday|tuesday|wednesday|thursday|friday|saturday|sunday", ["{t}", "backup_{t}", "{t}.backup"], [
        Part(["size"], "int 20 9900", ["size: {v} MB", "size_mb = {v}", "{v} megabytes were written.", "mb={v}"], ["how large is {f}", "how many megabytes has {f}"], ("larger", "largest"), ("smaller", "smallest")),
        Part(["disk"], "word", ["disk: {v}", "target = {v}", "Written to the disk {v}.", "to={v}"], ["on which disk is {f}"]),
        Part(["number of files"], "int 10 980", ["files: {v}", "file_count = {v}", "There were {v} files.", "files={v}"], ["how many files are in {f}"], ("fuller", "one with the most files"), ("emptier", "one with the fewest files")),
        Part(["start time"], "hour", ["start: {v}", "begun = {v}", "It began at {v}.", "at={v}"], ["when did {f} begin"], ("later in the day", "one that began last"), ("earlier in the day", "one that began first")),
        Part(["operator"], "name", ["operator: {v}", "by = {v}", "{v} started it.", "by={v}"], ["who started {f}"]),
    ]),
    ("hotel", "hotels", "city", ["{t}", "hotel_{t}", "{t}-hotel"], [
        Part(["price"], "int 40 390", ["price: {v}", "Night = {v} euros", "A night costs {v}.", "pay {v}"], ["what does a night in {f} cost", "how much is {f}"], ("more expensive", "dearest"), ("cheaper", "cheapest")),
        Part(["manager"], "fullname", ["manager: {v}", "Host = {v}", "{v} runs it.", "ask {v}"], ["who runs {f}", "whom do I write to at {f}"]),
        Part(["number of rooms"], "int 4 240", ["rooms: {v}", "Rooms = {v}", "There are {v} rooms.", "rooms {v}"], ["how many rooms has {f}"], ("bigger", "biggest"), ("smaller", "smallest")),
        Part(["breakfast time"], "hour", ["breakfast: {v}", "Breakfast = {v}", "Breakfast is from {v}.", "food {v}"], ["from when is there breakfast in {f}"], ("later with breakfast", "one with the latest breakfast"), ("earlier with breakfast", "one with the earliest breakfast")),
        Part(["pet rule"], "animal", ["pets: {v}", "Pets = {v}", "You may bring a {v}.", "pet {v}"], ["which animal may I take to {f}"]),
    ]),
    ("candidate", "candidates", "name", ["{t}", "cv_{t}", "{t}-letter"], [
        Part(["age"], "int 18 66", ["age: {v}", "Age = {v}", "I am {v} years old.", "aged {v}"], ["how old is {f}"], ("older", "oldest"), ("younger", "youngest")),
        Part(["trade"], "trade", ["job: {v}", "Trade = {v}", "I work as a {v}.", "works as {v}"], ["what does {f} do for a living", "what is the job of {f}"]),
        Part(["home town"], "city", ["lives in: {v}", "Town = {v}", "I come from {v}.", "of {v}"], ["where does {f} live", "where is {f} from"]),
        Part(["first day"], "day", ["can start: {v}", "Start = {v}", "I could start on {v}.", "from {v}"], ["when can {f} start"], ("free later", "one who can start last"), ("free sooner", "one who can start first")),
        Part(["wage"], "int 900 6400", ["wants: {v}", "Wage = {v} euros", "I would like {v} a month.", "asks {v}"], ["how much does {f} want to earn"], ("more demanding", "dearest"), ("more modest", "cheapest")),
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
FREE = [
    "I can on {all}.",
    "free: {all}",
    "{all} would suit me",
    "Only {all}, sorry!",
    "Count me in for {all}.",
    "possible days: {all}",
]
"""The same for days."""
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
