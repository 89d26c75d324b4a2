"""Let the pocket model sit its exam: the held-out tasks by the real agent and tools in temporary folders, greedy.

`python -m bench.pocket [--job create] [--practice] [--out bench/results/pocket-score.json] [--verbose]`
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.exam import TASKS
from bench.exam.sitting import FOLDER_PREFIX, attempt
from bench.exam.task import Task
from bench.machine import describe
from localcoder.chat.local import LocalChatModel
from localcoder.engine.engine import Engine
from localcoder.engine.models import find_model
from tools.pocket.practice import TASKS as PRACTICE


async def _score(model_name: str, tasks: Sequence[Task], verbose: bool) -> dict[str, Any]:
    entry = find_model(model_name)
    model = LocalChatModel(Engine.load(entry.directory), entry.name)
    verdicts = []
    for task in tasks:
        verdict = await attempt(model, task)
        verdicts.append(verdict)
        print(f"{'solved' if verdict['solved'] else 'FAILED'}  {task.id}  {verdict['seconds']} s", flush=True)
        if verbose and not verdict["solved"]:
            print(json.dumps(verdict, indent=1, ensure_ascii=False), flush=True)
    await model.close()
    return {
        **describe(),
        "date": datetime.date.today().isoformat(),
        "model": entry.name,
        "tasks": len(verdicts),
        "solved": sum(verdict["solved"] for verdict in verdicts),
        "by_job": _table(verdicts),
        "verdicts": verdicts,
    }


def _table(verdicts: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """A row for each job, in the order of the exam: how many tasks, how many of them solved, and in percent."""
    tasks = Counter(verdict["job"] for verdict in verdicts)
    solved = Counter(verdict["job"] for verdict in verdicts if verdict["solved"])
    return {
        job: {"tasks": count, "solved": solved[job], "percent": 100 * solved[job] // count}
        for job, count in tasks.items()
    }


def _without_places(text: str) -> str:
    """`text` without the folders of this machine, which tracebacks name."""
    return re.sub(rf"{re.escape(tempfile.gettempdir())}/{FOLDER_PREFIX}\w+", "TASK", text).replace(
        sys.base_prefix, "PYTHON"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Score the pocket model on the held-out tasks.")
    parser.add_argument("--model", default="pocket")
    parser.add_argument("--job", choices=sorted({task.job for task in TASKS}))
    parser.add_argument("--practice", action="store_true", help="other tasks, to be looked at while it is trained")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    tasks = [task for task in (PRACTICE if options.practice else TASKS) if options.job in (None, task.job)]
    report = asyncio.run(_score(options.model, tasks, options.verbose))
    for job, row in report["by_job"].items():
        print(f"{job:13} {row['solved']:3} of {row['tasks']:3}  {row['percent']:3} %")
    print(f"{'all':13} {report['solved']:3} of {report['tasks']:3}")
    if options.out:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(_without_places(json.dumps(report, indent=1, ensure_ascii=False)) + "\n")


if __name__ == "__main__":
    main()
