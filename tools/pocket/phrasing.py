"""How people ask: shared wording, lead-ins and the noise of typing."""

from __future__ import annotations

import re

from tools.pocket.draw import VALUE_END, WORD_END, Draw
from tools.pocket.phrases_asking import (
    AFTER,
    ASKERS,
    BEFORE,
    CONTRACTIONS,
    LEADS,
    OPENERS,
    SMALL_TALK,
    SYNONYMS,
    TAILS,
    VALUE_TAILS,
    WORD_TAILS,
)
from tools.pocket.words import JOBS, WEEKDAYS, Vocabulary

MACROS = {
    "create": "create|create|make|write|write|add|generate|put together|set up|build|produce|prepare|start|draft|whip up|save|make me|write me|give me|create me|code|cook up|compose|author|knock together|put down|provide|set down|produce|supply|type up|throw together",
    "new": "a|a new|a file|a file called|a file named|a new file|a new file named|a new file called|a small file|the file|a document called",
    "script": "a python script|a script|a python program|a program|a small script|a little program|a python file|a short script|a simple python script|a simple program|python code|a tiny program|a one-file program|a quick script|a bit of python|a python one-filer|a python tool|a mini program|some python|a piece of python|a basic script|an executable script|a utility",
    "named": "called|named|with the name|as|in|in a file called|saved as|stored in|in a file named|and call it|and name it|under the name|and save it as|and put it in|, file name|, filename|titled|under the file name|to be named|by the name of|to be saved as|that is called|that lives in|living in|located at|to go into|at the path|at",
    "print": "print|print|print|output|display|show|print out|echo|write out|say|log|emit|put out|give out|list|present|write to stdout|send to the screen|put on the screen|spit out",
    "prints": "prints|prints|prints|outputs|displays|shows|prints out|will print|writes out|says|should print|can print|just prints|simply prints|echoes|logs|must print|emits|puts out|gives out|spits out|presents|writes to stdout|puts on the screen|is meant to print|has to print|ought to print|needs to print",
    "printing": "printing|outputting|displaying|showing|that is printing|which is going to print",
    "that": "that|which|that|it should be one that|and it",
    "exactly": "|||exactly |only |just |simply |the text |the line |the words |the message |the string |the phrase ",
    "content": "content|contents|text|body|data",
    "containing": "containing|with the content|with the text|that contains|which contains|with|that says|saying|holding|that reads|with the line|with this text:|with the following content:|containing the text|containing only|whose content is|with content|which says|that just says|with this line in it:|having the text|holding just|with nothing but|carrying|bearing the text|stating|whose text is|having|that holds|to hold|filled with|with one line:|with the words|whose body is|including the text|reading",
    "change": "change|change|set|update|edit|modify|switch|adjust|turn|make|alter|move|bump|amend|revise|correct|tweak|rewrite|fix",
    "value": "|||the value of |the value for |the setting |the key |the entry |the field |the option |the parameter ",
    "now": "|||now |next |then |also ",
    "tell": "tell me|tell me|let me know|say|give me|report|show me|find out|look up|check|i want to know|i need to know|i'd like to know|do you know|can you see|figure out|please say|can you say|remind me|state|determine|would you know|i must know|i'd love to know|i have to know|may i know|could you check|please check|i forgot|i can't remember|name",
    "look": "look at|open|read|check|inspect|look into|take a look at|have a look at|go through|view|peek into|scan|glance at|skim|dig into|examine|consult|have a peek at|study|crack open|pull up|look inside|look through|browse",
}

