"""`localcoder sessions`: the conversations that were saved."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from localcoder.cli.common import current_folder
from localcoder.cli.text import fit_for, one_line, printable
from localcoder.errors import UsageError

if TYPE_CHECKING:
    from localcoder.chat.messages import Message
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
    print(fit_for(sys.stdout, as_markdown(_load(session_id))), end="")


@app.command()
def export(
    session_id: IdArgument,
    output: Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="Else stdout.")] = None,
    output_format: Annotated[Literal["markdown", "json"], typer.Option("--format", help="The file's format.")] = "json",
) -> None:
    """Write a conversation to a file, to keep it or to work on it with other programs."""
    loaded = _load(session_id)
    text = as_json(loaded) if output_format == "json" else as_markdown(loaded)
    if output is None:
        print(fit_for(sys.stdout, text), end="")
        return
    try:
        with os.fdopen(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text.encode("utf-8", errors="backslashreplace"))
    except FileExistsError:
        raise UsageError(f"{output} exists already; choose another name.") from None
    except OSError as error:
        raise UsageError(f"{output} cannot be written: {error.strerror}.") from None


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


def as_json(loaded: Loaded) -> str:
    """The session as one JSON document."""
    document = {"session": asdict(loaded.header), "messages": [asdict(message) for message in loaded.messages]}
    return json.dumps(document, indent=2) + "\n"


def as_markdown(loaded: Loaded) -> str:
    """The session for people."""
    header = loaded.header
    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(header.created_s))
    blocks = [f"# Session {header.id}", f"{began}, {header.model}, in {header.cwd}"]
    blocks += [_block(message) for message in loaded.messages]
    return "\n\n".join(blocks) + "\n"


def _block(message: Message) -> str:
    match message.role:
        case "tool":
            return f"{'Failed' if message.is_error else 'Result'}:\n\n{_fenced(message.content)}"
        case "assistant":
            calls = [f"Call of `{call.name}`:\n\n{_fenced(call.arguments)}" for call in message.tool_calls]
            return "\n\n".join(["## Assistant", *([message.content] if message.content else []), *calls])
        case role:
            return f"## {role.capitalize()}\n\n{message.content}"


def _fenced(text: str) -> str:
    """`text` as a code block; its fence is longer than any in the text."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"


def _load(session_id: str) -> Loaded:
    from localcoder.sessions.journal import load
    from localcoder.sessions.store import SessionStore

    loaded = load(SessionStore().find(session_id))
    for problem in loaded.problems:
        print(printable(f"localcoder: {problem}"), file=sys.stderr)
    return loaded
