"""Drills at the board: decisions that are practised, when each comes again, and how it goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

from arbiter.message import Message
from bookgammon.hookspecs import hookimpl
from bookgammon.plugin_values import Asset, BesideTable, Chapter, KeptFile, Link, PluginPart, ScreenHelp

NEEDS = ("gnubg", "notes")
"""It grades answers; they are written to exercises."""


@hookimpl
def beside_table(table: BesideTable) -> AbstractContextManager[PluginPart]:
    return _beside(table)


@contextmanager
def _beside(table: BesideTable) -> Iterator[PluginPart]:
    from bookgammon.plugins.gnubg.analysis.grading import Grader
    from bookgammon.plugins.study.pages import add_study
    from bookgammon.plugins.study.past_mistakes import PastMistakes
    from bookgammon.plugins.study.service import StudyService

    if table.demo:
        yield PluginPart()
        return
    past = PastMistakes(table.journal, table.match)
    with StudyService(
        table.journal, table.seats, table.state, table.match, past, Grader, workers=table.workers
    ) as study:
        yield PluginPart(
            pages=(partial(add_study, study=study),), on_update=study.on_update, other_use=study, lit=study.lit
        )


@hookimpl
def links() -> Iterable[Link]:
    return [Link("study", Message("Study"))]


@hookimpl
def assets() -> Iterable[Asset | Chapter | ScreenHelp]:
    return [
        Chapter("study", Message("Practise at the board"), Path(__file__).parent / "guide"),
        ScreenHelp("study", Message("Study"), "study"),
    ]


@hookimpl
def kept_files() -> Iterable[KeptFile]:
    from bookgammon.plugins.study.store import FILE, copy_drills, is_ours

    refusal = Message("its drills are damaged or from a newer version of Bookgammon.")
    return [KeptFile(FILE, copy_drills, is_ours, refusal)]


@hookimpl
def forget_match(journal: Path, match: int) -> None:
    from bookgammon.plugins.study.store import forget_match as forget

    forget(journal, match)


@hookimpl
def player_changed(journal: Path, name: str, new: str | None) -> None:
    from bookgammon.plugins.study.store import learner_changed

    learner_changed(journal, name, new)
