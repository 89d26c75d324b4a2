"""The engine's thread: schedule, compute, draw, deliver, and again."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from localcoder.engine.answer import Answer
from localcoder.engine.backend import Backend, Chunk
from localcoder.engine.request import EngineFailed
from localcoder.engine.sampling import Draw, SamplingFailed, check_finite, greedy
from localcoder.engine.scheduler import Batch, Scheduler
from localcoder.engine.sequence import Sequence
from localcoder.engine.stats import Counters, EngineStats
from localcoder.engine.stream import Outbox, Stream

if TYPE_CHECKING:
    import torch

logger = logging.getLogger(__name__)
logger.addHandler(logging.NullHandler())

Work = list[tuple[Sequence, Chunk]]


class EngineLoop:
    """Runs requests on a backend in one thread of its own, which sleeps while there are none.

    The thread owns backend, scheduler and answers. Others only leave messages in the inbox: new answers, answers to
    abort, the wish to close. They are read between steps.
    """

    def __init__(self, backend: Backend, scheduler: Scheduler) -> None:
        self._backend = backend
        self._scheduler = scheduler
        self._counters = Counters()
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
        """Stop a request before the next step. Harmless when it has ended."""
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
        prefill_rate, decode_rate = counters.per_second()
        return EngineStats(
            running=len(scheduler.running),
            waiting=len(scheduler.waiting) + len(self._submitted),
            blocks_free=scheduler.blocks.free,
            blocks_cached=scheduler.blocks.cached,
            blocks_used=scheduler.blocks.used,
            prompt_tokens=counters.prompt_tokens,
            cached_tokens=counters.cached_tokens,
            completion_tokens=counters.completion_tokens,
            preemptions=scheduler.preemptions,
            prefill_tokens_per_s=prefill_rate,
            decode_tokens_per_s=decode_rate,
        )

    def _run(self) -> None:
        try:
            while self._read_inbox():
                self._step()
            self._fail_all("The engine was closed.")
        except BaseException as error:
            logger.exception("the engine's thread failed")
            self._fail_all(f"The engine stopped working: {type(error).__name__}: {error}")
        try:
            self._backend.free()
        except Exception:
            logger.exception("the backend could not be freed")

    def _read_inbox(self) -> bool:
        """Take what others left, waiting for it while there is nothing to do; False when the engine is to close."""
        if self._scheduler.idle:
            self._scheduler.blocks.check()
        with self._changed:
            while self._scheduler.idle and not (self._submitted or self._closing):
                self._aborted.clear()
                self._changed.wait()
            submitted, self._submitted = self._submitted, []
            aborted, self._aborted = self._aborted, []
            closing = self._closing
        for answer in submitted:
            self._answers[answer.sequence] = answer
            self._scheduler.add(answer.sequence)
        for answer in aborted:
            self._finish(answer)
        return not closing

    def _step(self) -> None:
        batch = self._scheduler.schedule()
        self._move_blocks(batch)
        if batch.decode:
            self._advance(batch.decode, self._backend.decode)
        if batch.prefill:
            self._advance(batch.prefill, self._backend.prefill)
        for answer in [answer for answer in self._answers.values() if answer.stream in self._lost]:
            self._finish(answer)
        self._lost.clear()
        self._counters.add(prefill=sum(len(chunk.token_ids) for _, chunk in batch.prefill))

    def _move_blocks(self, batch: Batch) -> None:
        """Block by block, because the prefix cache may still have any part of what was saved."""
        for save in batch.saves:
            save.sequence.saved[save.index] = self._backend.read_blocks([save.block])
        for restore in batch.restores:
            self._backend.write_blocks([restore.block], restore.saved)

    def _advance(self, work: Work, compute: Callable[[list[Chunk]], torch.Tensor]) -> None:
        """Compute, draw the next token where all of a sequence's tokens are computed, and deliver it."""
        logits = compute([chunk for _, chunk in work])
        rows = {
            row: self._answers[sequence]
            for row, (sequence, chunk) in enumerate(work)
            if chunk.start + len(chunk.token_ids) == len(sequence.tokens)
        }
        draws = self._draw(logits, rows)
        self._scheduler.update(work, {answer.sequence: draw.token_id for answer, draw in draws.items()})
        for answer, draw in draws.items():
            if answer.sequence.generated == 1:
                self._counters.prompt_tokens += answer.sequence.prompt_tokens
                self._counters.cached_tokens += answer.sequence.cached_tokens
            output = answer.output(draw)
            self._outbox.put(answer.stream, output)
            if output.finish_reason is not None:
                self._finish(answer)
        self._counters.add(decode=len(draws))
        self._lost |= self._outbox.send()

    def _draw(self, logits: torch.Tensor, rows: dict[int, Answer]) -> dict[Answer, Draw]:
        """The next token of each row's answer. An answer that none can be drawn for fails alone."""
        draws: dict[Answer, Draw] = {}
        greatest = greedy(logits) if any(answer.sampler.plain_greedy for answer in rows.values()) else []
        for row, answer in rows.items():
            try:
                if answer.sampler.plain_greedy:
                    token_id, value = greatest[row]
                    check_finite(value)
                    draw = Draw(token_id)
                else:
                    draw = answer.sampler.draw(logits[row].cpu().numpy(), len(answer.sequence.tokens))
                answer.sampler.accept(draw.token_id)
            except SamplingFailed as error:
                self._outbox.put(answer.stream, error)
                self._finish(answer)
            else:
                draws[answer] = draw
        return draws

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
