"""Bear-offs of an opponent who is not at the table: `python -m lab.campaigns.executed_bear_offs [GAMES] [SEED]
[WRONGLY]`.

Games from positions in which both sides bear off, half of them with tall stacks; WRONGLY (a share) of the opponent's
plays are first made as another legal play. Asked: each of these is pointed out within a second, and nobody is blamed.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from arbiter.match.events import GameStarted
from arbiter.match.opponent import OpponentSeat
from arbiter.plays import Dice, Play, accepted_plays
from arbiter.position import CHECKERS, Position, Side
from arbiter.rules import Rules
from arbiter.scoring import Kind
from bookgammon.opponent.protocol import CubeAnswer, GameSituation, Stopped
from tests.plugins.gnubg.opponent.at_table import SOON, AtTable, Stuck, false_warnings

HOME = range(1, 7)


class PlaysByLot:
    """An `Opponent` who never doubles."""

    def __init__(self, seed: int) -> None:
        self._lot = random.Random(seed)

    def doubles(self, at: GameSituation, stopped: Stopped) -> bool:
        return False

    def answers_double(self, at: GameSituation, stopped: Stopped) -> CubeAnswer:
        return "take"

    def plays(self, at: GameSituation, dice: Dice, stopped: Stopped) -> Play:
        return self._lot.choice(accepted_plays(at.position, at.side, dice))

    def resigns(self, at: GameSituation, stopped: Stopped) -> Kind | None:
        return None

    def accepts(self, at: GameSituation, kind: Kind, stopped: Stopped) -> bool:
        return True

    def close(self) -> None:
        pass


def row_by_lot(lot: random.Random) -> tuple[int, ...]:
    """One side's checkers, all at home, up to six borne off."""
    row = [0] * 26
    row[0] = lot.choice((0, 0, 1, 3, 6))
    tall = lot.choice(HOME) if lot.random() < 0.5 else None
    for _ in range(CHECKERS - row[0]):
        row[tall if tall and lot.random() < 0.5 else lot.choice(HOME)] += 1
    return tuple(row)


def game(path: Path, seed: int, wrongly: float) -> tuple[AtTable, list[str]]:
    """One game and what is wrong with it."""
    lot = random.Random(seed)
    seat = OpponentSeat(lot.choice(list(Side)), "gnubg", "beginner", "program")
    position = Position(row_by_lot(lot), row_by_lot(lot))
    one = AtTable(path, seed, seat, Rules(length=1), make=lambda _: PlaysByLot(seed), wrongly=wrongly)
    one.table.commit([GameStarted(0, 0.0, position, lot.choice(list(Side)))])
    one.board.position = one.board.camera._looked_at = position
    faults: list[str] = []
    try:
        one.follow()
    except Stuck as error:
        faults.append(f"stuck: {error}")
    faults += [f"false: {event.name}" for event in false_warnings(one.journal.events(one.session.match), one.played)]
    one.journal.close()
    return one, faults


def main() -> None:
    games, first, wrongly = [*map(float, sys.argv[1:]), *(40.0, 100.0, 0.9)[len(sys.argv) - 1 :]]
    wrong, late, faulty = 0, 0, 0
    for seed in range(int(first), int(first + games)):
        with tempfile.TemporaryDirectory() as folder:
            one, faults = game(Path(folder) / "journal.sqlite", seed, wrongly)
        wrong += len(one.played.wrong)
        late += sum(not seen or seen - lay > SOON for lay, seen in one.played.wrong)
        faulty += bool(faults)
        if faults:
            print(seed, *faults, flush=True)
    print(f"{games:.0f} games: {wrong} plays put otherwise, {late} not said within a second; {faulty} with a fault")


if __name__ == "__main__":
    main()
