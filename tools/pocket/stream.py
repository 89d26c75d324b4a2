"""The stream of training rows: which conversations a step sees is a function of the seed and the step alone.

Block k holds conversations `k * conversations` and following, each made from the seed and its own number, packed into
rows in a fixed way. So it does not matter which process makes a block, nor when. Training goes through the blocks by
`visits` and waits for one that is not there yet.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from tools.pocket.data import APART, OPENING, OTHER_WEIGHT, PADDING, SHARING, Dataset, Packer, Rows, stacked

POLL_S = 0.02
PATIENCE_S = 240.0
"""So long without a block that is due means that nobody makes it."""

_STORED_PADDING = 255
_WEIGHTS = np.array([0, OTHER_WEIGHT, 1], np.float32)


CONVERSATIONS = 600
"""In a block."""

LENGTH = 8192
"""Tokens in a row."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What the blocks of a folder are made from, besides the generator and the tokenizer."""

    seed: int
    conversations: int
    length: int

    def generator_seed(self, number: int) -> str:
        """Of conversation `number` of the stream."""
        return f"stream {self.seed}/{number}"

    def held_seed(self, number: int) -> str:
        """Of conversation `number` of those that are only for validation."""
        return f"held {self.seed}/{number}"

    def claim(self, folder: Path) -> None:
        """Say in `folder` what its blocks are made from.

        Raises:
            ValueError: it has blocks of another recipe.
        """
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "recipe.json"
        mine = json.dumps(asdict(self))
        if path.exists() and path.read_text(encoding="utf-8") != mine:
            raise ValueError(f"{folder} has blocks of another recipe: {path.read_text(encoding='utf-8')}, not {mine}")
        path.write_text(mine, encoding="utf-8")


def block_path(folder: Path, number: int) -> Path:
    """Where block `number` is, once it is whole."""
    return folder / f"{number:06}.npz"


def save_block(dataset: Dataset, length: int, path: Path) -> None:
    """Pack conversations into rows and write them; the file appears only when it is whole."""
    rows = stacked([row for _, row in Packer(dataset, length).rows()])
    assert rows.documents.max() < _STORED_PADDING
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(
            file,
            ids=rows.ids.astype(np.uint16),
            weights=np.searchsorted(_WEIGHTS, rows.weights).astype(np.uint8),
            documents=np.where(rows.documents == PADDING, _STORED_PADDING, rows.documents).astype(np.uint8),
        )
    part.rename(path)


def load_block(path: Path) -> Block:
    """Read what `save_block` wrote."""
    with np.load(path) as arrays:
        return Block(arrays["ids"], arrays["weights"], arrays["documents"])


@dataclass(frozen=True, slots=True)
class Block:
    """Rows as they are stored, each array [rows, length]: ids, classes of weights, document numbers."""

    ids: np.ndarray
    weights: np.ndarray
    documents: np.ndarray

    def __len__(self) -> int:
        return len(self.ids)

    def part(self, rows: slice) -> Block:
        """Some of the rows."""
        return Block(self.ids[rows], self.weights[rows], self.documents[rows])

    def counts(self) -> tuple[int, int]:
        """How many targets users and tools say, and how many the assistant; the first token of a row is no target."""
        _, others, answers = np.bincount(self.weights[:, 1:].ravel(), minlength=len(_WEIGHTS)).tolist()
        return others, answers

    def rows(self) -> Rows:
        """As training takes them."""
        padding = self.documents == _STORED_PADDING
        starts = np.ones(self.documents.shape, bool)
        starts[:, 1:] = self.documents[:, 1:] != self.documents[:, :-1]
        places = np.arange(self.documents.shape[1])
        positions = places - np.maximum.accumulate(np.where(starts, places, 0), 1)
        opening = (self.documents == OPENING).sum(1, keepdims=True)
        positions += np.where((self.documents >= SHARING) & (self.documents < APART), opening, 0)
        return Rows(
            self.ids.astype(np.int64),
            _WEIGHTS[self.weights],
            np.where(padding, PADDING, self.documents.astype(np.int32)),
            np.where(padding, 0, positions).astype(np.int32),
            np.full(self.ids.shape, -1, np.int16),
        )


def joined(blocks: list[Block]) -> Block:
    """Blocks on top of one another."""
    return Block(*(np.concatenate([getattr(b, name) for b in blocks]) for name in ("ids", "weights", "documents")))


def visits(fresh: float) -> Iterator[int]:
    """The numbers of the blocks in the order of training: a share `fresh` of them new ones.

    The others are the ones that were not seen for the longest time.
    """
    seen: deque[int] = deque()
    for visit in itertools.count():
        number = len(seen) if visit * fresh >= len(seen) else seen.popleft()
        seen.append(number)
        yield number


@dataclass(slots=True)
class Stream:
    """Batches without end, of `rows` rows each, from the blocks in `folder`."""

    folder: Path
    rows: int
    fresh: float
    patience_s: float = PATIENCE_S
    waited_s: float = 0.0
    """How long blocks were waited for; that need not have held up the training, which is some batches behind."""
    blocks: int = 0
    """How many different ones were taken."""
    visited: int = 0
    digest: hashlib._Hash = field(default_factory=hashlib.sha256)
    """Over all batches so far."""

    def __iter__(self) -> Iterator[Block]:
        """Every batch has rows of one block or of neighbours in the order of training."""
        held: list[Block] = []
        count = 0
        for number in visits(self.fresh):
            block = self._block(number)
            self.visited += 1
            self.blocks = max(self.blocks, number + 1)
            held.append(block)
            count += len(block)
            if count < self.rows:
                continue
            every = joined(held)
            for start in range(0, count - self.rows + 1, self.rows):
                batch = every.part(slice(start, start + self.rows))
                for array in (batch.ids, batch.weights, batch.documents):
                    self.digest.update(np.ascontiguousarray(array))
                yield batch
            count %= self.rows
            held = [every.part(slice(len(every) - count, len(every)))]

    def _block(self, number: int) -> Block:
        path = block_path(self.folder, number)
        since_s = time.monotonic()
        while not path.exists():
            failed = self.folder / "failed"
            if failed.exists():
                raise RuntimeError(f"no more blocks are made: {failed.read_text(encoding='utf-8')}")
            if time.monotonic() - since_s > self.patience_s:
                raise TimeoutError(f"nobody makes {path}: waited {self.patience_s:.0f} s for it")
            time.sleep(POLL_S)
        self.waited_s += time.monotonic() - since_s
        return load_block(path)
