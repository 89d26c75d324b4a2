"""What was decided about a call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Decision = Literal["allow", "ask", "deny"]
_SEVERITY: dict[Decision, int] = {"allow": 0, "ask": 1, "deny": 2}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What happens to a call, and why. `suggested_rule`: would allow such calls for the rest of the session.

    `by_rule`: a rule on paths says so, not the mode, so it counts in every mode.
    """

    decision: Decision
    reason: str = ""
    suggested_rule: str | None = None
    by_rule: bool = field(default=False, compare=False)


ALLOW = Verdict("allow")


def strictest(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict that wins over the others; the first of equal ones, without its rule if that would not be enough."""
    worst = max(verdicts, key=lambda verdict: _SEVERITY[verdict.decision])
    same = {verdict.suggested_rule for verdict in verdicts if verdict.decision == worst.decision}
    return worst if len(same) == 1 else Verdict(worst.decision, worst.reason)
