"""MCP servers and hooks in the configuration: what is taken, what is refused, and what is never heard."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from localcoder.cli.config import as_toml
from localcoder.cli.main import app
from localcoder.config import paths
from localcoder.config.brought import would_run
from localcoder.config.extensions import Hook, McpServer, NotSet, expanded, mcp_json
from localcoder.config.settings import load_settings
from localcoder.config.trust import is_trusted, trust, trusted_contents
from localcoder.errors import UsageError

WHOLE = """
[[hooks]]
event = "before"
tool = "shell|mcp__*"
command = "check"
timeout_s = 5

[mcp.files]
command = "files-server"
args = ["--root", "."]
env = { TOKEN = "very-secret" }

[mcp.web]
url = "https://example.com/mcp"
headers = { Authorization = "Bearer very-secret" }
timeout_s = 10
enabled = false
"""


def user_file(text: str) -> None:
    paths.config_dir().mkdir(parents=True, exist_ok=True)
    paths.config_file().write_text(text)


def project_file(text: str) -> None:
    Path(".localcoder").mkdir(exist_ok=True)
    Path(".localcoder/config.toml").write_text(text)


def test_servers_and_hooks_are_read() -> None:
    user_file(WHOLE)
    settings = load_settings(Path.cwd())
    assert settings.hooks == (Hook(event="before", tool="shell|mcp__*", command="check", timeout_s=5),)
    files = settings.mcp["files"]
    assert (files.command, files.args, files.timeout_s, files.enabled) == ("files-server", ("--root", "."), 60, True)
    assert files.env["TOKEN"].get_secret_value() == "very-secret"
    assert (settings.mcp["web"].url, settings.mcp["web"].enabled) == ("https://example.com/mcp", False)


def test_secrets_of_servers_are_in_no_text_about_the_settings() -> None:
    user_file(WHOLE)
    assert "very-secret" not in repr(load_settings(Path.cwd()))
    shown = CliRunner().invoke(app, ["config", "show"])
    assert shown.exit_code == 0 and "very-secret" not in shown.output
    document = tomllib.loads(shown.stdout)
    assert document["mcp"]["files"]["args"] == ["--root", "."]
    assert document["hooks"][0]["command"] == "check"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[mcp.a]", "either a command or a url"),
        ("[mcp.a]\ncommand = 'x'\nurl = 'http://x/'", "either a command or a url"),
        ("[mcp.a]\nurl = 'ftp://x'", "mcp.a.url"),
        ("[mcp.a]\nurl = 'http://x'\nargs = ['y']", "belong to a command"),
        ("[mcp.a]\ncommand = 'x'\nheaders = { A = 'very-secret' }", "belong to a url"),
        ("[mcp.a]\ncommand = 'x'\nenv = { A = 1 }", "mcp.a.env.A"),
        ("[mcp.a]\ncomand = 'x'", "did you mean command?"),
        ("[mcp.'a b']\ncommand = 'x'", "a server's name"),
        ("[mcp.a__b]\ncommand = 'x'", "a server's name"),
        ("[[hooks]]\nevent = 'during'\ncommand = 'x'", "hooks.0.event"),
        ("[[hooks]]\nevent = 'before'", "hooks.0.command"),
        ("[[hooks]]\nevent = 'before'\ncommand = 'x'\ntool = 'a b'", "hooks.0.tool"),
        ("[[hooks]]\nevent = 'before'\ncommand = 'x'\ntols = 'x'", "did you mean tool?"),
    ],
)
def test_what_cannot_be_used_is_refused_without_repeating_secrets(text: str, words: str) -> None:
    user_file(text)
    with pytest.raises(UsageError) as caught:
        load_settings(Path.cwd())
    assert words in str(caught.value)
    assert "very-secret" not in str(caught.value)


def test_hooks_add_up_and_servers_do_by_name() -> None:
    user_file("[[hooks]]\nevent = 'before'\ncommand = 'mine'\n[mcp.a]\ncommand = 'mine'\n[mcp.b]\ncommand = 'mine'")
    Path(".mcp.json").write_text(
        json.dumps({"mcpServers": {"b": {"command": "json"}, "c d": {"type": "http", "url": "http://x/", "note": 1}}})
    )
    project_file("[[hooks]]\nevent = 'after'\ncommand = 'theirs'\n[mcp.e]\ncommand = 'toml'")
    assert [hook.command for hook in load_settings(Path.cwd()).hooks] == ["mine"]
    assert set(load_settings(Path.cwd()).mcp) == {"a", "b"}
    trust(Path.cwd())
    settings = load_settings(Path.cwd())
    assert [hook.command for hook in settings.hooks] == ["mine", "theirs"]
    assert {name: server.command for name, server in settings.mcp.items()} == {
        "a": "mine",
        "b": "json",
        "c-d": None,
        "e": "toml",
    }


@pytest.mark.parametrize("key", ["command", "args", "env", "url"])
def test_a_change_of_anything_that_would_run_ends_the_trust(key: str) -> None:
    server = {"command": "a", "args": ["b"], "env": {"C": "d"}} if key != "url" else {"url": "http://a/"}
    file = Path(".mcp.json")
    file.write_text(json.dumps({"mcpServers": {"s": server}}))
    trust(Path.cwd())
    assert set(load_settings(Path.cwd()).mcp) == {"s"}
    changed = {"command": "z", "args": ["z"], "env": {"C": "z"}, "url": "http://z/"}[key]
    file.write_text(json.dumps({"mcpServers": {"s": {**server, key: changed}}}))
    assert not is_trusted(Path.cwd())
    assert load_settings(Path.cwd()).mcp == {}
    trust(Path.cwd())
    assert set(load_settings(Path.cwd()).mcp) == {"s"}


def test_what_is_used_are_the_bytes_that_were_trusted() -> None:
    Path(".mcp.json").write_text('{"mcpServers": {}}')
    trust(Path.cwd())
    assert trusted_contents(Path.cwd()) == {Path(".mcp.json"): b'{"mcpServers": {}}'}
    Path(".mcp.json").write_text('{"mcpServers": {"x": {"command": "y"}}}')
    assert trusted_contents(Path.cwd()) == {}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"mcpServers": []}', '{"mcpServers": {"a": 1}}', "[" * 100_000])
def test_a_trusted_mcp_json_that_is_none_is_refused_with_its_name(text: str) -> None:
    Path(".mcp.json").write_text(text)
    trust(Path.cwd())
    with pytest.raises(UsageError, match=r"\.mcp\.json cannot be used"):
        load_settings(Path.cwd())


KEYS = st.sampled_from(["mcpServers", "command", "args", "env", "url", "disabled"])
documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS | st.text(), inner),
)


@given(documents)
def test_any_json_is_read_or_refused_as_a_value_error(document: object) -> None:
    try:
        read = mcp_json(json.dumps(document).encode())
        for server in read["mcp"].values():
            McpServer.model_validate(server)
    except ValueError:
        pass


def test_variables_are_filled_in() -> None:
    variables = {"A": "1", "EMPTY": ""}
    assert expanded("${A}-${B:-two}-${EMPTY:-x}-$A-${", variables) == "1-two-x-$A-${"
    with pytest.raises(NotSet, match="the variable B is not set"):
        expanded("${B}", variables)


def test_tables_in_tables_and_lists_of_tables_are_toml() -> None:
    values = {"a": 1, "t": {"u": {"x": [{"b": 'c"\n', "n": None}]}, "v": None}, "empty": {}}
    assert tomllib.loads(as_toml({"a": "\U000e0001\x1b"})) == {"a": "\U000e0001\x1b"}
    assert tomllib.loads(as_toml(values)) == {"a": 1, "t": {"u": {"x": [{"b": 'c"\n'}]}}, "empty": {}}


def test_what_a_folder_would_run_is_told_in_short_printable_lines() -> None:
    long = {"command": "x" * 500}
    servers = {"a": {"command": "sh", "args": ["-c", "a\x1b[2J\nb"]}, "b": {"url": "http://x/"}, "c": long}
    Path(".mcp.json").write_text(json.dumps({"mcpServers": servers}))
    project_file(
        "\ufeff[[hooks]]\nevent = 'before'\ncommand = 'h1'\n[[hooks]]\ncommand = 'h2'\n[[hooks]]\ncommand = 'h3'"
    )
    assert would_run(Path.cwd()) == ["`sh -c a?[2J b`", "`http://x/`", f"`{'x' * 99}…`", "`h1`", "`h2`", "1 more"]


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"mcpServers": {"a": {"command": 1}}}'])
def test_a_folder_whose_configuration_cannot_be_read_would_run_nothing(text: str) -> None:
    Path(".mcp.json").write_text(text)
    project_file(text)
    assert would_run(Path.cwd()) == []
