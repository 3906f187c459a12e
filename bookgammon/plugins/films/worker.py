"""The process that follows one film, started by the service: `python -m bookgammon.plugins.films.worker FOLDER PLACE`.

In the background it gives way to everything else. It writes nowhere but in the film's folder, and ends with whoever
started it.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from pathlib import Path

from arbiter.errors import ArbiterError
from arbiter.message import Message
from bookgammon.errors import CompanionError
from bookgammon.plugins.films.job import RecordingJob
from bookgammon.terminal.libraries import keep_little_memory
from calibration.errors import CalibrationError
from vision.errors import VisionError
from vision.sources.sources import background_capture, open_capture

NICE = 19
BACKGROUND = "background"


def main() -> int:
    """Exit code 0 once the film is done; 1 where it cannot be, which is noted in its folder."""
    folder, place = sys.argv[1:]
    background = place == BACKGROUND
    if background and hasattr(os, "nice"):
        os.nice(NICE)
    keep_little_memory()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    job = RecordingJob(Path(folder))
    try:
        job.follow(opener=background_capture if background else open_capture)
    except (ArbiterError, CalibrationError, CompanionError, VisionError) as error:
        job.note_trouble(error.args[0] if error.args else str(error))
    except OSError as error:
        job.note_trouble(Message("What is made of the film cannot be kept: {strerror}.", strerror=error.strerror or ""))
    else:
        return 0
    return 1


def _end_with_parent() -> None:
    with suppress(OSError):
        while os.read(0, 4096):  # to its end, which comes when nobody holds the other one any more
            pass  # a reader of Python's own would hold a lock that the interpreter wants when it ends
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
