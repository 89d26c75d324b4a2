"""A history of turns as lines of JSON, each behind its checksum, only ever appended.

`turn` tells of the open turn what became of some paths: [path, before, after], or null for both where nothing is kept
of it; `step` names the step that did it. `end` ends the turn. `moving` comes before files are put back or forth,
`stayed` where that was taken back; `undone` (turns from number `since` on) and `redone` (the last one) where it was
done. `dropped` and `forgotten` are turns that are no longer kept.
"""

from __future__ import annotations

import io
import json
import os
import zlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from localcoder.workspace.states import KINDS, State
from localcoder.workspace.turns import Change, History, Turn

VERSION = 1

Record = dict[str, Any]


def encode(record: Record) -> bytes:
    """A record as a line; ASCII alone, so that names in any encoding come back as they were.

    JSON of which a letter was lost is often JSON still, of another turn: hence the checksum (CRC-32, hexadecimal).
    """
    text = json.dumps({"v": VERSION, **record}, separators=(",", ":")).encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(text), text)


def decode(line: bytes) -> Record:
    """The record of a line.

    Raises:
        ValueError: it is damaged.
    """
    checksum, _, text = line.rstrip(b"\n").partition(b" ")
    if checksum != b"%08x" % zlib.crc32(text):
        raise ValueError("the checksum is wrong")
    record: Record = json.loads(text)
    return record


def turn_record(turn: Turn, paths: Collection[Path], step: str = "") -> Record:
    """What `turn` knows of `paths`."""
    changes = [
        [text_of(path), list_of(change.before), list_of(change.after)]
        if (change := turn.changes.get(path)) is not None
        else [text_of(path), None, None]
        for path in paths
    ]
    return {
        "type": "turn",
        "number": turn.number,
        "prompt": turn.prompt,
        "step": step,
        "changes": changes,
        "foreign": [text_of(path) for path in paths if path in turn.foreign],
        "uncovered": [text_of(path) for path in paths if path in turn.uncovered],
    }


def all_records(history: History) -> Iterator[Record]:
    """The shortest log that tells `history`."""
    if history.forgotten:
        yield {"type": "forgotten", "number": history.forgotten}
    for turn in history.closed:
        yield turn_record(turn, turn.changes.keys() | turn.uncovered)
        yield {"type": "end"}
    if history.undone:
        yield {"type": "undone", "since": history.undone[-1].number}
    if moving := [turn.number for turn in history if turn.moving]:
        yield {"type": "moving", "numbers": moving}
    if history.open is not None:
        yield turn_record(history.open, history.open.changes.keys() | history.open.uncovered)


def replay(data: bytes, history: History) -> tuple[set[str], int]:
    """Let the lines of `data` take effect; returns the steps that ended, and how many bytes are undamaged lines.

    A last line without its end was torn and is left out. Where another line is damaged, nothing is known for sure of
    its turn nor of those before it: they are forgotten, since to put back a part of a turn would be worse.
    """
    steps: set[str] = set()
    valid_bytes = 0
    damaged = False
    for line in io.BytesIO(data):
        if not line.endswith(b"\n"):
            break
        try:
            record = decode(line)
            _apply(record, history)
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            damaged = True
            continue
        steps.add(record.get("step", ""))
        if damaged and record["type"] == "end":
            history.forget_all()
            damaged = False
        elif not damaged:
            valid_bytes += len(line)
    if damaged:
        history.forget_all()
    return steps, valid_bytes


def _apply(record: Record, history: History) -> None:
    if record["v"] != VERSION:
        raise ValueError("a record of another version")
    match record["type"]:
        case "turn":
            _take_turn(record, history)
        case "end":
            history.end()
        case "undone":
            history.undo(_number(record["since"]))
        case "redone":
            history.redo()
        case "moving" | "stayed" as kind:
            history.move(map(_number, record["numbers"]), kind == "moving")
        case "dropped":
            history.forget_oldest()
        case "forgotten":
            history.forgotten = _number(record["number"])
            history.begun = max(history.begun, history.forgotten)
        case _:
            raise ValueError("a record of an unknown type")


def _take_turn(record: Record, history: History) -> None:
    number = _number(record["number"])
    turn = history.open
    if turn is None or turn.number != number:
        turn = history.begin(str(record["prompt"]), number)
    for text, before, after in record["changes"]:
        path = Path(text)
        turn.foreign.discard(path)
        turn.uncovered.discard(path)
        if before is None:
            turn.changes.pop(path, None)
        else:
            turn.changes[path] = Change(state_of_list(before), state_of_list(after))
    turn.foreign |= paths_of(record["foreign"])
    turn.uncovered |= paths_of(record["uncovered"])


def text_of(path: Path) -> str:
    """A path as text that JSON carries whatever its bytes are."""
    return os.fspath(path)


def paths_of(texts: Iterable[str]) -> set[Path]:
    """The paths that `texts` name."""
    return {Path(text) for text in texts}


def list_of(state: State) -> list[str | int]:
    """`state` for JSON."""
    return [state.kind, state.mode, state.content, state.changed_ns]


def state_of_list(fields: list[Any]) -> State:
    """The state in `fields`. Raises ValueError where it is none."""
    match fields:
        case [str() as kind, int() as mode, str() as content, int() as changed_ns] if kind in KINDS:
            return State(kind, mode, content, changed_ns)
        case _:
            raise ValueError("no state")


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"a number: {value!r:.40}")
    return value
