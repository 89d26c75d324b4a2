"""What a training step sees depends on the seed and the step, not on who made it or when."""

from __future__ import annotations

import itertools
import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from localcoder.engine.models import POCKET_DIRECTORY
from tools import train_pocket
from tools.pocket import fresh, sweep
from tools.pocket.data import Dataset, Packer, stacked
from tools.pocket.stream import Recipe, Stream, block_path, load_block, save_block, visits
from tools.pocket.validation import answer_loss, exact_turns

LENGTH = 64
CONTROL = {"<|USER_TOKEN|>": 1, "<|CHATBOT_TOKEN|>": 2, "<|END_OF_TURN_TOKEN|>": 3}
TINY = {"layers": 2, "hidden": 128, "heads": 2, "head_dim": 64, "dense_ff": 128}


def conversations(seed: int, count: int = 9) -> Dataset:
    """Some of random lengths, each with one answer."""
    draw = np.random.default_rng(seed)
    ids = [
        np.array([*([7] * (n % 3 > 0)), 1, *draw.integers(10, 900, 4), 2, 8, *draw.integers(10, 900, 1 + 3 * n), 3])
        for n in range(count)
    ]
    numbers = np.arange(count + 1)
    return Dataset(
        np.concatenate(ids).astype(np.uint16),
        np.concatenate([[0], np.cumsum([len(x) for x in ids])]),
        numbers,
        np.zeros(count, np.uint8),
        np.zeros((0, 2), np.int32),
        ["job"],
        CONTROL,
    )


def test_a_block_gives_back_the_rows_that_were_packed(tmp_path: Path) -> None:
    dataset = conversations(1)
    save_block(dataset, LENGTH, tmp_path / "block.npz")
    block = load_block(tmp_path / "block.npz")
    packed = stacked([row for _, row in Packer(dataset, LENGTH).rows()])
    for name in ("ids", "weights", "documents", "positions"):
        np.testing.assert_array_equal(getattr(block.rows(), name), getattr(packed, name), name)
    targets = packed.weights[:, 1:]
    assert block.counts() == (((targets > 0) & (targets < 1)).sum(), (targets == 1).sum())
    assert [path.name for path in tmp_path.iterdir()] == ["block.npz"]


@given(st.floats(0.05, 1.0), st.integers(1, 400))
def test_new_blocks_come_in_order_and_old_ones_as_late_as_possible(share: float, count: int) -> None:
    last_seen: dict[int, int] = {}
    for visit, number in enumerate(itertools.islice(visits(share), count)):
        if number in last_seen:
            assert last_seen[number] == min(last_seen.values())
        else:
            assert number == len(last_seen)
        last_seen[number] = visit
    assert abs(len(last_seen) - share * count) <= 1


def test_batches_do_not_depend_on_when_blocks_come(tmp_path: Path) -> None:
    ready, late = tmp_path / "ready", tmp_path / "late"
    for folder in (ready, late):
        folder.mkdir()
    for number in range(4):
        save_block(conversations(number), LENGTH, block_path(ready, number))
    expected = list(itertools.islice(Stream(ready, 2, 0.7), 8))
    stream = Stream(late, 2, 0.7)
    taken = 0

    def bring() -> None:
        for number in (2, 0, 3, 1):
            save_block(conversations(number), LENGTH, block_path(late, number))

    batches = iter(stream)
    thread = threading.Thread(target=bring)
    thread.start()
    for batch in expected:
        found = next(batches)
        for name in ("ids", "weights", "documents"):
            np.testing.assert_array_equal(getattr(found, name), getattr(batch, name))
        taken += 1
    thread.join()
    assert taken == 8


def test_waiting_for_a_block_that_nobody_makes_ends(tmp_path: Path) -> None:
    with pytest.raises(TimeoutError, match=r"000000\.npz"):
        next(iter(Stream(tmp_path, 2, 1.0, patience_s=0.01)))
    (tmp_path / "failed").write_text("no space left")
    with pytest.raises(RuntimeError, match="no space left"):
        next(iter(Stream(tmp_path, 2, 1.0)))


def test_a_folder_with_blocks_of_another_seed_is_refused(tmp_path: Path) -> None:
    Recipe(1, 600, 8192).claim(tmp_path)
    Recipe(1, 600, 8192).claim(tmp_path)
    with pytest.raises(ValueError, match="another recipe"):
        Recipe(2, 600, 8192).claim(tmp_path)


def _train(stream: Path, out: Path, *more: str, steps: str | None = "3", finished: bool = True) -> dict[str, Any]:
    """A few steps on the CPU."""
    options = ["--stream", str(stream), "--out", str(out), "--ranks", "1", "--shape", json.dumps(TINY)]
    options += ["--rows", "2", "--length", "1024", "--conversations", "8", *more]
    options += [] if steps is None else ["--steps", steps]
    with torch.random.fork_rng():
        assert train_pocket.main(options) == (0 if finished else 1)
    log: dict[str, Any] = json.loads((out / "log.json").read_text())
    return log


