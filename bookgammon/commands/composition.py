"""A match being followed, put together for `play` and `demo` alike: journal, page, lights, album, watcher and table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from arbiter.match.fold import fold
from arbiter.message import Message
from arbiter.referee.referee import Referee
from bookgammon.analysis.coach import Coach
from bookgammon.analysis.grading import Grader
from bookgammon.analysis.live import LiveChances, overlay_token
from bookgammon.cameras.phone_guide import guide_at
from bookgammon.errors import CompanionError
from bookgammon.files.data_lock import note_address
from bookgammon.history.album import Album, album_beside
from bookgammon.history.analyst import Analysing, Analyst
from bookgammon.history.archive import Archive
from bookgammon.history.clips import ClipName, Clips
from bookgammon.history.journal import Journal
from bookgammon.history.past_mistakes import PastMistakes
from bookgammon.history.session import MatchSession
from bookgammon.history.writer import patient
from bookgammon.lights.lights import TableLights, load_lights
from bookgammon.opponent.seat import Make, SeatedOpponent, opponent_of
from bookgammon.players.counting import Counting
from bookgammon.players.register import PlayerRegister
from bookgammon.recordings.service import RecordingService
from bookgammon.setup.board_check import BoardCheck
from bookgammon.setup.serving import Place
from bookgammon.study.service import StudyService
from bookgammon.table.command_queue import CommandQueue
from bookgammon.table.current_reading import CurrentReading
from bookgammon.table.match_clock import MatchClock, clock_beside
from bookgammon.table.match_log import MatchLog, TimedReader
from bookgammon.table.page import Page, show_address, show_overlay_address
from bookgammon.table.seat_aware_watcher import SeatAwareWatcher
from bookgammon.table.snapshots import KeptClip
from bookgammon.table.table import Items, Observer, Table, TableUpdate
from bookgammon.table.watchdog import Watchdog
from bookgammon.terminal.answers import say
from calibration.board import Board
from web.analysis import add_analysis
from web.containment import contained
from web.history import add_history, clip_address
from web.lights_map import add_lights
from web.overlay import add_chances
from web.players import add_players
from web.reading import add_reading
from web.recordings import add_recordings
from web.study import add_study


@dataclass(frozen=True, slots=True)
class FollowedMatch:
    """The parts that a command needs while it follows a match."""

    table: Table
    watcher: SeatAwareWatcher
    page: Page
    _board: Board
    _lights: TableLights
    _watchdog: Watchdog

    def with_news(self, items: Items) -> Items:
        """The same items, and between them news of the lights and the watchdog."""
        return self._watchdog.with_news(self._lights.with_news(items))

    def follow(self, items: Items) -> None:
        """Until the source ends; what it left open is settled then."""
        referee = Referee(self.table.state, self._board.seats)
        self.table.follow(self.with_news(items), TimedReader(self.watcher), referee)
        self.table.settle(referee)


@contextmanager
def followed_match(
    folder: Path,
    journal: Journal,
    session: MatchSession,
    board: Board,
    place: Place,
    *,
    demo: bool = False,
    analysing: Analysing = "between",
    chances_delay: int | None = None,
    light: bool = False,
    also: Sequence[Observer] = (),
    make: Make = opponent_of,
    keep_board: Callable[[Board], None] | None = None,
) -> Iterator[FollowedMatch]:
    """Everything around one match, running inside the block. Events are kept, then passed to the observers in order.

    folder: the data folder. analysing: when the engine looks at the games unasked. chances_delay: how many plays
    late the overlay shows winning chances, None where it does not. light: a small machine follows. also: further
    observers, called last. make: who plays where an opponent is not at the table.
    keep_board: is given the board where the first turns have it measured again; without it nothing checks it.
    Raises PortInUse, NoSuchHost, BadMap, SettingsError or AnalysisError before the block begins.
    """
    events, orders = session.events, CommandQueue()
    reading = CurrentReading(board)
    token = "" if chances_delay is None else overlay_token(folder)
    state = fold(events)
    clock = MatchClock(events, clock_beside(journal.path))

    def playing() -> int:
        return session.match.id

    counting = Counting(journal.path, playing)
    archive = Archive(journal.path, playing, submit=orders.submit, forget=counting.forget)
    players = PlayerRegister(journal.path, counting, archive.delete)

    def follow_clock(update: TableUpdate) -> None:
        clock.observe(update.events, update.moment.time)

    def held_up(sentence: str) -> None:
        say(sentence or Message("The journal can be written again; the match goes on."))
        update = TableUpdate(table.state, table.moment, (), None, sentence)
        for observer in (page.show, *also):
            contained("an observer of the table", partial(observer, update), None, (CompanionError,))

    past = PastMistakes(journal.path, playing)
    with (
        _live_chances(chances_delay) as live,
        StudyService(journal.path, board.seats, state, playing, past, Grader) as study,
        Analyst(journal.path, archive, playing, along=analysing == "always") as analyst,
        _recordings(journal.path, _unasked(analyst, analysing), demo=demo) as recordings,
        TableLights(load_lights(folder), board.seats, state) as lights,
        Page(
            events,
            board.seats,
            place.host,
            place.port,
            orders=orders,
            pairing=place.pairing,
            telephone=place.telephone,
            secure=place.secure,
            sharing=place.sharing,
            add=[
                *place.add,
                partial(add_lights, picture=lights.board.picture),
                partial(add_reading, shown=reading),
                partial(add_history, archive=archive),
                partial(add_analysis, analyses=analyst),
                partial(add_players, players=players),
                *([] if demo else [partial(add_study, study=study)]),
                *([partial(add_recordings, recordings=recordings)] if recordings else []),
                *([partial(add_chances, chances=live.shown, token=token)] if live else []),
            ],
            board=board,
            began=session.began,
            demo=demo,
            clock=clock,
        ) as page,
        Album(album_beside(journal.path), board, playing) as album,
        _clips(Clips(album_beside(journal.path), board, playing, partial(_show_clip, page)), light=light) as clips,
        Watchdog() as watchdog,
        SeatedOpponent(orders.submit, page.opponent_troubled, make) as opponent,
        Coach(page.coach_said) as coach,
        _board_check(keep_board) as check,
    ):
        if place.telephone is not None:
            place.telephone.guided_by(guide_at(board))
        show_address(page)
        if live:
            show_overlay_address(page, token)
        note_address(folder, page.url)
        watcher, log = SeatAwareWatcher(board, state.seats, light=light, check=check), MatchLog(folder)
        reading.located_by(watcher.in_picture)
        # the watcher gets other seats before anybody is shown them; the strip need not wait for the page's text
        observers = (
            watcher.on_update,
            album.on_update,
            follow_clock,
            lambda update: lights.show(study.lit(update)),
            page.show,
            reading.on_update,
            *also,
            session.on_update,
            log.on_update,
            opponent.on_update,
            study.on_update,
            coach.on_update,
        )
        if analysing != "never":
            observers = (*observers, analyst.on_update)
        if live:
            observers = (*observers, live.on_update)
        if clips:
            observers = (*observers, clips.on_update)
        table = Table(
            events,
            patient(session.keep, held_up),
            observers,
            orders,
            other_use=study,
            run_out=clock.run_out,
            followed=clock.followed,
        )
        opponent.take_up(table.state)
        coach.take_up(table.state)
        try:
            yield FollowedMatch(table, watcher, page, board, lights, watchdog)
        finally:
            log.keep()


def _board_check(keep: Callable[[Board], None] | None) -> AbstractContextManager[BoardCheck | None]:
    return nullcontext() if keep is None else BoardCheck(keep)


def _clips(clips: Clips, *, light: bool) -> AbstractContextManager[Clips | None]:
    return nullcontext() if light else clips


def _show_clip(page: Page, match: int, name: ClipName) -> None:
    page.clip_kept(KeptClip(clip_address(match, str(name)), name.first, name.last))


def _recordings(
    journal: Path, on_kept: Callable[[int], None], *, demo: bool
) -> AbstractContextManager[RecordingService | None]:
    """Beside the demo nothing is sent: its own recording is what it shows."""
    return nullcontext() if demo else RecordingService(journal, on_kept=on_kept)


def _unasked(analyst: Analyst, analysing: Analysing) -> Callable[[int], None]:
    """What becomes of a film's match."""
    return (lambda _: None) if analysing == "never" else analyst.add


def _live_chances(delay: int | None) -> AbstractContextManager[LiveChances | None]:
    return nullcontext() if delay is None else LiveChances(delay)
