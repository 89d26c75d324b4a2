"""What `bench serve`, `bench prefill` and `bench.load` were asked to measure, checked before anything is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from localcoder.engine.benchmark.options import DecodeOptions, Routing, SamplingName
from localcoder.engine.config import ModelConfig
from localcoder.engine.request import SamplingParams
from localcoder.errors import UsageError

DEFAULT_MODEL = "pocket"
MOST_CLIENTS = 64
WARM_UP_TOKENS = 16
"""Of each client's answer before anything counts."""
SHORT_TOKENS = 200
"""The prompts of a running stream, and of a short request, in the special loads."""
SHORT_ANSWER_TOKENS = 16

_SAMPLED = SamplingParams(temperature=1.0, top_p=0.95, ignore_eos=True)


@dataclass(frozen=True, slots=True)
class SubjectOptions:
    """What is measured: an engine in this process, or a server."""

    model: str = DEFAULT_MODEL
    random_weights: bool = False
    routing: Routing | None = None
    sampling: SamplingName = "greedy"
    backend: str = "auto"
    endpoint: str | None = None
    seed: int = 0

    def check(self) -> None:
        """Refuse values that mean nothing for any model.

        Raises:
            UsageError: says which option, and what it may be.
        """
        for option, value, names in (("routing", self.routing, Routing), ("sampling", self.sampling, SamplingName)):
            if value is not None and value not in get_args(names):
                raise UsageError(f"--{option} {value}: must be one of {', '.join(get_args(names))}.")
        if not 0 <= self.seed < 2**32:
            raise UsageError(f"--seed {self.seed}: must be between 0 and {2**32 - 1}.")
        if self.endpoint is None:
            return
        if not self.endpoint.startswith(("http://", "https://")):
            raise UsageError(f"--endpoint {self.endpoint}: must begin with http:// or https://.")
        if self.random_weights or self.routing is not None or self.backend != "auto":
            raise UsageError("--endpoint: --random-weights, --routing and --backend are for an engine in this process.")

    @property
    def params(self) -> SamplingParams:
        """How tokens are drawn, up to the seed."""
        return _SAMPLED if self.sampling == "sampled" else SamplingParams(temperature=0.0, ignore_eos=True)

    def loaded(self, rows: int, tokens: int) -> DecodeOptions:
        """How the model is loaded for `rows` requests at once of up to `tokens` tokens, answers included."""
        return DecodeOptions(
            self.model, (rows,), (tokens,), self.random_weights, routing=self.routing, backend=self.backend
        )


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The options of `localcoder bench serve`; see its help."""

    subject: SubjectOptions
    clients: tuple[int, ...] = (8,)
    prompt_tokens: int = 2000
    answer_tokens: int = 500
    requests: int = 4
    """Of each client."""

    def check(self) -> None:
        """See `SubjectOptions.check`."""
        self.subject.check()
        for clients in self.clients:
            if not 1 <= clients <= MOST_CLIENTS:
                raise UsageError(f"--clients {clients}: must be between 1 and {MOST_CLIENTS}.")
        _check_numbers(("prompt-tokens", self.prompt_tokens, 1, 10**6), ("requests", self.requests, 1, 10**4))
        _check_numbers(("answer-tokens", self.answer_tokens, 2, 10**6))

    def check_for(self, config: ModelConfig) -> None:
        """Refuse what is too long for the model, with the numbers.

        Raises:
            UsageError: prompt and answer do not fit.
        """
        check_fits(config, self.prompt_tokens, self.answer_tokens, "--prompt-tokens")


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """The options of `python -m bench.load`; see its help."""

    subject: SubjectOptions
    seconds: float = 15.0
    """How long each load is looked at."""
    long_tokens: int = 20_000
    long_clients: int = 3
    stream_tokens: int = 2000
    streams: int = 8

    def check(self) -> None:
        """See `SubjectOptions.check`."""
        self.subject.check()
        _check_numbers(("long-tokens", self.long_tokens, 1, 10**6), ("long-clients", self.long_clients, 1, 32))
        _check_numbers(("stream-tokens", self.stream_tokens, 1, 10**6), ("streams", self.streams, 1, 32))
        if not 1 <= self.seconds <= 600:
            raise UsageError(f"--seconds {self.seconds:g}: must be between 1 and 600.")

    def check_for(self, config: ModelConfig) -> None:
        """Refuse what is too long for the model, with the numbers.

        Raises:
            UsageError: a prompt, and room to answer, do not fit.
        """
        check_fits(config, self.long_tokens, SHORT_ANSWER_TOKENS, "--long-tokens")
        check_fits(config, self.stream_tokens, SHORT_ANSWER_TOKENS, "--stream-tokens")

    def stream_answer_tokens(self, config: ModelConfig | None) -> int:
        """A running stream's most tokens: it is to go on for as long as it is looked at, and some seconds before."""
        most = int(1000 * (self.seconds + 10))
        room = config.context_tokens - max(self.stream_tokens, SHORT_TOKENS) - 1 if config is not None else 100_000
        return min(most, room)


def check_fits(config: ModelConfig, prompt_tokens: int, answer_tokens: int, option: str) -> None:
    """Refuse a prompt that leaves no room for its answer.

    Raises:
        UsageError: with the numbers.
    """
    most = config.context_tokens - answer_tokens
    if prompt_tokens > most:
        raise UsageError(
            f"{option} {prompt_tokens}: with {answer_tokens} tokens of an answer behind it, at most {most} fit the "
            f"{config.context_tokens} tokens of this model."
        )


def default_output(kind: str, options: SubjectOptions) -> Path:
    """Where the result goes if nothing is said: `bench/results` below the current directory, or that itself."""
    folder = Path("bench/results")
    name = f"{kind}-{'endpoint' if options.endpoint else Path(options.model).name or 'model'}.json"
    return folder / name if folder.is_dir() else Path(name)


def _check_numbers(*numbers: tuple[str, int, int, int]) -> None:
    for option, value, least, most in numbers:
        if not least <= value <= most:
            raise UsageError(f"--{option} {value}: must be between {least} and {most}.")
