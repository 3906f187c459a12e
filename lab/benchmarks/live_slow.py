"""A live game on a machine that is too slow for it: what is recorded of it, and what is wrong in that.

    python -m lab.benchmarks.live_slow FOLDER... [--share 0.5 0.35 0.25] [--counted]

Each folder holds a game as `lab.simulator.clips` renders it (or the recording's, as `bookgammon/recording` does not
tell what is played): 15 pictures a second, a play every five seconds. The real `play` follows it as a phone's stream,
held to that share of one core by the system's quota (Linux, as root); nobody answers what it asks. --counted: no quota
and no clock; watcher and referee alone get the pictures as late as their own processor time would have them on a
machine that takes READING_S for a whole board, which compares two ways beside other work.

Rolls and plays are right where the record holds them, in their order, when the film is over. A turn of the record that
nobody played is wrong; it is marked where its roll is inferred or unknown, or where it is recorded as illegal. False
are warnings where no rule was broken. Asking: games at whose end the program asks for the board.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.plays import Dice
from arbiter.records import Played
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.xgid import parse_xgid
from bookgammon.history.journal import FILE, Journal
from bookgammon.table.seat_aware_watcher import SeatAwareWatcher
from bookgammon.table.table import FrameTime, Table, opening
from calibration.board import Board
from calibration.board_file import load_board
from lab.benchmarks.analysis import load
from lab.benchmarks.evening import first_page, free_port
from lab.benchmarks.latency import board_file, pictures_of
from lab.benchmarks.live_table import AT_REST_S, Film
from lab.benchmarks.slow_machine import CountedSource, Quota, quota
from lab.campaigns.corrections import Turn
from lab.campaigns.reel import turns_of
from tests.commands.program import environment
from vision.reader import Reader
from vision.sources.pictures import Image, board_picture

READING_S = 0.09
"""Of processor time for a whole board: of the machine of docs/performance.md."""
DECODING_S = 0.0022
"""Of processor time for a picture of 960 by 540 in the stream's process, with what hands it over."""
LATE_S = 6.0
"""Seconds after an illegal play's turn for which it may still be warned of."""
BEFORE_S = 1.0
AFTER, SETTLED = 60, 6
"""Pictures after the film's end, and how many of its last ones they are."""


@dataclass
class Kept:
    """What one game left: its record, and what was said."""

    played: list[Played] = field(default_factory=list)
    said: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    """Seconds of the film, and the event."""
    asked: bool = False
    log: str = ""


@dataclass
class Score:
    plies: int = 0
    rolls: int = 0
    plays: int = 0
    illegal: int = 0
    caught: int = 0
    wrong: int = 0
    marked: int = 0
    false: int = 0
    asking: int = 0
    details: list[str] = field(default_factory=list)

    def add(self, truth: dict[str, Any], kept: Kept) -> None:
        turns = turns_of(truth)
        self.asking += kept.asked
        self.plies += len(turns)
        self.rolls += _in_order([_roll(t.dice) for t in turns], [_roll(p.dice) for p in kept.played])
        # a turn counts as played where the same player has left the same board
        were, are = [(t.player, t.after) for t in turns], [(p.side, p.after) for p in kept.played]
        self.plays += _in_order(were, are)
        for played in kept.played:
            if not any(played.side is t.player and played.after == t.after and _same(played.dice, t) for t in turns):
                marked = played.source != "read" or played.dice is None or played.illegal
                self.wrong, self.marked = self.wrong + (not marked), self.marked + marked
                self.details.append(f"{played.side} {played.dice} {played.play}{' (marked)' if marked else ' WRONG'}")
        self._warnings(truth, kept)

    def _warnings(self, truth: dict[str, Any], kept: Kept) -> None:
        owed, fps = set[int](), truth["fps"]
        for ply in truth["plies"]:
            if ply["legal"]:
                continue
            half = ply["why"].startswith("one_die")
            since = ply["lifted_frame" if half else "played_frame"] / fps - BEFORE_S
            until = ply["clear_frame"] / fps + LATE_S
            mine = [n for n, (at, e) in enumerate(kept.said) if e["event"] == "illegal" and since <= at <= until]
            owed.update(mine)
            if not (half and ply["corrected_frame"]):
                self.illegal, self.caught = self.illegal + 1, self.caught + bool(mine)
        for n, (at, event) in enumerate(kept.said):
            if event["event"] in ("illegal", "bad_roll") and n not in owed:
                self.false += 1
                self.details.append(f"FALSE at {at:.1f} s: {event['message']}")

    def __str__(self) -> str:
        return (
            f"rolls {self.rolls} of {self.plies} ({self.rolls / max(1, self.plies):.2f}), plays {self.plays}"
            f" ({self.plays / max(1, self.plies):.2f}), illegal {self.caught} of {self.illegal},"
            f" wrong and unmarked {self.wrong}, wrong and marked {self.marked}, false {self.false},"
            f" asking {self.asking}"
        )


def _roll(dice: Dice | None) -> tuple[int, ...]:
    return tuple(sorted(dice)) if dice else ()


