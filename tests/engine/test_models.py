from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from huggingface_hub import constants

from localcoder.engine import models
from localcoder.engine.models import find_model, list_models
from localcoder.errors import UsageError
from tests.fakes.checkpoints import write_checkpoint
from tests.fakes.locked import locked


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "cache"
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(path))
    return path


@pytest.fixture
def pocket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "pocket"
    monkeypatch.setattr(models, "POCKET_DIRECTORY", path)
    return path


def test_pocket_is_the_built_in_directory(pocket: Path) -> None:
    write_checkpoint(pocket)
    assert find_model("pocket").directory == pocket
    assert [entry.name for entry in list_models()] == ["pocket"]


def test_pocket_without_weights_is_one_clear_line(pocket: Path) -> None:
    with pytest.raises(UsageError, match="the built-in model's weights are missing"):
        find_model("pocket")
    assert list_models() == []


def test_what_may_not_be_entered_holds_no_models(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(cache / "hub"))
    with locked(cache):
        assert [entry.name for entry in list_models()] == ["pocket"]
        with pytest.raises(UsageError, match="there is no such directory"):
            find_model(str(cache / "model"))


def test_directory_is_a_model_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_checkpoint(tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    for name in (str(tmp_path / "mine"), "mine", "./mine", "../" + tmp_path.name + "/mine"):
        assert find_model(name).directory == tmp_path / "mine"
        assert find_model(name).name == "mine"


def test_facts_of_a_directory_come_from_its_files(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, "llama")
    facts = find_model(str(tmp_path)).facts()
    assert (facts.family, facts.context_tokens) == ("llama", 4096)
    assert facts.weight_bytes == 4 * facts.parameters
    assert facts.parameters > config.vocab_size * config.hidden_size
    assert find_model(str(tmp_path)).disk_bytes > facts.weight_bytes


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("org/model", r"is not on this machine; get it with `localcoder models pull org/model`\."),
        ("nonsense", "there is no such directory and no such built-in model"),
        ("./org/model", "there is no such directory"),
        ("", "there is no such directory"),
    ],
)
def test_what_is_not_there_says_how_to_get_it(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        find_model(name)


def test_directory_without_config_and_a_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"it has no config\.json"):
        find_model(str(tmp_path))
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="is a file; give the model's directory"):
        find_model(str(tmp_path / "file"))


def test_unfinished_or_foreign_models_of_the_cache_are_not_listed(pocket: Path, cache: Path) -> None:
    for repo, content in (("a--bert", '{"model_type": "bert"}'), ("b--empty", None), ("c--broken", "{")):
        snapshot = cache / f"models--{repo}" / "snapshots" / "1234"
        snapshot.mkdir(parents=True)
        (snapshot.parents[1] / "refs").mkdir()
        (snapshot.parents[1] / "refs" / "main").write_text("1234")
        if content is not None:
            (snapshot / "config.json").write_text(content)
            (snapshot / "model.safetensors").write_bytes(b"")
    assert list_models() == []


def test_listing_models_does_not_import_torch() -> None:
    code = "import sys; from localcoder.engine.models import list_models; list_models(); print('torch' in sys.modules)"
    root = Path(models.__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert done.stdout.strip() == "False"
