"""One player at a table of their own, in a process that may be killed: `python -m tests.two_books.match.one_player
FOLDER ROLE SEED LENGTH TAKES_BACK`.

The board stands before the camera as it did; the person puts it as the page asks once the program is there again.
What the person does wrongly on purpose is noted before it can be seen, so that whoever asks later can tell it apart.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence
from arbiter.rules import Rules
from bookgammon.files.atomic_files import write_atomically
from bookgammon.workers.worker import Workers
from tests.two_books.match.two_tables import Player
from two_books.invitation import invitation_in
from two_books.kept_invitation import KeptInvitation
from two_books.link import Link, Role
from two_books.restored import restore_lost
from two_books.two_books_link import TwoBooksLink

INVITATION, STANDS, DONE_WRONGLY, JOURNAL = "invitation", "stands.json", "wrongly.jsonl", "journal.sqlite"
WAITS_S = 300.0
LOOK_S = 0.05
ROLES: dict[str, Role] = {"host": "host", "guest": "guest"}
SIDES: dict[Role, Side] = {"host": Side.LIGHT, "guest": Side.DARK}


@dataclass(frozen=True, slots=True)
class Stands:
    """How far a table is. over: the match is, at the table and in the log, and nothing waits."""

    entries: int = 0
    over: bool = False


def stands(folder: Path) -> Stands:
    try:
        return Stands(**json.loads((folder / STANDS).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Stands()


def done_wrongly(folder: Path) -> list[tuple[str, int, int | None]]:
    """(what, frame, frame at which it was pointed out) over all lives: `illegal` or `wrong`."""
    path = folder / DONE_WRONGLY
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [(str(what), int(frame), seen) for what, frame, seen in map(json.loads, lines)]


class OnePlayer(Player):
    """Notes what it does wrongly as it does it."""

    waits_s = WAITS_S
    look_s = LOOK_S

    def __init__(
        self, folder: Path, seed: int, link: TwoBooksLink, role: Role, rules: Rules, takes_back: float
    ) -> None:
        self._folder = folder
        super().__init__(
            folder / JOURNAL, seed, link, SIDES[role], rules, role, takes_back=takes_back, declines=takes_back
        )
        self.against = Noted(folder, "illegal")

    def _wrong(self, wrong: Position) -> Iterator[Evidence]:
        note(self._folder, "wrong", self.board.frame + 1, None)
        yield from super()._wrong(wrong)
        note(self._folder, "wrong", *self.played.wrong[-1])


class Noted(list[int]):
    def __init__(self, folder: Path, what: str) -> None:
        super().__init__()
        self._folder, self._what = folder, what

    def append(self, frame: int) -> None:
        note(self._folder, self._what, frame, None)
        super().append(frame)


def note(folder: Path, what: str, frame: int, seen: int | None) -> None:
    with (folder / DONE_WRONGLY).open("a", encoding="utf-8") as file:
        file.write(json.dumps([what, frame, seen]) + "\n")


def say_stands(folder: Path, player: OnePlayer, link: Link) -> None:
    while not player.stop.is_set():
        over = player.finished and player.joined.shown().match.over and not link.waiting()
        write_atomically(folder / STANDS, json.dumps({"entries": len(link.entries()), "over": over}))
        time.sleep(0.25)


def main() -> None:
    folder, role, seed, length, takes_back = sys.argv[1:]
    home, which = Path(folder), ROLES[role]
    restore_lost(home, KeptInvitation(which, invitation_in(home / INVITATION)))
    workers = Workers()
    with TwoBooksLink(home, invitation_in(home / INVITATION), which, workers) as link:
        life = int(time.time() * 10)  # another evening's chance for each life
        player = OnePlayer(home, int(seed) + life, link, which, Rules(length=int(length)), float(takes_back))
        threading.Thread(target=say_stands, args=(home, player, link), daemon=True).start()
        player.follow()  # ends once the match is over, and goes on listening for a while


if __name__ == "__main__":
    main()
