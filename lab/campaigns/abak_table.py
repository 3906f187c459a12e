"""Games of Abak Evolution at the simulated table: seen by a camera that is far from perfect, told by the referee.

    python -m lab.campaigns.abak_table [GAMES] [SEED]

As `lab.campaigns.many_games`, with the same noise; the camera sees counts alone. One game in five holds illegal plays.
People answer what they are asked about a stack by looking at it. At the end of each game they are asked for as long as
several positions are possible. Printed are the exact records, the illegal plays that were caught, false alarms, how
often the classes that are known in the end are the true ones, and how often people were asked.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

from arbiter.abak.arranging import rearranged
from arbiter.abak.belief import Belief, stack_of
from arbiter.abak.classed import ClassedPosition
from arbiter.match.commands import TellStack
from arbiter.match.stacks import stack_question
from arbiter.plays import Dice, Play
from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence
from arbiter.rules import Rules
from arbiter.seats import Seats
from arbiter.stacks import StackQuestion
from tests.arbiter_referee.follow import Followed, Line, differences
from tests.arbiter_referee.manners import Manners, noisy
from tests.arbiter_referee.simulated_camera import FPS
from tests.arbiter_referee.table import Table

START = ClassedPosition(Belief())


class AbakTable(Table):
    """What lies there has its true classes, which nobody sees."""

    def _play(self, legal: tuple[Play, ...]) -> Play:
        play = super()._play(legal)
        assert isinstance(play.result, ClassedPosition)
        true = self.random.choice(play.result.belief.positions)
        return replace(play, result=ClassedPosition(Belief((true,))))

    def _wrong_play(self, before: Position, player: Side, dice: Dice) -> Position | None:
        wrong = super()._wrong_play(before, player, dice)
        assert isinstance(before, ClassedPosition)
        return wrong and ClassedPosition(Belief((rearranged(before.belief.positions[0], wrong),)))

    def turn(self, player: Side, dice: Dice) -> Iterator[Evidence]:
        yield from super().turn(player, dice)
        assert self.position == self.record[-1].position
        self.position = self.record[-1].position


@dataclass
class AbakFollowed(Followed):
    """People look at a stack, and say what lies there, as soon as they are asked and nobody moves.

    asked: about a verdict. looked: so that enough is known.
    """

    asked: int = 0
    looked: int = 0

    def _look(self, evidence: Evidence) -> None:
        super()._look(evidence)
        question = stack_question(self.referee.state)
        if question is not None and not evidence.hand and self.true is not None:
            self._tell(question)

    @property
    def true(self) -> ClassedPosition | None:
        """What truly lies there; None while the record says something else."""
        lies = self.table.position
        return lies if isinstance(lies, ClassedPosition) and lies == self.referee.state.position else None

    def _tell(self, question: StackQuestion) -> None:
        assert self.true is not None
        self.asked += question.judges
        self.looked += not question.judges
        stack = stack_of(self.true.belief.positions[0], question.point)
        told = TellStack(question.point, stack)
        self.events += self.referee.handle(told, self.table.frame, self.table.frame / FPS)

    def ask_all(self) -> int:
        """How often people have to look in the end until all is known."""
        known = self.referee.state.position
        assert isinstance(known, ClassedPosition)
        belief, looks = known.belief, 0
        while (question := belief.question) and self.true:
            looks += 1
            belief = belief.told(question.point, stack_of(self.true.belief.positions[0], question.point))
        self.known = belief
        return looks

    def record(self) -> list[Line]:
        """A play that was found illegal when people had looked is one turn with what was decided about it."""
        lines: list[Line] = []
        for line in super().record():
            if lines and lines[-1][0] is line[0]:
                lines.pop()
            lines.append(line)
        return lines


@dataclass
class Tally:
    """right: games whose classes are the true ones in the end; without_asking: of these, where nothing was left to ask.

    illegal, missed: illegal plays, and those that nobody was told of. false: alarms. asked, looked: questions.
    """

    games: int = 0
    turns: int = 0
    exact: int = 0
    illegal: int = 0
    missed: int = 0
    false: int = 0
    right: int = 0
    without_asking: int = 0
    asked: int = 0
    looked: int = 0
    looked_in_the_end: int = 0


def followed(seed: int, plies: int, illegal: float) -> AbakFollowed:
    """One game from the set-up board on."""
    manners = noisy(replace(Manners(doubles=0.0), illegal=illegal), 1.0)
    rules = Rules(length=0, variant="abak")
    one = AbakFollowed(AbakTable(seed, manners, Seats(Side.LIGHT), position=START), rules)
    one.watch(one.table.game(plies)).finish()
    return one


def count(tally: Tally, seed: int, plies: int = 400) -> Tally:
    one = followed(seed, plies, Manners().illegal if seed % 5 == 0 else 0.0)
    difference = differences(one)
    tally.games += 1
    tally.turns += len(one.table.record)
    tally.exact += not difference
    tally.illegal += len(one.table.wrong_spans)
    tally.missed += len(one.missed_warnings())
    tally.false += len(one.false_alarms())
    tally.asked += one.asked
    tally.looked += one.looked
    if difference:
        print(f"seed {seed}: {difference}; false {[event.frame for event in one.false_alarms()]}", flush=True)
    looks = one.ask_all()
    true = one.true
    tally.looked_in_the_end += looks
    right = true is not None and one.known.positions == true.belief.positions
    tally.right += right
    tally.without_asking += right and not looks
    return tally


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    tally = Tally()
    for seed in range(first, first + games):
        print(count(tally, seed), flush=True)


if __name__ == "__main__":
    main()
