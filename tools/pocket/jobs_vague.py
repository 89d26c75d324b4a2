"""Jobs whose words are not those of the files: a file without its name, a fact without the words of its line."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket import phrases_vague as phrases
from tools.pocket.contents import Document, Entry, item_list, prose, settings, table
from tools.pocket.contents_apart import FACTS, MAKERS
from tools.pocket.jobs_edit import fresh_value, line_edit
from tools.pocket.jobs_read import find_line, run_report
from tools.pocket.phrases_edit import said
from tools.pocket.phrasing import file_form
from tools.pocket.programs import program
from tools.pocket.task import Say, Script, Task, Unsuitable, edit, list_folder, numbered, read, shell, shell_output
from tools.pocket.tell import tell
from tools.pocket.words import Vocabulary

_KINDS: dict[str, tuple[list[str], str]] = {
    "readme": (["the readme", "the README", "the readme file", "our readme", "this project's readme"], r"(?i)readme"),
    "notes": (["my notes", "the notes", "the file with my notes", "my notes file"], r"(?i)notes"),
    "todo": (["my todo list", "the todo list", "the list of things to do", "my todos"], r"(?i)todo"),
    "config": (["the config", "the config file", "the configuration", "our config", "the configuration file"], r"(?i)conf(ig)?\b|config"),
    "settings": (["the settings", "the settings file", "our settings", "my settings"], r"(?i)settings"),
    ".json": (["the json file", "the JSON file", "the json", "the only json file here"], r"\.json$"),
    ".yaml": (["the yaml file", "the YAML file", "the yaml"], r"\.ya?ml$"),
    ".toml": (["the toml file", "the TOML file", "the toml"], r"\.toml$"),
    ".ini": (["the ini file", "the .ini file", "the INI file"], r"\.ini$"),
    ".csv": (["the csv", "the csv file", "the CSV", "the table", "the spreadsheet"], r"\.csv$"),
    ".py": (["the python script", "the script", "the python file", "the program", "my script", "the only script here"], r"\.py$"),
    ".sh": (["the shell script", "the bash script", "the .sh file"], r"\.sh$"),
    ".md": (["the markdown file", "the .md file", "the markdown document"], r"\.md$"),
    ".txt": (["the text file", "the txt file", "the .txt file"], r"\.txt$"),
    ".log": (["the log", "the log file", "the logfile"], r"\.log$"),
    "shopping": (["my shopping list", "the shopping list", "the list for the shop"], r"(?i)shopping|groceries"),
}  # fmt: skip


def _named(v: Vocabulary, kind: str) -> tuple[str, str, str]:
    """A path of that kind, what people call it, and the pattern that its name fits."""
    draw = v.draw
    words, pattern = _KINDS[kind]
    if kind.startswith("."):
        path = f"{v.stem()}{kind}"
    else:
        path = draw.pick(
            {
                "readme": ["README.md", "README.txt", "README", "readme.md", "README.rst"], "notes": ["notes.txt", "notes.md", f"{v.nonsense()}-notes.txt", "my_notes.md"], "todo": ["todo.txt", "TODO.md", "TODO", "todo.md"], "config": ["config.toml", "config.ini", "config.yaml", "config.json", f"{v.nonsense()}.config.ini", "app.conf", f"{v.nonsense()}.conf"],
                "settings": ["settings.ini", "settings.toml", "settings.json", "settings.yaml", "settings.py"], "shopping": ["shopping.txt", "shopping-list.md", "groceries.txt", "shopping_list.txt"],
            }[kind]
        )  # fmt: skip
    return path, draw.pick(words), pattern


def _settings_at(v: Vocabulary, path: str) -> Document:
    """A settings file in the format of the path's ending."""
    ending = path.rsplit(".", 1)[-1]
    for _ in range(60):
        made = settings(v, short=True)
        if made.path.rsplit(".", 1)[-1] == ending and made.entries:
            return Document(path, made.text, made.entries)
    raise Unsuitable("format")


def _content(v: Vocabulary, path: str, action: str) -> Document:
    if path.endswith((".py", ".sh")) and action != "set":
        return Document(
            path, program(v).code if path.endswith(".py") else f"#!/bin/sh\necho {v.word()} {v.nonsense()}\n"
        )
    if action in ("value", "set"):
        return _settings_at(v, path)
    made = table(v)[0] if path.endswith(".csv") else v.draw.pick([item_list, prose])(v, short=True)
    return Document(path, made.text)


