"""What a model is: everything that `config.json` decides about its numbers, checked once.

A field that changes the numbers is read from the file or refused; the defaults of other libraries' classes are never
assumed. The few fields that checkpoints of a family really omit have the family's own meaning, said beside them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn, cast

from localcoder.errors import UsageError

Family = Literal["cohere2_moe", "llama", "qwen3", "qwen3_moe"]
Norm = Literal["rms", "layer"]
Router = Literal["sigmoid_of_top", "softmax_of_top", "top_of_softmax"]
SharedCombination = Literal["average", "sum"]

_ARCHITECTURES: dict[Family, str] = {
    "cohere2_moe": "Cohere2MoeForCausalLM",
    "llama": "LlamaForCausalLM",
    "qwen3": "Qwen3ForCausalLM",
    "qwen3_moe": "Qwen3MoeForCausalLM",
}

FAMILIES: tuple[Family, ...] = tuple(_ARCHITECTURES)

_ONLY_SUPPORTED: dict[str, object] = {
    "hidden_act": "silu",
    "attention_bias": False,
    "mlp_bias": False,
    "partial_rotary_factor": 1.0,
    "rotary_pct": 1.0,
    "use_qk_norm": False,
    "use_parallel_block": True,
    "use_gated_activation": True,
    "quantization_config": None,
    "compression_config": None,
}
"""Fields that only matter when they differ from this: absent or equal is what every family here means."""


@dataclass(frozen=True, slots=True)
class LayerConfig:
    """How one layer differs from its siblings."""

    window: int | None
    """Keys that a token sees, itself included; None is all of them."""
    rope: bool
    """Whether queries and keys are rotated by position."""
    moe: bool
    """Routed experts instead of one dense MLP."""


@dataclass(frozen=True, slots=True)
class RopeScaling:
    """The `llama3` stretching of the rotary frequencies (Llama 3.1 and later)."""

    factor: float
    low_freq_factor: float
    high_freq_factor: float
    original_context_tokens: int


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """The geometry and the numeric choices of one model. See `from_file`."""

    family: Family
    vocab_size: int
    hidden_size: int
    layers: tuple[LayerConfig, ...]
    query_heads: int
    kv_heads: int
    head_dim: int
    context_tokens: int
    """The longest sequence the model was made for (`max_position_embeddings`)."""

    norm: Norm
    norm_eps: float
    parallel_block: bool
    """`h = x + attn(n) + mlp(n)` with one norm, instead of attention and MLP in turn with a norm each."""
    qk_norm: bool
    """An RMS norm over head_dim of every query and key head, before the rotation."""

    rope_theta: float
    rope_interleaved: bool
    """Pairs (2i, 2i+1) rotate together; otherwise (i, i + head_dim/2)."""
    rope_scaling: RopeScaling | None

    dense_ff: int
    """Width of a dense layer's MLP; 0 where no layer is dense."""
    experts: int
    experts_per_token: int
    expert_ff: int
    router: Router
    router_renormalised: bool
    """Whether the chosen experts' weights are divided by their sum."""
    shared_experts: int
    shared_combination: SharedCombination

    tied_head: bool
    """The embedding is also the output head."""
    logit_scale: float
    eos_ids: tuple[int, ...]
    bos_id: int | None

    @property
    def query_size(self) -> int:
        """Width of all query heads together; need not equal `hidden_size`."""
        return self.query_heads * self.head_dim

    @property
    def kv_size(self) -> int:
        """Width of all key heads (or value heads) together."""
        return self.kv_heads * self.head_dim

    @property
    def kv_values_per_token(self) -> int:
        """Numbers that one token leaves in the KV cache, all layers together."""
        return 2 * self.kv_size * len(self.layers)

    @classmethod
    def from_file(cls, path: Path) -> ModelConfig:
        """Read `config.json`, or the one in the directory `path`.

        Raises:
            UsageError: the file cannot be read, or says something this version cannot run; names file and field.
        """
        file = path / "config.json" if path.is_dir() else path
        try:
            values = json.loads(file.read_text(encoding="utf-8"))
        except OSError as error:
            raise UsageError(f"{file}: cannot be read ({error.strerror or error}).") from None
        except ValueError as error:
            raise UsageError(f"{file}: is not valid JSON ({error}).") from None
        except RecursionError:
            raise UsageError(f"{file}: is nested too deep.") from None
        if not isinstance(values, dict):
            raise UsageError(f"{file}: is not a JSON object.")
        return _read(_Fields(values, str(file)))


