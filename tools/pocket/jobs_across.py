"""Jobs over several files: answers from two, names and values changed everywhere, where a name is used."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket import phrases_across as phrases
from tools.pocket.contents import Document, Entry, clear, item_list, prose, settings
from tools.pocket.jobs_edit import fresh_value, line_edit, spot_edit
from tools.pocket.jobs_fix import module_name
from tools.pocket.jobs_read import find_line
from tools.pocket.phrases_edit import said
from tools.pocket.phrasing import file_form
from tools.pocket.programs import function
from tools.pocket.task import (
    Call,
    Result,
    Say,
    Script,
    Task,
    Unsuitable,
    edit,
    numbered,
    read,
    search,
    shell,
    shell_output,
)
from tools.pocket.tell import tell
from tools.pocket.words import Vocabulary


def _single(document: Document) -> list[Entry]:
    """The values whose key is there once, under a name that can only mean them."""
    entries = document.entries
    return [
        one
        for one in entries
        if sum(other.key == one.key for other in entries) == 1 and document.anchor(one.line, one.line + "_")
    ]


def _called(v: Vocabulary, entry: Entry, document: Document) -> str:
    name = v.draw.pick([entry.key, *entry.names])
    if any(name in (other.key, *other.names) for other in document.entries if other is not entry):
        name = entry.key
    return name


def _two(v: Vocabulary) -> tuple[Document, Document]:
    one, other = settings(v, short=True), settings(v, short=True)
    if (
        not clear(one.path, {other.path})
        or not one.entries
        or not other.entries
        or one.path in other.path
        or other.path in one.path
    ):
        raise Unsuitable("same")
    return one, other


def _files(*documents: Document) -> dict[str, str]:
    return {document.path: document.text for document in documents}


def _quote(result: Result, line: str) -> str:
    return f"line {find_line(result, line)}: {line.strip()}"


def two_values(v: Vocabulary) -> Task:
    """One value from each of two files."""
    draw = v.draw
    one, other = _two(v)
    a, b = draw.pick(_single(one)), draw.pick(_single(other))
    n1, n2 = _called(v, a, one), _called(v, b, other)
    prompt = tell(draw, phrases.TWO_VALUES, f1=file_form(draw, one.path), f2=file_form(draw, other.path), n1=n1, n2=n2)

    def script() -> Script:
        result = yield read(one.path, f"find {n1} in {one.path} and {n2} in {other.path}; read {one.path}")
        first = _quote(result, a.line)
        result = yield read(other.path, f"{first}; now read {other.path}")
        second = _quote(result, b.line)
        return Say(
            f"{first}; {second}", f"{a.key} in {one.path} is {a.value}, and {b.key} in {other.path} is {b.value}"
        )

    return Task("across", prompt, script, _files(one, other), ("read",), ends=dict(_files(one, other)))


def _shared(v: Vocabulary, *, same: bool, kind: str | None = None) -> tuple[Document, Entry, Document, Entry]:
    """Two files with the same setting; the second file's line is put at its end, in its own format."""
    draw = v.draw
    for _ in range(30):
        one = settings(v, short=True)
        usable = [e for e in _single(one) if e.kind != "bool" and (kind is None or e.kind == kind)]
        if not usable:
            continue
        a = draw.pick(usable)
        for _ in range(6):
            other = settings(v, short=True)
            b = draw.pick(_single(other)) if _single(other) else None
            if b is None or not clear(one.path, {other.path}) or one.path in other.path or other.path in one.path:
                continue
            swapped = _with_key(b, a, a.value if same else fresh_value(v, a))
            if swapped is None or any(e.key.lower() == a.key.lower() for e in other.entries):
                continue
            text = other.text.replace(b.line, swapped.line, 1)
            if text.count(swapped.line) != 1 or swapped.line not in text.split("\n"):
                continue
            return one, a, Document(other.path, text, [swapped]), swapped
    raise Unsuitable("nothing shared")


