"""Jobs that look and answer: values, lines, code, tables, files in a folder, where a name is."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket import phrases_read as more
from tools.pocket.contents import Document, Entry, item_list, module, prose, settings, table
from tools.pocket.contents_more import sheet
from tools.pocket.draw import Draw
from tools.pocket.phrasing import asking, file_form, macros, quoted
from tools.pocket.programs import literal, program
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, numbered, read, shell, shell_output
from tools.pocket.words import FIRST_NAMES, MONTHS, WEEKDAYS, Vocabulary

VALUE = macros(
    [
        "=[what is|what's|whats] [the|] {name} in {file}",
        "=[what is|what's] the value of {name} in {file}",
        "=[what|which] {name} [is set|is configured|is given|is defined|is used|stands|is written|is there|do we have] in {file}",
        "=[what|which] {name} does {file} [use|set|have|define|contain|give|specify|say|list|mention|show]",
        "=what does {file} say about [the|] {name}",
        "=what is {name} set to in {file}",
        "=what's [our|my|the current|the configured] {name} according to {file}",
        "=according to {file}, what is the {name}",
        "=in {file}, [what is|what's] [the|] {name}[| set to]",
        "=in {file}[,| there is a] {name}: what is [it|its value]",
        "=how is {name} [set|configured|defined] in {file}",
        "=[what value|which value] does {name} have in {file}",
        "=what did we set {name} to in {file}",
        "<tell> [what|] the {name} in {file}[| is]",
        "<tell> [the|] {name} from {file}",
        "<tell> what {name} is [|set to ]in {file}",
        "<look> {file} and [tell me|give me|report|say|show me|let me know] [the|] {name}",
        "<look> {file} and tell me [what {name} is|the value of {name}|what {name} is set to|which {name} is set]",
        "<look> {file}. [What is|What's|Which is] [the|] {name}",
        "<look> {file}: what is [the|] {name}",
        "[find|get|fetch|extract|read|look up|determine|pull] [the|] {name} [from|in|out of] {file}",
        "[find|look up|check] what {name} is in {file}",
        "=i need [the|] {name} from {file}",
        "=[give me|show me|read me] [the|] {name} [in|from|of] {file}",
        "={name} in {file}",
        "={file}: {name}",
        "=do you know [the|] {name} in {file}",
        "=[can you see|could you check|can you find out|can you tell me] what {name} is in {file}",
        "=[someone|somebody|a colleague] [asked me|wants to know] [the|] {name} in {file}. What is it",
        "=which value is stored [under|for] {name} in {file}",
        "answer from {file}: what is [the|] {name}",
        "=what would i find under {name} in {file}",
        "=is there a {name} in {file}, and what is it",
        "use {file} to [tell me|find] [the|] {name}",
    ]
)  # fmt: skip


def _loose(templates: list[str], nouns: str = "n") -> list[str]:
    """Templates whose nouns may do without their article, as keys do."""
    for noun in nouns:
        slot = f"{{{noun}}}"
        templates = [
            text.replace(f"the {slot}", f"[the|the|] {slot}").replace(f" a {slot}", f" {slot}") for text in templates
        ]
    return templates


VALUE_MORE = _loose(more.NOUN)
FOLDER_MORE = _loose(more.FOLDER)
VALUE_NO_FILE = macros(
    [
        "=[what is|what's] [the|our|my] {name}",
        "=[which|what] {name} [is set|is configured|do we use|does this project use|is used here]",
        "<tell> [the|our] {name} [in the config|from the settings|of this project|in this folder|set here|]",
        "=[what is|what's] [the|] {name} in the [config|settings|configuration] file",
        "=[what is|what's] the {name} of this project",
        "find the {name} in this [folder|project|directory]",
        "=where is {name} set and what is it",
        "=somewhere [here|in this folder] {name} is set. What is it set to",
    ]
)


def ask(draw: Draw, old: list[str], new: list[str], **slots: object) -> str:
    """A phrase out of one of two tables, mostly the second."""
    if draw.chance(0.4):
        return draw.phrase(old, asking, **slots)
    return draw.phrase(new, more.said, **slots)


def asked(draw: Draw, way: str) -> tuple[list[str], dict[str, str], str]:
    """Frames for a way to ask, what goes into their slots, and what is looked for."""
    if way.startswith("n:"):
        noun = way.removeprefix("n:")
        own = re.match(r"[A-Z]?\S*( \S+)?'s ", noun) is not None or noun.isupper() or noun.count(".") == 1
        if own:
            return [frame.replace("the {n}", "{n}").replace(" a {n}", " {n}") for frame in more.NOUN], {"n": noun}, noun
        return more.NOUN, {"n": noun}, noun
    direct, _, indirect = way.partition(" ~ ")
    if not indirect and direct.split()[0] in ("who", "whose", "which", "what", "whom"):
        inverted = r"^\S+( \S+){0,2} (is|are|was|were|do|does|did|will|would|must|can|should|has|have)\b"
        if not re.search(inverted, direct):
            indirect = direct
    if indirect and draw.chance(0.4):
        return more.INDIRECT, {"i": indirect}, indirect
    return more.DIRECT, {"q": direct, "Q": direct[0].upper() + direct[1:]}, direct


_NEAR = [
    set(group.split())
    for group in (
        "port server_port http_port listen_port host hostname server host_name bind address database db db_name url endpoint",
        "timeout timeout_s request_timeout timeout_seconds connect_timeout interval refresh poll_interval delay period sleep_seconds",
        "retries max_retries retry_count retry_limit attempts epochs steps iterations rounds limit maximum count quantity stock items copies",
        "debug debug_mode verbose verbose_output log_level loglevel level logging_level mode",
        "author maintainer owner contact created_by user username db_user login user_name team department group division email",
        "version app_version release released date deadline due expires start_date",
        "theme color_scheme style skin color colour background accent primary_color",
        "language lang locale default_language encoding charset format output_format",
        "threads workers num_workers processes worker_count concurrency batch_size chunk_size buffer_size block_size cache_size max_size page_size",
        "email mail admin_email support_email contact_email contact homepage website url base_url endpoint address",
        "city country nation location office region path",
        "width height depth font_size size margin padding age price cost amount total",
        "message greeting welcome banner text motto slogan title name",
        "password passwd secret api_key token secret_key username login",
        "role job position profession",
        "seed random_seed",
        "license",
    )
]
"""Keys that a question without the key's name may mix up."""


