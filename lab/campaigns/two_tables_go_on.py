"""Whole matches between two simulated tables that are treated badly, with `PYTHONPATH=distributions/two_books`:
`python -m lab.campaigns.two_tables_go_on [MATCHES] [SEED] [LENGTH] [AT_ONCE]`.

Each table's program is a process of its own, joined to the other by the real link over a real Mosquitto, through a line
that delays one message in twenty by up to 5 s, so that others overtake it, and brings one in five twice. Five outages a
match: the line is cut, the broker or either program is killed with -9. Asked: both logs equal and sound, nothing in
them twice, both records equal, those of the log and of what was played, read by GNU Backgammon; nobody blamed for what
they did not do.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from arbiter.match.events import Event, IllegalPlay, OutOfStep, PlayCorrected, PlayMade
from arbiter.match.record import record_of
from arbiter.match.undo import standing
from arbiter.position import Position, Side
from arbiter.rules import Rules
from lab.campaigns.opponent_matches import not_read
from tests.arbiter_referee.simulated_camera import FPS
from tests.plugins.club.mosquitto import Mosquitto
from tests.plugins.gnubg.opponent.at_table import SOON, false_warnings
from tests.two_books.link.unsteady_line import UnsteadyLine
from tests.two_books.match.killed_tables import KilledPlayer
from tests.two_books.match.table_process import Seated
from tests.two_books.match.two_tables import games_of, own_illegal
from two_books.invitation import Invitation, new_invitation, parse_address
from two_books.link import Entry, Role
from two_books.shared_match import match_of
from two_books.store import LinkStore
from two_books.store_file import FILE

SEATS: tuple[tuple[Role, Side, str], ...] = (("host", Side.LIGHT, "Ann"), ("guest", Side.DARK, "Ben"))
OUTAGES = ("cut", "kill broker", "kill host", "kill guest")
DELAYED, SLOWEST_S, TWICE = 0.05, 5.0, 0.2
AGREE_S = 120.0
AFTER_KILL = 6 * FPS
"""Looks after a killed program is back in which it may say that the board is not as the match has it."""


_TURN = (PlayMade, PlayCorrected)


@dataclass
class Figures:
    """What came of one match."""

    entries: int = 0
    turns: int = 0
    outages: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    late: int = 0
    faults: list[str] = field(default_factory=list)


class Match:
    """Two tables, each behind a line of its own, and who disturbs them."""

    def __init__(self, folder: Path, seed: int, length: int, stack: ExitStack, manners: Mapping[str, Any]) -> None:
        self.lot, self.figures = random.Random(f"{seed} outages"), Figures()
        self._broker = stack.enter_context(Mosquitto(folder / "broker"))
        self._over = threading.Event()
        self._faults: list[BaseException] = []
        self.lines, self.seated = list[UnsteadyLine](), list[Seated]()
        self.players: dict[Role, KilledPlayer] = {}
        room = new_invitation(parse_address(self._broker.address))
        for place, (role, side, name) in enumerate(SEATS):
            line = UnsteadyLine(self._broker.port, 2 * seed + place, slowest=SLOWEST_S, twice=TWICE, delayed=DELAYED)
            stack.callback(line.close)
            self.lines.append(line)
            address = parse_address(f"mqtt://127.0.0.1:{line.port}")
            (folder / role).mkdir()
            invitation = Invitation(address, room.room, room.secret)
            self.seated.append(Seated(folder / role, invitation, role, side, Rules(length=length), name))
        self._seed, self._manners = seed, manners

    def play(self) -> Figures:
        """To its end."""
        threads = [threading.Thread(target=self._follow, args=(each,), daemon=True) for each in self.seated]
        disturbs = threading.Thread(target=self._disturb, daemon=True)
        for thread in (*threads, disturbs):
            thread.start()
        while not self._faults and not (len(self.players) == 2 and all(map(_finished, self.players.values()))):
            time.sleep(0.1)
        self._over.set()
        disturbs.join(30.0)
        ends = time.monotonic() + AGREE_S
        while not self._faults and not self._agree() and time.monotonic() < ends:
            time.sleep(0.2)
        for player in self.players.values():
            player.stop.set()
        for thread in threads:
            thread.join(0.0 if self._faults else 60.0)
        self.figures.faults += map(str, self._faults)
        if self._faults:
            self.figures.faults += [f"{role}: {player._stands()}" for role, player in self.players.items()]
            for player in self.players.values():
                player.give_up()
            for thread in threads:
                thread.join(60.0)
        else:
            self._look()
        return self.figures

    def _follow(self, seated: Seated) -> None:
        try:
            player = KilledPlayer(seated, self._seed, **self._manners)
            self.players[seated.role] = player
            player.follow()
        except BaseException as fault:  # noqa: BLE001 - told in the match's line
            self._faults.append(fault)

    def _agree(self) -> bool:
        cards = [player.card for player in self.players.values()]
        both = cards[0].match.number == cards[1].match.number
        said = all(len(card.match.checked) == 2 and card.match.over for card in cards)
        return both and said and not any(player.waiting for player in self.players.values())

    # -------------------------------------------------------------- outages

    def _disturb(self) -> None:
        lot = self.lot
        kinds = [*OUTAGES, lot.choice(OUTAGES)]
        lot.shuffle(kinds)
        for kind in kinds:
            grows = self._length() + lot.randint(2, 18)
            while self._length() < grows and not self._over.is_set():
                self._over.wait(0.1)
            self._over.wait(lot.uniform(0.0, 1.0))
            if self._over.is_set():
                return
            self.figures.outages[kind] += 1
            match kind:
                case "cut":
                    line = lot.choice(self.lines)
                    line.cut()
                    time.sleep(lot.uniform(0.2, 8.0))
                    line.mend()
                case "kill broker":
                    self._broker.kill()
                    time.sleep(lot.uniform(0.0, 4.0))
                    self._broker.start()
                case "kill host":
                    self.players["host"].kill()
                case _:
                    self.players["guest"].kill()

    def _length(self) -> int:
        """Entries of the host's log, as its table has them."""
        return self.players["host"].card.match.number if len(self.players) == 2 else -100

    # -------------------------------------------------------------- afterwards

    def _look(self) -> None:
        """At what is kept. Opening a log raises where it is not sound."""
        faults, logs, hashes = self.figures.faults, list[tuple[Entry, ...]](), set[bytes]()
        for seated in self.seated:
            with LinkStore(seated.folder / FILE, seated.invitation, seated.role) as store:
                logs.append(tuple(store.log))
                hashes.add(store.tip.hash)
                if store.waiting():
                    faults.append(f"{seated.role} has something to say still")
        self.figures.entries = len(logs[0])
        if logs[0] != logs[1] or len(hashes) != 1:
            faults.append(f"the logs differ: {len(logs[0])} and {len(logs[1])} entries")
        for one, two in zip(logs[0], logs[0][1:], strict=False):
            if (one.by, one.body) == (two.by, two.body):
                faults.append(f"twice: {two}")
        shared = match_of(logs[0])
        if not shared.over:
            faults.append("the log has no end")
        for role, player in self.players.items():
            self._look_at(role, player, games_of(shared.events))
        if not faults and (unread := not_read(record_of(self.players["host"].events))):
            faults.append(unread)

    def _look_at(self, role: Role, player: KilledPlayer, games: object) -> None:
        figures, events = self.figures, player.events
        if games_of(events) != games:
            figures.faults.append(f"the record of {role} is another one than the log's")
        turns = [(event.player, event.position) for event in standing(events) if isinstance(event, _TURN)]
        if turns != player.played.turns:
            figures.faults.append(f"{role} played otherwise: {_first_other(player.played.turns, turns)}")
        figures.turns = len(turns)
        figures.outages["journal lost"] += player.lost_journal
        figures.wrong += len(player.played.wrong)
        figures.late += sum(not seen or seen - lay > SOON for lay, seen in player.played.wrong)
        blamed = [each for each in false_warnings(events, player.played) if not isinstance(each, IllegalPlay)]
        blamed = [each for each in blamed if not _nobody_looked(each, player)]
        figures.faults += [f"{role}, false: {each}" for each in (*blamed, *own_illegal(player, events))]


