"""What several commands share: options that mean the same everywhere, and how model and agent are made from them.

Nothing heavy is imported up here: `localcoder --help` reads this file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from localcoder.errors import UsageError

if TYPE_CHECKING:
    from localcoder.agent.agent import Agent
    from localcoder.agent.approval import Approver
    from localcoder.chat.messages import Message
    from localcoder.chat.model import ChatModel
    from localcoder.config.settings import Settings
    from localcoder.sessions.journal import Journal
    from localcoder.tools.background import JobManager
    from localcoder.tools.mcp.servers import McpServers
    from localcoder.workspace.checkpoints import Checkpoints
    from localcoder.workspace.roots import Roots

Progress = Callable[[str], None]
"""Takes one line about what is being loaded; called from any thread."""

BackendName = Literal["auto", "torch", "megakernel"]
ENGINE_ENTRY = "localcoder.cli.engine_process:main"
"""What the process runs that holds the engine of a server."""

SERVED_PORT = 8000
"""Where `serve` and `chat --serve` listen unless told otherwise."""

ModeName = Literal["ask", "accept-edits", "plan", "full"]

ModelOption = Annotated[
    str | None,
    typer.Option("-m", "--model", metavar="NAME|DIR|HUB_ID", help="The model; else the configured one, else pocket."),
]
BackendOption = Annotated[
    BackendName | None, typer.Option("--backend", help="What computes: the GPU kernel, PyTorch, or the best that runs.")
]
EndpointOption = Annotated[
    str | None,
    typer.Option(
        "--endpoint", metavar="URL", help="Use an OpenAI-compatible server as the model (key: LOCALCODER_API_KEY)."
    ),
]
GpuMemoryOption = Annotated[
    float | None, typer.Option("--gpu-memory", metavar="GIB", help="The most GPU memory to take.")
]
ContextOption = Annotated[
    int | None, typer.Option("--context", metavar="TOKENS", help="The most tokens a conversation may have.")
]
NoAttachOption = Annotated[
    bool, typer.Option("--no-attach", help="Load the model even if another localcoder of yours serves it.")
]
CdOption = Annotated[str | None, typer.Option("-C", "--cd", metavar="DIR", help="Work in DIR.")]
AddDirOption = Annotated[
    list[str] | None, typer.Option("--add-dir", metavar="DIR", help="A further folder to work in; may be repeated.")
]
ContinueOption = Annotated[bool, typer.Option("-c", "--continue", help="Go on with the last session of this folder.")]
ResumeOption = Annotated[
    str | None, typer.Option("-r", "--resume", metavar="[ID]", help="Go on with a session; without ID: choose one.")
]
ResumeByIdOption = Annotated[
    str | None, typer.Option("-r", "--resume", metavar="ID", help="Go on with a session; `sessions list` has the IDs.")
]
ModeOption = Annotated[
    ModeName | None, typer.Option("--approval-mode", help="What may happen without asking (default: ask).")
]
NoSandboxOption = Annotated[bool, typer.Option("--no-sandbox", help="Run commands without the sandbox.")]
TrustOption = Annotated[bool, typer.Option("--trust", help="Use the configuration that this folder brings along.")]
MaxTurnsOption = Annotated[
    int | None, typer.Option("--max-turns", metavar="N", help="The most replies of the model to one prompt.")
]
TemperatureOption = Annotated[
    float | None, typer.Option("--temperature", metavar="T", help="0 always takes the likeliest token.")
]
SeedOption = Annotated[int | None, typer.Option("--seed", metavar="N", help="Makes sampling repeatable.")]
DebugOption = Annotated[bool, typer.Option("--debug", help="Show the program's log on stderr.")]
DebugFileOption = Annotated[bool, typer.Option("--debug", help="Log all that happens, to the log's file.")]


@dataclass(frozen=True, slots=True)
class Options:
    """The shared options as they were given; None and empty mean "not given"."""

    model: str | None = None
    backend: str | None = None
    endpoint: str | None = None
    gpu_memory_gib: float | None = None
    context_tokens: int | None = None
    no_attach: bool = False
    cd: str | None = None
    add_dirs: tuple[str, ...] = ()
    continue_last: bool = False
    resume: str | None = None
    approval_mode: str | None = None
    no_sandbox: bool = False
    trust: bool = False
    max_turns: int | None = None
    temperature: float | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where a conversation takes place. `notices` are lines that the user should see once."""

    settings: Settings
    roots: Roots
    notices: tuple[str, ...]


