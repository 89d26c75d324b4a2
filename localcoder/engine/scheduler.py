"""Which tokens of which sequences are computed in the next step."""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Iterable, Mapping
from heapq import merge
from operator import attrgetter

from localcoder.engine.backend import BLOCK_TOKENS, Chunk
from localcoder.engine.batch import Batch, Restore, Save
from localcoder.engine.block_manager import BlockManager
from localcoder.engine.pace import Prompt
from localcoder.engine.sequence import Sequence, State, blocks_for

AGING_WORK = 4096
"""A request of priority p + 1 is overtaken by those of priority p that arrive within so much work, by no others."""

PRIORITY_TURNS = 16
"""A running sequence of priority p + 1 gets a row at the latest so many steps after one of priority p would."""

MOST_COST = AGING_WORK // 2
"""Blocks to compute that a request is held to cost, at most: a long interactive one still goes before background."""

_rank = attrgetter("rank")
_turn = attrgetter("turn")


class Scheduler:
    """Continuous batching over a bounded KV cache. Plain integers: no tensor, no thread.

    Every sequence has a rank, fixed at arrival (work done before, plus priority times `AGING_WORK`). Blocks may be
    taken only from sequences of a higher rank, so the lowest one always proceeds to its end, then the next: nothing
    starves and every request ends. A sequence that finds no block and nobody to take one from just skips the step.

    Prompts are computed, and admitted, in the order of their turn: the rank plus the blocks that are to be computed for
    the prompt. A long one is overtaken by shorter ones that arrive within so much work, by no others. Work is blocks of
    prompts and decode steps.

    A launch counts as the steps that it has: it is planned while the one before is still computed, so a sequence may
    be several tokens `ahead` of those known here. Only sequences that are not may be preempted.

    Args:
        blocks: the KV cache's blocks.
        max_rows: the most decode rows of one step. More running sequences share them, longest-waiting first.
        step_tokens: the most tokens of one step, decode rows included.
        host_blocks: how many blocks of preempted sequences may be kept in host memory; what exceeds it is
            recomputed.
    """

    def __init__(
        self, blocks: BlockManager, *, max_rows: int = 8, step_tokens: int = 512, host_blocks: int = 0
    ) -> None:
        if max_rows < 1 or step_tokens <= max_rows:
            raise ValueError("a step needs at least one decode row and room for a prompt's tokens beside them")
        self.blocks = blocks
        self.max_rows = max_rows
        self.step_tokens = step_tokens
        self.host_blocks = host_blocks
        self.waiting: list[Sequence] = []
        self.running: list[Sequence] = []
        self.step = 0
        self.work = 0
        self.preemptions = 0
        self.saved_blocks = 0
        self._arrivals = 0
        self._places = 0

    @property
    def idle(self) -> bool:
        """True when no sequence is waiting or running."""
        return not self.waiting and not self.running

    def add(self, sequence: Sequence) -> None:
        """Queue a new sequence. Its `limit` must fit the whole cache; the caller refuses what does not."""
        if sequence.limit > self.blocks.total * BLOCK_TOKENS:
            raise ValueError(f"{sequence.limit} tokens never fit {self.blocks.total} blocks")
        self._arrivals += 1
        due = self.work + sequence.priority * AGING_WORK
        known = len(self._known(sequence)) * BLOCK_TOKENS
        sequence.uncached = len(sequence.tokens) - known
        sequence.rank = (due, self._arrivals)
        sequence.turn = (due + min(blocks_for(sequence.uncached), MOST_COST), self._arrivals)
        insort(self.waiting, sequence, key=_turn)

    def finish(self, sequence: Sequence) -> None:
        """Take a sequence out, finished or aborted, and give its blocks back. Harmless when it already is."""
        match sequence.state:
            case State.RUNNING:
                self.running.remove(sequence)
            case State.WAITING:
                self.waiting.remove(sequence)
            case State.FINISHED:
                return
        self._give_back(sequence)
        self._drop_saved(sequence)
        sequence.state = State.FINISHED

    @property
    def needs_logits(self) -> bool:
        """True if the next token of a sequence whose turn it is has to be drawn on the host."""
        return any(sequence.needs_logits for sequence in self._in_turn()[: self.max_rows])

    @property
    def rows(self) -> int:
        """Sequences that would get a decode row now."""
        return min(len(self._ready()), self.max_rows)

    def prompts(self) -> list[Prompt]:
        """What is to be computed before the next tokens of those who have no row, in the order of their turns.

        No more of them than a step may have of tokens.
        """
        computing = (sequence for sequence in self.running if sequence.remaining > 1)
        found: list[Prompt] = []
        tokens = 0
        for sequence in merge(sorted(computing, key=_turn), self.waiting, key=_turn):
            left = sequence.remaining if sequence.state is State.RUNNING else sequence.uncached
            found.append(Prompt(left, max(left, sequence.uncached)))
            tokens += left
            if tokens >= self.step_tokens:
                break
        return found

    def schedule(
        self,
        preempt: Iterable[Sequence] = (),
        *,
        prefill_tokens: int | None = None,
        launch_steps: int = 0,
        beside_steps: int = 1,
        hold: bool = False,
    ) -> Batch:
        """Decide the next step: decode rows first, then prompts under what is left of the token budget.

        Args:
            preempt: running sequences to take off the cache first, whether or not somebody needs their blocks.
            prefill_tokens: the most tokens of prompts; by default what the step's tokens leave.
            launch_steps: how many steps the decode rows may do in a launch; 0 to decode one step without.
            beside_steps: how many they do if there is a prompt's chunk in this step; 0 to let them pause.
            hold: preempt nobody, because launches are not read yet; the batch tells if that was needed.
        """
        self.step += 1
        self.work += 1
        batch = Batch(hold=hold, prefill_tokens=self.step_tokens if prefill_tokens is None else prefill_tokens)
        plan: dict[Sequence, int] = {}
        for sequence in preempt:
            self._preempt(sequence, batch, plan)
        self._plan_decode(batch, plan)
        self._plan_prefill(batch, plan)
        rows: list[Sequence] = []
        for sequence, count in plan.items():
            # Beside a launch, what needs logits is computed with the prompts: it was restored in this step, or comes
            # in for others whose turn it was, but who lack a block.
            by_row = sequence.remaining == 1 and not (launch_steps and sequence.needs_logits)
            if by_row and len(rows) < self.max_rows:
                rows.append(sequence)
            else:
                batch.prefill.append((sequence, _chunk(sequence, count)))
        self.work += blocks_for(sum(len(chunk.token_ids) for _, chunk in batch.prefill))
        if batch.prefill and not beside_steps:
            return batch
        for sequence in rows:
            self._places += 1
            sequence.place = self._places
        if launch_steps:
            # A request that waits for blocks waits for an answer to end, so it gains nothing by shorter launches.
            self._plan_launch(rows, batch, beside_steps if batch.prefill else launch_steps)
        else:
            batch.decode = [(sequence, _chunk(sequence, 1)) for sequence in rows]
        return batch

    def update(self, work: Iterable[tuple[Sequence, Chunk]], sampled: Mapping[Sequence, int]) -> None:
        """Note that `work` was computed, and the token drawn for each sequence that had no other left to compute.

        Sequences that were finished meanwhile are passed over.
        """
        for sequence, chunk in work:
            if sequence.state is not State.RUNNING:
                continue
            self._computed(sequence, chunk.start + len(chunk.token_ids))
            token = sampled.get(sequence)
            if token is not None:
                sequence.tokens.append(token)
                sequence.last_step = self.step

    def update_launched(self, drawn: Mapping[Sequence, int]) -> None:
        """Note the tokens that one step of a launch drew for running sequences."""
        for sequence, token in drawn.items():
            # Only blocks full of tokens noted here are published. What the device writes beyond them, until it hears
            # of an end that the host found, goes to blocks that nobody else can find.
            self._computed(sequence, len(sequence.tokens))
            sequence.tokens.append(token)

    def _computed(self, sequence: Sequence, count: int) -> None:
        sequence.computed = count
        while (sequence.published + 1) * BLOCK_TOKENS <= count:
            index = sequence.published
            self.blocks.publish(sequence.blocks[index], sequence.hash_of(index))
            sequence.published += 1

    def _ready(self) -> list[Sequence]:
        """The sequences that can draw a token now."""
        return [s for s in self.running if s.remaining == 1 and len(s.tokens) + s.ahead < s.limit]

    def _in_turn(self) -> list[Sequence]:
        """Those that can draw a token now, those first that have waited longest since their newest one.

        Those that had a row together keep their order, so that not always the same have to wait.
        """
        ready = self._ready()
        if len(ready) > 1:
            ready.sort(key=lambda s: (s.last_step + s.priority * PRIORITY_TURNS, s.place, s.rank))
        return ready

    def _plan_decode(self, batch: Batch, plan: dict[Sequence, int]) -> None:
        """Rows for the sequences whose turn it is."""
        for sequence in self._in_turn():
            if len(plan) == self.max_rows:
                break
            if sequence.state is State.RUNNING and self._grow(sequence, batch, plan):
                plan[sequence] = 1

    def _plan_launch(self, rows: list[Sequence], batch: Batch, launch_steps: int) -> None:
        """Up to `launch_steps` steps for rows that have the blocks for one; more only where blocks are left."""
        for sequence in rows:
            tokens = len(sequence.tokens) + sequence.ahead
            wanted = min(launch_steps, sequence.limit - tokens)
            while len(sequence.blocks) < blocks_for(tokens + wanted - 1) and self.blocks.available:
                sequence.blocks.append(self.blocks.allocate())
            batch.launch.append((sequence, min(wanted, len(sequence.blocks) * BLOCK_TOKENS - tokens + 1)))
        if batch.launch:
            more = max(steps for _, steps in batch.launch) - 1
            self.step += more
            self.work += more
        for sequence in rows:
            sequence.last_step = self.step

    def _plan_prefill(self, batch: Batch, plan: dict[Sequence, int]) -> None:
        """Chunks of prompts by turn, whether they are being computed already or have to be admitted first.

        If the first in the queue cannot be admitted, nobody behind it is. A step that preempted admits nobody else:
        what was freed is needed, and so no sequence is saved and restored in one step.
        """
        computing = deque(sorted((s for s in self.running if s.remaining > 1), key=_turn))
        admitting = True
        while (budget := self._budget(batch, plan)) > 0:
            head = self.waiting[0] if self.waiting and admitting and not batch.preempted else None
            if computing and (head is None or computing[0].turn < head.turn):
                sequence = computing.popleft()
                if sequence.state is State.RUNNING:
                    plan[sequence] = min(sequence.remaining, budget)
            elif head is not None:
                admitting = self._admit(head, batch, plan)
            else:
                break

    def _budget(self, batch: Batch, plan: dict[Sequence, int]) -> int:
        """Tokens that this step may still have."""
        planned = sum(plan.values())
        prompts = sum(count for sequence, count in plan.items() if sequence.remaining > 1)
        return min(self.step_tokens - planned, batch.prefill_tokens - prompts)

    def _known(self, sequence: Sequence) -> list[int]:
        """The blocks in which the cache has the beginning of a sequence; its last token is computed in any case."""
        full = (len(sequence.tokens) - 1) // BLOCK_TOKENS
        return self.blocks.match(sequence.hash_of(index) for index in range(full))

    def _grow(self, sequence: Sequence, batch: Batch, plan: dict[Sequence, int]) -> bool:
        """Make sure that the newest token has a block, at the cost of higher ranks; False if it must wait a step."""
        while len(sequence.blocks) < blocks_for(len(sequence.tokens) + sequence.ahead):
            if not self.blocks.available:
                victim = max(self.running, key=_rank)
                if victim is sequence:
                    return False
                if batch.hold:
                    batch.held = True
                    return False
                self._preempt(victim, batch, plan)
                continue
            sequence.blocks.append(self.blocks.allocate())
        return True

    def _admit(self, sequence: Sequence, batch: Batch, plan: dict[Sequence, int]) -> bool:
        """Give the first in the queue all the blocks that its tokens need, if that is possible now.

        Known blocks are shared, saved ones restored, the rest computed. One block more must be left for each running
        sequence of a lower rank: else the next one to grow would throw the new one out again.
        """
        total = len(sequence.tokens)
        shared = self._known(sequence)
        self.blocks.share(shared)
        before = [other for other in self.running if other.rank < sequence.rank]
        victims = sorted((other for other in self.running if other.rank > sequence.rank), key=_rank)
        fresh = blocks_for(total) - len(shared)
        needed = fresh + len(before)
        if needed > self.blocks.available + sum(self.blocks.exclusive(victim.blocks) for victim in victims):
            self.blocks.release(shared)
            return False
        if self.blocks.available < needed and (batch.hold or batch.restores):
            # Whoever came in before, in this step, must not be saved before what it had is restored.
            self.blocks.release(shared)
            batch.held = batch.hold
            return False
        while self.blocks.available < needed:
            self._preempt(victims.pop(), batch, plan)
        # In order, for runs of consecutive blocks are read in place; evicted ones come last to first.
        sequence.blocks = [*shared, *sorted(self.blocks.allocate() for _ in range(fresh))]
        sequence.computed = len(shared) * BLOCK_TOKENS
        sequence.published = len(shared)
        if not sequence.preemptions:
            sequence.cached_tokens = sequence.computed
        self._restore(sequence, batch)
        sequence.uncached = sequence.remaining
        self.waiting.remove(sequence)
        self.running.append(sequence)
        sequence.state = State.RUNNING
        budget = self._budget(batch, plan)
        rows = sum(other.remaining == 1 for other in plan)
        if sequence.remaining > 1 or rows < self.max_rows:
            plan[sequence] = min(sequence.remaining, budget)
        return True

    def _restore(self, sequence: Sequence, batch: Batch) -> None:
        """Plan to bring back the saved blocks that continue what `sequence` already shares."""
        index = sequence.published
        while index in sequence.saved:
            batch.restores.append(Restore(sequence.blocks[index], sequence.saved[index]))
            index += 1
        if index > sequence.published:
            sequence.computed = min(index * BLOCK_TOKENS, sequence.saved_tokens)
        self._drop_saved(sequence)

    def _preempt(self, victim: Sequence, batch: Batch, plan: dict[Sequence, int]) -> None:
        """Take all blocks of a running sequence, and plan to save as many as the host budget allows."""
        batch.preempted = True
        plan.pop(victim, None)
        self._drop_saved(victim)
        victim.saved_tokens = victim.computed
        for index in range(blocks_for(victim.computed)):
            if self.saved_blocks == self.host_blocks:
                break
            batch.saves.append(Save(victim, index, victim.blocks[index]))
            victim.saved[index] = None
            self.saved_blocks += 1
        self._give_back(victim)
        victim.uncached = max(1, len(victim.tokens) - len(victim.saved) * BLOCK_TOKENS)
        victim.computed = victim.published = 0
        victim.preemptions += 1
        self.preemptions += 1
        self.running.remove(victim)
        victim.state = State.WAITING
        insort(self.waiting, victim, key=_turn)

    def _give_back(self, sequence: Sequence) -> None:
        self.blocks.release(sequence.blocks)
        sequence.blocks = []

    def _drop_saved(self, sequence: Sequence) -> None:
        self.saved_blocks -= len(sequence.saved)
        sequence.saved.clear()


def _chunk(sequence: Sequence, count: int) -> Chunk:
    start = sequence.computed
    end = start + count
    # When a family has sliding layers only, entries below the window become -1 here and their blocks are released.
    return Chunk(tuple(sequence.tokens[start:end]), start, tuple(sequence.blocks[: blocks_for(end)]))
