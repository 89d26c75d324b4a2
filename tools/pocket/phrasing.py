"""How people ask: shared wording, lead-ins and the noise of typing."""

from __future__ import annotations

import re

from tools.pocket.draw import Draw

MACROS = {
    "create": "create|create|make|write|write|add|generate|put together|set up|build|produce|prepare|start|draft|whip up|save|make me|write me|give me|create me|code|cook up",
    "new": "a|a new|a file|a file called|a file named|a new file|a new file named|a new file called|a small file|the file|a document called",
    "script": "a python script|a script|a python program|a program|a small script|a little program|a python file|a short script|a simple python script|a simple program|python code|a tiny program|a one-file program|a quick script",
    "named": "called|named|with the name|as|in|in a file called|saved as|stored in|in a file named|and call it|and name it|under the name|and save it as|and put it in|, file name|, filename",
    "print": "print|print|print|output|display|show|print out|echo|write out|say|log",
    "prints": "prints|prints|prints|outputs|displays|shows|prints out|will print|writes out|says|should print|can print|just prints|simply prints|echoes|logs|must print",
    "printing": "printing|outputting|displaying|showing|that is printing|which is going to print",
    "that": "that|which|that|it should be one that|and it",
    "exactly": "|||exactly |only |just |simply |the text |the line |the words |the message |the string |the phrase ",
    "content": "content|contents|text|body|data",
    "containing": "containing|with the content|with the text|that contains|which contains|with|that says|saying|holding|that reads|with the line|with this text:|with the following content:|containing the text|containing only|whose content is|with content|which says|that just says|with this line in it:|having the text",
    "change": "change|change|set|update|edit|modify|switch|adjust|turn|make|alter|move|bump",
    "value": "|||the value of |the value for |the setting |the key |the entry |the field |the option |the parameter ",
    "now": "|||now |next |then |also ",
    "tell": "tell me|tell me|let me know|say|give me|report|show me|find out|look up|check|i want to know|i need to know|i'd like to know|do you know|can you see|figure out",
    "look": "look at|open|read|check|inspect|look into|take a look at|have a look at|go through|view|peek into",
}

RUN_AFTER = [
    " and run it", " and run it", ", then run it", " then run it", " and execute it", ", run it", " and then execute it",
    ". Run it", ". Then run it", ". Run it afterwards", " and run the script", " and start it", ". After that, run it",
    " and launch it", ". Execute it too", ", and run it please", " & run it", " and run that", ". Also run it",
    " and try it", " and try it out", ". Try it out", " and test it by running it", ". Run it once",
    " and check that it works", ". Make sure it works by running it", " and see if it runs", " and give it a run",
    ". Afterwards execute it", " followed by running it", ". Finally run it", " + run it", "; run it", "; then execute it",
    " and run it with python", ", then run it with python3", ". Run it with python", " and run it in the shell",
]  # fmt: skip
SHOW_AFTER = [
    "", "", "", "", " and show me the output", " and tell me what it prints", " and report the output", " and show the result",
    " and tell me the output", " and give me the output", ". What does it print?", ". Show me the output.",
    ". Tell me what comes out", " and tell me the result", ". What's the output?", " so I can see the output",
    ", I want to see what it prints", " and paste the output", ". Let me know what it prints", " to see what it prints",
    " and report back", " and let me see the result", ", what is the result?", " and say what it printed",
]  # fmt: skip

