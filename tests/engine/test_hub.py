from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from huggingface_hub import constants

from localcoder.engine import hub
from localcoder.engine.hub import pull, pulled_directory, pulled_models, remove
from localcoder.engine.models import find_model
from localcoder.errors import LocalcoderError, UsageError
from tests.fakes.checkpoints import write_checkpoint
from tests.fakes.hub import FakeHub, serve_hub
from tests.fakes.tokenizers import write_byte_level_tokenizer

REPO = "tiny-lab/tiny-moe"
FIRST_SHARD = "model-00001-of-00002.safetensors"
SECOND_SHARD = "model-00002-of-00002.safetensors"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The hub's client reads its environment once, at import; so its constants are what tests set."""
    path = tmp_path / "cache"
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(path))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    return path


@pytest.fixture
def fake_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    directory = tmp_path / "hub"
    write_checkpoint(directory, shards=2)
    write_byte_level_tokenizer(directory)
    (directory / "README.md").write_text("not needed to run it")
    (directory / "original").mkdir()
    (directory / "original" / "model.safetensors").write_bytes(b"not needed either")
    with serve_hub(REPO, directory) as served:
        use_hub(monkeypatch, served.url)
        yield served


def use_hub(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    template = constants.HUGGINGFACE_CO_URL_TEMPLATE.replace(constants.ENDPOINT, url)
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", template)
    monkeypatch.setattr(constants, "ENDPOINT", url)


def refused(repo_id: str = REPO) -> str:
    with pytest.raises(LocalcoderError) as error:
        pull(repo_id)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_pulled_model_has_what_it_needs_and_is_found_by_its_id(fake_hub: FakeHub) -> None:
    directory = pull(REPO)
    names = {file.name for file in directory.rglob("*") if file.is_file()}
    assert names == set(fake_hub.files()) - {"README.md", "original/model.safetensors"}
    assert find_model(REPO).directory == directory
    assert find_model(REPO).facts().family == "cohere2_moe"
    assert pulled_models() == [(REPO, directory)]


def test_second_pull_downloads_nothing(fake_hub: FakeHub) -> None:
    pull(REPO)
    fake_hub.sent.clear()
    pull(REPO)
    assert fake_hub.sent == []


def test_progress_grows_to_the_size_of_all_files(fake_hub: FakeHub) -> None:
    calls: list[tuple[int, int]] = []
    directory = pull(REPO, lambda done, total: calls.append((done, total)))
    total = sum(file.stat().st_size for file in directory.iterdir())
    assert calls[-1] == (total, total)
    assert len(calls) > 2
    assert calls == sorted(calls)


def test_connection_that_breaks_off_is_taken_up_where_it_was(
    fake_hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(constants, "DOWNLOAD_CHUNK_SIZE", 1000)
    fake_hub.cuts[SECOND_SHARD] = [10_000]
    directory = pull(REPO)
    assert [first for name, first in fake_hub.sent if name == SECOND_SHARD] == [0, 10_000]
    assert (directory / SECOND_SHARD).read_bytes() == fake_hub.files()[SECOND_SHARD]


def test_interrupted_pull_is_reported_and_the_next_one_gets_only_the_rest(fake_hub: FakeHub) -> None:
    fake_hub.cuts[SECOND_SHARD] = [-1]
    assert "pull again to get the rest" in refused()
    with pytest.raises(UsageError, match=f"was pulled only in part; run `localcoder models pull {REPO}`"):
        find_model(REPO)
    assert pulled_models() == []
    fake_hub.sent.clear()
    directory = pull(REPO)
    sent = [name for name, _ in fake_hub.sent]
    assert SECOND_SHARD in sent
    assert FIRST_SHARD not in sent
    assert find_model(REPO).directory == directory


def test_model_that_cannot_run_is_refused_before_its_weights_are_downloaded(fake_hub: FakeHub) -> None:
    write_checkpoint(fake_hub.directory, shards=2)
    config = fake_hub.directory / "config.json"
    config.write_text(config.read_text().replace("cohere2_moe", "gpt2"))
    assert "field `model_type` is 'gpt2'" in refused()
    assert [name for name, _ in fake_hub.sent] == ["config.json"]


def test_model_larger_than_the_disk_is_refused_with_the_numbers(fake_hub: FakeHub) -> None:
    fake_hub.sizes[SECOND_SHARD] = 10**15
    assert "1000000.0 GB are to be downloaded, but" in refused()
    assert [name for name, _ in fake_hub.sent] == ["config.json"]


def test_disk_that_fills_up_is_said(fake_hub: FakeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **options: object) -> str:
        if options.get("dry_run"):
            return hub_download(*args, **options)
        raise OSError(28, "No space left on device")

    hub_download = hub.snapshot_download
    monkeypatch.setattr(hub, "snapshot_download", full)
    assert "is full; free space and pull again" in refused()


def test_gated_model_says_where_to_accept(fake_hub: FakeHub) -> None:
    fake_hub.gated = True
    assert f"is gated; accept its conditions at {fake_hub.url}/{REPO}" in refused()


def test_unknown_model_is_said(fake_hub: FakeHub) -> None:
    assert refused("tiny-lab/other").startswith(f"Model tiny-lab/other: is not on {fake_hub.url}, or is private")


def test_repository_without_config_is_said(fake_hub: FakeHub) -> None:
    (fake_hub.directory / "config.json").unlink()
    assert "has no config.json on the hub" in refused()


@pytest.mark.parametrize("repo_id", ["a b/c", "a/b/c", "--/x"])
def test_text_that_is_no_hub_id_is_refused(repo_id: str) -> None:
    assert "is not a hub id" in refused(repo_id)


def test_hub_that_cannot_be_reached_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    use_hub(monkeypatch, "http://127.0.0.1:9")
    said = refused()
    assert "http://127.0.0.1:9 cannot be reached (" in said
    assert "the rest" not in said and "stopped sending" not in said


def test_pull_while_offline_says_so(fake_hub: FakeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert "while HF_HUB_OFFLINE is set" in refused()


def test_removed_model_is_gone(fake_hub: FakeHub, cache: Path) -> None:
    directory = pull(REPO)
    size = sum(file.stat().st_size for file in directory.iterdir())
    assert remove(REPO) == size
    assert pulled_directory(REPO) is None
    assert not list(cache.glob("models--*"))
    with pytest.raises(UsageError, match="was not pulled"):
        remove(REPO)


def test_pulled_model_is_found_offline_in_a_fresh_process(fake_hub: FakeHub, cache: Path) -> None:
    directory = pull(REPO)
    code = f"from localcoder.engine.models import find_model; print(find_model({REPO!r}).directory)"
    environment = os.environ | {
        "HF_HUB_CACHE": str(cache),
        "HF_HUB_OFFLINE": "1",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert (done.stdout.strip(), done.stderr) == (str(directory), "")
