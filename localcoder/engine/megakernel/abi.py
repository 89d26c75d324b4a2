"""What host and kernel share in memory: the structures, and the constants that the kernel is compiled with.

Both are defined here once; `cuda_header` writes them as CUDA source, which is compiled in front of `megakernel.cu`.
"""

from __future__ import annotations

import ctypes
from typing import Any

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel import geometry as sizes
from localcoder.engine.megakernel.geometry import Geometry
from localcoder.engine.megakernel.tasks import CARRIED, Gate, Kind, most_tasks, search_rounds

MAX_STOP_IDS = 16
LAUNCH_STEPS = 8
"""Most steps of one launch."""
SEARCH_BINS = 2048
SEARCH_BUFFERS = 3
"""Histograms in turn: one is filled, one read, one cleared."""
PROFILE_NUMBERS = 8
"""Of a task's entry in the profile; the last has no meaning."""
WORK_BYTES = 23 * 1024
"""Dynamic shared memory of a block behind the ring."""
FAILED_TOKEN = -2
"""Drawn where a row's logits are not finite."""
IDLE_TOKEN = -1
"""Stands where a row was idle in a step."""

u64 = ctypes.c_uint64


class Layer(ctypes.Structure):
    """Device addresses of one layer's weights, all bf16 and row-major, and how it attends."""

    _fields_ = [
        ("norm", u64),  # [hidden]
        ("qkv", u64),  # [qkv_rows, hidden]
        ("router", u64),  # [experts, hidden]; 0 in a dense layer
        ("output", u64),  # [hidden, query_size]
        ("gate_up", u64),  # [experts, 2 * ff, hidden], or [2 * ff, hidden] in a dense layer; gate rows first
        ("down", u64),  # [experts, hidden, ff], or [hidden, ff]
        ("window", ctypes.c_int32),  # keys that a token sees, itself included; 0 for all
        ("rope", ctypes.c_int32),
    ]


class Model(ctypes.Structure):
    """Device addresses of everything that lives as long as the loaded model."""

    _fields_ = [
        ("embedding", u64),  # bf16 [vocab, hidden]
        ("final_norm", u64),  # bf16 [hidden]
        ("head", u64),  # bf16 [vocab, hidden]
        ("layers", u64),  # Layer [layers]
        ("tasks", u64),  # int32 [sms, task_stride, 8]
        ("turns", u64),  # double [64]: turns of each rotary pair for one position (frequency / 2 pi)
        ("cache", u64),  # bf16 [layers, 2, kv_heads, slots, 128]
        ("cache_map", u64),  # CUtensorMap over the cache as [rows, 128]: boxes of 16 rows x 2 x 64, 128-byte swizzle
        ("x", u64),  # float [2, 8, hidden]: the residual stream before even and odd layers
        # bf16 [2, 8, hidden]: x times the weights of the norm that reads it next, not yet over its rms; the two in
        # turn, and the one that is not in use holds all ones
        ("normed", u64),
        ("squares", u64),  # (float, u32) [8, slices]: sums of x * x, and of which version
        ("q", u64),  # bf16 [8, query_size], rotated
        ("new_kv", u64),  # bf16 [2, 8, kv_size]: this step's keys (rotated) and values
        ("router_logits", u64),  # (float, u32) [8, experts]: and of which version
        ("part_out", u64),  # float [8, kv_heads, parts, group_heads, 128]: unnormalised sums
        ("part_stats", u64),  # float2 [8, kv_heads, parts, group_heads]: greatest score (base 2), sum of weights
        ("attended", u64),  # bf16 [8, query_size]
        ("activated", u64),  # bf16 [8, top_k, expert_ff], or [8, dense_ff]; times the router's weight
        ("best", u64),  # u64 [8, sms]: each SM's best score and its token, see `candidate` in the kernel
        ("greatest", u64),  # float [8, sms]: each SM's greatest logit
        ("logits", u64),  # float [8, vocab], written for rows that need them
        ("histograms", u64),  # u64 [3, 8, 2048], all zero before the first launch
        ("counters", u64),  # u32 [counters, 32], all zero before the first launch
        ("state", u64),  # State
        ("forced", u64),  # int32 [forced_steps, layers, 8, top_k]: experts to use instead of the router's; 0 for none
        # u64 [sms, task_stride, PROFILE_NUMBERS], if PROFILE: GPU clocks at a task's start, after its wait and at its
        # end; then, for ROUTE, how many different experts were chosen, else for how many clocks the task waited for
        # slots; then the clocks that the producer waited, in the same task, for a free slot, for an earlier load to
        # land and for the router. The entry behind the last task: clock and nanoseconds of the step's start, clock and
        # nanoseconds of its end.
        ("profile", u64),
        ("slots", ctypes.c_int64),  # of the cache
        ("task_stride", ctypes.c_int32),
        ("forced_steps", ctypes.c_int32),
    ]


