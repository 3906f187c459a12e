"""A benchmark of reading boards that others can run with a program of their own.

    python -m lab.benchmarks.boards draw FOLDER --first 720000 --boards 150
    python -m lab.benchmarks.boards read FOLDER [--found] [--boards 50] [--command "PROGRAM"]

`draw` writes labelled pictures of fresh boards by seed, each before a camera of its own: every other one is tone on
tone, a family named in its labels, the others are by lot. Folders of `lab.simulator.path_traced.stills` are read too.
`read` starts the program once and gives it one line of JSON a board:

    {"board", "start", "empty": path or null, "corners": {"left", "right"} or null, "near", "home", "pictures": [paths]}

and wants one line for each, in order:

    {"board", "readings": [{"top": [12], "bottom": [12], "bar": {"light", "dark"}, "dice": [1..6], "confidence",
                            "points": {"counts": {"top", "bottom"}, "probability": {"top", "bottom"}}}]}

or {"board", "refused": reason}. Counts are from left to right, light positive, dark negative. "points" is what each
point says by itself; without it, and without "confidence", the tables of reliability stay empty. Intervals are
Wilson's, 95 %, of boards, each with its own camera, on which every picture is right: pictures of one board are not
independent.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import cv2

from lab.simulator.pips import legible
from lab.simulator.tone import TONE
from lab.training.collect import boards
from lab.training.render import write_board

OWN = f"{sys.executable} -m lab.benchmarks.own_reader"
CLAIMED = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 1.001)
ROWS = ("top", "bottom")


@dataclass(frozen=True)
class Picture:
    """One picture's reading against its label. dice: None where none can be read. claims: (probability, right) of each
    point by itself; confidence: None where the program says none."""

    board: str
    family: str
    exact: bool
    points_right: int
    dice: bool | None
    confidence: float | None
    claims: tuple[tuple[float, bool], ...]


def draw(folder: Path, first: int, count: int, per_board: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    labels: list[dict[str, Any]] = []
    for seed in range(first, first + count):
        tone = 1.0 if seed % 2 == 0 else 0.0
        labels += write_board(folder, seed, per_board, any_set=True, cameras=True, tone=tone)
        (folder / "labels.json").write_text(json.dumps(labels, default=float), encoding="utf-8")


def job_of(folder: Path, labels: Sequence[dict[str, Any]], found: bool) -> dict[str, Any]:
    by_kind = {label["kind"]: label for label in labels}
    start, empty = by_kind["start"], by_kind.get("empty")
    return {
        "board": start["board_id"],
        "start": str(folder / start["image"]),
        "empty": str(folder / empty["image"]) if empty else None,
        "corners": None if found else start["corners"],
        "near": start["near"],
        "home": start["home"],
        "pictures": [str(folder / label["image"]) for label in positions(labels)],
    }


def positions(labels: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is read: neither what the board is learned from, nor what something covers, nor what no game leaves."""
    return [
        label
        for label in labels
        if label["kind"] == "position" and not label.get("occluded") and not label.get("mixed")
    ]


def answers(command: str, jobs: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """One a job, in order. Raises SystemExit where the program ends early or answers of another board."""
    with subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for job in jobs:
            program.stdin.write(json.dumps(job) + "\n")
            program.stdin.flush()
            answer = json.loads(program.stdout.readline() or "{}")
            if answer.get("board") != job["board"]:
                raise SystemExit(f"No answer of board {job['board']}.")
            yield answer
        program.stdin.close()


def scored(labels: Sequence[dict[str, Any]], answer: dict[str, Any]) -> Iterator[Picture]:
    wanted = positions(labels)
    for label, reading in zip(wanted, answer.get("readings", [{}] * len(wanted)), strict=True):
        right = sum(a == b for row in ROWS for a, b in zip(label[row], reading.get(row, [99] * 12), strict=True))
        values = sorted(die["value"] for die in label["dice"] if not die.get("outside"))
        plain = len(values) in (1, 2) and all(legible(die) and not die["cocked"] for die in label["dice"])
        said = reading.get("points")
        yield Picture(
            board=label["board_id"],
            family=label.get("family", label.get("difficulty", "by lot")),
            exact=right == 24 and reading["bar"] == label["bar"],
            points_right=right,
            dice=sorted(reading.get("dice", [])) == values if plain else None,
            confidence=reading.get("confidence"),
            claims=tuple(_claims(label, said)) if said else (),
        )


def _claims(label: dict[str, Any], said: dict[str, Any]) -> Iterator[tuple[float, bool]]:
    for row in ROWS:
        for count, told, chance in zip(label[row], said["counts"][row], said["probability"][row], strict=True):
            if chance > 0:
                yield chance, told == count


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, right / of
    middle, half = share + z * z / (2 * of), z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)


