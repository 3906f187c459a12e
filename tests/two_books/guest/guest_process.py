"""A guest's program as a process of its own, which may be killed at any moment: `FOLDER ROLE SEED ...`, as
`tests.two_books.match.one_player` is begun, with the invitation's code in FOLDER/invitation.

It plays by lot until both have said that the match is over, then waits to be told to end, and goes on where the log
stands when it is begun again.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from pathlib import Path

from arbiter.position import Side
from bookgammon.workers.worker import Workers
from tests.two_books.guest.guest_game import GuestByHand
from tests.two_books.match.stands import EVERY_S, INVITATION, Stands, say_stands
from two_books.guest_page import first_hub
from two_books.guest_seat import GuestSeat

LOOK_S = 0.01


def play(folder: Path, seed: int, stop: threading.Event) -> None:
    with Workers() as workers, GuestSeat(folder, workers, first_hub()) as seat:
        if not seat.go_on():
            seat.join((folder / INVITATION).read_text(encoding="utf-8"), "Ben")
        guest, due = GuestByHand(seat.client, seed), time.monotonic()
        while not stop.wait(LOOK_S):
            guest.look()
            if time.monotonic() < due:
                continue
            due = time.monotonic() + EVERY_S
            settled, shown = seat.client.settled, seat.client.shown()
            match = shown.match
            over = settled and match.over and match.checked == frozenset(Side)
            state = match.state
            words = f"game {state.game}, {len(state.turns)} turns, {state.phase}; {shown.refused!r}; {shown.trouble}"
            say_stands(folder, Stands(match.number, over, words))


if __name__ == "__main__":
    asked = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: asked.set())
    play(Path(sys.argv[1]), int(sys.argv[3]), asked)
