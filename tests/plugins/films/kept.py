"""What a film became: its pictures and clips."""

from __future__ import annotations

import hashlib
from pathlib import Path

from bookgammon.plugins.films.job import PICTURES, RecordingJob
from vision.sources.sources import FileSource, Frame, own_capture


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
