"""The results of `localcoder bench serve`, `bench prefill` and `python -m bench.load` for people."""

from __future__ import annotations

from typing import Any

_SHARES = ("p50", "p90", "p99", "max")


def serve_lines(document: dict[str, Any]) -> str:
    """A line for each number of clients."""
    headings = ["clients", "requests", "output tok/s", "all tok/s", *(f"first {share}" for share in _SHARES)]
    cells = [[*headings, *(f"next {share}" for share in _SHARES)]]
    for row in document["rows"]:
        line = [str(row["clients"]), str(row["requests"])]
        line += [f"{row['output_tokens_per_s']:.1f}", f"{row['total_tokens_per_s']:.1f}"]
        line += [f"{row[what][share]:.1f}" for what in ("first_token_ms", "inter_token_ms") for share in _SHARES]
        cells.append(line)
    row = document["rows"][0]
    what = f"prompts of {row['prompt_tokens']} tokens, answers of {row['answer_tokens']}; times in ms"
    return "\n".join([f"{_subject(document)}: {what}", "", *_table(cells)])


def prefill_lines(document: dict[str, Any]) -> str:
    """A line for each length of prompts."""
    cells = [["prompt", "requests", "tok/s", *(f"first {share}" for share in _SHARES)]]
    for row in document["rows"]:
        line = [str(row["prompt_tokens"]), str(row["requests"]), f"{row['prompt_tokens_per_s']:.0f}"]
        cells.append(line + [f"{row['first_token_ms'][share]:.1f}" for share in _SHARES])
    return "\n".join([f"{_subject(document)}: prompts one at a time; times in ms", "", *_table(cells)])


def load_lines(document: dict[str, Any]) -> str:
    """A paragraph for each load."""
    text = [f"{_subject(document)}; times in ms"]
    for row in document["rows"]:
        text += ["", f"{row['load']}: {'as asked' if row['met'] else 'NOT as asked'}"]
        for name, value in row.items():
            if isinstance(value, dict):
                text.append(f"  {name:28}" + "  ".join(f"{key} {number:.1f}" for key, number in value.items()))
            elif isinstance(value, float):
                text.append(f"  {name:28}{value:.1f}")
    return "\n".join(text)


def _subject(document: dict[str, Any]) -> str:
    row = document["rows"][0]
    if row["endpoint"] is not None:
        return f"{row['model'] or 'the model'} at {row['endpoint']} ({row['sampling']})"
    where = document["gpu"] or document["cpu"]
    return f"{row['model']} ({row['backend']}, {row['routing']} routing, {row['sampling']}) on {where}"


def _table(cells: list[list[str]]) -> list[str]:
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in cells]
