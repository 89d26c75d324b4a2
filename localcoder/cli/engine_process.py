"""What the program that holds an engine for `serve` starts with; started by `attach/supervisor.py`, never by hand."""

from __future__ import annotations

from typing import NoReturn


def main(link_descriptor: int, listener_descriptor: int, debug: bool) -> NoReturn:
    """Load and serve, with the log in its usual place."""
    from localcoder.cli.logs import start_logging

    start_logging(debug)
    from localcoder.attach.child import run_engine

    run_engine(link_descriptor, listener_descriptor)
