"""What tasks with a question share: the answer can only be known from the files, which stay as they are."""

from __future__ import annotations

from collections.abc import Mapping

from bench.exam.task import Call, Job, Script, Task, read


def question(
    job: Job,
    id: str,
    prompt: str,
    files: Mapping[str, str],
    answer: str,
    *wrong: str,
    has: tuple[tuple[str, ...], ...],
    lacks: tuple[str, ...] = (),
    calls: tuple[Call, ...] = (),
) -> Task:
    """A task that `answer` solves after `calls`, or after all `files` were read; `wrong` are answers that do not.

    Neither does the right answer that nobody looked for.
    """
    looking = calls or tuple(read(name) for name in files)
    return Task(
        id=id,
        job=job,
        prompt=prompt,
        files=files,
        reference=Script(looking, answer),
        wrong=(*(Script(looking, slip) for slip in wrong), Script(answer=answer)),
        answer_has=has,
        answer_lacks=lacks,
        looks=True,
        untouched=True,
    )
