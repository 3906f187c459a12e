"""An evening that can be killed at any moment: `python -m tests.table.evening JOURNAL SEED`.

A seeded game played before the real referee, table loop and journal; only the eyes are simulated. Started again
with the same arguments it goes on after the journal's last event, as `play` and `demo` do.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from arbiter.match.events import Event, MatchStarted
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from bookgammon.history.journal import Journal
from bookgammon.table.table import Table
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.table import Table as PlayedTable
from vision.sources.frames import News
from vision.sources.pictures import Image
from vision.sources.sources import Frame

PLIES = 24
_NOTHING: Image = np.zeros((1, 1, 3), np.uint8)


class Eyes:
    """Sees whatever the simulated table shows at that frame."""

    def __init__(self, shown: dict[int, Evidence]) -> None:
        self._shown = shown

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        del image, time
        return self._shown[frame]

    def news(self) -> tuple[News, ...]:
        return ()


def evening(seed: int) -> list[Evidence]:
    """The same looks for the same seed; good eyes, so that only the killing can make a difference."""
    manners = Manners(die_errors=0.0, die_misses=0.0, unseen_rolls=0.0, late_rolls=0.0)
    return list(PlayedTable(seed, manners).game(PLIES))


def go_on(path: Path, seed: int) -> None:
    """Follow the evening from the frame after the journal's last event to its end."""
    looks = evening(seed)
    with Journal(path) as journal:
        match = journal.unfinished() or journal.begin("tonight", "simulated")
        events = journal.events(match)

        def keep(events: Sequence[Event]) -> None:
            journal.append(match, events)

        table = Table(events, keep)
        if not events:
            table.commit([MatchStarted(0, 0.0, Rules())])
        referee = Referee(table.state, PlayedTable(seed).seats)
        table.follow(_frames(looks, table.moment.frame), Eyes({look.frame: look for look in looks}), referee)
        table.commit(referee.finish(looks[-1].frame, looks[-1].time))
        journal.end(match)


def _frames(looks: Sequence[Evidence], after: int) -> Iterator[Frame]:
    for look in looks:
        if look.frame > after:
            yield Frame(_NOTHING, look.frame, look.time)


if __name__ == "__main__":
    go_on(Path(sys.argv[1]), int(sys.argv[2]))
