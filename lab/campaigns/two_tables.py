"""Whole matches between two simulated tables: `python -m lab.campaigns.two_tables [MATCHES] [SEED] [LENGTH]
[broker]`.

One play in ten is made against the rules first, one in ten of the other's is first put otherwise; in every second
match the link is away by lot. With `broker` the link is the real one over Mosquitto, which is killed then. Asked:
both logs equal, both records equal and those of the log, nobody blamed for what they did not do.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import threading
import time
from functools import partial
from pathlib import Path

from arbiter.match.events import IllegalPlay, PlayMade
from arbiter.rules import Rules
from tests.plugins.gnubg.opponent.at_table import SOON, false_warnings
from tests.two_books.match.two_tables import BrokerLinks, Links, Player, games_of, own_illegal, play_match
from two_books.shared_match import match_of


def away_by_lot(links: Links, over: threading.Event, lot: random.Random) -> None:
    """The link is gone now and then."""
    while not over.wait(lot.uniform(0.2, 3.0)):
        links.away = True
        over.wait(lot.uniform(0.1, 2.0))
        links.away = False


def faults_of(players: tuple[Player, Player], links: Links) -> list[str]:
    """What is wrong with a match that is over."""
    found: list[str] = []
    if links.host.entries() != links.guest.entries():
        found.append(f"the logs differ: {len(links.host.entries())} and {len(links.guest.entries())} entries")
    shared = match_of(links.host.entries())
    if not shared.over:
        found.append("the log has no end")
    for player in players:
        if games_of(player.events) != games_of(shared.events):
            found.append(f"the record of {player.link.role} is another one than the log's")
        blamed = [each for each in false_warnings(player.events, player.played) if not isinstance(each, IllegalPlay)]
        blamed += own_illegal(player.against, player.events)
        found += [f"{player.link.role}, false: {each}" for each in blamed]
    return found


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "broker"]
    by_broker = len(words) < len(sys.argv) - 1
    matches, first, length = (int(word) for word in (*words, *("10", "5800", "3")[len(words) :]))
    faulty = entries = turns = wrong = late = against = 0
    began = time.monotonic()
    for seed in range(first, first + matches):
        disturb = partial(away_by_lot, lot=random.Random(seed)) if seed % 2 else None
        with tempfile.TemporaryDirectory() as folder:
            try:
                links = BrokerLinks(Path(folder)) if by_broker else None
                host, guest, ends = play_match(
                    Path(folder), seed, Rules(length=length), links=links, disturb=disturb
                )
                faults = faults_of((host, guest), ends)
            except AssertionError as error:
                print(f"{seed}: {error}", flush=True)
                faulty += 1
                continue
        faulty += bool(faults)
        entries += len(ends.host.entries())
        turns += sum(isinstance(event, PlayMade) for event in host.events)
        for player in (host, guest):
            wrong += len(player.played.wrong)
            late += sum(not seen or seen - lay > SOON for lay, seen in player.played.wrong)
            against += len(player.against)
        print(f"{seed}: {'disturbed, ' if disturb else ''}{len(ends.host.entries())} entries", *faults, flush=True)
    print(
        f"{matches} matches to {length}, {faulty} with a fault; {turns} turns, {entries} entries; {wrong} mirrored "
        f"plays made wrongly first, {late} not said within a second; {against} plays against the rules first; "
        f"{time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()
