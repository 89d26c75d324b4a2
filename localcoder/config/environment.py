"""Settings in `LOCALCODER_*` variables."""

from __future__ import annotations

import os
from typing import Any

from pydantic_settings import BaseSettings, EnvSettingsSource, SettingsConfigDict, SettingsError

from localcoder.config.settings import ENVIRONMENT_PREFIX, Settings
from localcoder.errors import UsageError


class _Environment(BaseSettings, Settings):
    """`LOCALCODER_MODEL`, `LOCALCODER_PERMISSIONS__ALLOW` (a JSON list), ..."""

    model_config = SettingsConfigDict(
        env_prefix=ENVIRONMENT_PREFIX, env_nested_delimiter="__", env_ignore_empty=True, extra="forbid"
    )


def environment_values() -> dict[str, Any]:
    """The values that are given, not yet validated; an empty variable counts as not given.

    Raises:
        UsageError: a list is not JSON.
    """
    try:
        return EnvSettingsSource(_Environment)()
    except SettingsError as error:
        name = next((name for name in sorted(os.environ) if not _is_read(name)), "the environment")
        raise UsageError(f"{name}: this is not JSON; lists are written as JSON, for instance '[\"a\"]'.") from error


def _is_read(name: str) -> bool:
    """Whether the variable can be read by itself; the error over all of them names none."""
    source = EnvSettingsSource(_Environment)
    source.env_vars = {name.lower(): os.environ[name]}
    try:
        source()
    except SettingsError:
        return False
    return True
