"""How long the pages of players take over many matches, and what they cost in memory:
`python -m lab.campaigns.many_matches [MATCHES]`.

So many simulated matches of eight people, their index made once; then each page as a browser asks for it, five times.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path

from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.pages import add_players
from bookgammon.plugins.players.register import PlayerRegister
from tests.plugins.players.evenings import Simulated
from tests.web.tables import TABLES
from tests.web.whole_page import whole_app
from web.hub import Hub

_PAGES = ("/players", "/players/player?name=Ada", "/players/player.csv?name=Ada", "/dice")


def _memory() -> float:
    """The most that this process has taken so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(matches: int = 3000) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        Simulated(path, matches, seed=1)
        counting = Counting(path, lambda: None)
        begun = time.monotonic()
        counting.catch_up(float("inf"))
        print(f"{matches} matches counted in {time.monotonic() - begun:.0f} s, {_memory():.0f} MB at most")
        app = whole_app(Hub(TABLES["to_roll"]()))
        add_players(app, PlayerRegister(path, counting, lambda _: None))
        client = app.test_client()
        for page in _PAGES:
            times = []
            for _ in range(5):
                begun = time.monotonic()
                assert client.get(page).status_code == 200
                times.append(time.monotonic() - begun)
            print(f"{page}: first {times[0]:.3f} s, then {sorted(times)[2]:.3f} s in the middle; {_memory():.0f} MB")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