def _with_key(place: Entry, entry: Entry, value: str) -> Entry | None:
    """An entry of another file at the place of one there: its line with this key and value."""
    old = place.value
    if place.kind != entry.kind or place.line.count(place.key) != 1 or place.line.count(old) != 1 or not old:
        return None
    if place.key in old or old in place.key or re.search(r"[\s\"':=]", entry.key + value) or value == "":
        return None
    line = place.line.replace(place.key, "\0").replace(old, value).replace("\0", entry.key)

    def rewrite(new: str) -> str:
        return line.replace(value, new)

    if entry.key in value or value in entry.key or line.count(value) != 1:
        return None
    return Entry(entry.key, entry.names, value, line, rewrite, entry.fresh, place.section, entry.kind)


def same_value(v: Vocabulary) -> Task:
    """Whether two files agree on a value."""
    draw = v.draw
    same = draw.chance(0.45)
    one, a, other, b = _shared(v, same=same)
    name = _called(v, a, one)
    prompt = tell(draw, phrases.SAME_VALUE, f1=file_form(draw, one.path), f2=file_form(draw, other.path), n=name)

    def script() -> Script:
        result = yield read(one.path, f"compare {name} in {one.path} and {other.path}; read {one.path}")
        first = _quote(result, a.line)
        result = yield read(other.path, f"{first}; now read {other.path}")
        second = _quote(result, b.line)
        if a.value == b.value:
            return Say(
                f"{first}; {second}; the same", f"Yes, {a.key} is {a.value} in both {one.path} and {other.path}."
            )
        return Say(
            f"{first}; {second}; not the same", f"No, {a.key} is {a.value} in {one.path} and {b.value} in {other.path}."
        )

    return Task("across", prompt, script, _files(one, other), ("read",), ends=dict(_files(one, other)))


def larger_value(v: Vocabulary) -> Task:
    """Which of two files has the larger number."""
    draw = v.draw
    one, a, other, b = _shared(v, same=False, kind="int")
    if not a.value.isdigit() or not b.value.isdigit():
        raise Unsuitable("no numbers")
    more = draw.chance(0.6)
    word = draw.pick(["larger", "higher", "bigger", "greater"] if more else ["smaller", "lower"])
    name = _called(v, a, one)
    prompt = tell(draw, phrases.LARGER, f1=file_form(draw, one.path), f2=file_form(draw, other.path), n=name, more=word)

    def script() -> Script:
        result = yield read(one.path, f"where is {name} {word}? read {one.path}")
        first = _quote(result, a.line)
        result = yield read(other.path, f"{first}; now read {other.path}")
        second = _quote(result, b.line)
        wins = (int(a.value) > int(b.value)) == more
        win, lose = ((one, a), (other, b)) if wins else ((other, b), (one, a))
        sign = ">" if more else "<"
        return Say(
            f"{first}; {second}; {win[1].value} {sign} {lose[1].value}",
            f"{win[0].path} has the {word} {a.key}: {win[1].value}, and {lose[0].path} has {lose[1].value}.",
        )

    return Task("across", prompt, script, _files(one, other), ("read",), ends=dict(_files(one, other)))


def sum_lines(v: Vocabulary) -> Task:
    """How many lines two files have together."""
    draw = v.draw
    one, other = (draw.pick([item_list, prose])(v, short=True) for _ in range(2))
    if not clear(one.path, {other.path}):
        raise Unsuitable("same")
    prompt = tell(draw, phrases.SUM_LINES, f1=file_form(draw, one.path), f2=file_form(draw, other.path))

    def script() -> Script:
        result = yield read(one.path, f"count the lines of {one.path} and {other.path}; read {one.path}")
        m = len(numbered(result))
        result = yield read(other.path, f"{m} lines; now read {other.path}")
        n = len(numbered(result))
        return Say(f"{m} + {n} = {m + n}", f"{one.path} has {m} lines and {other.path} has {n}, together {m + n}.")

    return Task("across", prompt, script, _files(one, other), ("read",))


