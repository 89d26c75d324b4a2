"""How each family writes an answer and its calls, as grammars: what its parser reads and its template renders."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from localcoder.chat.families import llama3, north, tagged
from localcoder.chat.lark import Lark, in_order, one_of
from localcoder.chat.model import OptionRefused
from localcoder.chat.reply_rules import CallRule
from localcoder.chat.xml_calls import (
    END_FUNCTION,
    END_PARAMETER,
    FUNCTION,
    PARAMETER,
    allows_strings,
    resolve_schema,
)

_LINE = "\n"
_SPACE = "/[ \\n\\t]{1,16}/"
_VALUE_END = f"\n{END_PARAMETER}"
_REMARKS = ("description", "title", "$schema")
_ROOT_KEYS = frozenset(("type", "properties", "required", "additionalProperties", "$defs", "definitions", *_REMARKS))
"""What a tool's schema may say so that its parameters can be written one by one."""
_UNSPOKEN_KEYS = ("pattern", "format", "allOf", "not", "if")
"""What cannot be checked in a text that stands between tags."""


class NorthFormat:
    """Parts between control tokens; calls in one JSON array."""

    calls_follow_text = True

    def text(self, lark: Lark, inner: str, *, continues: bool) -> str:
        """See `ReplyFormat.text`."""
        opening = "" if continues else lark.marker(north.START_TEXT)
        return in_order(opening, inner, lark.marker(north.END_TEXT))

    def any_text(self, lark: Lark) -> str:
        """See `ReplyFormat.any_text`."""
        return lark.text(north.PARTS)

    def calls(self, lark: Lark, rules: Sequence[CallRule], *, many: bool, or_json: bool) -> str:
        """See `ReplyFormat.calls`."""
        space = lark.token(_SPACE) + "?"
        opening = in_order(lark.literal('{"tool_call_id": "'), lark.token("/[0-9]{1,2}/"))
        call = lark.rule(one_of(in_order(opening, self._named(lark, rule)) for rule in rules))
        more = f"({in_order(space, lark.literal(','), space, call)})*" if many else ""
        array = in_order(lark.literal("["), space, call, more, space, lark.literal("]"))
        return lark.rule(in_order(lark.marker(north.START_ACTION), array, lark.marker(north.END_ACTION)))

    def _named(self, lark: Lark, rule: CallRule) -> str:
        head = f'", "tool_name": {_quoted(rule.name)}, "parameters": '
        return in_order(lark.literal(head), lark.json(rule.object_schema()), lark.literal("}"))


class TaggedFormat:
    """Qwen3 and its relatives: each call between tags, as a JSON object."""

    calls_follow_text = True
    never: Sequence[str] = (tagged.TOOL_CALL,)

    def text(self, lark: Lark, inner: str, *, continues: bool) -> str:
        """See `ReplyFormat.text`."""
        return inner if continues else in_order(self._lead(lark), inner)

    def any_text(self, lark: Lark) -> str:
        """See `ReplyFormat.any_text`."""
        return lark.text(self.never)

    def calls(self, lark: Lark, rules: Sequence[CallRule], *, many: bool, or_json: bool) -> str:
        """See `ReplyFormat.calls`."""
        bodies = [self._body(lark, rule) for rule in rules]
        line = lark.literal(_LINE)
        edges = (in_order(lark.marker(tagged.TOOL_CALL), line), in_order(line, lark.marker(tagged.END_TOOL_CALL)))
        call = lark.rule(in_order(edges[0], one_of(bodies), edges[1]))
        return lark.rule(in_order(self._lead(lark), call, f"({in_order(line, call)})*" if many else ""))

    def _lead(self, lark: Lark) -> str:
        """The empty line that may follow the reasoning."""
        return lark.token("/\\n{1,2}/") + "?"

    def _body(self, lark: Lark, rule: CallRule) -> str:
        head = lark.literal(f'{{"name": {_quoted(rule.name)}, "arguments": ')
        return in_order(head, lark.json(rule.object_schema()), lark.literal("}"))