def _others(v: Vocabulary, pattern: str, count: int) -> dict[str, str]:
    """Files that lie beside it and are not meant."""
    files: dict[str, str] = {}
    for _ in range(40):
        made = v.draw.pick([item_list, prose, settings, settings])(v, short=True)
        if (
            "/" not in made.path
            and not re.search(pattern, made.path)
            and not made.path.startswith(".")
            and made.path.lower() not in map(str.lower, files)
        ):
            files[made.path] = made.text
        if len(files) >= count:
            break
    return files


def by_kind(v: Vocabulary) -> Task:
    """A file that the user calls by what it is: list the folder, take the one that fits; none or two: say so."""
    draw = v.draw
    kind = draw.pick(list(_KINDS))
    path, it, pattern = _named(v, kind)
    if not re.search(pattern, path) or " " in path:
        raise Unsuitable("name")
    runs = path.endswith((".py", ".sh"))
    is_settings = path.rsplit(".", 1)[-1] in ("json", "yaml", "toml", "ini", "conf") or path == "settings.py"
    action = draw.pick(
        ["run", "run", "show", "count"]
        if runs and path != "settings.py"
        else ["value", "value", "set", "set", "show", "delete"]
        if is_settings
        else ["show", "show", "count", "delete"]
    )
    made = _content(v, path, action)
    how = draw.weighted([(6, "one"), (2, "none"), (1.6, "two")])
    files = _others(v, pattern, draw.randint(0 if how == "one" else 1, 3))
    twin = ""
    if how != "none":
        files[path] = made.text
    if how == "two":
        twin, _, _ = _named(v, kind)
        if twin.lower() == path.lower() or not re.search(pattern, twin):
            raise Unsuitable("twin")
        files[twin] = _content(v, twin, action).text
    entry = None
    if action in ("value", "set"):
        usable = [e for e in made.entries if sum(o.key == e.key for o in made.entries) == 1 and e.kind != "bool"]
        entry = draw.pick(usable)
    new = fresh_value(v, entry) if entry and action == "set" else ""
    tables = {
        "show": phrases.SHOW,
        "run": phrases.RUN,
        "value": phrases.VALUE,
        "set": phrases.SET,
        "delete": phrases.DELETE,
        "count": phrases.COUNT,
    }
    name = entry.key if entry else ""
    prompt = tell(draw, tables[action], it=it, n=name, new=said(draw, new) if new else "")
    what = re.sub(r"^(the only|the|my|our|this project's) | here$", "", it)
    names = sorted(files, key=str.lower)

    def script() -> Script:
        result = yield list_folder(f"{it}: which file? list the folder")
        listed = result.content.splitlines()
        if sorted(listed, key=str.lower) != names:
            raise Unsuitable("list")
        fits = [one for one in listed if re.search(pattern, one)]
        if not fits:
            return Say(f"none is {it}; say so", f"I see no {what} here. There is: {', '.join(listed)}.")
        if len(fits) > 1:
            return Say(f"{len(fits)} could be meant; ask", f"Which one do you mean: {' or '.join(fits)}?")
        return (yield from _done(action, made, entry, new))

    needs = {
        "show": ("read",),
        "value": ("read",),
        "set": ("read", "edit"),
        "run": ("shell",),
        "delete": ("shell",),
        "count": ("read",),
    }[action]
    ends: dict[str, str | None] = dict(files)
    if how == "one" and action == "delete":
        ends[path] = None
    elif how == "one" and entry and action == "set":
        ends[path] = made.text.replace(entry.line, entry.rewrite(new), 1)
    return Task("vague", prompt, script, files, ("list", *needs), ends=ends, alone=True)


