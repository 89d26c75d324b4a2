"""Where a server's engine comes from: one that already runs, or one of its own that others may use.

What serves HTTP is imported where it is used: by then the engine's process has been started, which takes longer.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

from localcoder.attach.folder import NoFolder, temporary_folder
from localcoder.attach.registry import Announcement, Found, find_or_announce
from localcoder.attach.spec import EngineSpec, ModelFacts, Say
from localcoder.attach.supervisor import Entry, Patience, Supervisor
from localcoder.engine.request import EngineFailed

if TYPE_CHECKING:
    from localcoder.attach.client import EngineGone
    from localcoder.server.errors import ApiError
    from localcoder.server.listen import Server

logger = logging.getLogger(__name__)

POLL_S = 0.2
"""How often it is asked whether another process has loaded its model."""
ATTEMPTS = 25
"""How often an engine is looked for that is announced but does not answer as one."""


class Source:
    """An engine for a server to pass requests to (`proxy.Upstream`).

    With `attach`, a running engine of the same model is used, and one of its own only started if there is none, or no
    longer. An own engine is announced, so that other programs of the user find it.

    Args:
        spec: the model.
        entry: what an own engine's process runs.
        url: the endpoint of this server, for the announcement.
        attach: whether to look for a running engine.
        progress: is told how far the loading is.
        notice: gets lines that the user should see and keep.
        patience: with the engine's process.
        debug: whether that process logs everything.
    """

    def __init__(
        self,
        spec: EngineSpec,
        entry: Entry,
        url: str,
        *,
        attach: bool,
        progress: Say,
        notice: Say,
        patience: Patience,
        debug: bool = False,
    ) -> None:
        self.spec = spec
        self.facts: asyncio.Future[ModelFacts] = asyncio.get_running_loop().create_future()
        """What is served, once it can be."""
        self.found: Found | None = None
        """The other process's engine that is used now."""
        self.announcement: Announcement | None = None
        self._entry = entry
        self._url = url
        self._attach = attach
        self._progress = progress
        self._notice = notice
        self._patience = patience
        self._debug = debug
        self._supervisor: Supervisor | None = None
        self._private: Server | None = None
        self._gone = asyncio.Event()
        self._failures = 0
        self._stopped = False

    async def run(self) -> None:
        """Have an engine until cancelled.

        Raises:
            LocalcoderError: the model cannot be loaded, or its engine failed too often.
        """
        while True:
            found = await self._chosen()
            if found is None:
                await self._run_own()
            else:
                await self._use(found)

    def socket(self) -> Path:
        """See `proxy.Upstream`."""
        supervisor = self._supervisor
        if self.found is not None:
            return self.found.socket
        if supervisor is not None and supervisor.state == "ready":
            return supervisor.path
        raise self.failed()

    def failed(self) -> ApiError:
        """See `proxy.Upstream`."""
        from localcoder.attach import protocol
        from localcoder.server.errors import ApiError

        if self.found is not None:
            self._gone.set()
        supervisor = self._supervisor
        wait_s = 1 if supervisor is None else supervisor.retry_after_s
        code = protocol.RESTARTING
        if supervisor is None and self.facts.done():
            message = "The program whose engine was used has ended; another engine is started."
        elif supervisor is None or supervisor.state == "loading":
            message, code = f"{self.spec.name} is being loaded.", protocol.NOT_YET
        else:
            message = f"The engine failed and is started again: {supervisor.reason or 'its process ended.'}"
        headers = {"Retry-After": str(wait_s)}
        return ApiError(HTTPStatus.SERVICE_UNAVAILABLE, message, code=code, headers=headers)

    @property
    def shared_socket(self) -> Path:
        """Where this program itself attaches to the engine, whoever's it is, once there are `facts`."""
        if self.found is not None:
            return self.found.socket
        if self.announcement is not None:
            return self.announcement.socket
        return self.socket()

    def stop(self) -> None:
        """Let attached programs finish, for the endpoint's grace at most; to be called before `run` is cancelled.

        Called a second time, it waits for nobody, and not for the engine either.
        """
        if self._private is not None:
            self._private.stop()
        if self._supervisor is not None:
            self._supervisor.hurry = self._stopped
        self._stopped = True

    async def _chosen(self) -> Found | None:
        """What `_choose` says. An announcement that nobody waits for any more is taken back."""
        choosing = asyncio.ensure_future(asyncio.to_thread(self._choose))
        try:
            return await asyncio.shield(choosing)
        except asyncio.CancelledError:
            await choosing
            if self.announcement is not None:
                self.announcement.close()
            raise

    def _choose(self) -> Found | None:
        """Another's engine; None where this process is to have its own, which is announced by then if it can be."""
        try:
            search, self.announcement = find_or_announce(self.spec, self._url, attach=self._attach)
        except NoFolder as error:
            self._notice(f"Other programs will not find this engine: {error}")
            return None
        if self.announcement is not None and self._attach:
            for line in search.unfit:
                self._notice(f"{line}, so it is loaded once more.")
        return search.found if self.announcement is None else None

    async def _use(self, found: Found) -> None:
        """Use another process's engine until it goes."""
        from localcoder.attach.client import EngineGone

        try:
            facts = await wait_for_facts(found, self._progress)
        except EngineGone as error:
            await self._give_way(error)
            return
        self._gone.clear()
        self.found = found
        self._notice(found.line)
        if not self.facts.done():
            self.facts.set_result(facts)
        try:
            await self._gone.wait()
        finally:
            self.found = None
        self._notice(f"Process {found.record.pid} has ended, or its engine does not answer; another one is started.")

    async def _give_way(self, error: EngineGone) -> None:
        """Another's engine could not be used. It may be gone by the next look; else there will be an own one."""
        self._failures += 1
        if self._failures >= ATTEMPTS:
            self._attach = False
            self._notice(f"{error} Another engine is started.")
        await asyncio.sleep(POLL_S)

    async def _run_own(self) -> None:
        """Run an engine until it fails for good."""
        announcement = self.announcement
        if announcement is not None:
            try:
                await self._supervise(announcement.socket.with_suffix(".engine"), announcement)
            finally:
                await asyncio.to_thread(announcement.close)
            return
        folder = temporary_folder()
        try:
            await self._supervise(folder / "engine", None)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    async def _supervise(self, path: Path, announcement: Announcement | None) -> None:
        """Run an engine behind the socket `path`, and what `announcement` leads others to."""
        self._supervisor = supervisor = Supervisor(
            self.spec,
            self._entry,
            path,
            progress=self._progress,
            notice=self._notice,
            on_ready=self._ready,
            patience=self._patience,
            debug=self._debug,
        )
        running = asyncio.ensure_future(supervisor.run())
        await asyncio.sleep(0)  # the process starts now
        try:
            if announcement is not None:
                await self._let_others_in(announcement, running)
            await running
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def _let_others_in(self, announcement: Announcement, running: asyncio.Future[None]) -> None:
        """Serve programs that attach, for as long as the engine runs."""
        from localcoder.attach.proxy import create_proxy
        from localcoder.server.listen import Server

        self._private = Server(create_proxy(self, private=True), announcement.listener)
        serving = asyncio.ensure_future(self._private.run_until_stopped())
        try:
            await asyncio.wait((running,))
        finally:
            if not self._private.should_exit:
                self._private.stop()
            await asyncio.wait((serving,))

    async def _ready(self, facts: ModelFacts) -> None:
        if self.announcement is not None:
            try:
                await asyncio.to_thread(self.announcement.update, context_tokens=facts.context_tokens)
            except (NoFolder, OSError) as error:
                logger.warning("the announcement lacks the context's length: %s", error)
        if not self.facts.done():
            self.facts.set_result(facts)


async def wait_for_facts(found: Found, progress: Say) -> ModelFacts:
    """What the engine serves, once it is loaded.

    Raises:
        EngineGone: its process has ended, or its engine failed.
    """
    from localcoder.attach.client import EngineGone, NotReady, ask_for_facts

    while True:
        try:
            return await asyncio.to_thread(ask_for_facts, found.socket, found.record.pid)
        except NotReady as error:
            progress(f"process {found.record.pid}: {error}")
            await asyncio.sleep(POLL_S)
        except EngineGone:
            raise
        except EngineFailed as error:
            raise EngineGone(str(error)) from error