def show_both(v: Vocabulary) -> Task:
    """The whole of two short files."""
    draw = v.draw
    one, other = (draw.pick([item_list, prose])(v, short=True) for _ in range(2))
    if not clear(one.path, {other.path}) or one.text.count("\n") + other.text.count("\n") > 9:
        raise Unsuitable("same")
    prompt = tell(draw, phrases.SUMMARY, f1=file_form(draw, one.path), f2=file_form(draw, other.path))

    def script() -> Script:
        texts = []
        result = yield read(one.path, f"show {one.path} and {other.path}; read {one.path}")
        texts.append(f"{one.path}:\n" + "\n".join(numbered(result)))
        result = yield read(other.path, f"now read {other.path}")
        texts.append(f"{other.path}:\n" + "\n".join(numbered(result)))
        return Say("both read; show them", "\n\n".join(texts))

    return Task("across", prompt, script, _files(one, other), ("read",))


def pointer(v: Vocabulary) -> Task:
    """A file that says in which other file a value stands."""
    draw = v.draw
    document = settings(v, short=True)
    entry = draw.pick(_single(document))
    name = _called(v, entry, document)
    path = v.path(".md", ".txt", ".ini", ".toml", ".yaml", nested=0.1)
    if not clear(path, {document.path}) or path in document.path or document.path in path:
        raise Unsuitable("same")
    key = draw.pick(["include", "config", "settings", "source", "see", "values", "defaults"])
    line = {
        "md": draw.pick([f"The {name} is in {document.path}.", f"See {document.path} for the {name}.", f"All values are in {document.path}."]),
        "txt": draw.pick([f"{name}: see {document.path}", f"look into {document.path}", f"the settings are in {document.path}"]),
        "ini": f"{key} = {document.path}",
        "toml": f'{key} = "{document.path}"',
        "yaml": f"{key}: {document.path}",
    }.get(path.rsplit(".", 1)[-1])  # fmt: skip
    if line is None:
        raise Unsuitable("kind")
    around = [v.sentence() for _ in range(draw.randint(0, 2))] if path.endswith((".md", ".txt")) else []
    rows = [*around, line]
    draw.shuffle(rows)
    text = "\n".join(rows) + "\n"
    prompt = tell(draw, phrases.POINTER, f1=file_form(draw, path), n=name)

    def script() -> Script:
        result = yield read(path, f"find {name}; read {path}")
        result = yield read(document.path, f"{_quote(result, line)}; read {document.path}")
        return Say(_quote(result, entry.line), f"{entry.key} in {document.path} is {entry.value}")

    return Task("across", prompt, script, {path: text, document.path: document.text}, ("read",))


def _project(v: Vocabulary) -> tuple[str, str, dict[str, str], str]:
    """A module with a function, files that use it: the function, its module, the files, the script that can be run."""
    draw = v.draw
    made = function(v)
    name, module = made.name, module_name(v)
    if len(name) < 4 or not made.parameters or "'" in made.call or any(name in p for p in made.parameters):
        raise Unsuitable("name")
    files = {f"{module}.py": made.code}
    if draw.chance(0.4):
        other = function(v)
        if other.name != name and name not in other.code and other.name not in made.code:
            both = [made.code, other.code]
            draw.shuffle(both)
            files[f"{module}.py"] = "\n\n".join(both)
    users: list[str] = []
    for _ in range(draw.randint(1, 2)):
        user = f"{module_name(v)}.py"
        style = draw.randrange(4)
        value = draw.pick(["result", "value", "found", v.safe(v.nonsense())])
        files[user] = {
            0: f"from {module} import {name}\n\nprint({made.call})\n",
            1: f"import {module}\n\n{value} = {module}.{made.call}\nprint({value})\n",
            2: f"from {module} import {name}\n\n\ndef main():\n    {value} = {made.call}\n    print({value})\n\n\nmain()\n",
            3: f'from {module} import {name}\n\nprint("{v.word()}", {made.call})\n',
        }[style]
        users.append(user)
    text = "\n".join(files.values())
    if (
        len(re.findall(rf"\b{name}\b", text)) != text.count(name)
        or name in module
        or any(name in path for path in files)
    ):
        raise Unsuitable("part of another name")
    return name, f"{module}.py", files, users[0]