def _done(action: str, made: Document, entry: Entry | None, new: str) -> Script:
    """What is done with the file that was found."""
    path = made.path
    if action == "run":
        command = f"{'python3' if path.endswith('.py') else 'sh'} {path}"
        result = yield shell(command, f"it is {path}; run {command}")
        output, status = shell_output(result)
        return run_report(path, output, status)
    if action == "delete":
        result = yield shell(f"rm {path}", f"it is {path}; run rm {path}")
        if result.content != "[exit 0]":
            raise Unsuitable(result.content)
        return Say("exit 0; done", f"Deleted {path}.")
    goal = {"show": "show it", "count": "count the lines"}.get(action)
    if goal:
        result = yield read(path, f"it is {path}; read it and {goal}")
        lines = numbered(result)
        if action == "count":
            return Say(f"the last number is {len(lines)}", f"{path} has {len(lines)} line{'s' * (len(lines) != 1)}.")
        if len(lines) > 9:
            raise Unsuitable("long")
        if len(lines) == 1:
            return Say("one line", f"{path} says: {lines[0]}")
        return Say(f"{len(lines)} lines", f"{path} contains:\n" + "\n".join(lines))
    assert entry is not None
    if action == "value":
        result = yield read(path, f"it is {path}; read it for {entry.key}")
        number = find_line(result, entry.line)
        under = f" under {entry.section}" if entry.section else ""
        return Say(f"line {number}{under}: {entry.line.strip()}", f"{entry.key} in {path} is {entry.value}")
    bind = line_edit(made, entry.line, entry.rewrite(new))
    result = yield read(path, f"it is {path}; set {entry.key} to {new}; read it first")
    plan, old, becomes = bind(result)
    result = yield edit(path, old, becomes, plan)
    if result.is_error:
        raise Unsuitable(result.content)
    return Say("edited; done", f"Changed {entry.key} from {entry.value} to {new} in {path}.")


def _facts(v: Vocabulary) -> tuple[list[str], str, str, str]:
    """Lines of facts, one of them with its question and its value."""
    draw = v.draw
    chosen = draw.some(FACTS, 2, 6)
    kinds = [kind for _, _, kind in chosen]
    _, questions, kind = chosen[0]
    if kinds.count(kind) > 1 and draw.chance(0.5):
        raise Unsuitable("kinds")
    made = [draw.pick(row[0]).replace("@", MAKERS[row[2]](v)) for row in chosen]
    fact = made[0]
    draw.shuffle(made)
    return made, fact, draw.pick(questions), kind


def apart(v: Vocabulary) -> Task:
    """A fact that is asked for in words that the file does not have."""
    draw = v.draw
    rows, fact, question, _ = _facts(v)
    path = v.path(".txt", ".md", ".txt", "", ".rst")
    if draw.chance(0.25):
        path = draw.pick(
            ["README.md", "NOTES.md", "notes.txt", "info.txt", "misc.md", "facts.txt", "remember.txt", "diary.md"]
        )
    if draw.chance(0.2):
        rows.insert(draw.randint(0, len(rows)), v.sentence())
    mark = draw.pick(["", "", "", "- ", "* ", "> "])
    rows = [mark + row for row in rows]
    head = [f"# {v.words(1, 2).capitalize()}", ""] if draw.chance(0.3) else []
    text = "\n".join([*head, *rows]) + "\n"
    line = mark + fact
    if rows.count(line) != 1:
        raise Unsuitable("twin")
    prompt = tell(draw, phrases.APART, q=question, Q=question[0].upper() + question[1:], file=file_form(draw, path))

    def script() -> Script:
        result = yield read(path, f"read {path}; find {question}")
        return Say(f"line {find_line(result, line)}: {fact}", fact)

    return Task("read", prompt, script, {path: text}, ("read",))


def not_there(v: Vocabulary) -> Task:
    """A question that the file does not answer: say so instead of guessing."""
    draw = v.draw
    rows, _, _, _ = _facts(v)
    wanted = draw.pick(FACTS)
    if any(wanted[2] == row[2] and any(_like(row[0], line) for line in rows) for row in FACTS):
        raise Unsuitable("could be")
    question = draw.pick(wanted[1])
    path = v.path(".txt", ".md", ".txt", "")
    text = "\n".join(rows) + "\n"
    prompt = tell(draw, phrases.APART, q=question, Q=question[0].upper() + question[1:], file=file_form(draw, path))

    def script() -> Script:
        result = yield read(path, f"read {path}; find {question}")
        numbered(result)
        return Say("no line says it; say so", f"{path} does not say that.")

    return Task("read", prompt, script, {path: text}, ("read",))


def _like(patterns: list[str], line: str) -> bool:
    return any(re.fullmatch(re.escape(pattern).replace("@", ".*"), line) for pattern in patterns)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(4, by_kind), (5, apart), (1.5, not_there)]
