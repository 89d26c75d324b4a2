"""The whole measurement with a kernel that takes notes, on a fake one: there is no real one without a Hopper GPU."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from localcoder.engine.benchmark import subject as subjects
from localcoder.engine.benchmark.contexts import make_prompts
from localcoder.engine.benchmark.noted import NOTED_STEPS, note_cases
from localcoder.engine.benchmark.options import DecodeOptions
from localcoder.engine.benchmark.subject import Plan, Subject
from localcoder.engine.megakernel.geometry import Geometry
from localcoder.engine.megakernel.routing import uniform_experts
from localcoder.engine.megakernel.tasks import Kind, build_tasks
from localcoder.engine.random_weights import random_weights
from localcoder.engine.shapes import find_shape
from tests.engine.fake_backend import FakeLaunchingBackend

POCKET = find_shape("pocket")
CONFIG = replace(POCKET, vocab_size=400, layers=POCKET.layers[:3])
CPU = torch.device("cpu")
SMS = 5


class FakeKernel(FakeLaunchingBackend):
    """Every step lasts 100 us, of which each task waits 1 and works 2; its router uses 6 experts in the first MoE layer
    and 8 in the second."""

    made: list[FakeKernel]

    def __init__(self, config, weights, *, total_blocks: int, device: torch.device, profile: bool) -> None:
        assert profile
        super().__init__(total_blocks=total_blocks, vocab_size=config.vocab_size)
        self.lists = build_tasks(Geometry.of(config, SMS))
        self.experts: torch.Tensor | None = None
        self.buffers = {"profile": torch.zeros((SMS, max(map(len, self.lists)) + 1, 8), dtype=torch.int64)}
        for sm, tasks in enumerate(self.lists):
            for index, task in enumerate(tasks):
                self.buffers["profile"][sm, index] = torch.tensor([0, 1000, 3000, 2 * task.layer + 4, 0, 0, 0, 0])
            self.buffers["profile"][sm, len(tasks)] = torch.tensor([0, 0, 100_000, 100_000, 0, 0, 0, 0])
        type(self).made = [self]

    def force_experts(self, choices: torch.Tensor | None) -> None:
        self.experts = choices


@pytest.fixture(autouse=True)
def fake_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeKernel, "made", [], raising=False)
    monkeypatch.setattr(subjects, "MegakernelBackend", FakeKernel)


def subject_of(options: DecodeOptions, experts: torch.Tensor | None) -> Subject:
    plan = Plan(CPU, torch.bfloat16, "megakernel", options.routing or "model", options.blocks_needed())
    backend = FakeLaunchingBackend(total_blocks=plan.total_blocks, vocab_size=CONFIG.vocab_size)
    return Subject(CONFIG, plan, backend, random_weights(CONFIG, torch.bfloat16, CPU), experts)


def noted(options: DecodeOptions, experts: torch.Tensor | None):
    return note_cases(options, subject_of(options, experts), make_prompts(2, 130, CONFIG.vocab_size))


def test_the_routers_own_experts_are_counted_by_the_kernel() -> None:
    found = noted(DecodeOptions("pocket", (1, 2), (64, 130), routing="model", steps=8), None)
    assert [case.distinct_experts for case in found] == [7, 7, 7, 7]
    assert all(case.phases is None for case in found)
    (kernel,) = FakeKernel.made
    assert kernel.experts is None and kernel.freed
    assert len(kernel.launched) == 4 * NOTED_STEPS


def test_forced_experts_need_no_notes() -> None:
    experts = uniform_experts(CONFIG)
    (found,) = noted(DecodeOptions("pocket", (1,), (64,), routing="uniform", steps=8), experts)
    assert found.distinct_experts == CONFIG.experts_per_token
    assert FakeKernel.made == []


def test_a_profile_says_what_every_kind_of_task_waits_and_works() -> None:
    experts = uniform_experts(CONFIG)
    (found,) = noted(DecodeOptions("pocket", (2,), (64,), routing="uniform", steps=8, profile=True), experts)
    assert FakeKernel.made[0].experts is experts
    assert 4 < found.distinct_experts < 8
    assert found.phases is not None and found.phases["step_us"] == 100
    qkv = next(phase for phase in found.phases["by_kind"] if phase["kind"] == Kind.QKV.name.lower())
    # One for each SM and layer, and one more in each layer that routes, where the router's rows begin within a share.
    tasks = SMS * 3 + 2
    assert (qkv["tasks"], qkv["wait_mean_us"], qkv["work_mean_us"]) == (tasks, tasks / SMS, 2 * tasks / SMS)


def test_without_a_kernel_nobody_counts_the_experts_of_several_rows() -> None:
    options = DecodeOptions("pocket", (1, 2), (64,), steps=8)
    plan = Plan(CPU, torch.float32, "torch", "model", options.blocks_needed())
    torch_subject = Subject(CONFIG, plan, FakeLaunchingBackend(total_blocks=plan.total_blocks))
    found = note_cases(options, torch_subject, [])
    assert [case.distinct_experts for case in found] == [CONFIG.experts_per_token, None]
