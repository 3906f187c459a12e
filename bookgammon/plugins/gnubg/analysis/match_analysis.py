"""A match analysed game by game: what is kept already is taken, the engine makes the rest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass

from arbiter.records import GameRecord, MatchRecord, Played
from arbiter.records.model import NO_OTHER_PROGRAM
from arbiter.rules import ABAK
from bookgammon.errors import AnalysisError
from bookgammon.files.settings import now
from bookgammon.plugins.gnubg.analysis.bounds import checked
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.gnubg.analysis.engine_games import game_analysis, game_to_sgf, job_of
from bookgammon.plugins.gnubg.analysis.game_jobs import analyse, process_for
from bookgammon.plugins.gnubg.analysis.gnubg_process import GnubgProcess
from bookgammon.plugins.gnubg.analysis.model import GameAnalysis
from bookgammon.plugins.gnubg.analysis.store import AnalysisStore, Kept, Key

PLIES = 2
"""How far the engine looks ahead unless set otherwise: GNU Backgammon's "world class"."""


@dataclass(frozen=True, slots=True)
class MatchAnalysis:
    """A record and what is known of its games: None where a game is not analysed (yet).

    engine, made: with what and when the last of them was; empty where none is.
    """

    record: MatchRecord
    games: tuple[GameAnalysis | None, ...]
    plies: int
    engine: str = ""
    made: str = ""

    @property
    def whole(self) -> bool:
        return all(game is not None for game in self.games)

    @property
    def known(self) -> tuple[GameAnalysis, ...]:
        return tuple(game for game in self.games if game is not None)


@dataclass(frozen=True, slots=True)
class AnalysisPlace:
    """Where the analyses of one match are kept: the file's open connection, the journal's name, the match's number."""

    store: AnalysisStore
    journal: str
    match: int


def fingerprint(record: MatchRecord, number: int) -> str:
    """Names a game's record, all that the engine is given of it: another one is analysed anew."""
    given = game_to_sgf(record.rules, record.games[number])
    return hashlib.sha256(f"{record.rules.beavers}\n{given}".encode()).hexdigest()


def kept_analysis(record: MatchRecord, place: AnalysisPlace, plies: int = PLIES) -> MatchAnalysis:
    """What is kept of this record, made with so many plies or more."""
    found = [place.store.find(Key(place.journal, place.match, number)) for number in range(len(record.games))]
    games = [
        kept if kept and kept.plies >= plies and _is_of(kept, record, number) else None
        for number, kept in enumerate(found)
    ]
    last = max((kept for kept in games if kept), key=lambda kept: kept.made, default=None)
    return MatchAnalysis(
        record,
        tuple(kept.analysis if kept else None for kept in games),
        min((kept.plies for kept in games if kept), default=plies),
        last.engine if last else "",
        last.made if last else "",
    )


def _is_of(kept: Kept, record: MatchRecord, number: int) -> bool:
    """Whether it was made of this very record, and says nothing that no engine can have said of it."""
    if kept.fingerprint != fingerprint(record, number):
        return False
    try:
        checked(kept.analysis, record.games[number])
    except (ValueError, TypeError):
        return False
    return True


def analysed(
    record: MatchRecord,
    engine: Engine,
    *,
    place: AnalysisPlace | None = None,
    plies: int = PLIES,
    cores: int = 1,
    background: bool = True,
    process: GnubgProcess | None = None,
    finished_only: bool = False,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[MatchAnalysis]:
    """The analysis as it grows, first what is kept already; each game is kept at `place` once it is done.

    cores, background: see `game_jobs`. process: a GNU Backgammon that stays up; without it one is started, and ended.
    finished_only: leaves out a game that is still being played.
    Raises AnalysisError, for Abak Evolution too, and AnalysisStopped.
    """
    if record.rules.variant == ABAK:
        raise AnalysisError(NO_OTHER_PROGRAM)
    growing = (
        kept_analysis(record, place, plies) if place else MatchAnalysis(record, (None,) * len(record.games), plies)
    )
    yield growing
    missing = [
        number
        for number, game in enumerate(growing.games)
        if game is None and (record.games[number].result or not finished_only)
    ]
    if not missing:
        return
    jobs = [job_of(record.rules, record.games[number]) for number in missing]
    with ExitStack() as stack:
        asked = process or stack.enter_context(closing(process_for(engine, background=background)))
        runs = analyse(asked, jobs, plies=plies, beavers=record.rules.beavers, cores=cores, stopped=stopped)
        for number, found in zip(missing, runs, strict=True):
            game, made = game_analysis(record.games[number], found), now()
            if place:
                kept = Kept(fingerprint(record, number), plies, engine.version, made, game)
                place.store.keep(Key(place.journal, place.match, number), kept)
            games = (*growing.games[:number], game, *growing.games[number + 1 :])
            growing = MatchAnalysis(record, games, growing.plies, engine.version, made)
            yield growing


def effort(game: GameRecord) -> int:
    """How much there is to do in a game, in plays: the unit of progress."""
    return sum(isinstance(action, Played) for action in game.actions)
