"""What each kind of task does, in PyTorch: one function for each, on exactly the elements that its task owns.

Matrix inputs have the twin's type (bfloat16 as in the kernel, or float32), all products are summed in float32. Values
are rounded where the kernel rounds: normed inputs (before their root mean square divides them), rotated queries and
keys, values, attention weights, the heads' outputs, the MLPs' hidden activations.

Products are computed for all 8 rows at once, idle ones as zeros, and unit by unit: a library sums in another order for
other shapes, but a row's bits must not depend on its neighbours, nor a weight row's on which others an SM has.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import torch

from localcoder.engine.megakernel.abi import FAILED_TOKEN
from localcoder.engine.megakernel.balance import up_range
from localcoder.engine.megakernel.geometry import (
    COMBINE_QUARTERS,
    GROUP_TOKENS,
    HEAD_DIM,
    MAX_ROWS,
    SLICE_COLUMNS,
    UNIT_ROWS,
    part_of,
)
from localcoder.engine.megakernel.schedule import ScheduleFault
from localcoder.engine.megakernel.tasks import Kind, Task
from localcoder.engine.megakernel.twin_step import Sm, Step, TwinRow
from localcoder.engine.request import SamplingParams
from localcoder.engine.sampling import LEAST_TEMPERATURE, Sampler, SamplingFailed, gumbel
from localcoder.engine.weights import ExpertWeights, MlpWeights

SCORE_SCALE = math.log2(math.e) / math.sqrt(HEAD_DIM)
"""Scores are kept in base 2."""


def embed(step: Step, sm: Sm, task: Task) -> None:
    """x[0][:, slices] = embedding[token], normed and squares of it. From here on the slices are this SM's."""
    sm.slices = range(task.first, task.first + task.count)
    columns = slice(sm.slices.start * SLICE_COLUMNS, sm.slices.stop * SLICE_COLUMNS)
    ids = [row.token_id for row in step.rows.values()]
    step.write_stream(0, columns, step.weights.embedding[ids, columns].float())


def project(step: Step, sm: Sm, task: Task) -> None:
    """q, new_kv and the cache, router_logits: the task's rows of each."""
    geometry, weights = step.geometry, step.weights.layers[task.layer]
    begin, end = task.first * UNIT_ROWS, (task.first + task.count) * UNIT_ROWS
    inputs, scale = step.normed(task.layer)
    matrix = weights.qkv[begin:end]
    if isinstance(weights.mlp, ExpertWeights) and end > geometry.qkv_rows:
        routed = weights.mlp.router[max(0, begin - geometry.qkv_rows) : end - geometry.qkv_rows]
        matrix = torch.cat((matrix, routed))
    sums = _product(inputs, matrix) * scale
    keys_at, values_at = geometry.query_size, geometry.query_size + geometry.kv_size
    parts: tuple[tuple[int, int, Callable[[Step, int, slice, torch.Tensor], None]], ...] = (
        (0, keys_at, _store_queries),
        (keys_at, values_at, _store_keys),
        (values_at, geometry.qkv_rows, _store_values),
        (geometry.qkv_rows, geometry.qkv_rows + geometry.experts, _store_router_logits),
    )
    for first, stop, store in parts:
        low, high = max(begin, first), min(end, stop)
        if low < high:
            store(step, task.layer, slice(low - first, high - first), sums[:, low - begin : high - begin])


def _product(inputs: torch.Tensor, matrix: torch.Tensor, unit: int = UNIT_ROWS) -> torch.Tensor:
    """`inputs` [8, columns] times `matrix` [rows, columns], `unit` rows at a time: [8, rows]."""
    return torch.cat([inputs @ rows.T for rows in torch.split(matrix.float(), unit)], dim=1)


def _store_queries(step: Step, layer: int, columns: slice, sums: torch.Tensor) -> None:
    rotated = _rotate(step, layer, columns, sums)
    step.memory.write("q", (step.places, columns), rotated[step.places], step.version(layer))


def _store_keys(step: Step, layer: int, columns: slice, sums: torch.Tensor) -> None:
    _store_new_kv(step, layer, 0, columns, _rotate(step, layer, columns, sums))


def _store_values(step: Step, layer: int, columns: slice, sums: torch.Tensor) -> None:
    _store_new_kv(step, layer, 1, columns, sums)


