"""Text to token ids and back, with control tokens under the caller's control."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import Any

import tokenizers

from localcoder.engine.detokenizer import Detokenizer
from localcoder.errors import UsageError

_SENTENCEPIECE_SPACE = "\u2581"


class Tokenizer:
    """The tokenizer of one model directory.

    Control tokens are the added tokens of `tokenizer.json`, special (`<|END_OF_TURN_TOKEN|>`) or not (`<tool_call>`).
    There are two encoders. `encode_with_controls` is for text that a chat template rendered and maps a control
    token's literal text to its id. `encode_text` is for everything that people, files and tools wrote and knows no
    control token at all: it is built from a `tokenizer.json` without them, so that no text whatever can yield one.
    """

    def __init__(
        self,
        full: tokenizers.Tokenizer,
        plain: tokenizers.Tokenizer,
        *,
        control_tokens: Mapping[str, int],
        byte_level: bool,
        prepends_space: bool,
        eos_ids: tuple[int, ...] = (),
        bos_id: int | None = None,
    ) -> None:
        self._full = full
        self._plain = plain
        self._byte_level = byte_level
        self._prepends_space = prepends_space
        self._token_bytes: dict[int, bytes] = {i: text.encode() for text, i in control_tokens.items()}
        self.control_tokens: Mapping[str, int] = MappingProxyType(dict(control_tokens))
        self.control_ids = frozenset(control_tokens.values())
        self.eos_ids = eos_ids
        """Ids that end an answer, from `generation_config.json` and `config.json`."""
        self.bos_id = bos_id
        self.begin_ids = _begin_ids(full)
        """Ids that stand before every raw text of this model, as its `tokenizer.json` says; mostly none or `bos_id`."""
        self.vocab_size = 1 + max(full.get_vocab(with_added_tokens=True).values())
        """One more than the highest token id; a model's embedding may have more rows."""

    @classmethod
    def load(cls, directory: Path | str) -> Tokenizer:
        """Read `tokenizer.json`, and the end and begin ids from the configurations beside it.

        Raises:
            UsageError: a file is missing, broken, or of a kind that is not supported; the message names it.
        """
        directory = Path(directory)
        path = directory / "tokenizer.json"
        definition = _read_json(path, required=True)
        try:
            control_tokens = {str(token["content"]): int(token["id"]) for token in definition.get("added_tokens") or ()}
            model_type = definition["model"]["type"]
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise UsageError(f"{path} is not a tokenizer definition: {type(error).__name__}: {error}.") from error
        if model_type != "BPE":
            raise UsageError(f"{path}: model.type is {model_type!r}, but only 'BPE' is supported.")
        for field in ("continuing_subword_prefix", "end_of_word_suffix"):
            # With one of them a token's text is not what it stands for, and the library aborts where it does not fit.
            if definition["model"].get(field):
                raise UsageError(f"{path}: model.{field} is set, which is not supported.")
        decoders = set(_types_in(definition.get("decoder")))
        if not decoders & {"ByteLevel", "ByteFallback", "Metaspace"}:
            raise UsageError(f"{path}: the decoder is none of ByteLevel, ByteFallback, Metaspace: not supported.")
        try:
            full = tokenizers.Tokenizer.from_file(str(path))
            plain = tokenizers.Tokenizer.from_str(json.dumps(_without_controls(definition, control_tokens)))
            for encoder in (full, plain):
                encoder.no_truncation()
                encoder.no_padding()
            control_tokens = {text: _id_of(full, text) for text in control_tokens}
        except Exception as error:  # the library raises nothing more precise, whatever is wrong with the file
            raise UsageError(f"{path} cannot be loaded: {error}.") from error
        eos_ids, bos_id = _boundary_ids(directory)
        prefix_kinds = {"Metaspace", "Prepend"}
        prefixed = {*_types_in(definition.get("pre_tokenizer")), *_types_in(definition.get("normalizer"))}
        return cls(
            full,
            plain,
            control_tokens=control_tokens,
            byte_level="ByteLevel" in decoders,
            prepends_space=bool(prefixed & prefix_kinds),
            eos_ids=eos_ids,
            bos_id=bos_id,
        )

    def encode_text(self, text: str) -> list[int]:
        """The ids of `text`; never a control token, whatever the text contains.

        `decode` gives the text back (after the tokenizer's own Unicode normalisation, where its model has one).
        """
        return _encode(self._plain, text)

    def encode_with_controls(self, text: str) -> list[int]:
        """The ids of `text`, in which the literal text of a control token stands for it. Nothing is added."""
        return _encode(self._full, text)

    def decode(self, ids: Iterable[int]) -> str:
        """The text of `ids`, control tokens as their literal text; equal to pushing them through `detokenizer()`.

        Only the space that a sentencepiece-like tokenizer puts before every text is taken off again.
        """
        detokenizer = self.detokenizer()
        text = "".join([*map(detokenizer.push, ids), detokenizer.flush()])
        return text.removeprefix(" ") if self._prepends_space else text

    def detokenizer(self) -> Detokenizer:
        """A fresh incremental decoder for one answer."""
        return Detokenizer(self.token_bytes)

    def token_bytes(self, token_id: int) -> bytes:
        """The UTF-8 bytes, perhaps of half a character, that a token stands for; empty for an unknown id."""
        known = self._token_bytes.get(token_id)
        if known is None:
            known = self._token_bytes[token_id] = self._spell(token_id)
        return known

    def _spell(self, token_id: int) -> bytes:
        token = self._full.id_to_token(token_id)
        if token is None:
            return b""
        if self._byte_level:
            return bytes(_BYTE_OF_CHARACTER[character] for character in token if character in _BYTE_OF_CHARACTER)
        if len(token) == 6 and token.startswith("<0x") and token.endswith(">"):
            return bytes([int(token[3:5], 16)])
        return token.replace(_SENTENCEPIECE_SPACE, " ").encode()


