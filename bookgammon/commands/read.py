"""`bookgammon read`: what single pictures show."""

from __future__ import annotations

import argparse
from pathlib import Path

from bookgammon.answers import Progress, print_json, say
from bookgammon.errors import UsageError
from bookgammon.readings import reading_to_json, reading_to_text
from calibration.board_file import load_board
from vision.errors import VisionError
from vision.pictures import read_picture
from vision.reader import Reader

EXAMPLE = "bookgammon read --board board.toml --json evening/*.jpg"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", type=Path, nargs="+", metavar="IMG", help="each picture is read on its own")
    parser.add_argument("--board", type=Path, metavar="TOML", help="the calibrated board")
    parser.add_argument(
        "--rotate", type=int, choices=(0, 90, 180, 270), default=0, metavar="DEG", help="turn clockwise first"
    )
    parser.add_argument("--json", action="store_true", help="one JSON line a picture")


def run(args: argparse.Namespace) -> int:
    if args.board is None:
        raise UsageError("Reading a board never seen before comes later: for now give --board BOARD.toml.")

    board = load_board(args.board)
    reader = Reader(board)
    bad, progress = 0, Progress("Reading", len(args.images))
    for number, path in enumerate(args.images):
        progress.show(number)
        try:
            image = read_picture(path, args.rotate)
            evidence = reader.read(image)
        except VisionError as error:
            bad += 1
            if args.json:
                print_json({"image": str(path), "error": str(error)})
            else:
                say(str(error))
            continue
        progress.done()
        if args.json:
            print_json({"image": str(path), **reading_to_json(evidence, board.seats)})
        else:
            print(f"{path}: {reading_to_text(evidence)}")
    progress.done()
    return 1 if bad else 0
