"""Who played here: results, ratings, figures of the play and of the dice, over all matches of the journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

from arbiter.message import Message
from bookgammon.hookspecs import hookimpl
from bookgammon.plugin_values import Asset, BesidePast, BesideTable, Chapter, KeptFile, Link, PluginPart, ScreenHelp

NEEDS = ("gnubg",)
"""Error rates and luck are its figures."""


@hookimpl
def beside_table(table: BesideTable) -> AbstractContextManager[PluginPart]:
    return _beside(table)


@hookimpl
def beside_past(past: BesidePast) -> AbstractContextManager[PluginPart]:
    return _beside(past)


@contextmanager
def _beside(past: BesidePast) -> Iterator[PluginPart]:
    from bookgammon.plugins.players.counting import Counting
    from bookgammon.plugins.players.pages import add_players
    from bookgammon.plugins.players.register import PlayerRegister

    counting = Counting(past.journal, past.playing, past.workers)
    players = PlayerRegister(past.journal, counting, past.archive.delete, past.lock)
    yield PluginPart(pages=(partial(add_players, players=players),))


@hookimpl
def links() -> Iterable[Link]:
    return [
        Link("player_list", Message("Players")),
        Link("player_list", Message("Players"), "past matches"),
        Link("dice", Message("The dice"), "past matches"),
    ]


@hookimpl
def assets() -> Iterable[Asset | Chapter | ScreenHelp]:
    return [
        Chapter("players", Message("Players and dice"), Path(__file__).parent / "guide"),
        ScreenHelp("players", Message("Players"), "players"),
        ScreenHelp("player", Message("A player"), "players"),
        ScreenHelp("dice", Message("The dice"), "players"),
    ]


@hookimpl
def known_players(journal: Path) -> Iterable[str]:
    from bookgammon.plugins.players.counting import listed

    return listed(journal)


@hookimpl
def kept_files() -> Iterable[KeptFile]:
    from bookgammon.plugins.players.index import index_file

    return [index_file()]


@hookimpl
def forget_match(journal: Path, match: int) -> None:
    from bookgammon.plugins.players.counting import Counting

    Counting(journal, lambda: None).forget(match)