class RowState(ctypes.Structure):
    """One row as the last launch left it."""

    _fields_ = [
        ("active", ctypes.c_int32),  # ROW_ENDED, ROW_ACTIVE or ROW_PAUSED
        ("token", ctypes.c_int32),  # the newest, not yet computed
        ("position", ctypes.c_int32),  # its position
        ("padding", ctypes.c_int32),
    ]


class State(ctypes.Structure):
    """What the device carries from launch to launch; all zero before the first."""

    _fields_ = [
        ("rows", RowState * sizes.MAX_ROWS),
        ("steps", ctypes.c_uint32),  # steps since the first launch: the counters' epoch
        ("rounds", ctypes.c_uint32),  # rounds of the threshold search since the first launch
        ("failed", ctypes.c_uint32),  # not 0 once a launch has given up: no later one starts
        ("padding", ctypes.c_uint32),
    ]


class Row(ctypes.Structure):
    """What a launch is to do with one row."""

    _fields_ = [
        ("seed", u64),
        ("mode", ctypes.c_int32),  # ROW_IDLE, ROW_NEW (token and position below), ROW_CONTINUES (the device has them)
        ("token", ctypes.c_int32),
        ("position", ctypes.c_int32),
        ("steps", ctypes.c_int32),  # most tokens to draw in this launch
        ("temperature", ctypes.c_float),  # 0: greedy
        ("top_p", ctypes.c_float),  # 1: off
        ("min_p", ctypes.c_float),  # 0: off
        ("top_k", ctypes.c_int32),  # 0: off
        ("wants_logits", ctypes.c_int32),
        ("stop_count", ctypes.c_int32),
        ("stop_ids", ctypes.c_int32 * MAX_STOP_IDS),
    ]


ROW_IDLE, ROW_NEW, ROW_CONTINUES = 0, 1, 2
ROW_ENDED, ROW_ACTIVE, ROW_PAUSED = 0, 1, 2
"""A row that has drawn its launch's steps pauses; one that met a stop id, or failed, does not continue."""


class Launch(ctypes.Structure):
    """One launch's orders, in device memory."""

    _fields_ = [
        ("tables", u64),  # int32 [8, table_stride] block tables, device memory
        ("tokens", u64),  # int64 [LAUNCH_STEPS, 8] in mapped host memory: (sequence << 32) | token, as they are drawn
        ("report", u64),  # Report in mapped host memory
        ("deadline_ns", u64),  # of one wait; 0 for none
        ("sequence", ctypes.c_int32),  # number of this launch, from 1
        ("steps", ctypes.c_int32),
        ("table_stride", ctypes.c_int32),
        ("padding", ctypes.c_int32),
        ("rows", Row * sizes.MAX_ROWS),
    ]


class Report(ctypes.Structure):
    """Who gave up first: a block that waited past the deadline, and on what."""

    _fields_ = [
        ("failed", ctypes.c_int32),
        ("sm", ctypes.c_int32),
        ("task", ctypes.c_int32),  # index in the SM's list
        ("wait", ctypes.c_int32),  # for what: WAIT_*
        ("counter", ctypes.c_int32),  # the counter, or the ring slot
        ("value", ctypes.c_uint32),
        ("wanted", ctypes.c_uint32),
        ("step", ctypes.c_int32),
    ]


WAIT_COUNTER, WAIT_FULL, WAIT_EMPTY, WAIT_ROUTE, WAIT_STEP, WAIT_LANDED, WAIT_ROUND, WAIT_WORDS = range(1, 9)
"""What a report's block waited for: a counter, a landed slot, a free slot, the router, a step, the bound on loads in
flight, a round of the threshold search, words that say themselves that they are there."""

STRUCTURES: tuple[type[ctypes.Structure], ...] = (Layer, Model, RowState, State, Row, Launch, Report)


