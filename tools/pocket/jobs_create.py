"""Jobs that create files: programs, functions, texts and data; run them where asked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from tools.pocket import phrases_create as more
from tools.pocket.contents import Document, document
from tools.pocket.draw import Draw
from tools.pocket.phrasing import RUN_AFTER, SHOW_AFTER, asking, file_form, listed, macros, quoted
from tools.pocket.programs import Function, Program, arithmetic, function, literal, program, spoken, text_of
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, read, shell, shell_output, write
from tools.pocket.words import FIRST_NAMES, FOLDERS, GOODS, LICENSES, NAMES_OF_THINGS, Vocabulary

PRINT_PROGRAM = macros(
    [
        "<create> [|<new> ]{file} <that> <prints> {what}{run}",
        "<create> {file} <that> <prints> {what}{run}",
        "<create> <script> [called|named] {file} <that> <prints> {what}{run}",
        "<create> <script> <named> {file} <that> <prints> {what}{run}",
        "<create> <script> <that> <prints> {what} <named> {file}{run}",
        "<create> <script> to <print> {what} <named> {file}{run}",
        "<create> <script> for <printing> {what} <named> {file}{run}",
        "<create> {file} to <print> {what}{run}",
        "<create> {file} so that it <prints> {what}{run}",
        "<create> {file} <printing> {what}{run}",
        "<create> {file}, [it should|it must|which should|it has to|it is supposed to|it needs to] <print> {what}{run}",
        "<create> {file}. It [should|must|has to|needs to|ought to] <print> {what}{run}",
        "<create> {file} [with code that|with a program that|with a script that|with python code that] <prints> {what}{run}",
        "<create> {file} with a [single|] print [statement|call] for {what}{run}",
        "in {file}, <create> <script> that <prints> {what}{run}",
        "in {file} <create> [code|a program] <printing> {what}{run}",
        "<create> <script> {file}: it <prints> {what}{run}",
        "<create> {file}: <print> {what}{run}",
        "put [code|a script|a program|python] [into|in|inside] {file} that <prints> {what}{run}",
        "=[I need|I want|I'd like|we need|I would like to have|I'm looking for|I require] <script> [called|named] {file} that <prints> {what}{run}",
        "=[I need|I want|I'd like|we need] {file} to <print> {what}. [Create|Write|Make|Build] it{run}",
        "=[I need|I want|we need|there should be] [a file|a script] {file} <that> <prints> {what}{run}",
        "={file} should <print> {what}. [Create|Write|Make|Please write|Please create|Add] it{run}",
        "={file} [doesn't exist yet|is missing|isn't there yet]. [Create|Write|Make] it so that it <prints> {what}{run}",
        "=a new script {file} should <print> {what}{run}",
        "=new file {file}: <prints> {what}{run}",
        "=can you make me <script> that <prints> {what}? [call it|name it|the name should be|save it as|put it in] {file}{run}",
        "=create: {file}. purpose: <print> {what}{run}",
        "<create> <script> that <prints> {what}. [Call it|Name it|The file name is|The file should be called|Save it as|Put it into|It goes into|Store it as] {file}{run}",
        "<create> <script> which [goes|belongs] in {file} and <prints> {what}{run}",
        "[use|using] python[,|] <create> {file} that <prints> {what}{run}",
        "<print> {what} [using|with|via|from] [a|a new|a python|a small] script [called|named] {file}{run}",
        "[open a new file|make a new file|start a new file] {file} and [write|put in] <script> that <prints> {what}{run}",
        "[have|let] {file} <print> {what}{run}",
        "[code|implement|program] {file} such that it <prints> {what}{run}",
        "=when [I run|executed,|run,|started,] {file} [it should|should|it must] <print> {what}. <create> it{run}",
        "=write python in {file}: it <prints> {what}{run}",
        "=what I need: {file}, <script> that <prints> {what}{run}",
        "<create> me {file}; its [output|result] should be {what}{run}",
        "<create> {file} whose output is {what}{run}",
        "<create> <script> whose [only|] output is {what} <named> {file}{run}",
    ]
)

PUT_LINE = macros(
    [
        "<create> [|<new> ]{file} <containing> {what}",
        "<create> {file} <containing> {what}",
        "<create> {file} with [the|this|] [content|text|line|contents]{colon} {what}",
        "<create> a [text |]file [called|named] {file} <containing> {what}",
        "<create> a [text |]file <containing> {what} <named> {file}",
        "[write|put|save|store|dump|place|enter] <exactly> {what} [to|into|in] [|the file |a file called |a new file |a file named |a new file named ]{file}",
        "[write|put|save|store] [the text|the line|the words|this|the following]{colon} {what} [to|into|in] {file}",
        "in {file}[,|] [write|put|note|store] {what}",
        "[note|jot|write] down {what} in {file}",
        "={file} should [contain|say|read|hold|have the content|have the text] {what}. [Create|Write|Make] it",
        "=[I need|I want|I'd like] [a file|a text file|a note] [called|named] {file} <containing> {what}",
        "=[I need|I want|make] {file} <containing> {what}",
        "save {what} as {file}",
        "<create> {file}[.|;] [Its|The] <content> [should be|is|must be|shall be] {what}",
        "<create> a note {file} saying {what}",
        "<create> {file} and [put|write] {what} [in it|into it|inside|in there]",
        "<create> {file} whose [only line|content|text] is {what}",
        "=new file {file}: {what}",
        "=the text {what} [belongs|should go] [in|into] {file}, [create|write] it",
        "fill [a new file|the new file|] {file} with {what}",
    ]
)

PUT_BLOCK = macros(
    [
        "<create> [|<new> ]{file} [with this|with the following|with exactly this|containing this|with that|with the|having this] <content>:\n{fence}",
        "<create> {file}:\n{fence}",
        "<create> {file} with:\n{fence}",
        "[put|write|save|store|copy|paste] [this|the following|the text below|these lines|the code below|the following lines] [to|into|in] {file}:\n{fence}",
        "[save|write|store] this as {file}:\n{fence}",
        "=[this|the following] [should go|goes|belongs] [in|into] {file}:\n{fence}",
        "={file} should [look like this|contain this|be exactly this|read]:\n{fence}\n[Create it|Please create it|Write it|]",
        "=[I need|I want] a file {file} with these lines:\n{fence}",
        "=here is the <content> [of|for] {file}, [create it|write it|save it]:\n{fence}",
        "={fence}\n[save|store|write|put] [this|that|the above|the text above|these lines] [to|in|as|into] {file}",
        "<create> [a file|the file] {file}. <content>:\n{fence}",
        "=new file {file}\n{fence}",
    ]
)

PUT_LINES = macros(
    [
        "<create> {file} with [the lines|these lines|the following lines|lines] {what}",
        "<create> {file} with {n} lines: {what}",
        "<create> {file} with {n} lines, {what}",
        "<create> {file} [containing|that contains|with] {what}, [each on its own line|one per line|on separate lines|each on a separate line|line by line|one on each line]",
        "[put|write|store|save|list] {what} [into|in|to] {file}, [each on its own line|one per line|on separate lines|each on a line of its own]",
        "<create> a file [called|named] {file} [that lists|listing|with] {what}, [one per line|each on its own line]",
        "=[I need|I want] {file} with one line [each for|for each of] {what}",
        "write {file}, one line each: {what}",
        "<create> a list {file} of {what}, [one per line|each in its own line]",
        "=the lines {what} should go into {file}, in this order",
        "<create> {file}; the lines are {what}",
    ]
)

STRUCTURED = macros(
    [
        "<create> {file} with {what}",
        "<create> a [{kind} file|{kind} document|new {kind} file|{kind}] [called|named] {file} with {what}",
        "<create> a {kind} file {file} [with|containing|that holds|that has|holding] {what}",
        "<create> a {kind} file with {what} <named> {file}",
        "[put|write|store|save] {what} [into|in|to] {file} as {kind}",
        "<create> {file}[.|;|,] [it should contain|it should have|it has|it must have|it needs|containing|including] {what}",
        "=[I need|I want|I'd like] a {kind} file {file} with {what}",
        "=[I need|I want] {what} in {file}[| as {kind}]",
        "set up {file} with {what}",
        "<create> {file} as {kind} with {what}",
        "=a {kind} file {file} should [hold|contain|have] {what}. [Create|Write|Make] it",
        "in {file}, [store|define|put|write] {what} [|as {kind}]",
    ]
)

FUNCTION = macros(
    [
        "<create> {file} with a function {name} that {does}",
        "<create> {file} with [a|one|a python] function [called|named] {name} that {does}",
        "<create> a function {name}[| in python] that {does}, in {file}",
        "in {file}[,|] [write|define|add|create|implement] [a|the] function {name} [that|which] {does}",
        "[write|define|create|implement|add|put] [a|the] function {name} [that|which] {does} [in|into|to] [|a new file |the file ]{file}",
        "<create> {file} that defines {name}, [a function which|which|a function that] {does}",
        "<create> a module {file} with [the|a] function {name} that {does}",
        "=[I need|I want] a function {name} in {file} that {does}",
        "={file} should [define|have|contain|provide] a function {name} that {does}. [Create|Write] it",
        "implement {name} in {file}: it {does}",
        "<create> {file}. It [should have|needs|should define] one function, {name}, [that|which] {does}",
        "<create> a python file {file} [containing|with] a function [called|named] {name} which {does}",
        "define {name} in {file}; it {does}",
    ]
)
AND_CALL = macros(
    [
        " and <prints> {call}", ", and <print> {call}", " and a line that <prints> {call}", ". Also <print> {call}", ". At the end <print> {call}",
        ", then <print> {call}", " and <print> the result of {call}", ". Below it, <print> {call}", ". The script should <print> {call}",
        " and call it as {call} and print the result", ". It should also <print> {call}", " plus a print of {call}",
    ]
)  # fmt: skip


def run_phrase(draw: Draw) -> str:
    """The end of a prompt that asks for a run, with or without asking for the output."""
    if draw.chance(0.4):
        return draw.pick(RUN_AFTER) + draw.pick(SHOW_AFTER)
    joined = draw.chance(0.4)
    text = draw.pick([text for text in (more.RUN_JOINED if joined else more.RUN) if "{" not in text])
    if joined:
        return text
    if text.startswith(("What", "Does it print", "Can you", "Could you", "Would you")):
        text += "?"
    return draw.pick([". ", ". ", ". ", "; "]) + text


_BEGINNINGS = [
    "make",
    "write",
    "add",
    "generate",
    "set up",
    "put together",
    "prepare",
    "build",
    "produce",
    "save",
    "start",
]
_OWN_VERBS = {"do": "does", "go": "goes", "echo": "echoes", "multiply": "multiplies", "be": "is", "have": "has"}


def third_person(task: str) -> str:
    """ "prints 3 and stops" of "print 3 and stop"."""

    def ending(verb: str) -> str:
        return _OWN_VERBS.get(verb) or verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s")

    head, *rest = task.split(" ", 1)
    text = " ".join([ending(head), *rest])
    return re.sub(
        r"( and )(print|show|drop|report)(?= (?:it|that|the|each|them|what|\w+$))",
        lambda found: found.group(1) + ending(found.group(2)),
        text,
    )


def infinitive(does: str) -> str:
    """ "always return 3" of "always returns 3"."""
    words = does.split(" ")
    at = 1 if words[0] in ("always", "just") else 0
    word = words[at]
    words[at] = word.removesuffix("ies") + "y" if word.endswith("ies") else word.removesuffix("s")
    text = " ".join(words)
    return re.sub(r" and (returns|subtracts)\b", lambda found: " and " + found.group(1)[:-1], text)


def task_of(draw: Draw, what: Program) -> str:
    """What a program is to do, with its verb."""
    if what.tasks and draw.chance(0.5):
        return draw.pick(what.tasks)
    return draw.pick(more.VERBS).format(draw.pick(what.objects))


def _capital(text: str) -> str:
    return text if text.startswith("{") else text[0].upper() + text[1:]


def compose(draw: Draw, core: str, run: bool | None, *, value: str = "") -> str:
    """A pattern together with sentences around it: a reason, whether to run, in whatever order.

    `run` is None where there is nothing that could be run. `value` is what stands at the end of `core`, if it is a
    slot.
    """
    core = draw.choices_of(core)
    if core.startswith("create ") and draw.chance(0.65):
        core = draw.pick(_BEGINNINGS) + core[6:]
    whole = core.startswith("=")
    before, after, joined = [], [], ""
    if run:
        way = draw.random()
        if way < 0.35 and not whole and not re.search(r"[.?;] ", core):
            joined = draw.pick(more.RUN_JOINED)
        elif way < 0.85 or (whole and way < 0.92):
            after.append(draw.pick(more.RUN))
        else:
            before.append(draw.pick(more.RUN_BEFORE))
    elif run is not None and draw.chance(0.3):
        after.append(draw.pick(more.NO_RUN))
    if draw.chance(0.06):
        before.insert(0, draw.choices_of(draw.pick(more.CONTEXT)))
    if not (before or after or joined):
        return core
    if before:
        start = draw.pick([" ", " ", "\n"]) if not before[-1].endswith("?") else " "
        body = core.removeprefix("=")
        core = "=" + " ".join(text.removeprefix("=") for text in before) + start
        core += _capital(body) if draw.chance(0.8) else body
    core += joined
    if after:
        sentence = after[0]
        open_end = core.endswith("}")
        stop = draw.weighted([(8, ". "), (1, "; "), (1, " - "), (0.7, ".\n"), (0.4, "\n")])
        if core.endswith(("?", "!", ")")) and stop != "\n":
            stop = " "
        elif open_end and value.endswith(("!", "?", ":", "...")):
            stop = " " if stop[0] == "." else stop
        if stop in (" ", ". ", ".\n", "\n") and draw.chance(0.85):
            sentence = _capital(sentence)
        else:
            sentence = sentence[0].lower() + sentence[1:] if not sentence.startswith("I") else sentence
        if sentence.lower().startswith(("what", "does it", "can you", "could you", "would you")):
            sentence += draw.pick(["?", "?", ""]) if not sentence.endswith(" it") or "." not in sentence else ""
        else:
            sentence += draw.pick([".", ".", "", "", "!"])
        core += stop + sentence
    return core


def ask_for(v: Vocabulary, core: str, run: bool | None, last: str = "", value: str = "", **slots: object) -> str:
    """A prompt: the pattern, its surroundings, the noise. `value` ends it where it ends in the slot named `last`."""
    draw = v.draw
    ends = bool(last) and core.rstrip().endswith(f"{{{last}}}")
    template = compose(draw, core, run, value=value if ends else "")
    subject = draw.pick([v.word, v.nonsense])()
    person = draw.pick([draw.pick(FIRST_NAMES), v.nonsense().capitalize()])
    return draw.phrase([template], asking, x=subject, y=person, **slots)


def odd_path(v: Vocabulary) -> str:
    """A name without an extension, with a dot in front, or with several dots."""
    draw = v.draw
    name = draw.pick(
        [
            lambda: draw.pick(["LICENSE", "README", "Makefile", "Dockerfile", "NOTICE", "AUTHORS", "VERSION", "CHANGES", "TODO", "Procfile"]),
            lambda: draw.pick([".env", ".env.local", ".env.test", ".gitignore", ".dockerignore", ".npmrc", ".nvmrc", ".python-version"]),
            lambda: f".{v.nonsense()}rc",
            lambda: f".env.{draw.pick([v.word, v.nonsense])()}",
            lambda: f".{v.nonsense()}",
            lambda: f".{v.word()}.{draw.pick(['yml', 'json', 'toml', 'txt'])}",
            lambda: f"{v.nonsense()}.{v.word()}.{draw.pick(['txt', 'md', 'bak', 'conf', 'log'])}",
            lambda: f"{v.stem()}.v{draw.randint(1, 9)}.txt",
            lambda: f"{v.nonsense().upper()}",
            lambda: f"{v.nonsense().capitalize()}file",
            lambda: f"{v.stem()}-{draw.randint(2000, 2030)}-{draw.randint(10, 12)}.md",
            lambda: f"{v.stem()}.{v.nonsense()}",
        ]
    )()  # fmt: skip
    return f"{v.folder()}/{name}" if draw.chance(0.3) else name


def deep_path(v: Vocabulary, *extensions: str) -> str:
    """A path, now and then in a folder of an unheard name."""
    draw = v.draw
    path = v.path(*extensions)
    return f"{v.nonsense()}/{path}" if draw.chance(0.12) else path


def report(lead: str, output: str, code: int) -> str:
    """The last message after a run."""
    if code != 0:
        last = output.splitlines()[-1] if output else "no output"
        return f"{lead}; it failed with exit code {code}: {last}"
    if not output:
        return f"{lead}; it printed nothing."
    lines = output.splitlines()
    if len(lines) == 1:
        return f"{lead}; it printed: {output}"
    if len(lines) > 24:
        return f"{lead}; it printed {len(lines)} lines, from {lines[0]} to {lines[-1]}."
    return f"{lead}; it printed:\n{output}"


def ran(lead: str, result: Result) -> Say:
    """Report a run from the shell's answer."""
    output, code = shell_output(result)
    if code == 0 and len(output.splitlines()) > 24:
        raise Unsuitable("long output")
    return Say(
        "exit 0; report the output" if code == 0 else f"exit {code}; report the error", report(lead, output, code)
    )


