"""The user's hooks around a tool call: what may refuse it, and what runs once it is done."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from localcoder.agent.events import Event, Notice
from localcoder.config.extensions import Hook
from localcoder.config.paths import temporary_dir
from localcoder.config.settings import ApprovalMode
from localcoder.errors import UsageError
from localcoder.permissions.access import Access
from localcoder.permissions.commands import only_reads
from localcoder.tools._diff import unified_diff
from localcoder.tools._environment import child_environment, secret_values
from localcoder.tools._output import OutputCollector, harmless
from localcoder.tools._process import run_process
from localcoder.tools.base import ToolContext, ToolResult, failure
from localcoder.tools.shell import shell_program
from localcoder.workspace.files import FileRefused, decode, read_bytes

MAX_OUTPUT_CHARACTERS = 4_000
MAX_DIFF_CHARACTERS = 4_000
_MAX_SHOWN_COMMAND = 80


@dataclass(frozen=True, slots=True)
class HookedCall:
    """A permitted call as its hooks are told of it."""

    tool: str
    arguments: Mapping[str, Any]
    accesses: Sequence[Access]

    @property
    def paths(self) -> list[str]:
        """The files and folders that it names, resolved."""
        return [access.target for access in self.accesses if access.kind in ("read", "write")]

    @property
    def written(self) -> list[Path]:
        """The files that it writes."""
        return [Path(access.target) for access in self.accesses if access.kind == "write"]


def hooks_for(hooks: Sequence[Hook], tool: str) -> tuple[Hook, ...]:
    """Those of `hooks` that run around calls of `tool`."""
    return tuple(hook for hook in hooks if hook.is_about(tool))


def accesses_of(hooks: Sequence[Hook]) -> list[Access]:
    """What the hooks may touch: anything, as commands do, so that it can be undone with the call."""
    return [Access("shell", hook.command) for hook in hooks]


async def with_hooks(
    run: Callable[[], Awaitable[ToolResult]],
    hooks: Sequence[Hook],
    call: HookedCall,
    context: ToolContext,
    mode: ApprovalMode,
    emit_soon: Callable[[Event], None],
) -> ToolResult:
    """Run a call with `hooks` around it.

    A hook before it that does not end with exit code 0 refuses it, whatever went wrong: a guard that fails lets nothing
    pass. A hook after it only adds to the result. In plan mode hooks that do not provably only read do not run; one
    before the call then refuses it.
    """
    for hook in (hook for hook in hooks if hook.event == "before"):
        if mode == "plan" and not only_reads(hook.command):
            return failure(f"plan mode does not run the hook {_shown(hook)}, and it has to agree to this call")
        code, output = await _run(hook, call, context, None)
        if code != 0:
            return failure(f"the hook {_shown(hook)} refused this call: {output or _ending(hook, code)}")
    result = await run()
    for hook in (hook for hook in hooks if hook.event == "after"):
        if mode != "plan" or only_reads(hook.command):
            result = await _after(hook, call, context, result, emit_soon)
    return result


async def _after(
    hook: Hook, call: HookedCall, context: ToolContext, result: ToolResult, emit_soon: Callable[[Event], None]
) -> ToolResult:
    known = {path: data for path in call.written if (data := _known(path, context)) is not None}
    code, output = await _run(hook, call, context, result)
    added = [_refreshed(hook, path, data, context) for path, data in known.items()]
    if code != 0:
        emit_soon(Notice("warning", f"The hook {_shown(hook)} after {call.tool} failed: {_ending(hook, code)}."))
        added.append(f"[the hook {_shown(hook)}: {_ending(hook, code)}]\n{output}".rstrip())
    content = "\n".join(part for part in (result.content, *added) if part)
    return ToolResult(content, result.is_error, result.diff)


def _known(path: Path, context: ToolContext) -> bytes | None:
    """The bytes of a file that the model knows as it is."""
    data = _read(path)
    return data if data is not None and context.registry.state(path, data) == "current" else None


def _read(path: Path) -> bytes | None:
    try:
        return read_bytes(path, str(path))
    except (FileRefused, OSError):
        return None


def _refreshed(hook: Hook, path: Path, before: bytes, context: ToolContext) -> str:
    """Let the file count as known as the hook left it, and say what it changed."""
    after = _read(path)
    if after is None or after == before:
        return ""
    context.registry.record(path, after)
    name = context.roots.display(path)
    old, new = decode(before), decode(after)
    diff = unified_diff(name, old.text, new.text) if old is not None and new is not None else ""
    if not diff or len(diff) > MAX_DIFF_CHARACTERS:
        return f"[the hook {_shown(hook)} changed much of {name}; read it again]"
    return f"[the hook {_shown(hook)} changed {name}]\n{harmless(diff)}".rstrip()


async def _run(
    hook: Hook, call: HookedCall, context: ToolContext, result: ToolResult | None
) -> tuple[int | OSError | None, str]:
    """How the hook ended (None: out of time; an error: not started) and what it printed."""
    document: dict[str, Any] = {
        "event": hook.event,
        "tool": call.tool,
        "arguments": dict(call.arguments),
        "cwd": str(context.cwd),
        "paths": call.paths,
    }
    if result is not None:
        document["result"] = {"content": result.content, "is_error": result.is_error}
    variables = {"HOOK_EVENT": hook.event, "HOOK_TOOL": call.tool}
    if len(call.paths) == 1:
        variables["HOOK_PATH"] = call.paths[0]
    output = OutputCollector(MAX_OUTPUT_CHARACTERS, secret_values(os.environ), lambda text: None)
    code: int | OSError | None
    try:
        # A file: a hook that does not read it holds nobody up.
        with tempfile.TemporaryFile(dir=temporary_dir()) as told:
            told.write(json.dumps(document).encode())
            told.seek(0)
            code = await run_process(
                [shell_program(), "-c", hook.command],
                cwd=context.cwd,
                environment=child_environment(os.environ, confined=False) | variables,
                timeout_s=hook.timeout_s,
                on_bytes=output.feed,
                stdin=told.fileno(),
            )
    except OSError as error:
        code = error
    except UsageError as error:
        code = OSError(errno.ENOENT, str(error))
    finally:
        output.finish()
    return code, output.text().strip()


def _ending(hook: Hook, code: int | OSError | None) -> str:
    if isinstance(code, OSError):
        return f"it cannot be started ({code.strerror})"
    return f"it did not end within {hook.timeout_s:g} s" if code is None else f"exit code {code}"


def _shown(hook: Hook) -> str:
    command = " ".join(harmless(hook.command).split())
    return f"`{command if len(command) <= _MAX_SHOWN_COMMAND else command[: _MAX_SHOWN_COMMAND - 1] + '…'}`"
