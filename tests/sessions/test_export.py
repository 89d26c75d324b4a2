"""Conversations as documents."""

from __future__ import annotations

import json

from localcoder.chat.messages import Message
from localcoder.sessions.export import exported
from localcoder.sessions.records import Header

HEADER = Header("20310203-040506-abc", 0.0, "/a", "fake")
SAID = [Message("user", "Hi."), Message("assistant", "Hello.")]


def test_a_named_session_is_headed_by_its_name_and_still_tells_its_id() -> None:
    text = exported(HEADER, SAID, "markdown", title="The parser")
    assert text.startswith(f"# The parser\n\nSession {HEADER.id}, ")
    assert "## User\n\nHi." in text
    assert exported(HEADER, SAID, "markdown").startswith(f"# Session {HEADER.id}\n\n")


def test_the_json_document_has_the_name() -> None:
    session = json.loads(exported(HEADER, SAID, "json", title="The parser"))["session"]
    assert (session["title"], session["id"]) == ("The parser", HEADER.id)
    assert json.loads(exported(HEADER, SAID, "json"))["session"]["title"] == ""