def runner(path: str) -> str:
    """The command that runs a script."""
    program_name = {"py": "python3", "sh": "bash", "js": "node"}[path.rsplit(".", 1)[1]]
    return f"{program_name} {path}"


def created(path: str, content: str, plan: str, *, run: bool) -> Script:
    """Write a file; run it where asked."""
    result = yield write(path, content, plan)
    if result.is_error:
        raise Unsuitable(result.content)
    verb = result.content.split(" ", 1)[0]
    if not run:
        return Say("written; done", f"{verb} {path}.")
    command = runner(path)
    result = yield shell(command, f"written; now run {command}")
    return ran(f"{verb} {path} and ran it", result)


def other_language(v: Vocabulary) -> tuple[str, Program, str]:
    """A shell or JavaScript program: its path, what it prints, its code."""
    draw = v.draw
    shell_script = draw.chance(0.65)
    path = deep_path(v, ".sh" if shell_script else ".js")
    language = "shell" if shell_script else "javascript"
    text = text_of(v)
    n = draw.randint(3, 12)
    numbers = (
        f"the numbers from 1 to {n}",
        f"1 to {n}",
        f"the numbers 1 to {n}, one per line",
        f"all numbers from 1 up to {n}",
    )
    counts = (f"count from 1 to {n}", f"count to {n}", f"loop from 1 to {n} and print each number")
    kind = draw.randrange(8)
    sums = arithmetic(v)
    value = sums.plan.removeprefix("print ")
    if kind == 0 and "//" not in value and "." not in value and (not shell_script or "/" not in value):
        code = f"echo $(({value}))" if shell_script else f"console.log({value});"
        return path, Program(sums.objects, f"print {value}", code + "\n", sums.tasks), language
    if not shell_script:
        if kind <= 4:
            code = f"console.log({literal(text)});\n"
            return path, Program((spoken(draw, text, bare=0.4),), f"print {literal(text)}", code), language
        code = f"for (let i = 1; i <= {n}; i++) {{\n    console.log(i);\n}}\n"
        return path, Program(numbers, f"print 1 to {n}", code, counts), language
    text = text.replace("'", "")
    if kind <= 3:
        q = spoken(draw, text, bare=0.4)
        return path, Program((q, f"the text {q}"), f"echo '{text}'", f"echo '{text}'\n", (f"say {q}",)), language
    if kind == 4:
        words = [draw.pick([v.word, v.nonsense])() for _ in range(draw.randint(2, 4))]
        what = Program(
            (f"{listed(draw, words)}, each on its own line", f"{listed(draw, words)} in a loop"),
            f"loop over {' '.join(words)}",
            f"for word in {' '.join(words)}; do\n    echo $word\ndone\n",
            (f"loop over {listed(draw, words)} and print each", f"go through the words {listed(draw, words)} and print each"),
        )  # fmt: skip
        return path, what, language
    if kind == 5:
        name, stored = (
            v.safe(v.nonsense() if draw.chance(0.5) else v.word()).upper(),
            draw.pick([v.nonsense(), v.word(), str(v.number())]),
        )
        what = Program(
            (f"the variable {name} after setting it to {stored}", f"the value of {name}, which is {stored}"),
            f"{name}={stored}; echo it", f"{name}={stored}\necho $" + name + "\n",
            (f"set {name} to {stored} and print it", f"store {stored} in a variable {name} and print that"),
        )  # fmt: skip
        return path, what, language
    if kind == 6:
        other = v.nonsense()
        first, second = quoted(draw, text, bare=0), quoted(draw, other, bare=0)
        what = Program(
            (f"{first} and then {second}", f"{first} and on the next line {second}", f"two lines, {first} and {second}"),
            f"echo '{text}', echo '{other}'", f"echo '{text}'\necho '{other}'\n",
        )  # fmt: skip
        return path, what, language
    code = f"for i in $(seq 1 {n}); do\n    echo $i\ndone\n"
    return path, Program(numbers, f"loop 1 to {n}", code, counts), language


