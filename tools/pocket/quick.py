"""Commands whose result needs no process: the same text as the shell tool's, some thirty times faster.

Only what generated jobs run most is here, each by doing the same thing: a small script and its local modules by this
very interpreter, a file removed, moved or copied by the same system calls. Everything else goes to the real tool.
`tests/pocket` compares the two.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import os
import random
import re
import shlex
import shutil
import signal
import sys
import threading
import types
import unittest
from collections.abc import Iterator
from pathlib import Path

_IMPORTS = re.compile(r"^\s*(?:import|from)\s+(\w+)", re.M)
_UNFIT = re.compile(
    r"\b(open|input|quit|eval|exec|argv|while|__(?!name__|init__|main__)\w+__)\b|(?<!sys\.)\bexit\(|sys\.(?!exit\()"
)
_PATH = r"[\w./-]+"
_NUMBER = r"(?:0|[1-9]\d*)"
_HARMLESS = frozenset(("math", "random", "sys", "string", "json", "unittest", "collections", "itertools"))
"""Modules of the standard library that scripts may import; all of them are loaded before anything is timed."""
for _name in _HARMLESS:
    importlib.import_module(_name)


def quick_shell(command: str, root: Path) -> str | None:
    """The result of the shell tool for `command` in the folder `root`; None where the tool itself must run it."""
    found = re.fullmatch(rf"python3 (?:(-m unittest) )?({_PATH}\.py)", command)
    if found is not None:
        path = root / found.group(2)
        if not path.is_file():
            return None
        return _python(path.read_text(encoding="utf-8"), path, root if found.group(1) else path.parent, found.group(1))
    if command.startswith("python3 -c ") and not re.search(r"[$\\`]", command):
        try:
            words = shlex.split(command)
        except ValueError:
            return None
        return _python(words[2], None, root) if len(words) == 3 else None
    found = re.fullmatch(rf"(rm|mv|cp|mkdir -p) ({_PATH})(?: ({_PATH}))?", command)
    if found is not None:
        return _move(found.group(1), root, found.group(2), found.group(3))
    found = re.fullmatch(r"echo ([\w-]+(?: [\w-]+)*)", command)
    if found is not None and not found.group(1).startswith("-"):
        return f"{found.group(1)}\n[exit 0]"
    if (found := re.fullmatch(rf"echo \$\(\(({_NUMBER}(?: [-+*] {_NUMBER})+)\)\)", command)) is not None:
        return f"{eval(found.group(1))}\n[exit 0]"
    return _looks(command, root)


def _looks(command: str, root: Path) -> str | None:
    """What commands give that only look at files whose names and texts are plain."""
    found = re.fullmatch(rf"(cat|wc -l <|head -n \d+|tail -n \d+|grep(?: -[cnv])? [A-Za-z]+|ls) ({_PATH})", command)
    if found is None:
        return None
    verb, name = found.groups()
    path = root / name
    if name.startswith(("-", "/")) or path.is_dir():
        return None
    if not path.is_file():
        return _missing(verb, name)
    if verb == "ls":
        return f"{name}\n[exit 0]"
    text = path.read_text(encoding="utf-8")
    if not text.endswith("\n") or not text.isascii() or len(text) > 2000:
        return None
    rows = text.splitlines()
    status = 0
    if verb == "wc -l <":
        rows = [str(len(rows))]
    elif verb.startswith(("head", "tail")):
        count = int(verb.split()[-1])
        rows = rows[:count] if verb.startswith("head") else rows[max(0, len(rows) - count) :]
    elif verb.startswith("grep"):
        word = verb.split()[-1]
        hits = [(number, row) for number, row in enumerate(rows, 1) if (word in row) != (" -v " in verb)]
        status = int(not hits)
        rows = [f"{number}:{row}" if " -n " in verb else row for number, row in hits]
        rows = [str(len(hits))] if " -c " in verb else rows
    output = "\n".join(rows)
    return f"{output}\n[exit {status}]" if output.strip("\n") else None if output else f"[exit {status}]"


def _missing(verb: str, name: str) -> str | None:
    if verb == "ls":
        return f"ls: cannot access '{name}': No such file or directory\n[exit 2]"
    return f"cat: {name}: No such file or directory\n[exit 1]" if verb == "cat" else None


def _modules(code: str, folder: Path, known: dict[str, str]) -> bool:
    """Whether `code` and the local modules that it imports may run in this process; those are added to `known`."""
    if _UNFIT.search(code):
        return False
    for name in _IMPORTS.findall(code):
        path = folder / f"{name}.py"
        if name in known or (name in _HARMLESS and not path.exists()):
            continue
        if name in sys.modules or name in sys.stdlib_module_names or not path.is_file():
            return False
        known[name] = path.read_text(encoding="utf-8")
        if not _modules(known[name], folder, known):
            return False
    return True


class Endless(BaseException):
    """Generated code took too long: no handler in it may catch this."""


@contextlib.contextmanager
def limited(seconds: float = 1.0) -> Iterator[None]:
    """Ends with `Endless` what takes more of the processor's time, where signals can be had (in the main thread)."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise Endless

    before = signal.signal(signal.SIGVTALRM, stop)
    collecting = gc.isenabled()
    gc.disable()  # what is raised while a collector's callback runs is lost
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if collecting:
            gc.enable()
        signal.signal(signal.SIGVTALRM, before)


