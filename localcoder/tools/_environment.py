"""The environment of commands: nothing that asks or pages, and no secrets."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SECRET_NAME = re.compile(
    r"(^|_)(API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|SECRET|SECRETS|TOKEN|TOKENS|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|PAT)"
    r"(_|\d|$)|APIKEY|SECRETKEY|AUTHTOKEN",
    re.IGNORECASE,
)
_MIN_MASKED_CHARACTERS = 6
"""Shorter values are words like `true`, which would be masked everywhere."""

_SERVICES = frozenset({"SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS", "GPG_AGENT_INFO"})
"""Sockets through which a command could use the user's keys or start programs outside the sandbox."""

NONINTERACTIVE = {
    "GIT_EDITOR": "true",
    "GIT_SEQUENCE_EDITOR": "true",
    "EDITOR": "true",
    "VISUAL": "true",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
    "PAGER": "cat",
    "MANPAGER": "cat",
    "SSH_ASKPASS_REQUIRE": "never",
    "PIP_NO_INPUT": "1",
    "DEBIAN_FRONTEND": "noninteractive",
    "TERM": "dumb",
    "NO_COLOR": "1",
    "LOCALCODER": "1",
}
"""Nobody sits at a command's terminal, and there is none."""

NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}
"""Python takes compiled code for current while the source has the same size and second. A run, an edit of one letter
and another run come within a second here: the second run would do what the file no longer says."""


def is_secret(name: str) -> bool:
    """Whether a variable of this name holds a secret."""
    return _SECRET_NAME.search(name) is not None


def child_environment(environment: Mapping[str, str], *, confined: bool) -> dict[str, str]:
    """What a command gets of `environment`; in the sandbox (`confined`) without the user's agent sockets."""
    kept = {
        name: value
        for name, value in environment.items()
        if not is_secret(name) and not (confined and name in _SERVICES)
    }
    return NO_BYTECODE | kept | NONINTERACTIVE | _no_stray_repository(kept)


def _no_stray_repository(environment: Mapping[str, str]) -> dict[str, str]:
    """Git's setting that only a `.git` makes a folder a repository, behind those that the environment has already.

    Else a folder with a `config` of its own among the files of a project, written or cloned, makes `git status` run
    what it says.
    """
    count = environment.get("GIT_CONFIG_COUNT", "")
    index = int(count) if count.isdecimal() else 0
    return {
        "GIT_CONFIG_COUNT": str(index + 1),
        f"GIT_CONFIG_KEY_{index}": "safe.bareRepository",
        f"GIT_CONFIG_VALUE_{index}": "explicit",
    }


def secret_values(environment: Mapping[str, str]) -> list[str]:
    """The values to mask in output, the longest first, so that one inside another leaves nothing over.

    Of a value of several lines, such as a private key, each line is one: output comes line by line.
    """
    lines = {line for name, value in environment.items() if is_secret(name) for line in value.splitlines()}
    return sorted((line for line in lines if len(line) >= _MIN_MASKED_CHARACTERS), key=len, reverse=True)