def create_program(v: Vocabulary) -> Task:
    """A small program, perhaps run."""
    draw = v.draw
    if draw.chance(0.14):
        path, what, language = other_language(v)
    else:
        path, what, language = deep_path(v, ".py"), program(v), "python"
    run = draw.chance(0.6)
    if draw.chance(0.25):
        prompt = draw.phrase(
            PRINT_PROGRAM,
            asking,
            file=file_form(draw, path),
            what=draw.pick(what.objects),
            run=run_phrase(draw) if run else "",
        )
    else:
        do, shown = task_of(draw, what), draw.pick(what.objects)
        slots = {"do": do, "does": third_person(do), "what": shown}
        core = draw.pick(more.PROGRAM).replace("\\n", "\n")
        last = core.rpartition("{")[2].removesuffix("}")
        prompt = ask_for(
            v, core, run, last, slots.get(last, ""), file=file_form(draw, path), runner=runner(path), **slots
        )
    if language != "python":
        names = {"shell": ["bash", "shell"], "javascript": ["javascript", "node", "js"]}[language]
        prompt = re.sub("python3|python", lambda found: draw.pick(names), prompt, flags=re.IGNORECASE)
    then = f"; then {runner(path)}" if run else ""
    return Task(
        "create-run" if run else "create",
        prompt,
        lambda: created(path, what.code, f"write {path}: {what.plan}{then}", run=run),
        needs=("write", "shell") if run else ("write",),
    )


