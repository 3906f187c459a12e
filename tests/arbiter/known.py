"""Known answers from trusted engines (a selection here, all where the reference is at hand)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from arbiter.cases import Case
from arbiter.position import Position

_DATA = Path(__file__).parent / "data"
_REFERENCE = Path(__file__).parents[3] / "shared" / "oracle"


def cases(name: str) -> list[dict[str, Any]]:
    """name: plays, illegal or ids."""
    return _lines(_DATA / f"{name}.jsonl.gz")


def all_cases(name: str) -> list[dict[str, Any]]:
    """The whole reference set, empty where it is not at hand."""
    path = _REFERENCE / f"{name}-dev.jsonl.gz"
    return _lines(path) if path.exists() else []


def matches() -> list[Path]:
    """The reference matches' JSON accounts, or those beside the tests."""
    return sorted((_DATA / "matches").glob("*.json")) or sorted((_REFERENCE / "matches").glob("*.json"))


def _lines(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt") as handle:
        return [json.loads(line) for line in handle]


def board(points: list[int], bar: list[int], off: list[int]) -> Position:
    """A board in the mover's view, with light as the mover; nothing is checked."""
    own = (off[0], *(max(n, 0) for n in points), bar[0])
    other = (off[1], *(max(-n, 0) for n in reversed(points)), bar[1])
    return Position(own, other)


def before(case: Case) -> Position:
    return board(case["points"], case["bar"], case["off"])


def after(case: Case) -> Position:
    row = case["after"]
    return board(row[:24], row[24:26], row[26:])
