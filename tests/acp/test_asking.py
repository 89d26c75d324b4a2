from __future__ import annotations

from pathlib import Path

import pytest
from acp.exceptions import RequestError
from acp.schema import (
    AllowedOutcome,
    DeniedOutcome,
    PermissionOption,
    RequestPermissionResponse,
    ToolCallUpdate,
)

from localcoder.acp.asking import EditorApprover
from localcoder.acp.updates import Update, Updates
from localcoder.agent.approval import Answer
from localcoder.agent.events import ApprovalRequested
from localcoder.workspace.roots import Roots

CALL = ApprovalRequested("c", "shell", "shell make", "it runs make", None, "shell(make)")
WITHOUT_RULE = ApprovalRequested("c", "shell", "shell make", "it runs make", None, None)
LOOP = ApprovalRequested("", "loop_guard", "The same call 4 times.", "circles", None, None, kind="loop")


class FakeEditor:
    def __init__(self, answer: str | Exception) -> None:
        self.answer = answer
        self.shown: list[Update] = []
        self.cancelled = False

    async def show(self, update: Update) -> None:
        self.shown.append(update)

    async def ask(self, call: ToolCallUpdate, options: list[PermissionOption]) -> RequestPermissionResponse:
        if isinstance(self.answer, Exception):
            raise self.answer
        if self.answer == "cancelled":
            return RequestPermissionResponse(outcome=DeniedOutcome(outcome="cancelled"))
        return RequestPermissionResponse(outcome=AllowedOutcome(outcome="selected", option_id=self.answer))

    def cancel(self) -> None:
        self.cancelled = True


@pytest.mark.parametrize("request_", [CALL, WITHOUT_RULE, LOOP])
@pytest.mark.parametrize(
    ("answer", "choice"),
    [
        ("once", "once"),
        ("no", "no"),
        ("cancelled", "no"),
        ("invented", "no"),
        (ConnectionError("gone"), "unavailable"),
        (RequestError.method_not_found("session/request_permission"), "unavailable"),
    ],
)
async def test_only_a_clear_yes_is_one(
    tmp_path: Path, request_: ApprovalRequested, answer: str | Exception, choice: str
) -> None:
    editor = FakeEditor(answer)
    given = await EditorApprover(editor, Updates(Roots(tmp_path))).approve(request_)
    assert given.choice == choice
    assert editor.cancelled == (answer == "cancelled")


@pytest.mark.parametrize(("request_", "choice"), [(CALL, "always"), (LOOP, "always"), (WITHOUT_RULE, "no")])
async def test_always_counts_only_where_it_was_offered(
    tmp_path: Path, request_: ApprovalRequested, choice: str
) -> None:
    given = await EditorApprover(FakeEditor("always"), Updates(Roots(tmp_path))).approve(request_)
    assert given == Answer(choice)
