"""Guests at a page against simulated tables, with outages, with `PYTHONPATH=distributions/two_books`:
`python -m lab.campaigns.two_books_guests [MATCHES] [OUTAGES] [LENGTH]`.

Each match is played over a real Mosquitto. The table is simulated before the real referee; the guest's program is a
process of its own. By lot it is killed with -9, or the broker is, for up to 5 s. Afterwards both logs must be equal and
say one match, and the table's record must be that of the log; each roll of the guest's follows from both shares.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from arbiter.rules import Rules
from bookgammon.workers.worker import Workers
from lab.campaigns.killed_process import KilledProcess
from tests.plugins.club.mosquitto import Mosquitto
from tests.two_books.guest.guest_game import HostTable
from tests.two_books.match.two_tables import games_of
from two_books.bodies import DiceHidden, DiceShared, DiceShown, said_by
from two_books.guest_seat import FOLDER
from two_books.invitation import Invitation, code_of, new_invitation, parse_address
from two_books.link import Entry
from two_books.shared_dice import digest_of
from two_books.shared_match import match_of
from two_books.store import LinkStore
from two_books.store_file import FILE
from two_books.two_books_link import TwoBooksLink

ROOT = Path(__file__).parents[2]
EVENTS = ("kill guest", "kill guest", "kill broker")
LONGEST_S = 900.0
AGREE_S = 60.0


@dataclass
class Figures:
    """Of one match."""

    entries: int = 0
    rolls: int = 0
    outages: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class GuestProcess:
    """The guest's program, which may be killed and begun again."""

    def __init__(self, folder: Path, seed: int, code: str) -> None:
        self.folder, self._seed, self._code = folder, seed, code
        self.process = KilledProcess(folder, "tests.two_books.guest.guest_process")

    def start(self) -> None:
        self._seed += 1
        self.process.start(str(self.folder), str(self._seed), self._code)

    @property
    def ended(self) -> bool:
        return self.process.ended == 0


def play(folder: Path, seed: int, outages: int, length: int) -> Figures:
    """One match, from its invitation to its end."""
    lot, figures = Random(seed), Figures()
    with Mosquitto(folder / "broker") as broker, Workers() as workers:
        invitation = new_invitation(parse_address(broker.address))
        own = folder / "host"
        own.mkdir()
        link = TwoBooksLink(own, invitation, "host", workers)
        guest = GuestProcess(folder / "guest", 1000 * seed, code_of(invitation))
        with HostTable(own, seed, link, Rules(length=length)) as table:
            table.seated.wait(60)
            with link:
                guest.start()
                try:
                    _disturbed(table, guest, broker, lot, outages, figures)
                    _until(lambda: guest.ended, AGREE_S)
                finally:
                    guest.process.kill()
                log = link.entries()
    player = table.player
    if player is None or table.fault is not None:
        figures.faults.append(f"the table: {table.fault}")
        return figures
    theirs = _log_of(guest.folder / FOLDER, invitation)
    shared = match_of(log)
    figures.entries = len(log)
    if tuple(theirs) != tuple(log):
        figures.faults.append(f"the logs part: {len(log)} entries at the table, {len(theirs)} at the guest's")
    if not shared.over or games_of(player.events) != games_of(shared.events):
        figures.faults.append("the table's record is not the log's")
    figures.rolls = _checked_rolls(log, figures.faults)
    return figures


def _disturbed(
    table: HostTable, guest: GuestProcess, broker: Mosquitto, lot: Random, outages: int, figures: Figures
) -> None:
    """Outages by lot until the match is over; the last ones may find it over."""
    ends, left = time.monotonic() + LONGEST_S, outages
    while not table.finished:
        if time.monotonic() > ends:
            figures.faults.append("the match does not end")
            return
        time.sleep(lot.uniform(0.5, 4.0) if left else 0.1)
        if not left or table.finished:
            continue
        left -= 1
        event = lot.choice(EVENTS)
        figures.outages[event] += 1
        victim = guest if event == "kill guest" else broker
        (guest.process if event == "kill guest" else broker).kill()
        time.sleep(lot.uniform(0.1, 5.0))
        victim.start()


def _until(done: Callable[[], bool], seconds: float) -> None:
    ends = time.monotonic() + seconds
    while not done() and time.monotonic() < ends:
        time.sleep(0.05)


def _log_of(folder: Path, invitation: Invitation) -> list[Entry]:
    store = LinkStore(folder / FILE, invitation, "guest")
    try:
        return list(store.entries(0))
    finally:
        store.close()


def _checked_rolls(log: Sequence[Entry], faults: list[str]) -> int:
    """How many rolls both programs threw; each share that was shown is the one that was hidden last."""
    count, hidden = 0, ""
    for entry in log:
        match said_by(entry.body):
            case DiceHidden(digest=digest):
                hidden = digest
            case DiceShared():
                count += 1
            case DiceShown(share=share) if digest_of(share) != hidden:
                faults.append(f"entry {entry.number} shows another share than was hidden")
    return count


def main() -> int:
    matches, outages, length = (int(word) for word in (*sys.argv[1:], *("4", "5", "3")[len(sys.argv) - 1 :]))
    faults = 0
    for number in range(matches):
        with tempfile.TemporaryDirectory(prefix="two-books-guest-") as name:
            began = time.monotonic()
            found = play(Path(name), number + 1, outages, length)
        faults += len(found.faults)
        events = ", ".join(f"{count} {event}" for event, count in sorted(found.outages.items()))
        print(
            f"match {number + 1}: {found.entries} entries, {found.rolls} rolls together, {events}, "
            f"{time.monotonic() - began:.0f} s {'; '.join(found.faults) or 'sound'}", flush=True,
        )  # fmt: skip
    print(f"{matches} matches, {faults} faults")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
