"""What a reading takes while a film becomes a record: `python -m lab.benchmarks.beside_recording FILM [--readings 80]`.

The film (any that shows a board set up; `lab.simulator.joined` makes one) is followed as beside a table, in a process
that gives way, while the demo's board is read picture after picture; readings alone and beside it take turns, so that
other work on the machine falls on both.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from arbiter.match.events import MatchStarted
from bookgammon.plugins.films.agreed import UNKNOWN
from bookgammon.plugins.films.job import RecordingJob
from bookgammon.plugins.films.worker import BACKGROUND
from lab.benchmarks.readings import ReadingsBeside


@contextmanager
def following(job: RecordingJob) -> Iterator[subprocess.Popen[bytes]]:
    """The process that follows the film, held in the middle of it."""
    words = [sys.executable, "-m", "bookgammon.plugins.films.worker", str(job.folder), BACKGROUND]
    with subprocess.Popen(words, stdin=subprocess.PIPE) as program:
        try:
            while job.progress().frame <= 0 or not list(job.folder.glob("board-*.toml")):
                if program.poll() is not None:
                    sys.exit(job.trouble or "The film is at its end: take a longer one.")
                time.sleep(0.2)
            program.send_signal(signal.SIGSTOP)
            yield program
        finally:
            program.kill()


@contextmanager
def going_on(program: subprocess.Popen[bytes]) -> Iterator[None]:
    """It follows the film while the block runs."""
    program.send_signal(signal.SIGCONT)
    try:
        yield
    finally:
        program.send_signal(signal.SIGSTOP)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("film", type=Path)
    parser.add_argument("--readings", type=int, default=80, help="of each kind [80]")
    args = parser.parse_args()
    readings = ReadingsBeside(args.readings)
    with tempfile.TemporaryDirectory() as folder:
        job = RecordingJob(Path(folder) / "film")
        job.begin(args.film, [MatchStarted(0, 0.0, UNKNOWN)])
        with following(job) as program:
            before = job.progress().frame
            found = readings.compare(partial(going_on, program))
            print(f"{found}; {job.progress().frame - before} frames of the film meanwhile", flush=True)


if __name__ == "__main__":
    main()
