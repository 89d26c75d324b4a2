"""Practice tasks: what the pocket model is tried on while its training data is written; the exam in bench/exam is left
alone meanwhile.
"""

from bench.exam.task import Task
from tools.pocket.practice.edit import EDIT
from tools.pocket.practice.several import SEVERAL

TASKS: tuple[Task, ...] = (*EDIT, *SEVERAL)
