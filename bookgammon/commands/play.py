"""`bookgammon play`: follows a match."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from ssl import SSLContext
from typing import TYPE_CHECKING, get_args

from arbiter.match.entered_events import Seated
from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event
from arbiter.match.opponent import LEVELS, DiceOf, OpponentSeat
from arbiter.message import Message
from arbiter.position import SIDES, Side
from arbiter.rules import Rules
from bookgammon.access.addresses import EVERYWHERE, HERE, own_names
from bookgammon.access.devices import known_pairing
from bookgammon.access.door_certificate import door_context
from bookgammon.access.local_name import LocalName
from bookgammon.access.sharing import Sharing
from bookgammon.boards.known_boards import keep_measured
from bookgammon.cameras.frames import fitting, folded, righted
from bookgammon.cameras.telephone import Telephone
from bookgammon.commands.about import ADD_COMMANDS, page_about
from bookgammon.commands.composition import followed_match
from bookgammon.errors import SettingsError, UsageError
from bookgammon.files.log import logged
from bookgammon.files.settings import PORT, data_folder, load_settings, local_time, now, save_settings
from bookgammon.history.analyst import Analysing
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.record import record_of
from bookgammon.history.session import MatchSession
from bookgammon.history.writer import journal_to_write
from bookgammon.opponent.seat import ENGINE
from bookgammon.setup.agreement import Agreement, Answer
from bookgammon.setup.ready import table_ready
from bookgammon.setup.serving import Place
from bookgammon.setup.wizard import USUAL_SEATS, Outcome
from bookgammon.table.small_machine import is_small
from bookgammon.table.table import FrameTime, Items, Observer, continued, opening, paced, shifted
from bookgammon.terminal.answers import print_json, say
from bookgammon.terminal.language import ask, show
from bookgammon.terminal.libraries import keep_little_memory
from bookgammon.terminal.match_options import add_match_arguments, match_from
from bookgammon.terminal.stopping import expect_to_be_stopped
from calibration.board import Board
from vision.sources.frames import News, shown
from vision.sources.live import LiveSource
from web.kiosk import add_kiosk

if TYPE_CHECKING:
    from bookgammon.club.broker import Publishing

EXAMPLE = """\
bookgammon play --length 7
bookgammon play phone --host 0.0.0.0
bookgammon play http://192.168.1.20:8080/video --host 0.0.0.0"""

MOST_PLAYS_LATE = 20
LIGHT_FRAMES = 10
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
    parser.add_argument(
        "--against",
        choices=LEVELS[ENGINE],
        metavar="LEVEL",
        help=Message(
            "play against GNU Backgammon, this strong: then the page does not ask; beginner, casual, intermediate, "
            "advanced, expert, world class, supremo or grandmaster"
        ),
    )
    parser.add_argument(
        "--its-side",
        choices=[side.value for side in SIDES],
        default=Side.DARK.value,
        help=Message("which checkers it has [dark]"),
    )
    parser.add_argument(
        "--its-dice",
        choices=get_args(DiceOf),
        default="thrown",
        help=Message("whether you throw its dice, or the program does [thrown]"),
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))
    parser.add_argument(
        "-v", "--verbose", action="store_true", help=Message("tell on the terminal what goes into the log")
    )
    parser.add_argument("--json", action="store_true", help=Message("print events as JSON Lines"))
    parser.add_argument(
        "--broker", metavar="URL", help=Message("tell a club's MQTT broker: mqtt://host or mqtts://host")
    )
    parser.add_argument("--table", metavar="NAME", help=Message("what the club calls this table [the machine's name]"))
    parser.add_argument(
        "--analyse",
        choices=get_args(Analysing),
        help=Message("when GNU Backgammon looks at finished games unasked: never, between games, or always [between]"),
    )
    add_light(parser)
    parser.add_argument(
        "--overlay-chances",
        type=_plays_late,
        nargs="?",
        const=1,
        metavar="PLAYS",
        help=Message("show winning chances on /overlay, for a stream's viewers, so many plays late [1]"),
    )
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


def name_of(args: argparse.Namespace) -> LocalName | None:
    """What devices find the page by, where that is wanted."""
    return None if args.no_name else LocalName()


def answer_of(args: argparse.Namespace, rules: Rules) -> Answer:
    """Who plays, where an option says so."""
    if args.against is not None:
        return Answer(args.go_on, _against_computer(args, rules))
    if args.names is None:
        return Answer(go_on=args.go_on)
    names = tuple(name.strip() for name in args.names.split(","))
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        raise UsageError(Message("--names takes two different names, light's and dark's."))
    return Answer(args.go_on, Agreement(rules, (names[0], names[1])))


def _against_computer(args: argparse.Namespace, rules: Rules) -> Agreement:
    """--names may be one name then: whose the other checkers are."""
    seat = OpponentSeat(Side(args.its_side), ENGINE, args.against, args.its_dice)
    name = (args.names or "").strip()
    if "," in name:
        raise UsageError(Message("With --against, --names takes one name: yours."))
    unnamed = Agreement(rules).names
    return Agreement(rules, seat.among((name, name) if name else unnamed), opponent=seat)


