"""What the beam's size and bounds cost and bring: `python -m lab.campaigns.referee_bounds 20 [FIRST [KEY=VALUE...]]`.

Each line follows the same games, with a fifth of the dice hard to read and twice the noise: first with the priors
as they are, then with each given one changed, such as BEAM=1 or ALTERNATIVE=3 (names of `arbiter.referee.priors`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from unittest.mock import patch

from arbiter.referee import priors
from lab.campaigns.many_games import Camera, Tally

USUAL = ("BEAM=1", "BEAM=3", "BEAM=20", "ALTERNATIVE=3", "ALTERNATIVE=11")
CAMERA = Camera(hard_dice=0.2, compares=True, noise=2.0)


def line(games: int, first: int, key: str, value: float) -> str:
    """The figures of these games with one prior changed."""
    tally = Tally(CAMERA, quiet=True)
    begun = time.process_time()
    with patch.object(priors, key, type(getattr(priors, key))(value)):
        for seed in range(first, first + games):
            tally.count(seed)
    spent = (time.process_time() - begun) / tally.turns
    return (
        f"{key}={value:g}: {games - tally.wrong} of {games} exact, {tally.illegal - tally.missed} of {tally.illegal}"
        f" noticed, {tally.alarms} false, {1000 * spent:.0f} ms a turn"
    )


def main(games: int, first: int = 1000, *, changes: Sequence[str] = ()) -> None:
    print(line(games, first, "BEAM", priors.BEAM), flush=True)
    for change in changes or USUAL:
        key, value = change.split("=")
        print(line(games, first, key, float(value)), flush=True)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if "=" not in word]
    main(*numbers, changes=[word for word in sys.argv[1:] if "=" in word])
