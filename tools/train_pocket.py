"""Train the pocket model from nothing, or further, on packed conversations.

    python3 -m tools.train_pocket --data .pocket/data.xz --out OUT --minutes 8

The schedule follows the clock: learning rate and end depend on the share that has passed of the time between the first
step and the end of `--minutes`, which count from the start of the process, so that it always ends in time. `--steps`
instead fixes the number of steps. OUT gets `config.json`, `log.json`, and the weights as `model.safetensors`, or in
parts of 15 MiB with `--split`.
"""

from __future__ import annotations

import argparse
import json
import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from tools.pocket.data import Dataset, Packer, Rows, stacked
from tools.pocket.model import Attend, PocketModel, Shape, masked_attend
from tools.pocket.optimizer import Muon, orthogonal

STARTED_S = time.monotonic()
RESERVE_S = 25.0
"""Kept at the end for the last validation and for writing."""


@dataclass(slots=True)
class Batch:
    """Rows on the device."""

    ids: torch.Tensor
    targets: torch.Tensor
    weights: torch.Tensor
    documents: torch.Tensor
    positions: torch.Tensor


def to_device(rows: Rows, device: torch.device) -> Batch:
    """Shift targets by one and move."""
    targets = np.roll(rows.ids, -1, 1)
    weights = np.roll(rows.weights, -1, 1)
    weights[:, -1] = 0

    def move(array: np.ndarray) -> torch.Tensor:
        tensor = torch.from_numpy(array)
        return tensor.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else tensor

    return Batch(move(rows.ids), move(targets), move(weights), move(rows.documents), move(rows.positions))


