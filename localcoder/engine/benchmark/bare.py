"""Times the backend alone: decode steps handed to it back to back, with no engine around it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import torch

from localcoder.engine.backend import BLOCK_TOKENS, Backend, Chunk, Launch, LaunchRow
from localcoder.engine.megakernel.abi import LAUNCH_STEPS
from localcoder.engine.request import EngineFailed, SamplingParams

_WARM_UP_STEPS = 16


@dataclass(frozen=True, slots=True)
class Rows:
    """What decodes together: for each row its cached tokens and the newest one, and its blocks."""

    prompts: list[tuple[int, ...]]
    tables: list[tuple[int, ...]]
    """With room behind the prompt for `room_for` the steps to be timed."""
    params: SamplingParams
    """How the rows draw, where the backend draws."""


@dataclass(frozen=True, slots=True)
class BareTime:
    """Seconds of one decode step, the mean of many."""

    host_s: float
    """From the moment when the tokens of a step have come to the host."""
    device_s: float | None
    """By the GPU's clock; None without launches or without a GPU."""

    @property
    def step_s(self) -> float:
        """The GPU's word counts where there is one."""
        return self.host_s if self.device_s is None else self.device_s


def bare_time(backend: Backend, rows: Rows, steps: int) -> BareTime:
    """Time about `steps` decode steps of all rows.

    Args:
        backend: not in use by an engine.
        rows: to decode.
        steps: how many to time.

    Raises:
        EngineFailed: the device gave up.
    """
    return _launched(backend, rows, steps) if backend.launch_steps else _decoded(backend, rows, steps)


def room_for(steps: int) -> int:
    """Tokens behind a prompt that `bare_time` writes at most, timing `steps`."""
    return steps + _WARM_UP_STEPS + LAUNCH_STEPS


def single_steps(backend: Backend, rows: Rows, steps: int) -> Iterator[None]:
    """Launches of one step each, up to `steps`; yields when each is over and nothing is queued.

    Raises:
        EngineFailed: the device gave up.
    """
    newest: list[int | None] = [prompt[-1] for prompt in rows.prompts]
    for number in range(steps):
        newest = _wait(backend.launch(_launch_rows(rows, newest, number, 1)))
        yield


def _launched(backend: Backend, rows: Rows, steps: int) -> BareTime:
    """The next launch is always queued before the last one's tokens are waited for, as the engine does it."""
    size = backend.launch_steps
    warm_up, timed = -(-_WARM_UP_STEPS // size), max(1, steps // size)
    begin_event, begin_s = None, 0.0
    waiting: Launch | None = None
    tokens: list[int | None] = [prompt[-1] for prompt in rows.prompts]
    for number in range(warm_up + timed):
        if number == warm_up:
            begin_event = _recorded()
        launch = backend.launch(_launch_rows(rows, tokens, number, size))
        tokens = [None] * len(tokens)
        if waiting is not None:
            _wait(waiting)
        if number == warm_up:
            begin_s = time.perf_counter()
        waiting = launch
    end_event = _recorded()
    assert waiting is not None
    _wait(waiting)
    host_s = time.perf_counter() - begin_s
    device_s = None
    if begin_event is not None and end_event is not None:
        end_event.synchronize()
        device_s = begin_event.elapsed_time(end_event) / 1e3 / (timed * size)
    return BareTime(host_s / (timed * size), device_s)


def _recorded() -> torch.cuda.Event | None:
    """An event behind everything queued so far; None where there is no GPU."""
    if not torch.cuda.is_available():
        return None
    event = torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]
    event.record()
    return event


def _launch_rows(rows: Rows, tokens: list[int | None], number: int, steps: int) -> list[LaunchRow]:
    """The rows of launch `number`, all launches before it having had as many steps; `tokens` as in `LaunchRow`."""
    found = []
    for place, (prompt, table, token) in enumerate(zip(rows.prompts, rows.tables, tokens, strict=True)):
        position = len(prompt) - 1 + number * steps
        found.append(
            LaunchRow(
                place=place,
                token_id=token,
                position=position,
                block_table=table[: -(-(position + steps) // BLOCK_TOKENS)],
                steps=steps,
                sampling=rows.params,
                seed=place,
            )
        )
    return found


def _wait(launch: Launch) -> list[int | None]:
    """Read all steps; returns the last one's tokens."""
    tokens: list[int | None] = []
    for tokens in launch.steps():
        if any(token is not None and token < 0 for token in tokens):
            raise EngineFailed("The model's logits are not finite.")
    return tokens


def _decoded(backend: Backend, rows: Rows, steps: int) -> BareTime:
    """The host draws the greatest logit, but every step computes the prompt's last token again."""
    begin = 0.0
    for number in range(_WARM_UP_STEPS + steps):
        if number == _WARM_UP_STEPS:
            begin = time.perf_counter()
        chunks = []
        for prompt, table in zip(rows.prompts, rows.tables, strict=True):
            start = len(prompt) - 1 + number
            chunks.append(Chunk(prompt[-1:], start, table[: start // BLOCK_TOKENS + 1]))
        backend.decode(chunks).argmax(-1).tolist()
    return BareTime((time.perf_counter() - begin) / steps, None)
