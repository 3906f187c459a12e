"""`bookgammon calibrate`: learn a board from pictures."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from arbiter.message import Message
from arbiter.position import START, Side
from arbiter.position_text import parse_position
from bookgammon.boards.board_files import board_path
from bookgammon.boards.known_boards import save_board
from bookgammon.boards.overlay import save_picture
from bookgammon.errors import UsageError
from bookgammon.setup.reading_back import advice_beside, learned, not_the_position, unsure_places
from bookgammon.terminal.answers import print_json, say
from calibration.corners import load_corners
from calibration.finding import FoundLeaves, find_leaves
from calibration.quality import advice, picture_quality
from calibration.sheet import draw_found
from vision.known_position.start_fit import COLOURS_UNCLEAR, CORNERS_UNCLEAR, HOME_UNCLEAR
from vision.sources.pictures import Image, read_picture

_BY_OPTION: dict[str, Message] = {
    CORNERS_UNCLEAR: Message("Look at --overlay IMG, or give --corners FILE."),
    HOME_UNCLEAR: Message("--home says on which side they are."),
    COLOURS_UNCLEAR: Message("--near says which of them sits near."),
}
EXAMPLE = """\
bookgammon calibrate --start start.jpg --empty empty.jpg --overlay found.jpg --out board.toml
corners.json: {"left": [[x, y] four times], "right": [...]}, each leaf TL, TR, BR, BL of its points' area"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--start", type=Path, required=True, metavar="IMG", help=Message("the starting position"))
    parser.add_argument("--position", metavar="XGID", help=Message("what --start shows, where it is another"))
    parser.add_argument("--empty", type=Path, metavar="IMG", help=Message("picture of the board without checkers"))
    parser.add_argument("--corners", type=Path, metavar="FILE", help=Message("where the leaves lie (JSON) [found]"))
    parser.add_argument("--near", choices=("light", "dark"), help=Message("lower edge's player [found]"))
    parser.add_argument("--home", choices=("right", "left"), help=Message("the near player's home side [found]"))
    parser.add_argument("--overlay", type=Path, metavar="IMG", help=Message("draw what was found into a picture"))
    parser.add_argument("--out", type=Path, required=True, metavar="TOML", help=Message("the board file to write"))
    parser.add_argument("--json", action="store_true", help=Message("answer as one JSON line"))


def run(args: argparse.Namespace) -> int:
    out = board_path(args.out)
    position = parse_position(args.position).position if args.position else START
    start = read_picture(args.start)
    empty = read_picture(args.empty) if args.empty else None
    corners = load_corners(args.corners) if args.corners else _found(start, empty).corners
    near = Side(args.near) if args.near else None
    lesson = learned(
        start,
        corners,
        empty,
        lambda picture: _found(picture, empty),
        origin="file" if args.corners else "found",
        position=position,
        near=near,
        home=args.home,
    )
    if lesson.another:
        raise not_the_position(position, lesson.another)
    board = lesson.board
    seats = board.seats
    found = Message(
        "{near} sits near, home boards on the {home}, {share:.0f} % sure",
        near=seats.near,
        home=seats.home,
        share=100 * lesson.confidence,
    )
    if args.overlay:
        save_picture(draw_found(start, board.corners, seats, found), args.overlay)
    save_board(board, out)
    if args.corners is None:
        say(Message("Found the board: {found}.", found=found))
    for sentence in (*lesson.complaints, *unsure_places(lesson)):
        say(Message("Not sure: {sentence}", sentence=sentence))
        if sentence in _BY_OPTION:
            say(_BY_OPTION[sentence])
    quality = picture_quality(board)
    for sentence in advice_beside(lesson, quality):
        say(sentence)
    if args.json:
        corner_lists = {"left": board.corners.left, "right": board.corners.right}
        print_json(
            {"board": str(out), "corners": corner_lists, "near": seats.near.value, "home": seats.home}
            | {"confidence": round(lesson.confidence, 3)}
            | {"quality": asdict(quality), "advice": advice(quality)}
        )
    else:
        say(Message("The board is learned: {out}", out=out))
    return 0


def _found(start: Image, empty: Image | None) -> FoundLeaves:
    if empty is not None and empty.shape != start.shape:
        raise UsageError(
            Message("The --start and --empty pictures differ in size: take both with one camera that stays put.")
        )
    return find_leaves(start, () if empty is None else (empty,))
