"""Whole games given to GNU Backgammon one after the other, each with its account as soon as it is done."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from arbiter.message import Message
from bookgammon.errors import AnalysisStopped
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.gnubg.analysis.engine_games import Found, Job, not_understood
from bookgammon.plugins.gnubg.analysis.gnubg_process import GnubgProcess, Stopped

_START_S = 120.0
_ACTION_S = (2.0, 5.0, 30.0, 300.0, 3000.0)
"""How long it may be silent: to start, and for each action of a game by plies. About fifty times what it takes."""
MOST_PLIES = len(_ACTION_S) - 1


def process_for(engine: Engine, *, background: bool) -> GnubgProcess:
    """One that is started once: an analysis that ends without an answer is reported, not begun again.

    background: at the lowest priority, behind everything else that the machine does.
    """
    return GnubgProcess(lambda: engine, _START_S, starts=1, priority="last" if background else "equal")


def analyse(
    process: GnubgProcess,
    jobs: Sequence[Job],
    *,
    plies: int,
    beavers: bool = False,
    cores: int = 1,
    stopped: Callable[[], bool] = lambda: False,
) -> Generator[Found, None, None]:
    """Game by game, as they are done. cores: how many are used.

    Raises AnalysisError; AnalysisStopped where `stopped` says so.
    """
    for job in jobs:
        within = _START_S + _ACTION_S[plies] * job.actions
        try:
            found = found_in(process, job, settings(plies, beavers, cores), within, stopped)
        except AnalysisStopped as stop:
            raise AnalysisStopped(
                Message("The analysis was stopped; it goes on where it was when it is asked for.")
            ) from stop
        yield found


def found_in(process: GnubgProcess, job: Job, commands: Sequence[str], within: float, stopped: Stopped) -> Found:
    """One game. within: seconds after which the engine counts as hung. Raises AnalysisError, AnalysisStopped."""
    asked = {
        "commands": commands,
        "sgf": job.sgf,
        "length": job.length,
        "score": job.score,
        "crawford": int(job.crawford),
        "cubes": job.cubes,
    }
    account = process.ask("game", asked, within, stopped)
    if not isinstance(account, dict) or not isinstance(sgf := account.get("sgf"), str):
        raise not_understood()
    return Found(account, sgf)


def settings(plies: int, beavers: bool, threads: int) -> list[str]:
    """The commands with which a game is analysed, all else as the engine comes."""
    return [
        "set confirm save off",
        "set confirm new off",
        "set automatic doubles 0",
        f"set beavers {3 if beavers else 0}",
        f"set threads {threads}",
        f"set analysis chequerplay evaluation plies {plies}",
        f"set analysis cubedecision evaluation plies {plies}",
    ]
