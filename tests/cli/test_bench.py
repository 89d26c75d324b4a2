from __future__ import annotations

import json
import re

import pytest

from tests.cli.running import Home


def test_decode_measures_the_pocket_model_and_writes_what_it_found(home: Home) -> None:
    (home.project / "bench/results").mkdir(parents=True)
    done = home.call("bench", "decode", "--model", "pocket", "--batch", "1,2", "--context", "256", "--steps", "16")
    assert done.code == 0, done.stderr
    assert "tokens/s" in done.stdout and "Written to bench/results/decode-pocket.json" in done.stdout
    document = json.loads((home.project / "bench/results/decode-pocket.json").read_text())
    assert document["read_ceiling_gb_s"] > 0
    assert {"gpu", "driver", "commit", "date", "command", "gpu_memory_gib"} <= document.keys()
    one, two = document["rows"]
    assert [(row["model"], row["batch"], row["context"], row["routing"]) for row in (one, two)] == [
        ("pocket", 1, 256, "model"),
        ("pocket", 2, 256, "model"),
    ]
    for row in (one, two):
        assert row["tokens_per_s"] > 0 and row["step_ms"] > 0 and row["kernel_step_ms"] > 0
        assert row["tokens_per_s"] * row["step_ms"] / 1e3 == pytest.approx(row["batch"], rel=0.3)
    assert one["distinct_experts"] == 4
    moved = one["bytes_per_step"]
    assert one["share_of_read_ceiling"] == pytest.approx(
        moved / (one["step_ms"] / 1e3) / (document["read_ceiling_gb_s"] * 1e9), rel=0.02
    )


