"""`bookgammon` with a stop-watch: how old each of a telephone's pictures is when it has become evidence.

    python -m lab.campaigns.phone_measured FILE play phone ...

FILE gets one line a picture: when it was taken, when a look at it began and when it was understood, in seconds.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from unittest.mock import patch

from arbiter.referee.evidence import Evidence
from bookgammon.command_line import main
from vision.sources.phone import PhoneSource
from vision.sources.pictures import Image
from vision.watcher import Watcher


def measured(file: Path, words: list[str]) -> int:
    taken: dict[int, float] = {}
    give, look = PhoneSource.give, Watcher.read_frame

    def giving(self: PhoneSource, image: Image, moment: float) -> None:
        taken[id(image)] = moment
        give(self, image, moment)

    def looking(self: Watcher, image: Image, frame: int, moment: float) -> Evidence:
        began = time.monotonic()
        evidence = look(self, image, frame, moment)
        lines.write(json.dumps((taken.pop(id(image), began), began, time.monotonic())) + "\n")
        taken.clear()
        return evidence

    with (
        file.open("w", buffering=1) as lines,
        patch.object(PhoneSource, "give", giving),
        patch.object(Watcher, "read_frame", looking),
    ):
        return main(words)


if __name__ == "__main__":
    sys.exit(measured(Path(sys.argv[1]), sys.argv[2:]))
