"""The plugins' part in one match: what they are handed, and what they add to page, lights and board."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from arbiter.match.clock import Clock
from arbiter.match.fold import fold
from bookgammon.boards.known_boards import colours_named
from bookgammon.history.archive import Archive
from bookgammon.history.session import MatchSession
from bookgammon.plugin_manager import notify_match_added, plugins
from bookgammon.plugin_values import BesideTable, PluginPart
from bookgammon.setup.serving import Place
from bookgammon.table.command_queue import CommandQueue
from bookgammon.table.current_reading import CurrentReading
from bookgammon.table.page import Page
from bookgammon.table.table import OtherUse
from bookgammon.workers.worker import Workers
from calibration.board import Board
from web.history import add_history
from web.lights_map import add_lights
from web.reading import add_reading
from web.setup import add_no_setup


class BesideMatch:
    """Everything that plugins do beside one match, once `enter` was called. journal: the file.

    clock: the tournament clock before the first frame.
    """

    def __init__(
        self,
        folder: Path,
        journal: Path,
        session: MatchSession,
        board: Board,
        orders: CommandQueue,
        workers: Workers,
        options: argparse.Namespace,
        *,
        clock: Clock | None,
        demo: bool,
        small: bool,
    ) -> None:
        self._session, self._orders = session, orders
        self.state = fold(session.events)
        """How the match stands before the first frame."""
        self.parts: tuple[PluginPart, ...] = ()
        look = colours_named(folder, board)
        self._archive = Archive(journal, self.playing, submit=orders.submit, look=look)
        self._table = BesideTable(
            folder=folder,
            journal=journal,
            archive=self._archive,
            playing=self.playing,
            lock=nullcontext,
            match_added=lambda match: notify_match_added(self.parts, match),
            workers=workers,
            board=board,
            state=self.state,
            session=session,
            submit=orders.submit,
            options=options,
            clock=clock,
            demo=demo,
            small=small,
        )

    def enter(self, stack: ExitStack) -> None:
        """Plugins begin, and end when the stack is left. Raises a CompanionError, one sentence."""
        self.parts = plugins().parts("beside_table", stack, table=self._table)

    def playing(self) -> int:
        """The number of the match at the table."""
        return self._session.match.id

    def page(
        self,
        place: Place,
        lights: Callable[[], dict[str, Any]],
        reading: CurrentReading,
        again: Callable[[], None] | None,
    ) -> Page:
        """The page of the match, not open yet, with the core's further pages and the plugins'.

        again: leaves the match for set-up. lights: what the strip shows now, as JSON. Raises PortInUse or NoSuchHost.
        """
        pages = (
            partial(add_no_setup, again=again),
            partial(add_lights, picture=lights),
            partial(add_reading, shown=reading),
            partial(add_history, archive=self._archive),
        )
        return Page(
            self._session.events,
            self._table.seats,
            place.host,
            place.port,
            orders=self._orders,
            pairing=place.pairing,
            telephone=place.telephone,
            secure=place.secure,
            sharing=place.sharing,
            add=[*place.add, *pages, *(page for part in self.parts for page in part.pages)],
            in_state=tuple(part.in_state for part in self.parts if part.in_state),
            board=self._table.board,
            began=self._session.began,
            demo=self._table.demo,
            clock=self._table.clock,
            workers=self._table.workers,
        )

    @property
    def other_use(self) -> OtherUse | None:
        """Whoever may use the board for something else; the first plugin that does."""
        return next((part.other_use for part in self.parts if part.other_use), None)