_MOST = 2**31 - 1
"""Of any whole number: sizes beyond it are mistakes, and lists of that length would fill the memory."""
_MOST_LAYERS = 1000
_MOST_EXPERTS = 10_000


class _Fields:
    """A JSON object whose every complaint names the file and the field."""

    def __init__(self, values: Mapping[str, Any], source: str, prefix: str = "") -> None:
        self.values = values
        self.source = source
        self.prefix = prefix

    def refuse(self, name: str, why: str) -> NoReturn:
        raise UsageError(f"{self.source}: field `{self.prefix}{name}` {why}.")

    def has(self, name: str) -> bool:
        return self.values.get(name) is not None

    def get(self, name: str) -> Any:
        if not self.has(name):
            self.refuse(name, "is missing")
        return self.values[name]

    def integer(self, name: str, default: int | None = None, *, least: int = 1, most: int = _MOST) -> int:
        value = self.get(name) if default is None or self.has(name) else default
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            self.refuse(name, f"must be a whole number of at least {least}, not {_shown(value)}")
        if value > most:
            self.refuse(name, f"must be at most {most}, not {_shown(value)}")
        return value

    def number(self, name: str, default: float | None = None) -> float:
        value = self.get(name) if default is None or self.has(name) else default
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= sys.float_info.max:
            self.refuse(name, f"must be a positive number, not {_shown(value)}")
        return float(value)

    def boolean(self, name: str, default: bool | None = None) -> bool:
        value = self.get(name) if default is None or self.has(name) else default
        if not isinstance(value, bool):
            self.refuse(name, f"must be true or false, not {_shown(value)}")
        return value

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        value = self.get(name)
        if value not in choices:
            self.refuse(name, f"is {_shown(value)}; this version knows {', '.join(choices)}")
        return cast(str, value)

    def choices(self, name: str, choices: tuple[str, ...], length: int) -> list[str]:
        values = self.get(name)
        if not isinstance(values, list) or len(values) != length:
            self.refuse(name, f"must be a list of {length} names, one a layer")
        for value in values:
            if value not in choices:
                self.refuse(name, f"holds {_shown(value)}; this version knows {', '.join(choices)}")
        return cast(list[str], values)

    def mapping(self, name: str) -> _Fields:
        value = self.get(name)
        if not isinstance(value, dict):
            self.refuse(name, f"must be an object, not {_shown(value)}")
        return _Fields(value, self.source, f"{self.prefix}{name}.")

    def integers(self, name: str) -> list[int]:
        """A list of whole numbers, empty where the field is missing or null."""
        value = self.values.get(name) or []
        if not isinstance(value, list) or any(not isinstance(item, int) or isinstance(item, bool) for item in value):
            self.refuse(name, f"must be a list of whole numbers, not {_shown(value)}")
        return value


def _shown(value: object) -> str:
    """`value` in a message, which stays one readable line whatever the file holds."""
    text = repr(value)
    return text if len(text) <= 80 else text[:80] + " [...]"


