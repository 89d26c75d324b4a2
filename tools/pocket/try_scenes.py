"""Play every wording of all that is asked in scenes with the real tools, and say what does not work out.

    python -m tools.pocket.try_scenes [--times 2] [--show] [FILE ...]

Without files all scenes are played. `--show` prints what is said and done, for people to read.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from dataclasses import replace
from pathlib import Path

from localcoder.chat.messages import ToolCall
from tools.pocket.jobs_scenes import FOLDER, play
from tools.pocket.scene import Ask, Scene, parse
from tools.pocket.task import Call, Say, Unsuitable
from tools.pocket.world import Folder, Generator

RETRIES = 4
"""So many times drawn values may fail to go together before a scene counts as wrong."""


async def played(generator: Generator, scene: Scene, ask: Ask) -> list[str]:
    """What is said and done.

    Raises:
        Unsuitable: a result was not as the scene has it.
        ValueError: the scene is wrong.
    """
    task = play(scene, ask, generator.vocabulary)
    folder = Folder(generator.environment)
    folder.approver.refuse = dict(task.refuse)
    shown = [f"U: {task.prompt}"]
    try:
        folder.add(task.files)
        script = task.script()
        step = next(script)
        while isinstance(step, Call):
            shown.append(f"({step.plan})\n-> {step.name} {json.dumps(step.arguments, ensure_ascii=False)}")
            result = await folder.call(ToolCall("call", step.name, json.dumps(step.arguments)))
            shown.append(f"R: {result.content}")
            step = script.send(result)
    except StopIteration as end:
        say: Say = end.value
        shown.append(f"({say.plan})\nA: {say.text}")
        wrong = folder.differences(task.ends)
        if wrong:
            raise Unsuitable(str(wrong)) from end
        return shown
    finally:
        folder.remove()
    raise Unsuitable("no end")


async def check(paths: list[Path], times: int, show: bool) -> int:
    """Play all of it; the number of asks that do not work out."""
    generator = Generator("try", strict=True)
    faults = count = 0
    for path in paths:
        for scene in parse(path.read_text(encoding="utf-8"), path.name):
            for ask in scene.asks:
                count += 1
                try:
                    for wording in ask.prompts * times:
                        shown = await retried(generator, scene, replace(ask, prompts=[wording]))
                        if show:
                            print(f"===== {scene.place}\n" + "\n".join(shown))
                except (Unsuitable, ValueError, KeyError, NameError, SyntaxError, TypeError) as error:
                    faults += 1
                    print(f"{scene.place}: {ask.prompts[0]}\n    {type(error).__name__}: {error}")
    print(f"{count} asked, {faults} do not work out")
    return faults


async def retried(generator: Generator, scene: Scene, ask: Ask) -> list[str]:
    """What is said and done, with other values where the first ones do not go together."""
    for left in range(RETRIES, -1, -1):
        try:
            return await played(generator, scene, ask)
        except Unsuitable:
            if not left:
                raise
    raise AssertionError


def main() -> int:
    """Read the command line and play; 1 where something does not work out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    paths = options.files or sorted(FOLDER.glob("*.txt"))
    return 1 if asyncio.run(check(paths, options.times, options.show)) else 0


if __name__ == "__main__":
    sys.exit(main())