class FlexAttention:
    """Block-sparse attention: tokens see their own conversation, and in sliding layers the window."""

    def __init__(self, rows: int, length: int, window: int, device: torch.device) -> None:
        from torch.nn.attention.flex_attention import create_block_mask, flex_attention

        # One buffer for all steps: a mask function that always captures the same tensor is compiled once.
        documents = torch.zeros(rows, length, dtype=torch.int32, device=device)

        def full(b: torch.Tensor, h: torch.Tensor, q: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
            return (q >= k) & (documents[b, q] == documents[b, k])

        def near(b: torch.Tensor, h: torch.Tensor, q: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
            return (q >= k) & (q - k < window) & (documents[b, q] == documents[b, k])

        self.documents, self._masks = documents, (full, near)
        self._create = torch.compile(create_block_mask)
        self.attention = flex_attention
        self.compiled = torch.compile(flex_attention)
        self.rows, self.length, self.device = rows, length, device

    def masks(self, documents: torch.Tensor) -> tuple[Any, Any]:
        """The block masks of a batch, valid until the next call."""
        self.documents.copy_(documents)
        full, near = (
            self._create(mask, self.rows, None, self.length, self.length, device=self.device) for mask in self._masks
        )
        return full, near


def loss_of(
    model: PocketModel,
    ids: torch.Tensor,
    targets: torch.Tensor,
    weights: torch.Tensor,
    positions: torch.Tensor,
    attend: Attend,
    balance_weight: float,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The training loss and the plain loss over assistant tokens."""
    states, balance = model(ids, positions, attend)
    logits = model.logits(states).float().flatten(0, 1)
    losses = functional.cross_entropy(logits, targets.flatten(), reduction="none")
    flat = weights.flatten()
    answers = (flat == 1).float()
    loss = (losses * flat).sum() / flat.sum()
    return loss + balance_weight * balance, (losses * answers).sum() / answers.sum()


def flex_loss(
    model: PocketModel, attention: Callable[..., torch.Tensor], balance_weight: float, device_type: str
) -> Callable[..., tuple[torch.Tensor, torch.Tensor]]:
    """`loss_of` with flex attention as a function of tensors and block masks alone, for the compiler."""

    def losses(
        ids: torch.Tensor, targets: torch.Tensor, weights: torch.Tensor, positions: torch.Tensor, full: Any, near: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, sliding: bool) -> torch.Tensor:
            return attention(q, k, v, block_mask=near if sliding else full, enable_gqa=True)

        with torch.autocast(device_type, torch.bfloat16, enabled=device_type == "cuda"):
            return loss_of(model, ids, targets, weights, positions, attend, balance_weight)

    return losses


def prefetch(batches: Iterator[Rows], depth: int = 4) -> Iterator[Rows]:
    """Make batches on a thread."""
    waiting: queue.Queue[Rows] = queue.Queue(depth)

    def fill() -> None:
        for rows in batches:
            waiting.put(rows)

    threading.Thread(target=fill, daemon=True).start()
    while True:
        yield waiting.get()


class Feed:
    """Batches without end: over the packed conversations again and again, but first over fresh ones as they come."""

    def __init__(self, base: Packer, fresh: Path | None, rows: int, seed: int, log: dict[str, Any]) -> None:
        self._packers = [base]
        self._fresh = fresh
        self._rows = rows
        self._generator = np.random.default_rng(seed)
        self._taken: set[Path] = set()
        self._log = log

    def __iter__(self) -> Iterator[Rows]:
        """Full batches; a batch's rows come from one file."""
        length = self._packers[0].length
        while True:
            packer = self._packers[self._generator.integers(len(self._packers))]
            new = sorted(set(self._fresh.glob("*.xz")) - self._taken) if self._fresh else []
            if new:
                self._taken.add(new[0])
                dataset = Dataset.load(new[:1])
                packer = Packer(dataset, np.arange(len(dataset)), length)
                self._packers.append(packer)
                self._log["fresh_conversations"] = self._log.get("fresh_conversations", 0) + len(dataset)
            else:
                self._log["repeats"] = self._log.get("repeats", 0) + len(packer.numbers)
            held: list[Rows] = []
            for _, row in packer.epoch(self._generator):
                held.append(row)
                if len(held) == self._rows:
                    yield stacked(held)
                    held = []


def rate(share: float, warmup: float, decay: float) -> float:
    """The factor on the learning rate: up, level, and down to zero over the last `decay` of the time."""
    if share < warmup:
        return share / warmup
    return min(1.0, max(0.0, (1 - share) / decay))


@dataclass(slots=True)
class Trainer:
    """Everything that a run owns."""

    options: argparse.Namespace
    device: torch.device
    model: PocketModel
    train: Packer
    check: Packer
    log: dict[str, Any] = field(default_factory=dict)
    flex: FlexAttention | None = None
    step_function: Callable[..., tuple[torch.Tensor, torch.Tensor]] | None = None
    began_s: float = STARTED_S
    """When the first step began: compiling is not part of the schedule."""

    def elapsed_share(self, step: int) -> float:
        """How much of the run has passed, 0 to 1."""
        if self.options.steps:
            return step / self.options.steps
        end_s = STARTED_S + self.options.minutes * 60 - RESERVE_S
        return (time.monotonic() - self.began_s) / max(end_s - self.began_s, 1.0)

    def autocast(self) -> torch.autocast:
        """bfloat16 on a GPU."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda")

    def prepare(self, batch: Batch) -> None:
        """Find the fastest attention that works here, by trying it on a batch and comparing with the plain one."""
        options = self.options
        if self.device.type != "cuda" or options.plain:
            return
        try:
            self.flex = FlexAttention(options.rows, options.length, self.model.shape.window, self.device)
            full, near = self.flex.masks(batch.documents)
            q = torch.randn(options.rows, 8, options.length, 128, device=self.device, dtype=torch.bfloat16)
            k, v = torch.randn_like(q[:, :1]), torch.randn_like(q[:, :1])
            mine = self.flex.compiled(q, k, v, block_mask=near, enable_gqa=True)
            positions = torch.arange(2048, device=self.device).expand(1, -1)
            plain = masked_attend(batch.documents[:1, :2048], positions, self.model.shape.window)(
                q[:1, :, :2048], k[:1, :, :2048], v[:1, :, :2048], True
            )
            error = (mine[:1, :, :2048] - plain).abs().max().item()
            print(f"flex attention works, largest difference {error:.4f}", flush=True)
            if error > 0.1:
                raise RuntimeError(f"flex attention differs by {error}")
            self.step_function = torch.compile(
                flex_loss(self.model, self.flex.attention, options.balance, self.device.type), dynamic=False
            )
            self.step_function(batch.ids, batch.targets, batch.weights, batch.positions, full, near)[0].backward()
            self.model.zero_grad(set_to_none=True)
            print(f"compiled after {time.monotonic() - STARTED_S:.0f} s", flush=True)
        except Exception as error:  # noqa: BLE001 - whatever fails, the plain way still trains
            print(f"falling back to plain attention: {type(error).__name__}: {str(error)[:2000]}", flush=True)
            self.flex, self.step_function = None, None
            torch.cuda.empty_cache()

    def losses(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """The losses of a batch by the chosen way."""
        if self.flex is not None and self.step_function is not None:
            return self.step_function(
                batch.ids, batch.targets, batch.weights, batch.positions, *self.flex.masks(batch.documents)
            )
        with self.autocast():
            attend = masked_attend(batch.documents, batch.positions, self.model.shape.window)
            return loss_of(
                self.model, batch.ids, batch.targets, batch.weights, batch.positions, attend, self.options.balance
            )

    @torch.no_grad()
    def validate(self, limit: int) -> dict[str, float]:
        """The share of turns whose every assistant token is the model's first choice, by job, and over all."""
        right: dict[str, list[int]] = {}
        dataset = self.check.dataset
        held: list[tuple[list[int], Rows]] = []
        for number, entry in enumerate(self.check.epoch(None)):
            if number == limit:
                break
            held.append(entry)
            if len(held) == self.options.rows:
                self._validate_batch(dataset, held, right)
                held = []
        if held:
            # A full batch, since the compiled attention takes no other size.
            self._validate_batch(dataset, held, right)
        every = [x for results in right.values() for x in results]
        scores = {job: round(float(np.mean(results)), 4) for job, results in sorted(right.items())}
        return {**scores, "all": round(float(np.mean(every)), 4), "turns": len(every)}

    def _validate_batch(
        self, dataset: Dataset, held: list[tuple[list[int], Rows]], right: dict[str, list[int]]
    ) -> None:
        padded = [rows for _, rows in held]
        padded += [padded[0]] * (self.options.rows - len(padded))
        rows = stacked(padded)
        batch = to_device(rows, self.device)
        with self.autocast():
            if self.flex is not None:
                full, near = self.flex.masks(batch.documents)
                compiled = self.flex.compiled

                def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, sliding: bool) -> torch.Tensor:
                    return compiled(q, k, v, block_mask=near if sliding else full, enable_gqa=True)

            else:
                attend = masked_attend(batch.documents, batch.positions, self.model.shape.window)
            states, _ = self.model(batch.ids, batch.positions, attend)
            best = torch.cat([self.model.logits(row[None]).argmax(-1) for row in states])
        hits = (best == batch.targets).cpu().numpy()
        turn_of = np.roll(rows.turn_of, -1, 1)
        turn_of[:, -1] = -1
        for at, (numbers, _) in enumerate(held):
            for place, number in enumerate(numbers):
                here = rows.documents[at] == place
                for turn in range(int(dataset.turns[number + 1] - dataset.turns[number])):
                    mask = here & (turn_of[at] == turn)
                    if mask.any():
                        job = dataset.job_names[dataset.jobs[dataset.turns[number] + turn]]
                        right.setdefault(job, []).append(int(hits[at][mask].all()))

    def run(self) -> None:
        """Train until the clock or the number of steps says so."""
        options, model = self.options, self.model
        matrices = [p for name, p in model.named_parameters() if p.ndim >= 3 and name != "router"]
        others = [p for name, p in model.named_parameters() if not (p.ndim >= 3 and name != "router")]
        muon = Muon(matrices, options.lr, weight_decay=options.decay)
        adam = torch.optim.AdamW(
            others, options.lr, betas=(0.9, 0.95), weight_decay=0.0, fused=self.device.type == "cuda"
        )
        batches = prefetch(iter(Feed(self.train, options.fresh, options.rows, options.seed, self.log)))
        self.prepare(to_device(next(batches), self.device))
        if self.step_function is not None:
            muon.orthogonal = torch.compile(orthogonal)
        tokens, step, since_s, since_tokens = 0, 0, time.monotonic(), 0
        history: list[tuple[int, float, float]] = []
        self.began_s = time.monotonic()
        while (share := self.elapsed_share(step)) < 1:
            factor = rate(share, options.warmup, options.cooldown)
            for optimizer, base in ((muon, options.lr), (adam, options.adam_lr)):
                for group in optimizer.param_groups:
                    group["lr"] = base * factor
            batch = to_device(next(batches), self.device)
            loss, answers = self.losses(batch)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            muon.step()
            adam.step()
            model.zero_grad(set_to_none=True)
            step += 1
            tokens += batch.ids.numel()
            if step in (1, 5, 20) or step % 50 == 0:
                value, now = answers.item(), time.monotonic()
                speed = (tokens - since_tokens) / (now - since_s)
                since_s, since_tokens = now, tokens
                history.append((step, round(value, 4), round(share, 4)))
                print(
                    f"step {step} share {share:.3f} tokens {tokens / 1e6:.0f}M answer loss {value:.4f} "
                    f"{speed / 1e6:.3f} Mtok/s fresh {self.log.get('fresh_conversations', 0)}",
                    flush=True,
                )
                if not math.isfinite(value):
                    raise RuntimeError("the loss is not finite")
        self.log |= {
            "steps": step,
            "tokens": tokens,
            "seconds": round(time.monotonic() - STARTED_S, 1),
            "history": history,
        }
        self.log["validation"] = self.validate(options.rows * 8)


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


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="files written by tools.pocket.data")
    parser.add_argument("--fresh", type=Path, help="folder that tools.pocket.fresh writes to meanwhile")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoint and log")
    parser.add_argument("--minutes", type=float, default=8.0, help="wall time of the whole process")
    parser.add_argument("--steps", type=int, default=0, help="number of steps, instead of --minutes")
    parser.add_argument("--rows", type=int, default=16, help="rows in a step")
    parser.add_argument("--length", type=int, default=8192, help="tokens in a row")
    parser.add_argument("--lr", type=float, default=3e-3, help="highest learning rate of matrices")
    parser.add_argument("--adam-lr", type=float, default=3e-3, help="highest learning rate of all else")
    parser.add_argument("--decay", type=float, default=0.05, help="weight decay of matrices")
    parser.add_argument("--warmup", type=float, default=0.03, help="share of the run")
    parser.add_argument("--cooldown", type=float, default=0.5, help="share of the run")
    parser.add_argument("--balance", type=float, default=0.005, help="weight of the load-balance loss")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--held", type=float, default=0.01, help="share of the conversations kept for validation")
    parser.add_argument("--init", type=Path, help="model.safetensors to go on from")
    parser.add_argument("--shape", type=json.loads, default={}, help='other geometry, such as {"layers": 2}')
    parser.add_argument("--plain", action="store_true", help="no flex attention, no compiler")
    parser.add_argument("--split", action="store_true", help="write the weights in parts of 15 MiB")
    return parser.parse_args()


def main() -> None:
    """Load, train, write."""
    options = parse()
    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dataset = Dataset.load(options.data)
    order = np.random.default_rng(0).permutation(len(dataset))
    held = max(1, int(len(dataset) * options.held))
    model = PocketModel(Shape(**options.shape)).to(device)
    if options.init is not None:
        from safetensors.torch import load_file

        model.load(load_file(str(options.init)))
    trainer = Trainer(
        options,
        device,
        model,
        Packer(dataset, order[held:], options.length),
        Packer(dataset, order[:held], options.length),
    )
    count = sum(p.numel() for p in model.parameters())
    trainer.log |= {
        "options": {k: str(v) for k, v in vars(options).items()},
        "parameters": count,
        "conversations": len(dataset),
        "data_tokens": len(dataset.ids),
        "device": torch.cuda.get_device_name() if device.type == "cuda" else "cpu",
        "torch": torch.__version__,
    }
    print(
        f"{count} parameters, {len(dataset)} conversations, {len(dataset.ids)} tokens, "
        f"ready after {time.monotonic() - STARTED_S:.0f} s",
        flush=True,
    )
    try:
        trainer.run()
    finally:
        write(trainer, options.out, options.split)
    print(json.dumps(trainer.log["validation"]), flush=True)


if __name__ == "__main__":
    main()
