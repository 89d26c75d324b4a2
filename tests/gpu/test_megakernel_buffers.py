"""What every task of a layer leaves in memory, against the twin, for the model cut after each of its layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from localcoder.engine.megakernel.twin import Twin, TwinRow
from tests.fakes.buffers import compare_buffers, compare_caches, wrongly_changed
from tests.fakes.decoding import fill
from tests.gpu.models import CONFIGS, load
from tests.gpu.rows import RAGGED, clear_rows
from tests.gpu.stage import BLOCKS, DEVICE, NEEDS_KERNEL, cache_of, geometry_of, set_out, step, values_of, wait

pytestmark = NEEDS_KERNEL

CPU = torch.device("cpu")
LENGTHS = {"wide": (0, 33, 700), "sliding": (5, 4200)}
"""Few rows where the twin takes long."""
CASES = [(name, layers) for name in CONFIGS for layers in range(1, 1 + len(CONFIGS[name]().layers))]


@pytest.mark.parametrize(("name", "layers"), CASES)
def test_every_buffer_holds_what_the_twins_does(kernel: Callable[..., Any], name: str, layers: int) -> None:
    whole = load(name, DEVICE)
    model = whole.first(layers)
    # Tokens that are clear in the whole model are so in its first layers, and the same in each case.
    rows = clear_rows(whole, LENGTHS.get(name, RAGGED))
    backend = kernel(model)
    geometry = geometry_of(backend, model)
    set_out(backend, rows)
    before = cache_of(backend).cpu().clone()
    step(backend, rows)
    wait()

    twin = Twin(model.config, model.on(CPU).weights, geometry, total_blocks=BLOCKS, dtype=torch.bfloat16)
    fill(twin.cache, rows)
    twin.step([TwinRow(row.token, row.position, row.table) for row in rows])

    results = compare_buffers(model.config, geometry, rows, values_of(backend, model, steps=1), twin.buffers)
    results += compare_caches(rows, cache_of(backend), twin.cache)
    wrong = [str(result) for result in results if not result.holds]
    assert not wrong, "\n".join(wrong)
    changed = wrongly_changed(rows, before, cache_of(backend).cpu())
    assert not changed, f"changed slots of the cache that are no row's new token's: (layer, slot) {changed[:8]}"
