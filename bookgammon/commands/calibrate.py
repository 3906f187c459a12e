"""`bookgammon calibrate`: learn a board from pictures."""

from __future__ import annotations

import argparse
from pathlib import Path

from arbiter.position import START, Side
from arbiter.seats import Seats
from arbiter.xgid import parse_xgid
from bookgammon.answers import print_json, say
from bookgammon.boards import board_path, calibrated
from bookgammon.errors import UsageError
from calibration.board_file import save_board
from calibration.corners import load_corners
from vision.pictures import read_picture

EXAMPLE = """\
bookgammon calibrate --start start.jpg --empty empty.jpg --corners corners.json --near light --home right \
--out board.toml
corners.json: {"left": [[x, y] four times], "right": [...]}, each leaf TL, TR, BR, BL of its points' area"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--start", type=Path, required=True, metavar="IMG", help="the starting position")
    parser.add_argument("--position", metavar="XGID", help="what --start shows, where it is another")
    parser.add_argument("--empty", type=Path, metavar="IMG", help="picture of the board without checkers")
    parser.add_argument("--corners", type=Path, metavar="FILE", help="where the leaves lie (JSON)")
    parser.add_argument(
        "--near", choices=("light", "dark"), default="light", help="lower edge's player [light]"
    )
    parser.add_argument(
        "--home", choices=("right", "left"), default="right", help="the near player's home side [right]"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="TOML", help="the board file to write")
    parser.add_argument("--json", action="store_true", help="answer as one JSON line")


def run(args: argparse.Namespace) -> int:
    if args.corners is None:
        raise UsageError("Finding the leaves comes later: for now give their corners with --corners FILE.")

    out = board_path(args.out)
    position = parse_xgid(args.position).position if args.position else START
    start = read_picture(args.start)
    empty = read_picture(args.empty) if args.empty else None
    board, doubts = calibrated(
        start, load_corners(args.corners), Seats(Side(args.near), args.home), empty, position
    )
    save_board(board, out)
    for doubt in doubts:
        say(f"Not sure: {doubt.text}; more light or an --empty picture helps.")
    if args.json:
        print_json({"board": str(out)})
    else:
        say(f"The board is learned: {out}")
    return 0
