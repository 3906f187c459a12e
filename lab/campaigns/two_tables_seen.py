"""How soon a play is on the other table's page, with `PYTHONPATH=distributions/two_books`:
`python -m lab.campaigns.two_tables_seen [PLAYS] [SEED]`.

Two tables' programs, each in a process of its own, joined by the real link over a real Mosquitto. Counted is from the
moment when the player's own program says that the play is made to the moment when the other's shows it as the play to
be put there, that table looking twelve times a second. A browser's own time comes on top.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from pathlib import Path

from arbiter.match.events import PlayMade
from arbiter.position import Side
from arbiter.rules import Rules
from tests.arbiter_referee.simulated_camera import FPS
from tests.plugins.club.mosquitto import Mosquitto
from tests.two_books.match.killed_tables import KilledPlayer
from tests.two_books.match.table_process import Page, Seated
from two_books.invitation import new_invitation, parse_address
from two_books.link import Role

SEATS: tuple[tuple[Role, Side, str], ...] = (("host", Side.LIGHT, "Ann"), ("guest", Side.DARK, "Ben"))
Turn = tuple[int, int]
"""Game, from 1, and how many of its turns were over."""


class TimedPlayer(KilledPlayer):
    """Notes when a play of theirs was made, and when one of the other's was shown."""

    def __init__(self, seated: Seated, seed: int) -> None:
        self.made, self.shown = dict[Turn, float](), dict[Turn, float]()
        super().__init__(seated, seed, against_rules=0.0, wrongly=0.0)

    def see(self, page: Page) -> None:
        super().see(page)
        now, state = time.monotonic(), self.state
        if any(isinstance(event, PlayMade) and event.player is self.me for event in page.events):
            self.made.setdefault((state.game, len(state.turns) - 1), now)
        if state.intended:
            self.shown.setdefault((state.game, len(state.turns)), now)

    def wait(self, seconds: float) -> None:
        """A camera's pace while the other is awaited."""
        del seconds
        time.sleep(1.0 / FPS)


def match(folder: Path, seed: int) -> list[float]:
    """Seconds of each play of one match to 3."""
    players, faults = list[TimedPlayer](), list[BaseException]()
    with Mosquitto(folder / "broker") as broker:
        invitation = new_invitation(parse_address(broker.address))

        def follow(seated: Seated) -> None:
            try:
                player = TimedPlayer(seated, seed)
                players.append(player)
                player.follow()
            except BaseException as fault:  # noqa: BLE001 - told by the other thread
                faults.append(fault)

        threads = []
        for role, side, name in SEATS:
            (folder / role).mkdir()
            seated = Seated(folder / role, invitation, role, side, Rules(length=3), name)
            threads.append(threading.Thread(target=follow, args=(seated,), daemon=True))
            threads[-1].start()
        while not faults and not (len(players) == 2 and all(player.finished for player in players)):
            time.sleep(0.1)
        for player in players:
            player.stop.set()
        for thread in threads:
            thread.join(0.0 if faults else 60.0)
    if faults:
        raise faults[0]
    one, two = players
    pairs = ((one.made, two.shown), (two.made, one.shown))
    return [shown[turn] - made[turn] for made, shown in pairs for turn in made if turn in shown]


def main() -> None:
    words = [int(word) for word in sys.argv[1:]]
    plays, seed = [*words, *(100, 6500)[len(words) :]]
    took, matches, began = list[float](), 0, time.monotonic()
    while len(took) < plays:
        with tempfile.TemporaryDirectory(prefix="two-tables-") as folder:
            took += match(Path(folder), seed + matches)
        matches += 1
    took.sort()
    print(
        f"{len(took)} plays in {matches} matches: at the other table after {took[len(took) // 2]:.2f} s (median), "
        f"{took[int(0.95 * len(took))]:.2f} s (p95), {took[-1]:.2f} s (longest); "
        f"{time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()
