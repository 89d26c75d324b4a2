"""Other models than the one that answers: what is here and what could be had, getting one, and going over to it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from textual.content import Content

from localcoder.errors import LocalcoderError
from localcoder.tui.command import CommandError
from localcoder.tui.contract import ChatModels, ModelChoice
from localcoder.tui.text import short_count
from localcoder.tui.widgets.chooser import Option
from localcoder.tui.widgets.question import Question

if TYPE_CHECKING:
    from localcoder.tui.screens.chat import ChatScreen
    from localcoder.tui.screens.conversation import ConversationScreen

logger = logging.getLogger(__name__)
STOP = "stop"


class Pulling:
    """The one download at a time, and what comes after it."""

    def __init__(self, screen: ConversationScreen) -> None:
        self._screen = screen
        self._task: asyncio.Task[None] | None = None
        self.name: str | None = None
        """What is being got."""

    def start(self, models: ChatModels, name: str, *, default: bool) -> None:
        """Get `name`, then go over to it; `default`: every chat is to begin with it. Raises `CommandError`."""
        if self.name is not None:
            raise CommandError(f"{self.name} is being got: /model {STOP} ends that.")
        self.name = name
        self._screen.transfer.begin(name)
        self._task = asyncio.create_task(self._get(models, name, default))

    def stop(self) -> None:
        """End the download; files that came whole are kept."""
        if self._task is not None:
            self._task.cancel()

    async def close(self) -> None:
        """End it and wait for that."""
        task = self._task
        self.stop()
        if task is not None:
            await asyncio.gather(task, return_exceptions=True)

    async def _get(self, models: ChatModels, name: str, default: bool) -> None:
        screen = self._screen
        try:
            await models.pull(name, screen.transfer.show_progress)
        except asyncio.CancelledError:
            if screen.is_running:
                await screen.notice("info", f"{name}: stopped. Whole files are kept; /model {name} gets the others.")
            return
        except LocalcoderError as error:
            await screen.notice("error", str(error))
            return
        finally:
            self.name = self._task = None
            if screen.is_running:
                screen.transfer.end()
        screen.run_worker(_use_now(screen, models, name, default), group="model")


async def offer_after_answer(screen: ConversationScreen) -> None:
    """Offer a larger model to someone who has chosen none, now that the built-in one has shown what it is."""
    models = screen.options.models
    if models is None:
        return
    try:
        choice = await asyncio.to_thread(models.offer)
        if choice is None:
            return
        if not await screen.questions.ask(offer(choice)):
            await asyncio.to_thread(models.decline)
            await screen.notice("info", "You are not asked again; /model lists what could be had.")
            return
        screen.pulling.start(models, choice.name, default=True)
    except (CommandError, LocalcoderError) as error:
        await screen.notice("error", str(error))


async def model(screen: ChatScreen, argument: str) -> None:
    """Say which model answers; choose another one, from a list or by its name; or stop a download."""
    models = screen.options.models
    if models is None:
        await _tell(screen, argument)
    elif argument == STOP:
        if screen.pulling.name is None:
            raise CommandError("Nothing is being got.")
        screen.pulling.stop()
    elif argument:
        screen.loaded_agent()
        if await asyncio.to_thread(models.is_here, argument):
            screen.run_worker(_use_now(screen, models, argument, False), group="model")
        else:
            screen.pulling.start(models, argument, default=False)
    else:
        await _choose(screen, models)


async def _tell(screen: ChatScreen, argument: str) -> None:
    if argument:
        raise CommandError(f"The model is chosen at the start: localcoder -m {argument}")
    tokens = screen.status.context_tokens
    context = f"{short_count(tokens)} tokens" if tokens else "still loading"
    await screen.show_facts("Model", (("name", screen.status.model), ("context", context)))


async def _choose(screen: ChatScreen, models: ChatModels) -> None:
    choices = await asyncio.to_thread(models.choices)
    getting = screen.pulling.name
    options = [Option(f"stop getting {getting}", "files that came whole are kept")] if getting is not None else []
    options += [_option(choice, screen.status.model) for choice in choices]

    async def then(number: int) -> None:
        at = number - (len(options) - len(choices))
        if at < 0:
            screen.pulling.stop()
            return
        choice = choices[at]
        if choice.problem is not None:
            raise CommandError(f"{choice.name} {choice.problem}." if not choice.is_here else choice.problem)
        if choice.name != screen.status.model:
            await model(screen, choice.name)

    screen.choose("Which model answers?", options, then)


def _option(choice: ModelChoice, current: str) -> Option:
    label = f"{choice.name} (now)" if choice.name == current else choice.name
    if choice.is_here:
        return Option(label, choice.about)
    return Option(label, "does not fit here" if choice.problem else choice.about)


async def _use_now(screen: ConversationScreen, models: ChatModels, name: str, default: bool) -> None:
    """Let the model `name` answer from now on; a turn that runs goes on to its end before."""
    notes: list[str] = []
    if screen.turn_runs:
        await screen.notice("info", f"{name} is loaded and answers once this turn has ended.")
    try:
        with screen.turns_held():
            agent = await screen.agent_at_rest()
            with screen.loading_model(name) as progress:
                new = await models.use(agent, name, progress, notes.append)
            await screen.go_on_with(new)
        if default:
            await asyncio.to_thread(models.make_default, name)
    except LocalcoderError as error:
        await screen.notice("error", f"{error} {screen.status.model} goes on answering; perhaps: localcoder -m {name}")
        return
    except Exception as error:
        logger.exception("going over to %s failed", name)
        await screen.notice("error", f"{name} cannot be loaded: {type(error).__name__}: {error}")
        return
    for line in notes:
        await screen.notice("warning", line)
    every = ", here and in every chat that names no other" if default else ""
    await screen.notice("info", f"{name} answers from now on{every}.")


def offer(choice: ModelChoice) -> Question:
    """What the user is asked about a model that fits here."""
    where = "without a GPU, so it answers slowly" if choice.on_cpu else "on the GPU"
    text = Content("\n").join(
        [
            Content("What answered is tiny: it ships with localcoder to try it out."),
            Content.assemble("This machine can hold ", (choice.name, "bold"), f" ({choice.about}), {where}."),
            Content.styled(
                "You can go on while it comes, and stop it; then it answers, also in later chats.", "$quiet"
            ),
        ]
    )
    return Question("a larger model?", text, yes="get it from the Hugging Face Hub", no="no, and do not ask again")
