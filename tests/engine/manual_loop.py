"""The engine's loop without its thread: a test decides when each step happens, and what arrives between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from localcoder.engine.answer import Answer
from localcoder.engine.block_manager import BlockManager
from localcoder.engine.detokenizer import Detokenizer
from localcoder.engine.loop import EngineLoop
from localcoder.engine.request import FinishReason, Grammar, Request, SamplingParams, TokenOutput
from localcoder.engine.scheduler import Scheduler
from localcoder.engine.stopwatch import Clock
from localcoder.engine.stream import Stream
from tests.engine.fake_backend import FakeBackend, FakeLaunchingBackend

VOCAB = 50


class InlineEventLoop:
    """Does at once what it is asked to do soon."""

    def call_soon_threadsafe(self, call: Callable[..., None], *arguments: Any) -> None:
        call(*arguments)


class EvenGrammar:
    """Allows every other token, even and odd ones in turn."""

    def __init__(self) -> None:
        self.free = False
        self.odd = False

    def allowed(self) -> bytes:
        return (b"\xaa" if self.odd else b"\x55") * 50

    def advance(self, token_id: int) -> None:
        assert token_id % 2 == self.odd
        self.odd = not self.odd


class ThinkingGrammar(EvenGrammar):
    """Free until a token that closes it, but for some that it never allows; then as `EvenGrammar`."""

    CLOSING = frozenset(range(3, VOCAB, 10))
    NEVER = frozenset({*range(0, VOCAB, 6), 7, 9})

    def __init__(self) -> None:
        super().__init__()
        self.free = True

    def allowed(self) -> bytes:
        if not self.free:
            return super().allowed()
        return sum(1 << token for token in range(VOCAB) if token not in self.NEVER).to_bytes(7, "little")

    def advance(self, token_id: int) -> None:
        if not self.free:
            super().advance(token_id)
        assert token_id not in self.NEVER or not self.free
        self.free = self.free and token_id not in self.CLOSING


@dataclass(eq=False)
class Asked:
    """A request in a manual loop and what came of it."""

    answer: Answer

    @property
    def outputs(self) -> list[TokenOutput]:
        return [item for item in self.answer.stream._items if isinstance(item, TokenOutput)]

    @property
    def errors(self) -> list[Exception]:
        return [item for item in self.answer.stream._items if isinstance(item, Exception)]

    @property
    def ids(self) -> list[int]:
        return [token for output in self.outputs for token in output.token_ids]

    @property
    def text(self) -> str:
        return "".join(output.text for output in self.outputs)

    @property
    def reason(self) -> FinishReason | None:
        return self.outputs[-1].finish_reason if self.outputs else None


class ManualLoop(EngineLoop):
    """Steps where the test says so. Blocks that nobody references are overwritten at once, as any time they may be."""

    def __init__(self, backend: FakeBackend, clock: Clock = lambda: 0.0, **options: int) -> None:
        self.blocks = BlockManager(backend.total_blocks)
        self.fake = backend
        super().__init__(backend, Scheduler(self.blocks, max_rows=backend.max_rows, **options), clock=clock)
        self._thread.join()

    def _run(self) -> None:
        """The thread has nothing to do."""

    @property
    def scheduler(self) -> Scheduler:
        return self._scheduler

    @property
    def busy(self) -> bool:
        return not self._scheduler.idle or len(self._launches) > 0 or bool(self._submitted)

    def ask(
        self,
        prompt: Iterable[int],
        answer_tokens: int,
        *,
        end_ids: Iterable[int] = (),
        priority: int = 0,
        grammar: Grammar | None = None,
        **params: Any,
    ) -> Asked:
        """Submit a request. The text of token n is " n"."""
        request = Request("r", tuple(prompt), SamplingParams(**params), priority=priority, grammar=grammar)
        answer = Answer(
            request,
            limit=len(request.prompt_ids) + answer_tokens,
            end_ids=tuple(end_ids),
            detokenizer=Detokenizer(lambda token_id: b" %d" % token_id),
            vocab_size=self.fake.vocab_size,
            stream=Stream(InlineEventLoop()),  # type: ignore[arg-type]
        )
        self.submit(answer)
        return Asked(answer)

    def step(self) -> None:
        """What the thread does once when there is work."""
        self._read_inbox()
        self._step()
        self._check()

    def run(self, rounds: int = 4000) -> None:
        """Step until nothing is left to do."""
        for _ in range(rounds):
            if not self.busy:
                break
            self.step()
        else:
            raise AssertionError("requests do not end")
        self.check_idle()

    def check_idle(self) -> None:
        """Raise AssertionError unless nothing is left of the requests but cached blocks."""
        assert self.blocks.used == 0
        assert self._scheduler.saved_blocks == 0
        assert not self._answers
        assert not (isinstance(self.fake, FakeLaunchingBackend) and self.fake.unread)

    def _check(self) -> None:
        self.blocks.check()
        assert self.blocks.used == len({block for sequence in self._scheduler.running for block in sequence.blocks})
        for block in range(self.blocks.total):
            if self.blocks._references[block] == 0 and block not in self.blocks._cached:
                self.fake.slots[block] = -7


def launching(total_blocks: int = 64, **options: int) -> FakeLaunchingBackend:
    return FakeLaunchingBackend(vocab_size=VOCAB, total_blocks=total_blocks, **options)


def alone(prompt_ids: Sequence[int], answer_tokens: int, **options: Any) -> Asked:
    """The same request on a backend without launches, with nothing beside it."""
    loop = ManualLoop(FakeBackend(vocab_size=VOCAB))
    asked = loop.ask(prompt_ids, answer_tokens, **options)
    loop.run()
    return asked


def same(asked: Asked, expected: Asked) -> bool:
    """Equal answers; how much of the prompt was cached may differ."""
    usage, other = asked.outputs[-1].usage, expected.outputs[-1].usage
    return (asked.ids, asked.text, asked.reason) == (expected.ids, expected.text, expected.reason) and (
        usage.prompt_tokens,
        usage.completion_tokens,
    ) == (other.prompt_tokens, other.completion_tokens)
