"""Hostile cameras between two plays of a match: `python -m lab.campaigns.fuzz_match [--way NAME] [--slower 1]`.

The real `play` follows the demo's game as a network camera's stream, as it happens. Where a play is over and no dice
lie, the camera turns hostile, on the connection that is open and on every new one, until the page has told of it and
for a while longer; then it shows the table again. The record has to be the same as without, and the page has to answer.
"""

from __future__ import annotations

import argparse
import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import cv2
import numpy as np

from arbiter.match.record import record_of
from arbiter.records import write_mat
from bookgammon.history.journal import FILE, Journal
from lab.benchmarks.evening import first_page, free_port
from lab.campaigns.stops import learned_board
from tests.commands.program import RECORDING, environment
from tests.fuzz.hostile_cameras import MIXED, WAYS, Line, Way, part

FPS = 15
GAPS = (104, 179, 254, 367, 442, 542, 671, 746, 821, 896)
"""Frames of the recording at which a play is over and the next roll is not thrown."""
LONGER_S = 6.0
"""How long a camera stays hostile once it has been told of: it is opened again a few times meanwhile."""
TOLD_WITHIN_S, BACK_WITHIN_S = 60.0, 60.0
END = 1040
"""The last play lies there whole."""
AT_REST_S = 12.0
SETTLED_S, SETTLES_WITHIN_S = 4.0, 60.0
"""So long the page has to show the same before the table counts as followed up, however busy the machine is."""


class Film:
    """A network camera that shows the recording as it happens, stands still at a frame, or does one hostile thing."""

    def __init__(self, pictures: Sequence[Sequence[bytes]], slower: float) -> None:
        self._pictures, self._rate, self._changed = pictures, FPS / slower, threading.Event()
        self._way: Way | None = None
        self._from, self._until, self._began = 0, 0, time.monotonic()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}/video"
        threading.Thread(target=self._accept, daemon=True).start()

    def play_to(self, frame: int) -> None:
        """Show the recording on from where it stands, and stand still at that frame."""
        self._from, self._until, self._began = self._until, frame, time.monotonic()
        time.sleep((self._until - self._from) / self._rate)

    def turn(self, way: Way | None) -> None:
        """Become hostile, or a camera again; whatever the way before was doing comes to an end."""
        self._way = way
        self._changed.set()
        self._changed = threading.Event()

    def close(self) -> None:
        self.turn(None)
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _frame(self) -> int:
        return min(self._until, self._from + int((time.monotonic() - self._began) * self._rate))

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(60.0)
            if self._way is not None:
                self._do_harm(connection, anew=True)
                return
            Line(connection, self._changed, Random(1)).request()
            connection.sendall(MIXED)
            for sent in range(10**9):
                if self._way is not None:
                    self._do_harm(connection, anew=False)
                    return
                looks = self._pictures[self._frame()]
                connection.sendall(part(looks[sent % len(looks)]))
                time.sleep(1 / FPS)

    def _do_harm(self, connection: socket.socket, *, anew: bool) -> None:
        way = self._way
        assert way
        line = Line(connection, self._changed, Random(2), begun=not anew)
        if anew and way.asked:
            line.request()
        way.do(line)


@dataclass
class Followed:
    """record: of the match, as it is exported. said: what the page told of each way. answers: of the page, seconds."""

    record: str = ""
    said: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)