def _hits(files: dict[str, str], word: str) -> list[str]:
    """The lines that a search gives."""
    return [
        f"{path}:{number}:{line}"
        for path in sorted(files)
        for number, line in enumerate(files[path].removesuffix("\n").split("\n"), 1)
        if word in line
    ]


def rename_everywhere(v: Vocabulary) -> Task:
    """A function by another name in all files: search, then read and edit each, then run what uses it."""
    draw = v.draw
    name, _, files, runs = _project(v)
    new = v.safe(v.function_name())
    if new == name or len(new) < 4 or any(new in text for text in files.values()) or name in new or new in name:
        raise Unsuitable("same")
    mark = draw.weighted([(5, ""), (3, "`"), (1, '"')])
    call = "()" if draw.chance(0.2) else ""
    prompt = tell(draw, phrases.RENAME_ALL, old=f"{mark}{name}{call}{mark}", new=f"{mark}{new}{call}{mark}")
    paths = sorted(files)
    checks = draw.chance(0.6)

    def script() -> Script:
        result = yield search(name, f"rename {name} to {new} everywhere; search {name}")
        if result.content.splitlines() != _hits(files, name):
            raise Unsuitable("hits")
        before = f"{name} is in {', '.join(paths)}"
        for path in paths:
            yield read(path, f"{before}; read {path}")
            count = files[path].count(name)
            result = yield edit(path, name, new, f"replace {name} by {new} in {path}", every=count > 1)
            if result.is_error:
                raise Unsuitable(result.content)
            before = f"{path} is done"
        done = f"Renamed {name} to {new} in {_and(paths)}."
        if not checks:
            return Say("all files edited; done", done)
        result = yield shell(f"python3 {runs}", f"all files edited; run python3 {runs} to check")
        output, status = shell_output(result)
        if status or "\n" in output:
            raise Unsuitable(output)
        return Say("exit 0: it works", f"{done} {runs} still runs; it printed: {output}")

    ends = {path: text.replace(name, new) for path, text in files.items()}
    needs = ("search", "read", "edit", "shell") if checks else ("search", "read", "edit")
    return Task("across", prompt, script, files, needs, ends=ends)


def _and(paths: list[str]) -> str:
    return paths[0] if len(paths) == 1 else f"{', '.join(paths[:-1])} and {paths[-1]}"


_VALUES: list[tuple[str, Callable[[Vocabulary], str]]] = [
    ("version", lambda v: v.version()), ("port", lambda v: str(v.draw.randint(1024, 64000))), ("host", lambda v: f"{v.nonsense()}.{v.draw.pick(['example', 'internal', 'net', 'org'])}"),
    ("company name", lambda v: v.nonsense().capitalize()), ("project name", lambda v: v.nonsense()), ("name", lambda v: f"{v.nonsense()}-{v.nonsense()}"), ("mail address", lambda v: v.email()), ("url", lambda v: v.url()),
    ("database name", lambda v: f"{v.nonsense()}_db"), ("user", lambda v: v.nonsense()), ("branch", lambda v: v.nonsense()), ("image", lambda v: f"{v.nonsense()}/{v.word()}"), ("product", lambda v: v.nonsense().capitalize()), ("key", lambda v: f"{v.nonsense()}_{v.nonsense()}"),
]  # fmt: skip
_PLACES: list[tuple[str, str]] = [
    (".md", "# {w}\n\nThis is about {x}.\n"), (".md", "{s}\n\nUse `{x}` for {w}.\n"), (".md", "- {w}\n- {x}\n- {w2}\n"), (".txt", "{s}\n{w}: {x}\n"), (".txt", "{x} is what we have now.\n{s}\n"), (".toml", '[{w}]\n{k} = "{x}"\n{k2} = {n}\n'), (".toml", '{k} = "{x}"\n'),
    (".yaml", "{w}:\n  {k}: {x}\n  {k2}: {n}\n"), (".yml", "{k}: {x}\n"), (".json", '{{\n  "{k}": "{x}",\n  "{k2}": {n}\n}}\n'), (".ini", "[{w}]\n{k} = {x}\n"), (".py", '{K} = "{x}"\n\nprint({K})\n'), (".py", 'def {k}():\n    return "{x}"\n'), (".sh", "#!/bin/sh\necho {x}\n"), (".js", "const {k} = '{x}';\nconsole.log({k});\n"),
    (".html", "<h1>{w}</h1>\n<p>{x}</p>\n"), (".css", "/* {x} */\nbody {{ margin: {n}px; }}\n"), (".c", '#define {K} "{x}"\n'), (".env", "{K}={x}\n"), (".cfg", "{k} = {x}\n"),
]  # fmt: skip


