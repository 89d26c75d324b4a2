"""How attention scores are judged: sums in another order pass, and no fault of the attention hides behind rounding.

Both sides are the twin. The model's columns in another order make the same model, whose sums round elsewhere, as the
kernel's do; every fault is one that a kernel could have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
import torch

from localcoder.engine.megakernel import twin_tasks
from localcoder.engine.megakernel.geometry import Geometry, part_of
from localcoder.engine.megakernel.twin import Twin, TwinRow
from localcoder.engine.weights import ExpertWeights, LayerWeights, MlpWeights, ModelWeights
from tests.fakes.buffers import Difference, compare_buffers
from tests.fakes.decoding import Row, fill
from tests.gpu.models import Model, load
from tests.gpu.rows import clear_rows

LENGTHS = (1, 16, 140, 700)
BLOCKS = 24
WINDOW = 100
Fault = Callable[[Twin, list[Row], pytest.MonkeyPatch], None]


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def _model(layers: int) -> tuple[Model, list[Row]]:
    whole = load("small", torch.device("cpu"))
    return whole.first(layers), clear_rows(whole, LENGTHS, blocks=BLOCKS)


def _twin(model: Model, rows: Sequence[Row], weights: ModelWeights | None = None) -> Twin:
    geometry = Geometry.of(model.config, 132)
    twin = Twin(model.config, weights or model.weights, geometry, total_blocks=BLOCKS, dtype=torch.bfloat16)
    fill(twin.cache, rows)
    return twin


def _step(twin: Twin, rows: Sequence[Row]) -> dict[str, torch.Tensor]:
    twin.step([TwinRow(row.token, row.position, row.table) for row in rows])
    return twin.buffers


def _scores(model: Model, rows: Sequence[Row], found: dict[str, torch.Tensor]) -> Difference:
    wanted = _step(_twin(model, rows), rows)
    results = compare_buffers(model.config, Geometry.of(model.config, 132), rows, found, wanted)
    return next(result for result in results if result.name == "part_stats")


def _reordered(weights: ModelWeights, order: torch.Tensor) -> ModelWeights:
    """The same model with the columns of its residual stream in another order."""

    def layer(old: LayerWeights) -> LayerWeights:
        mlp = old.mlp
        if isinstance(mlp, ExpertWeights):
            assert isinstance(mlp.gate_up, torch.Tensor) and isinstance(mlp.down, torch.Tensor)
            mlp = ExpertWeights(mlp.router[:, order], mlp.gate_up[:, :, order], mlp.down[:, order], None)
        else:
            mlp = MlpWeights(mlp.gate_up[:, order], mlp.down[order])
        kept = replace(old, input_norm=old.input_norm[order], qkv=old.qkv[:, order], mlp=mlp)
        return replace(kept, output=old.output[order])

    layers = tuple(map(layer, weights.layers))
    return ModelWeights(weights.embedding[:, order], layers, weights.final_norm[order], weights.head[:, order])


def test_scores_may_round_as_sums_in_another_order_do_even_where_they_are_almost_zero() -> None:
    model, rows = _model(3)
    order = torch.randperm(model.config.hidden_size, generator=torch.Generator().manual_seed(3))
    result = _scores(model, rows, _step(_twin(model, rows, _reordered(model.weights, order)), rows))
    assert result.greatest > 0, "nothing rounded elsewhere"
    assert result.holds, result


def _window_too_long(twin: Twin, rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    _set_window(twin, WINDOW + 1)


def _window_too_short(twin: Twin, rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    _set_window(twin, WINDOW - 1)


def _set_window(twin: Twin, window: int) -> None:
    assert all(part_of(n, window, 66)[1:] == part_of(n, WINDOW, 66)[1:] for n in LENGTHS), "other parts: a plain fault"
    twin.geometry = replace(twin.geometry, windows=(None, window))


def _scale(twin: Twin, rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin_tasks, "SCORE_SCALE", twin_tasks.SCORE_SCALE * 1.02)


def _key_of_another_token(twin: Twin, rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    slot = rows[3].table[-1] * 64 + 20  # of position 660, one of 32 in its part
    twin.cache[:, 0, :, slot] = twin.cache[:, 0, :, slot + 1]


def _block_of_another_sequence(twin: Twin, rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    rows[1] = replace(rows[1], table=rows[3].table[5:6])  # of the sequences' equal beginnings any would do


def _key_head_of_another_group(twin: Twin, rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    twin.cache.copy_(twin.cache.flip(2))


@pytest.mark.parametrize(
    "fault",
    [
        _window_too_long,
        _window_too_short,
        _scale,
        _key_of_another_token,
        _block_of_another_sequence,
        _key_head_of_another_group,
    ],
)
def test_a_fault_of_the_attention_shows_in_the_scores(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    model, rows = _model(2)
    assert model.config.layers[1].window == WINDOW
    twin, own = _twin(model, rows), list(rows)
    with monkeypatch.context() as patch:
        fault(twin, own, patch)
        found = _step(twin, own)
    result = _scores(model, rows, found)
    assert not result.holds, result
