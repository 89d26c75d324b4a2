"""The command line: which command the arguments mean, and how every ending looks."""

from __future__ import annotations

import importlib
import io
import logging
import os
import re
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from localcoder import __version__
from localcoder.cli import background
from localcoder.cli.text import printable
from localcoder.errors import LocalcoderError, UsageError

logger = logging.getLogger(__name__)

COMMANDS = {
    "chat": "localcoder.cli.chat:chat",
    "run": "localcoder.cli.run:run",
    "serve": "localcoder.cli.serve:serve",
    "acp": "localcoder.cli.acp:acp",
    "models": "localcoder.cli.models:app",
    "sessions": "localcoder.cli.sessions:app",
    "bench": "localcoder.cli.bench:app",
    "doctor": "localcoder.cli.doctor:doctor",
    "config": "localcoder.cli.config:app",
}
"""Where each command lives: a function with a Typer signature, or a Typer app. Imported when it is needed."""

INTERRUPTED_EXIT_CODE = 130

_GROUP_OPTIONS = ("--help", "-h", "--version", "--install-completion", "--show-completion")
_ASKED_FOR_JSON = re.compile(r"(^|\0)--output-format[=\0](stream-)?json(\0|$)")
_SESSION_ID = re.compile(r"\d{4,8}(-\d{0,6}(-[0-9a-f]{0,6})?)?")


class Commands(TyperGroup):
    """The group of commands. Without a command, `-p` means `run` and everything else `chat`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the command that is meant in front."""
        if args or not ctx.resilient_parsing:  # completing the first word must offer the commands
            args = with_command(args, COMMANDS, _value_options(self.get_command(ctx, "run")))
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """What `incomplete` may become: commands and options, those of `chat` too, since it need not be named."""
        found = super().shell_complete(ctx, incomplete)
        if not incomplete.startswith("-"):
            return found
        known = {item.value for item in found}
        chat = self.get_command(ctx, "chat").shell_complete(ctx, incomplete)
        return [*found, *(item for item in chat if item.value not in known)]

    def list_commands(self, ctx: Any) -> list[str]:
        """All commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command `cmd_name`, imported on first use; None where there is none."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            self.commands[cmd_name] = _load(cmd_name)
        return self.commands.get(cmd_name)


def with_command(args: Sequence[str], commands: Collection[str], value_options: Collection[str]) -> list[str]:
    """`args` with the command in front, wherever it stands or if it has to be understood.

    `value_options` are the options whose value is the next argument. For `chat` and `run`, `--resume` has a value only
    if the next argument looks like a session's id, or the prompt is another one; alone it becomes `--resume=`.
    """
    if args and args[0] in _GROUP_OPTIONS:
        return list(args)
    words = list(args)
    free = _free_words(words, value_options)
    position = free[0] if free and "--" not in words[: free[0]] else len(words)
    options = words[: words.index("--")] if "--" in words else words
    prompted = any(word in ("-p", "--prompt") or word.startswith("--prompt=") for word in options)
    if position < len(words) and words[position] in commands:
        command = words.pop(position)
    else:
        command = "run" if prompted else "chat"
        if position == len(words) - 1:
            _check_is_no_typo(words[position], commands)
    if command not in ("chat", "run"):
        return [command, *words]
    free = _free_words(words, value_options)
    prompts = {at for at in free if words[at] != "-"}
    return [command, *_explicit_resume(words, prompts if prompted or len(prompts) > 1 else set())]


def _free_words(words: Sequence[str], value_options: Collection[str]) -> list[int]:
    """The positions of the arguments that are neither options nor an option's value; `--resume` counts as without."""
    free: list[int] = []
    position = 0
    while position < len(words) and words[position] != "--":
        is_option = words[position].startswith("-") and words[position] != "-"
        if not is_option:
            free.append(position)
        has_value = words[position] in value_options and words[position] not in ("-r", "--resume")
        position += 2 if is_option and has_value else 1
    return [*free, *range(position + 1, len(words))]


def _explicit_resume(args: Sequence[str], ids: Collection[int]) -> list[str]:
    """`args` with `--resume=ID`; what stands at `ids` is one wherever it follows, whatever it looks like."""
    words: list[str] = []
    bare = False
    for position, word in enumerate(args):
        if word == "--":
            return [*words, *args[position:]]
        if bare and (position in ids or _SESSION_ID.fullmatch(word)):
            words[-1] += word
            bare = False
            continue
        bare = word in ("-r", "--resume")
        words.append("--resume=" if bare else word)
    return words


def _value_options(command: Any) -> set[str]:
    return {
        name
        for param in command.params
        if param.param_type_name == "option" and not param.is_flag
        for name in param.opts
    }


def _load(name: str) -> Any:
    module, _, attribute = COMMANDS[name].partition(":")
    target = getattr(importlib.import_module(module), attribute)
    if not isinstance(target, typer.Typer):
        single = typer.Typer(add_completion=False)
        single.command(name, context_settings={"help_option_names": ["-h", "--help"]})(target)
        target = single
    command = typer.main.get_command(target)
    command.name = name
    for one in (command, *getattr(command, "commands", {}).values()):
        one.rich_markup_mode = None  # plain help: readable in every terminal, and rich is not imported for it
        one.parse_args = partial(_parse_args, one.parse_args)
    return command