def create_function(v: Vocabulary) -> Task:
    """A module with one function, perhaps with a call, perhaps run."""
    draw = v.draw
    path, made = deep_path(v, ".py"), function(v)
    called = draw.chance(0.5)
    run = called and draw.chance(0.75)
    code = made.code + (f"\n\nprint({made.call})\n" if called else "")
    signature = f"{made.name}({', '.join(made.parameters)})"
    name = draw.pick([made.name, signature, f"`{made.name}`", f"`{signature}`", f"{made.name}()", f"'{made.name}'"])
    if draw.chance(0.75):
        return _function_asked(v, path, made, code, called, run)
    template = draw.choices_of(draw.pick(FUNCTION))
    if called:
        template = template.rstrip(".?") + (
            draw.choices_of(draw.pick(AND_CALL))
            if not template.endswith("it")
            else draw.pick([". Also print {call}", ". Let it print {call}", " and print {call} at the end"])
        )
    prompt = draw.phrase(
        [template], asking, file=file_form(draw, path), name=name, does=draw.pick(made.does), call=made.call
    )
    if run:
        prompt = prompt.rstrip(".?!") + run_phrase(draw)
    return _function_task(path, made, code, prompt, called, run)


_CALLS = """. At the end, print {call}
. Below, print {call}
. Then print {call}
. Also print {call}
. Also print what {call} gives
. After it, print {call}
. Under it, call print({call})
. Let the file also print {call}
. Let it print {call} at the end
. And print {call} there
. The module should also print {call}
. The script also prints {call}
. It should print {call}, too
. Use it once: print {call}
. As an example print {call}
. As a test, print {call} at the bottom
. Finish the file with a print of {call}
. I want {call} printed at the end
. I also want the result of {call} printed
. Add print({call}) below it
. The last line prints {call}
. When started, the file prints {call}
. Call it with {arguments} and print the result
. Then call it with {arguments} and print what it returns
. Print its result for {arguments}""".splitlines()


def _function_asked(v: Vocabulary, path: str, made: Function, code: str, called: bool, run: bool) -> Task:
    draw = v.draw
    signature = f"{made.name}({', '.join(made.parameters)})"
    name = draw.pick([made.name, made.name, signature, f"`{made.name}`", f"{made.name}()"])
    core = draw.choices_of(draw.pick(more.FUNCTION_MORE))
    if len(made.parameters) and "function {name} that" in core and draw.chance(0.3):
        given = " and ".join(made.parameters)
        name = f"{made.name} " + draw.pick(
            [f"taking {given}", f"of {given}", f"with the parameter{'s' * (len(made.parameters) - 1)} {given}"]
        )
    does = draw.pick(made.does)
    call = made.call
    arguments = call.partition("(")[2][:-1].replace(", ", " and ")
    if called:
        calls = _CALLS if made.parameters and "[" not in call else _CALLS[:-3]
        core = core.rstrip(".?") + draw.pick(calls)
    defined = draw.pick([f"def {signature}", f"def {signature}", signature, f"a function {signature}"])
    if "`{def}`" in core:
        defined = f"def {signature}"
    prompt = ask_for(
        v, core, run if called else draw.pick([None, None, False]), "does", does,
        file=file_form(draw, path), name=name, does=does, do=infinitive(does), call=draw.pick([call, call, f"`{call}`"]) if "({call})" not in core else call,
        arguments=arguments, **{"def": defined},
    )  # fmt: skip
    return _function_task(path, made, code, prompt, called, run)


def _function_task(path: str, made: Function, code: str, prompt: str, called: bool, run: bool) -> Task:
    plan = (
        f"write {path}: def {made.name}({', '.join(made.parameters)}): {made.body}"
        + (f"; print {made.call}" if called else "")
        + (f"; then {runner(path)}" if run else "")
    )
    return Task(
        "create-run" if run else "create",
        prompt,
        lambda: created(path, code, plan, run=run),
        needs=("write", "shell") if run else ("write",),
    )


