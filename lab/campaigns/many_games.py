"""Full games by the hundred: `python -m lab.campaigns.many_games 500 [first seed [hard dice [compares]]]`.

hard dice: the share of dice that look much like another face, the same in every look; both faces may allow what was
played, so some of their rolls cannot be told right, nor whether such a play keeps the rules.
compares: 1 where the eye tells which points look as they did.
--noise 2: the camera blurs, misses and misreads twice as much. --confused 0.18: so many dice of each set are surely
read as another face, so that a third of the rolls is misread. --answers: who is asked what they rolled says so.
--alike 0.3: on so many places one colour hardly differs from the ground.
--hits 0.6: so often a checker is hit that can be; otherwise hardly one is. Use it with --plies: few such games end.
--bar 0.3: so often one checker on the bar is overlooked, of one colour.
--doubted 0.3: of so many throws one die looks as if it did not count, and the players play on.
--stalls 0.05: a busy machine, which passes over some looks after so many of them.
--plies 14: no more of each game. --quiet: only the sums.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from tests.arbiter_referee.follow import differences, implied_rolls, misjudged
from tests.arbiter_referee.test_whole_games import at_table


@dataclass(frozen=True)
class Camera:
    """What the eye makes of the dice and of the board."""

    hard_dice: float = 0.0
    compares: bool = False
    noise: float = 1.0
    confused: float = 0.0
    answers: bool = False
    alike: float = 0.0
    doubted: float = 0.0
    hits: float = 0.0
    bar: float = 0.0
    plies: int = 0
    stalls: float = 0.0


@dataclass
class Tally:
    """What came of the games so far."""

    camera: Camera
    quiet: bool = False
    games: int = 0
    wrong: int = 0
    alarms: int = 0
    needless: int = 0
    asked: int = 0
    illegal: int = 0
    missed: int = 0
    turns: int = 0
    doubles: int = 0
    cubes_wrong: int = 0
    told: int = 0
    determined: int = 0
    misjudged: int = 0

    def count(self, seed: int) -> None:
        camera = self.camera
        followed = at_table(
            seed,
            camera.hard_dice,
            compares=camera.compares,
            noise=camera.noise,
            confused=camera.confused,
            answers=camera.answers,
            alike=camera.alike,
            doubted=camera.doubted,
            hits=camera.hits,
            bar=camera.bar,
            stalls=camera.stalls,
        )
        if camera.plies:
            followed.watch(followed.table.game(camera.plies)).finish()
        else:
            followed.watch(followed.table.game()).watch(followed.table.set_up_again())
        difference = differences(followed, dice=not (camera.hard_dice or camera.confused))
        false, questions = followed.false_alarms(), followed.false_questions()
        cube = followed.doubles() != followed.table.doubles
        told, determined = implied_rolls(followed)
        self.games += 1
        self.wrong += bool(difference)
        self.alarms += len(false)
        self.needless += len(questions)
        self.asked += len(followed.questions())
        self.illegal += len(followed.table.wrong_spans)
        self.missed += len(followed.missed_warnings())
        self.turns += len(followed.table.record)
        self.doubles += len(followed.table.doubles)
        self.cubes_wrong += cube
        self.told += told
        self.determined += determined
        self.misjudged += misjudged(followed)
        if not self.quiet and (difference or false or cube or followed.missed_warnings()):
            frames, only_asked = ([event.frame for event in events] for events in (false, questions))
            what = f"{difference}; {'wrong cube; ' if cube else ''}false alarms at {frames}, asked at {only_asked}"
            print(f"seed {seed}: {what}; missed {followed.missed_warnings()}", flush=True)

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.turns} turns: {self.games - self.wrong} records exact,"
            f" {self.illegal - self.missed} of {self.illegal} illegal plays caught, {self.alarms} false alarms,"
            f" {self.asked} plays asked about ({self.needless} of them right),"
            f" {self.doubles} doubles, {self.cubes_wrong} games with a wrong cube,"
            f" {self.told} of {self.determined} unseen rolls that the play determines are told,"
            f" {self.misjudged} plays misjudged as their dice were misread"
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=int)
    parser.add_argument("first", type=int, nargs="?", default=1000)
    parser.add_argument("hard_dice", type=float, nargs="?", default=0.0)
    parser.add_argument("compares", type=int, nargs="?", default=0)
    parser.add_argument("--noise", type=float, default=1.0)
    parser.add_argument("--confused", type=float, default=0.0)
    parser.add_argument("--answers", action="store_true")
    parser.add_argument("--alike", type=float, default=0.0)
    parser.add_argument("--doubted", type=float, default=0.0)
    parser.add_argument("--hits", type=float, default=0.0)
    parser.add_argument("--bar", type=float, default=0.0)
    parser.add_argument("--plies", type=int, default=0)
    parser.add_argument("--stalls", type=float, default=0.0)
    parser.add_argument("--quiet", action="store_true")
    given = parser.parse_args()
    camera = Camera(
        given.hard_dice, bool(given.compares), given.noise, given.confused, given.answers,
        given.alike, given.doubted, given.hits, given.bar, given.plies, given.stalls)  # fmt: skip
    tally = Tally(camera, given.quiet)
    for seed in range(given.first, given.first + given.games):
        tally.count(seed)
        if tally.games % 10 == 0 or tally.games == given.games:
            print(tally, flush=True)


if __name__ == "__main__":
    main()