def plainly(draw: Draw, entry: Entry, document: Document) -> str | None:
    """A question for a setting that does not use its key, if none of the others could be meant."""
    key = entry.key.lower()
    ways = next((ways for keys, ways in more.PLAIN if key in map(str.lower, keys)), None)
    others = {other.key.lower() for other in document.entries if other is not entry}
    if ways is None or any(key in group and others & group for group in _NEAR) or key in others:
        return None
    return draw.pick(ways)


def spoken(draw: Draw, entry: Entry, document: Document) -> str:
    """What to call a value so that it is clear which one is meant."""
    twins = [other for other in document.entries if other is not entry and set(other.names) & set(entry.names)]
    name = draw.pick(entry.names)
    same = [other for other in twins if other.key == entry.key]
    if same or (entry.section and draw.chance(0.2)):
        if entry.section is None:
            raise Unsuitable("twin")
        name = draw.pick(
            [
                f"{entry.section} {name}",
                f"{name} in the {entry.section} section",
                f"{name} of the {entry.section}",
                f"{name} under {entry.section}",
                f"{entry.section}.{entry.key}",
                f"{name} in [{entry.section}]",
                f"{name} for {entry.section}",
                f"{name} (section {entry.section})",
            ]
        )
    elif twins:
        name = entry.key
    if name == entry.key and draw.chance(0.3):
        name = draw.pick([f"`{name}`", f'"{name}"', f"'{name}'"])
    return name


def answer(name: str, value: str) -> str:
    """The sentence that gives a value."""
    return f"{name} is {value}"


def find_line(result: Result, line: str) -> int:
    """The number of `line` in a result of `read`."""
    lines = numbered(result)
    if line not in lines:
        raise Unsuitable("line is gone")
    return lines.index(line) + 1


def value_script(document: Document, entry: Entry, name: str, first: str) -> Script:
    """Read the file, bind the line, answer."""
    result = yield read(document.path, first)
    number = find_line(result, entry.line)
    under = f" under {entry.section}" if entry.section else ""
    return Say(f"line {number}{under}: {entry.line.strip()}", f"{entry.key} in {document.path} is {entry.value}")


def read_value(v: Vocabulary) -> Task:
    """A value of a settings file that the user names."""
    draw = v.draw
    document = settings(v)
    if not document.entries:
        raise Unsuitable("empty")
    entry = draw.pick(document.entries)
    name = spoken(draw, entry, document)
    way = plainly(draw, entry, document) if draw.chance(0.6) else None
    if way is not None:
        frames, slots, plain = asked(draw, way)
        prompt = draw.phrase(frames, more.said, file=file_form(draw, document.path), **slots)
    else:
        plain = name.strip("`\"'")
        prompt = ask(draw, VALUE, VALUE_MORE, name=name, n=name, file=file_form(draw, document.path))
    return Task(
        "read",
        prompt,
        lambda: value_script(document, entry, plain, f"read {document.path}; find {plain}"),
        files={document.path: document.text},
        needs=("read",),
    )


def find_value(v: Vocabulary) -> Task:
    """A value whose file the user does not name: look at the folder first."""
    draw = v.draw
    document = settings(v)
    if not document.entries or "/" in document.path:
        raise Unsuitable("nested")
    name_of_file = document.path.lower()
    if not any(
        word in name_of_file
        for word in ("conf", "setting", "option", "env", "package", "param", "default", "ini", "toml", "yaml")
    ):
        raise Unsuitable("no telling name")
    entry = draw.pick(document.entries)
    name = spoken(draw, entry, document)
    prompt = ask(draw, VALUE_NO_FILE, FOLDER_MORE, name=name, n=name)
    plain = name.strip("`\"'")

    def script() -> Script:
        result = yield Call(f"find {plain}; which file? list the folder", "list", {})
        names = result.content.splitlines()
        if document.path not in names or sum(not n.endswith("/") for n in names) > 4:
            raise Unsuitable("list")
        return (yield from value_script(document, entry, plain, f"{document.path} looks right; read it for {plain}"))

    return Task("read", prompt, script, files={document.path: document.text}, needs=("read", "list"))


