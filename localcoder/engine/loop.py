"""The engine's thread: schedule, compute, draw, deliver, and again."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from typing import TYPE_CHECKING

from localcoder.engine.answer import Answer
from localcoder.engine.backend import Backend, Chunk
from localcoder.engine.batch import Batch
from localcoder.engine.device_sampling import Row, draw_rows
from localcoder.engine.launches import Launches
from localcoder.engine.pace import Pace
from localcoder.engine.recent import EngineLoad, History
from localcoder.engine.request import EngineFailed
from localcoder.engine.sampling import Draw, SamplingFailed
from localcoder.engine.scheduler import Scheduler
from localcoder.engine.sequence import Sequence
from localcoder.engine.stats import Counters, EngineStats
from localcoder.engine.stopwatch import Clock, Stopwatch, stopwatch_for
from localcoder.engine.stream import Outbox, Stream

if TYPE_CHECKING:
    import torch

logger = logging.getLogger(__name__)
logger.addHandler(logging.NullHandler())

_NOT_FINITE = "The model computed logits that are not finite, so this answer cannot go on."

Work = list[tuple[Sequence, Chunk]]


class EngineLoop:
    """Runs requests on a backend in one thread of its own, which sleeps while there are none.

    The thread owns backend, scheduler and answers. Others only leave messages in the inbox: new answers, answers to
    abort, the wish to close. They are read between steps.

    Where the backend has launches, a step queues the next one and then reads the one before: the device goes on while
    this thread is late. Behind a prompt's chunk it reads all, for the chunk keeps the device busy. Tokens that are
    drawn from logits on the host are drawn when all launches are read.

    Args:
        backend: computes; freed in the end.
        scheduler: decides who.
        clock: what the pace is measured by, on backends that compute before they return, and for decode steps.
    """

    def __init__(self, backend: Backend, scheduler: Scheduler, *, clock: Clock = time.perf_counter) -> None:
        self._backend = backend
        self._scheduler = scheduler
        self._clock = clock
        self._pace = Pace(scheduler.step_tokens)
        self._chunks: deque[tuple[int, Stopwatch]] = deque()
        self._launches = Launches(backend)
        self._counters = Counters()
        self._history = History()
        self._outbox = Outbox()
        self._lost: set[Stream] = set()
        self._answers: dict[Sequence, Answer] = {}
        self._changed = threading.Condition()
        self._submitted: list[Answer] = []
        self._aborted: list[Answer] = []
        self._closing = False
        self._failure: str | None = None
        self._thread = threading.Thread(target=self._run, name="localcoder-engine", daemon=True)
        self._thread.start()

    def submit(self, answer: Answer) -> None:
        """Queue a new request.

        Raises:
            EngineFailed: the engine has failed or was closed.
        """
        with self._changed:
            if self._failure is not None:
                raise EngineFailed(self._failure)
            self._submitted.append(answer)
            self._changed.notify()

    def abort(self, answer: Answer) -> None:
        """Stop a request before the next step, or launch. Harmless when it has ended."""
        if not answer.finished:
            with self._changed:
                self._aborted.append(answer)
                self._changed.notify()

    def close(self) -> None:
        """End the thread after the step that it is in. Requests that still run fail. Harmless when repeated."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def stats(self) -> EngineStats:
        """A snapshot, taken while the thread goes on: counts may be one step apart."""
        scheduler, counters = self._scheduler, self._counters
        return EngineStats(
            rows=scheduler.max_rows,
            running=len(scheduler.running),
            waiting=len(scheduler.waiting) + len(self._submitted),
            blocks_free=scheduler.blocks.free,
            blocks_cached=scheduler.blocks.cached,
            blocks_used=scheduler.blocks.used,
            prompt_tokens=counters.prompt_tokens,
            cached_tokens=counters.cached_tokens,
            completion_tokens=counters.completion_tokens,
            preemptions=scheduler.preemptions,
            first_token=counters.first_token.snapshot(),
            next_token=counters.next_token.snapshot(),
            failure=self._failure,
            steps=counters.steps,
        )

    def load(self) -> EngineLoad:
        """How busy the engine is and was lately."""
        scheduler, counters = self._scheduler, self._counters
        prefill, decode, blocks = zip(*self._history.seconds(), strict=True)
        return EngineLoad(
            rows=scheduler.max_rows,
            running=len(scheduler.running),
            waiting=len(scheduler.waiting) + len(self._submitted),
            blocks_total=scheduler.blocks.total,
            blocks_used=scheduler.blocks.used,
            blocks_cached=scheduler.blocks.cached,
            prompt_tokens=counters.prompt_tokens,
            cached_tokens=counters.cached_tokens,
            prefill=prefill,
            decode=decode,
            blocks=blocks,
        )

    def _run(self) -> None:
        try:
            self._wait()
            while self._read_inbox():
                self._step()
                self._wait()
            self._fail_all("The engine was closed.")
        except EngineFailed as error:
            logger.exception("the device failed")
            self._fail_all(f"The engine stopped working: {error}")
        except BaseException as error:
            logger.exception("the engine's thread failed")
            self._fail_all(f"The engine stopped working: {type(error).__name__}: {error}")
        try:
            self._backend.free()
        except Exception:
            logger.exception("the backend could not be freed")

    def _wait(self) -> None:
        """Sleep while there is nothing to do."""
        if self._scheduler.idle and not self._launches:
            self._scheduler.blocks.check()
            self._history.add(0, 0, self._scheduler.blocks.used)  # what was aborted has given its blocks back
            with self._changed:
                while not (self._submitted or self._closing):
                    self._aborted.clear()
                    self._changed.wait()

    def _read_inbox(self) -> bool:
        """Take what others left; False when the engine is to close."""
        with self._changed:
            submitted, self._submitted = self._submitted, []
            aborted, self._aborted = self._aborted, []
            closing = self._closing
        for answer in submitted:
            self._answers[answer.sequence] = answer
            self._note_needs(answer)
            self._scheduler.add(answer.sequence)
        for answer in aborted:
            self._finish(answer)
        return not closing

    def _step(self) -> None:
        launching = self._backend.launch_steps > 0 and not self._scheduler.needs_logits
        if self._launches and not launching:
            self._read_launches(leave=0)
            return
        turn = self._pace.plan(
            self._scheduler.rows,
            self._scheduler.prompts(),
            launch_steps=self._backend.launch_steps if launching else 0,
            queued=bool(self._launches),
        )
        batch = self._scheduler.schedule(
            prefill_tokens=turn.prefill_tokens,
            launch_steps=turn.launch_steps,
            beside_steps=turn.beside_steps,
            hold=bool(self._launches),
        )
        self._move_blocks(batch)
        if batch.launch:
            self._launches.queue((self._answers[sequence], steps) for sequence, steps in batch.launch)
        if batch.decode:
            self._decode(batch.decode)
        if batch.prefill:
            if batch.launch:
                # Else these tokens would wait until all of a chunk is queued, which may take as long as to compute it.
                self._read_launches(leave=0)
            self._prefill([(sequence, chunk) for sequence, chunk in batch.prefill if sequence in self._answers])
            self._read_launches(leave=0, timed=False)
            self._await_chunks(leave=1)
        else:
            self._read_launches(leave=1 if batch.launch and not batch.held else 0)
        for answer in [answer for answer in self._answers.values() if answer.stream in self._lost]:
            self._finish(answer)
        self._lost.clear()
        self._note(prefill=sum(len(chunk.token_ids) for _, chunk in batch.prefill))

    def _note(self, *, prefill: int = 0, decode: int = 0) -> None:
        """Count what was computed: tokens of prompts, or tokens drawn."""
        self._counters.completion_tokens += decode
        self._counters.steps += 1 if prefill or decode else 0
        self._history.add(prefill, decode, self._scheduler.blocks.used)

    def _decode(self, rows: Work) -> None:
        """One step of these rows without a launch."""
        begin = self._clock()
        behind_a_chunk = bool(self._chunks)
        self._advance(rows, self._backend.decode([chunk for _, chunk in rows]))
        if not behind_a_chunk:
            self._pace.step_took(len(rows), self._clock() - begin)
        self._pace.rows_stepped(len(rows), 1)
        self._await_chunks(leave=0)  # they are done, for they were queued before the step

    def _prefill(self, work: Work) -> None:
        """Queue chunks of prompts, if any are still wanted; wait for them only to draw."""
        if not work:
            return
        tokens = sum(len(chunk.token_ids) for _, chunk in work)
        self._pace.chunk_queued(tokens)
        stopwatch = self._stopwatch()
        logits = self._backend.prefill([chunk for _, chunk in work])
        stopwatch.stop()
        self._chunks.append((tokens, stopwatch))
        draws = any(_draws(sequence, chunk) for sequence, chunk in work)
        if draws:
            self._read_launches(leave=0, timed=False)  # on the device they come before the logits
        self._advance(work, logits)
        if draws:
            self._await_chunks(leave=0)

    def _stopwatch(self) -> Stopwatch:
        return stopwatch_for(self._backend, self._clock)

    def _await_chunks(self, *, leave: int) -> None:
        """Wait for all chunks but the `leave` newest, so that who comes or leaves is heeded soon; note their times."""
        while len(self._chunks) > leave:
            tokens, stopwatch = self._chunks.popleft()
            self._pace.chunk_took(tokens, stopwatch.wait())

    def _move_blocks(self, batch: Batch) -> None:
        """Block by block, because the prefix cache may still have any part of what was saved."""
        for save in batch.saves:
            save.sequence.saved[save.index] = self._backend.read_blocks([save.block])
        for restore in batch.restores:
            self._backend.write_blocks([restore.block], restore.saved)

    def _read_launches(self, *, leave: int, timed: bool = True) -> None:
        """Deliver the tokens of all launches but the `leave` newest, step by step as they are drawn.

        Args:
            leave: launches not to read.
            timed: this thread comes in time to see how long the steps take.
        """
        while len(self._launches) > leave:
            rows = self._launches.oldest_rows
            times: list[float] = []
            for tokens in self._launches.read():
                times.append(self._clock())
                draws = self._accept(tokens)
                self._scheduler.update_launched({answer.sequence: draw.token_id for answer, draw in draws.items()})
                self._deliver(draws)
                self._read_inbox()
            if timed and len(times) > 1:
                self._pace.step_took(rows, (times[-1] - times[0]) / (len(times) - 1))
            self._pace.rows_stepped(rows, len(times))

    def _accept(self, tokens: dict[Answer, int]) -> dict[Answer, Draw]:
        """One step's tokens of a launch. An answer whose logits were not finite fails alone.

        Where a grammar refuses the token, or is no longer free behind it, what the launches hold of this answer is of
        no use: from here it is drawn from logits, beginning with those behind its newest token.
        """
        draws: dict[Answer, Draw] = {}
        for answer, token_id in tokens.items():
            try:
                if token_id < 0:
                    raise SamplingFailed(_NOT_FINITE)
                if not answer.sampler.refuses(token_id):
                    answer.sampler.accept(token_id)
                    draws[answer] = Draw(token_id)
                self._note_needs(answer)
            except SamplingFailed as error:
                self._fail(answer, error)
            else:
                if answer.sequence.needs_logits:
                    self._launches.drop(answer)
        return draws

    def _advance(self, work: Work, logits: torch.Tensor) -> None:
        """Draw the next token where all of a sequence's tokens are computed now, and deliver it."""
        rows = {
            row: self._answers[sequence]
            for row, (sequence, chunk) in enumerate(work)
            if _draws(sequence, chunk) and sequence in self._answers
        }
        draws = self._draw(logits, rows)
        self._scheduler.update(work, {answer.sequence: draw.token_id for answer, draw in draws.items()})
        self._deliver(draws)

    def _deliver(self, draws: dict[Answer, Draw]) -> None:
        """Hand out what one step drew, and end the answers that are complete."""
        for answer, draw in draws.items():
            first = answer.sequence.generated == 1
            (self._counters.first_token if first else self._counters.next_token).add(answer.lap_s())
            if first:
                self._counters.prompt_tokens += answer.sequence.prompt_tokens
                self._counters.cached_tokens += answer.sequence.cached_tokens
            output = answer.output(draw)
            self._outbox.put(answer.stream, output)
            if output.finish_reason is not None:
                self._finish(answer)
        self._note(decode=len(draws))
        self._lost |= self._outbox.send()

    def _draw(self, logits: torch.Tensor, rows: dict[int, Answer]) -> dict[Answer, Draw]:
        """The next token of each row's answer. An answer that none can be drawn for fails alone."""
        draws: dict[Answer, Draw] = {}
        drawn = draw_rows(
            logits, [Row(row, answer.sampler, len(answer.sequence.tokens)) for row, answer in rows.items()]
        )
        for answer, draw in zip(rows.values(), drawn, strict=True):
            try:
                if isinstance(draw, SamplingFailed):
                    raise draw
                answer.sampler.accept(draw.token_id)
                self._note_needs(answer)
            except SamplingFailed as error:
                self._fail(answer, error)
            else:
                draws[answer] = draw
        return draws

    def _note_needs(self, answer: Answer) -> None:
        many = len(answer.stop_ids) > self._backend.max_stop_ids
        answer.sequence.needs_logits = many or answer.sampler.needs_logits

    def _fail(self, answer: Answer, error: SamplingFailed) -> None:
        self._outbox.put(answer.stream, error)
        self._finish(answer)

    def _finish(self, answer: Answer) -> None:
        self._scheduler.finish(answer.sequence)
        self._answers.pop(answer.sequence, None)

    def _fail_all(self, message: str) -> None:
        """Answer every request that is or comes with this failure."""
        with self._changed:
            self._failure = message
            answers = [*self._answers.values(), *self._submitted]
            self._submitted = []
        for answer in answers:
            self._outbox.put(answer.stream, EngineFailed(message))
        self._outbox.send()


def _draws(sequence: Sequence, chunk: Chunk) -> bool:
    """True if this chunk computes the last of the sequence's tokens, so that the next one can be drawn."""
    return chunk.start + len(chunk.token_ids) == len(sequence.tokens)
