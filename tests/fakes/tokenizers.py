"""Small real tokenizers, written as tokenizer.json."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

SPECIAL_TOKENS = ("<PAD>", "<BOS>", "<|END|>", "<|START|>")
ADDED_TOKENS = ("<tool_call>", "</tool_call>")
EOS_ID = 2

_TEXTS = [
    "def hello(name):\n    return f'hello {name}'\n",
    "The quick brown fox jumps over the lazy dog. <|END|> <tool_call> END START PAD |> <|",
    "für größere Änderungen – 你好 世界 😀",
]


def write_byte_level_tokenizer(
    directory: Path, *, vocab_size: int = 400, ignore_merges: bool = False, eos_ids: Sequence[int] = (EOS_ID,)
) -> None:
    """A byte-level BPE with control tokens inside its vocabulary (the special ones) and behind it (the others).

    With `ignore_merges`, text is not split into words and is looked up whole first: the way in which an ordinary
    encoder yields a control token that is in its vocabulary.
    """
    tokenizer = Tokenizer(models.BPE(ignore_merges=ignore_merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=not ignore_merges)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size - len(ADDED_TOKENS),
        special_tokens=list(SPECIAL_TOKENS),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_TEXTS * 5, trainer)
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in ADDED_TOKENS])
    _write(directory, tokenizer, eos_ids)


def write_byte_fallback_tokenizer(directory: Path) -> None:
    """A sentencepiece-like BPE: spaces as U+2581, unknown characters as bytes."""
    vocab = {"<unk>": 0, "<s>": 1, "</s>": 2}
    vocab |= {f"<0x{byte:02X}>": 3 + byte for byte in range(256)}
    for piece in ("\u2581", *"abcdehlo", "he", "ll", "hell", "hello", "\u2581hello"):
        vocab[piece] = len(vocab)
    merges = [("h", "e"), ("l", "l"), ("he", "ll"), ("hell", "o"), ("\u2581", "hello")]
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("\u2581"), normalizers.Replace(" ", "\u2581")])
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("\u2581", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    tokenizer.add_special_tokens(["<unk>", "<s>", "</s>"])
    _write(directory, tokenizer, (2,))


def _write(directory: Path, tokenizer: Tokenizer, eos_ids: Sequence[int]) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(directory / "tokenizer.json"))
    settings = {"eos_token_id": list(eos_ids), "bos_token_id": 1}
    (directory / "generation_config.json").write_text(json.dumps(settings), encoding="utf-8")
