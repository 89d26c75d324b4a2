"""The exam of the pocket model: two hundred tasks over eleven jobs.

Nothing here may be used by the training generator (`tools/pocket/`): neither these phrasings nor these shapes of files
nor these bugs. `tests/pocket/test_held_out.py` compares normal forms of both.
"""

from __future__ import annotations

from bench.exam.command import COMMAND
from bench.exam.create import CREATE
from bench.exam.edit import EDIT
from bench.exam.edit_across import EDIT_ACROSS
from bench.exam.find import FIND
from bench.exam.fix import FIX
from bench.exam.read import READ
from bench.exam.read_several import READ_SEVERAL
from bench.exam.recover import RECOVER
from bench.exam.talk import TALK
from bench.exam.task import Task
from bench.exam.todo import TODO

TASKS: tuple[Task, ...] = (
    *CREATE,
    *READ,
    *READ_SEVERAL,
    *EDIT,
    *EDIT_ACROSS,
    *FIX,
    *COMMAND,
    *FIND,
    *TODO,
    *RECOVER,
    *TALK,
)
