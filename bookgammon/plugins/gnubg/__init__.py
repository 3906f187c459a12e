"""GNU Backgammon: what the play was worth, a coach, an opponent, and winning chances on the overlay."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.match.opponent import OpponentSeat
from arbiter.message import Message
from arbiter.rules import Rules
from bookgammon.hookspecs import hookimpl
from bookgammon.plugin_values import (
    Asset,
    BesidePast,
    BesideTable,
    Chapter,
    Finding,
    KeptFile,
    Link,
    PluginCommand,
    PluginPart,
    ScreenHelp,
)

if TYPE_CHECKING:
    from bookgammon.opponent.protocol import Opponent
    from bookgammon.setup.agreement import Agreement


@hookimpl
def commands() -> Iterable[PluginCommand]:
    summary = Message("tell what the play of a match was worth: errors, luck, the worst plays (GNU Backgammon's eyes)")
    return [PluginCommand("analyse", summary, "bookgammon.plugins.gnubg.analyse")]


@hookimpl
def command_options(command: str, parser: argparse.ArgumentParser) -> None:
    if command == "play":
        from bookgammon.plugins.gnubg.play_options import add_play_options

        add_play_options(parser)


@hookimpl
def who_plays(args: argparse.Namespace, rules: Rules) -> Agreement | None:
    if getattr(args, "against", None) is None:
        return None
    from bookgammon.plugins.gnubg.play_options import against_computer

    return against_computer(args, rules)


@hookimpl
def opponent(seat: OpponentSeat) -> Opponent | None:
    from bookgammon.plugins.gnubg.gnubg_opponent import opponent_at

    return opponent_at(seat)


@hookimpl
def beside_table(table: BesideTable) -> AbstractContextManager[PluginPart]:
    from bookgammon.plugins.gnubg.beside_match import beside

    return beside(table)


@hookimpl
def beside_past(past: BesidePast) -> AbstractContextManager[PluginPart]:
    @contextmanager
    def block() -> Iterator[PluginPart]:
        from functools import partial

        from bookgammon.plugins.gnubg.analyst import Analyst
        from bookgammon.plugins.gnubg.pages import add_analysis

        with ExitStack() as stack:
            analyst = stack.enter_context(Analyst(past.journal, past.archive, past.playing, workers=past.workers))
            yield PluginPart(pages=(partial(add_analysis, analyses=analyst),), match_added=analyst.add)

    return block()


@hookimpl
def links() -> Iterable[Link]:
    title = Message("What the play was worth")
    return [Link("newest_analysis", title, "match end"), Link("analysis", title, "past match", of_match=True)]


@hookimpl
def assets() -> Iterable[Asset | Chapter | ScreenHelp]:
    return [
        Asset("gnubg", "coach_part.html", "table"),
        Asset("gnubg", "coach_card.js", "table"),
        ScreenHelp("analysis", Message("What the play was worth"), "history"),
    ]


@hookimpl
def checks(folder: Path) -> Iterable[Finding]:
    from bookgammon.plugins.gnubg.check import engine_check

    del folder
    return [engine_check()]


@hookimpl
def kept_files() -> Iterable[KeptFile]:
    from bookgammon.plugins.gnubg.analysis.store import FILE, copy_analyses, is_ours

    return [KeptFile(FILE, copy_analyses, is_ours)]


@hookimpl
def forget_match(journal: Path, match: int) -> None:
    from bookgammon.plugins.gnubg.analysis.store import forget_analysis

    forget_analysis(journal, match)
