"""Who is shown what happens at the table, in which order; and the match while it is followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from arbiter.message import Message
from arbiter.referee.referee import Referee
from bookgammon.cameras.phone_guide import guide_at
from bookgammon.cameras.telephone import Telephone
from bookgammon.errors import CompanionError
from bookgammon.history.album import Album
from bookgammon.history.clips import ClipName, Clips
from bookgammon.history.session import MatchSession
from bookgammon.lights.lights import TableLights
from bookgammon.opponent.seat import SeatedOpponent
from bookgammon.plugin_values import PluginPart
from bookgammon.setup.another_board import AnotherBoard
from bookgammon.table.current_reading import CurrentReading
from bookgammon.table.match_clock import ClockKeeper
from bookgammon.table.match_log import MatchLog, TimedReader
from bookgammon.table.page import Page
from bookgammon.table.seat_aware_watcher import SeatAwareWatcher
from bookgammon.table.snapshots import KeptClip
from bookgammon.table.table import Items, Observer, Table, TableUpdate
from bookgammon.terminal.answers import say
from bookgammon.workers.worker import Pulse, Workers
from calibration.board import Board
from web.containment import contained
from web.history import clip_address
from web.shown_paths import without_folders

STANDSTILL_S = 15.0
"""The table's loop may take so long from one frame to the next."""
_TABLE = Message("the table, which follows the camera")


@dataclass(frozen=True, slots=True)
class FollowedMatch:
    """The parts that a command needs while it follows a match."""

    table: Table
    watcher: SeatAwareWatcher
    page: Page
    _board: Board
    _lights: TableLights
    _workers: Workers

    def with_news(self, items: Items) -> Items:
        """The same items, and between them news of the lights."""
        pulse = Pulse(self._workers, "table", _TABLE, STANDSTILL_S)
        return pulse.over(self._lights.with_news(items))

    def follow(self, items: Items) -> None:
        """Until the source ends; what it left open is settled then."""
        referee = Referee(self.table.state, self._board.seats)
        self.table.follow(self.with_news(items), TimedReader(self.watcher), referee)
        self.table.settle(referee)


@dataclass(frozen=True)
class Observers:
    """Everybody who is shown an update of the table."""

    watcher: SeatAwareWatcher
    album: Album
    clock_keeper: ClockKeeper
    lights: TableLights
    page: Page
    reading: CurrentReading
    session: MatchSession
    log: MatchLog
    opponent: SeatedOpponent
    clips: Clips | None
    other: AnotherBoard | None
    parts: Sequence[PluginPart]
    _table: list[Table] = field(default_factory=list)
    """The table, once it is there."""

    @property
    def in_order(self) -> tuple[Observer, ...]:
        """The watcher gets other seats before anybody is shown them; the strip need not wait for the page's text."""
        core: tuple[Observer, ...] = (
            self.watcher.on_update,
            self.album.on_update,
            self.clock_keeper.on_update,
            lambda update: self.lights.show(self._lit(update)),
            self.page.show,
            self.reading.on_update,
        )
        kept: tuple[Observer, ...] = (self.session.on_update, self.log.on_update, self.opponent.on_update)
        beside = tuple(part.on_update for part in (self.clips, self.other) if part)
        return (*core, *kept, *self._plugins, *beside)

    @property
    def _plugins(self) -> tuple[Observer, ...]:
        """Observers of plugins: whatever one raises, the match goes on."""
        return tuple(partial(_shown_to_plugin, part.on_update) for part in self.parts if part.on_update)

    def begin(self, table: Table, page: Page) -> None:
        """Before the first frame: how the match stands, and that the page is up."""
        self._table.append(table)
        self.opponent.take_up(table.state)
        for part in self.parts:
            if part.takes_up is not None:
                contained("a plugin", partial(part.takes_up, table.state), None)
            if part.page_opens is not None:
                contained("a plugin", partial(part.page_opens, page), None)

    def held_up(self, sentence: str) -> None:
        """The journal cannot be written just now; empty: it can again. Said, and shown at once."""
        say(sentence or Message("The journal can be written again; the match goes on."))
        for table in self._table:
            shown_to_all = without_folders(sentence, self.session.folder)
            update = TableUpdate(table.state, table.moment, (), None, shown_to_all, clock=table.clock)
            for observer in (self.page.show, *self._plugins):
                contained("an observer of the table", partial(observer, update), None, (CompanionError,))

    def _lit(self, update: TableUpdate) -> TableUpdate:
        """What the lights are to show: a plugin's other use of the board instead of the match, where there is one."""
        for part in self.parts:
            if part.lit is not None:
                update = contained("the lights of a plugin", partial(part.lit, update), update)
        return update


def _shown_to_plugin(observer: Observer, update: TableUpdate) -> None:
    contained("a plugin", partial(observer, update), None)


def show_place(
    reading: CurrentReading, telephone: Telephone | None, page: Page, other: AnotherBoard | None, board: Board
) -> None:
    """The board was measured again: whoever shows where it lies shows its new corners."""
    reading.learned_anew(board)
    if other is not None:
        other.learned_anew(board)
    if telephone is not None:
        telephone.guided_by(guide_at(board, lambda: page.view.waiting_for))


def show_clip(page: Page, match: int, name: ClipName) -> None:
    """A film of what was contested is there; called from the thread that made it."""
    page.clip_kept(KeptClip(clip_address(match, str(name)), name.first, name.last))
