"""Films that devices send, piece by piece into a file: what is known of each, and how much of it is there.

A piece is taken where the last one ended; after a lost connection the device asks from where to go on.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from arbiter.message import Message
from arbiter.values import plain_name
from bookgammon.errors import RecordingError
from bookgammon.files.atomic_files import OWNER_ONLY, make_private, write_atomically
from bookgammon.plugins.films.agreed import Agreed
from bookgammon.plugins.films.job import RecordingJob

MOST_BYTES = 16 * 10**9
"""Of one film."""
MOST_FILMS = 6
"""Of all that are not past matches yet."""
SPARE = 10**9
"""Bytes of the disk that stay free for the match."""
LONGEST_NAME = 120
FILM = "film"
_UPLOAD = "upload.json"
_ID = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Upload:
    """name: of the file on the device that sends it. recorded: when it was made, ISO 8601. agreed: None where nobody
    has said anything.
    """

    id: str
    name: str
    size: int
    recorded: str
    agreed: Agreed | None = None


class Uploads:
    """The films below one folder, `recordings` in the data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> tuple[Upload, ...]:
        """Those that are there, in the order of their names."""
        found = (self.get(path.parent.name) for path in sorted(self.folder.glob("*/" + _UPLOAD), key=str))
        return tuple(upload for upload in found if upload is not None)

    def get(self, upload: str) -> Upload | None:
        return self._read(upload) if _ID.fullmatch(upload) else None

    def begin(self, name: str, size: int, recorded: str, agreed: Agreed | None) -> Upload:
        """A new one. Raises RecordingError, one sentence, where it does not fit; OSError."""
        if not 0 < size <= MOST_BYTES:
            raise RecordingError(
                Message("A recording has at most {most} GB: cut it in two.", most=MOST_BYTES // 10**9)
            )
        known = self.all()
        if len(known) >= MOST_FILMS:
            raise RecordingError(
                Message("{most} recordings are waiting already: remove one of them first.", most=MOST_FILMS)
            )
        make_private(self.folder)
        coming = sum(upload.size - self.received(upload) for upload in known)
        free = shutil.disk_usage(self.folder).free - SPARE - coming
        if size > free:
            raise RecordingError(
                Message(
                    "There is no room for it: it takes {size} GB, and {free} GB of the table's disk are free for "
                    "recordings.",
                    size=f"{size / 1e9:.1f}",
                    free=f"{max(0, free) / 1e9:.1f}",
                )
            )
        shown = plain_name(name)[:LONGEST_NAME].strip()
        upload = Upload(secrets.token_hex(8), shown, size, recorded, agreed)
        make_private(self.folder / upload.id)
        try:
            self._write(upload)
        except OSError:
            (self.folder / upload.id).rmdir()
            raise
        return upload

    def received(self, upload: Upload) -> int:
        """How many bytes of it are there."""
        try:
            return self.film(upload).stat().st_size
        except OSError:
            return 0

    def is_whole(self, upload: Upload) -> bool:
        return self.received(upload) == upload.size

    def add(self, upload: Upload, offset: int, piece: bytes) -> int:
        """How many bytes are there after a piece, which is left where it does not begin where they end.

        Fewer than it has where the disk takes no more of it. Raises OSError.
        """
        there = self.received(upload)
        if offset != there or there + len(piece) > upload.size:
            return there
        path = self.film(upload)
        path.touch(mode=OWNER_ONLY)
        with path.open("r+b", buffering=0) as file:
            file.seek(offset)  # not to the end: beside this process another one may take the same piece
            return offset + file.write(piece)

    def agree(self, upload: Upload, agreed: Agreed) -> None:
        """What people say of it, whenever they do."""
        self._write(replace(upload, agreed=agreed))

    def film(self, upload: Upload) -> Path:
        return self.folder / upload.id / FILM

    def job(self, upload: Upload) -> RecordingJob:
        return RecordingJob(self.folder / upload.id)

    def forget(self, upload: Upload) -> None:
        """The film and all that was made of it."""
        self.job(upload).forget()

    def _write(self, upload: Upload) -> None:
        write_atomically(self.folder / upload.id / _UPLOAD, json.dumps(asdict(upload)))

    def _read(self, upload: str) -> Upload | None:
        """None where what is there is none."""
        try:
            found = json.loads((self.folder / upload / _UPLOAD).read_text(encoding="utf-8"))
            said = found["agreed"]
            agreed = said and Agreed(
                (plain_name(str(said["names"][0])), plain_name(str(said["names"][1]))),
                int(said["length"]),
                (int(said["score"][0]), int(said["score"][1])),
            )
            return Upload(upload, str(found["name"]), int(found["size"]), str(found["recorded"]), agreed)
        except (OSError, ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError):
            return None