LINE = macros(
    [
        "=[what is|what's|whats] [the|] {which} line [of|in] {file}", "=[what does|what is written in|what stands in|what is in] the {which} line of {file}",
        "<tell> the {which} line of {file}", "<look> {file} and [tell me|give me|quote|show me] the {which} line",
        "[print|show|quote|read|give me|display] the {which} line of {file}", "=which line [comes|is] {which} in {file}", "read the {which} line from {file}",
        "=how does the {which} line of {file} read", "=what's on the {which} line of {file}", "=in {file}, what is the {which} line", "=the {which} line of {file}", "copy the {which} line of {file} for me",
    ]
)  # fmt: skip
NUMBER_LINE = macros(
    [
        "=[what is|what's] [on|in|written on|at] line {n} of {file}",
        "<tell> line {n} of {file}",
        "[show|print|quote|give me|read] line [number |no. |]{n} [of|from|in] {file}",
        "=what does line {n} of {file} say",
        "=line {n} of {file}",
        "=in {file}, what's on line {n}",
        "<look> {file} and give me line {n}",
    ]
)
COUNT_LINES = macros(
    [
        "=how many lines [does {file} have|are in {file}|has {file}|are there in {file}|does {file} contain]", "count the lines [of|in] {file}",
        "<tell> [how many lines {file} has|the number of lines in {file}|the line count of {file}]", "=what is the [number of lines|line count|length in lines] of {file}",
        "=how long is {file} in lines", "=the number of lines in {file}", "<look> {file} and count its lines", "=how big is {file}, in lines",
    ]
)  # fmt: skip
ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth"}