RUN_AFTER = [
    " and run it", " and run it", ", then run it", " then run it", " and execute it", ", run it", " and then execute it",
    ". Run it", ". Then run it", ". Run it afterwards", " and run the script", " and start it", ". After that, run it",
    " and launch it", ". Execute it too", ", and run it please", " & run it", " and run that", ". Also run it",
    " and try it", " and try it out", ". Try it out", " and test it by running it", ". Run it once",
    " and check that it works", ". Make sure it works by running it", " and see if it runs", " and give it a run",
    ". Afterwards execute it", " followed by running it", ". Finally run it", " + run it", "; run it", "; then execute it",
    " and run it with python", ", then run it with python3", ". Run it with python", " and run it in the shell",
    " and fire it up", " and kick it off", ", then kick it off", " and give it a go", ". Then give it a go", " and give it a try",
    " and take it for a spin", " and have python run it", ". Let python run it then", " and start it up", " and set it off",
    ". When it's there, run it", ". Once it's done, run it", ". As soon as it exists, run it", " and, once that's done, run it",
    ". I want it run as well", ". It should be run too", ". It must also be executed", ". Please run it too", ". Please also execute it",
    ". Then please start it", ". Don't forget to run it", ". And run it, of course", ". Running it is part of the job", " - and run it",
    " -> run it", ", execute", ", run", "; run", ". Run", " & execute", " and hit run", ". Then off it goes, run it", " and see what happens when it runs",
    " and see if it works", ". See if it works by running it", ". Check that it runs", " and verify it by running it", " and prove it by running it",
    ", afterwards run it", ", and once written run it", " plus run it", ". Then invoke it", " and invoke it", ". Call it once with python3",
    ". Let's see it run", ". I'd like to see it run", ". Let me see it in action", ". Show me that it runs", ". The next step is to run it",
    ". Step two: run it", ". (2) run it", ". After saving, run it", ". After that it should be launched", ". Launch it right after",
    " and immediately run it", ", then right away run it", " and do a test run", ". Do a trial run too", " and make a first run",
    ". A test run would be nice too", ". Then do run it", ". Then test it", " and test that it runs", ". Then try whether it works",
    ". Could you run it as well", ". Can you run it too", ". Will you also run it",
]  # fmt: skip
SHOW_AFTER = [
    "", "", "", "", " and show me the output", " and tell me what it prints", " and report the output", " and show the result",
    " and tell me the output", " and give me the output", ". What does it print?", ". Show me the output.",
    ". Tell me what comes out", " and tell me the result", ". What's the output?", " so I can see the output",
    ", I want to see what it prints", " and paste the output", ". Let me know what it prints", " to see what it prints",
    " and report back", " and let me see the result", ", what is the result?", " and say what it printed",
    " and let me know what happens", ". What happens?", ". What comes out?", " and read me the output", " and quote the output",
    ". I need to know what it prints", ". I need the output", ". Output, please", " and send me what it prints", " and copy me the output",
    ". What do you get?", ". What does it say?", ". Did it work?", " - what does it say?", " and tell me how it went", ". Tell me the outcome",
    " and give me what it writes", ", and what's printed?", ". I'm curious what comes out", ". The output, please", " and share the output",
]  # fmt: skip

_MACRO = re.compile(r"<(\w+)>")


def macros(templates: list[str]) -> list[str]:
    """Templates with `<name>` replaced by the choices that MACROS gives for it."""
    return [_MACRO.sub(lambda found: f"[{MACROS[found.group(1)]}]", template) for template in templates]


_SLOTTED = re.compile(r"(\{\w+\})")
_UNFIT_LEAD = re.compile(
    r"(in|with|using|without|now|also|then|next|from|for|at|not|whenever|when|if|inside|and|on|as|there|finally"
    r"|i|i'd|i'm|do|does|can|could|you|we|my|your|is|it|what|what's|how|who|which|where|would|will|the|a|an|this|that|new|no)\b|[^a-zA-Z]",
    re.I,
)
_QUESTION = re.compile(
    r"(what(?! (i|we|he|she|you) (need|want|would)| \{\w+\} should)|what's|whats|which|how(?! about)|who|who's|where|is|are|does"
    r"|do (you|we|i)|can|could|would|will|did|has|have (you|we|i)|may|shall|should (i|we))\b",
    re.I,
)
_SYNONYM = re.compile(
    r"\b("
    + "|".join(sorted(map(re.escape, SYNONYMS), key=len, reverse=True))
    + r")\b(?! up\b| to\b| out\b| of\b| together\b| down\b| off\b| back\b)",
    re.I,
)
_FILLED = re.compile(r"<(thing|person|day|time|tool|role|place|n)>")