def create_line(v: Vocabulary) -> Task:
    """A text file of one line."""
    draw = v.draw
    path = v.path(".txt", ".txt", ".md", ".log", ".text", ".cfg", "", ".html", ".rst", ".note")
    if draw.chance(0.25):
        path = odd_path(v)
    text = (
        text_of(v)
        if draw.chance(0.75)
        else draw.pick([v.url(), v.email(), v.date(), v.version(), v.full_name(), v.code_token(), f"{v.number()} {draw.pick(['kg', 's', 'km', 'EUR', '%', 'ms'])}"])
    )  # fmt: skip
    if draw.chance(0.25):
        what = spoken(draw, text, bare=0.35)
        colon = ":" if what[0] not in "\"'`" or draw.chance(0.5) else ""
        prompt = draw.phrase(PUT_LINE, asking, file=file_form(draw, path), what=what, colon=colon)
    else:
        core = draw.pick(more.LINE_MORE)
        prompt = _with_text(v, core, text, None, file=file_form(draw, path))
    return Task(
        "create",
        prompt,
        lambda: created(path, text + "\n", f"write {path}: {literal(text)}", run=False),
        needs=("write",),
    )


def _with_text(v: Vocabulary, core: str, text: str, run: bool | None, **slots: object) -> str:
    """A prompt with a text in it, bare only where one can see where it ends."""
    draw = v.draw
    if core.endswith("{what}"):
        bare = 0.5
    elif core.startswith("={what}") or len(text.split()) > 3 or re.search(r"\b(in|to|into|as|and)\b", text):
        bare = 0.0
    else:
        bare = 0.4
    what = spoken(draw, text, bare=bare)
    return ask_for(v, core, run, "what", what, what=what, **slots)


def create_lines(v: Vocabulary) -> Task:
    """A text file of several short lines named in the sentence."""
    draw = v.draw
    path = v.path(".txt", ".txt", ".md", ".list", ".csv", "", ".lst")
    kind = draw.randrange(6)
    if kind == 0:
        items = [text_of(v).replace(",", "") for _ in range(draw.randint(2, 4))]
    elif kind == 1:
        items = draw.some(GOODS, 2, 6)
    elif kind == 2:
        items = draw.some(FIRST_NAMES, 2, 5)
    elif kind == 3:
        items = [str(v.number()) for _ in range(draw.randint(2, 6))]
    else:
        items = [draw.pick([v.any_word, v.nonsense, v.word])() for _ in range(draw.randint(2, 5))]
    mark = draw.pick(['"', "'", "`"])
    marked = [f"{mark}{item}{mark}" for item in items] if kind == 0 or draw.chance(0.2) else items
    n = draw.pick([str(len(items)), {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}[len(items)]])
    if any(re.search(r"[;.&,]|\b(and|then)\b", item) for item in items):
        marked = [f"{mark}{item}{mark}" for item in items]
    what = listed(draw, marked)
    if draw.chance(0.3):
        prompt = draw.phrase(PUT_LINES, asking, file=file_form(draw, path), what=what, n=n)
    else:
        prompt = ask_for(v, draw.pick(more.LINES_MORE), None, "what", what, file=file_form(draw, path), what=what, n=n)
    if any(mark in item for item in items) and marked is not items:
        raise Unsuitable("quote in item")
    return Task(
        "create",
        prompt,
        lambda: created(
            path, "\n".join(items) + "\n", f"write {path}: {len(items)} lines, " + " / ".join(items), run=False
        ),
        needs=("write",),
    )


def create_block(v: Vocabulary) -> Task:
    """A file whose whole content is pasted."""
    draw = v.draw
    made: Document = document(v)
    path = made.path
    content = made.text
    if content.count("\n") > 14:
        raise Unsuitable("long")
    body = content.rstrip("\n")
    fence = draw.weighted([(4, f"```\n{body}\n```"), (1, f"```{path.rsplit('.', 1)[-1]}\n{body}\n```"), (3, body)])
    if draw.chance(0.4):
        prompt = draw.phrase(PUT_BLOCK, asking, file=file_form(draw, path), fence=fence).rstrip("\n")
    else:
        core = draw.pick(more.BLOCK_MORE).replace("\\n", "\n")
        prompt = draw.phrase([core], asking, file=file_form(draw, path), fence=fence)
    return Task(
        "create",
        prompt,
        lambda: created(path, body + "\n", f"write {path}: copy the {body.count(chr(10)) + 1} lines given", run=False),
        needs=("write",),
    )


def _typed(v: Vocabulary) -> tuple[str, object]:
    draw = v.draw
    key = draw.weighted([(3, draw.pick(SIMPLE_KEYS)), (2, v.snake()), (1, v.nonsense())])
    value: object = draw.pick(
        [v.any_word(), v.number(), v.number(), draw.chance(0.5), v.proper(), v.version(), v.host(), v.word(), v.nonsense(), v.decimal()]
    )  # fmt: skip
    if isinstance(value, str) and re.fullmatch(r"\d+(\.\d+)?", value):
        number = float(value) if "." in value else int(value)
        value = number if str(number) == value else v.nonsense()
    return key, value


SIMPLE_KEYS = """name age city port host version debug title author timeout color size level user email enabled mode path lang
limit retries theme count price verbose id type status language country width height speed team role""".split()


def _ask_structured(v: Vocabulary, path: str, kind: str, what: str) -> str:
    draw = v.draw
    if draw.chance(0.3):
        return draw.phrase(STRUCTURED, asking, file=file_form(draw, path), kind=kind, what=what)
    core = draw.pick(more.STRUCTURED_MORE)
    return ask_for(v, core, None, "what", what, file=file_form(draw, path), kind=kind, what=what)


