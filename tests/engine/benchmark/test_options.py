from __future__ import annotations

from pathlib import Path

import pytest

from localcoder.engine.benchmark.options import Case, DecodeOptions, default_output, parse_numbers
from localcoder.engine.shapes import find_shape
from localcoder.errors import UsageError


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"batches": (1, 9)}, "--batch 9: must be between 1 and 8"),
        ({"batches": (0,)}, "--batch 0"),
        ({"contexts": (0,)}, "--context 0: must be at least 1"),
        ({"steps": 7}, "--steps 7: must be between 8 and 4096"),
        ({"routing": "random"}, "--routing random: must be one of uniform, correlated, model"),
        ({"sampling": "beam"}, "--sampling beam: must be one of greedy, sampled"),
    ],
)
def test_a_value_without_meaning_is_refused(changes: dict, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        DecodeOptions("pocket", **changes).check()


def test_a_context_must_leave_room_for_what_is_drawn() -> None:
    pocket = find_shape("pocket")
    longest = 8192 - 64 - 64 - 1
    DecodeOptions("pocket", contexts=(longest,), steps=64).for_model(pocket)
    with pytest.raises(
        UsageError, match=rf"--context {longest + 1}: with 128 tokens .* at most {longest} fit the 8192"
    ):
        DecodeOptions("pocket", contexts=(longest + 1,), steps=64).for_model(pocket)


def test_the_usual_context_is_8k_or_half_of_what_a_small_model_takes() -> None:
    assert DecodeOptions("north").for_model(find_shape("north-mini-code")).contexts == (8192,)
    assert DecodeOptions("pocket").for_model(find_shape("pocket")).contexts == (4096,)


def test_ragged_rows_spread_up_to_the_context() -> None:
    assert Case.of(4, 1000, ragged=True).contexts == (250, 500, 750, 1000)
    assert Case.of(3, 1000, ragged=False).contexts == (1000, 1000, 1000)
    assert Case.of(8, 3, ragged=True).contexts[0] == 1


def test_every_batch_is_measured_at_every_context() -> None:
    cases = DecodeOptions("pocket", batches=(1, 2), contexts=(100, 200)).cases()
    assert [(case.batch, case.context) for case in cases] == [(1, 100), (2, 100), (1, 200), (2, 200)]


def test_numbers_come_with_commas() -> None:
    assert parse_numbers("--batch", "1,2, 8") == (1, 2, 8)
    for wrong in ("", "1;2", "1,,2", "two"):
        with pytest.raises(UsageError, match=r"--batch .*: must be whole numbers"):
            parse_numbers("--batch", wrong)


def test_the_result_goes_to_the_benchmarks_folder_where_there_is_one(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert default_output("org/model") == Path("decode-model.json")
    (tmp_path / "bench/results").mkdir(parents=True)
    assert default_output("pocket") == Path("bench/results/decode-pocket.json")