_LEADS = [
    (10, ""), (3, "please "), (2, "could you "), (2, "can you "), (1, "could you please "), (1, "can you please "), (0.7, "would you "),
    (1, "I need you to "), (1, "I want you to "), (1, "I'd like you to "), (0.5, "let's "), (0.5, "go ahead and "), (0.7, "now "),
    (0.4, "hey, "), (0.3, "hi, "), (0.4, "ok, "), (0.3, "okay, now "), (0.3, "quick one: "), (0.3, "task: "), (0.3, "your job: "),
    (0.3, "we need to "), (0.3, "i have to "), (0.2, "hello! please "), (0.2, "help me "), (0.2, "kindly "), (0.2, "next, "),
    (0.2, "for a test, "), (0.2, "for my project, "), (0.2, "would you please "), (0.2, "hey, can you "), (0.2, "hi! could you "),
    (0.2, "i would like to "), (0.2, "you should "), (0.2, "so, "), (0.2, "first, "), (0.2, "alright, "), (0.2, "time to "), (0.2, "one more thing: "),
    (0.2, "just "), (0.2, "please help me "), (0.2, "do me a favor and "), (0.2, "if you can, "), (0.2, "in this folder, "), (0.2, "here, "),
    (0.2, "i was asked to "), (0.2, "my boss wants me to "), (0.2, "the plan is to "), (0.2, "could you quickly "), (0.2, "can you just "),
]  # fmt: skip
_TAILS = [
    (14, ""), (1, " please"), (0.7, ", please"), (0.6, ", thanks"), (0.5, " for me"), (0.4, ". Thanks!"), (0.3, " thanks"),
    (0.2, ", thank you"), (0.2, ", ok?"), (0.2, " now"), (0.2, ". That's all."), (0.2, ", will you?"), (0.2, " - thanks"), (0.1, " asap"),
    (0.1, ". Nothing else."), (0.1, ". Thank you very much!"), (0.1, " if you can"), (0.1, " when you have a moment"), (0.1, ". Cheers"),
    (0.1, ". I appreciate it."), (0.1, ", pls"), (0.1, " right away"), (0.1, " :)"), (0.1, ". That would be great."), (0.1, " (it's urgent)"),
]  # fmt: skip
_MACRO = re.compile(r"<(\w+)>")


def macros(templates: list[str]) -> list[str]:
    """Templates with `<name>` replaced by the choices that MACROS gives for it."""
    return [_MACRO.sub(lambda found: f"[{MACROS[found.group(1)]}]", template) for template in templates]


def asking(draw: Draw, text: str) -> str:
    """Dress up a request: lead-in, tail, capitals, punctuation, typing errors; slots in braces stay as they are.

    A text that starts with `=` is a whole sentence and gets no lead-in.
    """
    lead = ""
    if text.startswith("="):
        text = text[1:].lstrip()
        if draw.chance(0.08):
            lead = draw.pick(
                [
                    "hey, ",
                    "hi, ",
                    "ok, ",
                    "so, ",
                    "hello, ",
                    "now, ",
                    "question: ",
                    "quick question: ",
                    "tell me: ",
                    "please tell me: ",
                    "hm, ",
                    "one more: ",
                ]
            )
    else:
        lead = draw.weighted(_LEADS)
    tail = "" if text.endswith("\n") or "\n" in text else draw.weighted(_TAILS)
    question = lead.startswith(("could", "can", "would", "hey, can", "hi! could")) or text.endswith("?")
    body = text.rstrip(".?") if tail or question else text
    text = lead + body + tail
    text = _punctuate(draw, text, question)
    first = text[0]
    if draw.chance(0.62):
        text = first.upper() + text[1:]
    elif first != "{":
        text = first.lower() + text[1:]
    if draw.chance(0.05):
        text = _typo(draw, text)
    if draw.chance(0.03):
        text = text.replace("'", "")
    return text


def _punctuate(draw: Draw, text: str, question: bool) -> str:
    if text.endswith(("\n", "!", "?", ":", "}\n", "`", ")")) or "\n" in text:
        return text
    text = text.rstrip(".")
    if question:
        return text + draw.weighted([(6, "?"), (2, ""), (0.3, "??"), (0.4, ".")])
    # A value at the very end would swallow the full stop, so nothing that ends in a slot gets one.
    if text.endswith("}"):
        return text
    return text + draw.weighted([(4, ""), (5, "."), (0.4, "!")])


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
    if text and bare and draw.chance(bare) and not text.startswith(" "):
        return text
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