def constants(config: ModelConfig, geometry: Geometry, *, ring_slots: int, in_flight: int) -> dict[str, int | float]:
    """Every compile-time constant of the kernel, by its name there.

    Args:
        config: the model's.
        geometry: of `config` on the device's SMs.
        ring_slots: slots of the shared-memory ring, from the device's shared memory.
        in_flight: 16 KB loads that an SM has under way at a time; 4 and 5 were slower than 3 (`docs/decisions.md`).
    """
    expert_ff, dense_ff = geometry.expert_ff or 32, geometry.dense_ff or 32
    values: dict[str, int | float] = {
        "HIDDEN": geometry.hidden,
        "LAYERS": geometry.layers,
        "KV_HEADS": geometry.kv_heads,
        "GROUP_HEADS": geometry.group_heads,
        "QUERY_SIZE": geometry.query_size,
        "KV_SIZE": geometry.kv_size,
        "QKV_ROWS": geometry.qkv_rows,
        "EXPERTS": geometry.experts,
        "TOP_K": geometry.top_k,
        "EXPERT_FF": expert_ff,
        "DENSE_FF": dense_ff,
        "VOCAB": geometry.vocab,
        "SMS": geometry.sms,
        "PARTS": geometry.parts,
        "HEAD_DIM": sizes.HEAD_DIM,
        "BLOCK_TOKENS": BLOCK_TOKENS,
        "ROUTER_SOFTMAX": int(config.router == "softmax_of_top"),
        "ROUTER_RENORMALISED": int(config.router_renormalised),
        "NORM_EPS": config.norm_eps,
        "LOGIT_SCALE": config.logit_scale,
        "RING_SLOTS": ring_slots,
        "IN_FLIGHT": in_flight,
        "COUNTER_ROUNDS": search_rounds(geometry),
        "MAX_TASKS": most_tasks(geometry),
    }
    for name in (
        "MAX_ROWS",
        "UNIT_ROWS",
        "SLICE_COLUMNS",
        "CONSUMER_WARPS",
        "AUXILIARY_WARPS",
        "GROUP_TOKENS",
        "MIN_PART_GROUPS",
        "COMBINE_QUARTERS",
        "SLOT_BYTES",
    ):
        values[name] = getattr(sizes, name)
    for name in (
        "LAUNCH_STEPS",
        "SEARCH_BINS",
        "SEARCH_BUFFERS",
        "WORK_BYTES",
        "PROFILE_NUMBERS",
        "FAILED_TOKEN",
        "IDLE_TOKEN",
        "ROW_IDLE",
        "ROW_NEW",
        "ROW_CONTINUES",
        "ROW_ENDED",
        "ROW_ACTIVE",
        "ROW_PAUSED",
        "WAIT_COUNTER",
        "WAIT_FULL",
        "WAIT_EMPTY",
        "WAIT_ROUTE",
        "WAIT_STEP",
        "WAIT_LANDED",
        "WAIT_ROUND",
        "WAIT_WORDS",
    ):
        values[name] = globals()[name]
    values |= {f"TASK_{kind.name}": int(kind) for kind in Kind}
    values |= {"GATES": len(Gate)} | {f"GATE_{carried.name}": int(carried) for carried in CARRIED}
    return values


_C_TYPES: dict[Any, str] = {
    ctypes.c_int32: "int",
    ctypes.c_uint32: "unsigned",
    ctypes.c_int64: "long long",
    ctypes.c_uint64: "unsigned long long",
    ctypes.c_float: "float",
}


def cuda_header(values: dict[str, int | float]) -> str:
    """The constants and structures as CUDA source."""
    lines = [f"constexpr {_literal(value)[0]} {name} = {_literal(value)[1]};" for name, value in values.items()]
    for structure in STRUCTURES:
        lines.append(f"struct {structure.__name__} {{")
        lines += [f"  {_declaration(field[0], field[1])};" for field in structure._fields_]
        lines.append("};")
        lines.append(f"static_assert(sizeof({structure.__name__}) == {ctypes.sizeof(structure)});")
    return "\n".join(lines) + "\n"


def _literal(value: int | float) -> tuple[str, str]:
    return ("float", f"{value!r}f") if isinstance(value, float) else ("int", str(value))


def _declaration(name: str, kind: Any) -> str:
    if issubclass(kind, ctypes.Array):
        return f"{_type(kind._type_)} {name}[{kind._length_}]"
    return f"{_type(kind)} {name}"


def _type(kind: Any) -> str:
    return kind.__name__ if issubclass(kind, ctypes.Structure) else _C_TYPES[kind]
