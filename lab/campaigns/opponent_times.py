"""How long GNU Backgammon takes to answer a roll: `python -m lab.campaigns.opponent_times [LEVEL ... | coach]`.

Positions of one game that it plays against itself, the time of each answer, process and pipe included.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from statistics import median
from typing import cast

from arbiter.match.coaching import position_of
from arbiter.match.events import PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.position import Side
from arbiter.rules import Rules
from bookgammon.opponent.protocol import situation_of
from bookgammon.plugins.gnubg.analysis.coach import HINTS
from bookgammon.plugins.gnubg.analysis.gnubg_process import GnubgProcess
from bookgammon.plugins.gnubg.analysis.grading import Grader
from bookgammon.plugins.gnubg.gnubg_opponent import LEVELS, GnubgOpponent, LevelName
from tests.plugins.gnubg.opponent.self_play import SelfPlay, never

PLAYS = 40
"""At most so many rolls a level."""


def main() -> None:
    process = GnubgProcess()
    game = SelfPlay(dict.fromkeys(Side, GnubgOpponent(LEVELS["expert"], process)), Rules(length=7), (0, 0), 11)
    game.record()
    rolls = [number for number, event in enumerate(game.events) if isinstance(event, RollSeen)][:PLAYS]
    for name in sys.argv[1:] or [*LEVELS, "coach"]:
        if name == "coach":
            coach(process, game)
            continue
        player = GnubgOpponent(LEVELS[cast(LevelName, name)], process)
        plays, cubes = [], []
        for number in rolls:
            roll = game.events[number]
            assert isinstance(roll, RollSeen)
            state = fold(game.events[:number])
            at = replace(situation_of(state, roll.player), turn=roll.player)
            began = time.perf_counter()
            player.doubles(at, never)
            cubes.append(time.perf_counter() - began)
            began = time.perf_counter()
            player.plays(at, roll.dice, never)
            plays.append(time.perf_counter() - began)
        print(
            f"{name:<13} {len(plays)} rolls: play {median(plays):.3f} s at the median, {max(plays):.2f} at most; "
            f"double {median(cubes):.3f}, {max(cubes):.2f}; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
    process.close()


def coach(process: GnubgProcess, game: SelfPlay) -> None:
    """From a play that is final to its verdict, and from *Hint* to the best three."""
    grader, verdicts, hints = Grader(process), list[float](), list[float]()
    made = [number for number, event in enumerate(game.events) if isinstance(event, PlayMade)][:PLAYS]
    for number in made:
        play, before = game.events[number], fold(game.events[:number])
        assert isinstance(play, PlayMade)
        at = position_of(before, play.player, play.dice)
        began = time.perf_counter()
        grader.play(at, play.position, never)
        verdicts.append(time.perf_counter() - began)
        began = time.perf_counter()
        grader.best_plays(at, never, HINTS)
        hints.append(time.perf_counter() - began)
    print(
        f"coach        {len(made)} plays: verdict {median(verdicts):.3f} s at the median, {max(verdicts):.2f} at most; "
        f"then a hint {median(hints):.3f}, {max(hints):.2f}; load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
