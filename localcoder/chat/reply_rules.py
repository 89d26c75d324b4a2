"""What a reply may consist of, where that is not left to the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from localcoder.chat.lark import Lark, one_of
from localcoder.chat.messages import ToolSpec
from localcoder.chat.model import ANY_OBJECT, NamedTool, OptionRefused, ReplyOptions


@dataclass(frozen=True, slots=True)
class CallRule:
    """A tool that may be called. `option` is what an error blames; `schema` None: arguments are any object."""

    option: str
    name: str
    schema: Mapping[str, Any] | None

    def object_schema(self) -> Mapping[str, Any]:
        """The schema that the arguments fit; they are an object, whether it says so or not."""
        return ANY_OBJECT if self.schema is None else {"type": "object", **self.schema}


@dataclass(frozen=True, slots=True)
class ReplyRules:
    """What comes once the reasoning is over.

    `answer`: the schema of the text, or None for any text. `must_call`: there is no text, but calls. `many`: several
    calls are possible. `continues`: the prompt has begun the text already.
    """

    answer: Mapping[str, Any] | None
    calls: tuple[CallRule, ...]
    must_call: bool
    many: bool
    continues: bool


class ReplyFormat(Protocol):
    """How one family writes text and calls, as pieces of a grammar."""

    calls_follow_text: bool
    """Whether one reply can hold both."""

    def text(self, lark: Lark, inner: str, *, continues: bool) -> str:
        """A text part that consists of `inner`; its opening stands in the prompt if it `continues`."""
        ...

    def any_text(self, lark: Lark) -> str:
        """What a text part consists of where anything goes, except what would be read as a call."""
        ...

    def calls(self, lark: Lark, rules: Sequence[CallRule], *, many: bool, or_json: bool) -> str:
        """One call, or several, of these tools; `or_json`: JSON that is the answer may stand in their place.

        Raises:
            OptionRefused: a tool cannot be called in this format as its schema wants it.
        """
        ...


def rules_for(tools: Sequence[ToolSpec], options: ReplyOptions, *, continues: bool) -> ReplyRules | None:
    """The rules that `options` and strict `tools` make; None where the model is free.

    Raises:
        OptionRefused: the named tool is none of `tools`, or there are none although one must be called.
    """
    choice = options.tool_choice
    must_call = choice not in ("auto", "none")
    # An answer that must not end cannot be held to a form, and has no need to be.
    no_calls = choice == "none" and not options.ignore_eos
    if must_call and not tools:
        raise OptionRefused("tool_choice", "asks for a call, but there are no tools")
    held = must_call or no_calls or any(tool.strict for tool in tools)
    if options.answer_schema is None and not held:
        return None
    if options.ignore_eos:
        raise OptionRefused("ignore_eos", "cannot be combined with an answer or calls of a given form")
    calls = tuple(
        CallRule(f"tools.{index}", tool.name, tool.parameters if tool.strict or must_call else None)
        for index, tool in enumerate(tools)
        if choice != "none" and (not isinstance(choice, NamedTool) or tool.name == choice.name)
    )
    if must_call and not calls:
        raise OptionRefused("tool_choice", "names none of the tools")
    many = options.parallel_calls and not isinstance(choice, NamedTool)
    return ReplyRules(None if must_call else options.answer_schema, calls, must_call, many, continues)


def write_grammar(rules: ReplyRules, style: ReplyFormat, control_ids: Mapping[str, int]) -> str:
    """The grammar of `rules` in the family's format.

    Raises:
        OptionRefused: the format has no place for what they ask.
    """
    lark = Lark(control_ids)
    or_json = rules.answer is not None
    calls = style.calls(lark, rules.calls, many=rules.many, or_json=or_json) if rules.calls else ""
    if rules.must_call and not rules.continues:
        return lark.source(calls)
    if rules.continues and not style.calls_follow_text:
        if rules.must_call:
            raise OptionRefused("tool_choice", "cannot ask for a call behind a text that this model has to continue")
        calls = ""
    if rules.answer is not None:
        answer = style.text(lark, lark.json(rules.answer), continues=rules.continues)
        return lark.source(one_of([answer, calls]) if calls and not rules.continues else answer)
    text = style.text(lark, style.any_text(lark), continues=rules.continues)
    if rules.must_call:
        return lark.source(f"{text} {calls}")
    ways = [text]
    if calls and style.calls_follow_text:
        ways.append(f"{text} {calls}")
    if calls and not rules.continues:
        ways.append(calls)
    return lark.source(one_of(ways))
