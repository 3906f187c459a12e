"""A match with the tournament clock, killed -9 again and again: `python -m lab.campaigns.kill clock [--kills 20]`.

Each kill ends a real `bookgammon play` (referee, journal, page, clock; only camera and eyes are simulated) at a random
look. The players go on from where they were. Their time is that of the looks, so that what is measured does not depend
on how busy the machine is: after each kill, how much of it the clock that is read back has lost or gained; at the end,
how far the banks are from those of the same match undisturbed. Needs a system with kill -9 and fork.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from arbiter.match.clock import Clock, after
from arbiter.match.events import PlayCorrected, PlayMade, PlayStood
from arbiter.match.fold import apply
from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.table.match_clock import clock_beside, clock_taken_up
from lab.campaigns.kill.harness import a_board, parser_of, ready, started
from tests.arbiter_referee.table import Table as PlayedTable
from tests.history.simulated import MANNERS, World, events_in, play_on

PLAYS, KILLS, SEED = 60, 20, 6
MOST_A_KILL = 0.5
"""Seconds lost or gained."""
DELAY = 1
"""Seconds a play, so few that most of what is thought comes out of the banks."""
WORDS = ("--port", "0", "--length", "25", "--clock", "delay", "--delay", str(DELAY))
PATIENCE_S = 120.0


def looks_of(seed: int, plays: int) -> list[Evidence]:
    """The players of one evening, without faults, so that only the kills make a difference."""
    manners = replace(MANNERS, illegal=0.0, nudges=0.0, tired=0.0)
    return list(PlayedTable(seed, manners, Seats(Side.LIGHT)).game(plays))


def evening(looks: Sequence[Evidence], data: Path, kills: Sequence[int]) -> list[float]:
    """Play it to its end, killed at these looks; gives the seconds lost at each (gained: below 0)."""
    world = World(looks, data / "looks-seen")
    lost: list[float] = []
    behind = 0.0
    for number in sorted(kills):
        running = started(lambda _: play_on(world, data, WORDS), data / "said.txt")
        end = time.monotonic() + PATIENCE_S
        while world.seen < number:
            if time.monotonic() > end or os.waitpid(running.pid, os.WNOHANG)[0]:
                raise RuntimeError((data / "said.txt").read_text())
            time.sleep(0.0005)
        running.kill()
        thought = looks[world.seen - 1].time - looks[0].time
        clock = clock_taken_up(events_in(data), clock_beside(data / "journal.sqlite"))
        now_behind = thought - (clock.at if clock else 0.0)
        lost.append(now_behind - behind)
        behind = now_behind
    code = started(lambda _: play_on(world, data, WORDS), data / "said.txt").wait()
    assert code in (0, 1), (code, (data / "said.txt").read_text())
    return lost


def clock_of(data: Path) -> tuple[Clock, int]:
    """The clock as the journal alone tells it, and how many plays were made."""
    state, clock = MatchState(), None
    events = events_in(data)
    for event in events:
        state = apply(state, event)
        clock = after(clock, event, state)
    assert clock
    return clock, sum(isinstance(event, PlayMade | PlayStood | PlayCorrected) for event in events)


def main(words: Sequence[str]) -> int:
    parser = parser_of("clock", __doc__)
    parser.add_argument("--plays", type=int, default=PLAYS)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args(words)
    ready()
    looks = looks_of(args.seed, args.plays)
    kills = random.Random(args.seed).sample(range(60, len(looks) - 40), args.kills)
    with tempfile.TemporaryDirectory() as name:
        board = a_board(Path(name) / "board")
        found = {}
        for which, times in (("calm", []), ("killed", kills)):
            data = Path(name) / which
            data.mkdir()
            (data / "board.toml").write_bytes(board.read_bytes())
            for file in board.parent.iterdir():
                (data / file.name).write_bytes(file.read_bytes())
            lost = evening(looks, data, times)
            found[which] = clock_of(data)
    (calm, plays), (killed, plays_killed) = found["calm"], found["killed"]
    apart = [one - other for one, other in zip(killed.bank, calm.bank, strict=True)]
    print(f"{plays} plays in {looks[-1].time:.0f} s, {plays_killed} of them seen with {len(kills)} kills")
    print(f"undisturbed the banks end at {calm.bank[0]:.2f} and {calm.bank[1]:.2f} s")
    print(f"lost at a kill: {min(lost):.2f} to {max(lost):.2f} s, {sum(lost):.2f} s in all")
    print(f"the banks end {apart[0]:+.2f} and {apart[1]:+.2f} s apart")
    fine = all(abs(one) <= MOST_A_KILL for one in lost) and all(abs(one) <= MOST_A_KILL * len(kills) for one in apart)
    print("nothing lost or gained beyond half a second a kill" if fine else "TOO MUCH lost or gained")
    return 0 if fine else 1
