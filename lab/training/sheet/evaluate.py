"""The program and a sheet's network by itself on the same fresh boards, with and without calibration.

    python -m lab.training.sheet.evaluate FOLDER... NET.onnx [--boards 50] [--pictures 3] [--worst OUT.png] [--alone]

FOLDERs hold boards that `lab.training.sheet.draw` drew from seeds never learned from, or labelled pictures of others
(`lab.training.sheet.labelled`). Both get the true corners; with
calibration also the start and the empty picture, from which the board is measured as `calibrate` does. A point is
right where what it looks most like lies there, each by itself, a board where `vision.reading` comes to what lies there
from all 25 places. Points that something covers, mixed points and boards with either are left out. `--worst`: the
twenty pictures of which the network is most wrong without calibration, with what it said.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import cv2

from arbiter.position import Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.seats import Seats
from calibration.board import Board
from calibration.errors import CalibrationError
from calibration.learn import recall_appearance
from calibration.sheet import Image
from lab.benchmarks.boards import wilson
from lab.training.sheet.boards import Drawn
from lab.training.sheet.engine import opened
from lab.training.sheet.labelled import held_out
from lab.training.sheet.look import captioned, tiled, with_maps, with_texts
from vision.known_position.learn_board import learn_board
from vision.nets import log_softmax
from vision.points import POINTS, count_scores, ridge_place
from vision.reader import Reader
from vision.reading import reading_of
from vision.sheet.channels import NOTHING, known_of
from vision.sheet.eyes import CLASSES, SheetEyes, SheetLogits, SheetNetwork
from vision.sheet.geometry import Floats, Numbers, SheetView, numbers_of
from vision.strips import strip_at
from vision.uncalibrated.board import read_uncalibrated

UNCALIBRATED_SEATS = Seats(Side.LIGHT)
"""As `vision.uncalibrated` tells points."""
WORST = 20


@dataclass(frozen=True)
class Judged:
    """A picture's outcome. wrong: the strips that are, of `asked`; exact: whether the board is, or None."""

    family: str
    wrong: tuple[int, ...]
    asked: int
    exact: bool | None
    cost: float


def place_of(logits: Floats) -> PlaceEvidence:
    """A strip's logits, (CLASSES + 1,), as the referee weighs them."""
    scores = count_scores(log_softmax(logits[:CLASSES]), None)
    return PlaceEvidence(scores, POINTS.floor, hidden=bool(logits[CLASSES] > 0))


def evidence_of(said: SheetLogits, seats: Seats, missing: tuple[int, int] | None) -> Evidence:
    """What the network said as evidence in light's points. missing: None before a board that nobody calibrated."""
    places = [place_of(said.points[strip_at(row, column)]) for row, column in seats.track()]
    return Evidence(0, 0.0, still=True, hand=False, places=(*places, ridge_place(said.ridge)), missing=missing)


Eyes = Callable[[Image], Evidence]


def calibrated(board: Drawn) -> Board:
    """Raises CalibrationError where it cannot be learned."""
    start, *_ = board.pictures("start")
    empty = next((board.picture(label) for label in board.pictures("empty")), None)
    seats = Seats(Side(board.label["near"]), board.label["home"])
    return learn_board(board.picture(start), board.corners, seats, empty)


def ways(board: Drawn, network: SheetNetwork, alone: bool) -> Iterator[tuple[str, Seats, Eyes]]:
    """Name, whose points, and eyes: all that read one board. alone: without the program, which costs most."""
    corners_alone = SheetView(Numbers(board.corners, board.size))
    plain = SheetEyes(corners_alone, NOTHING, network)
    seats = UNCALIBRATED_SEATS
    if not alone:
        yield "photograph, program", seats, lambda image: read_uncalibrated(image, board.corners).evidence
    yield "photograph, sheet", seats, lambda image: evidence_of(plain.read(corners_alone.drawn(image)), seats, None)
    if not board.pictures("start"):
        return
    learned = calibrated(board)
    if not alone:
        yield "calibrated, program", learned.seats, Reader(learned).read
    view = SheetView(numbers_of(learned))
    eyes = SheetEyes(view, known_of(learned, recall_appearance(learned), view), network)
    yield (
        "calibrated, sheet", learned.seats,
        lambda image: evidence_of(eyes.read(view.drawn(image)), learned.seats, (0, 0)),
    )  # fmt: skip


def judged(board: Drawn, label: dict[str, Any], seats: Seats, evidence: Evidence) -> Judged:
    """Where neither colour is clearly the lighter (`colours_close`), either naming counts."""
    ways = [label]
    if label.get("colours_close"):
        ways.append(label | {"points": [each[::-1] for each in label["points"]], "ridge": label["ridge"][::-1]})
    return min((_judged(board, way, seats, evidence) for way in ways), key=lambda one: (not one.exact, len(one.wrong)))