def _read(fields: _Fields) -> ModelConfig:
    family = cast(Family, fields.choice("model_type", FAMILIES))
    if fields.has("architectures") and fields.values["architectures"] != [_ARCHITECTURES[family]]:
        fields.refuse("architectures", f"is {_shown(fields.values['architectures'])}, not [{_ARCHITECTURES[family]!r}]")
    for name, supported in _ONLY_SUPPORTED.items():
        if fields.has(name) and fields.values[name] != supported:
            shown = "set" if isinstance(fields.values[name], dict) else _shown(fields.values[name])
            fields.refuse(name, f"is {shown}, which this version does not support")

    query_heads = fields.integer("num_attention_heads")
    kv_heads = fields.integer("num_key_value_heads", query_heads if family == "llama" else None)
    if query_heads % kv_heads:
        fields.refuse("num_key_value_heads", f"({kv_heads}) does not divide num_attention_heads ({query_heads})")
    hidden_size = fields.integer("hidden_size")
    head_dim = _head_dim(fields, family, hidden_size, query_heads)
    layers = _layers(fields, family)
    rope_theta, rope_scaling = _rope(fields, family)
    norm, norm_eps = _norm(fields, family)
    experts = _experts(fields, family) if any(layer.moe for layer in layers) else _NO_EXPERTS
    dense_ff = 0
    if not all(layer.moe for layer in layers):
        prefix = "prefix_dense_intermediate_size"
        dense_ff = fields.integer(prefix if family == "cohere2_moe" and fields.has(prefix) else "intermediate_size")
    return ModelConfig(
        family=family,
        vocab_size=fields.integer("vocab_size"),
        hidden_size=hidden_size,
        layers=layers,
        query_heads=query_heads,
        kv_heads=kv_heads,
        head_dim=head_dim,
        context_tokens=fields.integer("max_position_embeddings"),
        norm=norm,
        norm_eps=norm_eps,
        parallel_block=family == "cohere2_moe",
        qk_norm=family in ("qwen3", "qwen3_moe"),
        rope_theta=rope_theta,
        rope_interleaved=family == "cohere2_moe",
        rope_scaling=rope_scaling,
        dense_ff=dense_ff,
        experts=experts.count,
        experts_per_token=experts.per_token,
        expert_ff=experts.ff,
        router=experts.router,
        router_renormalised=experts.renormalised,
        shared_experts=experts.shared,
        shared_combination=experts.combination,
        # Checkpoints written by older libraries omit the field where it has the family's usual value.
        tied_head=fields.boolean("tie_word_embeddings", family == "cohere2_moe"),
        logit_scale=fields.number("logit_scale") if family == "cohere2_moe" else 1.0,
        eos_ids=_token_ids(fields, "eos_token_id"),
        bos_id=next(iter(_token_ids(fields, "bos_token_id")), None),
    )


def _head_dim(fields: _Fields, family: Family, hidden_size: int, query_heads: int) -> int:
    default = None
    if not fields.has("head_dim") and family in ("llama", "qwen3_moe"):
        # Both families define it as hidden size / heads where the file does not say.
        if hidden_size % query_heads:
            fields.refuse("hidden_size", f"({hidden_size}) is not a multiple of num_attention_heads ({query_heads})")
        default = hidden_size // query_heads
    head_dim = fields.integer("head_dim", default)
    if head_dim % 2:
        fields.refuse("head_dim", f"must be even for rotary positions, not {head_dim}")
    return head_dim


def _norm(fields: _Fields, family: Family) -> tuple[Norm, float]:
    if family == "cohere2_moe" and not fields.has("rms_norm_eps"):
        return "layer", fields.number("layer_norm_eps")
    return "rms", fields.number("rms_norm_eps")


def _rope(fields: _Fields, family: Family) -> tuple[float, RopeScaling | None]:
    source = next((name for name in ("rope_scaling", "rope_parameters") if fields.has(name)), None)
    rope = fields.mapping(source) if source else _Fields({}, fields.source)
    type_name = "rope_type" if rope.has("rope_type") or not rope.has("type") else "type"
    kind = rope.values.get(type_name, "default")
    if kind not in ("default", "llama3") or any(isinstance(value, dict) for value in rope.values.values()):
        rope.refuse(type_name, f"is {_shown(kind)} or differs by layer; this version knows default and llama3")
    if rope.values.get("partial_rotary_factor") not in (None, 1, 1.0):
        rope.refuse("partial_rotary_factor", "is not 1, which this version does not support")
    with_theta = rope if rope.has("rope_theta") else fields
    theta = with_theta.number("rope_theta", 10_000.0 if family == "llama" else None)
    if kind == "default":
        return theta, None
    return theta, RopeScaling(
        factor=rope.number("factor"),
        low_freq_factor=rope.number("low_freq_factor"),
        high_freq_factor=rope.number("high_freq_factor"),
        original_context_tokens=rope.integer("original_max_position_embeddings"),
    )


def _layers(fields: _Fields, family: Family) -> tuple[LayerConfig, ...]:
    count = fields.integer("num_hidden_layers", most=_MOST_LAYERS)
    match family:
        case "llama":
            return (LayerConfig(window=None, rope=True, moe=False),) * count
        case "qwen3":
            return _qwen3_layers(fields, count)
        case "qwen3_moe":
            window = fields.integer("sliding_window") if fields.boolean("use_sliding_window", False) else None
            step = fields.integer("decoder_sparse_step")
            dense = fields.integers("mlp_only_layers")
            return tuple(
                LayerConfig(window=window, rope=True, moe=index not in dense and (index + 1) % step == 0)
                for index in range(count)
            )
        case "cohere2_moe":
            return _cohere2_moe_layers(fields, count)