def filmed() -> list[list[bytes]]:
    """Each frame with the noise of a camera, those that are shown for long several times."""
    chance, pictures = np.random.default_rng(1), list[list[bytes]]()
    capture = cv2.VideoCapture(str(RECORDING / "game.mp4"))
    while (read := capture.read())[0]:
        looks = 7 if len(pictures) in (0, *GAPS, END) else 1
        noisy = [np.clip(read[1] + chance.normal(0, 2, read[1].shape), 0, 255).astype(np.uint8) for _ in range(looks)]
        pictures.append([cv2.imencode(".jpg", one, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes() for one in noisy])
    return pictures


class Page:
    """What the table's page tells, asked five times a second. Gone for ten seconds, it counts as a fault."""

    def __init__(self, port: int, found: Followed) -> None:
        self._port, self._found, self._over = port, found, threading.Event()
        self.trouble = ""
        self._shown, self._since = "", time.monotonic()
        self._thread = threading.Thread(target=self._ask, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._thread.join()

    def waits_for(self, *, trouble: bool, within: float) -> bool:
        """Whether the page tells of trouble with the camera, or of none, before so many seconds are over."""
        end = time.monotonic() + within
        while bool(self.trouble) != trouble and time.monotonic() < end:
            time.sleep(0.1)
        return bool(self.trouble) == trouble

    def settles(self) -> None:
        """Waits until what the page shows of the match and of the board has stayed the same for a while."""
        end = time.monotonic() + SETTLES_WITHIN_S
        began = time.monotonic()
        while time.monotonic() - max(began, self._since) < SETTLED_S and time.monotonic() < end:
            time.sleep(0.1)

    def _ask(self) -> None:
        while not self._over.wait(0.2):
            began = time.monotonic()
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/api/state", timeout=10) as answer:
                    state = json.load(answer)
                self.trouble = state["camera"]["message"]
                shown = json.dumps([state["match"], state["board"]])
                if shown != self._shown:
                    self._shown, self._since = shown, time.monotonic()
                self._found.answers.append(time.monotonic() - began)
            except OSError as error:
                self._found.faults.append(f"the page does not answer: {error}")


def followed(pictures: Sequence[Sequence[bytes]], board: Path, names: Sequence[str], slower: float) -> Followed:
    """The game with those ways between its plays, some at each gap, in turn."""
    found, port = Followed(), free_port()
    with closing(Film(pictures, slower)) as film, tempfile.TemporaryDirectory() as data:
        words = ["play", film.address, "--board", board, "--data", data, "--port", port]
        words += ["--host", "127.0.0.1", "--names", "Ada,Ben"]
        with (
            (Path(data) / "said").open("wb") as said,
            subprocess.Popen(
                [sys.executable, "-m", "bookgammon", *map(str, words)],
                env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said,
            ) as running,
        ):  # fmt: skip
            try:
                first_page(running, port)
                with closing(Page(port, found)) as page:
                    time.sleep(AT_REST_S)
                    for number, frame in enumerate(GAPS):
                        film.play_to(frame)
                        page.settles()
                        for name in names[number :: len(GAPS)]:
                            _be_hostile(film, page, name, found)
                    film.play_to(END)
                    page.settles()
                running.terminate()
                running.wait(60)
            finally:
                running.kill()
        found.record = recorded(Path(data))
        if b"Traceback" in (written := (Path(data) / "said").read_bytes()) or b"has a fault" in written:
            found.faults.append(written.decode(errors="replace")[-600:])
    return found


def recorded(data: Path) -> str:
    """What others would read of the match. Warnings of a play that is put right at once depend on the moment."""
    with Journal(data / FILE, read_only=True) as journal:
        return write_mat(record_of(journal.events(journal.matches()[-1])))


def _be_hostile(film: Film, page: Page, name: str, found: Followed) -> None:
    way = WAYS[name]
    film.turn(way)
    if page.waits_for(trouble=True, within=TOLD_WITHIN_S):
        found.said[name] = page.trouble
    elif way.fine:
        found.said[name] = "the match goes on"
    else:
        found.faults.append(f"{name}: nothing is told of it")
    time.sleep(LONGER_S)
    film.turn(None)
    if not page.waits_for(trouble=False, within=BACK_WITHIN_S):
        found.faults.append(f"{name}: the camera does not come back: {page.trouble}")
    page.settles()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [name for name, way in WAYS.items() if way.scheme == "http"]
    parser.add_argument("--way", choices=names, action="append")
    parser.add_argument("--slower", type=float, default=1.0, help="so many times, where a busy machine cannot keep up")
    args = parser.parse_args()
    pictures = filmed()
    with tempfile.TemporaryDirectory() as folder:
        board = learned_board(Path(folder))
        without = followed(pictures, board, (), args.slower)
        print(f"without: slowest answer {max(without.answers):.2f} s; its record:\n{without.record}", flush=True)
        found = followed(pictures, board, args.way or names, args.slower)
    for name, sentence in found.said.items():
        print(f"{name}: {sentence}")
    if found.record != without.record:
        found.faults.append(f"the record is another:\n{found.record}")
    print(*(f"FAULT {fault}" for fault in (*without.faults, *found.faults)), sep="\n")
    same = "the same" if found.record == without.record else "NOT the same"
    print(
        f"{len(found.said)} of {len(args.way or names)} ways told on the page; the record is {same}; "
        f"{len(found.answers)} answers of the page, slowest {max(found.answers):.2f} s"
    )
    return 1 if found.faults or without.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
