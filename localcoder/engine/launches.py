"""The launches between the engine's loop and a device that draws several tokens in each."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from localcoder.engine.answer import Answer
from localcoder.engine.backend import Backend, Launch, LaunchRow
from localcoder.engine.sequence import Sequence, blocks_for

MAX_UNREAD = 2
"""One launch that the device computes and one behind it, so that it never waits for this thread."""


@dataclass(frozen=True, slots=True)
class _Unread:
    launch: Launch
    rows: tuple[tuple[Answer, LaunchRow], ...]
    dropped: set[Answer] = field(default_factory=set)
    """Answers that want none of its tokens."""


class Launches:
    """Queues launches and reads them in order; keeps each answer's place, and how many tokens it may be ahead."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._unread: deque[_Unread] = deque()

    def __len__(self) -> int:
        return len(self._unread)

    @property
    def oldest_rows(self) -> int:
        """How many rows the launch has that is read next."""
        return len(self._unread[0].rows)

    def queue(self, work: Iterable[tuple[Answer, int]]) -> None:
        """Queue a launch of these answers, each with the most steps to do."""
        assert len(self._unread) < MAX_UNREAD
        work = list(work)
        # Once the launch before is read there is none to continue: other work may have used the device's rows since.
        last = self._unread[-1] if self._unread else None
        before = {} if last is None else {answer: row.place for answer, row in last.rows if answer not in last.dropped}
        kept = {before[answer] for answer, _ in work if answer in before}
        others = iter([place for place in range(self._backend.max_rows) if place not in kept])
        rows = []
        for answer, steps in work:
            continues = answer in before
            place = before[answer] if continues else next(others)
            rows.append((answer, _row(answer, place, steps, continues=continues)))
        self._unread.append(_Unread(self._backend.launch([row for _, row in rows]), tuple(rows)))
        for answer, row in rows:
            answer.sequence.ahead += row.steps

    def read(self) -> Iterator[dict[Answer, int]]:
        """Wait for each step of the oldest launch; gives its tokens, those of answers that have ended left out.

        An answer that ended here (a stop string, an abort) is still being continued by what is queued. Its blocks may
        nevertheless be given to others at once, for whatever those write or read is queued behind that.
        """
        oldest = self._unread[0]
        for tokens in oldest.launch.steps():
            yield {
                answer: token
                for (answer, _), token in zip(oldest.rows, tokens, strict=True)
                if token is not None and not answer.finished and answer not in oldest.dropped
            }
        self._unread.popleft()
        for answer, row in oldest.rows:
            if answer not in oldest.dropped:
                answer.sequence.ahead -= row.steps

    def drop(self, answer: Answer) -> None:
        """Give no more of this answer's tokens, which are to be drawn another way; it is not ahead any more.

        What the device still writes for it lies behind its newest token, and is written anew by what is queued later.
        """
        for unread in self._unread:
            for one, row in unread.rows:
                if one is answer and answer not in unread.dropped:
                    unread.dropped.add(answer)
                    answer.sequence.ahead -= row.steps


def _row(answer: Answer, place: int, steps: int, *, continues: bool) -> LaunchRow:
    sequence: Sequence = answer.sequence
    position = len(sequence.tokens) - 1 + sequence.ahead
    return LaunchRow(
        place=place,
        token_id=None if continues else sequence.tokens[-1],
        position=position,
        block_table=tuple(sequence.blocks[: blocks_for(position + steps)]),
        steps=steps,
        sampling=answer.sampling,
        seed=answer.sampler.seed,
        stop_ids=answer.stop_ids,
    )
