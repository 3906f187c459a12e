"""What GNU Backgammon does beside a match: analyst, coach and the overlay's chances, each in a thread of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from arbiter.match.state import MatchState
from arbiter.message import Message
from bookgammon.plugin_values import BesideTable, PluginPart
from bookgammon.plugins.gnubg.analysis.coach import Coach
from bookgammon.plugins.gnubg.analysis.coach_view import CoachOnPage
from bookgammon.plugins.gnubg.analysis.live import LiveChances, overlay_token
from bookgammon.plugins.gnubg.analyst import Analyst
from bookgammon.plugins.gnubg.pages import add_analysis
from bookgammon.table.page import Page
from bookgammon.table.table import Observer, TableUpdate
from bookgammon.terminal.answers import say
from web.app import AddPage
from web.overlay import add_chances, with_chances


@contextmanager
def beside(table: BesideTable) -> Iterator[PluginPart]:
    """Everything running inside the block. Raises AnalysisError or SettingsError where an option cannot be
    fulfilled."""
    analysing = getattr(table.options, "analyse", None) or ("never" if table.small else "between")
    delay: int | None = getattr(table.options, "overlay_chances", None)
    observers: list[Observer] = []
    pages: list[AddPage] = []
    with ExitStack() as stack:
        analyst = stack.enter_context(
            Analyst(
                table.journal, table.archive, table.playing, along=analysing == "always", workers=table.workers
            )
        )
        words = CoachOnPage()
        coach = stack.enter_context(Coach(words.say, workers=table.workers))
        observers.append(coach.on_update)
        pages.append(partial(add_analysis, analyses=analyst))
        if analysing != "never":
            observers.append(analyst.on_update)
        page_opens = None
        if delay is not None:
            live, token = stack.enter_context(LiveChances(delay, table.workers)), overlay_token(table.folder)
            observers.append(live.on_update)
            pages.append(partial(add_chances, chances=live.shown, token=token))
            page_opens = partial(show_overlay_address, token=token)

        def on_update(update: TableUpdate) -> None:
            for observer in observers:
                observer(update)

        def takes_up(state: MatchState) -> None:
            coach.take_up(state)

        def added(match: int) -> None:
            if analysing != "never":
                analyst.add(match)

        yield PluginPart(
            pages=tuple(pages),
            on_update=on_update,
            takes_up=takes_up,
            page_opens=page_opens,
            match_added=added,
            in_state=words.added,
        )


def show_overlay_address(page: Page, *, token: str) -> None:
    """Print, on the terminal alone, where a stream's program gets the strip with winning chances."""
    address = with_chances(f"{page.address_for_tablets() or page.url}overlay", token)
    say(Message("Winning chances, for the stream's program and no player's screen: {address}", address=address))