def _qwen3_layers(fields: _Fields, count: int) -> tuple[LayerConfig, ...]:
    if not fields.boolean("use_sliding_window", False):
        return (LayerConfig(window=None, rope=True, moe=False),) * count
    window = fields.integer("sliding_window")
    if fields.has("layer_types"):
        kinds = fields.choices("layer_types", ("full_attention", "sliding_attention"), count)
        sliding = [kind == "sliding_attention" for kind in kinds]
    else:
        first_sliding = fields.integer("max_window_layers", least=0)
        sliding = [index >= first_sliding for index in range(count)]
    return tuple(LayerConfig(window=window if slides else None, rope=True, moe=False) for slides in sliding)


def _cohere2_moe_layers(fields: _Fields, count: int) -> tuple[LayerConfig, ...]:
    """The family's pattern: dense prefix layers, then MoE layers of which every n-th sees the whole context.

    Sliding layers rotate by position and full ones do not, except that `prefix_dense_sliding_window_pattern` 1 makes
    the (full) dense layers rotate too.
    """
    prefix = fields.integer("first_k_dense_replace", 0, least=0)
    if prefix > count:
        fields.refuse("first_k_dense_replace", f"({prefix}) exceeds num_hidden_layers ({count})")
    if fields.has("mlp_layer_types"):
        dense = [kind == "dense" for kind in fields.choices("mlp_layer_types", ("dense", "sparse"), count)]
    else:
        dense = [index < prefix for index in range(count)]
    prefix_pattern = fields.integer("prefix_dense_sliding_window_pattern") if any(dense) or prefix else 0
    if fields.has("layer_types"):
        kinds = fields.choices("layer_types", ("full_attention", "sliding_attention"), count)
        sliding = [kind == "sliding_attention" for kind in kinds]
    else:
        pattern = fields.integer("sliding_window_pattern") if prefix < count else 1
        sliding = [(index + 1) % prefix_pattern != 0 for index in range(prefix)]
        sliding += [(index + 1) % pattern != 0 for index in range(count - prefix)]
    window = fields.integer("sliding_window") if any(sliding) else None
    return tuple(
        LayerConfig(window=window if slides else None, rope=slides or (flat and prefix_pattern == 1), moe=not flat)
        for slides, flat in zip(sliding, dense, strict=True)
    )


@dataclass(frozen=True, slots=True)
class _Experts:
    count: int
    per_token: int
    ff: int
    router: Router
    renormalised: bool
    shared: int
    combination: SharedCombination


_NO_EXPERTS = _Experts(0, 0, 0, "top_of_softmax", False, 0, "sum")


def _experts(fields: _Fields, family: Family) -> _Experts:
    name = "num_local_experts" if fields.has("num_local_experts") else "num_experts"
    count = fields.integer(name, most=_MOST_EXPERTS)
    per_token = fields.integer("num_experts_per_tok")
    if per_token > count:
        fields.refuse("num_experts_per_tok", f"({per_token}) exceeds the number of experts ({count})")
    renormalised = fields.boolean("norm_topk_prob")
    if family == "qwen3_moe":
        ff = fields.integer("moe_intermediate_size")
        return _Experts(count, per_token, ff, "top_of_softmax", renormalised, 0, "sum")
    ff = fields.integer("intermediate_size")
    router: Router = "sigmoid_of_top"
    if fields.choice("expert_selection_fn", ("sigmoid", "softmax")) == "softmax":
        # A softmax over the chosen logits alone sums to one already.
        router, renormalised = "softmax_of_top", False
    shared = fields.integer("num_shared_experts", 0, least=0)
    combination: SharedCombination = "sum"
    if shared:
        combination = cast(SharedCombination, fields.choice("shared_expert_combination_strategy", ("average", "sum")))
    return _Experts(count, per_token, ff, router, renormalised, shared, combination)


def _token_ids(fields: _Fields, name: str) -> tuple[int, ...]:
    value = fields.values.get(name)
    values = value if isinstance(value, list) else [] if value is None else [value]
    if any(not isinstance(item, int) or isinstance(item, bool) or abs(item) > _MOST for item in values):
        fields.refuse(name, f"must be a token id or a list of them, not {_shown(value)}")
    return tuple(values)
