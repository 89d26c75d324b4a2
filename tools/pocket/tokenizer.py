"""The pocket model's tokenizer: byte-level BPE whose pieces are the same wherever a word stands.

Copying is the model's main skill, so a value must have the same tokens in prose, in quotes, in a path and in JSON.
Hence spaces, digits and punctuation are tokens of their own, identifiers are cut at case changes and underscores, and
an escape of JSON (`\\n`) is one piece. The fixed frame of tool calls and results is cut out whole, which makes it a
few tokens.

`python -m tools.pocket.tokenizer DIRECTORY` learns it anew, from conversations that it makes.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

from localcoder.engine.models import POCKET_DIRECTORY
from tools.pocket.world import generate

VOCABULARY = 4096
CONVERSATIONS = 8000
"""Recorded conversations that the merges are learnt from."""
SEED = 3
"""Of theirs: training takes others."""
SETTINGS = ("chat_template.jinja", "config.json", "generation_config.json", "localcoder.json")
CONTROLS = [
    "<PAD>",
    "<UNK>",
    "<BOS_TOKEN>",
    "<EOS_TOKEN>",
    "<|START_OF_TURN_TOKEN|>",
    "<|END_OF_TURN_TOKEN|>",
    "<|SYSTEM_TOKEN|>",
    "<|USER_TOKEN|>",
    "<|CHATBOT_TOKEN|>",
    "<|START_TEXT|>",
    "<|END_TEXT|>",
    "<|START_THINKING|>",
    "<|END_THINKING|>",
    "<|START_ACTION|>",
    "<|END_ACTION|>",
    "<|START_TOOL_RESULT|>",
    "<|END_TOOL_RESULT|>",
]
FRAME = [
    '[{"tool_call_id": "',
    '", "tool_name": "',
    '", "parameters": {"',
    '", "parameters": {}}',
    '", "results": {"0": {"content": "',
    '"}}, "is_error": null}]',
    '"}}, "is_error": true}]',
    '"}}]',
    'path": "',
    '", "content": "',
    '", "old": "',
    '", "new": "',
    '", "all": true}}]',
    'command": "',
    'pattern": "',
    '", "path": "',
    '", "glob": "',
    'items": [{"text": "',
    '", "status": "',
    '"}, {"text": "',
    '"}]}}]',
]
PIECES = "|".join(
    [
        *(re.escape(text).replace('"', '"').replace("\\ ", " ").replace("\\-", "-") for text in FRAME),
        r"\\\\[nrt]",
        r"\\[\"\\/bfnrtu]",
        r"[A-Z]?[a-z]+",
        r"[A-Z]+(?![a-z])",
        r"\d",
        r" +",
        r"\n+",
        r"\t+",
        r"\p{L}+",
        r"[^\s\p{L}\d]",
    ]
)


def blank() -> Tokenizer:
    """The tokenizer before it has learnt any merge."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(PIECES), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def plain_texts(conversations: Iterable[str]) -> Iterator[str]:
    """The text of recorded conversations, as the template would put it."""
    for line in conversations:
        row = json.loads(line)
        yield row["system"] + "\n".join(f"{name}({', '.join(parameters)})" for name, parameters in row["tools"])
        for message in row["messages"]:
            yield message.get("reasoning", "")
            if message["role"] == "tool":
                yield (
                    '[{"tool_call_id": "0", "results": {"0": {"content": '
                    + json.dumps(message["content"], ensure_ascii=False)
                    + '}}, "is_error": null}]'
                )
            else:
                yield message["content"]
            for call in message.get("tool_calls", ()):
                yield (
                    '[{"tool_call_id": "0", "tool_name": "'
                    + call["name"]
                    + '", "parameters": '
                    + call["arguments"]
                    + "}]"
                )


def library_texts() -> Iterator[str]:
    """The standard library's sources, so that code which no job contains is cut sensibly as well."""
    import sysconfig

    for path in sorted(Path(sysconfig.get_paths()["stdlib"]).glob("*.py"))[::2]:
        yield path.read_text(encoding="utf-8", errors="ignore")[:20000]


def train(conversations: Iterable[str], directory: Path) -> Tokenizer:
    """Learn the merges and write `tokenizer.json` and `tokenizer_config.json`."""
    tokenizer = blank()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=CONTROLS,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )

    def texts() -> Iterator[str]:
        yield from plain_texts(conversations)
        yield from library_texts()

    tokenizer.train_from_iterator(texts(), trainer)
    tokenizer.save(str(directory / "tokenizer.json"))
    configuration = {
        "bos_token": "<BOS_TOKEN>",
        "eos_token": "<|END_OF_TURN_TOKEN|>",
        "pad_token": "<PAD>",
        "unk_token": "<UNK>",
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": 8192,
        "clean_up_tokenization_spaces": False,
    }
    (directory / "tokenizer_config.json").write_text(json.dumps(configuration, indent=2) + "\n", encoding="utf-8")
    return tokenizer


def make(directory: Path, conversations: int) -> None:
    """Put into `directory` what the package has beside weights and card, with merges learnt anew."""
    directory.mkdir(parents=True, exist_ok=True)
    for name in SETTINGS:
        shutil.copyfile(POCKET_DIRECTORY / name, directory / name)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "conversations.jsonl"
        asyncio.run(generate(SEED, 0, conversations, made))
        with made.open(encoding="utf-8") as lines:
            train(lines, directory)


if __name__ == "__main__":
    make(Path(sys.argv[1]), CONVERSATIONS)
