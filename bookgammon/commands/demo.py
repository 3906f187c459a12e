"""`bookgammon demo`: the recorded game through the real pipeline, page included."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from arbiter.match.events import Event
from arbiter.match.opponent import OpponentSeat
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.referee.referee import Referee
from bookgammon.access.addresses import HERE
from bookgammon.access.devices import known_pairing
from bookgammon.commands.about import common_pages
from bookgammon.commands.composition import followed_match
from bookgammon.commands.play import printed, unsaid
from bookgammon.files.log import logged
from bookgammon.files.settings import PORT, data_folder, now
from bookgammon.history.journal import DEMO_FILE, Journal
from bookgammon.history.record import record_text
from bookgammon.history.session import MatchSession
from bookgammon.history.writer import journal_to_write
from bookgammon.opponent.protocol import Opponent, RecordedOpponent
from bookgammon.opponent.seat import opponent_of
from bookgammon.plugin_manager import plugins
from bookgammon.setup.serving import Place
from bookgammon.table.demo_recording import AGAINST, FOLDER, RecordedDecisions, Recording, load_recording
from bookgammon.table.page import open_browser
from bookgammon.table.table import FrameReader, Items, RefereeLike, Table, paced
from bookgammon.terminal.answers import ProgressLine, say
from bookgammon.terminal.language import ask, show

EXAMPLE = "bookgammon demo\nbookgammon demo --against\nbookgammon demo --fast"

LOOK_S, AWAY_S = 1.0, 20.0
"""How often it is looked whether somebody follows the page, and how long nobody may before it closes."""

CLOSING = """\
That was the demo: a recorded game, read from its pictures as your own board would be.
Every step of it stays under Past matches on the demo's page: start it again and look there.
Next, your own board: bookgammon play guides you through the set-up."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fast", action="store_true", help=Message("without waiting and without a browser"))
    parser.add_argument("--against", action="store_true", help=Message("a game against the computer instead"))
    parser.add_argument("--afresh", action="store_true", help=Message("do not go on where a run was cut off"))
    parser.add_argument("--port", type=int, metavar="P", help=Message("the page's port [8024; --fast: a free one]"))
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))
    parser.add_argument(
        "-v", "--verbose", action="store_true", help=Message("tell on the terminal what goes into the log")
    )
    parser.add_argument("--json", action="store_true", help=Message("print events, not the record"))
    plugins().notify("command_options", command="demo", parser=parser)


def run(args: argparse.Namespace) -> int:
    instead = plugins().first("run_instead", command="demo", args=args)
    if instead is not None:
        return int(instead())
    folder = data_folder(args.data)
    with (
        journal_to_write(folder, "demo", DEMO_FILE) as path,
        logged(folder, "demo", verbose=args.verbose),
        Journal(path) as journal,
    ):
        source = "demo --against" if args.against else "demo"
        unfinished = None if args.afresh else journal.unfinished()
        cut_off = unfinished if unfinished and unfinished.source == source else None
        match = cut_off or journal.begin(now(), source)
        recording = load_recording(AGAINST if args.against else FOLDER)
        make = opponent_of if recording.opponent is None else partial(_recorded, recording.opponent)
        board = recording.board()
        session = MatchSession(journal, match, now, printed if args.json else unsaid, board=board.name)
        port = args.port if args.port is not None else 0 if args.fast else PORT
        place = Place(HERE, port, known_pairing(folder), add=common_pages(folder))
        try:
            with (
                place.workers,
                followed_match(folder, journal, session, board, place, args, demo=True, make=make) as followed,
            ):
                if session.events:
                    say(Message("The last run was cut off: this one goes on where it was (--afresh begins anew)."))
                if not args.fast:
                    open_browser(followed.page.opened_here())
                pace = no_wait if args.fast else paced
                follow_recording(
                    followed.table,
                    recording,
                    followed.watcher.restart,
                    lambda state: Referee(state, board.seats),
                    lambda items: followed.with_news(pace(items)),
                )
                journal.end(session.match)
                if not args.json:
                    show(record_text(journal.events(session.match)))
                followed.page.end("demo")
                say(CLOSING)
                if not args.fast and sys.stdin.isatty():
                    ask(Message("The page stays up until you press Enter. "))
                elif not args.fast:
                    stay_while(lambda: followed.page.followed)
        except KeyboardInterrupt:
            say(Message("Stopped; the next bookgammon demo goes on from here unless this one was at its end."))
    return 0


def _recorded(decided: RecordedDecisions, seat: OpponentSeat) -> Opponent:
    """The opponent of the recording; no other one sits there."""
    del seat
    return RecordedOpponent(decided.plays, decided.answer)


def stay_while(followed: Callable[[], bool], wait: Callable[[float], object] = time.sleep) -> None:
    """Without a terminal the page stays for as long as somebody looks at it; a screen may be away for a moment."""
    left = AWAY_S if followed() else 0.0
    while left > 0:
        wait(LOOK_S)
        left = AWAY_S if followed() else left - LOOK_S


def follow_recording(
    table: Table,
    recording: Recording,
    new_watcher: Callable[[], FrameReader],
    new_referee: Callable[[MatchState], RefereeLike],
    pace: Callable[[Items], Items],
) -> None:
    """All clips in a row, from the frame after the table's last event."""
    progress = ProgressLine("Following", recording.total)
    settled: tuple[Event, ...] = () if table.moment.frame >= 0 else (recording.started(),)
    for clip in recording.clips:
        if table.moment.frame > clip.last:
            continue
        if table.moment.frame < clip.first:
            # what the last clip left open is settled in the same breath: either both are kept or none
            table.commit((*settled, *clip.opening()))
        watcher, referee = new_watcher(), new_referee(table.state)
        for item in pace(clip.items(max(clip.first, table.moment.frame + 1), watcher)):
            progress.show(table.moment.frame)
            table.follow((item,), watcher, referee)
        settled = referee.finish(clip.last, clip.last / clip.fps)
    progress.done()
    table.commit(settled)


def no_wait(items: Items) -> Items:
    """As fast as the machine can."""
    return items
