"""A call's arguments that are an object for the template and still render as the model wrote them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


class RawArguments(dict[str, Any]):
    """Decoded arguments that remember their JSON text, which `tojson` gives back unchanged.

    So a reply that comes back in the next prompt has the tokens that were generated, whatever spacing and escapes the
    model chose, and the prefix cache keeps working.
    """

    def __init__(self, values: Mapping[str, Any], raw: str) -> None:
        super().__init__(values)
        self.raw = raw

    @classmethod
    def parse(cls, text: str) -> RawArguments:
        """Decode a call's arguments; what is no JSON object comes back under the key `raw_arguments`."""
        try:
            values = json.loads(text, strict=False) if text.strip() else {}
        except (ValueError, RecursionError):
            values = None
        if not isinstance(values, dict):
            values = {"raw_arguments": text}
            return cls(values, json.dumps(values, ensure_ascii=False))
        return cls(values, text if text.strip() else "{}")