def open_workplace(options: Options, *, asks: bool = False) -> Workplace:
    """Check the folders and load the settings. `asks`: the user will be asked about what the folder brings.

    Raises:
        UsageError: a folder does not exist, or a setting cannot be used.
    """
    from localcoder.config import trust
    from localcoder.config.brought import would_run
    from localcoder.config.settings import load_settings
    from localcoder.workspace.roots import Roots

    if options.cd is None:
        cwd = current_folder()
    else:
        cwd = _folder(options.cd, "--cd")
        _leave_removed_folder(cwd)
    roots = Roots(cwd, tuple(_folder(text, "--add-dir") for text in options.add_dirs))
    notices: list[str] = []
    if options.trust and trust.brings_configuration(cwd):
        try:
            trust.trust(cwd)
        except OSError as error:
            raise UsageError(f"--trust: that {cwd} is trusted cannot be stored: {error.strerror}.") from None
    elif not asks and trust.brings_configuration(cwd) and not trust.is_trusted(cwd):
        # Not all commands that say this take --trust.
        notices.append(f"{cwd} brings its own configuration, which is not used; `localcoder --trust` in it would.")
        if commands := would_run(cwd):
            notices.append(f"With it, these would be run: {', '.join(commands)}.")
    return Workplace(load_settings(cwd, overrides(options)), roots, tuple(notices))


def overrides(options: Options) -> dict[str, Any]:
    """The settings that the command line names; None where it does not."""
    return {
        "model": options.model,
        "backend": options.backend,
        "endpoint": options.endpoint,
        "gpu_memory_gib": options.gpu_memory_gib,
        "context_tokens": options.context_tokens,
        "attach": False if options.no_attach else None,
        "approval_mode": options.approval_mode,
        "sandbox": False if options.no_sandbox else None,
        "max_turns": options.max_turns,
        "temperature": options.temperature,
        "seed": options.seed,
    }


def model_name(settings: Settings) -> str:
    """What to call the model before it has been opened."""
    if settings.endpoint is None:
        return settings.model
    return settings.model if "model" in settings.model_fields_set else settings.endpoint


def open_model(settings: Settings, progress: Progress, notice: Progress | None = None) -> ChatModel:
    """The model that the settings name, ready to reply. Blocks while it loads; `progress` is told how far it is.

    A model that another program of the user serves is not loaded a second time. `notice` gets lines that the user
    should see and keep: that this is so, or why the megakernel that was wanted is not used.

    Raises:
        LocalcoderError: there is no such model, or it cannot be loaded or reached.
    """
    if settings.endpoint is not None:
        from localcoder.config.settings import api_key
        from localcoder.wire.client import EndpointChatModel

        wanted = settings.model if "model" in settings.model_fields_set else None
        return EndpointChatModel(settings.endpoint, model=wanted, api_key=api_key())
    from localcoder.attach.spec import EngineSpec

    spec = EngineSpec.of(settings)
    if settings.attach:
        from localcoder.attach.finding import attached_model

        attached = attached_model(spec, progress, notice or _unheard)
        if attached is not None:
            return attached
    return spec.load(progress, notice)


def build_agent(
    workplace: Workplace,
    model: ChatModel,
    approver: Approver,
    *,
    journal: Journal | None = None,
    history: Iterable[Message] = (),
    jobs: JobManager | None = None,
    mcp: McpServers | None = None,
) -> Agent:
    """The agent for a conversation at `workplace`, with its tools, permissions and sandbox.

    `jobs` holds what runs in the background already, `mcp` the servers that do; where None nothing does.
    """
    from localcoder.agent.agent import Agent
    from localcoder.chat.model import ReplyOptions
    from localcoder.permissions.policy import Policy
    from localcoder.permissions.sandbox import Sandbox
    from localcoder.tools.background import JobManager
    from localcoder.tools.base import ToolContext
    from localcoder.tools.mcp.servers import McpServers
    from localcoder.tools.registry import builtin_tools
    from localcoder.tools.todo import todo_of
    from localcoder.workspace.registry import ReadRegistry

    settings, roots, messages = workplace.settings, workplace.roots, tuple(history)
    sandbox = Sandbox.detect(settings.sandbox, roots, network=settings.network)
    policy = Policy(settings.approval_mode, settings.permissions, roots, settings.commands)
    result_characters = _result_characters(model.context_tokens)
    if mcp is None and settings.mcp and model.prompt_profile == "full":
        mcp = McpServers(settings.mcp, roots.cwd)
    return Agent(
        model,
        builtin_tools(settings, model.prompt_profile),
        policy,
        ToolContext(
            roots,
            ReadRegistry(),
            sandbox,
            result_characters=result_characters,
            may_read=policy.may_show,
            jobs=JobManager() if jobs is None else jobs,
            todo=todo_of(messages),
            hooks=settings.hooks,
            mcp=mcp,
        ),
        approver,
        max_turns=settings.max_turns,
        options=ReplyOptions(temperature=settings.temperature, seed=settings.seed),
        journal=journal,
        history=messages,
    )


