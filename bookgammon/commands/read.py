"""`bookgammon read`: what single pictures show."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbiter.message import Message
from bookgammon.boards.overlay import draw_dice, draw_reading, save_picture
from bookgammon.boards.readings import keep_doubtful, reading_to_json, reading_to_text
from bookgammon.errors import UsageError
from bookgammon.terminal.answers import ProgressLine, print_json, say
from bookgammon.terminal.language import localized, show
from calibration.board import Board
from calibration.board_file import load_board
from calibration.corners import PHOTOGRAPH_CUT_OFF, load_corners
from calibration.errors import CalibrationError
from calibration.finding import find_leaves
from vision.certainty import certainty_of
from vision.errors import VisionError
from vision.reader import SingleReader, SingleReading
from vision.reading import reading_of
from vision.sources.pictures import Image, board_picture, read_picture
from vision.uncalibrated.board import SEATS, read_uncalibrated, suggested_seats
from vision.uncalibrated.dice_anywhere import AnyDie, find_dice

EXAMPLE = """\
bookgammon read --board board.toml --json evening/*.jpg
bookgammon read --corners corners.json friend.jpg            # a board never seen before
bookgammon read --dice-only --json dice.jpg"""

NUMBERED = Message("points numbered as if light sat at the picture's lower edge with home at the right")


@dataclass(frozen=True, eq=False)
class PictureAnswer:
    """What one picture shows: as JSON, as a line for people, and drawn onto the picture."""

    data: dict[str, Any]
    text: str
    drawn: Callable[[Image], Image]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", type=Path, nargs="+", metavar="IMG", help=Message("each picture is read on its own"))
    parser.add_argument(
        "--board",
        type=Path,
        metavar="TOML",
        help=Message("the calibrated board; without it any board is read as it comes"),
    )
    parser.add_argument(
        "--corners",
        type=Path,
        metavar="FILE",
        help=Message("without --board: where the leaves lie (JSON) [they are found]"),
    )
    parser.add_argument(
        "--rotate", type=int, choices=(0, 90, 180, 270), default=0, metavar="DEG", help=Message("turn clockwise first")
    )
    parser.add_argument(
        "--dice-only", action="store_true", help=Message("dice anywhere in the picture, no board needed")
    )
    parser.add_argument(
        "--overlay", type=Path, metavar="OUT", help=Message("draw what is seen onto the picture (one IMG)")
    )
    parser.add_argument(
        "--keep-misreads",
        type=Path,
        metavar="FOLDER",
        help=Message("keep doubtful pictures with what was read in them"),
    )
    parser.add_argument("--json", action="store_true", help=Message("one JSON line a picture"))


def run(args: argparse.Namespace) -> int:
    look = _looker(args)
    bad, progress = 0, ProgressLine("Reading", len(args.images))
    for number, path in enumerate(args.images):
        progress.show(number)
        try:
            image = read_picture(path, args.rotate)
            answer = look(image)
        except (VisionError, CalibrationError) as error:
            bad += 1
            if args.json:
                print_json({"image": str(path), "error": str(error)})
            else:
                say(str(error))
            continue
        progress.done()
        if args.overlay:
            save_picture(answer.drawn(image), args.overlay)
        if args.keep_misreads:
            keep_doubtful(args.keep_misreads, path, args.rotate, answer.data)
        if args.json:
            print_json({"image": str(path), **answer.data})
        else:
            show(f"{path}: {answer.text}")
    progress.done()
    return 1 if bad else 0


def _looker(args: argparse.Namespace) -> Callable[[Image], PictureAnswer]:
    """How the pictures are to be read. Raises where the options do not go together or a file is bad."""
    if args.overlay and len(args.images) > 1:
        raise UsageError(Message("An overlay is one picture: give one IMG with --overlay."))
    if args.dice_only and (args.board or args.corners):
        raise UsageError(Message("No board is needed with --dice-only: leave out --board and --corners."))
    if args.board and args.corners:
        raise UsageError(Message("The board file knows its corners: give --board or --corners, not both."))
    if args.dice_only:
        return _dice_anywhere
    if args.board:
        board = load_board(args.board, board_picture)
        reader = SingleReader(board)
        return lambda image: _answer_of_board(reader.read(image), board)
    corners = load_corners(args.corners) if args.corners else None

    def look(image: Image) -> PictureAnswer:
        seen = read_uncalibrated(image, corners or find_leaves(image, cut_off=PHOTOGRAPH_CUT_OFF).corners)
        sure = reading_of(seen.evidence).confidence
        data = reading_to_json(seen.evidence, SEATS, sure)
        suggested = suggested_seats(data["points"])
        data |= {"near": suggested.near.value, "home": suggested.home}
        return PictureAnswer(
            data,
            reading_to_text(seen.evidence, sure) + ("" if suggested == SEATS else f" ({localized(NUMBERED)})"),
            lambda _: draw_reading(image, seen.leaves, SEATS, seen.evidence),
        )

    return look


def _answer_of_board(look: SingleReading, board: Board) -> PictureAnswer:
    sure = certainty_of(look.evidence)
    return PictureAnswer(
        reading_to_json(look.evidence_in_picture, board.seats, sure),
        reading_to_text(look.evidence, sure),
        lambda _: draw_reading(look.view, board.leaves, board.seats, look.evidence),
    )


def _dice_anywhere(image: Image) -> PictureAnswer:
    dice = find_dice(image)
    values = "-".join(str(die.value) for die in dice) or "none"
    return PictureAnswer(
        {"dice": [_die(die) for die in dice]},
        Message("dice {values}", values=values),
        lambda picture: draw_dice(picture, dice),
    )


def _die(die: AnyDie) -> dict[str, Any]:
    return {"value": die.value, "center": list(die.center), "side": die.side, "confidence": die.probability}
