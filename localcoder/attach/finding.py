"""Using a running engine instead of loading the model."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from localcoder.attach.registry import find
from localcoder.attach.spec import EngineSpec, Say

if TYPE_CHECKING:
    from localcoder.attach.client import AttachedChatModel

POLL_S = 0.1
ATTEMPTS = 25
"""How often an engine is looked for that is announced but does not answer as one."""


def attached_model(spec: EngineSpec, progress: Say, notice: Say) -> AttachedChatModel | None:
    """The running engine that is what `spec` asks for, once its model is loaded; None where there is none.

    `notice` gets a line where there is one, and where there is one of this model that cannot be used. Where none runs
    at all, this takes no time.
    """
    for _ in range(ATTEMPTS):
        search = find(spec)
        if search.found is None:
            for line in search.unfit:
                notice(f"{line}, so it is loaded once more.")
            return None
        from localcoder.attach.client import AttachedChatModel, NotReady
        from localcoder.engine.request import EngineFailed

        record = search.found.record
        while True:
            try:
                model = AttachedChatModel(search.found.socket, record.pid, spec.name)
            except NotReady as error:
                progress(f"process {record.pid}: {error}")
                time.sleep(POLL_S)
            except EngineFailed:
                time.sleep(POLL_S)
                break
            else:
                notice(search.found.line)
                return model
    return None
