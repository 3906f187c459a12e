"""What a reading takes while a film becomes a record: `python -m lab.benchmarks.beside_recording FILM [--readings 80]`.

The film (any that shows a board set up; `lab.simulator.joined` makes one) is followed as beside a table, in a process
that gives way, while the demo's board is read picture after picture; readings alone and beside it take turns, so that
other work on the machine falls on both.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from arbiter.match.events import MatchStarted
from bookgammon.recordings.agreed import UNKNOWN
from bookgammon.recordings.job import RecordingJob
from bookgammon.recordings.worker import BACKGROUND
from lab.benchmarks.readings import ReadingsBeside


@contextmanager
def followed(job: RecordingJob) -> Iterator[None]:
    """The film is followed, from where it stood, while the block runs: it is on its way before that begins."""
    words = [sys.executable, "-m", "bookgammon.recordings.worker", str(job.folder), BACKGROUND]
    with subprocess.Popen(words, stdin=subprocess.PIPE) as program:
        try:
            while job.progress().frame <= job.frame or not list(job.folder.glob("board-*.toml")):
                if program.poll() is not None:
                    sys.exit(job.trouble or "The film is at its end: take a longer one.")
                time.sleep(0.2)
            yield
        finally:
            program.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("film", type=Path)
    parser.add_argument("--readings", type=int, default=80, help="of each kind [80]")
    args = parser.parse_args()
    readings = ReadingsBeside(args.readings)
    with tempfile.TemporaryDirectory() as folder:
        job = RecordingJob(Path(folder) / "film")
        job.begin(args.film, [MatchStarted(0, 0.0, UNKNOWN)])
        found = readings.compare(partial(followed, job))
        print(f"{found}; {job.progress().frame} frames of the film by then", flush=True)


if __name__ == "__main__":
    main()