def _same(dice: Dice | None, turn: Turn) -> bool:
    return dice is None or _roll(dice) == _roll(turn.dice)


def _in_order(were: Sequence[object], are: Sequence[object]) -> int:
    """How many of these are there in the same order: the longest common subsequence."""
    row = [0] * (len(are) + 1)
    for one in were:
        before = 0
        for n, other in enumerate(are, 1):
            before, row[n] = row[n], before + 1 if one == other else max(row[n], row[n - 1])
    return row[-1]


def _kept(events: Sequence[Event], said: list[tuple[float, dict[str, Any]]], log: str = "") -> Kept:
    record = record_of(events)
    played = [a for game in record.games for a in game.actions if isinstance(a, Played) and not a.unplayed]
    return Kept(played, said, fold(events).out_of_step is not None, log)


def by_quota(folder: Path, truth: dict[str, Any], file: Path, share: float, held: Quota) -> Kept:
    """The real program before a stream."""
    port, said = free_port(), list[tuple[float, dict[str, Any]]]()
    film = Film(_with_end(pictures_of(folder)), round(truth["fps"]))
    threading.Thread(target=film.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as data, (Path(data) / "said").open("wb") as errors:
        words = ["play", film.address, "--board", file, "--data", data, "--port", port, "--json", "-v"]
        start = ["--position", truth["xgid"]] if "xgid" in truth else []
        with subprocess.Popen(
            [sys.executable, "-m", "bookgammon", *map(str, [*words, "--length", "5", *start])],
            env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
        ) as running:  # fmt: skip
            held.hold(running.pid)
            first_page(running, port)
            time.sleep(AT_REST_S)
            held.limit(share)
            film.began = time.monotonic()
            threading.Timer(len(film.pictures) / film.fps, running.send_signal, [signal.SIGINT]).start()
            assert running.stdout
            for line in running.stdout:
                said.append((film.position, json.loads(line)))
            held.limit(None)
        film.shutdown()
        film.server_close()
        with Journal(Path(data) / FILE) as journal:
            match = journal.unfinished() or journal.matches()[-1]
            lines = (Path(data) / "said").read_text().splitlines()
            log = "; ".join(line.partition("INFO")[2] or line for line in lines if "dropped" in line)
            return _kept(journal.events(match), said, log)


def by_count(folder: Path, truth: dict[str, Any], file: Path, share: float) -> Kept:
    """Watcher and referee alone, in this process."""
    learned = load_board(file, board_picture)
    begun = parse_xgid(truth["xgid"]) if "xgid" in truth else None
    events, said = list[Event](), list[tuple[float, dict[str, Any]]]()

    def keep(new: Sequence[Event]) -> None:
        events.extend(new)
        said.extend((event.time, event_to_json(event)) for event in new)

    watcher = SeatAwareWatcher(learned)
    table = Table((), keep, (watcher.on_update,))
    table.commit(opening(Rules(length=5), (0, 0), begun, FrameTime()))
    referee = Referee(table.state, learned.seats)
    pictures = _decoded(_with_end(pictures_of(folder)))
    source = CountedSource(pictures, truth["fps"], share, DECODING_S, _pace(learned, pictures[0]))
    table.follow(source.items(), watcher, referee)
    table.settle(referee)
    return _kept(events, said, f"{source.rate:.1f} looks a second")


def _pace(board: Board, picture: Image) -> float:
    """READING_S as a share of what a whole board takes here, just now."""
    reader, took = Reader(board), list[float]()
    for _ in range(5):
        began = time.process_time()
        reader.read(reader.fitting(picture))
        took.append(time.process_time() - began)
    return READING_S / sorted(took)[2]


def _with_end(pictures: list[bytes]) -> list[bytes]:
    """The table goes on lying there as it does at last."""
    return pictures + [pictures[number % SETTLED - SETTLED] for number in range(AFTER)]


def _decoded(jpegs: Sequence[bytes]) -> list[Image]:
    return [np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8) for jpeg in jpegs]


def copied(game: Path, to: Path) -> Path:
    """The game's folder in which its board may be left: games may lie where nobody writes."""
    shutil.copytree(game, to / game.name)
    return to / game.name


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--share", nargs="+", type=float, default=[0.5, 0.35, 0.25], help="of one core [0.5 0.35 0.25]")
    parser.add_argument("--counted", action="store_true", help="by processor time, without quota and clock")
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    scores = {share: Score() for share in args.share}
    with tempfile.TemporaryDirectory() as scratch, quota() if not args.counted else nullcontext() as held:
        for game in args.games:
            folder = copied(game, Path(scratch))
            truth = json.loads((folder / "truth.json").read_text())
            board = board_file(folder, truth)
            for share in args.share:
                kept = by_quota(folder, truth, board, share, held) if held else by_count(folder, truth, board, share)
                one = Score()
                one.add(truth, kept)
                scores[share].add(truth, kept)
                print(f"{game.name} at {share:g}: {one}; {kept.log}; {load()}", flush=True)
                for detail in one.details:
                    print(f"    {detail}", flush=True)
    for share, score in scores.items():
        print(f"all at {share:g}: {score}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
