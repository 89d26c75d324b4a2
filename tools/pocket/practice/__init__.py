"""Practice tasks: what the pocket model is tried on while its training data is written; the exam in bench/exam is left
alone meanwhile.
"""

from bench.exam.task import Task
from tools.pocket.practice.edit import EDIT
from tools.pocket.practice.find import FIND
from tools.pocket.practice.read import READ
from tools.pocket.practice.recover import RECOVER
from tools.pocket.practice.several import SEVERAL

TASKS: tuple[Task, ...] = (*READ, *SEVERAL, *EDIT, *FIND, *RECOVER)
