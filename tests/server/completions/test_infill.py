"""The middle of a text, from models whose tokenizer has marks for it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from localcoder.server.completions_infill import find_infill
from tests.chat.conftest import NORTH_TOKENS
from tests.server.completions.asking import client_of, complete
from tests.server.completions.scripted import FIM, ScriptedModel, write_scripted_model
from tests.server.conftest import running


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScriptedModel]:
    folder = tmp_path_factory.mktemp("infill")
    write_scripted_model(folder, [*NORTH_TOKENS, *FIM, "<|file_sep|>"])
    model = ScriptedModel(folder)
    yield model
    model.engine.close()


@pytest.fixture(scope="module")
def client(model: ScriptedModel) -> Iterator[httpx.Client]:
    with running(model) as server, client_of(server.url) as client:
        yield client


def script(model: ScriptedModel, prefix: list[int], suffix: list[int], reply: list[int]) -> None:
    before, between, behind = (model.engine.tokenizer.control_tokens[mark] for mark in FIM)
    model.replies.clear()
    model.replies[before, *prefix, between, *suffix, behind] = reply


def test_suffix_asks_for_the_middle(model: ScriptedModel, client: httpx.Client, stream: bool) -> None:
    script(model, model.ids(b"def f("), model.ids(b"): pass"), model.ids(b"x, y"))
    (choice,) = complete(client, stream=stream, prompt="def f(", suffix="): pass")["choices"]
    assert (choice["text"], choice["finish_reason"]) == ("x, y", "stop")


def test_prefix_may_be_token_ids(model: ScriptedModel, client: httpx.Client, stream: bool) -> None:
    prefix = model.ids(b"def f(")
    script(model, prefix, model.ids(b")"), model.ids(b"z"))
    assert complete(client, stream=stream, prompt=[prefix], suffix=")")["choices"][0]["text"] == "z"


def test_marks_in_the_text_around_the_middle_are_only_text(model: ScriptedModel, client: httpx.Client) -> None:
    text = b"a <|fim_middle|> b"
    script(model, model.ids(text), model.ids(text), model.ids(b"c"))
    done = complete(client, stream=False, prompt=text.decode(), suffix=text.decode())
    assert done["choices"][0]["text"] == "c"
    assert done["usage"]["prompt_tokens"] == 2 * len(text) + 3


@pytest.mark.parametrize("end", [*FIM, "<|file_sep|>"])
def test_marks_of_the_format_end_the_middle(model: ScriptedModel, client: httpx.Client, end: str) -> None:
    controls = model.engine.tokenizer.control_tokens
    script(model, model.ids(b"a"), model.ids(b"b"), [*model.ids(b"c"), controls[end], *model.ids(b"d")])
    (choice,) = complete(client, stream=False, prompt="a", suffix="b")["choices"]
    assert (choice["text"], choice["finish_reason"]) == ("c", "stop")
    kept = complete(client, stream=False, prompt="a", suffix="b", ignore_eos=True, max_tokens=3)
    assert kept["choices"][0]["text"] == f"c{end}d"


def test_echo_with_suffix_is_refused(client: httpx.Client, stream: bool) -> None:
    body = {"prompt": "a", "suffix": "b", "echo": True, "stream": stream}
    response = client.post("/v1/completions", json=body)
    assert response.status_code == 400
    assert response.json()["error"]["param"] == "echo"


@pytest.mark.parametrize("marks", [FIM, ("<fim_prefix>", "<fim_suffix>", "<fim_middle>")])
def test_every_mark_is_needed(marks: tuple[str, ...]) -> None:
    controls = {mark: index for index, mark in enumerate(marks)}
    infill = find_infill(controls)
    assert infill is not None
    assert infill.prompt([7], [8, 9]) == [0, 7, 1, 8, 9, 2]
    for mark in marks:
        assert find_infill({other: index for other, index in controls.items() if other != mark}) is None
