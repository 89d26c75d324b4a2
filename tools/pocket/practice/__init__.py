"""Practice tasks: what the pocket model is tried on while its training data is written; the exam in bench/exam is left
alone meanwhile.
"""

from bench.exam.task import Task
from tools.pocket.practice.across import ACROSS
from tools.pocket.practice.command import COMMAND
from tools.pocket.practice.create import CREATE
from tools.pocket.practice.edit import EDIT
from tools.pocket.practice.find import FIND
from tools.pocket.practice.fix import FIX
from tools.pocket.practice.read import READ
from tools.pocket.practice.recover import RECOVER
from tools.pocket.practice.several import SEVERAL
from tools.pocket.practice.steps import STEPS
from tools.pocket.practice.talk import TALK

TASKS: tuple[Task, ...] = (
    *CREATE,
    *READ,
    *SEVERAL,
    *EDIT,
    *ACROSS,
    *FIX,
    *COMMAND,
    *FIND,
    *STEPS,
    *RECOVER,
    *TALK,
)