def create_structured(v: Vocabulary) -> Task:
    """JSON, TOML, INI, YAML, .env, CSV or Markdown from a description."""
    draw = v.draw
    kind = draw.pick(
        ["json", "json", "json", "toml", "ini", "yaml", "env", "csv", "csv", "markdown", "markdown", "html"]
    )
    if kind in ("json", "toml", "ini", "yaml", "env"):
        return _create_pairs(v, kind)
    if kind == "csv":
        return _create_table(v)
    if kind == "html":
        path = v.path(".html")
        title, text = v.words(1, 3).capitalize(), v.message().replace("<", "")
        content = f"<!DOCTYPE html>\n<html>\n<head>\n    <title>{title}</title>\n</head>\n<body>\n    <h1>{text}</h1>\n</body>\n</html>\n"
        what = draw.pick(
            ["the title {t} and the heading {h}", "a title {t} and a heading {h}", "title {t} and an h1 saying {h}"]
        ).format(t=quoted(draw, title, bare=0.3), h=quoted(draw, text, bare=0.1))
        prompt = _ask_structured(v, path, draw.pick(["html", "HTML"]), what)
        return Task(
            "create",
            prompt,
            lambda: created(path, content, f"write {path}: title {title}, h1 {text}", run=False),
            needs=("write",),
        )
    path = v.path(".md")
    title = v.words(1, 3).capitalize()
    items = [draw.pick([v.words(1, 3), draw.pick(GOODS), v.sentence()]) for _ in range(draw.randint(2, 4))]
    q = draw.chance(0.4)
    shown = [f'"{item}"' if q else item for item in items]
    numbers = draw.chance(0.25)
    what = draw.pick(
        [
            "the title {t} and [a bullet list of|bullets for|the bullets|a list with|the list items|bullet points] {i}",
            "the heading {t} and [a bullet list of|bullets|a list of] {i}",
            "a heading {t} followed by [the bullets|a list of|the list items|bullet points] {i}",
        ]
    )
    if numbers:
        what = "the [title|heading] {t} and a numbered list of {i}"
    what = draw.choices_of(what).replace("{t}", quoted(draw, title, bare=0.4)).replace("{i}", listed(draw, shown))
    bullet = (lambda n: f"{n}. ") if numbers else (lambda n: "- ")
    content = f"# {title}\n\n" + "".join(f"{bullet(n)}{item}\n" for n, item in enumerate(items, 1))
    prompt = _ask_structured(v, path, draw.pick(["markdown", "Markdown"]), what)
    return Task(
        "create",
        prompt,
        lambda: created(
            path,
            content,
            f"write {path}: # {title}, {'numbers' if numbers else 'bullets'} " + " / ".join(items),
            run=False,
        ),
        needs=("write",),
    )


def _create_pairs(v: Vocabulary, kind: str) -> Task:
    draw = v.draw
    path = {
        "json": v.path(".json"),
        "toml": v.path(".toml"),
        "ini": v.path(".ini", ".cfg", ".conf"),
        "yaml": v.path(".yaml", ".yml"),
        "env": draw.pick([".env", v.path(".env")]),
    }[kind]
    pairs = dict(_typed(v) for _ in range(draw.randint(1, 4)))
    section = v.draw.pick(
        [None, None, draw.pick(["server", "database", "app", "settings", "main", "default", v.word()])]
    )
    if kind in ("json", "yaml", "env"):
        section = None
    if kind == "ini" and section is None:
        section = draw.pick(["server", "database", "app", "settings", "main", v.word()])

    def said(value: object) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        return quoted(draw, value, bare=0.7) if isinstance(value, str) else str(value)

    if kind == "env":
        pairs = {key.upper(): value for key, value in pairs.items()}
    form = draw.pick(
        ["{k} {v}", "{k} = {v}", "{k}={v}", "{k}: {v}", "{k} set to {v}", "{k} as {v}", "the {k} {v}", "{k} {v}",
         "{k} being {v}", "{k} equal to {v}", "the value {v} for {k}", "the key {k} with the value {v}", "{v} as {k}", "{v} as the {k}",
         "{k} with value {v}", "a {k} of {v}", "{k} -> {v}", "{v} for {k}", "an entry {k} that is {v}", "{k}, which is {v}"]
    )  # fmt: skip
    what = listed(draw, [form.format(k=key, v=said(value)) for key, value in pairs.items()])
    if draw.chance(0.4) and not re.match(r"(the|a|an) ", form) and not form.startswith("{v}"):
        what = (
            draw.pick(
                [
                    "the keys ",
                    "the entries ",
                    "the values ",
                    "the settings ",
                    "the following: ",
                    "the fields ",
                    "key ",
                    "these values: ",
                ]
            )
            + what
        )
    if section is not None:
        what = draw.pick(
            [
                f"a section {section} with {what}",
                f"a [{section}] section: {what}",
                f"section [{section}] containing {what}",
                f"{what} under [{section}]",
                f"{what} in a section called {section}",
                f"a section called {section}, in it {what}",
                f"one section, {section}, and in it {what}",
                f"{what} in section {section}",
                f"{what}, all in the section {section}",
                f"the section {section} that has {what}",
                f"a {section} section holding {what}",
                f"[{section}] with {what} below it",
                f"the heading [{section}] and {what} under it",
            ]
        )
    if kind == "json":
        content = json.dumps(pairs, indent=2, ensure_ascii=False) + "\n"
    elif kind == "toml":
        content = (f"[{section}]\n" if section else "") + "".join(
            f"{k} = {json.dumps(x, ensure_ascii=False)}\n" for k, x in pairs.items()
        )
    elif kind == "yaml":
        content = "".join(f"{k}: {json.dumps(x) if not isinstance(x, str) else x}\n" for k, x in pairs.items())
    elif kind == "ini":
        content = f"[{section}]\n" + "".join(
            f"{k} = {str(x).lower() if isinstance(x, bool) else x}\n" for k, x in pairs.items()
        )
    else:
        content = "".join(f"{k}={str(x).lower() if isinstance(x, bool) else x}\n" for k, x in pairs.items())
    plan = (
        f"write {path}: "
        + (f"[{section}] " if section else "")
        + ", ".join(f"{k} = {said_plain(x)}" for k, x in pairs.items())
    )
    shown = draw.pick([kind, kind.upper()]) if kind != "env" else "env"
    if draw.chance(0.35):
        verb = draw.pick(
            [
                "is",
                "is",
                "should be",
                "must be",
                "has to be",
                "=",
                "equals",
                "has the value",
                "gets the value",
                "shall be",
            ]
        )
        given = [(key, said(value)) for key, value in pairs.items()]
        joint = draw.pick([" and ", " and ", ", ", "; "])
        slots = {
            "is": joint.join(f"{key} {verb} {value}" for key, value in given),
            "to": joint.join(f"{key} to {value}" for key, value in given),
            "s": section,
        }
        core = draw.pick(more.SETTINGS if section is None else more.SETTINGS_SECTION)
        prompt = ask_for(v, core, None, file=file_form(draw, path), kind=shown, **slots)
    else:
        prompt = _ask_structured(v, path, shown, what)
    return Task("create", prompt, lambda: created(path, content, plan, run=False), needs=("write",))


