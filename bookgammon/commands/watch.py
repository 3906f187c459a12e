"""`bookgammon watch`: follow a recording and print what happened."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event
from arbiter.message import Message
from arbiter.referee.referee import Referee
from bookgammon.history.record import line_of
from bookgammon.table.seat_aware_watcher import SeatAwareWatcher
from bookgammon.table.table import FrameTime, Items, Table, opening
from bookgammon.terminal.answers import ProgressLine, print_json, say
from bookgammon.terminal.language import show
from bookgammon.terminal.match_options import add_match_arguments, match_from
from calibration.board_file import load_board
from vision.sources.pictures import board_picture
from vision.sources.sources import Item, open_source

EXAMPLE = """\
bookgammon watch evening.mp4 --board board.toml --length 5 --json
bookgammon watch end.mp4 --board board.toml --json \
--position 'XGID=-FCB--B--A----A---------g-:0:0:-1:00:0:0:0:5:10'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", help=Message("video file, folder of pictures, webcam number, http or rtsp address"))
    parser.add_argument("--board", type=Path, required=True, metavar="TOML", help=Message("the calibrated board"))
    parser.add_argument("--json", action="store_true", help=Message("one JSON line an event"))
    add_match_arguments(parser)


def run(args: argparse.Namespace) -> int:
    rules, score, start = match_from(args)

    board = load_board(args.board, board_picture)
    source = open_source(args.source)
    progress = ProgressLine("Following", source.total)

    published = 0

    def keep(events: Sequence[Event]) -> None:
        nonlocal published
        published += len(events)
        progress.done()
        for event in events:
            if args.json:
                print_json(event_to_json(event))
            elif line := line_of(event):
                show(f"{event.time:8.1f} s  {line}")

    watcher = SeatAwareWatcher(board)
    table = Table((), keep, (watcher.on_update,))
    table.commit(opening(rules, score, start, FrameTime()))
    begun = published
    referee = Referee(table.state, board.seats)
    try:
        table.follow(_counted(source.items(), progress), watcher, referee)
    finally:
        source.close()
        progress.done()
    table.settle(referee)
    if published == begun:
        say(Message("Nothing of a game was seen: is {board} the board of this recording?", board=args.board))
    return 0


def _counted(items: Items, progress: ProgressLine) -> Iterator[Item]:
    for number, item in enumerate(items):
        progress.show(number)
        yield item
