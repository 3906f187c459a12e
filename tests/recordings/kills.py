"""A film followed once undisturbed, and once killed again and again: `python -m tests.recordings.kills [TIMES]`.

The film is the demo's, cut and joined; its parts are short, so that many a kill comes between two checkpoints. Prints
what differs; exit code 1 where anything does.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from arbiter.match.events import MatchStarted
from arbiter.rules import Rules
from bookgammon.recordings.job import RecordingJob
from tests.recordings.films import CONTESTED, ENDING, film, kept

WORK = """
import sys
from bookgammon.recordings import following, worker
following.PART_S = 5.0
sys.exit(worker.main())
"""
FRAMES = 630
"""Of the film; kills are spread over them."""


def started(job: RecordingJob) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-c", WORK, str(job.folder), "foreground"]
    return subprocess.Popen(words, stdin=subprocess.PIPE)


def main() -> int:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.TemporaryDirectory() as folder:
        path = film(Path(folder) / "film.mp4", [CONTESTED, ENDING])
        jobs = [RecordingJob(Path(folder) / name) for name in ("undisturbed", "killed")]
        for job in jobs:
            job.begin(path, [MatchStarted(0, 0.0, Rules(length=5))])
        undisturbed, killed = jobs
        if started(undisturbed).wait():
            print(undisturbed.trouble)
            return 1
        frames = []
        for number in range(1, times + 1):
            process = started(killed)
            while process.poll() is None and killed.progress().frame < number * FRAMES // (times + 1):
                time.sleep(0.02)
            process.kill()
            process.wait()
            frames.append(killed.frame)
        process = started(killed)
        process.wait()
        same = undisturbed.events() == killed.events() and kept(undisturbed) == kept(killed)
        print(f"killed {times} times, with checkpoints at {frames}: {len(killed.events())} events,", end=" ")
        print("the same record, pictures and clips" if same else "NOT the same record")
        return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