def _byte_alphabet() -> dict[str, int]:
    """The printable character that stands for each byte in byte-level BPE vocabularies.

    Printable Latin-1 stands for itself; the other bytes, in order, are the code points from 256 on (GPT-2's table).
    """
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = [byte for byte in range(256) if byte not in printable]
    return {chr(byte): byte for byte in printable} | {chr(256 + i): byte for i, byte in enumerate(others)}


_BYTE_OF_CHARACTER = _byte_alphabet()


def _without_controls(definition: dict[str, Any], control_tokens: Mapping[str, int]) -> dict[str, Any]:
    """`definition` for an encoder that cannot produce a control token.

    Without `added_tokens` nothing matches them as a whole. Where the vocabulary also holds them as ordinary entries,
    these go too, with the merges that lead there. Ids of the rest stay. A single character stays as well: text could
    not be spelled without it.
    """
    model = definition["model"]
    banned = {text for text in control_tokens if text in model["vocab"] and len(text) > 1}
    vocab = {text: i for text, i in model["vocab"].items() if text not in banned}
    merges = model["merges"]
    if banned:
        merges = [merge for merge in merges if not banned & _merge_texts(merge)]
    return definition | {
        "added_tokens": [],
        "post_processor": None,
        "model": model | {"vocab": vocab, "merges": merges},
    }


def _merge_texts(merge: str | list[str]) -> set[str]:
    left, right = merge.split(" ") if isinstance(merge, str) else merge
    return {left, right, left + right}


def _types_in(component: Any) -> Iterable[str]:
    """The `type` of a component of `tokenizer.json` and of all that it is composed of."""
    match component:
        case {"type": "Sequence", **parts}:
            for part in (child for value in parts.values() if isinstance(value, list) for child in value):
                yield from _types_in(part)
        case {"type": str(kind)}:
            yield kind


def _id_of(tokenizer: tokenizers.Tokenizer, text: str) -> int:
    token_id = tokenizer.token_to_id(text)
    if token_id is None:
        raise ValueError(f"the added token {text!r} has no id")
    return int(token_id)


def _boundary_ids(directory: Path) -> tuple[tuple[int, ...], int | None]:
    """End ids (several in some families) and the begin id, from the generation settings first, then the model's."""
    eos: dict[int, None] = {}
    bos: int | None = None
    for name in ("generation_config.json", "config.json"):
        path = directory / name
        settings = _read_json(path, required=False)
        found = settings.get("eos_token_id")
        ids = found if isinstance(found, list) else [] if found is None else [found]
        if not all(type(i) is int for i in ids):
            raise UsageError(f"{path}: eos_token_id is {found!r}, but must be a token id or a list of them.")
        eos |= dict.fromkeys(ids)
        begin = settings.get("bos_token_id")
        if bos is None and type(begin) is int:
            bos = begin
    return tuple(eos), bos


def _begin_ids(full: tokenizers.Tokenizer) -> tuple[int, ...]:
    encoding = full.encode("a", add_special_tokens=True)
    pairs = zip(encoding.ids, encoding.special_tokens_mask, strict=True)
    return tuple(token_id for token_id, _ in takewhile(lambda pair: pair[1], pairs))


def _read_json(path: Path, *, required: bool) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if not required:
            return {}
        raise UsageError(f"{path} is missing; a model directory needs it.") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not valid JSON: {error}.") from error
    if not isinstance(value, dict):
        raise UsageError(f"{path} must hold a JSON object.")
    return value


def _encode(encoder: tokenizers.Tokenizer, text: str) -> list[int]:
    """The library's call for batches, because it alone lets other threads run while it works."""
    (encoding,) = encoder.encode_batch_fast([_without_surrogates(text)], add_special_tokens=False)
    ids: list[int] = encoding.ids
    return ids


def _without_surrogates(text: str) -> str:
    """`text` as valid Unicode: surrogate pairs joined, lone surrogates (which JSON can smuggle in) as U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
