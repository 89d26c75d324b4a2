"""`localcoder doctor`: what this machine offers, and what to do about each gap."""

from __future__ import annotations

from typing import Annotated

import typer

from localcoder.cli.common import BackendOption, current_folder


def doctor(
    verify: Annotated[
        str | None,
        typer.Option(
            "--verify",
            metavar="MODEL",
            help="Also load MODEL and compare a few fixed prompts on its backend with the float32 reference.",
        ),
    ] = None,
    backend: BackendOption = None,
) -> None:
    """Say what this machine offers, which models would run, and what to do about each gap."""
    from localcoder.cli.checks import all_checks
    from localcoder.cli.report import print_checks

    checks = all_checks(current_folder())
    print_checks(checks)
    broken = any(check.status == "broken" for check in checks)
    if verify is not None:
        from localcoder.cli.verification import print_verification

        broken = not print_verification(verify, backend or "auto") or broken
    if broken:
        raise typer.Exit(1)
