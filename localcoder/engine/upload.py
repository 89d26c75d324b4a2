"""Small host values on their way to the device."""

from __future__ import annotations

import torch


def upload(values: torch.Tensor, device: torch.device) -> torch.Tensor:
    """`values`, a host tensor, on `device`, queued behind what the device already has to do.

    A plain copy to a GPU waits until all of that is done; one from pinned memory does not. The pinned copy returns to
    PyTorch's pool when the device has read it.
    """
    if device.type != "cuda":
        return values.to(device)
    return values.pin_memory().to(device, non_blocking=True)
