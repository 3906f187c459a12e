"""`bookgammon demo`: the recorded game through the real pipeline, page included."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from arbiter.match.events import Event, MatchStarted
from arbiter.match.state import MatchState, fold
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from bookgammon.answers import Progress, say
from bookgammon.commands.play import HERE, printed, unsaid
from bookgammon.demo_recording import Recording, load_recording
from bookgammon.devices import known_pairing
from bookgammon.eyes import SeatedEyes
from bookgammon.history.album import Album, album_beside
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from bookgammon.history.record import record_of
from bookgammon.history.session import Evening
from bookgammon.lights.lights import TableLights, load_lights
from bookgammon.orders import Orders
from bookgammon.page import Page, open_browser, show_address
from bookgammon.settings import PORT, data_folder, now
from bookgammon.table import Eyes, Items, Judge, Table, paced
from web.history import add_history
from web.lights import add_lights

EXAMPLE = """\
bookgammon demo
bookgammon demo --fast"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fast", action="store_true", help="without waiting and without a browser")
    parser.add_argument("--afresh", action="store_true", help="do not go on where a run was cut off")
    parser.add_argument("--port", type=int, metavar="P", help="the page's port [8024; --fast: a free one]")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="data folder [the platform's own]")
    parser.add_argument("--json", action="store_true", help="print events, not the record")


def run(args: argparse.Namespace) -> int:
    folder = data_folder(args.data)
    with Journal(folder / "demo.sqlite") as journal:
        cut_off = None if args.afresh else journal.unfinished()
        match = cut_off or journal.begin(now(), "demo")
        evening = Evening(journal, match, now, printed if args.json else unsaid)
        events, orders = evening.events, Orders()
        recording = load_recording()
        board = recording.board()

        port = args.port if args.port is not None else 0 if args.fast else PORT
        try:
            with (
                TableLights(load_lights(folder), board.seats, fold(events)) as lights,
                Page(
                    events,
                    board.seats,
                    HERE,
                    port,
                    orders=orders,
                    pairing=known_pairing(folder),
                    add=[
                        partial(add_lights, picture=lights.board.picture),
                        partial(add_history, archive=Archive(journal.path, lambda: evening.match.id)),
                    ],
                    board=board,
                    began=evening.began,
                    demo=True,
                ) as page,
                Album(album_beside(journal.path), board, lambda: evening.match.id) as album,
            ):
                show_address(page)
                if events:
                    say("The last run was cut off: this one goes on where it was (--afresh begins anew).")
                if not args.fast:
                    open_browser(page.joined_by(page.url))
                eyes = SeatedEyes(board, fold(events).seats)
                show = eyes.beside(album.beside(lights.beside(page.show)))
                table = Table(events, evening.keep, show, orders)
                pace = no_wait if args.fast else paced
                follow_recording(
                    table,
                    recording,
                    eyes.afresh,
                    lambda state: Referee(state, board.seats),
                    lambda items: lights.told(pace(items)),
                )
                journal.end(evening.match)
                if not args.json:
                    print(record_of(journal.events(evening.match)), flush=True)
                if not args.fast and sys.stdin.isatty():
                    input("That was the demo. The page stays up until you press Enter. ")
        except KeyboardInterrupt:
            say("Stopped; the next bookgammon demo goes on from here unless this one was at its end.")
    return 0


def follow_recording(
    table: Table,
    recording: Recording,
    new_eyes: Callable[[], Eyes],
    new_referee: Callable[[MatchState], Judge],
    pace: Callable[[Items], Items],
) -> None:
    """All clips in a row, from the frame after the table's last event."""
    progress = Progress("Following", recording.total)
    settled: tuple[Event, ...] = () if table.moment.frame >= 0 else (MatchStarted(0, 0.0, Rules()),)
    for clip in recording.clips:
        if table.moment.frame > clip.last:
            continue
        if table.moment.frame < clip.first:
            # what the last clip left open is settled in the same breath: either both are kept or none
            table.happen((*settled, *clip.opening()))
        eyes, referee = new_eyes(), new_referee(table.state)
        for item in pace(clip.items(max(clip.first, table.moment.frame + 1), eyes)):
            progress.show(table.moment.frame)
            table.follow((item,), eyes, referee)
        settled = referee.finish(clip.last, clip.last / clip.fps)
    progress.done()
    table.happen(settled)


def no_wait(items: Items) -> Items:
    """As fast as the machine can."""
    return items