def undoable(agent: Agent, begun: int = 0) -> Agent:
    """`agent`, which from now on keeps what its turns change, so that they can be undone, also by a later process that
    goes on with its session. `begun` is the highest number that a turn has had, where the journal does not know it."""
    from localcoder.sessions.journal import Journal

    journal = agent.journal if isinstance(agent.journal, Journal) else None
    agent.context.checkpoints = checkpoints_of(agent.context.roots, journal, begun)
    return agent


def checkpoints_of(roots: Roots, journal: Journal | None, begun: int = 0) -> Checkpoints:
    """What can be undone of the session of `journal`, which works in `roots`; `begun` as for `undoable`."""
    from localcoder.config import paths
    from localcoder.sessions.store import SessionStore
    from localcoder.workspace.checkpoints import Checkpoints

    store = SessionStore()
    return Checkpoints(
        roots.folders,
        store.checkpoints,
        None if journal is None else journal.id,
        sessions=store.directory,
        begun=max(begun, 0 if journal is None else journal.last_turn),
        # Journals, logs and outputs are written while a turn runs; going back must never touch them.
        private=(paths.data_dir(), paths.cache_dir(), paths.state_dir(), paths.runtime_dir()),
    )


def sandbox_warning(agent: Agent) -> str | None:
    """What to say where `full` runs commands without any confinement."""
    sandbox = agent.context.sandbox
    if agent.policy.mode != "full" or sandbox.works:
        return None
    return f"commands run without a sandbox and without asking: {sandbox.reason}."


def open_journal(options: Options, workplace: Workplace) -> Journal:
    """The journal of the session to go on with, or of a new one.

    Raises:
        UsageError: there is no such session, it is open elsewhere, or both --continue and --resume are given.
    """
    from localcoder.sessions.journal import Journal
    from localcoder.sessions.store import SessionStore

    store, cwd = SessionStore(), workplace.roots.cwd
    if options.continue_last and options.resume is not None:
        raise UsageError("Give --continue or --resume, not both.")
    if options.continue_last:
        return Journal.resume(store.latest(cwd))
    if options.resume == "":
        raise UsageError("Which session? `localcoder sessions list` shows them; give its ID after --resume.")
    if options.resume is not None:
        return Journal.resume(store.find(options.resume))
    return store.create(cwd, model_name(workplace.settings))


def _unheard(line: str) -> None:
    """Takes what nobody wants to know."""


def _result_characters(context_tokens: int) -> int:
    """How long one tool result may be: about a quarter of a small context, and never more than a person would read."""
    return max(2_000, min(24_000, context_tokens * 3 // 4))


def current_folder() -> Path:
    """The working directory.

    Raises:
        UsageError: it was removed.
    """
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise UsageError("The current folder does not exist any more; change to another one.") from None


def _leave_removed_folder(other: Path) -> None:
    """Go to `other` where the working directory was removed: PyTorch cannot load its libraries there."""
    try:
        Path.cwd()
    except FileNotFoundError:
        os.chdir(other)


def _folder(text: str, option: str) -> Path:
    try:
        path = Path(os.path.expanduser(text)).absolute()
        if not text or not path.exists():  # an empty variable of a script must not become the current folder
            raise UsageError(f"{option}: there is no folder {text!r}.")
        if not path.is_dir():
            raise UsageError(f"{option}: {text!r} is not a folder.")
    except (OSError, ValueError) as error:
        raise UsageError(f"{option}: {text!r} cannot be used: {error}.") from None
    return path.resolve()