def _nobody_looked(event: Event, player: KilledPlayer) -> bool:
    """Whether the board is asked for because things were moved while the program was away."""
    return isinstance(event, OutOfStep) and any(0 <= event.frame - at <= AFTER_KILL for at in player.killed_at)


def _first_other(played: list[tuple[Side, Position]], recorded: list[tuple[Side, Position]]) -> str:
    pairs = zip_longest(played, recorded)
    return next(f"turn {number}, {one} and {two}" for number, (one, two) in enumerate(pairs, 1) if one != two)


def _finished(player: KilledPlayer) -> bool:
    return player.finished


def match(length: int, seed: int, **manners: Any) -> Figures:
    """One match. manners: of both persons, as `KilledPlayer` takes them."""
    with tempfile.TemporaryDirectory(prefix="two-tables-") as folder, ExitStack() as stack:
        return Match(Path(folder), seed, length, stack, manners).play()


def main() -> None:
    words = [int(word) for word in sys.argv[1:]]
    matches, first, length, at_once = [*words, *(4, 6100, 3, 3)[len(words) :]]
    began, found = time.monotonic(), list[Figures]()
    with ThreadPoolExecutor(at_once) as pool:
        seeds = range(first, first + matches)
        played = {pool.submit(match, length, seed): seed for seed in seeds}
        for each in as_completed(played):
            seed, figures = played[each], each.result()
            found.append(figures)
            print(
                f"{seed}: {figures.entries} entries, {figures.turns} turns, {dict(figures.outages)};"
                f" {figures.faults or 'sound'}", flush=True,
            )  # fmt: skip
    outages = sum((each.outages for each in found), Counter[str]())
    print(
        f"{matches} matches to {length}, {sum(bool(each.faults) for each in found)} with a fault; "
        f"{sum(each.entries for each in found)} entries, {sum(each.turns for each in found)} turns; "
        f"{outages.total()} outages: {dict(outages)}; {sum(each.wrong for each in found)} mirrored plays made wrongly "
        f"first, {sum(each.late for each in found)} not said within a second; "
        f"{time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}"
    )
    sys.exit(any(each.faults for each in found))


if __name__ == "__main__":
    main()
