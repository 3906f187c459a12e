"""Whole matches against GNU Backgammon at the simulated table: `python -m lab.campaigns.opponent_matches
[MATCHES] [SEED]`.

Levels, colours, dice and the person's plays by lot; one in ten of its plays is first made wrongly. What is asked: all
end, no false warning, each wrong play pointed out within a second, every turn in the record as it was played, the
record read by GNU Backgammon.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from pathlib import Path

from arbiter.match.events import PlayMade
from arbiter.match.opponent import DiceOf, OpponentSeat
from arbiter.match.record import record_of
from arbiter.match.undo import standing
from arbiter.position import Side
from arbiter.records import MatchRecord
from arbiter.rules import Rules
from bookgammon.plugins.gnubg.analysis.engine import find_engine
from bookgammon.plugins.gnubg.analysis.match_analysis import analysed
from bookgammon.plugins.gnubg.gnubg_opponent import ENGINE, LEVELS, LevelName
from tests.plugins.gnubg.opponent.at_table import SOON, AtTable, Stuck, false_warnings

QUICK = [name for name, level in LEVELS.items() if level.plies <= 2]


def match(path: Path, seed: int, length: int = 3, level: LevelName | None = None) -> tuple[AtTable, list[str]]:
    """One match and what is wrong with it. level: by lot without it."""
    lot = random.Random(seed)
    dice: DiceOf = lot.choice(("thrown", "program"))
    seat = OpponentSeat(lot.choice(list(Side)), ENGINE, level or lot.choice(QUICK), dice)
    one = AtTable(path, seed, seat, Rules(length=length))
    faults: list[str] = []
    try:
        one.follow()
    except Stuck as error:
        faults.append(f"stuck: {error}")
    events = one.journal.events(one.session.match)
    played = [(event.player, event.position) for event in standing(events) if isinstance(event, PlayMade)]
    for number, (was, recorded) in enumerate(zip(one.played.turns, played, strict=False)):
        if was != recorded:
            faults.append(f"turn {number}: {was} was played, {recorded} recorded")
            break
    if len(played) != len(one.played.turns):
        faults.append(f"{len(one.played.turns)} turns were played, {len(played)} recorded")
    faults += [f"false: {event}" for event in false_warnings(events, one.played)]
    faults += [
        f"wrong play at {lay}, said at {seen}" for lay, seen in one.played.wrong if not seen or seen - lay > SOON
    ]
    if not faults and (fault := not_read(record_of(events))):
        faults.append(fault)
    one.journal.close()
    return one, faults


def not_read(record: MatchRecord) -> str:
    """What GNU Backgammon makes of the record; empty where it reads all games."""
    *_, found = analysed(record, find_engine(), plies=0, background=False)
    return "" if found.whole else "gnubg does not read the record"


def main() -> None:
    matches, first = int((sys.argv[1:] or ["30"])[0]), int((sys.argv[2:] or ["4200"])[0])
    wrong, named, late, faulty, turns, again, began = 0, 0, 0, 0, 0, 0, time.monotonic()
    for seed in range(first, first + matches):
        with tempfile.TemporaryDirectory() as folder:
            one, faults = match(Path(folder) / "journal.sqlite", seed)
        turns += len(one.played.turns)
        wrong += len(one.played.wrong)
        named += one.played.named
        again += one.played.again
        late += sum(not seen or seen - lay > SOON for lay, seen in one.played.wrong)
        faulty += bool(faults)
        print(
            f"{seed}: {one.seat.level}, {one.seat.dice}, {one.state.score}, {len(one.played.turns)} turns",
            *faults,
            flush=True,
        )
    print(
        f"{matches} matches, {faulty} with a fault; {turns} turns; {wrong} plays made wrongly first, {late} not said "
        f"within a second, {named} named at once with every checker where it lay; {again} rolls thrown again; "
        f"{time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()
