"""Settings in `LOCALCODER_*` variables."""

from __future__ import annotations

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
        raise UsageError(f"The environment: {error}; lists are written as JSON, for instance '[\"a\"]'.") from error
