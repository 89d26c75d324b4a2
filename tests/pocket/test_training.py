from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from localcoder.engine.tokenizer import Tokenizer
from tools.pocket import data
from tools.pocket.model import PocketModel, Shape, masked_attend
from tools.pocket.optimizer import orthogonal
from tools.pocket.world import Generator, record

POCKET = Path(data.__file__).parents[2] / "localcoder" / "engine" / "pocket"


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.load(POCKET)


def test_a_value_has_the_same_tokens_in_prose_in_quotes_and_in_json(tokenizer: Tokenizer) -> None:
    for value in ("max_retries", "HelloWorld", "8080", "src/app.py", "grün"):
        pieces = tokenizer.encode_text(value)
        for text in (f"set {value} now", f'"{value}"', json.dumps({"path": value}, ensure_ascii=False), f"a={value};"):
            ids = tokenizer.encode_text(text)
            assert any(ids[i : i + len(pieces)] == pieces for i in range(len(ids))), text


def test_tokens_spell_any_text(tokenizer: Tokenizer) -> None:
    for text in ("a\tb\r\n  c\\n\\\\n \"q\" 'é' 日本 🎉", "x" * 50, "    if a >= 10:\n        return {'k': [1, 2]}\n"):
        assert tokenizer.decode(tokenizer.encode_text(text)) == text


async def test_weights_cover_the_answers_and_leave_out_slips(tokenizer: Tokenizer) -> None:
    lines = [record(await Generator(f"5/{number}").conversation()) for number in range(6)]
    dataset = data.pack(lines, POCKET, 8192)
    packer = data.Packer(dataset, np.arange(len(dataset)), 8192)
    seen: list[int] = []
    for held, rows in packer.epoch(None):
        seen += held
        for place, number in enumerate(held):
            here = rows.documents[0] == place
            ids = rows.ids[0][here]
            np.testing.assert_array_equal(ids, dataset.conversation(number))
            np.testing.assert_array_equal(rows.positions[0][here], np.arange(len(ids)))
            learnt = tokenizer.decode(ids[rows.weights[0][here] == 1].tolist())
            messages = json.loads(lines[number])["messages"]
            slips = json.loads(lines[number])["slips"]
            for at, message in enumerate(messages):
                if message["role"] == "assistant" and at not in slips:
                    assert message["reasoning"] in learnt and message["content"] in learnt
            assert "<|USER_TOKEN|>" not in learnt and "<|START_THINKING|>" not in learnt
    assert sorted(seen) == list(range(len(dataset)))


def test_exported_checkpoint_gives_the_training_models_logits(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    torch.manual_seed(0)
    shape = Shape(vocab=256, hidden=256, layers=4, dense_ff=256, window=16)
    model = PocketModel(shape)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(parameter.bfloat16().float())
    model.save(tmp_path)
    reference = transformers.AutoModelForCausalLM.from_pretrained(tmp_path, dtype=torch.float32).eval()
    first, second = torch.randint(0, 256, (1, 30)), torch.randint(0, 256, (1, 34))
    documents = torch.tensor([[0] * 30 + [1] * 34])
    positions = torch.cat([torch.arange(30), torch.arange(34)])[None]
    with torch.no_grad():
        states, balance = model(
            torch.cat([first, second], 1), positions, masked_attend(documents, positions, shape.window)
        )
        logits = model.logits(states)
        expected = torch.cat([reference(first).logits, reference(second).logits], 1)
    torch.testing.assert_close(logits, expected, atol=1e-4, rtol=0)
    assert 0.9 < float(balance) < 2
    again = PocketModel(shape)
    again.load({name: tensor.float() for name, tensor in model.tensors().items()})
    assert all(torch.equal(a, b) for a, b in zip(model.parameters(), again.parameters(), strict=True))


def test_muon_steps_are_nearly_orthogonal() -> None:
    torch.manual_seed(0)
    values = torch.linalg.svdvals(orthogonal(torch.randn(2, 64, 32)).float())
    assert values.min() > 0.6 and values.max() < 1.3