def report(found: Sequence[Picture]) -> str:
    lines = [f"{'':22} {'pictures':>8} {'exact':>7} {'points':>8} {'dice':>7}   boards all right"]
    families = sorted({one.family for one in found})
    tone = [one for one in found if one.family.startswith(TONE)]
    others = [one for one in found if not one.family.startswith(TONE)]
    groups = [("all", list(found)), (TONE, tone), ("others", others)]
    groups += [(family, [one for one in found if one.family == family]) for family in families]
    lines += [_line(name, part) for name, part in groups if part]
    for name, part in groups[1:3]:
        lines += ["", f"points by themselves, {name}: claimed, n, stated, right"]
        lines += _reliability([claim for one in part for claim in one.claims])
    sure = [(one.confidence, one.exact) for one in found if one.confidence is not None]
    return "\n".join([*lines, "", "boards: confidence, n, stated, right", *_reliability(sure)])


def _line(name: str, part: Sequence[Picture]) -> str:
    by_board: dict[str, bool] = {}
    for one in part:
        by_board[one.board] = by_board.get(one.board, True) and one.exact
    dice = [one.dice for one in part if one.dice is not None]
    low, high = wilson(sum(by_board.values()), len(by_board))
    return (
        f"{name:22} {len(part):8} {_share(one.exact for one in part)} "
        f"{sum(one.points_right for one in part) / max(1, 24 * len(part)):8.4f} {_share(dice)}   "
        f"{sum(by_board.values())} of {len(by_board)} ({low:.3f} to {high:.3f})"
    )


def _share(values: Iterable[bool]) -> str:
    held = list(values)
    return f"{sum(held) / len(held):7.3f}" if held else "      -"


def _reliability(claims: Sequence[tuple[float, bool]]) -> Iterator[str]:
    for low, high in pairwise(CLAIMED):
        part = [(chance, right) for chance, right in claims if low <= chance < high]
        if part:
            stated = sum(chance for chance, _ in part) / len(part)
            yield f"{low:.2f} to {min(high, 1):.2f} {len(part):7} {stated:7.4f} {_share(right for _, right in part)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("draw", "read"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=720_000, help="first seed")
    parser.add_argument("--boards", type=int, default=150)
    parser.add_argument("--per-board", type=int, default=2, help="positions drawn of each")
    parser.add_argument("--found", action="store_true", help="the program has to find the corners")
    parser.add_argument("--command", default=OWN)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.what == "draw":
        draw(args.folder, args.first, args.boards, args.per_board)
        return
    held = [labels for labels in boards(args.folder) if positions(labels)][: args.boards]
    jobs = [job_of(args.folder, labels, args.found) for labels in held]
    found: list[Picture] = []
    refused = 0
    for labels, answer in zip(held, answers(args.command, jobs), strict=True):
        if "refused" in answer:
            refused += 1
            print(f"{answer['board']}: {answer['refused']}", file=sys.stderr)
        found += scored(labels, answer)
    print(report(found))
    print(f"\nboards refused: {refused} of {len(held)}")


if __name__ == "__main__":
    main()
