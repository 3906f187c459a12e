"""What the analysis takes from a table that a live camera shows: the demo's game as a phone's stream.

    python -m lab.benchmarks.live_table [--times 1] [--light]

The real `play` follows 30 frames a second with the real eyes, alone and with the engine at work on another match all
the time, or with --light alone and as small machines do. A camera does not wait: frames are dropped, and a warning that
comes late is late. Warnings are timed when they are printed, against the moment at which the play lay there whole;
frames a second and dropped are as the log tells them for a minute; answers are the page's, asked for its state five
times a second. All by the clock: worth something only on a machine with nothing else to do.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np

from arbiter.records import MatchRecord, read_record
from bookgammon.errors import AnalysisStopped
from bookgammon.plugins.gnubg.analysis.engine import find_engine
from bookgammon.plugins.gnubg.analysis.match_analysis import analysed
from lab.benchmarks.analysis import MATCH, load
from lab.benchmarks.evening import FPS, SIZE, first_page, free_port, learned_board
from tests.commands.program import RECORDING, environment

WARNINGS = ("illegal", "bad_roll")
WHOLE_S = (293 / 15, 581 / 15, 953 / 15)
"""Of the recording: when each of its illegal plays lies there whole; the last is half a play: when its dice go."""
AT_REST_S = 12.0
"""The start is shown for so long before the first roll, so that the eyes are loaded and the match has begun."""


class Film(ThreadingHTTPServer):
    """A phone that shows a recording as it happens: whoever looks sees the picture of the moment.

    fps: pictures a second; where one is empty the stream breaks off. Before it begins the first second is shown over
    and over: there the start lies.
    """

    daemon_threads = True

    def __init__(self, pictures: Sequence[bytes], fps: int = FPS) -> None:
        self.pictures, self.fps = pictures, fps
        self.began = float("inf")
        super().__init__(("127.0.0.1", 0), _Stream)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/video"

    @property
    def position(self) -> float:
        """Seconds of the film so far; negative before it begins."""
        return time.monotonic() - self.began

    @property
    def over(self) -> bool:
        return self.position * self.fps >= len(self.pictures)


class _Stream(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        film = self.server
        assert isinstance(film, Film)
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        due, sent = time.monotonic(), 0
        while not film.over:
            number = int(film.position * film.fps) if film.position >= 0 else sent % film.fps
            jpeg = film.pictures[min(number, len(film.pictures) - 1)]
            if not jpeg:  # the stream breaks off
                return
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + jpeg + b"\r\n")
            except OSError:  # whoever looked has gone
                return
            sent += 1
            due = max(due + 1 / film.fps, time.monotonic())
            time.sleep(max(0.0, due - time.monotonic()))

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


def filmed() -> list[bytes]:
    """The recording at 720p and 30 frames a second: each of its frames twice, with the noise of a camera."""
    chance, pictures = np.random.default_rng(1), list[bytes]()
    grain = [chance.normal(0, 2, (SIZE[1], SIZE[0], 3)).astype(np.int16) for _ in range(7)]
    capture = cv2.VideoCapture(str(RECORDING / "game.mp4"))
    rate = round(FPS / capture.get(cv2.CAP_PROP_FPS))
    while (read := capture.read())[0]:
        large = cv2.resize(read[1], SIZE)
        for _ in range(rate):
            noisy = np.clip(large + grain[len(pictures) % len(grain)], 0, 255).astype(np.uint8)
            pictures.append(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())
    capture.release()
    return pictures


# ------------------------------------------------------------------ the engine beside it


class Beside:
    """Runs the engine over and over again, as it runs between games, until it is stopped. games: that it has done."""

    def __init__(self, record: MatchRecord) -> None:
        self._record, self._over, self.games = record, threading.Event(), 0
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self._over.is_set():
            with suppress(AnalysisStopped):
                for growing in analysed(self._record, find_engine(), stopped=self._over.is_set):
                    self.games += bool(growing.known)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join()


@contextmanager
def engine_beside(record: MatchRecord) -> Iterator[Beside]:
    beside = Beside(record)
    beside.start()
    try:
        yield beside
    finally:
        beside.stop()


# ------------------------------------------------------------------ the table


@dataclass(frozen=True, slots=True)
class Followed:
    """warnings: seconds after each illegal play, not a number where none came. answers: seconds. log: its minutes.
    events: how many of each kind.

    busy: seconds of a processor, from its start to its end.
    """

    warnings: list[float]
    events: Counter[str]
    answers: list[float]
    log: list[str]
    busy: float


def followed(pictures: Sequence[bytes], board: Path, *more: str) -> Followed:
    """more: words for `play`."""
    port, answers, events = free_port(), list[float](), list[tuple[float, str]]()
    film, before = Film(pictures), os.times()
    threading.Thread(target=film.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as data, (Path(data) / "said").open("wb") as said:
        words = ["play", film.address, "--board", board, "--data", data, "--port", port, "--json", "-v", *more]
        with subprocess.Popen(
            [sys.executable, "-m", "bookgammon", *map(str, words)],
            env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said,
        ) as running:  # fmt: skip
            first_page(running, port)
            time.sleep(AT_REST_S)
            film.began = time.monotonic()
            threading.Thread(target=_ask, args=(running, port, answers), daemon=True).start()
            threading.Timer(len(pictures) / FPS, running.send_signal, [signal.SIGINT]).start()
            assert running.stdout
            for line in running.stdout:
                events.append((film.position, json.loads(line)["event"]))
        film.shutdown()
        film.server_close()
        lines = (Path(data) / "said").read_text().splitlines()
        now = os.times()
    busy = now.children_user + now.children_system - before.children_user - before.children_system
    told = [at for at, name in events if name in WARNINGS]
    late = [next((at - whole for at in told if 0 <= at - whole < 5), float("nan")) for whole in WHOLE_S]
    minutes = [line for line in lines if "dropped" in line]
    return Followed(late, Counter(name for _, name in events), answers, minutes, busy)


def _ask(running: subprocess.Popen[bytes], port: int, answers: list[float]) -> None:
    while running.poll() is None:
        began = time.monotonic()
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/api/state", timeout=10) as answer:
            answer.read()
            answers.append(time.monotonic() - began)
        time.sleep(0.2)


def told_in_words(seen: Followed) -> str:
    answers = sorted(seen.answers)
    events = ", ".join(f"{count} {name}" for name, count in sorted(seen.events.items()))
    minute = "; ".join(line.partition(": ")[2] or line for line in seen.log)
    return (
        f"warnings after {', '.join(f'{late:.2f}' for late in seen.warnings)} s; {events}; {minute};"
        f" {seen.busy:.0f} s of a processor; {len(answers)} answers, p95 {_ms(answers, 0.95)},"
        f" at most {_ms(answers, 1)}; {load()}"
    )


def _ms(values: Sequence[float], share: float) -> str:
    return f"{1000 * values[min(len(values) - 1, int(share * len(values)))]:.0f} ms" if values else "none"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=1, help="how often, in turns [1]")
    parser.add_argument("--light", action="store_true", help="beside it as small machines do, not with the engine")
    args = parser.parse_args(argv)
    pictures = filmed()
    with tempfile.TemporaryDirectory() as folder:
        board, _start = learned_board(Path(folder))
        for _ in range(args.times):
            print(f"alone:  {told_in_words(followed(pictures, board, '--no-light'))}", flush=True)
            if args.light:
                print(f"light:  {told_in_words(followed(pictures, board, '--light'))}", flush=True)
                continue
            with engine_beside(read_record(MATCH.read_text(encoding="utf-8"))) as beside:
                print(f"engine: {told_in_words(followed(pictures, board))}; {beside.games} games analysed", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
