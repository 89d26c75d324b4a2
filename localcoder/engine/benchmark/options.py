"""What `localcoder bench decode` was asked to measure, checked before anything is loaded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.config import ModelConfig
from localcoder.engine.request import SamplingParams
from localcoder.errors import UsageError

Routing = Literal["uniform", "correlated", "model"]
SamplingName = Literal["greedy", "sampled"]

MOST_ROWS = 8
WARM_UP_TOKENS = 32
"""Of every row before its time counts; in as many all rows have come together."""
USUAL_CONTEXT = 8192
FEWEST_STEPS, MOST_STEPS = 8, 4096

_SAMPLED = SamplingParams(temperature=1.0, top_p=0.95, ignore_eos=True)


@dataclass(frozen=True, slots=True)
class DecodeOptions:
    """The options of the command; see its help."""

    model: str
    batches: tuple[int, ...] = (1, 2, 4, 8)
    contexts: tuple[int, ...] = ()
    """Empty: `USUAL_CONTEXT`, or half of what a smaller model takes."""
    random_weights: bool = False
    ragged: bool = False
    routing: Routing | None = None
    steps: int = 256
    sampling: SamplingName = "greedy"
    backend: str = "auto"
    profile: bool = False

    def check(self) -> None:
        """Refuse values that mean nothing for any model.

        Raises:
            UsageError: says which option, and what it may be.
        """
        for batch in self.batches:
            if not 1 <= batch <= MOST_ROWS:
                raise UsageError(f"--batch {batch}: must be between 1 and {MOST_ROWS} rows.")
        for context in self.contexts:
            if context < 1:
                raise UsageError(f"--context {context}: must be at least 1 token.")
        if not FEWEST_STEPS <= self.steps <= MOST_STEPS:
            raise UsageError(f"--steps {self.steps}: must be between {FEWEST_STEPS} and {MOST_STEPS}.")
        for option, value, names in (("routing", self.routing, Routing), ("sampling", self.sampling, SamplingName)):
            if value is not None and value not in get_args(names):
                raise UsageError(f"--{option} {value}: must be one of {', '.join(get_args(names))}.")

    def for_model(self, config: ModelConfig) -> DecodeOptions:
        """The same with contexts that the model can have.

        Raises:
            UsageError: one of those asked for is too long; with the numbers.
        """
        most = config.context_tokens - self.answer_tokens - 1
        for context in self.contexts:
            if context > most:
                raise UsageError(
                    f"--context {context}: with {self.answer_tokens} tokens drawn behind it, at most {most} fit the "
                    f"{config.context_tokens} tokens of this model."
                )
        usual = USUAL_CONTEXT if most >= USUAL_CONTEXT else max(1, min(config.context_tokens // 2, most))
        return self if self.contexts else replace(self, contexts=(usual,))

    @property
    def answer_tokens(self) -> int:
        """Tokens that each row draws: some before those whose time counts, and some by which rows may be apart."""
        return self.steps + 2 * WARM_UP_TOKENS

    @property
    def params(self) -> SamplingParams:
        """How each row draws, up to its seed."""
        return _SAMPLED if self.sampling == "sampled" else SamplingParams(temperature=0.0, ignore_eos=True)

    def cases(self) -> list[Case]:
        """What to measure, one after the other."""
        return [Case.of(batch, context, ragged=self.ragged) for context in self.contexts for batch in self.batches]

    def blocks_needed(self) -> int:
        """KV blocks for the rows' contexts, which all cases share, and for what they draw."""
        cases = self.cases()
        rows, context = max(self.batches), max(self.contexts)
        answers = sum(case.batch for case in cases) * (-(-self.answer_tokens // BLOCK_TOKENS) + 2)
        return rows * (context // BLOCK_TOKENS) + answers


@dataclass(frozen=True, slots=True)
class Case:
    """Rows that decode together: for each the tokens that lie in the cache when its first one is drawn."""

    context: int
    contexts: tuple[int, ...]

    @classmethod
    def of(cls, batch: int, context: int, *, ragged: bool) -> Case:
        """`batch` rows of `context` tokens, or of lengths spread evenly up to it."""
        if not ragged:
            return cls(context, (context,) * batch)
        return cls(context, tuple(max(1, context * (row + 1) // batch) for row in range(batch)))

    @property
    def batch(self) -> int:
        """How many rows."""
        return len(self.contexts)

    def __str__(self) -> str:
        return f"batch {self.batch}, context {self.context}"


def parse_numbers(option: str, text: str) -> tuple[int, ...]:
    """`1,2,4` as numbers.

    Raises:
        UsageError: an entry is no whole number.
    """
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"{option} {text}: must be whole numbers with commas between them, such as 1,2,4.") from None


def default_output(model: str) -> Path:
    """Where the result goes if nothing is said: `bench/results` below the current directory, or that itself."""
    folder = Path("bench/results")
    name = f"decode-{Path(model).name or 'model'}.json"
    return folder / name if folder.is_dir() else Path(name)
