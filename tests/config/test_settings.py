"""Where settings come from, and what is said about bad ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from localcoder.config import paths
from localcoder.config.settings import Permissions, Settings, api_key, load_settings, sourced_rules
from localcoder.config.trust import brings_configuration, is_trusted, trust
from localcoder.errors import UsageError
from tests.fakes.full_disk import full_disk


def user_file(text: str) -> Path:
    paths.config_dir().mkdir(parents=True, exist_ok=True)
    paths.config_file().write_text(text)
    return paths.config_file()


def project(text: str) -> Path:
    folder = Path.cwd()
    (folder / ".localcoder").mkdir(exist_ok=True)
    (folder / ".localcoder" / "config.toml").write_text(text)
    return folder


def test_without_any_file_the_defaults_count() -> None:
    assert load_settings(Path.cwd()) == Settings()
    assert Settings().max_turns == 50
    assert Settings().model == "pocket"


def test_later_sources_win(monkeypatch: pytest.MonkeyPatch) -> None:
    user_file('model = "user"\nmax_turns = 1\nseed = 1\ntheme = "light"\n')
    folder = project('model = "project"\nmax_turns = 2\nseed = 2\n')
    trust(folder)
    monkeypatch.setenv("LOCALCODER_MODEL", "environment")
    monkeypatch.setenv("LOCALCODER_MAX_TURNS", "3")
    settings = load_settings(folder, {"model": "given", "temperature": None})
    assert (settings.model, settings.max_turns, settings.seed, settings.theme) == ("given", 3, 2, "light")
    assert settings.temperature is None


def test_rules_of_all_sources_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    user_file('[permissions]\ndeny = ["shell(rm *)"]\nallow = ["read"]\n')
    folder = project('[permissions]\nallow = ["shell(ls)"]\ndeny = []\n')
    trust(folder)
    monkeypatch.setenv("LOCALCODER_PERMISSIONS__ASK", '["edit"]')
    expected = Permissions(allow=("read", "shell(ls)"), ask=("edit",), deny=("shell(rm *)",))
    assert load_settings(folder).permissions == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("model = ", ["not valid TOML"]),
        ("model = " + "[" * 5000, ["not valid TOML"]),
        ("theme = 'pink'", ["theme", "'auto', 'dark', 'light' or 'ansi'", "it is 'pink'"]),
        ("modle = 'x'", ["unknown key modle", "did you mean model?"]),
        ("zzz = 1", ["unknown key zzz", "known are"]),
        ("max_turns = '5'", ["max_turns", "integer", "'5'"]),
        ("max_turns = 0", ["max_turns", "greater than or equal to 1"]),
        ("sandbox = 'no'", ["sandbox", "boolean"]),
        ("approval_mode = 'yolo'", ["approval_mode", "'ask'", "'full'"]),
        ("permissions = 1", ["permissions"]),
        ("[permissions]\nallow = 'x'", ["permissions.allow"]),
        ("[permissions]\nallow = [1]", ["permissions.allow.0"]),
        ("[permissions]\nalow = []", ["permissions.alow", "did you mean allow?"]),
        ("model = ''", ["model"]),
        ("[permissions]\ndeny = ['shell(']", ["permissions.deny.0", "not a permission rule", "'shell('"]),
        ("gpu_memory_gib = -1", ["gpu_memory_gib"]),
    ],
)
def test_a_bad_file_is_refused_with_its_name_and_key(text: str, words: list[str]) -> None:
    file = user_file(text)
    with pytest.raises(UsageError) as caught:
        load_settings(Path.cwd())
    for word in [str(file), *words]:
        assert word in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_may_begin_with_a_byte_order_mark() -> None:
    user_file("")
    paths.config_file().write_bytes(b"\xef\xbb\xbfmax_turns = 7")
    assert load_settings(Path.cwd()).max_turns == 7


def test_a_file_that_is_not_utf8_is_refused() -> None:
    user_file("")
    paths.config_file().write_bytes(b"model = '\xff'")
    with pytest.raises(UsageError, match="not valid TOML"):
        load_settings(Path.cwd())


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("LOCALCODER_MODLE", "x", ["LOCALCODER_MODLE", "LOCALCODER_MODEL"]),
        ("LOCALCODER_MAX_TURNS", "many", ["LOCALCODER_MAX_TURNS: ", "integer", "'many'"]),
        ("localcoder_max_turns", "0", ["localcoder_max_turns: "]),
        ("LOCALCODER_PERMISSIONS__ALLOW", "read", ["LOCALCODER_PERMISSIONS__ALLOW: ", "JSON"]),
        ("LOCALCODER_PERMISSIONS__ALLOW", '["x("]', ["LOCALCODER_PERMISSIONS__ALLOW.0: ", "'x('"]),
        ("LOCALCODER_PERMISSIONS__ALOW", '["x"]', ["LOCALCODER_PERMISSIONS__ALOW: ", "permissions.alow"]),
        ("LOCALCODER_PERMISSIONS", '{"deny": 1}', ["LOCALCODER_PERMISSIONS.deny: "]),
    ],
)
def test_a_bad_variable_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: list[str]) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(UsageError) as caught:
        load_settings(Path.cwd())
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("setting", "value", "option"),
    [
        ("model", "", "--model"),
        ("max_turns", 0, "--max-turns"),
        ("seed", -1, "--seed"),
        ("temperature", 101.0, "--temperature"),
        ("temperature", float("inf"), "--temperature"),
        ("gpu_memory_gib", float("nan"), "--gpu-memory"),
        ("context_tokens", 0, "--context"),
    ],
)
def test_a_bad_option_is_named_as_it_is_typed(setting: str, value: object, option: str) -> None:
    with pytest.raises(UsageError, match=f"^{option}: ") as caught:
        load_settings(Path.cwd(), {setting: value})
    assert setting == option.removeprefix("--") or setting not in str(caught.value)


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALCODER_MODEL", "")
    assert load_settings(Path.cwd()).model == "pocket"


def test_the_api_key_is_no_part_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert api_key() is None
    monkeypatch.setenv("LOCALCODER_API_KEY", "very-secret")
    assert api_key() == "very-secret"
    assert "very-secret" not in repr(load_settings(Path.cwd()))


def test_a_project_is_not_heard_before_it_is_trusted() -> None:
    folder = project('approval_mode = "full"')
    assert brings_configuration(folder)
    assert load_settings(folder).approval_mode == "ask"
    trust(folder)
    assert load_settings(folder).approval_mode == "full"


@pytest.mark.parametrize("change", [".localcoder/config.toml", ".localcoder/hooks/new.sh", ".mcp.json"])
def test_trust_ends_when_the_configuration_changes(change: str) -> None:
    folder = project('model = "a"')
    trust(folder)
    assert is_trusted(folder)
    file = folder / change
    file.parent.mkdir(exist_ok=True)
    file.write_text('model = "b"')
    assert not is_trusted(folder)
    assert load_settings(folder).model == "pocket"


def test_trust_in_one_folder_is_no_trust_in_a_copy(tmp_path: Path) -> None:
    folder = project("seed = 1")
    trust(folder)
    copy = tmp_path / "copy" / ".localcoder"
    copy.mkdir(parents=True)
    (copy / "config.toml").write_text("seed = 1")
    assert not is_trusted(copy.parent)


def test_a_folder_without_configuration_is_never_a_question(tmp_path: Path) -> None:
    assert not brings_configuration(tmp_path)
    assert not is_trusted(tmp_path)
    (tmp_path / ".localcoder").mkdir()
    (tmp_path / ".localcoder" / "check-command").write_text("#!/bin/sh\n")  # of a hook of the user's own
    assert not brings_configuration(tmp_path)
    (tmp_path / ".mcp.json").write_text("{}")
    assert brings_configuration(tmp_path)


def test_a_broken_trust_store_trusts_nothing() -> None:
    folder = project("seed = 1")
    trust(folder)
    store = paths.data_dir() / "trusted.json"
    store.write_text("{")
    assert not is_trusted(folder)
    trust(folder)
    assert is_trusted(folder)


def test_paths_follow_xdg(isolated_home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert paths.config_dir() == isolated_home / ".config" / "localcoder"
    assert paths.data_dir() == isolated_home / ".local" / "share" / "localcoder"
    assert paths.cache_dir() == isolated_home / ".cache" / "localcoder"
    assert paths.state_dir() == isolated_home / ".local" / "state" / "localcoder"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert paths.config_dir() == tmp_path / "localcoder"


def test_without_a_runtime_folder_one_in_tmp_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert paths.runtime_dir().parent == tmp_path


def test_a_full_disk_leaves_the_place_for_temporary_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)  # Python remembers what it found
    with full_disk(0):
        assert paths.runtime_dir().parent == tmp_path


def test_settings_import_nothing_heavy() -> None:
    code = (
        "import sys, localcoder.config.settings; "
        "heavy = ('torch', 'textual', 'transformers', 'numpy', 'pydantic_settings'); "
        "print([name for name in heavy if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_every_rule_is_known_with_its_source(monkeypatch: pytest.MonkeyPatch) -> None:
    file = user_file('[permissions]\ndeny = ["shell(rm *)"]\nallow = ["read"]\n')
    folder = project('[permissions]\nask = ["shell(ls)"]\n')
    monkeypatch.setenv("LOCALCODER_PERMISSIONS__ALLOW", '["edit(src/**)"]')
    assert sourced_rules(folder) == (
        ("deny", "shell(rm *)", str(file)),
        ("allow", "read", str(file)),
        ("allow", "edit(src/**)", "the environment"),
    )
    trust(folder)
    assert ("ask", "shell(ls)", str(folder / ".localcoder" / "config.toml")) in sourced_rules(folder)
    rules = load_settings(folder).permissions
    assert sorted(each.rule for each in sourced_rules(folder)) == sorted([*rules.allow, *rules.ask, *rules.deny])