def _store_new_kv(step: Step, layer: int, which: int, columns: slice, values: torch.Tensor) -> None:
    step.memory.write("new_kv", (which, step.places, columns), values[step.places], step.version(layer))
    at = torch.arange(columns.start, columns.stop)
    for place, row in step.rows.items():
        [slot] = row.slots(row.position, row.position + 1)
        step.cache[layer, which, at // HEAD_DIM, slot, at % HEAD_DIM] = values[place].to(step.dtype)


def _store_router_logits(step: Step, layer: int, columns: slice, sums: torch.Tensor) -> None:
    step.memory.write("router_logits", (step.places, columns), sums[step.places], step.version(layer))


def _rotate(step: Step, layer: int, columns: slice, sums: torch.Tensor) -> torch.Tensor:
    """Turn the pairs (2i, 2i + 1) of whole or partial heads that begin at an even column, [8, columns]."""
    if not step.geometry.rope[layer]:
        return sums
    pairs = torch.arange(columns.start, columns.stop, 2) % HEAD_DIM // 2
    cosines, sines = step.cosines[:, pairs], step.sines[:, pairs]
    even, odd = sums[:, 0::2], sums[:, 1::2]
    return torch.stack((even * cosines - odd * sines, even * sines + odd * cosines), -1).flatten(1)


def route(step: Step, sm: Sm, task: Task) -> None:
    """The rows' experts and their weights, for this SM: greatest logits first, the lower id where they are equal."""
    logits = step.memory.read("router_logits", step.places, step.version(task.layer))
    ids = logits.sort(dim=-1, descending=True, stable=True).indices[:, : step.geometry.top_k]
    if step.forced is not None:
        ids = step.forced[step.number % len(step.forced), task.layer, step.places].long()
    top = logits.gather(-1, ids)
    weights = top.softmax(-1) if step.config.router == "softmax_of_top" else top.sigmoid()
    if step.config.router_renormalised:
        weights = weights / weights.sum(-1, keepdim=True)
    sm.experts = dict(zip(step.places, ids.tolist(), strict=True))
    sm.expert_weights = dict(zip(step.places, weights.tolist(), strict=True))
    sm.distinct = sorted({expert for chosen in sm.experts.values() for expert in chosen})
    sm.routed_layer = task.layer


def attend(step: Step, sm: Sm, task: Task) -> None:
    """part_out and part_stats of one part over one key head, for the rows whose cached tokens reach that far."""
    geometry, version = step.geometry, step.version(task.layer)
    head, part = divmod(task.first, geometry.parts)
    queries = slice(head * geometry.group_heads * HEAD_DIM, (head + 1) * geometry.group_heads * HEAD_DIM)
    for place, row in step.rows.items():
        visible, first, end, size = part_of(row.position, geometry.windows[task.layer], geometry.parts)
        first += part * size
        if first >= end:
            continue
        tokens = max(visible, first * GROUP_TOKENS), min(row.position, min(end, first + size) * GROUP_TOKENS)
        keys, values = step.cache[task.layer, :, head, row.slots(*tokens)].float()
        q = step.memory.read("q", (place, queries), version).view(geometry.group_heads, HEAD_DIM)
        scores = q @ keys.T * SCORE_SCALE
        greatest = scores.amax(-1)
        weights = torch.exp2(scores - greatest[:, None])
        step.memory.write("part_out", (place, head, part), step.rounded(weights) @ values, version)
        stats = torch.stack((greatest, weights.sum(-1)), -1)
        step.memory.write("part_stats", (place, head, part), stats, version)


def combine(step: Step, sm: Sm, task: Task) -> None:
    """attended: quarters of heads, from all parts and the step's own token."""
    width = HEAD_DIM // COMBINE_QUARTERS
    begin, end = task.first * width, (task.first + task.count) * width
    for query_head in range(begin // HEAD_DIM, -(-end // HEAD_DIM)):
        at = query_head * HEAD_DIM
        dims = slice(max(begin - at, 0), min(end - at, HEAD_DIM))
        for place, row in step.rows.items():
            out = _head_output(step, task.layer, place, row, query_head, dims)
            columns = slice(at + dims.start, at + dims.stop)
            step.memory.write("attended", (place, columns), out, step.version(task.layer))


def _head_output(step: Step, layer: int, place: int, row: TwinRow, query_head: int, dims: slice) -> torch.Tensor:
    """Some dimensions of one query head's output for one row."""
    geometry, memory, version = step.geometry, step.memory, step.version(layer)
    head, member = divmod(query_head, geometry.group_heads)
    q = memory.read("q", (place, slice(query_head * HEAD_DIM, (query_head + 1) * HEAD_DIM)), version)
    key = memory.read("new_kv", (0, place, slice(head * HEAD_DIM, (head + 1) * HEAD_DIM)), version)
    value = memory.read("new_kv", (1, place, slice(head * HEAD_DIM + dims.start, head * HEAD_DIM + dims.stop)), version)
    _, first, end, size = part_of(row.position, geometry.windows[layer], geometry.parts)
    parts = slice(0, -(-(end - first) // size))
    stats = memory.read("part_stats", (place, head, parts, member), version)
    sums = memory.read("part_out", (place, head, parts, member, dims), version)
    own = (q * key).sum() * SCORE_SCALE
    greatest = torch.cat((stats[:, 0], own[None])).max()
    factors, own_weight = torch.exp2(stats[:, 0] - greatest), torch.exp2(own - greatest)
    out = (factors[:, None] * sums).sum(0) + own_weight * value
    return out / ((factors * stats[:, 1]).sum() + own_weight)


def up(step: Step, sm: Sm, task: Task) -> None:
    """activated: this SM's share of the gate and up rows of the experts that the rows chose."""
    weights = step.weights.layers[task.layer]
    assert isinstance(weights.mlp, ExpertWeights)
    _check_routed(sm, task)
    per_expert = step.geometry.up_units(step.geometry.expert_ff)
    units = up_range(len(sm.distinct) * per_expert, step.geometry.sms, sm.number)
    inputs, scale = step.normed(task.layer)
    for rank, expert in enumerate(sm.distinct):
        low, high = (min(max(at - rank * per_expert, 0), per_expert) for at in (units.start, units.stop))
        if low == high:
            continue
        columns, hidden = _gated(inputs, scale, weights.mlp.gate_up[expert], low, high)
        for place, chosen in sm.experts.items():
            if expert in chosen:
                slot = chosen.index(expert)
                scaled = hidden[place] * sm.expert_weights[place][slot]
                step.memory.write("routed", (place, slot, columns), scaled, step.version(task.layer))


def dense_up(step: Step, sm: Sm, task: Task) -> None:
    """activated: the task's units of a dense layer's gate and up rows."""
    weights = step.weights.layers[task.layer]
    assert isinstance(weights.mlp, MlpWeights)
    inputs, scale = step.normed(task.layer)
    columns, hidden = _gated(inputs, scale, weights.mlp.gate_up, task.first, task.first + task.count)
    step.memory.write("dense", (step.places, columns), hidden[step.places], step.version(task.layer))


def _gated(
    inputs: torch.Tensor, scale: torch.Tensor, gate_up: torch.Tensor, low: int, high: int
) -> tuple[slice, torch.Tensor]:
    """silu(gate) * up, [8, columns], of the units low .. high of one MLP; and the columns that they are."""
    ff, wide = len(gate_up) // 2, UNIT_ROWS // 2
    columns = slice(low * wide, high * wide)
    gates = _product(inputs, gate_up[:ff][columns], wide) * scale
    ups = _product(inputs, gate_up[ff:][columns], wide) * scale
    return columns, gates * gates.sigmoid() * ups


def _check_routed(sm: Sm, task: Task) -> None:
    if sm.routed_layer != task.layer:
        raise ScheduleFault(f"SM {sm.number} has no routing for {task.kind.name} of layer {task.layer}")


def output(step: Step, sm: Sm, task: Task) -> None:
    """This SM's sums for one slice: the attention's output projection."""
    attended = step.all_rows("attended", task.layer)
    matrix = step.weights.layers[task.layer].output[_slice(task)]
    sm.sums, sm.sums_of = attended @ matrix.float().T, (task.layer, task.first)


def down(step: Step, sm: Sm, task: Task) -> None:
    """The sums go on with the experts, in the order of their ids; with the residual they are the next layer's input."""
    mlp = step.weights.layers[task.layer].mlp
    assert isinstance(mlp, ExpertWeights)
    _check_routed(sm, task)
    activated = step.all_rows("routed", task.layer)
    for expert in sm.distinct:
        inputs = torch.zeros(MAX_ROWS, step.geometry.expert_ff)
        for place, chosen in sm.experts.items():
            if expert in chosen:
                inputs[place] = activated[place, chosen.index(expert)]
        sm.sums = sm.sums + inputs @ mlp.down[expert][_slice(task)].float().T
    _end_slice(step, sm, task)


def dense_down(step: Step, sm: Sm, task: Task) -> None:
    """The same for a dense layer."""
    mlp = step.weights.layers[task.layer].mlp
    assert isinstance(mlp, MlpWeights)
    sm.sums = sm.sums + step.all_rows("dense", task.layer) @ mlp.down[_slice(task)].float().T
    _end_slice(step, sm, task)


def _slice(task: Task) -> slice:
    return slice(task.first * SLICE_COLUMNS, (task.first + 1) * SLICE_COLUMNS)


def _end_slice(step: Step, sm: Sm, task: Task) -> None:
    if sm.sums_of != (task.layer, task.first):
        raise ScheduleFault(f"SM {sm.number} has sums of {sm.sums_of}, not of slice {task.first}, layer {task.layer}")
    if task.first not in sm.slices:
        raise ScheduleFault(f"SM {sm.number} does not own slice {task.first} of the residual stream")
    sm.sums_of = (-1, -1)
    x = step.memory.read("x", (task.layer % 2, step.places, _slice(task)), step.version(task.layer))
    step.write_stream(task.layer + 1, _slice(task), x + sm.sums[step.places])


def head(step: Step, sm: Sm, task: Task) -> None:
    """logits of the task's units; of each row the best score (Gumbel noise added) with its token, the greatest logit.

    An SM without units has the score -inf.
    """
    version = step.version(task.layer)
    ids = slice(task.first * UNIT_ROWS, (task.first + task.count) * UNIT_ROWS)
    inputs, scale = step.normed(task.layer)
    logits = _product(inputs, step.weights.head[ids]) * scale * step.config.logit_scale
    step.memory.write("logits", (step.places, ids), logits[step.places], version)
    for place, row in step.rows.items():
        best, greatest = (-math.inf, 0.0), -math.inf
        if task.count:
            scores = _scores(row, logits[place].numpy(), ids)
            at = int(scores.argmax())
            best, greatest = (float(scores[at]), float(ids.start + at)), float(logits[place].max())
        step.memory.write("best", (place, sm.number), torch.tensor(best, dtype=torch.float64), version)
        step.memory.write("greatest", (place, sm.number), torch.tensor(greatest), version)


def _scores(row: TwinRow, logits: np.ndarray, ids: slice) -> np.ndarray:
    """What the token with the greatest of is drawn, if nothing restricts the choice."""
    if row.sampling.temperature == 0:
        return logits
    noise = gumbel(row.seed, row.position + 1, np.arange(ids.start, ids.stop, dtype=np.uint32))
    scores: np.ndarray = logits / np.float32(max(row.sampling.temperature, LEAST_TEMPERATURE)) + noise
    return scores


def sample(step: Step, sm: Sm, task: Task) -> None:
    """Every row's next token, for this SM; rows that restrict the choice are drawn as `Sampler` defines it."""
    version = step.version(task.layer)
    sm.tokens = {}
    for place, row in step.rows.items():
        params = row.sampling
        if not math.isfinite(float(step.memory.read("greatest", place, version).max())):
            sm.tokens[place] = FAILED_TOKEN
        elif params.temperature == 0 or (params.top_p >= 1 and not params.top_k and params.min_p <= 0):
            best = step.memory.read("best", place, version)
            # The SMs' tokens ascend, so the first of equal scores is the lowest id.
            sm.tokens[place] = int(best[int(best[:, 0].numpy().argmax()), 1])
        else:
            sm.tokens[place] = _draw(step, row, step.memory.read("logits", place, version))


def _draw(step: Step, row: TwinRow, logits: torch.Tensor) -> int:
    params = SamplingParams(
        temperature=row.sampling.temperature,
        top_p=row.sampling.top_p,
        top_k=row.sampling.top_k,
        min_p=row.sampling.min_p,
        seed=row.seed,
    )
    sampler = Sampler(params, prompt_ids=(), vocab_size=step.geometry.vocab, end_ids=())
    try:
        return sampler.draw(logits.numpy(), row.position + 1).token_id
    except SamplingFailed:
        return FAILED_TOKEN


RUN: dict[Kind, Callable[[Step, Sm, Task], None]] = {
    Kind.EMBED: embed,
    Kind.QKV: project,
    Kind.ROUTE: route,
    Kind.ATTEND: attend,
    Kind.UP: up,
    Kind.DENSE_UP: dense_up,
    Kind.COMBINE: combine,
    Kind.OUTPUT: output,
    Kind.DOWN: down,
    Kind.DENSE_DOWN: dense_down,
    Kind.HEAD: head,
    Kind.SAMPLE: sample,
}