def value_everywhere(v: Vocabulary) -> Task:
    """A value by another in all files that have it: search, then read and edit each."""
    draw = v.draw
    what, make = draw.pick(_VALUES)
    old, new = make(v), make(v)
    if len(old) < 3 or old in new or new in old or re.search(r"[+*?()\[\]$^|\\]", old + new):
        raise Unsuitable("same")
    files: dict[str, str] = {}
    for _ in range(draw.weighted([(5, 2), (3, 3)])):
        extension, shape = draw.pick(_PLACES)
        key, other = v.safe(v.nonsense()), v.safe(v.nonsense())
        path = v.path(extension)
        text = shape.format(
            x=old, w=v.word(), w2=v.word(), s=v.sentence(), k=key, k2=other, K=key.upper(), n=v.number()
        )
        if not clear(path, set(files)) or text.count(old) != 1:
            raise Unsuitable("path")
        files[path] = text
    mark = draw.weighted([(6, ""), (2, '"'), (1, "'"), (2, "`")])
    prompt = tell(draw, phrases.VALUE_ALL, what=what, old=f"{mark}{old}{mark}", new=f"{mark}{new}{mark}")
    paths = sorted(files)
    pattern = re.sub(r"\.", r"\\.", old)

    def script() -> Script:
        result = yield search(pattern, f"change {old} to {new} everywhere; search {old}")
        if result.content.splitlines() != _hits(files, old):
            raise Unsuitable("hits")
        before = f"{old} is in {', '.join(paths)}"
        for path in paths:
            shown = yield read(path, f"{before}; read {path}")
            line = next(line for line in files[path].split("\n") if old in line)
            plan, was, becomes = line_edit(Document(path, files[path]), line, line.replace(old, new))(shown)
            result = yield edit(path, was, becomes, plan)
            if result.is_error:
                raise Unsuitable(result.content)
            before = f"{path} is done"
        return Say("all files edited; done", f"Changed {old} to {new} in {_and(paths)}.")

    ends = {path: text.replace(old, new) for path, text in files.items()}
    return Task("across", prompt, script, files, ("search", "read", "edit"), ends=ends)


def set_in_both(v: Vocabulary) -> Task:
    """The same new value in two named files."""
    draw = v.draw
    one, a, other, b = _shared(v, same=draw.chance(0.4))
    new = fresh_value(v, a)
    if new in (a.value, b.value) or re.search(r"\s", new):
        raise Unsuitable("same")
    name = _called(v, a, one)
    prompt = tell(
        draw,
        phrases.VALUE_BOTH,
        n=name,
        new=said(draw, new),
        f1=file_form(draw, one.path),
        f2=file_form(draw, other.path),
    )
    changes = [(one, a.line, a.rewrite(new)), (other, b.line, b.rewrite(new))]

    def script() -> Script:
        before = f"set {name} to {new} in {one.path} and {other.path}"
        for document, line, new_line in changes:
            result = yield read(document.path, f"{before}; read {document.path}")
            plan, was, becomes = line_edit(document, line, new_line)(result)
            result = yield edit(document.path, was, becomes, plan)
            if result.is_error:
                raise Unsuitable(result.content)
            before = f"{document.path} is done"
        return Say(
            "both edited; done",
            f"Changed {a.key} to {new} in {one.path} (was {a.value}) and {other.path} (was {b.value}).",
        )

    ends = {document.path: document.text.replace(line, new_line) for document, line, new_line in changes}
    return Task("across", prompt, script, _files(one, other), ("read", "edit"), ends=ends)