def small_talk(draw: Draw, skeletons: list[str]) -> str:
    """A sentence that has nothing to do with the request."""
    v = Vocabulary(draw)
    fill = {
        "thing": v.undertaking, "person": v.first_name, "tool": v.tool, "place": v.city, "time": v.clock,
        "day": lambda: draw.pick([draw.pick(WEEKDAYS), draw.pick(WEEKDAYS), v.month_day(), f"the {draw.randint(4, 19)}th"]),
        "role": lambda: draw.pick(JOBS), "n": lambda: str(draw.randint(4, 20)),
    }  # fmt: skip
    text = draw.choices_of(draw.pick(skeletons))
    text = re.sub(r" {2,}", " ", _FILLED.sub(lambda found: fill[found.group(1)](), text)).strip()
    text = re.sub(r"\b([Aa]) (?=[aeio])", r"\1n ", re.sub(r" ([,.?!])", r"\1", text))
    return text[0].upper() + text[1:]


def asking(draw: Draw, text: str, *, ending: bool = True, reword: bool = True) -> str:
    """Dress up a request: small talk, lead-in, tail, capitals, punctuation, typing errors; slots in braces stay.

    A text that starts with `=` is a whole sentence and gets no lead-in that needs a verb. What may follow a value only
    if it cannot be taken for a part of it stands behind a mark that `Draw.phrase` resolves. `reword`: with other words
    of the same meaning, which fits only sentences that are about nothing but files.
    """
    whole = text.startswith("=")
    text = text.removeprefix("=").strip()
    block = "\n" in text
    last = re.split(r"[.!?:] ", text.rstrip("?"))[-1]
    lead, question = "", text.endswith("?") or bool(_QUESTION.match(last))
    if whole or _UNFIT_LEAD.match(text):
        if draw.chance(0.14):
            lead = draw.pick(ASKERS if _QUESTION.match(text) and draw.chance(0.6) else OPENERS)
    elif not re.match(r"(please|now|let)\b", text, re.I):
        lead, asks = draw.weighted(_LEADS)
        if asks and ". " in text:
            lead = ""
        question = question or bool(lead and asks)
    text = lead + text
    if reword:
        first, *rest = _SLOTTED.split(text)
        parts = [_reworded(draw, first), *rest]
        if draw.chance(0.6):
            parts = [part if part.startswith("{") else _reworded(draw, part, 0.25) for part in parts]
        text = "".join(parts)
    if ending:
        text = _ended(draw, text, question, block)
    text = re.sub(r" {2,}", " ", text) if not block else text
    lower = draw.chance(0.16)
    if text[0] != "{":
        text = (text[0].lower() if lower or draw.chance(0.25) else text[0].upper()) + text[1:]
    if draw.chance(0.2) and not text.startswith("{fence"):
        text = _introduced(draw, text)
    if lower:
        text = "".join(part if part.startswith("{") else part.lower() for part in _SLOTTED.split(text))
    if draw.chance(0.06):
        text = _typo(draw, text)
    if draw.chance(0.04):
        text = text.replace("'", "")
    if draw.chance(0.015) and not block:
        text = text.replace(" ", "  ", 1)
    return text


_LEADS = [(weight, (lead, question)) for weight, lead, question in LEADS]


def _introduced(draw: Draw, text: str) -> str:
    """Small talk before a request."""
    pointing = re.search(r"\b(it|that|this|there|them)\b", text) and "{file}" not in text
    before = small_talk(draw, SMALL_TALK if pointing else BEFORE)
    if before[-1] not in ".!?":
        before += "."
    joint = draw.weighted([(14, " "), (1, "\n"), (1, "  "), (1, " - ")])
    if joint == " - " or (before[-1] == "." and draw.chance(0.1)):
        before = before.rstrip(".")
        joint = draw.pick([" - ", ", so ", "; "]) if before[-1] not in "!?" else " "
        text = text[0].lower() + text[1:]
    if draw.chance(0.1):
        before = before[0].lower() + before[1:]
    return before + joint + text


