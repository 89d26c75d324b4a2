"""The megakernel's GPU tests can pass: some of each file, with the twin in the kernel's place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHOSEN = (
    "test_megakernel_attention.py::test_every_small_length_sees_exactly_its_keys[2]",
    "test_megakernel_bits.py::test_rows_may_share_the_blocks_of_their_common_beginning",
    "test_megakernel_buffers.py::test_every_buffer_holds_what_the_twins_does[small-2]",
    "test_megakernel_fidelity.py::test_logits_are_no_further_from_float64_than_the_torch_codes[0-small]",
    "test_megakernel_launches.py::test_equal_greatest_logits_give_the_lowest_id",
    "test_megakernel_engine.py::test_an_answer_ends_at_a_stop_token",
    "test_fused_prefill.py::test_the_gate_multiplies[96-1]",
    "test_fused_prefill.py::test_of_equal_logits_the_lowest_experts_win",
    "test_megakernel_trouble.py::test_a_refused_launch_leaves_the_backend_as_it_was",
)


def test_the_twin_passes_the_kernels_tests() -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *(f"tests/gpu/{name}" for name in CHOSEN),
    ]
    environment = os.environ | {"LOCALCODER_TEST_STAND_IN": "1", "CUDA_VISIBLE_DEVICES": ""}
    found = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout[-4000:]
    assert f"{len(CHOSEN)} passed" in found.stdout