def _plays_late(text: str) -> int:
    """A delay in plays. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) > MOST_PLAYS_LATE:
        raise argparse.ArgumentTypeError(
            Message("{text!r} is not a number of plays from 0 to {most}", text=text, most=MOST_PLAYS_LATE)
        )
    return int(text)


def run(args: argparse.Namespace) -> int:
    keep_little_memory()
    rules, score, start = match_from(args)
    folder = data_folder(args.data)
    with (
        journal_to_write(folder, "play"),
        logged(folder, "play", verbose=args.verbose),
        closing(place_for(args, folder, name_of(args), kiosk=args.kiosk)) as place,
    ):
        publishing = publishing_of(folder, args.broker, args.table)
        answer = answer_of(args, rules)
        ready = table_ready(folder, args.board, args.source, place, rules, new=args.new, answer=answer)
        begun = opening(rules, score, start, FrameTime())
        taken_up = bool(start or args.score)
        return follow_match(
            folder,
            ready,
            place,
            begun,
            new=args.new,
            taken_up=taken_up,
            json=args.json,
            publishing=publishing,
            analysing=args.analyse,
            chances_delay=args.overlay_chances,
            light=args.light,
        )


def follow_match(
    folder: Path,
    ready: Outcome,
    place: Place,
    begun: Sequence[Event],
    *,
    new: bool,
    taken_up: bool,
    json: bool,
    publishing: Publishing | None = None,
    analysing: Analysing | None = None,
    chances_delay: int | None = None,
    light: bool | None = None,
) -> int:
    """The match at a table that is ready, from where it is open or from its beginning.

    begun: how a new match begins where nobody was asked; taken_up: it begins in the middle of one. publishing: to
    which broker, if to any. analysing, chances_delay, light: see `followed_match`; None: as is usual here.
    """
    board, source = ready.board, ready.source
    if light is None:
        light = is_small()
        if light:
            say(
                Message(
                    "This is a small machine: it follows {count} pictures a second, and games are not analysed "
                    "unasked (--no-light: as on others).",
                    count=LIGHT_FRAMES,
                )
            )
    if isinstance(source, LiveSource):
        source.hold()
        if light:
            source.limit(LIGHT_FRAMES)
    try:
        with Journal(folder / FILE) as journal:
            still_open = None if new or ready.agreement else journal.unfinished()
            match = still_open or journal.begin(now(), shown(ready.address))
            session = MatchSession(journal, match, now, printed if json else unsaid, board=board.name)
            if session.events and taken_up:
                raise UsageError(
                    Message(
                        "A match begun {started} is still open: leave --position and --score away to go on "
                        "with it, or add --new to start another.",
                        started=local_time(match.started),
                    )
                )
            where = place if ready.port is None else replace(place, port=ready.port)
            with (
                observed(folder, publishing, session, journal.path, board) as also,
                followed_match(
                    folder,
                    journal,
                    session,
                    board,
                    where,
                    analysing=analysing or ("never" if light else "between"),
                    chances_delay=chances_delay,
                    light=light,
                    also=also,
                    keep_board=partial(keep_measured, folder),
                ) as followed,
            ):
                table = followed.table
                if session.events:
                    say(
                        Message(
                            "The match begun {started} goes on where it was (--new starts another).",
                            started=local_time(match.started),
                        )
                    )
                else:
                    table.commit(opening_of(ready, begun))
                count_on = continued if source.live else shifted
                items = count_on(source.items(), table.moment.frame + 1, table.moment.time)
                if ready.unclear:
                    items = chain([News(Message.joined(" ", ready.unclear))], items)
                expect_to_be_stopped()
                try:
                    followed.follow(seen_live(items, board) if source.live else paced(items))
                except KeyboardInterrupt:
                    say(Message("Stopped; the next bookgammon play goes on with this match."))
                if not json:
                    show(record_of(journal.events(session.match)))
    finally:
        source.close()
    return 0


def seen_live(items: Items, board: Board) -> Items:
    """A camera's frames as the board was learned: the right way up, of its shape, and its flapping reported once."""
    return folded(fitting(righted(items, board.start), board.size))


def publishing_of(folder: Path, address: str | None, table: str | None) -> Publishing | None:
    """The broker that the command line or the data folder names; the library is loaded only where one is named."""
    if address is None and not (folder / "broker.toml").exists():
        if table is not None:
            raise UsageError(Message("--table names the table for a broker: add --broker, or leave it away."))
        return None
    from bookgammon.club.broker import publishing_from  # noqa: PLC0415 - the club's library may not be there

    return publishing_from(folder, address, table)


@contextmanager
def observed(
    folder: Path, publishing: Publishing | None, session: MatchSession, journal: Path, board: Board
) -> Iterator[Sequence[Observer]]:
    """Who else gets what happens at the table: the broker, where one is named."""
    if publishing is None:
        yield ()
        return
    from bookgammon.club.publisher import publisher_of  # noqa: PLC0415 - the club's library may not be there

    with publisher_of(folder, publishing, session, journal, board) as publisher:
        yield (publisher.show,)


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


def place_for(
    args: argparse.Namespace, folder: Path, name: LocalName | None = None, *, kiosk: bool = False
) -> Place:
    """Where the page will be, and by which name. Asks whether others may see it, where nobody has said so."""
    # without a telephone nobody could set a kiosk's table up
    host = args.host or (EVERYWHERE if kiosk else chosen_host(folder))
    port = PORT if args.port is None else args.port
    return Place(
        host,
        port,
        known_pairing(folder),
        Telephone(),
        secure_context(folder),
        Sharing(folder, host, name),
        (ADD_COMMANDS, page_about(folder), *([add_kiosk] if kiosk else [])),
        opens_browser=not kiosk,
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
