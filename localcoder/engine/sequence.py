"""One request while it runs: its tokens and where their keys and values lie."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.block_manager import ROOT_HASH, block_hash


class State(Enum):
    """Where the scheduler keeps a sequence."""

    WAITING = auto()
    """It holds no block: it is new, or it was preempted."""
    RUNNING = auto()
    FINISHED = auto()


@dataclass(eq=False, slots=True)
class Sequence:
    """Tokens of a prompt and its answer, with the KV blocks of those already computed.

    `computed` tokens have their keys and values in `blocks`; the newest token of an answer never has. `limit` is the
    most tokens, prompt included, that the sequence will ever have.
    """

    tokens: list[int]
    limit: int
    priority: int = 0
    prompt_tokens: int = field(init=False)
    blocks: list[int] = field(default_factory=list)
    computed: int = 0
    cached_tokens: int = 0
    """Prompt tokens that the prefix cache had when the sequence first ran."""
    state: State = State.WAITING
    rank: tuple[int, int] = (0, 0)
    """Fixed at arrival: a lower rank is never preempted for a higher."""
    turn: tuple[int, int] = (0, 0)
    """Fixed at arrival: the order in which prompts are computed."""
    uncached: int = 0
    """Tokens that had to be computed when the sequence ran last, or will have to be if it waits."""
    last_step: int = 0
    """The step that produced the newest token, or will produce the last of those `ahead`, to share rows fairly."""
    place: int = 0
    """In the queue for rows, among those whose newest token is of the same step."""
    ahead: int = 0
    """The most tokens that launches which nobody has read yet may have drawn beyond `tokens`."""
    needs_logits: bool = True
    """Whether its next token has to be drawn on the host: a grammar may begin to bind where it was free."""
    preemptions: int = 0
    saved: dict[int, Any] = field(default_factory=dict)
    """Host copies, by index in `blocks`, made when the sequence was preempted."""
    saved_tokens: int = 0
    """How many tokens were computed when `saved` was made; its last block may be partly filled."""
    published: int = 0
    """How many of `blocks`, from the first, are offered for reuse or were found that way."""
    _hashes: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.prompt_tokens = len(self.tokens)

    @property
    def remaining(self) -> int:
        """Tokens whose keys and values are still to be computed before the next token can be drawn; at least 1."""
        return len(self.tokens) - self.computed

    @property
    def generated(self) -> int:
        """Tokens of the answer so far."""
        return len(self.tokens) - self.prompt_tokens

    def hash_of(self, index: int) -> bytes:
        """The chained hash of full block number `index` (its tokens are known, computed or not)."""
        while len(self._hashes) <= index:
            start = len(self._hashes) * BLOCK_TOKENS
            parent = self._hashes[-1] if self._hashes else ROOT_HASH
            self._hashes.append(block_hash(parent, self.tokens[start : start + BLOCK_TOKENS]))
        return self._hashes[index]


def blocks_for(tokens: int) -> int:
    """Blocks that hold this many tokens."""
    return -(-tokens // BLOCK_TOKENS)
