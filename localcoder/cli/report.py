"""How the checks of `localcoder doctor` look."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from localcoder.cli.checks import Check

STYLES = {"ok": "green", "note": "cyan", "gap": "yellow", "broken": "bold red"}


def print_checks(checks: Sequence[Check], console: Console | None = None) -> None:
    """One row a check, its advice below what was found; the words carry the meaning, colour only helps."""
    console = console or Console()
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, max_width=36, overflow="ellipsis")
    table.add_column(overflow="fold")
    for check in checks:
        found = Text(check.found)
        if check.advice:
            found.append(f"\n-> {check.advice}")
        table.add_row(Text(check.status, style=STYLES[check.status]), check.name, found)
    console.print(table)
    console.print(Text(_summary(checks)))


def _summary(checks: Sequence[Check]) -> str:
    broken = [check.name for check in checks if check.status == "broken"]
    if broken:
        return f"\nlocalcoder cannot work here yet: see {', '.join(broken)}."
    gaps = sum(check.status == "gap" for check in checks)
    return (
        "\nlocalcoder works here." if not gaps else f"\nlocalcoder works here; {gaps} could be better, see the arrows."
    )
