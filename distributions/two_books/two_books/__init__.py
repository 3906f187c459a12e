"""One match at two boards: each player at their own, however far apart."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.match.opponent import OpponentSeat
from arbiter.message import Message
from arbiter.rules import Rules
from bookgammon.hookspecs import hookimpl
from bookgammon.plugin_values import Asset, BesideTable, KeptFile, Link, PluginCommand, PluginPart, Translation

if TYPE_CHECKING:
    from arbiter.match.events import Event
    from arbiter.records import MatchRecord
    from bookgammon.opponent.protocol import Opponent
    from bookgammon.setup.agreement import Agreement


NEEDS = ("club",)
"""The line by a broker is the club's."""


@hookimpl
def commands() -> Iterable[PluginCommand]:
    summary = Message("play with somebody at their board, at a page of your own, without board and camera")
    return [PluginCommand("two-guest", summary, "two_books.guest_command")]


@hookimpl
def command_options(command: str, parser: argparse.ArgumentParser) -> None:
    if command == "play":
        from two_books.play_options import add_play_options

        add_play_options(parser)
    elif command == "demo":
        from two_books.demo_two import add_demo_options

        add_demo_options(parser)


@hookimpl
def run_instead(command: str, args: argparse.Namespace) -> Callable[[], int] | None:
    if command != "demo" or not getattr(args, "two", False):
        return None
    from two_books.demo_two import run

    return partial(run, args)


@hookimpl
def check_options(command: str, args: argparse.Namespace, folder: Path) -> None:
    if command == "play":
        from two_books.play_options import check_options as check

        check(args, folder)


@hookimpl
def who_plays(args: argparse.Namespace, rules: Rules) -> Agreement | None:
    from two_books.play_options import agreement_of, asked_for

    return agreement_of(rules) if asked_for(args) else None


@hookimpl
def opponent(seat: OpponentSeat) -> Opponent | None:
    from two_books.playing import opponent_at

    return opponent_at(seat)


@hookimpl
def beside_table(table: BesideTable) -> AbstractContextManager[PluginPart]:
    return _beside(table)


@contextmanager
def _beside(table: BesideTable) -> Iterator[PluginPart]:
    from two_books.playing import joined_beside

    with ExitStack() as stack:
        if table.demo:
            yield _demo_beside(table, stack)
        else:
            yield joined_beside(table, stack) or PluginPart()


def _demo_beside(table: BesideTable, stack: ExitStack) -> PluginPart:
    if not getattr(table.options, "two", False):
        return PluginPart()
    from two_books.demo_two import beside

    return beside(table, stack)


@hookimpl
def kept_files() -> Iterable[KeptFile]:
    from two_books.store_file import FILE, copy_file, is_ours

    refusal = Message("its log of matches at two boards is damaged or from another version.")
    return [KeptFile(FILE, copy_file, is_ours, refusal, _in_record)]


def _in_record(journal: Path, match: int, events: Sequence[Event], record: MatchRecord) -> MatchRecord:
    from two_books.past_matches import with_word_of_two_boards

    del journal, match
    return with_word_of_two_boards(events, record)


@hookimpl
def forget_match(journal: Path, match: int) -> None:
    from two_books.past_matches import forget

    forget(journal, match)


@hookimpl
def links() -> Iterable[Link]:
    return [Link("two_books", Message("Two boards"))]


@hookimpl
def assets() -> Iterable[Asset | Translation]:
    from two_books.sentences import GERMAN

    return [
        Translation("de", GERMAN),
        Asset("two_books", "two_books_part.html", "table", needs="two_books"),
        Asset("two_books", "two_books.css", "table", needs="two_books"),
        Asset("two_books", "two_books.js", "table", needs="two_books"),
    ]
