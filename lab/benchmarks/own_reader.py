"""Bookgammon as a reader for `lab.benchmarks.boards`: a board a line in, its readings a line out.

python -m lab.benchmarks.own_reader < jobs.jsonl
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from arbiter.position import Side
from arbiter.referee.evidence import PlaceEvidence
from arbiter.seats import Seats
from calibration.corners import parse_corners
from calibration.finding import find_leaves
from lab.simulator.scene import rows
from lab.training.collect import read_picture
from vision.certainty import certainty_of
from vision.known_position.learn_board import learn_board
from vision.known_position.start_fit import settle_start
from vision.reader import Reader
from vision.reading import reading_of


def readings(job: dict[str, Any]) -> list[dict[str, Any]]:
    """What each of a board's pictures shows. Raises what calibration raises where the board cannot be learned."""
    start = read_picture(Path(job["start"]))
    empty = read_picture(Path(job["empty"])) if job["empty"] else None
    if job["corners"]:
        corners = parse_corners(job["corners"])
    else:
        found = find_leaves(start, () if empty is None else (empty,)).corners
        corners = settle_start(start, found, empty=empty).corners
    board = learn_board(start, corners, Seats(Side(job["near"]), job["home"]), empty)
    reader = Reader(board)
    return [_told(reader, board.seats, Path(picture)) for picture in job["pictures"]]


def _told(reader: Reader, seats: Seats, path: Path) -> dict[str, Any]:
    evidence = reader.read(read_picture(path))
    reading = reading_of(evidence)
    top, bottom = rows(seats, reading.position)
    sure: dict[str, list[float]] = {"top": [0.0] * 12, "bottom": [0.0] * 12}
    alone: dict[str, list[int]] = {"top": [0] * 12, "bottom": [0] * 12}
    for place, (row, column) in zip(evidence.places, seats.track(), strict=False):
        light, dark, chance = _likeliest(place)
        sure[row][column], alone[row][column] = chance, light or -dark
    return {
        "top": top, "bottom": bottom, "bar": dict(zip(("light", "dark"), reading.position.bar, strict=True)),
        "dice": [die.value for die in evidence.dice if not die.outside], "confidence": certainty_of(evidence),
        "points": {"counts": alone, "probability": sure},
    }  # fmt: skip


def _likeliest(place: PlaceEvidence) -> tuple[int, int, float]:
    """Light, dark, and how likely they are, of what a point says by itself."""
    if place.hidden or not place.scores:
        return 0, 0, 0.0
    scores = np.array([score for *_, score in place.scores])
    light, dark, best = place.scores[0]
    return light, dark, round(float(np.exp(best - np.logaddexp.reduce(scores))), 5)


def main() -> None:
    cv2.setNumThreads(1)
    for line in sys.stdin:
        job = json.loads(line)
        try:
            answer: dict[str, Any] = {"board": job["board"], "readings": readings(job)}
        except Exception as error:  # noqa: BLE001 - a board that is refused counts as unread, and the next one is read
            answer = {"board": job["board"], "refused": str(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
