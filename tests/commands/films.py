"""Films made of the recording that ships with the program: no whole evening, but a start, a cut and an end."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import cv2

from bookgammon.plugins.films.job import PICTURES, RecordingJob
from vision.sources.sources import FileSource, Frame, own_capture

RECORDING = Path(__file__).parents[2] / "bookgammon" / "recording"
FPS = 15
Passage = tuple[str, int, int]
"""The name of a clip, its first frame and the one after its last."""
OPENING: Passage = ("game.mp4", 0, 265)
"""The starting position and three plays; the dice of the fourth turn lie."""
CONTESTED: Passage = ("game.mp4", 0, 375)
"""The same and a fourth turn: an illegal play, which is put right."""
ENDING: Passage = ("ending.mp4", 320, 575)
"""The last ply of another game, its gammon, the board set up again and the next opening."""


def kept(job: RecordingJob) -> dict[str, bytes]:
    """The pictures by their names, and a hash of those of each clip: its file names its track by chance."""
    paths = sorted((job.folder / PICTURES).iterdir())
    return {path.name: path.read_bytes() if path.suffix == ".jpg" else _hash_of(path) for path in paths}


def _hash_of(clip: Path) -> bytes:
    found = hashlib.sha256()
    source = FileSource(clip, own_capture)
    for item in source.items():
        if isinstance(item, Frame):
            found.update(item.image.tobytes())
    source.close()
    return found.digest()


def film(path: Path, passages: Sequence[Passage]) -> Path:
    """The passages one after the other, cut hard."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (960, 540))
    for name, first, end in passages:
        source = FileSource(RECORDING / name, own_capture)
        for item in source.items():
            if isinstance(item, Frame) and first <= item.index < end:
                writer.write(item.image)
            if isinstance(item, Frame) and item.index >= end:
                break
        source.close()
    writer.release()
    return path
