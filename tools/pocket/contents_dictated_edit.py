"""The one edit that makes a text that the assistant knows by heart another."""

from __future__ import annotations

import re

from tools.pocket.contents import Document
from tools.pocket.jobs_edit import lines_edit
from tools.pocket.task import Call, Result, Unsuitable, edit


def changed(path: str, before: str, after: str) -> tuple[Call, str]:
    """The edit that makes the one text the other, and how it is told.

    Raises:
        Unsuitable: no single edit does.
    """
    old, new = before.split("\n"), after.split("\n")
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    behind = 0
    while behind < min(len(old), len(new)) - start and old[-1 - behind] == new[-1 - behind]:
        behind += 1
    gone, come = old[start : len(old) - behind], new[start : len(new) - behind]
    if not gone and start and old[start - 1].strip():
        gone, come = [old[start - 1]], [old[start - 1], *come]
    elif not gone:
        gone, come = [old[start]], [*come, old[start]]
    known = Result("\n".join(f"{number}|{line}" for number, line in enumerate(old[:-1], 1)))
    try:
        plan, was, becomes = lines_edit(Document(path, before), gone, come, known)
    except ValueError as error:
        raise Unsuitable("it stands there twice") from error
    at = re.match(r"(?:behind |before )?line (\d+)", plan)
    if at is None or not was or before.replace(was, becomes) != after:
        raise Unsuitable("no edit")
    return edit(path, was, becomes, plan), f"Changed line {at[1]} of {path}."
