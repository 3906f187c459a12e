"""Films made of the recording that ships with the program: no whole evening, but a start, a cut and an end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import cv2

from vision.sources.sources import FileSource, Frame, open_source, own_capture

RECORDING = Path(__file__).parents[2] / "bookgammon" / "recording"
FPS = 15
STANDING_S = 90
STANDING_FPS = 5
Passage = tuple[str, int, int]
"""The name of a clip, its first frame and the one after its last."""
OPENING: Passage = ("game.mp4", 0, 265)
"""The starting position and three plays; the dice of the fourth turn lie."""
CONTESTED: Passage = ("game.mp4", 0, 375)
"""The same and a fourth turn: an illegal play, which is put right."""
ENDING: Passage = ("ending.mp4", 320, 575)
"""The last ply of another game, its gammon, the board set up again and the next opening."""


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


def standing_film(path: Path, seconds: int = STANDING_S, fps: int = STANDING_FPS) -> Path:
    """The set-up board, before any die is thrown, for as long as it takes."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (960, 540))
    source = open_source(str(RECORDING / "game.mp4"))
    frames = [item.image for item in islice(source.items(), STANDING_FPS) if isinstance(item, Frame)]
    source.close()
    for number in range(seconds * fps):
        writer.write(frames[number % len(frames)])
    writer.release()
    return path
