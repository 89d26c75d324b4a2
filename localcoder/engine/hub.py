"""Models from the Hugging Face Hub: pulling, finding and removing them in its shared cache."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

from huggingface_hub import (
    CachedRepoInfo,
    HfApi,
    HFCacheInfo,
    constants,
    hf_hub_download,
    scan_cache_dir,
    snapshot_download,
    try_to_load_from_cache,
)
from huggingface_hub.errors import (
    CacheNotFound,
    DryRunError,
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
)
from huggingface_hub.utils.tqdm import tqdm

from localcoder.engine.checkpoint import shard_files
from localcoder.engine.config import FAMILIES, ModelConfig
from localcoder.errors import LocalcoderError, UsageError

_NEEDED = [
    "config.json",
    "generation_config.json",
    "tokenizer*",
    "special_tokens_map.json",
    "chat_template*",
    "model*.safetensors",
    "model.safetensors.index.json",
]
_NOT_NEEDED = ["*/*"]
_PARALLEL_FILES = 2
"""An interrupted pull keeps whole files only, so few are under way at a time."""
_ROOM_BYTES = 256 * 1024**2
"""Disk space to leave free."""

# A pull tells the hub which files it wants, and not which other libraries and agents are here.
constants.HF_HUB_DISABLE_TELEMETRY = True

# Connection errors come unchanged from the HTTP client, of which huggingface_hub brings one or the other.
_HUB_ERRORS: tuple[type[Exception], ...] = (
    OSError,
    DryRunError,
    *(sys.modules[name].TransportError for name in ("httpx2", "httpx") if name in sys.modules),
)

Progress = Callable[[int, int], None]


def pull(repo_id: str, progress: Progress | None = None) -> Path:
    """Bring a model's files to this machine, or the rest of them where an earlier pull was interrupted.

    Args:
        repo_id: as on the hub, `organisation/name`.
        progress: called with bytes done and bytes in all, now and then, from several threads (one at a time).

    Returns:
        The model's directory.

    Raises:
        UsageError: there is no such model, it is not open to this user, or this version cannot run it.
        LocalcoderError: the hub cannot be reached, or the disk is too small or full.
    """
    silent = _bar_class(0, 0, None)
    with _for_people(repo_id, begun=False):
        # This call fails at once where the hub cannot be reached; the ones below would retry for half a minute.
        HfApi().model_info(repo_id)
        # The geometry first: nobody should wait for gigabytes that then cannot be used.
        ModelConfig.from_file(Path(hf_hub_download(repo_id, "config.json", tqdm_class=silent)))
        files = snapshot_download(
            repo_id, allow_patterns=_NEEDED, ignore_patterns=_NOT_NEEDED, tqdm_class=silent, dry_run=True
        )
    with _for_people(repo_id, begun=True):
        total_bytes = sum(file.file_size or 0 for file in files)
        missing_bytes = sum(file.file_size or 0 for file in files if file.will_download)
        free_bytes = shutil.disk_usage(constants.HF_HUB_CACHE).free
        if missing_bytes + _ROOM_BYTES > free_bytes:
            raise LocalcoderError(
                f"Model {repo_id}: {missing_bytes / 1e9:.1f} GB are to be downloaded, but {constants.HF_HUB_CACHE} has "
                f"{free_bytes / 1e9:.1f} GB of free space; free some, or set HF_HOME to a folder on a larger disk."
            )
        directory = snapshot_download(
            repo_id,
            allow_patterns=_NEEDED,
            ignore_patterns=_NOT_NEEDED,
            max_workers=_PARALLEL_FILES,
            tqdm_class=_bar_class(total_bytes - missing_bytes, total_bytes, progress),
        )
    if progress is not None:
        progress(total_bytes, total_bytes)
    shard_files(Path(directory))
    return Path(directory)


def pulled_directory(repo_id: str) -> Path | None:
    """The directory of a pulled model, or None if it was never pulled.

    Raises:
        UsageError: the pull was interrupted, so files are missing.
    """
    try:
        config = try_to_load_from_cache(repo_id, "config.json")
    except HFValidationError:
        return None
    if not isinstance(config, str):
        return None
    directory = Path(config).parent
    try:
        shard_files(directory)
    except UsageError:
        raise UsageError(
            f"Model {repo_id}: was pulled only in part; run `localcoder models pull {repo_id}` to get the rest."
        ) from None
    return directory


def pulled_models() -> list[tuple[str, Path]]:
    """Id and directory of every wholly pulled model of a family that this version runs, by id."""
    cache, found = Path(constants.HF_HUB_CACHE), []
    for folder in cache.glob("models--*--*") if os.path.isdir(cache) else ():
        repo_id = folder.name.removeprefix("models--").replace("--", "/")
        try:
            directory = pulled_directory(repo_id)
        except UsageError:
            continue
        if directory is not None and _model_type(directory) in FAMILIES:
            found.append((repo_id, directory))
    return sorted(found)


def require_pulled(repo_id: str) -> None:
    """Make sure that there is something of a model that `remove` could delete.

    Raises:
        UsageError: it is not in the cache.
    """
    with suppress(CacheNotFound):
        if _cached(scan_cache_dir(constants.HF_HUB_CACHE), repo_id):
            return
    raise UsageError(f"Model {repo_id}: was not pulled, so there is nothing to remove.")


def remove(repo_id: str) -> int:
    """Delete a pulled model, whole or in part; returns the bytes that were freed.

    Raises:
        UsageError: it is not in the cache.
    """
    require_pulled(repo_id)
    cache, freed_bytes = scan_cache_dir(constants.HF_HUB_CACHE), 0
    for repo in _cached(cache, repo_id):
        strategy = cache.delete_revisions(*(revision.commit_hash for revision in repo.revisions))
        strategy.execute()
        freed_bytes += strategy.expected_freed_size
        shutil.rmtree(repo.repo_path, ignore_errors=True)
    return freed_bytes


def _cached(cache: HFCacheInfo, repo_id: str) -> list[CachedRepoInfo]:
    return [repo for repo in cache.repos if (repo.repo_type, repo.repo_id) == ("model", repo_id)]


def _model_type(directory: Path) -> object:
    try:
        values = json.loads((directory / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return values.get("model_type") if isinstance(values, dict) else None


def _bar_class(done_bytes: int, total_bytes: int, progress: Progress | None) -> type[tqdm]:
    """A progress bar that draws nothing and reports the bytes of a whole download.

    The hub's client keeps one bar for bytes received and one for bytes written; the larger of the two is reported.
    """
    lock = Lock()
    most = done_bytes

    class Bar(tqdm):
        def __init__(self, *args: Any, **options: Any) -> None:
            self.counts_bytes = options.get("unit") == "B"
            super().__init__(*args, **(options | {"disable": True}))  # type: ignore[no-untyped-call]

        def update(self, n: float | None = 1) -> bool | None:
            nonlocal most
            with lock:
                self.n += n or 0
                if self.counts_bytes and progress is not None and done_bytes + self.n > most:
                    most = min(int(done_bytes + self.n), total_bytes)
                    progress(most, total_bytes)
            return None

    return Bar


@contextmanager
def _for_people(repo_id: str, *, begun: bool) -> Iterator[None]:
    """Turn what the hub's client raises into one line that says what to do; `begun`: files are under way."""
    try:
        yield
    except LocalcoderError:
        raise
    except HFValidationError:
        raise UsageError(f"Model {repo_id}: is not a hub id; those look like `organisation/name`.") from None
    except _HUB_ERRORS as error:
        raise _explained(repo_id, error, begun=begun) from None


