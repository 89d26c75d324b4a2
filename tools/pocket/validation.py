"""How many turns of unseen conversations a model would write exactly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from tools.pocket.data import APART, SHARING, Dataset, Packer, Rows, stacked

Best = Callable[[Rows], np.ndarray]
"""The model's first choices [rows, length] of what follows each token of rows."""


def exact_turns(path: Path, length: int, rows: int, batches: int, best: Best) -> dict[str, float]:
    """The share of turns whose every assistant token is the model's first choice, by job, and over all.

    Args:
        path: of the conversations.
        rows: in a batch. All have this many, since the compiled attention takes no other size.
        batches: as many at most.

    Raises:
        ValueError: no conversation fits into a row.
    """
    dataset = Dataset.load(path)
    right: dict[str, list[int]] = {}
    held: list[tuple[list[int], Rows]] = []
    every = list(Packer(dataset, length).rows())[: rows * batches]
    if not every:
        raise ValueError(f"{path}: no conversation fits into a row of {length} tokens")
    for number, entry in enumerate(every):
        held.append(entry)
        if len(held) == rows or number == len(every) - 1:
            batch = stacked([row for _, row in [*held, *[held[0]] * (rows - len(held))]])
            _count(dataset, held, batch, best(batch), right)
            held = []
    scores = {job: round(float(np.mean(results)), 4) for job, results in sorted(right.items())}
    results = [x for of_job in right.values() for x in of_job]
    return {**scores, "all": round(float(np.mean(results)), 4), "turns": len(results)}


def answer_loss(
    path: Path, length: int, rows: int, batches: int, loss_of: Callable[[Rows], tuple[float, float]]
) -> float:
    """The mean loss of assistant tokens, over full batches, `batches` of them at most.

    Args:
        loss_of: the losses of the assistant tokens of a batch, summed up, and their number.

    Raises:
        ValueError: there is no full batch.
    """
    every = [row for _, row in Packer(Dataset.load(path), length).rows()]
    starts = range(0, len(every) - rows + 1, rows)[:batches]
    if not starts:
        raise ValueError(f"{path}: too few conversations for a batch of {rows} rows of {length} tokens")
    sums = [loss_of(stacked(every[at : at + rows])) for at in starts]
    total, count = (sum(parts) for parts in zip(*sums, strict=True))
    return total / count


def _count(
    dataset: Dataset, held: list[tuple[list[int], Rows]], rows: Rows, best: np.ndarray, right: dict[str, list[int]]
) -> None:
    hits = best == np.roll(rows.ids, -1, 1)
    turn_of = np.roll(rows.turn_of, -1, 1)
    turn_of[:, -1] = -1
    for at, (numbers, _) in enumerate(held):
        for place, number in enumerate(numbers):
            here = np.isin(rows.documents[at], (SHARING + place, APART + place))
            for turn in range(int(dataset.turns[number + 1] - dataset.turns[number])):
                mask = here & (turn_of[at] == turn)
                if mask.any():
                    job = dataset.job_names[dataset.jobs[dataset.turns[number] + turn]]
                    right.setdefault(job, []).append(int(hits[at][mask].all()))


def chooser(model: torch.nn.Module, states_of: Callable[[Rows], torch.Tensor]) -> Best:
    """First choices from final states [rows, length, hidden], row by row to spare memory."""

    def best(rows: Rows) -> np.ndarray:
        with torch.no_grad():
            return torch.cat([model.logits(row[None]).argmax(-1) for row in states_of(rows)]).cpu().numpy()

    return best