def _judged(board: Drawn, label: dict[str, Any], seats: Seats, evidence: Evidence) -> Judged:
    foreign = label["foreign"] is not None
    wrong, asked, cost = [], 0, 0.0
    for place, (row, column) in zip(evidence.places, seats.track(), strict=False):
        strip = strip_at(row, column)
        light, dark = label["points"][strip]
        if (light and dark) or (foreign and place.hidden):
            continue
        asked += 1
        if not place.scores or place.likeliest != (light, dark):
            wrong.append(strip)
            cost -= max(-10.0, place.log_likelihood(light, dark)) if place.scores else -10.0
    mixed = any(light and dark for light, dark in label["points"])
    exact = None
    if not foreign and not mixed:
        counts = [tuple(label["points"][strip_at(row, column)]) for row, column in seats.track()]
        exact = reading_of(evidence).position.places == (*counts, tuple(label["ridge"]))
    return Judged(board.label["family"], tuple(wrong), asked, exact, cost)


def report(found: dict[str, list[Judged]]) -> str:
    lines = [f"{'':20} {'pictures':>8} {'points right':>13}   boards right"]
    for name, part in found.items():
        lines.append(_line(name, part))
    families = sorted({family for part in found.values() for one in part for family in one.family.split(", ")})
    lines += ["", "points right by family: " + ", ".join(found)]
    for family in families:
        row = []
        for part in found.values():
            of = [one for one in part if family in one.family.split(", ")]
            row.append(f"{1 - sum(len(one.wrong) for one in of) / max(1, sum(one.asked for one in of)):8.3f}")
        lines.append(f"{family:20} {' '.join(row)}")
    return "\n".join(lines)


def _line(name: str, part: Sequence[Judged]) -> str:
    asked, wrong = sum(one.asked for one in part), sum(len(one.wrong) for one in part)
    whole = [one.exact for one in part if one.exact is not None]
    low, high = wilson(sum(whole), len(whole))
    share = 1 - wrong / max(1, asked)
    return f"{name:20} {len(part):8} {share:13.4f}   {sum(whole)} of {len(whole)} ({low:.3f} to {high:.3f})"


def shown(board: Drawn, label: dict[str, Any], said: SheetLogits, one: Judged) -> Image:
    """A picture's sheet with what the network said, wrong strips in red with what lies there."""
    view = SheetView(Numbers(board.corners, board.size))
    texts = []
    for strip in range(24):
        light, dark = place_of(said.points[strip]).likeliest
        text = f"{light or -dark}" if light or dark else ""
        truth = label["points"][strip]
        texts.append(f"{text or 0}({truth[0] - truth[1]})" if strip in one.wrong else text)
    texts.append("{}:{}".format(*ridge_place(said.ridge).likeliest))
    large = with_texts(with_maps(view.drawn(board.picture(label)), said.maps), texts, set(one.wrong))
    return captioned(large, f"{label['image']} {one.family} {len(one.wrong)} wrong, {one.cost:.0f}")


def read_all(
    boards: Iterable[Drawn], network: SheetNetwork, alone: bool, shows: bool, pictures: int
) -> tuple[dict[str, list[Judged]], list[tuple[float, int, Image]]]:
    """Outcomes by name, and where `shows` the pictures that the sheet read without calibration, each with its cost."""
    found: dict[str, list[Judged]] = defaultdict(list)
    worst: list[tuple[float, int, Image]] = []
    for board in boards:
        corners_alone = SheetView(Numbers(board.corners, board.size))
        plain = SheetEyes(corners_alone, NOTHING, network)
        try:
            for name, seats, eyes in ways(board, network, alone):
                for label in board.pictures("position")[:pictures]:
                    image = board.picture(label)
                    one = judged(board, label, seats, eyes(image))
                    found[name].append(one)
                    if shows and name == "photograph, sheet":
                        said = plain.read(corners_alone.drawn(image))
                        worst.append((-one.cost, len(worst), shown(board, label, said, one)))
        except CalibrationError as error:
            print(f"{board.name}: {error}", flush=True)
    return found, worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("net", type=Path)
    parser.add_argument("--boards", type=int, default=50, help="of each folder, at the most")
    parser.add_argument("--pictures", type=int, default=100, help="of each board, at the most")
    parser.add_argument("--worst", type=Path)
    parser.add_argument("--alone", action="store_true", help="without the program, which costs most of the time")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    network = opened(asked.net)
    worst: list[tuple[float, int, Image]] = []
    for folder in asked.folders:
        found, shown_here = read_all(
            islice(held_out(folder), asked.boards), network, asked.alone, asked.worst is not None, asked.pictures
        )
        print(folder.name, report(found), sep="\n", flush=True)
        worst += shown_here
    if asked.worst:
        cv2.imwrite(str(asked.worst), tiled([picture for *_, picture in sorted(worst, key=lambda w: w[:2])[:WORST]]))


if __name__ == "__main__":
    main()