def test_decode_measures_random_weights_and_ragged_rows(home: Home) -> None:
    options = ["--random-weights", "--ragged", "--sampling", "sampled", "--steps", "8", "--output", "result.json"]
    done = home.call("bench", "decode", "--batch", "2", "--context", "200", *options)
    assert done.code == 0, done.stderr
    (row,) = json.loads((home.project / "result.json").read_text())["rows"]
    assert row["contexts"] == [100, 200]
    assert row["sampling"] == "sampled" and row["random_weights"]
    assert "<=200" in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--model", "gpt-9", "--random-weights"], "--model gpt-9: .* known are pocket, north-mini-code"),
        (["--batch", "9"], "--batch 9: must be between 1 and 8 rows"),
        (["--batch", "one"], "--batch one: must be whole numbers"),
        (["--steps", "many"], "--steps.* valid integer.*: 'many' .see `localcoder bench decode --help`"),
        (["--sampling", "best"], "value for '--sampling': 'best' is not one of 'greedy', 'sampled' .see"),
        (["--backend", "cuda"], "value for '--backend': 'cuda' is not one of 'auto', 'torch', 'megakernel' .see"),
        (["--model", "north-mini-code"], "--model north-mini-code: .* --random-weights"),
        (["--context", "8192"], "--context 8192: .* fit the 8192 tokens"),
        (["--context", "-1"], "--context -1: must be at least 1"),
        (["--steps", "0"], "--steps 0: must be between"),
        (["--routing", "uniform"], "--routing uniform: the torch backend"),
        (["--profile"], "--profile: only the megakernel"),
        (["--backend", "megakernel"], "--backend megakernel: there is no GPU"),
        (["--output", "nowhere/at/all.json"], "--output nowhere/at/all.json: cannot be written"),
        (["--model", "north-mini-code", "--random-weights"], "no GPU here.* must have 60,968,607,744 bytes"),
    ],
)
def test_what_cannot_be_measured_is_refused_with_code_2(home: Home, options: list[str], said: str, monkeypatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    done = home.call("bench", "decode", *options)
    assert done.code == 2
    assert done.stdout == ""
    assert re.search(said, done.stderr), done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(home.project.iterdir()) == []


def test_serve_measures_clients_of_a_model_and_writes_what_it_found(home: Home) -> None:
    (home.project / "bench/results").mkdir(parents=True)
    sizes = ["--clients", "2,1,2", "--prompt-tokens", "130", "--answer-tokens", "6", "--requests", "1"]
    done = home.call("bench", "serve", "--model", "pocket", "--random-weights", *sizes)
    assert done.code == 0, done.stderr
    assert "output tok/s" in done.stdout and "Written to bench/results/serve-pocket.json" in done.stdout
    document = json.loads((home.project / "bench/results/serve-pocket.json").read_text())
    assert {"gpu", "driver", "commit", "date", "command", "gpu_memory_gib"} <= document.keys()
    for row, clients in zip(document["rows"], (2, 1, 2), strict=True):
        assert (row["clients"], row["requests"], row["output_tokens"]) == (clients, clients, 6 * clients)
        assert row["output_tokens_per_s"] == pytest.approx(row["output_tokens"] / row["seconds"], rel=0.1)
        assert row["cached_tokens"] == 0
        for what in ("first_token_ms", "inter_token_ms"):
            assert 0 < row[what]["p50"] <= row[what]["p90"] <= row[what]["p99"] <= row[what]["max"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--clients", "0"], "--clients 0: must be between 1 and 64"),
        (["--clients", "many"], "--clients many: must be whole numbers"),
        (["--prompt-tokens", "9000"], "--prompt-tokens 9000: .* at most 7692 fit the 8192 tokens"),
        (["--requests", "x"], "--requests.* valid integer"),
        (["--routing", "uniform"], "--routing uniform: the torch backend"),
        (["--model", "gpt-9", "--random-weights"], "--model gpt-9: .* known are pocket, north-mini-code"),
        (["--model", "north-mini-code", "--random-weights"], "no GPU here"),
        (["--endpoint", "localhost"], "--endpoint localhost: must begin with http"),
        (["--endpoint", "http://x", "--backend", "torch"], "--endpoint: .* are for an engine in this process"),
        (["--output", "nowhere/at/all.json"], "--output nowhere/at/all.json: cannot be written"),
    ],
)
def test_what_cannot_be_served_is_refused_with_code_2(home: Home, options: list[str], said: str, monkeypatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    done = home.call("bench", "serve", *options)
    assert done.code == 2
    assert done.stdout == ""
    assert re.search(said, done.stderr), done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(home.project.iterdir()) == []


def test_prefill_measures_prompts_one_at_a_time_and_writes_what_it_found(home: Home) -> None:
    done = home.call("bench", "prefill", "--random-weights", "--prompt-tokens", "70,1,200", "--requests", "2")
    assert done.code == 0, done.stderr
    assert "tok/s" in done.stdout and "Written to prefill-pocket.json" in done.stdout
    document = json.loads((home.project / "prefill-pocket.json").read_text())
    assert {"gpu", "driver", "commit", "date", "command", "gpu_memory_gib"} <= document.keys()
    for row, tokens in zip(document["rows"], (70, 1, 200), strict=True):
        assert (row["prompt_tokens"], row["requests"], row["cached_tokens"]) == (tokens, 2, 0)
        first = row["first_token_ms"]
        assert 0 < first["p50"] <= first["p90"] <= first["p99"] <= first["max"]
        assert 1e3 * tokens / first["max"] * 0.99 <= row["prompt_tokens_per_s"] <= 1e3 * tokens / first["p50"] * 1.01


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--prompt-tokens", "0"], "--prompt-tokens 0: must be between 1 and 1000000"),
        (["--prompt-tokens", "few"], "--prompt-tokens few: must be whole numbers"),
        (["--prompt-tokens", "100,8192"], "--prompt-tokens 8192: .* at most 8191 fit the 8192 tokens"),
        (["--requests", "0"], "--requests 0: must be between"),
        (["--model", "north-mini-code", "--random-weights"], "no GPU here"),
        (["--endpoint", "localhost"], "--endpoint localhost: must begin with http"),
        (["--output", "nowhere/at/all.json"], "--output nowhere/at/all.json: cannot be written"),
    ],
)
def test_prompts_that_cannot_be_measured_are_refused_with_code_2(
    home: Home, options: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    done = home.call("bench", "prefill", *options)
    assert done.code == 2
    assert done.stdout == ""
    assert re.search(said, done.stderr), done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(home.project.iterdir()) == []