def said_plain(value: object) -> str:
    """A value in a plan."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _create_table(v: Vocabulary) -> Task:
    draw = v.draw
    path = v.path(".csv")
    header = draw.some(
        ["name", "age", "city", "price", "count", "email", "color", "id", "score", "team", "date", "country"], 2, 3
    )
    make = {
        "name": lambda: draw.pick(FIRST_NAMES), "age": lambda: draw.randint(8, 90), "city": v.proper, "price": v.decimal, "count": v.number,
        "email": v.email, "color": lambda: draw.pick(["red", "blue", "green"]), "id": v.number, "score": v.number, "team": v.word,
        "date": lambda: f"20{draw.randint(10, 30)}-0{draw.randint(1, 9)}-1{draw.randint(0, 9)}", "country": v.proper,
    }  # fmt: skip
    rows = [[str(make[column]()) for column in header] for _ in range(draw.randint(1, 3))]
    lines = [",".join(header), *(",".join(row) for row in rows)]
    row_text = draw.pick(
        [
            " and ".join(",".join(row) for row in rows),
            " and ".join(", ".join(row) for row in rows),
            "; ".join(",".join(row) for row in rows),
            "; ".join(" ".join(row) for row in rows),
        ]
    )
    columns = draw.pick([",".join(header), ", ".join(header), " and ".join(header)])
    what = draw.pick(
        [
            "the header {c} and [the rows|rows|the data|the row] {r}",
            "the columns {c} and the rows {r}",
            "columns {c} and these rows: {r}",
            "header {c} and rows {r}",
            "the column names {c} and data {r}",
        ]
    )
    what = draw.choices_of(what).replace("{c}", columns).replace("{r}", row_text)
    prompt = _ask_structured(v, path, draw.pick(["csv", "CSV"]), what)
    return Task(
        "create",
        prompt,
        lambda: created(path, "\n".join(lines) + "\n", f"write {path}: " + " / ".join(lines), run=False),
        needs=("write",),
    )


def create_empty(v: Vocabulary) -> Task:
    """An empty file."""
    draw = v.draw
    path = draw.pick(
        [
            v.path(".txt", ".py", ".md", "", ".log"),
            "__init__.py",
            f"{v.folder()}/__init__.py",
            ".gitkeep",
            f"{v.folder()}/.gitkeep",
        ]
    )
    prompt = draw.phrase(
        macros(
            [
                "<create> an empty [file|] {file}",
                "<create> an empty file [called|named] {file}",
                "<create> {file} as an empty file",
                "<create> {file}[,| and] leave it empty",
                "<create> {file} with nothing in it",
                "=[I need|I want] an empty file {file}",
                "touch {file}",
            ]
        )
        + more.EMPTY_MORE,
        asking,
        file=file_form(draw, path),
    )

    def script() -> Script:
        result = yield write(path, "", f"write {path}: empty")
        if result.is_error:
            raise Unsuitable(result.content)
        return Say("written; done", f"Created {path}, an empty file.")

    return Task("create", prompt, script, needs=("write",))


def append_to(v: Vocabulary) -> Task:
    """A line added to the end, or the beginning, of a file that exists."""
    draw = v.draw
    made = document(v, short=True)
    text = draw.pick([v.sentence(), v.words(1, 3), v.any_word(), draw.pick(GOODS), v.message()])
    if draw.chance(0.4):
        text = text_of(v)
    what = spoken(draw, text, bare=0.3)
    end = draw.chance(0.75)
    where = "end" if end else "start"
    last = macros(
        [
            "[add|append|put|write|insert] [the line |a line |]{what} [to|at] the [end|bottom] of {file}",
            "append {what} to {file}",
            "[add|append] [the line |a line saying |a line |another line |one more line: ]{what} to {file}",
            "[put|write] {what} [as the last line|on the last line] [of|in] {file}",
            "extend {file} with [the line |]{what}",
            "in {file}, add {what} at the [end|bottom]",
            "={file} needs [one more line|another line|a last line]: {what}",
            "=add this to {file}: {what}",
        ]
    )
    front = macros(
        [
            "[add|put|insert|write] [the line |a line |]{what} [at|to] the [beginning|top|start] of {file}",
            "put {what} [as the first line|on the first line] [of|in] {file}",
            "prepend {what} to {file}",
            "insert {what} [before everything else in|above everything in|as first line in] {file}",
        ]
    )
    if draw.chance(0.5):
        prompt = draw.phrase(last if end else front, asking, file=file_form(draw, made.path), what=what)
    else:
        core = draw.pick(more.APPEND_MORE if end else more.PREPEND_MORE)
        prompt = _with_text(v, core, text, None, file=file_form(draw, made.path))

    def script() -> Script:
        result = yield read(made.path, f"add {literal(text)} at the {where} of {made.path}; read it first")
        lines = [line.partition("|")[2] for line in result.content.splitlines()]
        if result.is_error or not lines or not any(lines):
            raise Unsuitable(result.content)
        anchor = lines[-1] if end else lines[0]
        if not anchor.strip() or "\n".join(lines).count(anchor) != 1:
            raise Unsuitable("anchor")
        new = f"{anchor}\n{text}" if end else f"{text}\n{anchor}"
        side = "last" if end else "first"
        result = yield Call(
            f"{side} line is {literal(anchor)}; put {literal(text)} {'after' if end else 'before'} it",
            "edit",
            {"path": made.path, "old": anchor, "new": new},
        )
        if result.is_error:
            raise Unsuitable(result.content)
        return Say("edited; done", f"Added {literal(text)} at the {where} of {made.path}.")

    return Task("edit", prompt, script, files={made.path: made.text}, needs=("read", "edit"))


def create_constants(v: Vocabulary) -> Task:
    """A module of constants or variables, perhaps with a print of one of them."""
    draw = v.draw
    path = deep_path(v, ".py")
    upper = draw.chance(0.7)
    values: dict[str, str] = {}
    for _ in range(draw.pick([1, 1, 1, 2, 2, 3])):
        name = v.safe(draw.pick([v.snake, v.nonsense, v.word])())
        if not name.isidentifier():
            raise Unsuitable("name")
        values[name.upper() if upper else name] = draw.pick(
            [
                lambda: str(v.number()),
                lambda: str(v.number()),
                v.decimal,
                lambda: literal(text_of(v)),
                lambda: literal(v.nonsense()),
                lambda: literal(draw.pick(NAMES_OF_THINGS + LICENSES)),
                lambda: draw.pick(["True", "False"]),
                lambda: str([draw.randint(1, 99) for _ in range(3)]),
                lambda: f"/{v.word()}/{v.nonsense()}",
            ]
        )()
    values = {name: literal(value) if value.startswith("/") else value for name, value in values.items()}
    form = draw.pick(
        ["{k} = {v}", "{k} = {v}", "{k}={v}", "{k} as {v}", "{k} to be {v}", "{k} equal to {v}", "{k} with the value {v}", "the constant {k} = {v}",
         "the constant {k} with value {v}", "a constant {k} of {v}", "a variable {k} with value {v}", "the variable {k} = {v}", "{k} (value {v})", "{k}, which is {v}",
         "the name {k} for {v}", "{k} being {v}", "`{k} = {v}`", "{k} (= {v})"]
    )  # fmt: skip
    if not upper:
        form = form.replace("constant", "variable")
    elif "variable" in form and draw.chance(0.5):
        form = form.replace("variable", "constant")
    what = listed(draw, [form.format(k=name, v=value) for name, value in values.items()])
    shown = draw.pick(list(values)) if draw.chance(0.3) else None
    run = shown is not None and draw.chance(0.7)
    core = draw.choices_of(draw.pick(more.CONSTANTS))
    if form == "{k} to be {v}" and not re.search(r"\b(define|set|defines|sets|defining) \{what\}", core):
        what = what.replace(" to be ", " = ")
    if shown is not None:
        core = core.rstrip("?") + draw.pick(
            [". Also print {shown}", ". Then print {shown}", ". At the end print {shown}", ". Let it print {shown}", ". It should also print {shown}",
             ". The last line prints {shown}", ". Have it print {shown} too"]
        )  # fmt: skip
    code = "".join(f"{name} = {value}\n" for name, value in values.items())
    plan = f"write {path}: " + "; ".join(f"{name} = {value}" for name, value in values.items())
    if shown is not None:
        code += f"print({shown})\n"
        plan += f"; print {shown}" + (f"; then {runner(path)}" if run else "")
    asked = run if shown is not None else draw.pick([None, None, False])
    prompt = ask_for(v, core, asked, "what", what, file=file_form(draw, path), what=what, shown=shown)
    return Task(
        "create-run" if run else "create",
        prompt,
        lambda: created(path, code, plan, run=run),
        needs=("write", "shell") if run else ("write",),
    )


def create_heading(v: Vocabulary) -> Task:
    """Markdown with a heading and perhaps a sentence."""
    draw = v.draw
    path = draw.pick(
        [deep_path(v, ".md"), deep_path(v, ".md", ".markdown"), "README.md", f"{draw.pick(FOLDERS)}/README.md"]
    )
    title = draw.pick([v.words(1, 3).capitalize(), v.nonsense().capitalize(), f"{v.nonsense()} {v.word()}", v.proper()])
    body = text_of(v) if draw.chance(0.65) else None
    if body is not None and (body.startswith("#") or "\n" in body):
        raise Unsuitable("body")
    t = quoted(draw, title, bare=0.35 if body is None else 0.25)
    b = "" if body is None else quoted(draw, body, bare=0.0)
    what = draw.pick(more.HEADINGS if body is not None else more.HEADING_ONLY).replace("{t}", t).replace("{b}", b)
    content = f"# {title}\n" + ("" if body is None else f"\n{body}\n")
    plan = f"write {path}: # {title}" + ("" if body is None else f", then {literal(body)}")
    prompt = _ask_structured(v, path, draw.pick(["markdown", "Markdown"]), what)
    return Task("create", prompt, lambda: created(path, content, plan, run=False), needs=("write",))


def create_nested(v: Vocabulary) -> Task:
    """Settings in two sections, in whatever format, or a list in JSON or YAML."""
    draw = v.draw
    kind = draw.pick(["ini", "toml", "json", "yaml", "json list", "yaml list"])
    form = kind.split()[0]
    path = deep_path(
        v, *{"ini": (".ini", ".cfg", ".conf"), "toml": (".toml",), "json": (".json",), "yaml": (".yaml", ".yml")}[form]
    )
    shown = draw.pick([form, form.upper()])
    if kind.endswith("list"):
        items = [draw.pick([v.word, v.nonsense, lambda: draw.pick(GOODS)])() for _ in range(draw.randint(2, 5))]
        said = listed(draw, items if draw.chance(0.6) else [f'"{item}"' for item in items])
        key = draw.pick([None, v.nonsense(), v.word()])
        if key is None:
            what = draw.pick(
                ["the list {}", "a list of {}", "an array of the strings {}", "the items {} as a list"]
            ).format(said)
        else:
            what = draw.pick(
                [
                    f"a list {key} of {said}",
                    f"the key {key} holding the list {said}",
                    f"{key}: a list with {said}",
                    f"a key {key} whose value is the list {said}",
                ]
            )
        data: object = items if key is None else {key: items}
        if form == "json":
            content = json.dumps(data, indent=2) + "\n"
        else:
            content = (f"{key}:\n" if key else "") + "".join(f"{'  ' if key else ''}- {item}\n" for item in items)
        plan = f"write {path}: {f'{key}: ' if key else ''}list of " + " / ".join(items)
        prompt = _ask_structured(v, path, shown, what)
        return Task("create", prompt, lambda: created(path, content, plan, run=False), needs=("write",))
    names = list(
        dict.fromkeys(
            draw.pick(
                [draw.pick(["server", "database", "app", "client", "logging", "paths", "user"]), v.nonsense(), v.word()]
            )
            for _ in range(draw.pick([1, 2, 2]))
        )
    )
    tree = {name: dict(_typed(v) for _ in range(draw.randint(1, 2))) for name in names}
    glue = draw.pick([" = ", " ", "=", ": ", " set to "])
    parts = []
    section = (
        draw.pick(
            [
                "a section {s} with {p}",
                "[{s}] with {p}",
                "{s} with {p}",
                "{p} under {s}",
                "{p} in {s}",
                "a {s} section ({p})",
            ]
        )
        if form != "json"
        else draw.pick(
            ["an object {s} with {p}", "{s} holding {p}", "a {s} object ({p})", "{p} inside {s}", "{p} under {s}"]
        )
    )
    for name, pairs in tree.items():
        said = " and ".join(f"{k}{glue}{said_plain(x)}" for k, x in pairs.items())
        parts.append(section.format(s=name, p=said))
    what = draw.pick([", and ", "; ", ", then ", ", "]).join(parts)
    if form == "json":
        content = json.dumps(tree, indent=2, ensure_ascii=False) + "\n"
    else:
        head, gap = ("{}:", "") if form == "yaml" else ("[{}]", "\n")
        blocks = []
        for name, pairs in tree.items():
            lines = [head.format(name)]
            for k, x in pairs.items():
                value = said_plain(x) if form != "toml" else json.dumps(x, ensure_ascii=False)
                lines.append(f"  {k}: {value}" if form == "yaml" else f"{k} = {value}")
            blocks.append("\n".join(lines) + "\n")
        content = gap.join(blocks)
    plan = f"write {path}: " + "; ".join(
        f"[{name}] " + ", ".join(f"{k} = {said_plain(x)}" for k, x in pairs.items()) for name, pairs in tree.items()
    )
    prompt = _ask_structured(v, path, shown, what)
    return Task("create", prompt, lambda: created(path, content, plan, run=False), needs=("write",))


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (14, create_program), (3.5, create_function), (4, create_line), (3, create_lines), (2.5, create_block), (4.5, create_structured), (0.5, create_empty),
    (2, append_to), (2.5, create_constants), (1.2, create_heading), (1.5, create_nested),
]  # fmt: skip
