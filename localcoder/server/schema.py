"""What the routes take, for the OpenAPI document: they read bodies themselves, so FastAPI cannot know."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

_REFERENCE = "#/$defs/"


def takes(body: type[BaseModel]) -> dict[str, Any]:
    """The `openapi_extra` of a route whose body is checked as `body`.

    Raises:
        RecursionError: the model contains itself.
    """
    schema = body.model_json_schema()
    definitions = schema.pop("$defs", {})
    content = {"application/json": {"schema": _resolved(schema, definitions)}}
    return {"requestBody": {"required": True, "content": content}}


def _resolved(node: Any, definitions: dict[str, Any]) -> Any:
    """`node` with the definitions in the places that refer to them: references only work from the document's root."""
    match node:
        case {"$ref": str(reference), **others}:
            return _resolved(definitions[reference.removeprefix(_REFERENCE)], definitions) | others
        case dict():
            return {key: _resolved(value, definitions) for key, value in node.items()}
        case list():
            return [_resolved(value, definitions) for value in node]
        case _:
            return node
