"""A film followed once undisturbed, and once killed again and again at moments drawn by a seed.

    python -m lab.campaigns.kill films [--times 10] [--film FILM] [--seed 1]

Without a FILM it is the demo's, cut and joined, followed in short parts, so that many a kill comes between two
checkpoints. Prints what differs; exit code 1 where anything does.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from arbiter.match.events import MatchStarted
from arbiter.rules import Rules
from bookgammon.following.following import PART_S
from bookgammon.plugins.films.job import RecordingJob
from lab.campaigns.kill.harness import parser_of
from tests.commands.films import CONTESTED, ENDING, film
from tests.plugins.films.kept import kept

WORK = """
import sys
from bookgammon.following import following, worker
following.PART_S = float(sys.argv.pop())
sys.exit(worker.main())
"""
SHORT_S = 5.0


def started(job: RecordingJob, part_s: float) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-c", WORK, str(job.folder), "foreground", str(part_s)]
    return subprocess.Popen(words, stdin=subprocess.PIPE)


def followed(job: RecordingJob, part_s: float, kills: list[int]) -> list[int]:
    """To the film's end, killed when each of these frames is reached; gives the frames of the checkpoints by then."""
    frames = []
    for frame in kills:
        process = started(job, part_s)
        while process.poll() is None and job.progress().frame < frame:
            time.sleep(0.02)
        process.kill()
        process.wait()
        frames.append(job.frame)
    if started(job, part_s).wait():
        sys.exit(job.trouble)
    return frames


def main(words: Sequence[str]) -> int:
    parser = parser_of("films", __doc__)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--film", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        path = args.film or film(Path(folder) / "film.mp4", [CONTESTED, ENDING])
        jobs = [RecordingJob(Path(folder) / name) for name in ("undisturbed", "killed")]
        for job in jobs:
            job.begin(path, [MatchStarted(0, 0.0, Rules(length=5))])
        undisturbed, killed = jobs
        part_s = PART_S if args.film else SHORT_S
        followed(undisturbed, part_s, [])
        moments = sorted(random.Random(args.seed).sample(range(1, undisturbed.progress().frame), args.times))
        frames = followed(killed, part_s, moments)
        same = undisturbed.events() == killed.events() and kept(undisturbed) == kept(killed)
        print(f"killed at {moments}, with checkpoints at {frames}: {len(killed.events())} events,", end=" ")
        print("the same record, pictures and clips" if same else "NOT the same record")
        return 0 if same else 1
