"""Recorded conversations as token ids: packed into one compressed file, and cut into rows for training."""

from __future__ import annotations

import io
import json
import lzma
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

LONGEST = 3072
"""Tokens of the longest conversation that is kept."""

OTHER_WEIGHT = 0.1
"""Weight of the loss on what users and tools say: it teaches words and copying, but is not the goal."""


@dataclass(slots=True)
class Dataset:
    """Conversations as flat arrays.

    `ids` uint16 [tokens], conversation i at `offsets[i]` to `offsets[i + 1]`; its turns are those of `jobs` from
    `turns[i]` to `turns[i + 1]`.
    `slips` int32 [slips, 2]: conversation and number of its assistant message (from 0) that must not be learnt.
    `control` gives the ids of the control tokens.
    """

    ids: np.ndarray
    offsets: np.ndarray
    turns: np.ndarray
    jobs: np.ndarray
    slips: np.ndarray
    job_names: list[str]
    control: dict[str, int]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def conversation(self, number: int) -> np.ndarray:
        """The ids of one conversation."""
        return self.ids[self.offsets[number] : self.offsets[number + 1]]

    def save(self, path: Path) -> None:
        """Write one xz-compressed file."""
        buffer = io.BytesIO()
        np.savez(
            buffer,
            ids=self.ids,
            offsets=self.offsets,
            turns=self.turns,
            jobs=self.jobs,
            slips=self.slips,
            meta=np.frombuffer(json.dumps([self.job_names, self.control]).encode(), np.uint8),
        )
        path.write_bytes(lzma.compress(buffer.getvalue(), preset=2))

    @classmethod
    def load(cls, path: Path) -> Dataset:
        """Read a file written by `save`."""
        arrays = np.load(io.BytesIO(lzma.decompress(path.read_bytes())))
        names, control = json.loads(arrays["meta"].tobytes())
        return cls(arrays["ids"], arrays["offsets"], arrays["turns"], arrays["jobs"], arrays["slips"], names, control)


def pack(lines: Iterable[str], directory: Path, longest: int) -> Dataset:
    """Render conversations with the model's own tokenizer and chat template, as the agent does."""
    from localcoder.chat.messages import Message, ToolCall, ToolSpec
    from localcoder.chat.template import ChatTemplate
    from localcoder.engine.tokenizer import Tokenizer

    tokenizer = Tokenizer.load(directory)
    template = ChatTemplate.load(directory, tokenizer)
    ids: list[np.ndarray] = []
    turns, jobs, slips = [0], [], []
    names: list[str] = []
    for line in lines:
        row: dict[str, Any] = json.loads(line)
        messages = [Message("system", row["system"])]
        for entry in row["messages"]:
            calls = tuple(ToolCall(**call) for call in entry.get("tool_calls", ()))
            messages.append(
                Message(
                    entry["role"],
                    entry["content"],
                    entry.get("reasoning", ""),
                    calls,
                    entry.get("tool_call_id"),
                    entry.get("is_error", False),
                )
            )
        specs = [
            ToolSpec(
                name,
                "",
                {
                    "type": "object",
                    "properties": {p.rstrip("?"): {} for p in parameters},
                    "required": [p for p in parameters if not p.endswith("?")],
                },
            )
            for name, parameters in row["tools"]
        ]
        rendered = template.render(messages, specs, add_generation_prompt=False)
        if len(rendered) > longest:
            continue
        for slip in row["slips"]:
            order = sum(entry["role"] == "assistant" for entry in row["messages"][:slip])
            slips.append((len(ids), order))
        ids.append(np.array(rendered, np.uint16))
        for job in row["jobs"]:
            if job not in names:
                names.append(job)
            jobs.append(names.index(job))
        turns.append(len(jobs))
    offsets = np.concatenate([[0], np.cumsum([len(x) for x in ids])]).astype(np.int64)
    return Dataset(
        np.concatenate(ids),
        offsets,
        np.array(turns, np.int64),
        np.array(jobs, np.uint8),
        np.array(slips, np.int32).reshape(-1, 2),
        names,
        dict(tokenizer.control_tokens),
    )


