"""The pocket model as training sees it: weights stacked by layer, all experts computed and masked.

The same numbers as `localcoder.engine`'s model of the exported checkpoint (a test compares them), arranged for speed on
one GPU: a mixture layer is one wide MLP whose hidden units are scaled by their expert's weight.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from tools.pocket.data import APART, OPENING, SHARING


@dataclass(frozen=True, slots=True)
class Shape:
    """The geometry. Layer 0 is dense and full with RoPE; then sliding (RoPE) and full (no positions) alternate."""

    vocab: int = 4096
    hidden: int = 512
    layers: int = 8
    heads: int = 8
    head_dim: int = 128
    dense_ff: int = 1536
    experts: int = 8
    top_k: int = 4
    expert_ff: int = 64
    window: int = 1024
    rope_theta: float = 50000.0
    context: int = 8192

    def full(self, layer: int) -> bool:
        """Whether a layer sees everything before it."""
        return layer % 2 == 0

    def rope(self, layer: int) -> bool:
        """Whether a layer rotates queries and keys."""
        return layer == 0 or not self.full(layer)

    def configuration(self) -> dict[str, Any]:
        """`config.json`."""
        return {
            "architectures": ["Cohere2MoeForCausalLM"],
            "model_type": "cohere2_moe",
            "vocab_size": self.vocab,
            "hidden_size": self.hidden,
            "intermediate_size": self.expert_ff,
            "prefix_dense_intermediate_size": self.dense_ff,
            "first_k_dense_replace": 1,
            "prefix_dense_sliding_window_pattern": 1,
            "num_hidden_layers": self.layers,
            "num_attention_heads": self.heads,
            "num_key_value_heads": 1,
            "head_dim": self.head_dim,
            "layer_types": ["full_attention" if self.full(i) else "sliding_attention" for i in range(self.layers)],
            "sliding_window": self.window,
            "sliding_window_pattern": 2,
            "rope_theta": self.rope_theta,
            "num_experts": self.experts,
            "num_experts_per_tok": self.top_k,
            "num_shared_experts": 0,
            "expert_selection_fn": "sigmoid",
            "norm_topk_prob": False,
            "rms_norm_eps": 1e-6,
            "layer_norm_eps": 1e-5,
            "hidden_act": "silu",
            "attention_bias": False,
            "attention_dropout": 0.0,
            "logit_scale": 1.0,
            "tie_word_embeddings": True,
            "max_position_embeddings": self.context,
            "bos_token_id": 2,
            "eos_token_id": 5,
            "pad_token_id": 0,
            "torch_dtype": "bfloat16",
            "use_cache": True,
        }


Attend = Callable[[torch.Tensor, torch.Tensor, torch.Tensor, bool], torch.Tensor]
"""Attention of q [batch, heads, length, head_dim] over k, v [batch, 1, length, head_dim]; flag: within the window."""


def normed(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """RMS norm over the last dimension, computed in float32."""
    wide = x.float()
    return (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-6) * weight.float()).to(x.dtype)


def rotated(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """Rotate pairs (2i, 2i+1) of x [batch, heads, length, head_dim]; cos, sin [batch, 1, length, head_dim/2]."""
    wide = x.float().unflatten(-1, (-1, 2))
    even, odd = wide[..., 0], wide[..., 1]
    return torch.stack([even * cos - odd * sin, odd * cos + even * sin], -1).flatten(-2).to(x.dtype)


def highest(scores: torch.Tensor, count: int) -> torch.Tensor:
    """1 where a score is among the `count` highest of the last dimension, of equal ones the first; else 0.

    By comparing all with all, which for a few scores costs a compiled model less than sorting them.
    """
    places = torch.arange(scores.shape[-1], device=scores.device)
    mine, others = scores[..., :, None], scores[..., None, :]
    before = (others > mine) | ((others == mine) & (places < places[:, None]))
    return (before.sum(-1) < count).to(scores.dtype)


class PocketModel(nn.Module):
    """The network. Matrices are stacked over layers: [layers, out, in]; experts [layers, experts, out, in]."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        s, moe = shape, shape.layers - 1
        width = s.heads * s.head_dim
        last = 1 / math.sqrt(2 * s.layers)

        def matrix(*size: int, scale: float = 1.0) -> nn.Parameter:
            return nn.Parameter(torch.randn(*size) * scale / math.sqrt(size[-1]))

        self.embed = nn.Parameter(torch.randn(s.vocab, s.hidden) * 0.03)
        self.norm = nn.Parameter(torch.ones(s.hidden))
        self.norms = nn.Parameter(torch.ones(s.layers, s.hidden))
        self.q = matrix(s.layers, width, s.hidden)
        self.k = matrix(s.layers, s.head_dim, s.hidden)
        self.v = matrix(s.layers, s.head_dim, s.hidden)
        self.o = matrix(s.layers, s.hidden, width, scale=last)
        self.dense_gate = matrix(1, s.dense_ff, s.hidden)
        self.dense_up = matrix(1, s.dense_ff, s.hidden)
        self.dense_down = matrix(1, s.hidden, s.dense_ff, scale=last)
        self.router = matrix(moe, s.experts, s.hidden, scale=0.5)
        self.expert_gate = matrix(moe, s.experts, s.expert_ff, s.hidden)
        self.expert_up = matrix(moe, s.experts, s.expert_ff, s.hidden)
        self.expert_down = matrix(moe, s.experts, s.hidden, s.expert_ff, scale=last)

    def forward(self, ids: torch.Tensor, positions: torch.Tensor, attend: Attend) -> tuple[torch.Tensor, torch.Tensor]:
        """Final normed states [batch, length, hidden] and the load-balance loss (1 is perfect balance)."""
        s = self.shape
        x = functional.embedding(ids, self.embed)
        if torch.is_autocast_enabled(ids.device.type):
            x = x.to(torch.get_autocast_dtype(ids.device.type))
        angles = positions.float()[:, None, :, None] * self._frequencies(ids.device)
        cos, sin = angles.cos(), angles.sin()
        balance = x.new_zeros((), dtype=torch.float32)
        for layer in range(s.layers):
            n = normed(x, self.norms[layer])
            mixed = self._attention(layer, n, cos, sin, attend)
            if layer == 0:
                mlp = functional.linear(
                    functional.silu(functional.linear(n, self.dense_gate[0])) * functional.linear(n, self.dense_up[0]),
                    self.dense_down[0],
                )
            else:
                mlp, share = self._experts(layer - 1, n)
                balance = balance + share / (s.layers - 1)
            x = x + mixed + mlp
        return normed(x, self.norm), balance

    def logits(self, states: torch.Tensor) -> torch.Tensor:
        """Logits of normed states, by the tied head."""
        return functional.linear(states, self.embed)

    def _frequencies(self, device: torch.device) -> torch.Tensor:
        exponents = torch.arange(0, self.shape.head_dim, 2, device=device, dtype=torch.float32) / self.shape.head_dim
        return 1.0 / self.shape.rope_theta**exponents

    def _attention(
        self, layer: int, n: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor, attend: Attend
    ) -> torch.Tensor:
        s = self.shape
        batch, length, _ = n.shape
        q = functional.linear(n, self.q[layer]).view(batch, length, s.heads, s.head_dim).transpose(1, 2)
        k = functional.linear(n, self.k[layer]).view(batch, length, 1, s.head_dim).transpose(1, 2)
        v = functional.linear(n, self.v[layer]).view(batch, length, 1, s.head_dim).transpose(1, 2)
        if s.rope(layer):
            q, k = rotated(q, cos, sin), rotated(k, cos, sin)
        mixed = attend(q, k, v, not s.full(layer))
        return functional.linear(mixed.transpose(1, 2).reshape(batch, length, -1), self.o[layer])

    def _experts(self, layer: int, n: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        s = self.shape
        with torch.autocast(n.device.type, enabled=False):
            scores = functional.linear(n.float(), self.router[layer].float())
        chosen = highest(scores, s.top_k)
        weights = torch.sigmoid(scores) * chosen
        gate = functional.linear(n, self.expert_gate[layer].flatten(0, 1))
        up = functional.linear(n, self.expert_up[layer].flatten(0, 1))
        units = (functional.silu(gate) * up).unflatten(-1, (s.experts, s.expert_ff)) * weights.to(gate.dtype)[..., None]
        down = self.expert_down[layer].transpose(0, 1).flatten(1)
        # Row by row, so that the mean over ranks is that over the whole batch.
        share = chosen.mean(-2) * s.experts / s.top_k
        likely = torch.sigmoid(scores)
        likely = (likely / likely.sum(-1, keepdim=True)).mean(-2)
        return functional.linear(units.flatten(-2), down), (share * likely).sum(-1).mean()

    def tensors(self) -> dict[str, torch.Tensor]:
        """The checkpoint's tensors by name, bfloat16."""
        named: dict[str, torch.Tensor] = {"model.embed_tokens.weight": self.embed, "model.norm.weight": self.norm}
        for i in range(self.shape.layers):
            at = f"model.layers.{i}."
            named[at + "input_layernorm.weight"] = self.norms[i]
            for name, stack in (("q", self.q), ("k", self.k), ("v", self.v), ("o", self.o)):
                named[f"{at}self_attn.{name}_proj.weight"] = stack[i]
            if i == 0:
                named |= {
                    f"{at}mlp.gate_proj.weight": self.dense_gate[0],
                    f"{at}mlp.up_proj.weight": self.dense_up[0],
                    f"{at}mlp.down_proj.weight": self.dense_down[0],
                }
                continue
            named[at + "mlp.gate.weight"] = self.router[i - 1]
            for e in range(self.shape.experts):
                named[f"{at}mlp.experts.{e}.gate_proj.weight"] = self.expert_gate[i - 1, e]
                named[f"{at}mlp.experts.{e}.up_proj.weight"] = self.expert_up[i - 1, e]
                named[f"{at}mlp.experts.{e}.down_proj.weight"] = self.expert_down[i - 1, e]
        return {name: tensor.detach().to("cpu", torch.bfloat16).contiguous() for name, tensor in named.items()}

    def load(self, tensors: dict[str, torch.Tensor]) -> None:
        """Take a checkpoint's tensors."""
        with torch.no_grad():
            self.embed.copy_(tensors["model.embed_tokens.weight"])
            self.norm.copy_(tensors["model.norm.weight"])
            for i in range(self.shape.layers):
                at = f"model.layers.{i}."
                self.norms[i].copy_(tensors[at + "input_layernorm.weight"])
                for name, stack in (("q", self.q), ("k", self.k), ("v", self.v), ("o", self.o)):
                    stack[i].copy_(tensors[f"{at}self_attn.{name}_proj.weight"])
                for name, dense, experts in (
                    ("gate", self.dense_gate, self.expert_gate),
                    ("up", self.dense_up, self.expert_up),
                    ("down", self.dense_down, self.expert_down),
                ):
                    if i == 0:
                        dense[0].copy_(tensors[f"{at}mlp.{name}_proj.weight"])
                        continue
                    for e in range(self.shape.experts):
                        experts[i - 1, e].copy_(tensors[f"{at}mlp.experts.{e}.{name}_proj.weight"])
                if i:
                    self.router[i - 1].copy_(tensors[at + "mlp.gate.weight"])

    def save(self, directory: Path) -> None:
        """Write `config.json` and `model.safetensors`."""
        from safetensors.torch import save_file

        directory.mkdir(parents=True, exist_ok=True)
        (directory / "config.json").write_text(
            json.dumps(self.shape.configuration(), indent=2) + "\n", encoding="utf-8"
        )
        save_file(self.tensors(), str(directory / "model.safetensors"), metadata={"format": "pt"})


def masked_attend(documents: torch.Tensor, positions: torch.Tensor, window: int) -> Attend:
    """Attention by dense masks: every backend has it. documents, positions [batch, length]; see `Rows`."""
    same = documents[:, :, None] == documents[:, None, :]
    shares = (documents >= SHARING) & (documents < APART)
    same |= shares[:, :, None] & (documents == OPENING)[:, None, :]
    distance = positions[:, :, None] - positions[:, None, :]
    full = (same & (distance >= 0))[:, None]
    near = full & (distance < window)[:, None]

    def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, sliding: bool) -> torch.Tensor:
        return functional.scaled_dot_product_attention(
            q, k.expand_as(q), v.expand_as(q), attn_mask=near if sliding else full
        )

    return attend
