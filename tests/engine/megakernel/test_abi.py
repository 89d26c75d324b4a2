"""The structures that host and kernel share lie in memory as both believe."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel import abi
from localcoder.engine.megakernel.compiler import CompileFailed, KernelSource, compile_with_log
from localcoder.engine.megakernel.device import H200
from localcoder.engine.megakernel.geometry import Geometry
from localcoder.engine.models import POCKET_DIRECTORY

pytest.importorskip("cuda.core")


@pytest.fixture(scope="module")
def header() -> str:
    config = ModelConfig.from_file(Path(POCKET_DIRECTORY))
    geometry = Geometry.of(config, H200.sms)
    return abi.cuda_header(abi.constants(config, geometry, ring_slots=H200.ring_slots, in_flight=3))


def offset(structure: str, name: str) -> str:
    """`offsetof`, which is a macro of a header: this is what it means to the compiler."""
    return f"__INTADDR__(&((({structure} *)0)->{name}))"


def asserted(header: str, claims: list[str]) -> None:
    compile_with_log(KernelSource(header + "".join(f"static_assert({claim});\n" for claim in claims)))


def test_every_field_lies_where_ctypes_puts_it(header: str) -> None:
    fields = [(structure, field[0]) for structure in abi.STRUCTURES for field in structure._fields_]
    assert len(fields) > 60
    asserted(
        header,
        [f"{offset(structure.__name__, name)} == {getattr(structure, name).offset}" for structure, name in fields],
    )


def test_every_structure_has_the_size_and_alignment_of_its_copy(header: str) -> None:
    claims = [f"sizeof({structure.__name__}) == {ctypes.sizeof(structure)}" for structure in abi.STRUCTURES]
    claims += [f"alignof({structure.__name__}) == {ctypes.alignment(structure)}" for structure in abi.STRUCTURES]
    asserted(header, claims)


def test_a_wrong_offset_would_be_noticed(header: str) -> None:
    with pytest.raises(CompileFailed, match="static assertion failed"):
        asserted(header, [f"{offset('Launch', 'rows')} == 8"])


def test_constants_have_the_same_values_on_both_sides(header: str) -> None:
    config = ModelConfig.from_file(Path(POCKET_DIRECTORY))
    values = abi.constants(config, Geometry.of(config, H200.sms), ring_slots=H200.ring_slots, in_flight=3)
    exact = {name: value for name, value in values.items() if isinstance(value, int)}
    assert len(exact) > 50
    asserted(header, [f"{name} == {value}" for name, value in exact.items()])
    # A double of Python's is rounded to float once, not twice.
    asserted(header, [f"NORM_EPS == (float){config.norm_eps!r}", f"LOGIT_SCALE == (float){config.logit_scale!r}"])
