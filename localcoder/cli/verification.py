"""`localcoder doctor --verify`: a model's own weights on this machine against the float32 reference."""

from __future__ import annotations

from rich.console import Console

from localcoder.engine.backends import load_backend
from localcoder.engine.config import ModelConfig
from localcoder.engine.models import find_model
from localcoder.engine.verify import verify_model

CONTEXT_TOKENS = 8192
"""Room for the fixed prompts; a smaller cache lets larger models be checked."""


def print_verification(model: str, backend_name: str) -> bool:
    """Load `model`, compare, print what was found; returns whether it passed.

    Raises:
        LocalcoderError: the model or the backend cannot be used.
    """
    entry = find_model(model)
    config = ModelConfig.from_file(entry.directory)
    console = Console(stderr=True)
    with console.status(f"Loading {entry.name} ...") as status:
        backend = load_backend(
            backend_name, entry.directory, config, context_tokens=min(CONTEXT_TOKENS, config.context_tokens)
        )

        def progress(done: int, total: int) -> None:
            status.update(f"Computing the float32 reference: layer {done} of {total} ...")

        try:
            report = verify_model(entry.directory, backend, progress=progress)
        finally:
            backend.free()
    print(f"\n{entry.name} on {type(backend).__name__}, against the float32 reference:")
    for check in report.checks:
        print(
            f"  {check.prompt_tokens:5} prompt tokens: error {check.error:.1e} (right up to {report.tolerance:.0e}), "
            f"{check.agreed} of {check.steps} greedy tokens agree"
        )
    print("Passed." if report.passed else "FAILED: this backend computes something else than the model.")
    return report.passed
