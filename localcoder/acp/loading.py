"""The one model of all conversations."""

from __future__ import annotations

import asyncio

from localcoder.acp.contract import LoadModel
from localcoder.chat.model import ChatModel


class SharedModel:
    """Loads the model when it is first wanted; where that failed, again when it is next wanted."""

    def __init__(self, load: LoadModel) -> None:
        self._load = load
        self._loading: asyncio.Task[ChatModel] | None = None

    @property
    def is_there(self) -> bool:
        """Whether it is loaded."""
        return self._loading is not None and self._loading.done() and not _failed(self._loading)

    @property
    def state(self) -> str:
        """How far it is, for people."""
        if self._loading is None:
            return "not loaded yet"
        if not self._loading.done():
            return "loading"
        return f"not loaded: {_failure(self._loading)}" if _failed(self._loading) else "loaded"

    def start(self) -> None:
        """Begin to load it, if that has not begun."""
        if self._loading is None or (self._loading.done() and _failed(self._loading)):
            self._loading = asyncio.create_task(self._loaded())
            self._loading.add_done_callback(_failed)  # whoever wants the model is told; nobody may want it any more

    async def get(self) -> ChatModel:
        """The model. Cancelling leaves it loading.

        Raises:
            LocalcoderError: it cannot be loaded.
        """
        self.start()
        assert self._loading is not None
        return await asyncio.shield(self._loading)

    async def close(self) -> None:
        """Release it, or stop waiting for it."""
        loading, self._loading = self._loading, None
        if loading is None:
            return
        if not loading.done():
            loading.cancel()
            await asyncio.wait([loading])
        if not _failed(loading):
            await loading.result().close()

    async def _loaded(self) -> ChatModel:
        return await self._load()


def _failure(loading: asyncio.Task[ChatModel]) -> str:
    return "cancelled" if loading.cancelled() else str(loading.exception())


def _failed(loading: asyncio.Task[ChatModel]) -> bool:
    return loading.cancelled() or loading.exception() is not None
