"""`bookgammon play`: follows a match."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from ssl import SSLContext
from urllib.parse import urlsplit

from arbiter.match.command_json import LONGEST_TEXT
from arbiter.match.entered_events import Seated
from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event
from arbiter.message import Message
from arbiter.rules import Rules
from arbiter.values import plain_name
from bookgammon.access.addresses import EVERYWHERE, HERE, own_names
from bookgammon.access.devices import known_pairing
from bookgammon.access.door_certificate import door_context
from bookgammon.access.local_name import LocalName
from bookgammon.access.sharing import Sharing
from bookgammon.boards.known_boards import keep_measured
from bookgammon.cameras.frames import fitting, folded, righted
from bookgammon.cameras.opening import camera_opener
from bookgammon.cameras.telephone import Telephone
from bookgammon.commands.about import common_pages
from bookgammon.commands.composition import followed_match
from bookgammon.errors import JournalError, SettingsError, UsageError
from bookgammon.files.log import logged
from bookgammon.files.settings import PORT, data_folder, load_settings, local_time, now, save_settings
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.record import record_text
from bookgammon.history.session import MatchSession
from bookgammon.history.writer import journal_to_write
from bookgammon.plugin_manager import plugins
from bookgammon.setup.agreement import Agreement, Answer
from bookgammon.setup.another_board import SetUpAgain, SetUpAsked
from bookgammon.setup.before import before
from bookgammon.setup.ready import table_ready
from bookgammon.setup.serving import Place, set_up
from bookgammon.setup.wizard import USUAL_SEATS, Outcome
from bookgammon.table.small_machine import is_small
from bookgammon.table.table import FrameTime, Items, continued, opening, paced, shifted
from bookgammon.terminal.answers import print_json, say
from bookgammon.terminal.language import ask, show
from bookgammon.terminal.libraries import keep_little_memory
from bookgammon.terminal.match_options import add_match_arguments, match_from
from bookgammon.terminal.stopping import expect_to_be_stopped
from bookgammon.workers.worker import Workers
from calibration.board import Board
from vision.sources.frames import News, shown
from vision.sources.live import LiveSource
from web.kiosk import add_kiosk

EXAMPLE = """\
bookgammon play --length 7
bookgammon play phone --host 0.0.0.0
bookgammon play http://192.168.1.20:8080/video --host 0.0.0.0"""

SMALL_FRAMES = 10
"""Pictures a second on a small machine: hands move slowly enough."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", nargs="?", help=Message("webcam number, phone, address or recording [the one used last, else 0]")
    )
    parser.add_argument(
        "--board", type=Path, metavar="TOML", help=Message("board file [the known board that lies in view]")
    )
    parser.add_argument("--host", metavar="H", help=Message("where the page listens; asked once otherwise"))
    parser.add_argument("--port", type=int, metavar="P", help=Message("the page's port [8024]"))
    add_no_name(parser)
    parser.add_argument(
        "--kiosk",
        action="store_true",
        help=Message("show the code for telephones on this machine's own screen, at /kiosk, for all who see it"),
    )
    parser.add_argument("--new", action="store_true", help=Message("start a new match even where one is still open"))
    parser.add_argument(
        "--names", metavar="LIGHT,DARK", help=Message("who plays a new match: then the page does not ask")
    )
    parser.add_argument(
        "--go-on", action="store_true", help=Message("go on with a match that is open: then the page does not ask")
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))
    parser.add_argument(
        "-v", "--verbose", action="store_true", help=Message("tell on the terminal what goes into the log")
    )
    parser.add_argument("--json", action="store_true", help=Message("print events as JSON Lines"))
    add_light(parser)
    plugins().notify("command_options", command="play", parser=parser)
    add_match_arguments(parser)


def add_no_name(parser: argparse.ArgumentParser) -> None:
    """The word that keeps the page's name off the network."""
    parser.add_argument(
        "--no-name",
        action="store_true",
        help=Message("do not let the devices of this network find the page as bookgammon.local"),
    )


