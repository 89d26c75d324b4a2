"""`localcoder config`: which settings hold here, and where they are written."""

from __future__ import annotations

import re
from typing import Any

import typer

from localcoder.cli import common
from localcoder.cli.common import Options
from localcoder.cli.text import printable

app = typer.Typer(
    help="Show the settings and where they are kept.",
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command()
def show(cd: common.CdOption = None) -> None:
    """Show the settings that hold in this folder, as TOML."""
    workplace = common.open_workplace(Options(cd=cd))
    for notice in workplace.notices:
        typer.echo(printable(f"localcoder: {notice}"), err=True)
    typer.echo(as_toml(workplace.settings.model_dump(mode="json")), nl=False)


@app.command()
def path() -> None:
    """Print the path of your configuration file, which need not exist."""
    from localcoder.config.paths import config_file

    typer.echo(str(config_file()))


def as_toml(values: dict[str, Any], inside: str = "") -> str:
    """`values` as TOML, tables last; what is not set is a comment, for TOML has no null.

    `inside` is the name of the table that they are in.
    """
    plain = {key: value for key, value in values.items() if not isinstance(value, dict)}
    tables = {key: value for key, value in values.items() if isinstance(value, dict)}
    lines = [
        f"# {key} is not set" if value is None else f"{_key(key)} = {_literal(value)}" for key, value in plain.items()
    ]
    for name, table in tables.items():
        path = f"{inside}.{_key(name)}" if inside else _key(name)
        lines += ["", f"[{path}]", as_toml(table, path).rstrip("\n")]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _literal(name)


def _literal(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'
        case list() | tuple():
            return f"[{', '.join(_literal(item) for item in value)}]"
        case dict():
            pairs = (f"{_key(key)} = {_literal(item)}" for key, item in value.items() if item is not None)
            return f"{{ {', '.join(pairs)} }}"
        case _:
            return str(value)
