from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from localcoder.engine.tokenizer import Tokenizer
from tools.pocket import data
from tools.pocket.attention import mask_functions
from tools.pocket.model import PocketModel, Shape, highest, masked_attend
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
    lines = [record(await Generator(f"5/{number}").conversation()) for number in range(24)]
    dataset = data.pack(lines, POCKET, 8192)
    packer = data.Packer(dataset, 8192)
    assert tokenizer.decode(packer.opening.tolist()).startswith("<BOS_TOKEN>")
    seen: list[int] = []
    shared = 0
    for held, rows in packer.rows():
        seen += held
        for place, number in enumerate(held):
            documents = rows.documents[0]
            apart = bool((documents == data.APART + place).any())
            shared += not apart
            here = (
                documents == data.APART + place if apart else np.isin(documents, (data.OPENING, data.SHARING + place))
            )
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
    assert 2 <= shared < len(dataset)


def _packed(control: dict[str, int]) -> tuple[data.Dataset, list[tuple[list[int], data.Rows]]]:
    """Conversations that begin in the same way, and one that does not, in rows of 64."""
    draw = np.random.default_rng(4)
    openings = [list(range(20, 29)), list(range(20, 29)), list(range(40, 47)), list(range(20, 29))]
    ids = [
        np.array([*opening, 1, *draw.integers(50, 250, 4), 2, 8, *draw.integers(50, 250, size), 3], np.uint16)
        for opening, size in zip(openings, (3, 9, 5, 6), strict=True)
    ]
    offsets = np.concatenate([[0], np.cumsum([len(x) for x in ids])])
    none = np.zeros((0, 2), np.int32)
    dataset = data.Dataset(np.concatenate(ids), offsets, np.arange(5), np.zeros(4, np.uint8), none, ["job"], control)
    return dataset, list(data.Packer(dataset, 96).rows())


def test_a_shared_opening_changes_nothing_of_what_the_model_says_behind_it() -> None:
    torch.manual_seed(0)
    shape = Shape(vocab=256, hidden=64, layers=4, heads=2, head_dim=32, dense_ff=64, window=12)
    model = PocketModel(shape)
    dataset, ((held, rows),) = _packed({"<|USER_TOKEN|>": 1, "<|CHATBOT_TOKEN|>": 2, "<|END_OF_TURN_TOKEN|>": 3})
    assert held == [0, 1, 2, 3]

    def states(ids: np.ndarray, documents: np.ndarray, positions: np.ndarray) -> torch.Tensor:
        tensors = [torch.from_numpy(array.astype(np.int64)) for array in (ids, documents, positions)]
        with torch.no_grad():
            return model(tensors[0], tensors[2], masked_attend(tensors[1], tensors[2], shape.window))[0]

    packed = states(rows.ids, rows.documents, rows.positions)
    for place, number in enumerate(held):
        ids = dataset.conversation(number)[None]
        alone = states(ids, np.zeros_like(ids), np.arange(ids.shape[1])[None])
        here = np.isin(rows.documents[0], (data.SHARING + place, data.APART + place))
        torch.testing.assert_close(packed[0, here], alone[0, -here.sum() :], atol=1e-5, rtol=1e-5)


def test_the_masks_for_the_gpu_are_those_of_plain_attention() -> None:
    _, ((_, rows),) = _packed({"<|USER_TOKEN|>": 1, "<|CHATBOT_TOKEN|>": 2, "<|END_OF_TURN_TOKEN|>": 3})
    documents, positions = torch.from_numpy(rows.documents), torch.from_numpy(rows.positions)
    attend = masked_attend(documents, positions, window=12)
    used = documents[0] != data.PADDING
    places = torch.arange(96)
    for sliding, sees in zip((False, True), mask_functions(documents, positions, 12), strict=True):
        mask = sees(torch.tensor(0), torch.tensor(0), places[:, None], places)
        plain = attend(torch.zeros(1, 1, 96, 96), torch.zeros(1, 1, 96, 96), torch.eye(96)[None, None], sliding)[0, 0]
        assert torch.equal(mask[used], plain[used] > 0)


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
    documents = torch.tensor([[data.APART] * 30 + [data.APART + 1] * 34])
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


@given(st.lists(st.lists(st.sampled_from([-1.0, 0.0, 0.5, 2.0]), min_size=8, max_size=8), min_size=1, max_size=4))
def test_the_highest_scores_are_those_that_sorting_finds(rows: list[list[float]]) -> None:
    scores = torch.tensor(rows)
    expected = torch.zeros_like(scores)
    for row, places in zip(expected, scores.sort(dim=-1, descending=True, stable=True).indices, strict=True):
        row[places[:3]] = 1
    assert torch.equal(highest(scores, 3), expected)


def test_muon_steps_are_nearly_orthogonal() -> None:
    torch.manual_seed(0)
    values = torch.linalg.svdvals(orthogonal(torch.randn(2, 64, 32)).float())
    assert values.min() > 0.6 and values.max() < 1.3
