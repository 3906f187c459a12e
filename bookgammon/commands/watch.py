"""`bookgammon watch`: follow a recording and print what happened, or keep it as a past match."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event
from arbiter.message import Message
from arbiter.referee.referee import Referee
from bookgammon.errors import UsageError
from bookgammon.following.film import FilmFile
from bookgammon.following.following import Checkpoint, Following
from bookgammon.history.record import line_of
from bookgammon.plugin_manager import plugins
from bookgammon.table.seat_aware_watcher import SeatAwareWatcher
from bookgammon.table.table import FrameTime, Items, Table, opening
from bookgammon.terminal.answers import ProgressLine, print_json, say
from bookgammon.terminal.language import show
from bookgammon.terminal.match_options import add_match_arguments, match_from
from calibration.board import Board
from calibration.board_file import load_board
from vision.sources.pictures import board_picture
from vision.sources.sources import FileSource, Item, Source, open_capture, open_source

EXAMPLE = """\
bookgammon watch evening.mp4
bookgammon watch evening.mp4 --keep --length 5
bookgammon watch evening.mp4 --board board.toml --length 5 --json
bookgammon watch end.mp4 --board board.toml --json \
--position 'XGID=-FCB--B--A----A---------g-:0:0:-1:00:0:0:0:5:10'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", help=Message("video file, folder of pictures, webcam number, http or rtsp address"))
    parser.add_argument(
        "--board",
        type=Path,
        metavar="TOML",
        help=Message("the calibrated board [found in a video file, where it is set up for a game]"),
    )
    parser.add_argument("--json", action="store_true", help=Message("one JSON line an event"))
    plugins().notify("command_options", command="watch", parser=parser)
    add_match_arguments(parser)


def run(args: argparse.Namespace) -> int:
    instead = plugins().first("run_instead", command="watch", args=args)
    if instead is not None:
        return int(instead())
    rules, score, start = match_from(args)
    begun = opening(rules, score, start, FrameTime())
    board = load_board(args.board, board_picture) if args.board else None
    source = open_source(args.source)
    progress = ProgressLine("Following", source.total)
    shown = PrintedEvents(progress, json=args.json)
    try:
        if isinstance(source, FileSource):
            shown(begun)
            boards = _FoundBoards(board)
            at = Checkpoint(events=len(begun), board=int(board is not None), waits=start is None)
            Following(FilmFile(Path(args.source), open_capture), boards, at, begun, shown, seen=progress.show).run()
            if not boards.any:
                say(Message("No board set up for a game is seen in {film}: name it with --board.", film=args.source))
                return 0
        elif board is None:
            raise UsageError(Message("Only in a video file is the board found: name it with --board."))
        else:
            _watch(source, board, begun, shown, progress)
    finally:
        source.close()
        progress.done()
    if shown.count == len(begun) and args.board:
        say(Message("Nothing of a game was seen: is {board} the board of this recording?", board=args.board))
    return 0


def _watch(source: Source, board: Board, begun: Sequence[Event], shown: PrintedEvents, progress: ProgressLine) -> None:
    """A camera, a stream or a folder of pictures; one board, and people may be there."""
    watcher = SeatAwareWatcher(board)
    table = Table((), shown, (watcher.on_update,))
    table.commit(begun)
    referee = Referee(table.state, board.seats)
    table.follow(_counted(source.items(), progress), watcher, referee)
    table.settle(referee)


class PrintedEvents:
    """Prints events as they happen. count: how many there were."""

    def __init__(self, progress: ProgressLine, *, json: bool) -> None:
        self._progress, self._json = progress, json
        self.count = 0

    def __call__(self, events: Sequence[Event]) -> None:
        for event in events:
            self.event(event)

    def event(self, event: Event) -> None:
        self._progress.done()
        self.count += 1
        if self._json:
            print_json(event_to_json(event))
        elif line := line_of(event):
            show(f"{event.time:8.1f} s  {line}")


class _FoundBoards:
    """The boards of a film, for as long as it is followed."""

    def __init__(self, first: Board | None) -> None:
        self._boards = [first] if first else []

    @property
    def any(self) -> bool:
        return bool(self._boards)

    def keep(self, board: Board) -> int:
        self._boards.append(board)
        return len(self._boards)

    def load(self, number: int) -> Board:
        return self._boards[number - 1]


def _counted(items: Items, progress: ProgressLine) -> Iterator[Item]:
    for number, item in enumerate(items):
        progress.show(number)
        yield item