def _parse_args(parse: Callable[[Any, list[str]], list[str]], ctx: Any, args: list[str]) -> list[str]:
    """`parse`, whose errors all tell the command (of an option without its value it is not said) and the arguments."""
    given = "\0".join(args)
    try:
        return parse(ctx, args)
    except Exception as error:
        error.given = given  # type: ignore[attr-defined]
        if getattr(error, "ctx", ctx) is None:
            error.ctx = ctx  # type: ignore[attr-defined]
        raise


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"localcoder {__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(
    epilog="Without a command: `localcoder [PROMPT]` is `localcoder chat [PROMPT]`,"
    " and `localcoder -p PROMPT` is `localcoder run PROMPT`."
)
def _localcoder(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """A private coding assistant for the terminal, with its model on your own hardware."""


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    _repair_streams()
    try:
        code = _run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read stdout has left, `head` for instance: nothing to complain about
        code = INTERRUPTED_EXIT_CODE
        background.discard_stdout()
    except OSError as error:
        code = _unwritable(error)
    _leave(code)


def _repair_streams() -> None:
    """Make sure that all three standard streams exist, or the next file opened would be taken for one of them."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8"))
    if isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):  # PYTHONUNBUFFERED: what fails would be lost
        sys.stdout = os.fdopen(1, "w", encoding=sys.stdout.encoding, closefd=False)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without UTF-8 is no reason to fail


def _run(args: Sequence[str] | None) -> int:
    try:
        result = typer.main.get_command(app).main(args, prog_name="localcoder", standalone_mode=False)
    except LocalcoderError as error:
        return _say(str(error), error.exit_code)
    except BrokenPipeError:
        raise
    except SystemExit as ending:
        if isinstance(ending.__context__, BrokenPipeError):  # click ends with 1 then, which is a failed turn's
            raise ending.__context__ from None
        raise
    except (KeyboardInterrupt, typer.Abort):
        return _say("interrupted.", INTERRUPTED_EXIT_CODE)
    except Exception as error:
        if isinstance(error, OSError) and _cannot_write_stdout():
            return _unwritable(error)
        if hasattr(error, "format_message") and hasattr(error, "exit_code"):
            return _wrong_usage(error)
        from localcoder.cli.logs import log_file, start_logging

        start_logging(debug=False)
        logger.exception("Unexpected error")
        return _say(f"unexpected {type(error).__name__}: {error} (the details are in {log_file()})", 1)
    return result if isinstance(result, int) else 0


def _cannot_write_stdout() -> bool:
    """What the failing command printed is still in the buffer, so the reason shows again."""
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False


def _unwritable(error: OSError) -> int:
    background.discard_stdout()
    return _say(f"the output cannot be written: {error.strerror}.", 1)


def _wrong_usage(error: Any) -> int:
    """What the parser found wrong with the options, in one line, with the command whose help says how it is right."""
    if type(error).__name__ == "NoArgsIsHelpError":  # a group without a command: its message is the group's help
        print(error.format_message(), file=sys.stderr)
        return int(error.exit_code)
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "localcoder"
    if context is not None and context.info_name in ("chat", "run") and "extra argument" in error.format_message():
        return _refuse("The prompt is one argument; put it in quotes.", error)
    message = " ".join(error.format_message().replace("Value error, ", "").split()).rstrip(".")
    refused = getattr(error.__cause__, "errors", None)  # pydantic's, whose message may not say what was given
    if refused is not None and (given := repr(refused()[0]["input"])) not in message:
        message += f": {given}"
    return _refuse(f"{message} (see `{path} --help`).", error)


def _refuse(message: str, error: Any) -> int:
    """Say what is wrong with the arguments; to a script that asked for JSON as the result of its run."""
    command = getattr(getattr(error, "ctx", None), "info_name", None)
    if command != "run" or not _ASKED_FOR_JSON.search(getattr(error, "given", "")):
        return _say(message, error.exit_code)
    from localcoder.cli.output import Printer, Result

    Printer("json").finish(Result("failed", error=message))
    return int(error.exit_code)


def _check_is_no_typo(prompt: str, commands: Collection[str]) -> None:
    """Refuse a prompt of one word that is nearly a command: `localcoder serv` should not load a model."""
    close = get_close_matches(prompt, commands, n=1, cutoff=0.8)
    if close:
        raise UsageError(
            f"There is no command {prompt!r}; did you mean `localcoder {close[0]}`?"
            f" (To say it to the model: localcoder chat {prompt!r}.)"
        )


def _say(message: str, code: int) -> int:
    with suppress(OSError, ValueError, AttributeError):
        print(printable(f"localcoder: {message}"), file=sys.stderr)
    return code


def _leave(code: int) -> None:
    if background.is_running():
        # A thread in the middle of loading a model cannot be stopped, and must not be waited for.
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(code)
    sys.exit(code)