@contextlib.contextmanager
def _as_main(folder: Path, main: types.ModuleType, known: dict[str, str], arguments: list[str]) -> Iterator[None]:
    """This process as if it had been started for `main` in `folder`; afterwards nothing is left of that."""
    kept = sys.modules["__main__"], sys.path[:], sys.argv, sys.dont_write_bytecode
    state = random.getstate()
    sys.modules["__main__"], sys.argv, sys.dont_write_bytecode = main, arguments, True
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.modules["__main__"], sys.path[:], sys.argv, sys.dont_write_bytecode = kept
        random.setstate(state)
        sys.path_importer_cache.pop(str(folder), None)
        for name in known:
            sys.modules.pop(name, None)


def _python(code: str, path: Path | None, folder: Path, tests: str | None = None) -> str | None:
    known: dict[str, str] = {}
    if not _modules(code, folder, known):
        return None
    if tests is not None:
        if path is None or path.parent != folder or path.stem in sys.modules:
            return None
        known[path.stem] = code
    output, status = io.StringIO(), 0
    main = types.ModuleType("__main__")
    arguments = ["python3 -m unittest", path.name] if tests and path else [str(path or "-c")]
    here = Path.cwd()
    with (
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(output),
        _as_main(folder, main, known, arguments),
    ):
        try:
            if tests is not None:
                os.chdir(folder)
                unittest.main(module=None)
            else:
                random.seed(code)  # what a script draws is no chance of the day it was generated
                with limited():
                    exec(compile(code, str(path or "<string>"), "exec"), main.__dict__)
        except SystemExit as error:
            if isinstance(error.code, str):
                output.write(f"{error.code}\n")
            status = int(error.code) if isinstance(error.code, int) else int(error.code is not None)
        except (RecursionError, Endless):
            return None
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is shown as the interpreter shows it
            if tests is not None:
                return None  # the frames of unittest's own command would be missing
            status = 1
            error.__traceback__ = error.__traceback__.tb_next if error.__traceback__ else None
            sys.__excepthook__(type(error), error, error.__traceback__)
        finally:
            os.chdir(here)
    rows = [output.getvalue().removesuffix("\n"), f"[exit {status}]"]
    return "\n".join(row for row in rows if row)


def _move(verb: str, root: Path, source: str, target: str | None) -> str | None:
    path = root / source
    if verb == "mkdir -p":
        if target is not None or path.is_file():
            return None
        path.mkdir(parents=True, exist_ok=True)
        return "[exit 0]"
    if verb == "rm" and target is None and not path.exists():
        return f"rm: cannot remove '{source}': No such file or directory\n[exit 1]"
    if not path.is_file():
        return None
    if verb == "rm" and target is None:
        path.unlink()
        return "[exit 0]"
    if verb == "rm" or target is None or (root / target).exists() or not (root / target).parent.is_dir():
        return None
    (shutil.move if verb == "mv" else shutil.copyfile)(path, root / target)
    return "[exit 0]"
