"""The other's plays put otherwise on the mirrored board, with `PYTHONPATH=distributions/two_books`:
`python -m lab.campaigns.two_tables_mirrored [WRONG] [SEED] [LENGTH]`.

Matches between two simulated tables, nine in ten of the other's plays first made as another legal play, until so many
were. Asked: each is pointed out within a second of lying still, by the recording's clock, and nobody is blamed for what
they did not do, at neither table.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from arbiter.rules import Rules
from lab.campaigns.two_tables import faults_of
from tests.arbiter_referee.simulated_camera import FPS
from tests.plugins.gnubg.opponent.at_table import SOON
from tests.two_books.match.two_tables import play_match

WRONGLY = 0.9


def main() -> None:
    words = [int(word) for word in sys.argv[1:]]
    wanted, seed, length = [*words, *(200, 6400, 3)[len(words) :]]
    said, named, late, matches, faulty, began = list[float](), 0, 0, 0, 0, time.monotonic()
    while len(said) + late < wanted:
        with tempfile.TemporaryDirectory() as folder:
            host, guest, links = play_match(Path(folder), seed, Rules(length=length), wrongly=WRONGLY)
        faults = faults_of((host, guest), links)
        for player in (host, guest):
            seen = [(seen - lay) / FPS for lay, seen in player.played.wrong if seen and seen - lay <= SOON]
            said += seen
            late += len(player.played.wrong) - len(seen)
            named += player.played.named
        matches, faulty = matches + 1, faulty + bool(faults)
        print(f"{seed}: {len(said)} said so far, {late} late or never", *faults, flush=True)
        seed += 1
    said.sort()
    print(
        f"{len(said) + late} plays put otherwise in {matches} matches to {length}, {late} not said within a second, "
        f"{named} named at once with every checker where it lay; after {said[len(said) // 2]:.2f} s (median), "
        f"{said[int(0.95 * len(said))]:.2f} s (p95), {said[-1]:.2f} s (longest); {faulty} matches with a fault; "
        f"{time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}"
    )
    sys.exit(bool(faulty or late))


if __name__ == "__main__":
    main()