def add_light(parser: argparse.ArgumentParser) -> None:
    """The word for small machines, which they take by themselves."""
    parser.add_argument(
        "--light",
        action=argparse.BooleanOptionalAction,
        help=Message("follow with fewer pictures, as small machines do by themselves, and analyse only when asked"),
    )


def answer_of(args: argparse.Namespace, rules: Rules) -> Answer:
    """Who plays, where an option says so."""
    agreed: Agreement | None = plugins().first("who_plays", args=args, rules=rules)
    if agreed is not None:
        return Answer(args.go_on, agreed)
    if args.names is None:
        return Answer(go_on=args.go_on)
    names = tuple(map(name_said, args.names.split(",")))
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        raise UsageError(Message("--names takes two different names, light's and dark's."))
    return Answer(args.go_on, Agreement(rules, (names[0], names[1])))


def name_said(text: str) -> str:
    """A name as it can be shown anywhere. Raises UsageError for one that no page takes."""
    name = plain_name(text)
    if len(name) > LONGEST_TEXT:
        raise UsageError(Message("A name has 1 to {longest} letters.", longest=LONGEST_TEXT))
    return name


def run(args: argparse.Namespace) -> int:
    keep_little_memory()
    rules, score, start = match_from(args)
    folder = data_folder(args.data)
    with (
        journal_to_write(folder, "play"),
        logged(folder, "play", verbose=args.verbose),
        closing(place_for(args, folder, named=not args.no_name, kiosk=args.kiosk)) as place,
        place.workers,
    ):
        plugins().notify("check_options", command="play", args=args, folder=folder)
        answer = answer_of(args, rules)
        ready = table_ready(folder, args.board, args.source, place, rules, new=args.new, answer=answer)
        begun = opening(rules, score, start, FrameTime())
        taken_up = bool(start or args.score)
        wanted = MatchWanted(begun, new=args.new, taken_up=taken_up, json=args.json, options=args, small=args.light)
        return follow_matches(folder, ready, place, wanted)


@dataclass(frozen=True, slots=True)
class MatchWanted:
    """What a command says of the match that it follows.

    begun: how a new match begins where nobody was asked. new: it is begun even where one is open; taken_up: it begins
    in the middle of one. json: its events are printed. options: of the command, for plugins. small: a small machine
    follows; None: as is usual here.
    """

    begun: tuple[Event, ...] = ()
    new: bool = False
    taken_up: bool = False
    json: bool = False
    options: argparse.Namespace = field(default_factory=argparse.Namespace)
    small: bool | None = None


def follow_matches(folder: Path, ready: Outcome, place: Place, wanted: MatchWanted) -> int:
    """As `follow_match`; where people ask for it the board is set up anew, and the match goes on."""
    while True:
        try:
            return follow_match(folder, ready, place, wanted)
        except SetUpAsked as asked:  # the page stays where tablets know it
            port = asked.port or ready.port
            place = place if port is None else replace(place, port=port)
            source = camera_opener(folder, place.telephone, place.workers)(ready.address)
            ready = set_up(folder, source, ready.address, place, Rules(), before(folder))
            begun = opening(Rules(), (0, 0), None, FrameTime())
            wanted = replace(wanted, begun=begun, new=False, taken_up=False)


