"""OpenCode, the real program, edits a file through the real `localcoder serve`, whose model follows a script."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Home
from tests.cli.test_serve import served
from tests.fakes.hub import COMMIT
from tests.fakes.spoken import write_spoken_model
from tests.server.clients import opencode_script as script
from tests.server.clients.refusing_proxy import RefusingProxy, refusing_proxy

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
GUIDE = ROOT / "docs" / "guide.md"
MODEL = "CohereLabs/North-Mini-Code-1.0"
KEY = "sk-for-the-editor"
TIMEOUT_S = 110

PROGRAMS = sorted(HERE.glob("node_modules/opencode-*/bin/opencode"))
pytestmark = [
    pytest.mark.skipif(
        not PROGRAMS, reason="OpenCode is not installed; on Linux x64, `npm ci --prefix tests/server/clients` does it"
    ),
    pytest.mark.timeout(240),
]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home whose Hugging Face cache holds the model, and whose engines follow the script."""
    home = Home(tmp_path)
    folder = tmp_path / "hub" / f"models--{MODEL.replace('/', '--')}"
    snapshot = folder / "snapshots" / COMMIT
    write_spoken_model(snapshot, context_tokens=131_072)
    template = snapshot / "chat_template.jinja"
    whole_tools = template.read_text(encoding="utf-8").replace(
        "signature(tool['function'])", "tool['function'] | tojson"
    )
    template.write_text(whole_tools, encoding="utf-8")
    (folder / "refs").mkdir()
    (folder / "refs" / "main").write_text(COMMIT)
    prompts = tmp_path / "prompts"
    prompts.mkdir()
    home.variables |= {
        "PYTHONPATH": f"{ROOT / 'tests' / 'fakes' / 'spoken_process'}:{ROOT}",
        "SPOKEN_SCRIPT": f"{script.__name__}:{script.says.__name__}",
        "SPOKEN_PROMPTS": str(prompts),
        "HF_HUB_CACHE": str(tmp_path / "hub"),
        "LOCALCODER_API_KEY": KEY,
    }
    return home


def configuration(url: str) -> dict[str, Any]:
    """What the guide tells people to write, at the server's real address."""
    blocks = re.findall(r"```json\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (found,) = [block for block in blocks if "opencode.ai/config.json" in block]
    settings: dict[str, Any] = json.loads(found.replace("http://127.0.0.1:8000/v1", url))
    return settings


def open_code(folder: Path, url: str, proxy: RefusingProxy) -> subprocess.CompletedProcess[str]:
    """Do the task in `folder`, in an empty home; nothing can be fetched from other machines."""
    home = folder.parent / "opencode-home"
    config = home / ".config" / "opencode"
    config.mkdir(parents=True)
    (config / "opencode.json").write_text(json.dumps(configuration(url)), encoding="utf-8")
    variables = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "LOCALCODER_API_KEY": KEY,
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
        "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
    }
    return subprocess.run(
        [PROGRAMS[0], "run", "--format", "json", script.TASK],
        cwd=folder,
        env=variables | proxy.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )


def test_opencode_edits_a_file_with_the_guides_configuration(home: Home, tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    greet = folder / "greet.py"
    greet.write_text(script.BEFORE, encoding="utf-8")
    with refusing_proxy() as proxy, served(home, "-m", MODEL) as (_, url):
        done = open_code(folder, url, proxy)
    assert done.returncode == 0, done.stdout + done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event for event in events if event["type"] == "error"] == []
    assert greet.read_text(encoding="utf-8") == script.AFTER
    used = [event["part"] for event in events if event["type"] == "tool_use"]
    assert sorted(part["tool"] for part in used) == ["bash", "edit", "glob", "read"]
    assert all(part["state"]["status"] == "completed" for part in used)
    assert [event["part"]["text"] for event in events if event["type"] == "text"] == [script.FINAL]
    prompts = [path.read_text(encoding="utf-8") for path in sorted((tmp_path / "prompts").iterdir())]
    last = max(prompts, key=len)
    assert len(last) > 25_000
    assert all(f'"name": "{tool}"' in last for tool in ("read", "edit", "bash", "webfetch"))
    assert last.count(script.CHATBOT) == len(script.REASONING)
    assert all(f"<|START_THINKING|>{reasoning}<|END_THINKING|>" in last for reasoning in script.REASONING[:-1])
    # Wherever it is configured it wants its plugin kit from the npm registry, and does without.
    assert len(set(proxy.asked)) <= 1
    assert all("npm" in asked for asked in proxy.asked)