def copy_value(v: Vocabulary) -> Task:
    """The value of one file also in another."""
    draw = v.draw
    one, a, other, b = _shared(v, same=False)
    name = _called(v, a, one)
    prompt = tell(draw, phrases.COPY_VALUE, n=name, f1=file_form(draw, one.path), f2=file_form(draw, other.path))
    new_line = b.rewrite(a.value)

    def script() -> Script:
        result = yield read(one.path, f"{name} of {one.path} into {other.path}; read {one.path}")
        result = yield read(other.path, f"{_quote(result, a.line)}; now read {other.path}")
        at = find_line(result, b.line) - 1
        plan, was, becomes = spot_edit(other, at, new_line)(result)
        result = yield edit(other.path, was, becomes, plan)
        if result.is_error:
            raise Unsuitable(result.content)
        return Say(
            "edited; done",
            f"{a.key} is {a.value} in {one.path}. Changed it from {b.value} to {a.value} in {other.path}.",
        )

    ends = {one.path: one.text, other.path: other.text.replace(b.line, new_line)}
    return Task("across", prompt, script, _files(one, other), ("read", "edit"), ends=ends)


def where_used(v: Vocabulary) -> Task:
    """Every place that uses a function, or none but its definition."""
    draw = v.draw
    name, module, files, _ = _project(v)
    if draw.chance(0.25):
        files = {module: files[module]}
    mark = draw.weighted([(5, ""), (3, "`"), (1, '"')])
    prompt = tell(draw, phrases.USES, name=f"{mark}{name}{draw.pick(['', '', '()'])}{mark}")

    def script() -> Script:
        result = yield search(name, f"where is {name} used? search {name}")
        hits = result.content.splitlines()
        if hits != _hits(files, name):
            raise Unsuitable("hits")
        uses = [hit for hit in hits if f"def {name}(" not in hit]
        defined = next(hit for hit in hits if f"def {name}(" in hit)
        where = ", line ".join(defined.split(":", 2)[:2])
        if not uses:
            return Say("only its definition", f"{name} is defined in {where} and used nowhere.")
        paths = list(dict.fromkeys(hit.split(":", 1)[0] for hit in uses))
        return Say(
            f"{len(hits)} matches; defined in {where}; {len(uses)} others",
            f"{name} is defined in {where} and used in {_and(paths)}:\n" + "\n".join(uses),
        )

    return Task("search", prompt, script, files, ("search",))


def where_defined(v: Vocabulary) -> Task:
    """The place where a function or constant is defined."""
    draw = v.draw
    name, _, files, _ = _project(v)
    mark = draw.weighted([(5, ""), (3, "`"), (1, '"')])
    prompt = tell(draw, phrases.DEFINED, name=f"{mark}{name}{draw.pick(['', '', '()'])}{mark}")
    pattern = f"def {name}"

    def script() -> Script:
        result: Result = yield Call(f"where is {name} defined? search {pattern}", "search", {"pattern": pattern})
        hits = result.content.splitlines()
        if len(hits) != 1 or result.is_error or ":" not in hits[0]:
            raise Unsuitable("hits")
        path, line, text = hits[0].split(":", 2)
        return Say("one match", f"{name} is defined in {path}, line {line}: {text.strip()}")

    return Task("search", prompt, script, files, ("search",))


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (3, two_values),
    (2, same_value),
    (1.5, larger_value),
    (0.8, sum_lines),
    (0.8, show_both),
    (1.5, pointer),
    (3, rename_everywhere),
    (3.5, value_everywhere),
    (2.5, set_in_both),
    (2, copy_value),
    (2, where_used),
    (1.5, where_defined),
]
