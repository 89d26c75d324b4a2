"""The engine: a model on this machine that continues token ids."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

from localcoder.engine.backend import BLOCK_TOKENS, Backend
from localcoder.engine.block_manager import BlockManager
from localcoder.engine.config import ModelConfig
from localcoder.engine.openmp import brief_spinning
from localcoder.engine.pace import MOST_TOKENS
from localcoder.engine.recent import EngineLoad
from localcoder.engine.request import PromptTooLong, Request, RequestRefused, SamplingParams, TokenOutput
from localcoder.engine.scheduler import Scheduler
from localcoder.engine.stats import EngineStats
from localcoder.engine.stream import Stream
from localcoder.engine.tokenizer import Tokenizer
from localcoder.errors import UsageError

with brief_spinning():  # these import torch
    from localcoder.engine.answer import Answer
    from localcoder.engine.backends import load_backend
    from localcoder.engine.loop import EngineLoop
    from localcoder.engine.sampling import check_params, sampling_defaults
    from localcoder.engine.stopwatch import Clock
    from localcoder.engine.weights import Progress

HOST_CACHE_BYTES = 2 << 30
"""Host memory for the keys and values of preempted requests; beyond it they are recomputed."""


class Engine:
    """Runs many requests at once on one loaded model. `Engine.load` makes one.

    Any number of event loops may use it at the same time. It is also a context manager that closes it.
    """

    def __init__(
        self,
        config: ModelConfig,
        tokenizer: Tokenizer,
        backend: Backend,
        *,
        directory: Path,
        context_tokens: int | None = None,
        generation_defaults: SamplingParams | None = None,
        step_tokens: int = MOST_TOKENS,
        host_cache_bytes: int = HOST_CACHE_BYTES,
        clock: Clock = time.perf_counter,
    ) -> None:
        self.config = config
        self.tokenizer = tokenizer
        self.directory = directory
        self.generation_defaults = SamplingParams() if generation_defaults is None else generation_defaults
        """What the model's makers recommend (`generation_config.json`)."""
        self.context_tokens = min(context_tokens or config.context_tokens, backend.total_blocks * BLOCK_TOKENS)
        """The most tokens of a prompt and its answer together."""
        scheduler = Scheduler(
            BlockManager(backend.total_blocks),
            max_rows=backend.max_rows,
            step_tokens=step_tokens,
            host_blocks=host_cache_bytes // max(backend.read_blocks([0]).nbytes, 1),
        )
        self._loop = EngineLoop(backend, scheduler, clock=clock)

    @classmethod
    def load(
        cls,
        directory: Path | str,
        *,
        backend: str = "auto",
        gpu_memory_gib: float | None = None,
        context_tokens: int | None = None,
        progress: Progress | None = None,
        say: Callable[[str], None] | None = None,
    ) -> Engine:
        """Load the model in `directory` and start its engine. Blocks until it can take requests.

        Args:
            directory: holds `config.json`, `tokenizer.json` and safetensors.
            backend: `auto`, `torch` or `megakernel`.
            gpu_memory_gib: the most GPU memory to take, weights and KV cache together.
            context_tokens: the longest prompt and answer together; by default what the model was made for, as far
                as memory allows.
            progress: called with bytes done and bytes in all while the weights are read, in another thread.
            say: gets a line, in another thread, if the kernel was wanted and cannot be had.

        Raises:
            UsageError: the model, or an option for it, cannot be used; names file and field.
        """
        # In a thread that ends: the workers that OpenMP gives each thread which computes would outlive the loading in
        # the caller's, and with more of them than cores it lets none spin, which costs decoding a third of its speed.
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="localcoder-load") as passing:
            return passing.submit(
                cls._load,
                Path(directory),
                backend=backend,
                gpu_memory_gib=gpu_memory_gib,
                context_tokens=context_tokens,
                progress=progress,
                say=say,
            ).result()

    @classmethod
    def _load(
        cls,
        directory: Path,
        *,
        backend: str,
        gpu_memory_gib: float | None,
        context_tokens: int | None,
        progress: Progress | None,
        say: Callable[[str], None] | None,
    ) -> Engine:
        config = ModelConfig.from_file(directory)
        tokenizer = Tokenizer.load(directory)
        if tokenizer.vocab_size > config.vocab_size:
            raise UsageError(
                f"{directory}: tokenizer.json has {tokenizer.vocab_size} tokens, but config.json says vocab_size is "
                f"{config.vocab_size}: the files are not of one model."
            )
        defaults = sampling_defaults(directory)
        loaded = load_backend(
            backend,
            directory,
            config,
            context_tokens=context_tokens,
            gpu_memory_gib=gpu_memory_gib,
            progress=progress,
            say=say,
        )
        return cls(
            config,
            tokenizer,
            loaded,
            directory=directory,
            context_tokens=context_tokens,
            generation_defaults=defaults,
        )

    async def generate(self, request: Request) -> AsyncGenerator[TokenOutput, None]:
        """Continue the request's prompt, an output for every step that added to it, until one has a finish reason.

        Closing the generator, or cancelling the task that reads it, aborts the request before the engine's next step.
        `max_tokens` beyond the room in the context is cut to it.

        Raises:
            RequestRefused: the request cannot run as it is (`PromptTooLong` if that is why).
            SamplingFailed: no token could be drawn for this request; others go on.
            EngineFailed: the engine stopped working or was closed.
        """
        answer = self._prepare(request, Stream(asyncio.get_running_loop()))
        self._loop.submit(answer)
        try:
            while True:
                output = await answer.stream.next()
                yield output
                if output.finish_reason is not None:
                    break
        finally:
            self._loop.abort(answer)

    def stats(self) -> EngineStats:
        """What the engine is doing now. Callable from any thread."""
        return self._loop.stats()

    def busy(self) -> EngineLoad:
        """How busy it is and was lately. Callable from any thread."""
        return self._loop.load()

    def close(self) -> None:
        """Stop the engine and release the model's memory. Requests that still run fail. Harmless when repeated."""
        self._loop.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _prepare(self, request: Request, stream: Stream) -> Answer:
        """Check a request and set it up."""
        vocab_size = self.config.vocab_size
        prompt_tokens = len(request.prompt_ids)
        sampling = request.sampling
        if prompt_tokens == 0:
            raise RequestRefused("The prompt is empty, but needs at least one token.")
        if min(request.prompt_ids) < 0 or max(request.prompt_ids) >= vocab_size:
            raise RequestRefused(f"The prompt has token ids outside of the vocabulary's 0..{vocab_size - 1}.")
        check_params(sampling, vocab_size)
        if prompt_tokens >= self.context_tokens:
            raise PromptTooLong(prompt_tokens, self.context_tokens - 1)
        room = self.context_tokens - prompt_tokens
        answer_tokens = room if sampling.max_tokens is None else min(sampling.max_tokens, room)
        return Answer(
            request,
            limit=prompt_tokens + answer_tokens,
            end_ids={*sampling.stop_token_ids, *(() if sampling.ignore_eos else self.tokenizer.eos_ids)},
            detokenizer=self.tokenizer.detokenizer(),
            vocab_size=vocab_size,
            stream=stream,
            control_ids=self.tokenizer.control_ids,
        )