def _explained(repo_id: str, error: BaseException, *, begun: bool) -> LocalcoderError:
    causes = [error]
    while (cause := causes[-1].__cause__) is not None and cause not in causes:
        causes.append(cause)
    for cause in causes:
        match cause:
            case GatedRepoError():
                return UsageError(
                    f"Model {repo_id}: is gated; accept its conditions at {constants.ENDPOINT}/{repo_id}, then "
                    "log in with `hf auth login` or set HF_TOKEN."
                )
            case RepositoryNotFoundError():
                return UsageError(
                    f"Model {repo_id}: is not on {constants.ENDPOINT}, or is private (log in with `hf auth login`)."
                )
            case OfflineModeIsEnabled():
                return LocalcoderError(f"Model {repo_id}: cannot be pulled while HF_HUB_OFFLINE is set; unset it.")
            case OSError(errno=28):
                return LocalcoderError(
                    f"Model {repo_id}: the disk of {constants.HF_HUB_CACHE} is full; free space and pull again."
                )
    if "config.json" in str(error) and "404" in str(error):
        return UsageError(f"Model {repo_id}: has no config.json on the hub, so it is not a model that can run here.")
    if isinstance(error, LocalEntryNotFoundError):
        error = causes[-1]
    reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
    if not begun:
        trouble = "answers with an error" if isinstance(error, HfHubHTTPError) else "cannot be reached"
        return LocalcoderError(f"Model {repo_id}: {constants.ENDPOINT} {trouble} ({reason}); try again later.")
    return LocalcoderError(
        f"Model {repo_id}: {constants.ENDPOINT} cannot be reached or stopped sending ({reason}); pull again to get "
        "the rest."
    )
