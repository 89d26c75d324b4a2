"""What the process runs that gets a model for the chat; started by `pulling.py`, never by hand.

It writes JSON lines to stdout: how far it is, and in the end `done` or `error`. It ends when its stdin does, that is
with the program that started it, whatever ends that. Files that came whole stay. Of the others the hub's library goes
on with none, so what came of them is removed: some gigabytes would lie about for ever.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

REPORT_S = 0.2


def main(hub_id: str) -> NoReturn:
    """Get `hub_id`, or the rest of it."""
    threading.Thread(target=_end_with_stdin, daemon=True).start()
    from localcoder.engine import hub
    from localcoder.errors import LocalcoderError

    reported_s = 0.0

    def progress(done_bytes: int, total_bytes: int) -> None:
        nonlocal reported_s
        now_s = time.monotonic()
        if now_s - reported_s >= REPORT_S:
            reported_s = now_s
            _say({"got": done_bytes, "of": total_bytes})

    try:
        hub.pull(hub_id, progress)
    except LocalcoderError as error:
        _say({"error": str(error)})
    except BaseException as error:  # noqa: BLE001  whatever it is, somebody waits for a word
        _say({"error": f"Model {hub_id}: could not be pulled: {type(error).__name__}: {error}"})
    else:
        _say({"done": True})
    # Threads of the download may still run.
    os._exit(0)


def _say(message: dict[str, object]) -> None:
    try:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()
    except OSError:
        os._exit(1)


def _end_with_stdin() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    _remove_partial_files()
    os._exit(1)


def _remove_partial_files() -> None:
    import psutil

    with suppress(psutil.Error):
        for file in psutil.Process().open_files():
            if file.path.endswith(".incomplete"):
                with suppress(OSError):
                    Path(file.path).unlink()
