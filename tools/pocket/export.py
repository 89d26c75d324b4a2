"""Put a trained model in the place of the shipped one.

    python3 -m tools.pocket.export OUT

OUT is what `tools.train_pocket` wrote. Weights, configuration and tokenizer go into the package, the log to
`bench/results/pocket-training.json`, and what the model was trained on to the model card and the tests. What the card
says besides is for people to write.

A run that was not finished is refused, and so is one whose prompt, tools or result texts are no longer those of now.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import difflib
import json
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.machine import describe
from localcoder.engine.models import POCKET_DIRECTORY
from tools.pocket.trained_on import digests, texts

ROOT = Path(__file__).parents[2]
TOKENIZER = ("tokenizer.json", "tokenizer_config.json")


@dataclass(frozen=True, slots=True)
class Places:
    """Where things go."""

    package: Path = POCKET_DIRECTORY
    results: Path = ROOT / "bench" / "results" / "pocket-training.json"
    record: Path = ROOT / "tests" / "pocket" / "trained_on.txt"


class Refused(Exception):
    """The model must not be shipped; the message says why."""


def export(out: Path, places: Places, now: str) -> None:
    """Copy what training left in `out` to its places.

    Args:
        now: what a model would be trained on now.

    Raises:
        Refused: the model is not finished, or was trained on something else. Nothing is changed then.
    """
    log: dict[str, Any] = json.loads((out / "log.json").read_text(encoding="utf-8"))
    if not log["finished"]:
        raise Refused(f"the run in {out} was not finished: {log.get('paused', 'it failed')}")
    then = str(log.pop("trained_on"))
    if then != now:
        changed = difflib.unified_diff(then.splitlines(), now.splitlines(), "trained on", "now", lineterm="")
        raise Refused("it was trained on other texts:\n" + "\n".join(changed))
    card = places.package / "MODEL_CARD.md"
    told = with_digests(card.read_text(encoding="utf-8"), digests(now))
    (places.package / "model.safetensors").write_bytes(weights(out))
    for name in ("config.json", *TOKENIZER):
        shutil.copyfile(out / name, places.package / name)
    head = {
        "gpu": log.pop("device"),
        "commit": describe()["commit"],
        "date": datetime.date.today().isoformat(),
    }
    places.results.write_text(json.dumps({**head, **log}, indent=1) + "\n", encoding="utf-8")
    places.record.write_text(now, encoding="utf-8")
    card.write_text(told, encoding="utf-8")


def weights(out: Path) -> bytes:
    """The weights, whole or in parts."""
    whole = out / "model.safetensors"
    parts = sorted(out.glob("model.part*"), key=lambda path: int(path.name.removeprefix("model.part")))
    return whole.read_bytes() if whole.exists() else b"".join(part.read_bytes() for part in parts)


def digests_in(card: str) -> dict[str, str]:
    """The digests that a model card tells."""
    return dict(re.findall(r"(\w+)\s`([0-9a-f]{16})`", card))


def with_digests(card: str, new: dict[str, str]) -> str:
    """A model card with other digests.

    Raises:
        Refused: it has no place for one of them.
    """
    for name, digest in new.items():
        card, count = re.subn(rf"({name}\s)`[0-9a-f]{{16}}`", rf"\1`{digest}`", card)
        if count != 1:
            raise Refused(f"the model card tells the digest of {name} {count} times, not once")
    return card


def main() -> int:
    """Read the command line and export; 1 where it is refused."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    try:
        export(parser.parse_args().out, Places(), asyncio.run(texts()))
    except Refused as error:
        print(f"Not exported: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
