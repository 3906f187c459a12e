"""Games that do not go on as they should: `python -m lab.campaigns.interrupted_games resigned|forced GAMES [SEED]`.

resigned: each game ends by resignation after some turns, every fifth spoken across the table: the board is just set up
anew. forced: between two turns three checkers are moved anywhere under a hand, and put back after five seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from arbiter.match.commands import Accept, EndGame, Resign
from arbiter.match.events import BackInStep, BadRoll, IllegalPlay, OutOfStep
from arbiter.match.state import MatchState
from arbiter.position import Side
from tests.arbiter_referee.follow import Followed
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.simulated_camera import FPS
from tests.arbiter_referee.table import Table

WITHIN = 5 * FPS
"""Frames within which the referee asks, or is back in step."""


@dataclass
class Tally:
    """cases: interruptions so far; right: those met in time. warnings: given although nobody played wrongly."""

    cases: int = 0
    right: int = 0
    warnings: int = 0

    def __str__(self) -> str:
        return f"{self.cases} interruptions: {self.right} met in time, {self.warnings} false warnings"


def resigned(seed: int, tally: Tally) -> None:
    """A game given up after 6 to 30 turns; who gave it up and how much, the table knows."""
    table = Table(seed, Manners(illegal=0.0, repeats=bool(seed % 2), doubles=0.03))
    followed = Followed(table)
    followed.watch(table.game(plies=6 + seed % 25))
    if followed.referee.state.result:
        return
    loser, spoken = Side.LIGHT if table.random.random() < 0.5 else Side.DARK, seed % 5 == 0
    if not spoken:
        _told(followed, Resign(loser, "single"))
        _told(followed, Accept())
    followed.watch(table.set_up_again())
    stands = table.frame
    followed.watch(table.rest(WITHIN, WITHIN))
    tally.cases += 1
    if spoken:
        asked = [event for event in followed.events if isinstance(event, OutOfStep) and event.asks == "ending"]
        in_time = bool(asked) and asked[0].frame <= stands + WITHIN
        _told(followed, EndGame(loser.other, "single"))
    else:
        in_time = True
    followed.watch(table.rest(WITHIN, WITHIN))
    points = table.cube[0]
    wanted = (points, 0) if loser is Side.DARK else (0, points)
    good = in_time and followed.referee.state.score == wanted and followed.referee.state.game == 2
    tally.right += good
    false = [*followed.false_alarms(), *followed.false_questions()]
    tally.warnings += len(false)
    if not good or false:
        what = f"spoken {spoken}, in time {in_time}, {_brief(followed.referee.state)}, wanted {wanted}"
        print(f"seed {seed}: {what}, false alarms at {[event.frame for event in false]}", flush=True)


def _told(followed: Followed, command: Resign | Accept | EndGame) -> None:
    table = followed.table
    followed.events += followed.referee.handle(command, table.frame, table.frame / FPS)


def forced(seed: int, tally: Tally, times: int = 5) -> None:
    """Three checkers anywhere else, five times in a game."""
    table = Table(seed, Manners(illegal=0.0, unseen_rolls=0.0, late_rolls=0.0, repeats=bool(seed % 2)))
    followed = Followed(table)
    game = table.game()
    for _ in range(times):
        turns = len(table.record)
        for look in game:
            followed.watch([look])
            if len(table.record) >= turns + 4:
                break
        followed.watch(table.rest(6, 10))
        if followed.referee.state.result or followed.referee.state.position != table.position:
            return
        said = len(followed.events)
        followed.watch(table.force())
        events = followed.events[said:]
        false = sum(isinstance(event, IllegalPlay | BadRoll) for event in events)
        back = [event for event in events if isinstance(event, BackInStep)]
        asked = any(isinstance(event, OutOfStep) for event in events)
        state = followed.referee.state
        fits = state.out_of_step is None and state.position == table.position
        in_time = fits and (not asked or (bool(back) and back[-1].frame <= table.put_back_at + WITHIN))
        tally.cases += 1
        tally.right += in_time
        tally.warnings += false
        if false or not in_time:
            print(f"seed {seed} at {table.shoved_from}: {[event.name for event in events]}", flush=True)
            return


def _brief(state: MatchState) -> str:
    return f"score {state.score} in game {state.game}"


KINDS: dict[str, Callable[[int, Tally], None]] = {"resigned": resigned, "forced": forced}


def main(kind: str, games: int, first: int = 1000) -> None:
    tally = Tally()
    for seed in range(first, first + games):
        KINDS[kind](seed, tally)
        print(tally, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:4]))
