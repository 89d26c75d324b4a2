"""`localcoder sessions`: the conversations that were saved."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from localcoder.cli.common import current_folder
from localcoder.cli.text import fit_for, one_line, printable

if TYPE_CHECKING:
    from localcoder.sessions.journal import Loaded

app = typer.Typer(
    help="List, show, export and delete saved conversations.",
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

IdArgument = Annotated[str, typer.Argument(metavar="ID", help="The session's id, or how it begins.")]


@app.command("list")
def list_sessions(
    everywhere: Annotated[bool, typer.Option("--all", help="Of all folders, not only this one.")] = False,
) -> None:
    """List the sessions of this folder, the last used first."""
    from localcoder.sessions.store import SessionStore

    cwd = None if everywhere else current_folder().resolve()
    summaries = SessionStore().summaries(cwd)
    if not summaries:
        print("No sessions." if everywhere else "No sessions in this folder (--all shows those of others).")
        return
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 200
    for one in summaries:
        changed = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.changed_s))
        where = f"{one.header.cwd}  " if everywhere else ""
        print(one_line(f"{one.id}  {changed}  {one_line(one.header.model, 30)}  {where}{one.title}", width))


@app.command()
def show(session_id: IdArgument) -> None:
    """Print a conversation."""
    from localcoder.sessions.export import as_markdown

    loaded = _load(session_id)
    print(fit_for(sys.stdout, as_markdown(loaded.header, loaded.messages, loaded.subagents, loaded.title)), end="")


@app.command()
def export(
    session_id: IdArgument,
    output: Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="Else stdout.")] = None,
    output_format: Annotated[Literal["markdown", "json"], typer.Option("--format", help="The file's format.")] = "json",
) -> None:
    """Write a conversation to a file, to keep it or to work on it with other programs."""
    from localcoder.sessions.export import exported, write_new

    loaded = _load(session_id)
    text = exported(loaded.header, loaded.messages, output_format, loaded.subagents, loaded.title)
    if output is None:
        print(fit_for(sys.stdout, text), end="")
        return
    write_new(Path(output), text)


@app.command()
def rm(session_ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Which sessions to delete.")]) -> None:
    """Delete sessions."""
    from localcoder.sessions.store import SessionStore

    store = SessionStore()
    paths = [store.find(session_id) for session_id in session_ids]
    for path in dict.fromkeys(paths):
        store.remove(path)
        print(f"Deleted {path.stem}.")


@app.command()
def prune(
    older_than: Annotated[
        float, typer.Option("--older-than", metavar="DAYS", min=0, help="Not used for so many days.")
    ] = 30,
) -> None:
    """Delete the sessions that were not used for a while; those that are open stay."""
    from localcoder.sessions.store import SessionStore

    ids = SessionStore().prune(older_than)
    print(f"Deleted {len(ids)} session{'' if len(ids) == 1 else 's'}.")


def _load(session_id: str) -> Loaded:
    from localcoder.sessions.journal import load
    from localcoder.sessions.store import SessionStore

    loaded = load(SessionStore().find(session_id))
    for problem in loaded.problems:
        print(printable(f"localcoder: {problem}"), file=sys.stderr)
    return loaded
