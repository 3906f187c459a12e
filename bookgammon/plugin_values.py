"""What passes through the doors of `bookgammon.hookspecs`: frozen values, and what a plugin is handed to work with."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from arbiter.message import Message
from web.plugged import Asset, Chapter, Link, ScreenHelp, Translation

__all__ = [
    "Asset", "BesidePast", "BesideTable", "Chapter", "Finding", "KeptFile", "Link", "PluginCommand", "PluginPart",
    "ScreenHelp", "Translation",
]  # fmt: skip

if TYPE_CHECKING:
    from arbiter.match.clock import Clock
    from arbiter.match.commands import Command, ProgramWord
    from arbiter.match.events import Event
    from arbiter.match.state import MatchState
    from arbiter.records import MatchRecord
    from arbiter.seats import Seats
    from bookgammon.history.archive import Archive
    from bookgammon.history.session import MatchSession
    from bookgammon.table.page import Page
    from bookgammon.table.table import Observer, OtherUse, TableUpdate
    from bookgammon.workers.worker import Workers
    from calibration.board import Board
    from web.app import AddPage
    from web.view import AddToState

CheckState = Literal["ok", "hint", "bad"]


@dataclass(frozen=True, slots=True)
class PluginCommand:
    """A command of the program. module: dotted; it has EXAMPLE, `add_arguments` and `run`, as `bookgammon.commands`."""

    name: str
    summary: Message
    module: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What `doctor` says. state: ok; hint (fine, but something cannot be had); bad (the program does not work)."""

    name: str
    state: CheckState
    found: str
    do: str = ""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A database beside the journal, by its file's name.

    copy: writes it as it stands at one moment, raises a CompanionError; None: it is no part of a backup, as it is made
    of the journal. is_ours: whether a file from outside was made by our own words. refusal: said of a backup whose
    file is not;
    None: it is left out without a word, as it can be made anew. in_record: what it adds to the record of a past match
    that is taken away, given the journal's file, the match's number and its events; raises a CompanionError.
    """

    name: str
    copy: Callable[[Path, Path], None] | None = None
    is_ours: Callable[[Path], bool] = lambda _: True
    refusal: Message | None = None
    in_record: Callable[[Path, int, Sequence[Event], MatchRecord], MatchRecord] | None = None


@dataclass(frozen=True, slots=True)
class BesidePast:
    """What a plugin works with beside past matches.

    folder: the data folder. journal: its file. playing: the number of the match at the table, None where none is.
    lock: the right to write in the data folder. match_added: a match that was not played here is in the journal now.
    """

    folder: Path
    journal: Path
    archive: Archive
    playing: Callable[[], int | None]
    lock: Callable[[], AbstractContextManager[None]]
    match_added: Callable[[int], None]
    workers: Workers


@dataclass(frozen=True, slots=True)
class BesideTable(BesidePast):
    """What a plugin works with beside the table. options: of `play`; what is missing was not asked for.

    state, clock: how the match and its tournament clock stand before the first frame. submit: hands a command to the
    table, and returns once it is kept. demo: a recorded game is shown. small: a small machine follows the match.
    """

    board: Board
    state: MatchState
    session: MatchSession
    submit: Callable[[Command | ProgramWord], None]
    options: argparse.Namespace
    clock: Clock | None = None
    demo: bool = False
    small: bool = False

    @property
    def seats(self) -> Seats:
        return self.board.seats

    def match(self) -> int:
        """The number of the match at the table."""
        return self.session.match.id


@dataclass(frozen=True, slots=True)
class PluginPart:
    """What a plugin does while a match is followed or past matches are shown; everything may be left away.

    pages: added to the page's application. on_update: an observer, on the table's thread; never waits.
    takes_up: is given how the match stands before the first frame. page_opens: is given the page once it is up.
    match_added: a match that was not played at the table is in the journal. other_use: another use of the board.
    lit: what the lights show instead. in_state: further fields of `/api/state`, made in a viewer's thread.
    """

    pages: tuple[AddPage, ...] = ()
    on_update: Observer | None = None
    takes_up: Callable[[MatchState], None] | None = None
    page_opens: Callable[[Page], None] | None = None
    match_added: Callable[[int], None] | None = None
    other_use: OtherUse | None = None
    lit: Callable[[TableUpdate], TableUpdate] | None = None
    in_state: AddToState | None = None