def test_number_and_haste_of_the_makers_change_neither_batches_nor_weights(tmp_path: Path) -> None:
    recipe = Recipe(1, 8, 1024)
    for name, processes, pause_s in (("one", 1, 0.0), ("three", 3, 0.05)):
        fresh.make(recipe, POCKET_DIRECTORY, tmp_path / name, processes=processes, blocks=3, held=8, pause_s=pause_s)
    logs = [_train(tmp_path / name, tmp_path / f"{name}-out") for name in ("one", "three")]
    assert logs[0]["batches_sha256"] == logs[1]["batches_sha256"]
    assert logs[0]["validation"] == logs[1]["validation"]
    first, second = ((tmp_path / f"{name}-out" / "model.safetensors").read_bytes() for name in ("one", "three"))
    assert first == second


def test_a_training_in_several_commands_gives_the_same_weights(tmp_path: Path) -> None:
    stream = tmp_path / "stream"
    fresh.make(Recipe(1, 8, 1024), POCKET_DIRECTORY, stream, processes=1, blocks=3, held=8)
    whole = _train(stream, tmp_path / "whole")
    late = _train(stream, tmp_path / "late", "--minutes", "0", finished=False)
    assert (late["finished"], late["paused"]) == (False, "paused after 1 of 3 steps")
    halted = _train(stream, tmp_path / "halted", "--until", "2")
    assert (halted["finished"], halted["paused"]) == (False, "paused after 2 of 3 steps")
    last = _train(stream, tmp_path / "last")
    assert last["finished"] and "paused" not in last
    assert last["history"] == [*whole["history"][:1], halted["history"][-1], *whole["history"][1:]]
    assert last["batches_sha256"] == whole["batches_sha256"]
    assert last["validation"] == whole["validation"]
    made, again = ((tmp_path / name / "model.safetensors").read_bytes() for name in ("whole", "last"))
    assert made == again


def test_a_sweep_trains_each_setting_as_the_trainer_does(tmp_path: Path) -> None:
    stream = tmp_path / "stream"
    fresh.make(Recipe(1, 8, 1024), POCKET_DIRECTORY, stream, processes=1, blocks=3, held=8)
    alone = _train(stream, tmp_path / "alone", "--lr", "0.004")
    options = ["--stream", str(stream), "--out", str(tmp_path / "sweep"), "--shape", json.dumps(TINY), "--steps", "3"]
    options += ["--rows", "2", "--length", "1024", "--conversations", "8"]
    with torch.random.fork_rng():
        none, same = sweep.sweep(sweep.read_settings('[{"lr": 0, "adam_lr": 0}, {"lr": 0.004}]'), options)
    assert list(map(list, same["history"])) == alone["history"]
    assert same["batches_sha256"] == none["batches_sha256"] == alone["batches_sha256"]
    assert none["held_loss"] > same["held_loss"] > 0
    assert json.loads((tmp_path / "sweep" / "sweep.json").read_text())[1]["setting"] == {"lr": 0.004}


@pytest.mark.parametrize(
    ("text", "wrong"), [('{"lr": 1}', "a list"), ('[{"rows": 4}]', "rows cannot differ"), ("[", "column")]
)
def test_settings_that_cannot_be_swept_are_refused(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        sweep.read_settings(text)


def test_without_a_number_of_steps_it_takes_as_many_as_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = tmp_path / "stream"
    fresh.make(Recipe(1, 8, 1024), POCKET_DIRECTORY, stream, processes=1, blocks=3, held=8)
    monkeypatch.setattr(train_pocket, "COUNTED", 5)
    monkeypatch.setattr(train_pocket, "SLACK", 0.9995)  # of thousands
    options = ["--warmup", "5", "--fresh", "0.1"]
    some = _train(stream, tmp_path / "some", *options, "--minutes", "9", steps=None)
    steps = some["options"]["steps"]
    assert int(steps) == some["steps_done"] >= 10
    halted = _train(stream, tmp_path / "halted", *options, "--minutes", "9", "--until", "7", steps=None)
    rest = _train(stream, tmp_path / "rest", *options, "--minutes", "9", steps=None)
    assert rest["steps_done"] == int(halted["options"]["steps"])
    (stream / train_pocket.PAUSED).unlink()
    again = _train(stream, tmp_path / "again", *options, steps=steps)
    assert again["batches_sha256"] == some["batches_sha256"]
    assert again["history"][-1] == some["history"][-1]


def test_validation_needs_a_conversation_that_fits(tmp_path: Path) -> None:
    conversations(1).save(tmp_path / "held.xz")
    with pytest.raises(ValueError, match="no conversation fits into a row of 5 tokens"):
        exact_turns(tmp_path / "held.xz", 5, 1, 1, lambda rows: rows.ids)
    with pytest.raises(ValueError, match="a batch of 2 rows of 5 tokens"):
        answer_loss(tmp_path / "held.xz", 5, 2, 1, lambda rows: (1.0, 1.0))