def weights_of(dataset: Dataset, number: int, slips: set[int]) -> tuple[np.ndarray, np.ndarray]:
    """Per token of a conversation: the weight of predicting it, and the user turn (from 0) that it answers, or -1."""
    ids = dataset.conversation(number)
    control = dataset.control
    weights = np.full(len(ids), OTHER_WEIGHT, np.float32)
    turn_of = np.full(len(ids), -1, np.int16)
    users = np.flatnonzero(ids == control["<|USER_TOKEN|>"])
    weights[: users[0]] = 0
    starts = np.flatnonzero(ids == control["<|CHATBOT_TOKEN|>"]) + 2  # behind START_THINKING, which the prompt opens
    ends = np.flatnonzero(ids == control["<|END_OF_TURN_TOKEN|>"])
    for order, start in enumerate(starts):
        end = ends[np.searchsorted(ends, start)] + 1
        weights[start:end] = 0 if order in slips else 1
        if order not in slips:
            turn_of[start:end] = np.searchsorted(users, start) - 1
    return weights, turn_of


@dataclass(slots=True)
class Rows:
    """A batch of rows: ids, targets' weights, document numbers (-1 is padding) and positions, each [rows, length]."""

    ids: np.ndarray
    weights: np.ndarray
    documents: np.ndarray
    positions: np.ndarray
    turn_of: np.ndarray


class Packer:
    """Cuts shuffled conversations into rows of equal length, none of them split."""

    def __init__(self, dataset: Dataset, numbers: np.ndarray, length: int) -> None:
        sizes = np.diff(dataset.offsets)[numbers]
        self.dataset, self.numbers, self.length = dataset, numbers[sizes <= length], length
        slips: dict[int, set[int]] = {}
        for conversation, order in dataset.slips.tolist():
            slips.setdefault(conversation, set()).add(order)
        self._known: dict[int, tuple[np.ndarray, np.ndarray]] = {
            int(n): weights_of(dataset, int(n), slips.get(int(n), set())) for n in self.numbers
        }

    def epoch(self, generator: np.random.Generator | None) -> Iterator[tuple[list[int], Rows]]:
        """Single rows ([1, length]) over all conversations, in random order; each with the conversations in it."""
        order = self.numbers if generator is None else generator.permutation(self.numbers)
        held: list[int] = []
        used = 0
        waiting: list[int] = []
        for number in [*order.tolist(), -1]:
            size = (
                int(self.dataset.offsets[number + 1] - self.dataset.offsets[number]) if number >= 0 else self.length + 1
            )
            if used + size <= self.length:
                held.append(number)
                used += size
                continue
            for other in list(waiting):
                extra = int(self.dataset.offsets[other + 1] - self.dataset.offsets[other])
                if used + extra <= self.length:
                    held.append(other)
                    waiting.remove(other)
                    used += extra
            if number >= 0 and len(waiting) < 64:
                waiting.append(number)
                if used < 0.97 * self.length:
                    continue
                yield held, self._row(held)
                held, used = [], 0
                continue
            yield held, self._row(held)
            held, used = ([number], size) if number >= 0 else ([], 0)
        while waiting:
            held, used = [], 0
            for other in list(waiting):
                extra = int(self.dataset.offsets[other + 1] - self.dataset.offsets[other])
                if used + extra <= self.length:
                    held.append(other)
                    waiting.remove(other)
                    used += extra
            yield held, self._row(held)

    def _row(self, held: list[int]) -> Rows:
        length = self.length
        row = Rows(
            np.zeros((1, length), np.int64),
            np.zeros((1, length), np.float32),
            np.full((1, length), -1, np.int32),
            np.zeros((1, length), np.int32),
            np.full((1, length), -1, np.int16),
        )
        at = 0
        for place, number in enumerate(held):
            ids = self.dataset.conversation(number)
            weights, turn_of = self._known[number]
            here = slice(at, at + len(ids))
            row.ids[0, here], row.weights[0, here], row.turn_of[0, here] = ids, weights, turn_of
            row.documents[0, here], row.positions[0, here] = place, np.arange(len(ids))
            at += len(ids)
        return row


def stacked(rows: Sequence[Rows]) -> Rows:
    """Rows on top of one another."""
    return Rows(
        *(
            np.concatenate([getattr(row, name) for row in rows])
            for name in ("ids", "weights", "documents", "positions", "turn_of")
        )
    )
