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
"""Weight of the loss on what users and tools say: it teaches words and copying, but is not the goal.

The trainer can give them another one.
"""

OPENING = 0
"""Number, among a row's documents, of the opening: most conversations have the same system prompt and tools, so a row
has them once, at its start, and what follows them in several conversations."""
SHARING = 1
"""Number of the first document that goes on behind the opening."""
APART = 128
"""Number of the first document that has an opening of its own."""
MOST_IN_A_ROW = APART - SHARING
PADDING = -1
WAITING = 64
"""Conversations to choose from while a row is filled."""


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
    """A batch of rows: ids, targets' weights, document numbers and positions, each [rows, length].

    The document at place p of a row has the number `SHARING + p` or `APART + p`.
    """

    ids: np.ndarray
    weights: np.ndarray
    documents: np.ndarray
    positions: np.ndarray
    turn_of: np.ndarray


def opening_of(dataset: Dataset) -> np.ndarray:
    """What most conversations have before the first thing that the user says; of several, the first in order."""
    user = dataset.control["<|USER_TOKEN|>"]
    counts: dict[bytes, int] = {}
    for number in range(len(dataset)):
        ids = dataset.conversation(number)
        before = ids[: int(np.argmax(ids == user))].tobytes()
        counts[before] = counts.get(before, 0) + 1
    return np.frombuffer(max(counts, key=lambda before: counts[before]), dataset.ids.dtype)


class Packer:
    """Packs conversations into rows of equal length, none of them split, in a fixed way.

    Every row begins with the opening. A conversation that has it too is put there without it; its positions go on
    where the opening ends, and it sees the opening as if it stood right before it.
    """

    def __init__(self, dataset: Dataset, length: int) -> None:
        self.dataset, self.length = dataset, length
        self.opening = opening_of(dataset)
        slips: dict[int, set[int]] = {}
        for conversation, order in dataset.slips.tolist():
            slips.setdefault(conversation, set()).add(order)
        self._slips = slips

    def rows(self) -> Iterator[tuple[list[int], Rows]]:
        """Single rows ([1, length]), each with the conversations in it by place; those that fit into none are left out.

        A row takes what fits of those that have waited longest.
        """
        room = self.length - len(self.opening)
        waiting: list[int] = []
        for number in range(len(self.dataset)):
            if self._size(number) <= room:
                waiting.append(number)
            if len(waiting) > WAITING:
                yield self._row(waiting, room)
        while waiting:
            yield self._row(waiting, room)

    def _start(self, number: int) -> int:
        """Where a conversation begins that is put behind the opening; 0 where it has another one."""
        size = len(self.opening)
        ids = self.dataset.conversation(number)
        return size if np.array_equal(ids[:size], self.opening) else 0

    def _size(self, number: int) -> int:
        return len(self.dataset.conversation(number)) - self._start(number)

    def _row(self, waiting: list[int], room: int) -> tuple[list[int], Rows]:
        """Take from `waiting` what fits into one row."""
        held: list[int] = []
        for number in waiting[:]:
            if self._size(number) <= room and len(held) < MOST_IN_A_ROW:
                room -= self._size(number)
                held.append(number)
                waiting.remove(number)
        length, size = self.length, len(self.opening)
        row = Rows(
            np.zeros((1, length), np.int64),
            np.zeros((1, length), np.float32),
            np.full((1, length), PADDING, np.int32),
            np.zeros((1, length), np.int32),
            np.full((1, length), -1, np.int16),
        )
        row.ids[0, :size], row.documents[0, :size], row.positions[0, :size] = self.opening, OPENING, np.arange(size)
        at = size
        for place, number in enumerate(held):
            start = self._start(number)
            ids = self.dataset.conversation(number)[start:]
            weights, turn_of = weights_of(self.dataset, number, self._slips.get(number, set()))
            here = slice(at, at + len(ids))
            row.ids[0, here], row.turn_of[0, here] = ids, turn_of[start:]
            row.weights[0, at + 1 : here.stop] = weights[start + 1 :]  # nothing before it can tell its first token
            row.documents[0, here] = place + (SHARING if start else APART)
            row.positions[0, here] = np.arange(start, start + len(ids))
            at += len(ids)
        return held, row


def stacked(rows: Sequence[Rows]) -> Rows:
    """Rows on top of one another."""
    return Rows(
        *(
            np.concatenate([getattr(row, name) for row in rows])
            for name in ("ids", "weights", "documents", "positions", "turn_of")
        )
    )
