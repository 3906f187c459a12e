"""A guest's program as a process of its own, which may be killed at any moment: `FOLDER SEED [CODE]`.

It plays by lot until both have said that the match is over, and goes on where the log stands when it is begun again.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from arbiter.position import Side
from bookgammon.workers.worker import Workers
from tests.two_books.guest.guest_game import GuestByHand
from two_books.guest_page import first_hub
from two_books.guest_seat import GuestSeat


def play(folder: Path, seed: int, code: str) -> None:
    with Workers() as workers, GuestSeat(folder, workers, first_hub()) as seat:
        if not seat.go_on():
            seat.join(code, "Ben")
        guest = GuestByHand(seat.client, seed)
        while True:
            guest.look()
            match = seat.client.shown().match
            if match.over and match.checked == frozenset(Side) and seat.client.settled:
                return
            time.sleep(0.01)


if __name__ == "__main__":
    folder, seed, *code = sys.argv[1:]
    play(Path(folder), int(seed), code[0] if code else "")
