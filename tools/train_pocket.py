"""Train the pocket model from nothing on the stream of conversations that is made meanwhile.

    python3 -m tools.train_pocket --seed 1 --steps 4500 --minutes 9.6 --makers 13 --stream EMPTY --out OUT

Seed, number of steps and number of rows decide what the model sees and when; neither the clock nor the number of makers
or GPUs do. With several GPUs a batch's rows are shared out among them. `--minutes` only limits what a command may cost:
one that would take longer pauses, and the same command goes on where it was. Without `--steps` it takes as many as fit
into that time, and the log says how many those were.
OUT gets `config.json`, `log.json`, the tokenizer, and the weights as `model.safetensors`, or in parts
of 15 MiB with `--split`; `tools.pocket.export` takes it from there.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import math
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from localcoder.engine.models import POCKET_DIRECTORY
from tools.pocket.attention import FlexAttention
from tools.pocket.data import OTHER_WEIGHT, Rows
from tools.pocket.export import TOKENIZER
from tools.pocket.fresh import HELD
from tools.pocket.losses import flex_loss, loss_of
from tools.pocket.model import PocketModel, Shape, masked_attend
from tools.pocket.optimizer import Muon, orthogonal
from tools.pocket.ranks import Ranks
from tools.pocket.stream import CONVERSATIONS, LENGTH, PATIENCE_S, POLL_S, Recipe, Stream
from tools.pocket.trained_on import texts
from tools.pocket.validation import chooser, exact_turns

RESERVE_S = 25.0
"""Kept of `--minutes` for the validation and for writing."""
SLACK = 0.03
"""Share of the time left that is not counted on where the number of steps follows from it."""
COUNTED = 100
"""The step after which it does."""
PAUSED = "paused.pt"
"""In the folder of the stream: everything that the rest of a training needs."""
SETTLED = 5
"""From this step of a command on nothing is compiled any more."""
REPORTED = 50
"""Steps from one line of the report to the next."""
VALIDATED = 8
"""Batches."""


@dataclass(slots=True)
class Batch:
    """This rank's rows of a batch, on the device; `total` is the sum of the weights of all ranks' rows."""

    ids: torch.Tensor
    targets: torch.Tensor
    weights: torch.Tensor
    documents: torch.Tensor
    positions: torch.Tensor
    total: torch.Tensor

    @classmethod
    def of(cls, rows: Rows, counts: tuple[int, int], other: float, device: torch.device) -> Batch:
        """Shift targets by one and move.

        Args:
            counts: of all ranks' targets, those that users and tools say, and those of the assistant.
            other: the weight of the former; the latter's is 1.
        """
        targets = np.roll(rows.ids, -1, 1)
        weights = np.roll(rows.weights, -1, 1)
        weights[:, -1] = 0
        weights[(weights > 0) & (weights < 1)] = other
        total = counts[0] * other + counts[1]

        def move(array: np.ndarray) -> torch.Tensor:
            tensor = torch.from_numpy(array)
            return tensor.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else tensor

        return cls(
            *map(move, (rows.ids, targets, weights, rows.documents, rows.positions, np.array(total, np.float32)))
        )


class Prefetch:
    """Batches made on a thread, some ahead; what fails there is raised by whoever takes the next one.

    The first `taken` ones are passed over.
    """

    def __init__(self, stream: Stream, part: slice, taken: int, depth: int = 8) -> None:
        self._waiting: queue.Queue[tuple[Rows, tuple[int, int], str] | BaseException] = queue.Queue(depth)
        self._stream, self._taken, self._part = stream, taken, part
        self.waited_s = 0.0
        """How long the training stood still for want of a batch."""
        self.digest = ""
        """Over all batches up to the last one that was taken."""
        threading.Thread(target=self._fill, daemon=True).start()

    def _fill(self) -> None:
        try:
            for block in itertools.islice(self._stream, self._taken, None):
                digest = self._stream.digest.hexdigest()
                self._waiting.put((block.part(self._part).rows(), block.counts(), digest))
        except BaseException as error:  # noqa: BLE001 - it is raised on the other thread
            self._waiting.put(error)

    def next(self) -> tuple[Rows, tuple[int, int]]:
        """The next batch's rows of this rank, and the counts of all its rows' targets; see `Block.counts`."""
        since_s = time.monotonic()
        entry = self._waiting.get()
        self.waited_s += time.monotonic() - since_s
        if isinstance(entry, BaseException):
            raise entry
        rows, counts, self.digest = entry
        return rows, counts


@dataclass(frozen=True, slots=True)
class Moment:
    """When a step was done, and how long this command had waited for batches until then."""

    step: int
    at_s: float
    waited_s: float

    @classmethod
    def now(cls, step: int, batches: Prefetch) -> Moment:
        """Behind this step."""
        return cls(step, time.monotonic(), batches.waited_s)

    def pace(self, since: Moment) -> float:
        """Seconds that a step took on average since then, without the waiting."""
        spent_s = self.at_s - since.at_s - (self.waited_s - since.waited_s)
        return spent_s / max(self.step - since.step, 1)


def rate(step: int, steps: int | None, warmup: int, cooldown: float) -> float:
    """The factor on the learning rate: up for `warmup` steps, level, and down to zero over the last `cooldown` of all.

    `step` counts from 0; `steps` is their number, None where it is not known yet.
    """
    down = 1.0 if steps is None else (1 - step / steps) / cooldown
    return min(1.0, (step + 1) / warmup, max(0.0, down))


def weight(step: int, steps: int | None, start: float, end: float) -> float:
    """From `start` to `end` in equal steps; `start` where their number is not known yet. `step` counts from 0."""
    return start if steps is None else start + (end - start) * step / steps


@contextmanager
def profiled(say: Callable[[str], None]) -> Iterator[None]:
    """Say which kernels take how long, and what the processor does meanwhile."""
    with torch.profiler.profile(acc_events=True) as record:
        yield
        if torch.cuda.is_available():
            torch.cuda.synchronize()
    for device in ("cuda", "cpu") if torch.cuda.is_available() else ("cpu",):
        by = f"self_{device}_time_total"
        say(record.key_averages().table(sort_by=by, row_limit=30, max_name_column_width=60))


@dataclass(slots=True)
class Trainer:
    """Everything that a rank owns."""

    options: argparse.Namespace
    ranks: Ranks
    device: torch.device
    model: PocketModel
    log: dict[str, Any] = field(default_factory=dict)
    before: dict[str, float] = field(default_factory=lambda: {"seconds": 0.0, "training_s": 0.0, "waited_s": 0.0})
    """What earlier commands of this training took."""
    reported: Moment | None = None
    """The last time."""
    flex: FlexAttention | None = None
    step_function: Callable[..., tuple[torch.Tensor, torch.Tensor]] | None = None
    muon: Muon = field(init=False)
    adam: torch.optim.AdamW = field(init=False)

    def __post_init__(self) -> None:
        named = list(self.model.named_parameters())
        matrices = [p for name, p in named if p.ndim >= 3 and name != "router"]
        others = [p for name, p in named if not (p.ndim >= 3 and name != "router")]
        options = self.options
        self.muon = Muon(matrices, options.lr, weight_decay=options.decay)
        self.adam = torch.optim.AdamW(
            others, options.adam_lr, betas=(0.9, 0.95), weight_decay=0.0, fused=self.device.type == "cuda"
        )

    @property
    def rows(self) -> int:
        """Of this rank in a batch."""
        part = self.ranks.part(self.options.rows)
        return part.stop - part.start

    def say(self, text: str) -> None:
        """Report it once."""
        if self.ranks.rank == 0:
            print(text, flush=True)

    def seconds(self) -> float:
        """Since the program was started."""
        return time.monotonic() - float(self.options.started_s)

    def prepare(self, batch: Batch) -> None:
        """Find the fastest attention that works here, by trying it on a batch and comparing with the plain one."""
        options, rows = self.options, self.rows
        if self.device.type != "cuda" or options.plain:
            return
        try:
            self.flex = FlexAttention(rows, options.length, self.model.shape.window, self.device)
            shape = self.model.shape
            _, near = self.flex.masks(batch.documents, batch.positions)
            q = torch.randn(rows, shape.heads, options.length, shape.head_dim, device=self.device, dtype=torch.bfloat16)
            k, v = torch.randn_like(q[:, :1]), torch.randn_like(q[:, :1])
            mine = self.flex.compiled(q, k, v, near)
            plain = masked_attend(batch.documents[:1, :2048], batch.positions[:1, :2048], self.model.shape.window)(
                q[:1, :, :2048], k[:1, :, :2048], v[:1, :, :2048], True
            )
            error = (mine[:1, :, :2048] - plain).abs().max().item()
            self.say(f"flex attention works, largest difference {error:.4f}")
            if error > 0.1:
                raise RuntimeError(f"flex attention differs by {error}")
            self.step_function = torch.compile(
                flex_loss(self.model, options.balance / self.ranks.count, self.device.type),
                dynamic=False,
            )
            self.losses(batch)[0].backward()
            self.model.zero_grad(set_to_none=True)
            self.say(f"compiled after {self.seconds():.0f} s")
        except Exception as error:  # noqa: BLE001 - whatever fails, the plain way still trains
            print(f"falling back to plain attention: {type(error).__name__}: {str(error)[:2000]}", flush=True)
            self.flex, self.step_function = None, None
            torch.cuda.empty_cache()

    def losses(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """What `loss_of` says of a batch, by the chosen way."""
        tensors = batch.ids, batch.targets, batch.weights, batch.total, batch.positions
        if self.flex is not None and self.step_function is not None:
            return self.step_function(*tensors, *self.flex.masks(batch.documents, batch.positions))
        with self._autocast():
            attend = masked_attend(batch.documents, batch.positions, self.model.shape.window)
            return loss_of(self.model, *tensors, attend, self.options.balance / self.ranks.count)

    def _autocast(self) -> torch.autocast:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda")

    def states(self, rows: Rows) -> torch.Tensor:
        """The final states of rows, without gradients."""
        batch = Batch.of(rows, (0, 1), OTHER_WEIGHT, self.device)
        with self._autocast():
            if self.flex is not None:
                full, near = self.flex.masks(batch.documents, batch.positions)
                compiled = self.flex.compiled

                def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, sliding: bool) -> torch.Tensor:
                    return compiled(q, k, v, near if sliding else full)

            else:
                attend = masked_attend(batch.documents, batch.positions, self.model.shape.window)
            return self.model(batch.ids, batch.positions, attend)[0].to(self.model.embed.dtype)

    def run(self) -> None:
        """Take all steps, or those for which there is time."""
        options = self.options
        stream = Stream(options.stream, options.rows, options.fresh)
        done = self._resume()
        batches = Prefetch(stream, self.ranks.part(options.rows), done)
        first = Batch.of(*batches.next(), self._other(done + 1), self.device)
        if self.step_function is None:
            self.prepare(first)
        if self.step_function is not None:
            self.muon.orthogonal = torch.compile(orthogonal)
        since = began = Moment.now(done, batches)
        for step in itertools.count(done + 1):
            self._set_rate(step)
            with profiled(self.say) if options.profile and step - done == SETTLED + 1 else nullcontext():
                batch = first if step == done + 1 else Batch.of(*batches.next(), self._other(step), self.device)
                answers = self._step(batch)
            last = step in (options.steps, options.until)
            if not (step - done in (1, SETTLED, 20) or step % REPORTED == 0 or last):
                continue
            loss = self._answer_loss(step, answers)
            now = Moment.now(step, batches)
            self._report(now, began, stream, batches, loss)
            fit = self._fit(now.pace(since))
            if step - done == SETTLED:
                since = now
            if options.steps is None and step == COUNTED:
                # At least so many that the learning rate was not to go down yet.
                options.steps = max(step + int(fit * (1 - SLACK)), math.ceil(step / (1 - options.cooldown)))
                self.log["options"]["steps"] = str(options.steps)
            if step == options.steps:
                self.log["finished"] = True
                return
            if last or fit < (REPORTED if step % REPORTED == 0 else 1):
                self._pause(step)
                return

    def _set_rate(self, step: int) -> None:
        """Of both optimizers, for this step."""
        options = self.options
        factor = rate(step - 1, options.steps, options.warmup, options.cooldown)
        for optimizer, base in ((self.muon, options.lr), (self.adam, options.adam_lr)):
            for group in optimizer.param_groups:
                group["lr"] = base * factor

    def _other(self, step: int) -> float:
        """The weight of what users and tools say, at this step."""
        return weight(step - 1, self.options.steps, self.options.other, self.options.other_end)

    def _step(self, batch: Batch) -> torch.Tensor:
        """Learn from a batch; the sum of the losses of its answers and their number."""
        loss, answers = self.losses(batch)
        loss.backward()
        self.ranks.add_gradients(list(self.model.parameters()))
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.muon.step()
        self.adam.step()
        self.model.zero_grad(set_to_none=True)
        return answers

    def _answer_loss(self, step: int, answers: torch.Tensor) -> float:
        """The mean over the answers of all ranks, which the log keeps."""
        total, count = self.ranks.add(answers).tolist()
        loss = total / max(count, 1)
        if not math.isfinite(loss):
            raise RuntimeError("the loss is not finite")
        self.log["history"].append((step, round(loss, 4)))
        return loss

    def _report(self, now: Moment, began: Moment, stream: Stream, batches: Prefetch, loss: float) -> None:
        """Say and note how far it is, over all commands."""
        before = self.before
        waited_s = before["waited_s"] + now.waited_s - began.waited_s
        self.log |= {
            "steps_done": now.step,
            "tokens": now.step * self.options.rows * self.options.length,
            "blocks": stream.blocks,
            "visits": stream.visited,
            "batches_sha256": batches.digest,
            "training_waited_s": round(waited_s, 1),
            "training_s": round(before["training_s"] + now.at_s - began.at_s, 1),
        }
        self.say(
            f"step {now.step} of {self.options.steps or 'as many as fit'} answer loss {loss:.4f} "
            f"{now.pace(self.reported or began) * 1000:.1f} ms a step, waited {waited_s:.1f} s, {stream.blocks} blocks"
        )
        self.reported = now

    def _pause(self, step: int) -> None:
        """Keep what the next command needs to go on."""
        self.log["paused"] = f"paused after {step} of {self.options.steps or 'unknown'} steps"
        if self.ranks.rank == 0:
            parts = {"model": self.model.state_dict(), "muon": self.muon.state_dict(), "adam": self.adam.state_dict()}
            spent = {
                "seconds": self.before["seconds"] + self.seconds(),
                "training_s": self.log["training_s"],
                "waited_s": self.log["training_waited_s"],
            }
            parts |= {"step": step, "steps": self.options.steps, "history": self.log["history"], "spent": spent}
            torch.save(parts, self.options.stream / PAUSED)
        self.say(f"{self.log['paused']}: the same command goes on")

    def _resume(self) -> int:
        """Take over what an earlier command left, where there is something; how many steps it took."""
        path = self.options.stream / PAUSED
        self.log["history"] = []
        if not path.exists():
            return 0
        parts = torch.load(path, map_location=self.device, weights_only=True)
        self.model.load_state_dict(parts["model"])
        self.muon.load_state_dict(parts["muon"])
        self.adam.load_state_dict(parts["adam"])
        self.log["history"], self.before = parts["history"], parts["spent"]
        self.options.steps = self.options.steps or parts["steps"]
        self.say(f"going on after {parts['step']} of {self.options.steps or 'unknown'} steps")
        return int(parts["step"])

    def _fit(self, seconds_a_step: float) -> int:
        """How many more steps can be done in time, the same number for all ranks."""
        left_s = self.options.minutes * 60 - RESERVE_S - self.seconds()
        mine = min(max(left_s, 0.0) / seconds_a_step, 1e9) if self.ranks.rank == 0 else 0.0
        return int(self.ranks.add(torch.tensor(mine, device=self.device, dtype=torch.float64)).item())

    def validate(self) -> None:
        """Note how well it does on the conversations held back."""
        held = self.options.stream / "held.xz"
        until_s = time.monotonic() + PATIENCE_S
        while not held.exists() and time.monotonic() < until_s:
            time.sleep(POLL_S)
        best = chooser(self.model, self.states)
        self.log["validation"] = exact_turns(held, self.options.length, self.rows, VALIDATED, best)


def write(trainer: Trainer, out: Path, split: bool) -> None:
    """Write checkpoint and log."""
    trainer.model.save(out)
    weights = out / "model.safetensors"
    if split:
        data = weights.read_bytes()
        weights.unlink()
        for number, start in enumerate(range(0, len(data), 15 * 2**20)):
            (out / f"model.part{number}").write_bytes(data[start : start + 15 * 2**20])
    (out / "log.json").write_text(json.dumps(trainer.log, indent=1) + "\n", encoding="utf-8")
    for name in TOKENIZER:
        shutil.copyfile(trainer.options.model / name, out / name)


def train(rank: int, options: argparse.Namespace) -> None:
    """All that one rank does; the first writes."""
    torch.set_float32_matmul_precision("high")
    cuda = torch.cuda.is_available()
    if cuda:
        torch.cuda.set_device(rank)
    elif options.ranks > 1:
        torch.set_num_threads(max(1, torch.get_num_threads() // options.ranks))
    device = torch.device("cuda", rank) if cuda else torch.device("cpu")
    ranks = Ranks.join(rank, options.ranks, options.meeting)
    torch.manual_seed(options.seed)
    model = PocketModel(Shape(**options.shape)).to(device)
    trainer = Trainer(options, ranks, device, model)
    hidden = ("started_s", "meeting", "trained_on", "stream", "out", "model")  # and what is where on a machine
    trainer.log |= {
        "finished": False,
        "trained_on": options.trained_on,
        "options": {k: str(v) for k, v in vars(options).items() if k not in hidden},
        "parameters": sum(p.numel() for p in model.parameters()),
        "device": torch.cuda.get_device_name() if cuda else "cpu",
        "torch": torch.__version__,
        "python": sys.version.split()[0],
    }
    trainer.say(f"{trainer.log['parameters']} parameters, {ranks.count} ranks, ready after {trainer.seconds():.0f} s")
    try:
        trainer.run()
        if rank == 0 and trainer.log["finished"]:
            trainer.validate()
            trainer.say(json.dumps(trainer.log["validation"]))
    finally:
        trainer.log["seconds"] = round(trainer.before["seconds"] + trainer.seconds(), 1)
        if rank == 0:
            write(trainer, options.out, options.split)
    ranks.leave()


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stream", type=Path, required=True, help="folder of the blocks that tools.pocket.fresh makes")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoint and log")
    parser.add_argument("--steps", type=int, help="number of steps; as many as fit into --minutes")
    parser.add_argument("--until", type=int, help="pause after this step; the same command without it goes on then")
    parser.add_argument("--minutes", type=float, default=math.inf, help="limit on the wall time of this command")
    parser.add_argument("--makers", type=int, default=0, help="processes that make the stream meanwhile")
    parser.add_argument("--model", type=Path, default=POCKET_DIRECTORY, help="folder with tokenizer and chat template")
    parser.add_argument("--ranks", type=int, default=max(1, torch.cuda.device_count()), help="processes that train")
    parser.add_argument("--fresh", type=float, default=0.6, help="share of the blocks that are new ones")
    parser.add_argument("--rows", type=int, default=16, help="rows in a step, of all ranks together")
    parser.add_argument("--length", type=int, default=LENGTH, help="tokens in a row")
    parser.add_argument("--conversations", type=int, default=CONVERSATIONS, help="in a block")
    parser.add_argument("--held", type=int, default=HELD, help="conversations for validation")
    parser.add_argument("--lr", type=float, default=3e-3, help="highest learning rate of matrices")
    parser.add_argument("--adam-lr", type=float, default=3e-3, help="highest learning rate of all else")
    parser.add_argument("--decay", type=float, default=0.05, help="weight decay of matrices")
    parser.add_argument("--warmup", type=int, default=250, help="steps until the learning rate is at its highest")
    parser.add_argument("--cooldown", type=float, default=0.5, help="share of the steps")
    parser.add_argument("--other", type=float, default=OTHER_WEIGHT, help="weight of what users and tools say at first")
    parser.add_argument("--other-end", type=float, default=OTHER_WEIGHT, help="the same at the last step")
    parser.add_argument("--balance", type=float, default=0.005, help="weight of the load-balance loss")
    parser.add_argument("--seed", type=int, default=1, help="of the weights and of the stream")
    parser.add_argument("--shape", type=json.loads, default={}, help='other geometry, such as {"layers": 2}')
    parser.add_argument("--plain", action="store_true", help="no flex attention, no compiler")
    parser.add_argument("--profile", action="store_true", help="say what the kernels of one step take")
    parser.add_argument("--split", action="store_true", help="write the weights in parts of 15 MiB")
    options = parser.parse_args(arguments)
    if options.steps is None and not math.isfinite(options.minutes):
        parser.error("--steps or --minutes is needed")
    if not (0 <= options.other < 1 and 0 <= options.other_end < 1):
        parser.error("--other and --other-end are at least 0 and less than 1, the weight of the assistant's words")
    return options


def makers(options: argparse.Namespace) -> subprocess.Popen[bytes]:
    """Start the processes that make the stream."""
    recipe = ["--seed", options.seed, "--conversations", options.conversations, "--length", options.length]
    work = ["--processes", options.makers, "--held", options.held]
    command = [sys.executable, "-m", "tools.pocket.fresh", options.model, options.stream, *recipe, *work]
    return subprocess.Popen(list(map(str, command)))


def main(arguments: list[str] | None = None) -> int:
    """Make the stream where asked to, and train with all ranks; 1 where there is no finished model in the end."""
    started_s = time.monotonic()
    options = parse(arguments)
    Ranks(0, options.ranks).part(options.rows)
    Recipe(options.seed, options.conversations, options.length).claim(options.stream)
    (options.stream / "failed").unlink(missing_ok=True)
    making = makers(options) if options.makers else None
    try:
        options.started_s, options.trained_on = started_s, asyncio.run(texts())
        with tempfile.TemporaryDirectory() as folder:
            options.meeting = Path(folder) / "meeting"
            if options.ranks == 1:
                train(0, options)
            else:
                torch.multiprocessing.spawn(train, (options,), options.ranks)
    finally:
        if making is not None:
            making.terminate()
            making.wait()
    log = json.loads((options.out / "log.json").read_text(encoding="utf-8"))
    return 0 if log["finished"] or log["steps_done"] == options.until else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    sys.exit(main())
