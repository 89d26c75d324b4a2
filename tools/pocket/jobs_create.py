"""Jobs that create files: programs, functions, texts and data; run them where asked."""

from __future__ import annotations

import json
from collections.abc import Callable

from tools.pocket.contents import Document, document
from tools.pocket.draw import Draw
from tools.pocket.phrasing import RUN_AFTER, SHOW_AFTER, asking, file_form, listed, macros, quoted
from tools.pocket.programs import Program, function, literal, program
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, read, shell, shell_output, write
from tools.pocket.words import FIRST_NAMES, GOODS, Vocabulary

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
    return draw.pick(RUN_AFTER) + draw.pick(SHOW_AFTER)


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
    if draw.chance(0.6):
        path = v.path(".sh")
        text = v.message()
        kind = draw.randrange(4)
        if kind <= 1 or "'" in text:
            text = text.replace("'", "")
            what = Program((quoted(draw, text),), f"echo '{text}'", f"echo '{text}'\n")
        elif kind == 2:
            words = [v.word() for _ in range(draw.randint(2, 4))]
            what = Program(
                (f"{listed(draw, words)}, each on its own line", f"{listed(draw, words)} in a loop"),
                f"loop over {' '.join(words)}",
                f"for word in {' '.join(words)}; do\n    echo $word\ndone\n",
            )
        else:
            n = draw.randint(3, 12)
            what = Program(
                (f"the numbers from 1 to {n}", f"1 to {n}", f"the numbers 1 to {n}, one per line"),
                f"loop 1 to {n}",
                f"for i in $(seq 1 {n}); do\n    echo $i\ndone\n",
            )
        return path, what, "shell"
    path = v.path(".js")
    if draw.chance(0.7):
        text = v.message()
        return (
            path,
            Program((quoted(draw, text),), f"print {literal(text)}", f"console.log({literal(text)});\n"),
            "javascript",
        )
    n = draw.randint(3, 12)
    return (
        path,
        Program(
            (f"the numbers from 1 to {n}", f"1 to {n}"),
            f"print 1 to {n}",
            f"for (let i = 1; i <= {n}; i++) {{\n    console.log(i);\n}}\n",
        ),
        "javascript",
    )


def create_program(v: Vocabulary) -> Task:
    """A small program, perhaps run."""
    draw = v.draw
    if draw.chance(0.12):
        path, what, language = other_language(v)
    else:
        path, what, language = v.path(".py"), program(v), "python"
    run = draw.chance(0.62)
    prompt = draw.phrase(
        PRINT_PROGRAM,
        asking,
        file=file_form(draw, path),
        what=draw.pick(what.objects),
        run=run_phrase(draw) if run else "",
    )
    if language != "python":
        for word in ("python3", "python"):
            prompt = prompt.replace(
                word,
                {"shell": draw.pick(["bash", "shell"]), "javascript": draw.pick(["javascript", "node", "js"])}[
                    language
                ],
            )
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
    path, made = v.path(".py"), function(v)
    called = draw.chance(0.5)
    run = called and draw.chance(0.75)
    code = made.code + (f"\n\nprint({made.call})\n" if called else "")
    signature = f"{made.name}({', '.join(made.parameters)})"
    name = draw.pick([made.name, signature, f"`{made.name}`", f"`{signature}`", f"{made.name}()", f"'{made.name}'"])
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
    plan = (
        f"write {path}: def {signature}: {made.body}"
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
    text = (
        v.message()
        if draw.chance(0.8)
        else draw.pick([v.url(), v.email(), v.date(), v.version(), v.full_name(), v.code_token()])
    )
    what = quoted(draw, text, bare=0.35)
    colon = ":" if what[0] not in "\"'`" or draw.chance(0.5) else ""
    prompt = draw.phrase(PUT_LINE, asking, file=file_form(draw, path), what=what, colon=colon)
    return Task(
        "create",
        prompt,
        lambda: created(path, text + "\n", f"write {path}: {literal(text)}", run=False),
        needs=("write",),
    )


def create_lines(v: Vocabulary) -> Task:
    """A text file of several short lines named in the sentence."""
    draw = v.draw
    path = v.path(".txt", ".txt", ".md", ".list", ".csv", "", ".lst")
    kind = draw.randrange(6)
    if kind == 0:
        items = [v.message().replace(",", "") for _ in range(draw.randint(2, 4))]
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
    prompt = draw.phrase(PUT_LINES, asking, file=file_form(draw, path), what=listed(draw, marked), n=n)
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
    prompt = draw.phrase(PUT_BLOCK, asking, file=file_form(draw, path), fence=fence).rstrip("\n")
    return Task(
        "create",
        prompt,
        lambda: created(path, body + "\n", f"write {path}: copy the {body.count(chr(10)) + 1} lines given", run=False),
        needs=("write",),
    )


def _typed(v: Vocabulary) -> tuple[str, object]:
    draw = v.draw
    key = draw.weighted([(3, draw.pick(SIMPLE_KEYS)), (2, v.snake())])
    value: object = draw.pick(
        [v.any_word(), v.number(), v.number(), draw.chance(0.5), v.proper(), v.version(), v.host(), v.word()]
    )
    return key, value


SIMPLE_KEYS = """name age city port host version debug title author timeout color size level user email enabled mode path lang
limit retries theme count price verbose id type status language country width height speed team role""".split()


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
        prompt = draw.phrase(
            STRUCTURED, asking, file=file_form(draw, path), kind=draw.pick(["html", "HTML"]), what=what
        )
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
    prompt = draw.phrase(
        STRUCTURED, asking, file=file_form(draw, path), kind=draw.pick(["markdown", "Markdown"]), what=what
    )
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
        ["{k} {v}", "{k} = {v}", "{k}={v}", "{k}: {v}", "{k} set to {v}", "{k} as {v}", "the {k} {v}", "{k} {v}"]
    )
    what = listed(draw, [form.format(k=key, v=said(value)) for key, value in pairs.items()])
    if draw.chance(0.4):
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
    prompt = draw.phrase(
        STRUCTURED,
        asking,
        file=file_form(draw, path),
        kind=draw.pick([kind, kind.upper()]) if kind != "env" else "env",
        what=what,
    )
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
    prompt = draw.phrase(STRUCTURED, asking, file=file_form(draw, path), kind=draw.pick(["csv", "CSV"]), what=what)
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
        ),
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
    what = quoted(draw, text, bare=0.3)
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
    prompt = draw.phrase(last if end else front, asking, file=file_form(draw, made.path), what=what)

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


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (10, create_program), (3.5, create_function), (4, create_line), (3, create_lines), (2.5, create_block), (4.5, create_structured), (0.5, create_empty),
    (2, append_to),
]  # fmt: skip
