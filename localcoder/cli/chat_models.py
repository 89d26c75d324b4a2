"""The models that a chat can go over to: those that are here, and those that could be had."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from localcoder.cli import common
from localcoder.cli.common import Workplace
from localcoder.cli.pulling import Bytes, pull
from localcoder.engine.catalogue import KNOWN_MODELS, KnownModel, Room, what_is_missing
from localcoder.errors import LocalcoderError, UsageError

if TYPE_CHECKING:
    from localcoder.agent.agent import Agent
    from localcoder.sessions.journal import Journal
    from localcoder.tui.contract import ChatAgent, ModelChoice, Progress

_OFFER = "a larger model"


def room_here() -> Room:
    """What is free on this machine. Asks nvidia-smi, so not for the screen's thread."""
    from localcoder.cli.checks import room
    from localcoder.cli.machine import probe_gpus

    return room(probe_gpus())


class WorkplaceModels:
    """What the screen knows as `ChatModels`.

    Args:
        workplace: tells the workplace, whose settings name the model.
        use: gets the workplace with another model in its settings.
        known: what could be had, the most capable first.
        room: what is free here.
    """

    def __init__(
        self,
        workplace: Callable[[], Workplace],
        use: Callable[[Workplace], None],
        known: Sequence[KnownModel] = KNOWN_MODELS,
        room: Callable[[], Room] = room_here,
    ) -> None:
        self._workplace = workplace
        self._use = use
        self._known = known
        self._room = room

    def offer(self) -> ModelChoice | None:
        """The most capable model that fits, for someone who has chosen none."""
        from localcoder.config.declined import was_declined

        settings = self._workplace().settings
        chosen = settings.endpoint is not None or "model" in settings.model_fields_set
        if chosen or was_declined(_OFFER, "no") or os.environ.get("HF_HUB_OFFLINE", "") not in ("", "0"):
            return None
        return next((choice for choice in self._could_be_had() if choice.problem is None), None)

    def decline(self) -> None:
        """Offer nothing again."""
        from localcoder.config.declined import decline

        try:
            decline(_OFFER, "no")
        except OSError as error:
            raise LocalcoderError(f"That you said no cannot be stored: {error.strerror}.") from None

    def choices(self) -> Sequence[ModelChoice]:
        """Those that are here, then those that could be had."""
        from localcoder.cli.models import size
        from localcoder.engine.models import list_models
        from localcoder.tui.contract import ModelChoice
        from localcoder.tui.text import short_count

        here = []
        for entry in list_models():
            try:
                facts = entry.facts()
            except LocalcoderError as error:
                here.append(ModelChoice(entry.name, True, "cannot be used", str(error)))
                continue
            about = f"{size(facts.weight_bytes)}, context {short_count(facts.context_tokens)}"
            here.append(ModelChoice(entry.name, True, about))
        names = {choice.name for choice in here}
        return [*here, *(choice for choice in self._could_be_had() if choice.name not in names)]

    def is_here(self, name: str) -> bool:
        """Whether `name` is a model on this machine. Raises where it is none at all."""
        from localcoder.engine.models import find_model

        try:
            find_model(name)
        except UsageError:
            if name.count("/") != 1 or name.startswith((".", "/", "~")) or os.path.exists(name):
                raise
            return False
        return True

    async def pull(self, name: str, progress: Bytes) -> None:
        """Get a model from the hub."""
        await pull(name, progress)

    async def use(self, agent: ChatAgent, name: str, progress: Progress, notice: Progress) -> ChatAgent:
        """An agent that goes on with the conversation of `agent`, and another model."""
        from localcoder.cli.background import in_thread

        before, workplace = cast("Agent", agent), self._workplace()
        settings = workplace.settings.model_copy(update={"model": name, "endpoint": None})
        changed = replace(workplace, settings=settings)
        model = await in_thread(lambda: common.open_model(settings, progress, notice))
        try:
            new = await in_thread(
                lambda: common.build_agent(
                    changed,
                    model,
                    before.approver,
                    journal=cast("Journal", before.journal),
                    history=before.messages,
                    jobs=before.context.jobs,
                )
            )
        except BaseException:
            await model.close()
            raise
        # All but the model, and what depends on it, stays: what was read, what can be undone, what was allowed.
        new.go_on_from(before)
        new.policy, new.context.may_read = before.policy, before.policy.may_show
        new.context.registry, new.context.checkpoints = before.context.registry, before.context.checkpoints
        if new.context.mcp is not None:
            new.context.mcp.start()
        if before.context.mcp is not None:
            await before.context.mcp.close()
        await before.model.close()
        self._use(changed)
        return new

    def make_default(self, name: str) -> None:
        """Let `name` be the model of every chat, unless the user's configuration names one."""
        from localcoder.config.paths import config_file
        from localcoder.workspace.files import FileRefused
        from localcoder.workspace.roots import real_path
        from localcoder.workspace.writing import write_atomic

        file = config_file()
        try:
            text = file.read_text(encoding="utf-8-sig") if file.exists() else ""
            if "model" in tomllib.loads(text):
                return
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Above everything else: below a table it would belong to that. Its mode and a link to it stay.
            write_atomic(real_path(file), f"model = {json.dumps(name)}\n{text}".encode())
        except (OSError, ValueError, FileRefused) as error:
            raise LocalcoderError(f"{file} cannot be changed: {error}.") from None

    def _could_be_had(self) -> list[ModelChoice]:
        from localcoder.cli.models import size
        from localcoder.tui.contract import ModelChoice

        room = self._room()
        return [
            ModelChoice(
                model.hub_id,
                False,
                f"{size(model.weight_bytes)} to get",
                what_is_missing(model, room),
                on_cpu=room.gpu_bytes < model.weight_bytes,
            )
            for model in self._known
        ]
