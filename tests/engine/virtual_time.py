"""The engine's loop in virtual time: a device that takes as long as it is told to, and clients that come and read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count, pairwise

import torch

from localcoder.engine.answer import Answer
from localcoder.engine.backend import BLOCK_TOKENS, Chunk, Launch, LaunchRow
from localcoder.engine.block_manager import BlockManager
from localcoder.engine.detokenizer import Detokenizer
from localcoder.engine.loop import EngineLoop
from localcoder.engine.request import Request, SamplingParams
from localcoder.engine.scheduler import Scheduler
from localcoder.engine.stream import Item, Stream
from tests.engine.manual_loop import InlineEventLoop

VOCAB = 8


@dataclass(frozen=True)
class Costs:
    """Of a device, in seconds. Prefill: what the host needs to queue it, and the device to compute it."""

    chunk_host_s: float
    chunk_device_s: float
    token_s: float
    steps_s: tuple[float, ...]
    """A decode step of 1, 2, ... rows."""
    host_step_s: float = 0.0005
    """What the host needs for whatever it does once a step."""

    def chunk_s(self, tokens: int) -> float:
        return self.chunk_device_s + self.token_s * tokens


class VirtualDevice:
    """A backend with (or without) launches whose logits are all zero and whose time is counted, not spent."""

    max_stop_ids = 4
    device = torch.device("cpu")

    def __init__(self, costs: Costs, *, total_blocks: int, max_rows: int = 8, launch_steps: int = 8) -> None:
        self.costs = costs
        self.total_blocks = total_blocks
        self.max_rows = max_rows
        self.launch_steps = launch_steps
        self.now = 0.0
        """The host's time."""
        self.free_at = 0.0
        """When the device has done all that is queued."""
        self.chunks: list[tuple[float, int]] = []
        """When each prefill was queued, and its tokens."""
        self.launched: list[tuple[float, int, int]] = []
        """When each launch was queued, its rows and steps."""
        self.arrivals: Callable[[], None] = lambda: None

    def advance(self, until: float) -> None:
        self.now = max(self.now, until)
        self.arrivals()

    def prefill(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        tokens = sum(len(chunk.token_ids) for chunk in chunks)
        self.chunks.append((self.now, tokens))
        begin = max(self.now, self.free_at)
        self.now += self.costs.chunk_host_s
        self.free_at = max(begin + self.costs.chunk_s(tokens), self.now)
        return torch.zeros(len(chunks), VOCAB)

    def decode(self, rows: Sequence[Chunk]) -> torch.Tensor:
        self.free_at = max(self.now, self.free_at) + self.costs.steps_s[len(rows) - 1]
        self.advance(self.free_at)
        return torch.zeros(len(rows), VOCAB)

    def launch(self, rows: Sequence[LaunchRow]) -> Launch:
        steps = max(row.steps for row in rows)
        self.launched.append((self.now, len(rows), steps))
        times, at = [], max(self.now, self.free_at)
        for step in range(steps):
            at += self.costs.steps_s[sum(step < row.steps for row in rows) - 1]
            times.append(at)
        self.free_at = at
        return VirtualLaunch(self, rows, times)

    def read_blocks(self, blocks: Sequence[int]) -> torch.Tensor:
        return torch.zeros(1)

    def write_blocks(self, blocks: Sequence[int], saved: torch.Tensor) -> None:
        pass

    def free(self) -> None:
        pass


@dataclass
class VirtualLaunch:
    device: VirtualDevice
    rows: Sequence[LaunchRow]
    times: list[float]

    def steps(self) -> Iterator[list[int | None]]:
        for step, time in enumerate(self.times):
            self.device.advance(time)
            yield [0 if step < row.steps else None for row in self.rows]


class VirtualStopwatch:
    """As events on the device would measure it."""

    def __init__(self, device: VirtualDevice) -> None:
        self.device = device
        self.begin = max(device.now, device.free_at)

    def stop(self) -> None:
        self.end = self.device.free_at

    def wait(self) -> float:
        self.device.advance(self.end)
        return self.end - self.begin


@dataclass(eq=False)
class Client:
    """One request: when it came, and when each of its tokens did."""

    came: float
    prompt_tokens: int
    answer_tokens: int
    times: list[float] = field(default_factory=list)

    @property
    def first_token_s(self) -> float:
        return self.times[0] - self.came

    @property
    def gaps(self) -> list[float]:
        return [after - before for before, after in pairwise(self.times)]

    @property
    def finished(self) -> bool:
        return len(self.times) == self.answer_tokens


class _ClientStream(Stream):
    def __init__(self, virtual: VirtualLoop, client: Client) -> None:
        super().__init__(InlineEventLoop())  # type: ignore[arg-type]
        self.virtual = virtual
        self.client = client

    def put(self, item: Item) -> None:
        assert not isinstance(item, Exception), item
        self.client.times.append(self.virtual.device.now)
        if self.client.finished:
            self.virtual.ended(self.client)


class VirtualLoop(EngineLoop):
    """The loop, stepped until a time; requests come when they are due, also while the loop waits for the device."""

    def __init__(self, device: VirtualDevice, **options: int) -> None:
        self.device = device
        self.numbers = count()
        self.due: list[tuple[float, int, Client, int]] = []
        self.clients: list[Client] = []
        self.on_end: dict[Client, Callable[[], None]] = {}
        device.arrivals = self._submit_due
        options.setdefault("step_tokens", 8192)
        scheduler = Scheduler(BlockManager(device.total_blocks), max_rows=device.max_rows, **options)
        super().__init__(device, scheduler, clock=lambda: device.now)
        self._thread.join()

    def _run(self) -> None:
        """The thread has nothing to do."""

    def _stopwatch(self) -> VirtualStopwatch:
        return VirtualStopwatch(self.device)

    def _advance(self, work, logits) -> None:
        if any(chunk.start + len(chunk.token_ids) == len(sequence.tokens) for sequence, chunk in work):
            self.device.advance(self.device.free_at)  # drawing waits for the logits
        super()._advance(work, logits)

    def at(self, time: float, prompt_tokens: int, answer_tokens: int, *, priority: int = 0) -> Client:
        client = Client(time, prompt_tokens, answer_tokens)
        heappush(self.due, (time, next(self.numbers), client, priority))
        return client

    def closed_loop(self, begin: float, prompt_tokens: int, answer_tokens: int, think_s: float = 0.002) -> None:
        """A client that asks again as soon as it has its answer."""
        client = self.at(begin, prompt_tokens, answer_tokens)
        self.on_end[client] = lambda: self.closed_loop(self.device.now + think_s, prompt_tokens, answer_tokens, think_s)

    def ended(self, client: Client) -> None:
        self.on_end.pop(client, lambda: None)()

    def run_until(self, time: float, finished: Sequence[Client] | None = None) -> None:
        """Run until then, or until all of these have their answers."""
        device = self.device
        while device.now < time and (finished is None or not all(client.finished for client in finished)):
            self._submit_due()
            if self._scheduler.idle and not self._launches and not self._submitted:
                if not self.due:
                    break
                device.now = max(device.now, self.due[0][0])
                continue
            device.now += device.costs.host_step_s
            self._read_inbox()
            self._step()
        self._scheduler.blocks.check()

    def _submit_due(self) -> None:
        while self.due and self.due[0][0] <= self.device.now:
            _, number, client, priority = heappop(self.due)
            self.clients.append(client)
            # No two prompts begin alike, and none is of one block's size more than needed.
            prompt = [number % VOCAB, *(number >> bit & 1 for bit in range(20)), *[0] * client.prompt_tokens]
            answer = Answer(
                Request(str(number), tuple(prompt[: client.prompt_tokens]), SamplingParams(0.0), priority=priority),
                limit=client.prompt_tokens + client.answer_tokens,
                end_ids=(),
                detokenizer=Detokenizer(lambda _: b"a"),
                vocab_size=VOCAB,
                stream=_ClientStream(self, client),
            )
            self.submit(answer)


def blocks_for_tokens(tokens: int) -> int:
    return -(-tokens // BLOCK_TOKENS)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