def follow_match(folder: Path, ready: Outcome, place: Place, wanted: MatchWanted) -> int:
    """The match at a table that is ready, from where it is open or from its beginning.

    Raises SetUpAsked where people ask to set the board up anew.
    """
    board, source = ready.board, ready.source
    small = wanted.small
    if small is None:
        small = is_small()
        if small:
            say(
                Message(
                    "This is a small machine: it follows {count} pictures a second, and games are not analysed "
                    "unasked (--no-light: as on others).",
                    count=SMALL_FRAMES,
                )
            )
    if isinstance(source, LiveSource):
        source.hold()
        if small:
            source.limit(SMALL_FRAMES)
    try:
        with Journal(folder / FILE) as journal:
            still_open = None if wanted.new or ready.agreement else journal.unfinished()
            with suppress(JournalError):  # what cannot be read stays, and is reported where it is looked at
                journal.forget_unbegun(still_open)
            match = still_open or journal.begin(now(), shown(ready.address))
            session = MatchSession(journal, match, now, printed if wanted.json else unsaid, board=board.name)
            if session.events and wanted.taken_up:
                raise UsageError(
                    Message(
                        "A match begun {started} is still open: leave --position and --score away to go on "
                        "with it, or add --new to start another.",
                        started=local_time(match.started),
                    )
                )
            where = place if ready.port is None else replace(place, port=ready.port)
            with followed_match(
                folder,
                journal,
                session,
                board,
                where,
                wanted.options,
                small=small,
                keep_board=partial(keep_measured, folder),
                again=(again := SetUpAgain()),
            ) as followed:
                table = followed.table
                if session.events:
                    say(
                        Message(
                            "The match begun {started} goes on where it was (--new starts another).",
                            started=local_time(match.started),
                        )
                    )
                else:
                    table.commit(opening_of(ready, wanted.begun))
                count_on = continued if source.live else shifted
                items = count_on(source.items(), table.moment.frame + 1, table.moment.time)
                if ready.unclear:
                    items = chain([News(Message.joined(" ", ready.unclear))], items)
                expect_to_be_stopped()
                try:
                    followed.follow(again.over(seen_live(items, board) if source.live else paced(items)))
                except SetUpAsked as asked:
                    followed.page.hand_over()
                    raise SetUpAsked(urlsplit(followed.page.url).port) from asked
                except KeyboardInterrupt:
                    say(Message("Stopped; the next bookgammon play goes on with this match."))
                if not wanted.json:
                    show(record_text(journal.events(session.match)))
    finally:
        source.close()
    return 0


def seen_live(items: Items, board: Board) -> Items:
    """A camera's frames as the board was learned: the right way up, of its shape, and its flapping reported once."""
    return folded(fitting(righted(items, board.start), board.size))


def printed(event: Event) -> None:
    """One JSON line an event."""
    print_json(event_to_json(event))


def unsaid(_: Event) -> None:
    """The page shows it; the record comes at the end."""


def opening_of(ready: Outcome, begun: Sequence[Event]) -> tuple[Event, ...]:
    """The events that the match begins with; the journal takes the usual seats for granted."""
    events = ready.agreement.settles(begun) if ready.agreement else tuple(begun)
    seats = ready.board.seats
    if seats == USUAL_SEATS:
        return events
    return (events[0], Seated(events[0].frame, events[0].time, seats.near, seats.home), *events[1:])


def place_for(args: argparse.Namespace, folder: Path, *, named: bool = False, kiosk: bool = False) -> Place:
    """Where the page will be, by a name on this network where that is wanted.

    Asks whether others may see it, where nobody has said so.
    """
    # without a telephone nobody could set a kiosk's table up
    host = args.host or (EVERYWHERE if kiosk else chosen_host(folder))
    port = PORT if args.port is None else args.port
    workers = Workers()
    name = LocalName(workers=workers) if named else None
    return Place(
        host,
        port,
        known_pairing(folder),
        Telephone(),
        secure_context(folder),
        Sharing(folder, host, name),
        (*common_pages(folder), *([add_kiosk] if kiosk else [])),
        opens_browser=not kiosk,
        workers=workers,
    )


def secure_context(folder: Path) -> SSLContext | None:
    """The certificate of the page's HTTPS door; where it can be neither read nor written the match goes on without."""
    try:
        return door_context(folder, own_names())
    except SettingsError as error:
        say(str(error))
        return None


def chosen_host(folder: Path) -> str:
    """Where the page listens: what the players answered, asked once where somebody is there to answer."""
    settings = load_settings(folder)
    if settings.share is None and sys.stdin.isatty():
        say(Message("May phones and tablets on this network see the page?"))
        say(Message("Anybody on it could look; to change anything a device needs a code that this terminal will show."))
        answer = ask("[y/N] ")
        if answer is None:
            return HERE  # nobody answered: it is asked again next time
        settings = replace(settings, share=answer in ("y", "yes"))
        save_settings(folder, settings)
    return EVERYWHERE if settings.share else HERE
