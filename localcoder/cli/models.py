"""`localcoder models`: the models on this machine, and getting more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from localcoder.cli.text import printable
from localcoder.errors import LocalcoderError, UsageError

app = typer.Typer(
    help="List, get, describe and delete models.",
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

HubId = Annotated[str, typer.Argument(metavar="HUB_ID", help="As on the Hugging Face Hub: organisation/name.")]
ModelName = Annotated[str, typer.Argument(metavar="NAME|DIR|HUB_ID", help="As for --model.")]


@app.command("list")
def list_models() -> None:
    """List the models that `--model` can name."""
    from rich.console import Console
    from rich.table import Table

    from localcoder.engine import models

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("name", "family", "parameters", "context", "weights"):
        table.add_column(heading, overflow="fold", justify="left" if heading in {"name", "family"} else "right")
    problems = []
    for entry in models.list_models():
        try:
            facts = entry.facts()
        except LocalcoderError as error:
            table.add_row(entry.name, "cannot be used")
            problems.append(str(error))
            continue
        row = (facts.family, count(facts.parameters), f"{facts.context_tokens:,}", size(facts.weight_bytes))
        table.add_row(entry.name, *row)
    if table.row_count == 0:
        print("No models. Get one with `localcoder models pull HUB_ID`.")
    else:
        Console(soft_wrap=True).print(table)
    for problem in problems:
        print(printable(problem))


@app.command()
def pull(hub_id: HubId) -> None:
    """Get a model from the Hugging Face Hub.

    After an interruption, the same command gets the rest.
    """
    from localcoder.engine import hub

    with _progress_of(hub_id) as progress:
        directory = hub.pull(hub_id, progress)
    print(f"{hub_id} is in {directory}; use it with `localcoder -m {hub_id}`.")


@app.command()
def info(name: ModelName) -> None:
    """Describe a model and say where its files lie."""
    from localcoder.engine.models import find_model

    entry = find_model(name)
    facts = entry.facts()
    lines = {
        "name": entry.name,
        "directory": str(entry.directory),
        "family": facts.family,
        "parameters": f"{facts.parameters:,} ({count(facts.parameters)})",
        "context": f"{facts.context_tokens:,} tokens",
        "weights": size(facts.weight_bytes),
        "on disk": size(entry.disk_bytes),
    }
    for label, value in lines.items():
        print(printable(f"{label:12}{value}"))


@app.command("rm")
def remove(
    hub_id: HubId, yes: Annotated[bool, typer.Option("-y", "--yes", help="Delete without asking.")] = False
) -> None:
    """Delete a pulled model.

    Its files lie in the hub's shared cache, so other programs lose it too.
    """
    import sys

    from localcoder.engine import hub
    from localcoder.engine.models import POCKET

    if hub_id == POCKET:
        raise UsageError(f"`{POCKET}` is part of localcoder and cannot be deleted.")
    hub.require_pulled(hub_id)
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError(f"Deleting {hub_id} needs a yes: add --yes.")
        if not typer.confirm(f"Delete {hub_id} from the hub's cache?"):
            print("Nothing is deleted.")
            raise typer.Exit(1)
    print(f"{hub_id} is deleted; {size(hub.remove(hub_id))} are free again.")


def size(size_bytes: int) -> str:
    """A file size in decimal units, as the hub and disks are measured."""
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size_bytes >= factor:
            return f"{size_bytes / factor:.1f} {unit}"
    return f"{size_bytes} bytes"


def count(parameters: int) -> str:
    """A parameter count as people say it."""
    for unit, factor in (("B", 1e9), ("M", 1e6), ("K", 1e3)):
        if parameters >= factor:
            return f"{parameters / factor:.1f}{unit}"
    return str(parameters)


@contextmanager
def _progress_of(what: str) -> Iterator[Callable[[int, int], None]]:
    """Takes bytes done and bytes in all: a bar on a terminal, else a line every ten per cent, on stderr."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines(what)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class _Lines:
    """Progress for logs."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.said = -1

    def __call__(self, done: int, total: int) -> None:
        import sys

        tenth = 10 if done >= total else 10 * done // total
        if tenth > self.said:
            self.said = tenth
            print(f"{self.what}: {tenth * 10} % of {size(total)}", file=sys.stderr, flush=True)
