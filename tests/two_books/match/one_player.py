"""One player at a table of their own, in a process that may be killed: `python -m tests.two_books.match.one_player
FOLDER ROLE SEED LENGTH [MANNER=SHARE ...]`, the manners being those of `Player`. FOLDER/invitation holds the code.

The board stands before the camera as it did; the person puts it as the page asks once the program is there again.
What the person does is noted as they do it, so that whoever asks later can tell it from what the program makes of it.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from arbiter.position import Side
from arbiter.rules import Rules
from bookgammon.workers.worker import Workers
from tests.two_books.match.player_notes import Notebook
from tests.two_books.match.stands import EVERY_S, INVITATION, Stands, say_stands
from tests.two_books.match.two_tables import Player
from two_books.invitation import invitation_in
from two_books.kept_invitation import KeptInvitation
from two_books.link import Link, Role
from two_books.restored import restore_lost
from two_books.two_books_link import TwoBooksLink

JOURNAL = "journal.sqlite"
WAITS_S = 300.0
LOOK_S = 0.05
ROLES: dict[str, Role] = {"host": "host", "guest": "guest"}
SIDES: dict[Role, Side] = {"host": Side.LIGHT, "guest": Side.DARK}
T = TypeVar("T")


class OnePlayer(Player):
    """Notes what they do as they do it."""

    waits_s = WAITS_S
    look_s = LOOK_S

    def __init__(
        self, folder: Path, seed: int, link: TwoBooksLink, role: Role, rules: Rules, **manners: float
    ) -> None:
        self.notebook = Notebook(folder)
        super().__init__(folder / JOURNAL, seed, link, SIDES[role], rules, role, **manners)
        self.against = _Noted(self.notebook.illegal)
        self.played.wrong = _Noted(lambda wrong: self.notebook.wrong(*wrong))
        self.played.turns = _Noted(self.notebook.turn, self.played.turns)
        self.notebook.life(self.board.frame)


class _Noted(list[T]):
    """What is appended is noted at once."""

    def __init__(self, note: Callable[[T], None], had: Iterable[T] = ()) -> None:
        super().__init__(had)
        self._note = note

    def append(self, one: T) -> None:
        self._note(one)
        super().append(one)


def _says(folder: Path, player: OnePlayer, link: Link) -> None:
    while not player.stop.is_set():
        match = player.joined.shown().match
        over = player.finished and match.over and match.checked == frozenset(Side) and not link.waiting()
        say_stands(folder, Stands(len(link.entries()), over, player._stands()))
        time.sleep(EVERY_S)


def play(kind: type[OnePlayer] = OnePlayer) -> None:
    """Until the match is over; the player listens then until the program is told to end."""
    folder, role, seed, length, *manners = sys.argv[1:]
    home, which = Path(folder), ROLES[role]
    restore_lost(home, KeptInvitation(which, invitation_in(home / INVITATION)))
    with TwoBooksLink(home, invitation_in(home / INVITATION), which, Workers()) as link:
        shares = {name: float(share) for name, _, share in (each.partition("=") for each in manners)}
        player = kind(home, int(seed), link, which, Rules(length=int(length)), **shares)
        signal.signal(signal.SIGTERM, lambda *_: player.stop.set())
        threading.Thread(target=_says, args=(home, player, link), daemon=True).start()
        player.follow()


if __name__ == "__main__":
    play()