def _reworded(draw: Draw, text: str, probability: float = 0.0) -> str:
    """Some words replaced by others, articles dropped, contractions made and undone."""

    def other(found: re.Match[str]) -> str:
        word = found.group()
        if not draw.chance(probability):
            return word
        new = draw.pick(SYNONYMS[word.lower()])
        return new[0].upper() + new[1:] if word[0].isupper() else new

    if probability:
        text = _SYNONYM.sub(other, text)
        text = re.sub(
            r"\b(kick|fire|sort|work|figure|track|take|wipe) (off|up|out|down|away) (it|that|this|them)\b",
            r"\1 \3 \2",
            text,
        )
        if draw.chance(0.08):
            text = re.sub(r"(?<= )(the|a|an) (?=[a-z])", "", text)
        if draw.chance(0.3):
            long, short = draw.pick(CONTRACTIONS)
            for a, b in ((long, short), (short, long)) if draw.chance(0.5) else ((short, long), (long, short)):
                if f" {a} " in f" {text} ":
                    return f" {text} ".replace(f" {a} ", f" {b} ")[1:-1]
    return text


def _ended(draw: Draw, text: str, question: bool, block: bool) -> str:
    """A tail, the punctuation, small talk behind."""
    if block or text.endswith((":", "`", "{fence}", "{command}", "{colon}")):
        return text
    after_value = text.endswith("}")
    mark = text[-1] if text[-1] in ".?!" else ""
    body = text.rstrip(".?!") if mark else text
    question = question or mark == "?"
    if body.endswith(("{command}", "{fence}")):
        return text
    if body.endswith("}"):
        after_value = True
    word_tail = after_value and draw.chance(0.07)
    tail = draw.pick(WORD_TAILS) if word_tail else draw.weighted(VALUE_TAILS if after_value else TAILS)
    if (question and tail.endswith("?")) or ("pl" in tail and re.search(r"\b(please|pl[sz])\b", text, re.I)):
        tail = ""
    end = tail
    if not tail.endswith((".", "!", "?", ")")):
        if question:
            end += draw.weighted([(6, "?"), (2, ""), (0.3, "??"), (0.4, "."), (0.1, " ?")])
        elif after_value and not tail:
            end += draw.weighted([(5, ""), (5, ".")])
        else:
            end += draw.weighted([(4, ""), (5, "."), (0.4, "!"), (0.1, "..")])
    if draw.chance(0.1):
        if end[-1:] not in (".", "!", "?"):
            end += "?" if question else "."
        end += " " + small_talk(draw, AFTER)
        if end[-1] not in ".!?" and draw.chance(0.6):
            end += "."
    if not after_value or not end:
        return body + end
    return body + (WORD_END if word_tail else VALUE_END) + end


def _typo(draw: Draw, text: str) -> str:
    words = list(re.finditer(r"(?<![\w{`'\"])[A-Za-z]{4,}(?![\w}`'\"])", text))
    if not words:
        return text
    found = draw.pick(words)
    word = found.group()
    at = draw.randrange(1, len(word) - 1)
    kind = draw.randrange(3)
    if kind == 0:
        word = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    elif kind == 1:
        word = word[:at] + word[at + 1 :]
    else:
        word = word[:at] + word[at] + word[at:]
    return text[: found.start()] + word + text[found.end() :]


def file_form(draw: Draw, path: str) -> str:
    """A path as people write it in a sentence."""
    return draw.weighted(
        [(12, path), (2, f"`{path}`"), (1, f"'{path}'"), (1, f'"{path}"'), (0.3, f"**{path}**"), (0.3, f"./{path}")]
    )


def quoted(draw: Draw, text: str, *, bare: float = 0.4) -> str:
    """A value as people write it in a sentence: bare where that is unambiguous, else in some quotes."""
    if text and bare and draw.chance(bare) and not text.startswith(" ") and text[-1] not in ".,;:? ":
        return text  # with a full stop at its end it would be unclear whose that is
    marks = [(5.0, '"'), (3.0, "'"), (2.0, "`")]
    usable = [(weight, mark) for weight, mark in marks if mark not in text]
    if not usable:
        return text
    mark = draw.weighted(usable)
    return f"{mark}{text}{mark}"


def listed(draw: Draw, items: list[str]) -> str:
    """Several items in one sentence."""
    if len(items) == 1:
        return items[0]
    joiner = (
        draw.pick([", ", ", ", " and ", ", then ", "; "])
        if len(items) > 2
        else draw.pick([" and ", " and ", ", ", " and then ", ", then "])
    )
    if joiner == ", " and draw.chance(0.7):
        return ", ".join(items[:-1]) + draw.pick([" and ", ", and ", " & "]) + items[-1]
    return joiner.join(items)
