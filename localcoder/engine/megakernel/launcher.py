"""Queues launches of the kernel and reads the tokens that they draw."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import suppress

import numpy as np
import torch

from localcoder.engine.megakernel import abi
from localcoder.engine.megakernel.compiler import KERNEL_NAME
from localcoder.engine.megakernel.device import KernelDevice
from localcoder.engine.megakernel.driver import CudaError, PrimaryContext, checked, driver
from localcoder.engine.megakernel.geometry import AUXILIARY_WARPS, CONSUMER_WARPS, MAX_ROWS
from localcoder.engine.megakernel.orders import TABLES_OFFSET
from localcoder.engine.megakernel.tokens import KernelStopped, read_lines

RING = 4
"""Launches whose orders and tokens have a place of their own: as many may be queued or unread at a time."""
BLOCK_THREADS = (CONSUMER_WARPS + AUXILIARY_WARPS) * 32


class Entry:
    """One place of the ring: orders on the host and on the device, and the tokens that come back.

    The host's parts are pinned memory, which the device reaches under the same addresses.
    """

    def __init__(self, order_bytes: int, device: torch.device) -> None:
        cuda = driver()
        self.host = torch.zeros(order_bytes, dtype=torch.uint8).pin_memory()
        self.device = torch.zeros(order_bytes, dtype=torch.uint8, device=device)
        self.tokens = torch.zeros((abi.LAUNCH_STEPS, MAX_ROWS), dtype=torch.int64).pin_memory()
        self.lines = self.tokens.numpy()
        self.orders = abi.Launch.from_address(self.host.data_ptr())
        self.tables = self.host[TABLES_OFFSET:].numpy().data.cast("i")
        """The block tables behind the orders, as 32-bit integers."""
        # The kernel takes the addresses of model and orders; the driver wants the addresses of those.
        self.pointers = (ctypes.c_uint64(0), ctypes.c_uint64(self.device.data_ptr()))
        self.arguments = (ctypes.c_void_p * 2)(*map(ctypes.addressof, self.pointers))
        flags = cuda.CUevent_flags.CU_EVENT_DISABLE_TIMING
        self.copied = checked(cuda.cuEventCreate(flags))
        """The orders have reached the device: the host's may be written again."""
        self.done = checked(cuda.cuEventCreate(flags))
        """The launch is over: the device's orders may be written again."""
        self.unread = False

    def free(self) -> None:
        """Release the events; the memory goes with the object."""
        for event in (self.copied, self.done):
            driver().cuEventDestroy(event)


class Launcher:
    """The loaded kernel, the ring of launches and the stream on which orders travel ahead."""

    def __init__(self, cubin: bytes, kernel_device: KernelDevice, device: torch.device, order_bytes: int) -> None:
        """Load `cubin`; `order_bytes` is the size of the largest orders.

        Raises:
            CudaError: the device does not take the kernel.
        """
        self._cuda = cuda = driver()
        self._device = device
        self._shape = kernel_device
        self.context = PrimaryContext(device)
        self.context.make_current()
        self._module = checked(cuda.cuModuleLoadData(np.frombuffer(cubin, dtype=np.uint8).ctypes.data))
        self._function = checked(cuda.cuModuleGetFunction(self._module, KERNEL_NAME.encode()))
        attribute = cuda.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        checked(cuda.cuFuncSetAttribute(self._function, attribute, kernel_device.dynamic_shared_bytes))
        # Not synchronised with the default stream, on which PyTorch works unless told otherwise.
        self._side = checked(cuda.cuStreamCreate(cuda.CUstream_flags.CU_STREAM_NON_BLOCKING))
        self._entries = [Entry(order_bytes, device) for _ in range(RING)]
        self._report_memory = torch.zeros(ctypes.sizeof(abi.Report), dtype=torch.uint8).pin_memory()
        self.report = abi.Report.from_address(self._report_memory.data_ptr())
        self.sequence = 0

    def next_entry(self) -> Entry:
        """The place of the next launch, its orders free to be written; waits for the copy of its last ones.

        Raises:
            ValueError: its last launch's tokens were not read.
            CudaError: the device is broken.
        """
        self.context.make_current()
        entry = self._entries[(self.sequence + 1) % RING]
        if entry.unread:
            raise ValueError(f"{RING} launches are queued or unread: read the oldest one's steps first.")
        checked(self._cuda.cuEventSynchronize(entry.copied))
        return entry

    def submit(self, entry: Entry, model_address: int, order_bytes: int, deadline_ns: int) -> int:
        """Queue a launch with the orders in `entry`, behind everything on PyTorch's current stream.

        The orders are copied on a stream of their own, so that the kernel finds them when its turn comes.

        Returns:
            The launch's number.

        Raises:
            CudaError: the device is broken.
        """
        cuda, orders = self._cuda, entry.orders
        self.sequence += 1
        orders.sequence = self.sequence
        orders.tables = entry.device.data_ptr() + TABLES_OFFSET
        orders.tokens = entry.tokens.data_ptr()
        orders.report = self._report_memory.data_ptr()
        orders.deadline_ns = deadline_ns
        entry.pointers[0].value = model_address
        stream = torch.cuda.current_stream(self._device).cuda_stream
        # An event that was never recorded counts as reached.
        checked(cuda.cuStreamWaitEvent(self._side, entry.done, 0))
        checked(cuda.cuMemcpyHtoDAsync(entry.device.data_ptr(), entry.host.data_ptr(), order_bytes, self._side))
        checked(cuda.cuEventRecord(entry.copied, self._side))
        checked(cuda.cuStreamWaitEvent(stream, entry.copied, 0))
        grid, shared = self._shape.sms, self._shape.dynamic_shared_bytes
        arguments = ctypes.addressof(entry.arguments)
        checked(
            cuda.cuLaunchCooperativeKernel(self._function, grid, 1, 1, BLOCK_THREADS, 1, 1, shared, stream, arguments)
        )
        checked(cuda.cuEventRecord(entry.done, stream))
        entry.unread = True
        return self.sequence

    def lines(self, entry: Entry, sequence: int, steps: int) -> Iterator[list[int]]:
        """The tokens of each step as it is done: one for each place; ends early when all rows are idle.

        Raises:
            KernelStopped: the kernel gave up, or the device is broken.
        """
        try:
            yield from read_lines(entry.lines, sequence, steps, lambda: self._over(entry))
        except KernelStopped as stopped:
            if self.report.failed:
                stopped.report = abi.Report.from_buffer_copy(self.report)
            raise
        finally:
            entry.unread = False

    def _over(self, entry: Entry) -> bool:
        """Whether the launch has ended, well or not.

        Raises:
            KernelStopped: the device is broken.
        """
        if self.report.failed:
            return True
        try:
            self.context.make_current()
            status = self._cuda.cuEventQuery(entry.done)[0]
            if status == self._cuda.CUresult.CUDA_ERROR_NOT_READY:
                return False
            checked((status,))
        except CudaError as error:
            raise KernelStopped(f"CUDA reports {error}") from None
        return True

    def free(self) -> None:
        """Wait for what is queued and release everything. Errors of a broken device are of no interest any more."""
        cuda = self._cuda
        with suppress(CudaError):
            self.context.make_current()
        cuda.cuCtxSynchronize()
        for entry in self._entries:
            entry.free()
        self._entries.clear()
        cuda.cuStreamDestroy(self._side)
        cuda.cuModuleUnload(self._module)
        with suppress(CudaError):
            self.context.release()