def read_line(v: Vocabulary) -> Task:
    """One line by its place, or the number of lines."""
    draw = v.draw
    document = draw.weighted([(3, item_list), (3, prose), (2, settings)])(v)
    lines = document.text.rstrip("\n").split("\n")
    path = document.path
    kind = draw.weighted([(2, "last"), (3, "ordinal"), (2, "number"), (3, "count")])
    if kind == "count":
        bare = document.text.count("\n\n") == 0 and not document.entries and not lines[0].endswith(":")
        if bare and draw.chance(0.4):
            prompt = draw.phrase(more.COUNT_ITEMS, more.said, file=file_form(draw, path))
        else:
            prompt = ask(draw, COUNT_LINES, more.COUNT_LINES, file=file_form(draw, path))

        def count() -> Script:
            result = yield read(path, f"read {path}; count the lines")
            numbered(result)
            n = int(result.content.splitlines()[-1].partition("|")[0])
            return Say(f"the last number is {n}", f"{path} has {n} line{'s' * (n != 1)}.")

        return Task("read", prompt, count, files={path: document.text}, needs=("read",))
    number = len(lines) if kind == "last" else draw.randint(1, min(len(lines), 8))
    if not lines[number - 1].strip():
        raise Unsuitable("empty line")
    if kind == "number":
        prompt = ask(draw, NUMBER_LINE, more.NUMBER_LINE, file=file_form(draw, path), n=number)
        which = f"line {number}"
    else:
        word = (
            "last"
            if kind == "last"
            else draw.pick([ORDINALS[number]] * 3 + [f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"])
        )
        prompt = ask(
            draw,
            LINE,
            more.LINE,
            file=file_form(draw, path),
            which=draw.pick([word, word, word, "very first", "top"])
            if number == 1 and kind != "last"
            else draw.pick([word, word, word, "very last", "final", "bottom"])
            if kind == "last"
            else word,
        )
        which = "the last line" if kind == "last" else f"line {number}"

    def script() -> Script:
        result = yield read(path, f"read {path}; find {which}")
        text = numbered(result)[number - 1]
        label = f"The last line of {path}" if kind == "last" else f"Line {number} of {path}"
        return Say(f"{number}|{text}", f"{label} is: {text}")

    return Task("read", prompt, script, files={path: document.text}, needs=("read",))


SHOW = macros(
    [
        "=[what is|what's|whats] in {file}", "=what does {file} [say|contain|look like]", "[show|print|display|give|read] me {file}", "[show|print|display|read|open|cat] {file}", "[show|print|display] [me |][the content of|the contents of|what is in|the text of] {file}",
        "<tell> what is in {file}", "=what are the contents of {file}", "read {file} [to me|and tell me what it says|and show it|out loud]", "=i want to see {file}", "=can i see {file}", "let me see {file}", "<look> {file} and tell me what it says",
        "=what is written in {file}", "=which [items|lines|entries|things] are in {file}", "list [the items in|everything in|the entries of|the lines of] {file}", "=what's inside {file}",
    ]
)  # fmt: skip


def show_file(v: Vocabulary) -> Task:
    """The whole of a short file."""
    draw = v.draw
    document = draw.weighted([(4, item_list), (3, prose), (2, settings)])(v, short=True)
    if document.text.count("\n") > 7:
        raise Unsuitable("long")
    prompt = ask(draw, SHOW, more.SHOW, file=file_form(draw, document.path))

    def script() -> Script:
        result = yield read(document.path, f"read {document.path}; show it")
        lines = numbered(result)
        if len(lines) == 1:
            return Say("one line", f"{document.path} says: {lines[0]}")
        return Say(f"{len(lines)} lines", f"{document.path} contains:\n" + "\n".join(lines))

    return Task("read", prompt, script, files={document.path: document.text}, needs=("read",))


FUNCTION_RETURNS = macros(
    [
        "=what does [the function |]{name} [in|from] {file} [return|do|compute|give back|calculate]", "=what does [the function |]{name} return in {file}", "=what is returned by {name} in {file}", "<tell> what {name} in {file} returns",
        "<look> {file} and [tell me|explain] what {name} [returns|does]", "=in {file}, what does {name} return", "=what is the [return value|result] of {name} in {file}", "explain what {name} in {file} does", "=how does {name} in {file} work", "=what's {name} in {file} [for|doing]",
    ]
)  # fmt: skip
PARAMETERS = macros(
    [
        "=[which|what] [parameters|arguments|inputs] does {name} in {file} [take|have|expect|accept|need]",
        "<tell> the [parameters|arguments] of {name} in {file}",
        "=what are the [parameters|arguments] of {name} in {file}",
        "=[what|which] arguments do i have to pass to {name} in {file}",
        "<look> {file}: what [parameters|arguments] does {name} have",
    ]
)
FUNCTIONS = macros(
    [
        "=[which|what] functions [are in|does {file} define|are defined in|exist in|does {file} have] {file}",
        "list the functions [in|of|defined in] {file}",
        "<tell> [which functions are in {file}|the names of the functions in {file}|all functions in {file}]",
        "=what [is|are] the [function names|names of the functions] in {file}",
        "=how many functions does {file} [have|define]",
        "=name [all|the] functions in {file}",
    ]
)


def read_code(v: Vocabulary) -> Task:
    """What a function returns or takes, or which functions there are."""
    draw = v.draw
    document, functions = module(v)
    made = draw.pick(functions)
    path = document.path
    name = draw.pick([made.name, f"{made.name}()", f"`{made.name}`", f"`{made.name}()`"])
    kind = draw.weighted([(4, "returns"), (1.5, "parameters"), (2, "functions")])
    templates, others = {
        "returns": (FUNCTION_RETURNS, more.RETURNS),
        "parameters": (PARAMETERS, more.ARGUMENTS),
        "functions": (FUNCTIONS, more.FUNCTIONS),
    }[kind]
    prompt = ask(draw, templates, others, file=file_form(draw, path), name=name)
    if kind == "functions":
        prompt = prompt.replace(f"does {path} define {path}", f"does {path} define").replace(
            f"does {path} have {path}", f"does {path} have"
        )

    def script() -> Script:
        goal = {
            "returns": f"find what {made.name} returns",
            "parameters": f"find the parameters of {made.name}",
            "functions": "find the functions",
        }[kind]
        result = yield read(path, f"read {path}; {goal}")
        numbered(result)
        if kind == "functions":
            names = re.findall(r"^\d+\|def (\w+)", result.content, re.M)
            listing = " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
            plural = f"{len(names)} functions" if len(names) > 1 else "one function"
            return Say(f"def {', def '.join(names)}", f"{path} has {plural}: {listing}.")
        if kind == "parameters":
            parameters = ", ".join(made.parameters)
            return Say(
                f"def {made.name}({parameters})",
                f"{made.name} takes {' and '.join(made.parameters)}."
                if parameters
                else f"{made.name} takes no parameters.",
            )
        return Say(f"{made.name}: {made.body}", f"{made.name} returns {made.body.removeprefix('return ')}.")

    return Task("read", prompt, script, files={path: document.text}, needs=("read",))


PRINTS = macros(
    [
        "=what does {file} [print|output|display|show|say|write out|print out]", "<tell> what {file} [prints|outputs|displays]", "=what [is|will be] the output of {file}", "=what happens when i run {file}", "=what is printed by {file}", "=what comes out [when|if] i run {file}",
        "run {file}", "run {file} and [tell me|show me|report|give me] [what it prints|the output|the result]", "[execute|start|launch] {file}[| and show me the output| and report]", "=what do i get from running {file}", "=what does the [script|program] {file} [print|do|output]", "=what's the [output|result] of [running |]{file}",
        "[execute|run] the [script|program|python file|file] {file}[| for me| and tell me what comes out]", "test {file}[| by running it]", "try [running|out] {file}", "=does {file} run", "=does {file} work", "check [whether|if|that] {file} [runs|works]", "let {file} run", "use python to run {file}",
    ]
)  # fmt: skip


def run_script(v: Vocabulary) -> Task:
    """A script that is there: run it and report."""
    draw = v.draw
    path = v.path(".py")
    made = program(v)
    code = made.code
    broken = draw.chance(0.12)
    if broken:
        code = draw.pick(
            [
                code + f"print({v.safe(v.snake())}_)\n", f"import {v.nonsense()}_{v.word()}\n\n" + code, code + f"raise ValueError({literal(v.words(1, 3))})\n",
                code + "print(1 / 0)\n", code + f"open({literal(v.word() + '.txt')})\n", code.rstrip("\n") + f"\nimport sys\n\nsys.exit({draw.randint(1, 9)})\n", code + f"print({literal(v.word())} + {draw.randint(1, 99)})\n",
            ]
        )  # fmt: skip
    prompt = ask(draw, PRINTS, more.RUN, file=file_form(draw, path))

    def script() -> Script:
        result = yield shell(f"python3 {path}", f"run python3 {path}; report the output")
        output, status = shell_output(result)
        return run_report(path, output, status)

    return Task("run", prompt, script, files={path: code}, needs=("shell",))


def run_report(path: str, output: str, status: int) -> Say:
    """What a run of a script gave."""
    lines = output.splitlines()
    if len(lines) > 24:
        raise Unsuitable("long")
    if status != 0:
        last = lines[-1] if lines else "no output"
        return Say(f"exit {status}; report the error", f"{path} failed with exit code {status}: {last}")
    if not lines:
        return Say("exit 0; no output", f"{path} ran and printed nothing.")
    if len(lines) == 1:
        return Say("exit 0; report the output", f"{path} printed: {output}")
    return Say("exit 0; report the output", f"{path} printed:\n{output}")


CELL = macros(
    [
        "=[what is|what's] [the |]{column} of {row} in {file}", "=what is {row}'s {column} [in|according to] {file}", "=which {column} does {row} have in {file}", "<tell> [the|] {column} of {row} from {file}", "<tell> {row}'s {column} [in|from] {file}",
        "<look> {file} and tell me {row}'s {column}", "<look> {file}: what {column} does {row} have", "find the {column} for {row} in {file}", "=in {file}, what is the {column} of {row}", "=according to {file}, which {column} does {row} have", "look up {row} in {file} and give me the {column}", "=what {column} is listed for {row} in {file}",
        "=i need the {column} of {row} from {file}", "=what's the {column} for {row} in {file}", "get {row}'s {column} from {file}",
    ]
)  # fmt: skip
NATURAL = {
    "age": ["=how old is {row} [in|according to|per] {file}", "=what age is {row} in {file}"],
    "city": ["=where does {row} live [according to|in] {file}", "=which city is {row} from in {file}"],
    "price": ["=how much does {row} cost [in|according to] {file}", "=how expensive is {row} in {file}"],
    "stock": ["=how many {row} are in stock [according to|in] {file}"],
    "job": ["=what does {row} do for a living according to {file}"],
    "team": ["=which team is {row} [in|on] according to {file}"],
    "email": ["=how can i mail {row}? look in {file}", "=what's the mail address of {row} in {file}"],
    "salary": ["=how much does {row} earn according to {file}"],
    "quantity": ["=how many {row} are there in {file}"],
    "color": ["=what color is {row} in {file}"],
    "shelf": ["=on which shelf is {row} according to {file}"],
}
WHO = macros(
    [
        "=who has the {column} {value} in {file}",
        "=[which|what] {key} has {column} {value} in {file}",
        "<look> {file} and tell me [who|which {key}] has {column} {value}",
        "=in {file}, which {key} has the {column} {value}",
        "find the {key} with {column} {value} in {file}",
    ]
)
HOW_MANY = macros(
    [
        "=how many {key}s are [in|listed in] {file}",
        "count the {key}s in {file}",
        "=how many [rows|records|entries] [does {file} have|are in {file}]",
        "<tell> how many {key}s {file} has",
    ]
)


def read_table(v: Vocabulary) -> Task:
    """A cell of a table, the row with a value, or the number of rows."""
    draw = v.draw
    document, header, rows = table(v)
    path = document.path
    row = draw.pick(rows)
    column = draw.randrange(1, len(header))
    kind = draw.weighted([(5, "cell"), (2, "who"), (1, "count")])
    if kind == "cell":
        templates = CELL + macros(NATURAL.get(header[column], [])) * 4
        prompt = draw.phrase(
            templates, asking, column=header[column], row=quoted(draw, row[0], bare=0.9), file=file_form(draw, path)
        )
        goal = f"find the {header[column]} of {row[0]}"
    elif kind == "who":
        if sum(other[column] == row[column] for other in rows) != 1 or (header[column] in ("", None)):
            raise Unsuitable("twin")
        prompt = draw.phrase(
            WHO, asking, column=header[column], value=row[column], key=header[0], file=file_form(draw, path)
        )
        goal = f"find who has {header[column]} {row[column]}"
    else:
        prompt = draw.phrase(HOW_MANY, asking, key=header[0], file=file_form(draw, path))
        goal = "count the rows"

    def script() -> Script:
        result = yield read(path, f"read {path}; {goal}")
        lines = numbered(result)
        if kind == "count":
            last = len(lines)
            heads = last - len(rows)
            return Say(
                f"{last} lines, {heads} of them the header: {len(rows)}", f"{path} has {len(rows)} {header[0]}s."
            )
        number = next(i for i, line in enumerate(lines, 1) if row[0] in line and all(cell in line for cell in row))
        if kind == "who":
            return Say(f"line {number}: {lines[number - 1]}", f"{row[0]} has {header[column]} {row[column]}.")
        return Say(
            f"columns {', '.join(header)}; line {number}: {lines[number - 1]}",
            f"The {header[column]} of {row[0]} is {row[column]}",
        )

    return Task("read", prompt, script, files={path: document.text}, needs=("read",))


FACTS: list[tuple[list[str], list[str], str]] = [
    (["The meeting is on {x}.", "We meet on {x}.", "Next meeting: {x}.", "The team meets every {x}."], ["when is the meeting", "on which day is the meeting", "what day do we meet", "when do we meet"], "day"),
    (["{x} is the maintainer.", "Maintained by {x}.", "This project is maintained by {x}.", "The maintainer is {x}."], ["who maintains this", "who is the maintainer", "who maintains the project", "who is responsible for the project"], "person"),
    (["{x} wrote this.", "Written by {x}.", "The author is {x}."], ["who wrote this", "who is the author", "who wrote it"], "person"),
    (["Contact {x} for help.", "Questions go to {x}.", "Ask {x} if something is unclear."], ["whom should i contact", "who should i ask for help", "who answers questions", "where do questions go"], "contact"),
    (["The code word is {x}.", "Our secret word is {x}.", "The password is {x}.", "Use the passphrase {x}."], ["what is the code word", "what is the secret word", "what's the password", "which passphrase is used"], "word"),
    (["The server runs on port {x}.", "It listens on port {x}.", "Open port {x} in the browser."], ["which port is used", "what port does the server run on", "on which port does it listen"], "number"),
    (["The project is called {x}.", "Project {x}.", "Welcome to {x}.", "{x} is a small tool."], ["what is the project called", "what's the name of the project", "what is the name of the tool"], "name"),
    (["The office is in {x}.", "We work in {x}.", "Our office is located in {x}."], ["where is the office", "in which city is the office", "where do we work"], "city"),
    (["The deadline is {x}.", "Due on {x}.", "It must be done by {x}."], ["when is the deadline", "what's the deadline", "when is it due"], "date"),
    (["Released under the {x} license.", "License: {x}.", "Licensed under {x}."], ["which license does it have", "what is the license", "how is it licensed"], "license"),
    (["It needs Python {x} or newer.", "Requires Python {x}.", "Works with Python {x}."], ["which python version is needed", "what python does it need", "which version of python is required"], "version"),
    (["The budget is {x} euros.", "We have {x} euros left.", "It costs {x} euros."], ["how much money is there", "what is the budget", "how much does it cost"], "number"),
    (["{x} likes tea, everyone else likes coffee.", "Only {x} drinks tea."], ["who likes tea", "who drinks tea"], "person"),
    (["The key is under the {x}.", "The key lies behind the {x}."], ["where is the key", "where can i find the key"], "thing"),
    (["Our cat is called {x}.", "The cat's name is {x}."], ["what is the cat called", "what's the name of the cat"], "name"),
    (["The door code is {x}.", "Use {x} to open the door."], ["what is the door code", "which code opens the door"], "number"),
    (["Lunch is at {x}.", "We eat at {x}."], ["when is lunch", "what time is lunch", "when do we eat"], "time"),
    (["Install it with {x}.", "To install, run {x}."], ["how do i install it", "how is it installed", "which command installs it"], "command"),
    (["Start it with {x}.", "To start, run {x}."], ["how do i start it", "which command starts it"], "command"),
    (["{x} won the game.", "The winner is {x}."], ["who won", "who is the winner"], "person"),
    (["The color of the car is {x}.", "The car is {x}."], ["what color is the car", "which color does the car have"], "color"),
    (["There are {x} guests.", "We expect {x} guests."], ["how many guests are there", "how many guests are expected"], "number"),
    (["The train leaves at {x}.", "Departure: {x}."], ["when does the train leave", "when is the departure"], "time"),
    (["See {x} for details.", "Documentation: {x}."], ["where is the documentation", "where can i read more", "what's the documentation link"], "url"),
]  # fmt: skip
ASK_FACT = macros(
    [
        "=according to {file}, {q}",
        "={q} according to {file}",
        "={q}? [it is in|it's in|see|look in|check|the answer is in|read] {file}",
        "<look> {file}[:| and tell me|. Then answer:|and answer:] {q}",
        "<look> {file} and tell me: {q}",
        "=in {file}: {q}",
        "={file} - {q}",
        "answer [this |]from {file}: {q}",
        "=based on {file}, {q}",
        "=what does {file} say: {q}",
        "use {file} to answer: {q}",
        "={q}? (see {file})",
        "={q} in {file}",
        "<look> {file}. {q}",
    ]
)


def read_fact(v: Vocabulary) -> Task:
    """A fact in prose."""
    draw = v.draw
    makers: dict[str, Callable[[], str]] = {
        "day": lambda: draw.pick(WEEKDAYS), "person": lambda: draw.pick([draw.pick(FIRST_NAMES), v.full_name()]), "contact": lambda: draw.pick([v.email(), v.full_name()]),
        "word": lambda: draw.pick([v.nonsense(), v.code_token(), v.word()]), "number": lambda: str(v.number()), "name": lambda: v.draw.pick([v.nonsense().capitalize(), v.proper()]), "city": v.proper,
        "date": lambda: draw.pick([v.date(), f"{draw.pick(MONTHS)} {draw.randint(1, 28)}"]), "license": lambda: draw.pick(["MIT", "Apache-2.0", "GPL-3.0", "BSD"]), "version": lambda: f"3.{draw.randint(6, 15)}",
        "thing": v.word, "time": lambda: f"{draw.randint(0, 23)}:{draw.randint(0, 59):02}", "command": lambda: draw.pick([f"pip install {v.nonsense()}", f"make {v.word()}", f"npm run {v.word()}", f"./{v.word()}.sh", f"python3 {v.word()}.py"]),
        "color": lambda: draw.pick(["red", "blue", "green", "yellow", "black", "white"]), "url": v.url,
    }  # fmt: skip
    facts = draw.some(FACTS, 1, 3)
    asked = facts[0]
    if any(set(asked[1]) & set(other[1]) for other in facts[1:]):
        raise Unsuitable("twin")
    value = makers[asked[2]]()
    lines = [draw.pick(asked[0]).format(x=value)]
    lines += [draw.pick(other[0]).format(x=makers[other[2]]()) for other in facts[1:]]
    lines += [v.sentence() for _ in range(draw.randint(0, 3))]
    fact = lines[0]
    draw.shuffle(lines)
    path = v.path(".txt", ".md", ".md", ".rst", "")
    if draw.chance(0.3):
        path = draw.pick(["README.md", "NOTES.md", "README.txt", "README", "docs/README.md", "notes.txt"])
    together = draw.chance(0.35)
    text = (" ".join(lines) if together else "\n".join(lines)) + "\n"
    if path.endswith(".md"):
        text = f"# {v.words(1, 2).capitalize()}\n\n{text}"
    question = draw.pick(asked[1])
    prompt = ask(
        draw, ASK_FACT, more.DIRECT, q=question, Q=question[0].upper() + question[1:], file=file_form(draw, path)
    )

    def script() -> Script:
        result = yield read(path, f"read {path}; find {question}")
        numbered(result)
        return Say(f"it says: {fact}", fact)

    return Task("read", prompt, script, files={path: text}, needs=("read",))


def read_sheet(v: Vocabulary) -> Task:
    """A fact out of one of many kinds of files, asked in any way."""
    draw = v.draw
    made = sheet(v)
    fact = draw.pick(made.facts)
    way = draw.pick(fact.ways)
    path = made.path
    frames, slots, goal = asked(draw, way)
    prompt = draw.phrase(frames, more.said, file=file_form(draw, path), **slots)

    def script() -> Script:
        result = yield read(path, f"read {path}; find {goal}")
        lines = numbered(result)
        if fact.number > len(lines) or lines[fact.number - 1] != fact.line:
            raise Unsuitable("line is gone")
        under = f" under {fact.section}" if fact.section else ""
        return Say(f"{fact.prefix}line {fact.number}{under}: {fact.line.strip()}", fact.answer)

    return Task("read", prompt, script, files={path: made.text}, needs=("read",))


def read_two(v: Vocabulary) -> Task:
    """Two facts out of one file."""
    draw = v.draw
    made = sheet(v)
    one = draw.pick(made.facts)
    others = [fact for fact in made.facts if fact.number != one.number and not fact.prefix]
    if not others or one.prefix:
        raise Unsuitable("one fact")
    facts = [one, draw.pick(others)]
    nouns = [[way.removeprefix("n:") for way in fact.ways if way.startswith("n:")] for fact in facts]
    asked = [[way.partition(" ~ ")[0] for way in fact.ways if not way.startswith("n:")] for fact in facts]
    by_noun = all(nouns) and draw.chance(0.5)
    if not by_noun and not all(asked):
        raise Unsuitable("no question")
    a, b = (draw.pick(ways) for ways in (nouns if by_noun else asked))
    slots = {"a": a, "b": b, "A": a[0].upper() + a[1:], "B": b[0].upper() + b[1:], "file": file_form(draw, made.path)}
    prompt = draw.phrase(_loose(more.TWO_NOUNS, "ab") if by_noun else more.TWO, more.said, **slots)

    def script() -> Script:
        result = yield read(made.path, f"read {made.path}; find {a}; find {b}")
        lines = numbered(result)
        plan, answers = [], []
        for fact in facts:
            if fact.number > len(lines) or lines[fact.number - 1] != fact.line:
                raise Unsuitable("line is gone")
            under = f" under {fact.section}" if fact.section else ""
            plan.append(f"line {fact.number}{under}: {fact.line.strip()}")
            answers.append(fact.answer)
        return Say("; ".join(plan), "\n".join(answers))

    return Task("read", prompt, script, files={made.path: made.text}, needs=("read",))


LIST = macros(
    [
        "=[which|what] files are [here|in this folder|in the current directory|there|in this directory]", "list [the files|all files|the files here|everything here|the folder|this directory|the current directory|files]", "[show|tell] me [the files|what is here|what's in this folder|which files are here]",
        "=what's in [this folder|here|the current directory|this project]", "=what is in the current [folder|directory]", "=what files do [we|i] have", "=what do we have here", "=which files does this [project|folder|directory] [have|contain]", "look around", "give me an overview of [the files|this folder]",
    ]
)  # fmt: skip
LIST_IN = macros(
    [
        "=[which|what] files are in [the folder |the directory |]{folder}",
        "list [the files in|everything in|the contents of|] {folder}",
        "[show|tell] me what is in {folder}",
        "=what's in [the folder |]{folder}",
        "=what does the [folder|directory] {folder} contain",
        "=how does {folder} look inside, which files",
        "look into the folder {folder}",
    ]
)
LIST_KIND = macros(
    [
        "=[which|what] {kind} files are [here|there|in this project|in this folder]",
        "list [all|the] {kind} files",
        "find all {kind} files",
        "=where are the {kind} files",
        "<tell> which {kind} files [exist|there are]",
        "=are there any {kind} files",
    ]
)
KINDS = {
    ".py": ["python", "Python", ".py", "*.py"],
    ".md": ["markdown", "Markdown", ".md", "*.md"],
    ".json": ["json", "JSON", ".json"],
    ".txt": ["text", ".txt", "txt", "*.txt"],
    ".yaml": ["yaml", "YAML", ".yaml"],
    ".toml": ["toml", "TOML", ".toml"],
    ".csv": ["csv", "CSV", ".csv"],
    ".js": ["javascript", ".js"],
    ".sh": ["shell", ".sh"],
    ".ini": ["ini", ".ini"],
}


def list_files(v: Vocabulary) -> Task:
    """What is in a folder, or the files of a kind."""
    draw = v.draw
    kind = draw.weighted([(3, "here"), (2, "in"), (2, "kind")])
    files: dict[str, str] = {}
    folder = v.folder()
    extension = draw.pick(list(KINDS))
    for _ in range(draw.randint(1, 5)):
        path = v.path(*KINDS, nested=0.3)
        if kind == "in":
            path = f"{folder}/{path}"
        elif kind == "kind" and draw.chance(0.5):
            path = v.path(extension, nested=0.5)
        if all(
            not other.startswith(path + "/") and not path.startswith(other + "/") and other.lower() != path.lower()
            for other in files
        ):
            files[path] = v.sentence() + "\n"
    if kind == "here":
        prompt = ask(draw, LIST, more.LIST)
        arguments, plan = {}, "list this folder"
    elif kind == "in":
        prompt = ask(draw, LIST_IN, more.LIST_IN, folder=draw.pick([folder, folder, folder + "/", f"`{folder}`"]))
        arguments, plan = {"path": folder}, f"list {folder}"
    else:
        prompt = draw.phrase(LIST_KIND, asking, kind=draw.pick(KINDS[extension]))
        arguments, plan = {"pattern": f"**/*{extension}"}, f"find files that end in {extension}"

    def script() -> Script:
        result = yield Call(plan, "list", arguments)
        if result.is_error:
            raise Unsuitable(result.content)
        names = result.content.splitlines()
        if len(names) > 12:
            raise Unsuitable("long")
        if names[0].startswith("["):
            return Say(
                "nothing there",
                f"There are no {extension} files here." if kind == "kind" else "There are no files there.",
            )
        place = {"here": "This folder contains", "in": f"{folder} contains", "kind": f"The {extension} files are"}[kind]
        return Say(f"{len(names)} entries" if len(names) > 1 else "one entry", f"{place}: {', '.join(names)}")

    return Task("list", prompt, script, files=files, needs=("list",))


WHERE = macros(
    [
        "=where is {name} [defined|used|mentioned|set|called|declared]", "=[which|what] file[s|] [defines|contains|mentions|uses|has] {name}", "find [|out |]where {name} is [defined|used|mentioned|set]", "search for {name}", "find {name}[| in this project| in the files| here]", "<tell> [where|in which file] {name} [is|appears|occurs|can be found]",
        "=in which file is {name}[| defined| used]", "=is {name} [used|mentioned|defined] [anywhere|somewhere]", "=does any file [mention|contain|use] {name}", "grep for {name}", "look for {name}[| in the code| in this folder]", "=where do we [use|have|define] {name}", "=where can i find {name}", "locate {name}", "search [the files|the project|this folder|the code] for {name}",
    ]
)  # fmt: skip


def search_name(v: Vocabulary) -> Task:
    """Where something is."""
    draw = v.draw
    document = draw.weighted([(3, lambda v: module(v)[0]), (3, settings), (1, item_list)])(v)
    absent = draw.chance(0.12)
    words = [
        word
        for word in re.findall(r"\w{4,}", document.text)
        if word.isascii()
        and not word.isdigit()
        and word not in ("return", "true", "false", "const", "import", "export", "config")
    ]
    if not words:
        raise Unsuitable("no word")
    word = v.nonsense() + "_" + v.nonsense() if absent else draw.pick(words)
    prompt = ask(draw, WHERE, more.WHERE, name=draw.pick([word, word, f"`{word}`", f'"{word}"', f"'{word}'"]))

    def script() -> Script:
        result = yield Call(f"search {word}", "search", {"pattern": word})
        if result.is_error:
            raise Unsuitable(result.content)
        if result.content == "[no matches]":
            return Say("no matches", f"{word} does not occur in any file here.")
        hits = result.content.splitlines()
        if len(hits) > 6:
            raise Unsuitable("many")
        if len(hits) == 1:
            path, line, text = hits[0].split(":", 2)
            return Say("one match", f"{word} is in {path}, line {line}: {text.strip()}")
        return Say(f"{len(hits)} matches", f"{word} is in these places:\n" + "\n".join(hits))

    return Task("search", prompt, script, files={document.path: document.text}, needs=("search",))


HAS = macros(
    [
        "=does {file} [contain|have|mention|include] {what}",
        "=is {what} in {file}",
        "=is there [a|an|] {what} in {file}",
        "check [if|whether] {file} [contains|mentions|has] {what}",
        "<look> {file} and tell me [if|whether] {what} is in it",
        "<tell> [if|whether] {what} is in {file}",
        "=can you find {what} in {file}",
    ]
)


def contains(v: Vocabulary) -> Task:
    """Whether something is in a file."""
    draw = v.draw
    document = draw.weighted([(3, item_list), (1, settings)])(v)
    lines = [line for line in document.text.split("\n") if line.strip()]
    present = draw.chance(0.55)
    line = draw.pick(lines)
    word = (
        re.sub(r"^(\[ \] |- \[ \] |- |\* |# |TODO: )", "", line.strip())
        if present
        else draw.pick([v.word(), v.nonsense(), draw.pick(FIRST_NAMES)])
    )
    if present and document.entries:
        word = draw.pick(document.entries).key
        line = next(x for x in lines if word in x or word.replace("_", " ").lower() in x.lower() or True)
        line = next((x for x in lines if word in x), None) or ""
        if not line:
            raise Unsuitable("not literal")
    if not present and word.lower() in document.text.lower():
        raise Unsuitable("present")
    path = document.path
    prompt = ask(draw, HAS, more.HAS, file=file_form(draw, path), what=quoted(draw, word, bare=0.6))

    def script() -> Script:
        result = yield read(path, f"read {path}; is {word} in it?")
        shown = numbered(result)
        if not present:
            return Say(f"no line has {word}", f"No, {path} does not contain {word}.")
        number = next(i for i, text in enumerate(shown, 1) if word in text)
        return Say(f"line {number}: {shown[number - 1].strip()}", f"Yes, {word} is in {path}, line {number}.")

    return Task("read", prompt, script, files={path: document.text}, needs=("read",))


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (15, read_sheet), (1.5, read_two), (7, read_value), (1.2, find_value), (3, read_line), (2, show_file), (3, read_code), (4, run_script), (3, read_table), (3.5, read_fact), (2.5, list_files),
    (2.5, search_name), (1.2, contains),
]  # fmt: skip
