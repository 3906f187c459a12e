"""Two programs of one match, each a process that may be killed, over a real Mosquitto and unsteady lines."""

from __future__ import annotations

import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from lab.campaigns.kept_logs import KeptLog, kept_log
from lab.campaigns.killed_process import KilledProcess
from lab.campaigns.two_books_links import ROLES
from lab.campaigns.two_tables_looked_at import Figures, look_at
from tests.plugins.club.mosquitto import Mosquitto
from tests.two_books.link.unsteady_line import UnsteadyLine
from tests.two_books.match.one_player import JOURNAL
from tests.two_books.match.stands import INVITATION, stands
from two_books.guest_seat import FOLDER
from two_books.invitation import Invitation, code_of, new_invitation, parse_address
from two_books.link import Role
from two_books.shared_match import match_of

OUTAGES = ("cut", "kill broker", "kill host", "kill guest")
JOURNALS = ("host loses journal", "guest loses journal")
MOST_OUTAGES = 5
EARLIEST, LATEST = 2, 24
"""Entries of the log between which outages fall: the shortest matches have some more."""
DELAYED, DELAYED_LATER = 0.5, 0.05
MOST_S, END_S = 1500.0, 60.0
MOST_LIVES = 100
PLAYER, GUEST = "tests.two_books.match.one_player", "tests.two_books.guest.guest_process"


class Table:
    """One process, which may be killed and begun again. words: of its module, after folder, role and seed."""

    def __init__(
        self, folder: Path, role: Role, invitation: Invitation, module: str, seed: int, words: Sequence[str]
    ) -> None:
        self.folder, self.role, self.has_board = folder, role, module != GUEST
        self._invitation, self._life, self._words = invitation, MOST_LIVES * seed, words
        self.process = KilledProcess(folder, module)
        code = folder / INVITATION
        code.touch(0o600)
        code.write_text(code_of(invitation), encoding="utf-8")

    def start(self) -> None:
        """Each life has another evening's chance."""
        self.process.start(str(self.folder), self.role, str(self._life), *self._words)
        self._life += 1

    @property
    def log(self) -> KeptLog:
        """As its program has kept it; while it does not run."""
        return kept_log(self.folder if self.has_board else self.folder / FOLDER, self._invitation, self.role)

    def lose_journal(self) -> bool:
        """While its program is killed; not of a match that is over, which is never written again."""
        if match_of(self.log.entries).over:
            return False
        for file in self.folder.glob(f"{JOURNAL}*"):
            file.unlink()
        return True

    @property
    def fault(self) -> str:
        """Why it ended by itself; empty where it goes on."""
        if self.process.ended is None:
            return ""
        return f"{self.role} ended: {self.process.said.strip()[-1500:]}"

    def end(self) -> str:
        """It puts everything away; why it did not, or empty."""
        self.process.signal(signal.SIGTERM)
        ends = time.monotonic() + END_S
        while self.process.ended is None and time.monotonic() < ends:
            time.sleep(0.05)
        return "" if self.process.ended == 0 else f"{self.role} does not end: {self.process.said.strip()[-1500:]}"


class Pair:
    """Two programs, each behind a line of its own, and their broker. outages: in their order. manners: of the players.

    delayed: share of messages that are held back until the last outage. modules: what the two processes run.
    """

    def __init__(
        self, folder: Path, seed: int, length: int, outages: Sequence[str], manners: Mapping[str, float], *,
        delayed: float = DELAYED, modules: tuple[str, str] = (PLAYER, PLAYER),
    ) -> None:
        self._lot, self._outages, self.figures = Random(seed), list(outages), Figures()
        self._broker = Mosquitto(folder / "broker")
        self._broker.start()
        self._lines = {
            role: UnsteadyLine(self._broker.port, 2 * seed + place, delayed=delayed) for place, role in enumerate(ROLES)
        }
        room = new_invitation(parse_address(self._broker.address))
        self.tables = dict[Role, Table]()
        words = [str(length), *(f"{name}={share}" for name, share in manners.items())]
        for role, module in zip(ROLES, modules, strict=True):
            address = parse_address(f"mqtt://127.0.0.1:{self._lines[role].port}")
            invitation = Invitation(address, room.room, room.secret)
            self.tables[role] = Table(folder / role, role, invitation, module, seed, words)

    def calm(self) -> None:
        """From now on everything passes at once, and once."""
        for line in self._lines.values():
            line.calm()

    def play(self) -> Figures:
        began = time.monotonic()
        try:
            for table in self.tables.values():
                table.start()
            self._play(began + MOST_S)
        finally:
            self._close()
        self.figures.seconds = time.monotonic() - began
        if not self.figures.faults:
            logs = {role: table.log for role, table in self.tables.items()}
            look_at(self.figures, logs, {role: table.folder for role, table in self.tables.items() if table.has_board})
        return self.figures

    def _play(self, ends: float) -> None:
        figures, tables = self.figures, self.tables.values()
        due = sorted(self._lot.sample(range(EARLIEST, LATEST), len(self._outages)))
        while not self._over and time.monotonic() < ends:
            figures.faults += [table.fault for table in tables if table.fault]
            if figures.faults:
                break
            if due and max(stands(table.folder).entries for table in tables) >= due[0]:
                due.pop(0)
                self._happens(self._outages.pop(0))
                if not due:
                    for line in self._lines.values():
                        line.hold_back(DELAYED_LATER)
            time.sleep(0.3)
        if not self._over:
            figures.faults.append(f"not over: {[stands(table.folder) for table in tables]}")
        else:
            figures.faults += [fault for fault in [table.end() for table in tables] if fault]

    @property
    def _over(self) -> bool:
        both = [stands(table.folder) for table in self.tables.values()]
        return all(each.over for each in both) and len({each.entries for each in both}) == 1

    def _happens(self, outage: str) -> None:
        if outage == "cut":
            line = self._lines[self._lot.choice(ROLES)]
            line.cut()
            time.sleep(self._lot.uniform(0.2, 8.0))
            line.mend()
        elif outage == "kill broker":
            self._broker.kill()
            time.sleep(self._lot.uniform(0.0, 4.0))
            self._broker.start()
        else:
            table = self.tables["host" if "host" in outage else "guest"]
            table.process.kill()
            if outage in JOURNALS and not table.lose_journal():
                outage = f"kill {table.role}"
            time.sleep(self._lot.uniform(0.0, 3.0))
            table.start()
        self.figures.outages[outage] += 1

    def _close(self) -> None:
        for table in self.tables.values():
            table.process.kill()
        for line in self._lines.values():
            line.close()
        self._broker.kill()


def by_lot(kinds: Sequence[str], seed: int) -> list[str]:
    """Five outages in any order: of each kind one, what is left by lot."""
    lot = Random(f"{seed} outages")
    found = lot.sample(kinds, min(len(kinds), MOST_OUTAGES))
    found += lot.choices(kinds, k=MOST_OUTAGES - len(found))
    lot.shuffle(found)
    return found
