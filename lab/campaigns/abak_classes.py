"""Games of Abak Evolution followed by their counts alone: are the classes known at the end, are illegal plays caught?

    python -m lab.campaigns.abak_classes [GAMES] [SEED]

Every play is drawn by lot. One game in five holds an illegal play, which breaks a rule of the classes or of
backgammon and leaves counts that no legal play of the true position leaves; it is put right when it was noticed.
Whoever is asked which stack lies there looks and says it: `questions` about a verdict, `looks` where more positions
are possible than `ASKED_FROM`, and in the end where several are. The counts are seen without error: what the camera's
noise does to them is the referee's business.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass

from arbiter.abak.belief import ASKED_FROM, Belief, Turned, stack_of, turned
from arbiter.abak.moves import landed
from arbiter.abak.plays import legal_plays
from arbiter.abak.position import START, AbakPosition
from arbiter.plays import Dice
from arbiter.position import BAR, Side


@dataclass
class Found:
    """right: games whose classes are the true ones at the end; without_asking: of these, where nothing was left to ask.

    wrong_plays, caught: illegal plays, and those that were noticed. false: legal plays that were called illegal.
    """

    games: int = 0
    turns: int = 0
    right: int = 0
    without_asking: int = 0
    wrong_plays: int = 0
    caught: int = 0
    false: int = 0
    questions: int = 0
    looks: int = 0
    most: int = 0
    seconds: float = 0.0
    slowest: float = 0.0


def play_games(number: int, seed: int) -> Found:
    found = Found()
    for game in range(number):
        _play(random.Random(1000 * seed + game), game % 5 == 0, found)
        found.games += 1
        if found.games % 10 == 0:
            print(found, flush=True)
    return found


def _play(rng: random.Random, with_fault: bool, found: Found) -> None:
    position, belief, side = START, Belief(), Side.LIGHT
    fault_at = rng.randint(4, 40) if with_fault else None
    turn = 0
    while 15 not in position.seen.off and turn < 400:
        turn += 1
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        if fault_at is not None and turn >= fault_at and (wrong := _illegal(rng, position, side, dice)):
            fault_at = None
            found.wrong_plays += 1
            found.caught += _looked(belief, side, dice, wrong, found).is_illegal
        result = rng.choice(legal_plays(position, side, dice)).result
        after = _looked(belief, side, dice, result, found)
        found.false += after.is_illegal
        position, belief, side = result, after.belief, side.other
        found.most = max(found.most, len(belief.positions))
        belief = _asked(belief, position, ASKED_FROM, found)
    found.turns += turn
    found.without_asking += belief.positions == (position,)
    found.right += _asked(belief, position, 1, found).positions == (position,)


def _asked(belief: Belief, true: AbakPosition, most: int, found: Found) -> Belief:
    """What is known when people have looked at stacks until at most so many positions are possible."""
    while len(belief.positions) > most and (question := belief.question):
        found.looks += 1
        belief = belief.told(question.point, stack_of(true, question.point))
    return belief


def _looked(belief: Belief, side: Side, dice: Dice, after: AbakPosition, found: Found) -> Turned:
    """What the counts say; where that depends on a stack, whoever sits there looks."""
    began = time.process_time()
    seen = turned(belief, side, dice, after.seen)
    while (question := seen.question) is not None:
        found.questions += 1
        told = seen.told(question.point, stack_of(after, question.point))
        if told == seen:
            break
        seen = told
    spent = time.process_time() - began
    found.seconds += spent
    found.slowest = max(found.slowest, spent)
    return seen


def _illegal(rng: random.Random, position: AbakPosition, side: Side, dice: Dice) -> AbakPosition | None:
    """A board that no legal play leaves, not even one that looks like it: one or two checkers moved anyhow."""
    looks = {play.result.seen for play in legal_plays(position, side, dice)}
    for _ in range(50):
        view = position.view(side)
        for die in rng.sample(dice, rng.choice((1, 2, 2))):
            pips = die if rng.random() < 0.6 else rng.randint(1, 6)
            starts = [point for point in range(1, BAR) if view[point][-1:].isupper() and point > pips]
            if starts:
                start = rng.choice(starts)
                _move, view = landed(view, start, start - pips, die, view[start][-1])
        after = position.after(side, view)
        if after.seen not in looks and after != position:
            return after
    return None


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(play_games(games, seed), "in the end")


if __name__ == "__main__":
    main()
