"""Full games by the hundred: `python -m tests.arbiter_referee.many_games 500 [first seed]`."""

from __future__ import annotations

import sys

from tests.arbiter_referee.follow import differences, implied_rolls
from tests.arbiter_referee.test_whole_games import at_table


def main(games: int, first: int) -> None:
    told = determined = 0
    wrong = alarms = illegal = missed = turns = doubles = cubes_wrong = 0
    for seed in range(first, first + games):
        followed = at_table(seed)
        followed.watch(followed.table.game()).watch(followed.table.set_up_again())
        difference = differences(followed)
        turns += len(followed.table.record)
        illegal += len(followed.table.wrong_spans)
        missed += len(followed.missed_warnings())
        alarms += len(followed.false_alarms())
        doubles += len(followed.table.doubles)
        cubes_wrong += followed.doubles() != followed.table.doubles
        wrong += bool(difference)
        implied = implied_rolls(followed)
        told, determined = told + implied[0], determined + implied[1]
        if difference or followed.false_alarms() or followed.missed_warnings():
            print(f"seed {seed}: {difference}; false alarms at {[e.frame for e in followed.false_alarms()]}; "
                  f"missed {followed.missed_warnings()}")  # fmt: skip
    print(f"{games} games, {turns} turns: {games - wrong} records exact, {illegal - missed} of {illegal} illegal "
          f"plays caught, {alarms} false alarms, {doubles} doubles, {cubes_wrong} games with a wrong cube, "
          f"{told} of {determined} unseen rolls that the play determines are told")  # fmt: skip


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
