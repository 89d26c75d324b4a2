"""What the model says to OpenCode: it reads a file, edits it, runs it, and says so, all by OpenCode's own tools."""

from __future__ import annotations

import re

from tests.fakes.spoken import calls, text

TASK = "Make greet.py greet the moon instead of the world"
BEFORE = 'name = "world"\nprint(f"Hello, {name}! \\u00e9 😀")\n'
AFTER = BEFORE.replace("world", "moon")
PRINTED = "Hello, moon! é 😀"
FINAL = "greet.py now greets the moon. 🌙"
REASONING = ("I look at it first.", "Only the name changes.", "Does it run?", "It does.")
CHATBOT = "<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>"


def says(prompt: str) -> str:
    """The reply to one prompt: the number of the model's turns in it says how far the task is."""
    if "title generator" in prompt:
        return text("Greeting the moon", reasoning="A title.")
    folder = re.search(r"Working directory: (\S+)", prompt)
    if folder is None or TASK not in prompt:
        return text("The prompt holds no task.")
    path = f"{folder[1]}/greet.py"
    match prompt.count(CHATBOT):
        case 1:
            return calls(("read", {"filePath": path}), reasoning=REASONING[0])
        case 2:
            edit = {"filePath": path, "oldString": 'name = "world"', "newString": 'name = "moon"'}
            return calls(("edit", edit), reasoning=REASONING[1])
        case 3:
            # Two calls of one turn.
            run = {"command": "python3 greet.py", "description": "Runs the program"}
            return calls(("bash", run), ("glob", {"pattern": "*.py"}), reasoning=REASONING[2])
        case 4:
            return text(FINAL if PRINTED in prompt else "It printed something else.", reasoning=REASONING[3])
    return text("Too many turns.")