class XmlFormat(TaggedFormat):
    """Qwen3-Coder: each call between tags, with tags for its parameters.

    A text stands as it is, so of what a schema says about texts only choices and lengths can be held.
    """

    never = (tagged.TOOL_CALL, FUNCTION)

    def _body(self, lark: Lark, rule: CallRule) -> str:
        _check_tag(rule.name, rule)
        head = lark.literal(f"{FUNCTION}{rule.name}>\n")
        return in_order(head, self._parameters(lark, rule), lark.literal(END_FUNCTION))

    def _parameters(self, lark: Lark, rule: CallRule) -> str:
        if rule.schema is None:
            key = in_order(lark.literal(PARAMETER), lark.token("/[^>\\n<]{1,64}/"), lark.literal(">\n"))
            return f"({in_order(key, lark.text_until(_VALUE_END), lark.literal(_LINE))})*"
        root = rule.schema
        unknown = sorted(set(root) - _ROOT_KEYS)
        if unknown:
            raise OptionRefused(rule.option, f"cannot be enforced: this model's calls have no place for {unknown[0]}")
        properties: Mapping[str, Any] = root.get("properties") or {}
        required = [key for key in root.get("required") or () if isinstance(key, str)]
        pieces = []
        for key in [*properties, *(key for key in required if key not in properties)]:
            _check_tag(key, rule)
            value = self._value(lark, properties.get(key, {}), rule)
            piece = in_order(lark.literal(f"{PARAMETER}{key}>\n"), value, lark.literal(_LINE))
            pieces.append(piece if key in required else f"({piece})?")
        return " ".join(pieces)

    def _value(self, lark: Lark, schema: Any, rule: CallRule) -> str:
        """A value and the end of its parameter."""
        root = rule.schema or {}
        if allows_strings(schema, root):
            return self._plain(lark, schema, rule)
        _check_references(schema, rule)
        definitions = {key: root[key] for key in ("$defs", "definitions") if key in root}
        return in_order(lark.json({**definitions, **schema}), lark.literal(_VALUE_END))

    def _plain(self, lark: Lark, schema: Any, rule: CallRule) -> str:
        schema = resolve_schema(schema, rule.schema or {})
        if not isinstance(schema, Mapping):
            return lark.text_until(_VALUE_END)
        choices = schema.get("enum") or ([schema["const"]] if "const" in schema else None)
        if choices is not None:
            return one_of(self._choice(lark, choice, rule) for choice in choices if isinstance(choice, str))
        options = schema.get("anyOf") or schema.get("oneOf")
        if options:
            texts = [option for option in options if allows_strings(option, rule.schema or {})]
            return one_of(self._plain(lark, option, rule) for option in texts)
        unspoken = next((key for key in _UNSPOKEN_KEYS if key in schema), None)
        if unspoken:
            raise OptionRefused(rule.option, f"cannot be enforced: this model's texts cannot be held to a {unspoken}")
        return lark.text_until(_VALUE_END, schema.get("minLength", 0), schema.get("maxLength"))

    def _choice(self, lark: Lark, choice: str, rule: CallRule) -> str:
        if _VALUE_END in choice:
            raise OptionRefused(rule.option, "cannot be enforced: one of its choices would end its own parameter")
        return lark.literal(choice + _VALUE_END)


class LlamaFormat:
    """Llama 3: the whole reply is one call, or text that does not begin like one."""

    calls_follow_text = False

    def text(self, lark: Lark, inner: str, *, continues: bool) -> str:
        """See `ReplyFormat.text`."""
        return inner

    def any_text(self, lark: Lark) -> str:
        """See `ReplyFormat.any_text`."""
        return lark.text((llama3.PYTHON_TAG,), first="[ \\n\\t\\r]*[^ \\n\\t\\r{]")

    def calls(self, lark: Lark, rules: Sequence[CallRule], *, many: bool, or_json: bool) -> str:
        """See `ReplyFormat.calls`. Several are not possible; beside an answer in JSON, a token tells calls from it."""
        tag = lark.marker(llama3.PYTHON_TAG) if or_json else ""
        return lark.rule(in_order(tag, one_of(self._named(lark, rule) for rule in rules)))

    def _named(self, lark: Lark, rule: CallRule) -> str:
        head = f'{{"name": {_quoted(rule.name)}, "parameters": '
        return in_order(lark.literal(head), lark.json(rule.object_schema()), lark.literal("}"))


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _check_tag(name: str, rule: CallRule) -> None:
    if not name.strip() or name != name.strip() or set(name) & set(">\n<"):
        raise OptionRefused(rule.option, f"cannot be enforced: {name!r} cannot stand in a tag of this model's calls")


def _check_references(schema: Any, rule: CallRule) -> None:
    """References are looked up in the definitions alone once a parameter stands for itself."""
    match schema:
        case Mapping():
            target = schema.get("$ref")
            if isinstance(target, str) and not target.startswith(("#/$defs/", "#/definitions/")):
                raise OptionRefused(rule.option, f"cannot be enforced: its reference to {target} leads out of its part")
            for value in schema.values():
                _check_references(value, rule)
        case list():
            for value in schema:
                _check_references(value, rule)
        case _:
            pass
