"""Writes `docs/stream-json.schema.json`: what `--output-format json` and `stream-json` print, from what prints it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter

from localcoder.agent.events import CallDrafted, Event, SubagentEvent, TurnFinished
from localcoder.cli.output import SCHEMA_VERSION, Result

PATH = Path(__file__).parents[1] / "docs" / "stream-json.schema.json"


@dataclass
class Init:
    """The first line: the conversation is about to begin."""

    schema_version: int
    version: str
    session_id: str
    model: str
    context_tokens: int
    cwd: str
    approval_mode: str
    sandbox: bool
    tools: list[str]


EVENTS = tuple(kind for kind in get_args(Event) if kind not in (CallDrafted, SubagentEvent))
"""Those that become lines; `TurnFinished` only of subagents."""


def schema() -> dict[str, Any]:
    """The JSON schema of one document."""
    parts: dict[str, Any] = {}
    documents = {"init": _document(Init, "init", parts), "result": _document(Result, "result", parts)}
    documents["result"]["properties"]["schema_version"] = {"type": "integer"}
    documents["result"]["required"].append("schema_version")
    for kind in EVENTS:
        document = documents[kind.type] = _document(kind, kind.type, parts)
        document["properties"].setdefault("agent", {"type": "string"})
        document["properties"]["task_id"] = {"type": "string"}
        document["dependentRequired"] = {"task_id": ["agent"]}
        if kind is TurnFinished:
            document["required"] += ["agent", "task_id"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of localcoder's stream-json, version {SCHEMA_VERSION}",
        "description": (
            "`json` prints the `result` alone. In `stream-json` it is the last line, also on failure, and `init` the "
            "first, where the conversation begins at all; notices may come before it. Lines of a subagent have its "
            "name as `agent` and the id of the call that started it as `task_id`. Further fields and types may be "
            "added; `schema_version` is raised where one goes away or changes its meaning."
        ),
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in documents],
        "$defs": documents | parts,
    }


def _document(kind: Any, name: str, parts: dict[str, Any]) -> dict[str, Any]:
    described = _plain(TypeAdapter(kind).json_schema(mode="serialization"))
    parts.update(described.pop("$defs", {}))
    described["properties"] = {"type": {"const": name}, **described["properties"]}
    described["required"] = list(described["properties"])  # nothing is ever left out
    return described


def _plain(value: Any) -> Any:
    """Without pydantic's titles, and without defaults, since every field is there."""
    if isinstance(value, dict):
        is_fields = all(isinstance(inner, dict) for inner in value.values())
        return {key: _plain(inner) for key, inner in value.items() if is_fields or key not in ("title", "default")}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


if __name__ == "__main__":
    PATH.write_text(json.dumps(schema(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
