"""A film's work as it is kept in the data folder, so that it goes on after whatever ended it.

One folder a film: what people said of it, the events up to the last checkpoint, that checkpoint, the boards that were
found, the pictures. An event that was written after the checkpoint is made again, so nothing is lost or twice.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from arbiter.errors import ArbiterError
from arbiter.match.event_json import event_from_json, event_to_json, message_to_json
from arbiter.match.events import Event
from arbiter.message import Message
from bookgammon.boards.known_boards import save_board
from bookgammon.errors import RecordingError
from bookgammon.files.atomic_files import make_private, write_atomically
from bookgammon.following.film import FilmFile, PictureFolder
from bookgammon.following.following import Checkpoint, Following, checkpoint_from_json, checkpoint_to_json
from bookgammon.plugins.films.film_clips import FilmClips
from calibration.board import Board
from calibration.board_file import load_board
from vision.sources.frames import Opener
from vision.sources.pictures import board_picture
from vision.sources.sources import KnownFrame, background_capture

FOLDER = "recordings"
"""In the data folder."""
_DESCRIPTION, _EVENTS, _CHECKPOINT, _NOW = "recording.json", "events.jsonl", "checkpoint.json", "now.json"
_TROUBLE = "trouble.json"
_FORGOTTEN = ".forgotten"
PICTURES = "pictures"
_NOTED_EVERY_S = 1.0


@dataclass(frozen=True, slots=True)
class JobProgress:
    """frame of total, as far as that is known; seconds: how long this run has taken to get there from `began_at`."""

    frame: int = 0
    total: int | None = None
    began_at: int = 0
    seconds: float = 0.0

    @property
    def left(self) -> float | None:
        """Seconds until it is done at the pace of this run, where that can be said yet."""
        done = self.frame - self.began_at
        if self.total is None or done <= 0 or self.seconds < 1:
            return None
        return self.seconds * max(0, self.total - self.frame) / done


def remove_forgotten(folder: Path) -> None:
    """Delete what was forgotten below `recordings`, and still is there where that was cut off."""
    for forgotten in folder.glob("*" + _FORGOTTEN):
        shutil.rmtree(forgotten, ignore_errors=True)


def job_id(film: Path) -> str:
    """The same for the same file, another one once it was changed. Raises RecordingError where there is none."""
    try:
        found = film.stat()
    except OSError as error:
        raise RecordingError(
            Message("The recording {path} cannot be read: {strerror}.", path=film, strerror=error.strerror)
        ) from error
    text = f"{film.resolve()}\n{found.st_size}\n{found.st_mtime_ns}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class RecordingJob:
    """The work on one film. folder: its own, `recordings/ID` in the data folder; it is there once it was begun."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def id(self) -> str:
        return self.folder.name

    @property
    def is_begun(self) -> bool:
        return (self.folder / _DESCRIPTION).is_file()

    def begin(self, film: Path, opening: Sequence[Event], recorded: str = "") -> None:
        """Note what it is about. opening: the events that the match begins with. recorded: when, as the journal notes
        times; empty: as the file says.
        """
        make_private(self.folder / PICTURES)
        if not recorded:
            recorded = datetime.fromtimestamp(film.stat().st_mtime, UTC).isoformat(timespec="seconds")
        described = {
            "film": str(film.resolve()),
            "recorded": recorded,
            "opening": [event_to_json(event) for event in opening],
        }
        write_atomically(self.folder / _DESCRIPTION, json.dumps(described))

    @property
    def film(self) -> Path:
        return Path(self._described()["film"])

    @property
    def recorded(self) -> str:
        """When the film was made, as the journal notes times."""
        return str(self._described()["recorded"])

    @property
    def is_done(self) -> bool:
        """Whether the film was followed to its end."""
        return bool(self._kept()[1])

    @property
    def frame(self) -> int:
        """The film's next frame, as of the last checkpoint."""
        return self._kept()[0].frame

    @property
    def has_picture(self) -> bool:
        return any((self.folder / PICTURES).glob("*.jpg"))

    def first_picture(self) -> bytes | None:
        """A JPEG of the board, once there is one."""
        with suppress(OSError, ValueError):
            found = min((self.folder / PICTURES).glob("*.jpg"), key=lambda path: int(path.stem), default=None)
            return found.read_bytes() if found else None
        return None

    def events(self) -> tuple[Event, ...]:
        """All that happened up to the last checkpoint. Raises RecordingError where they are not what was written."""
        return self._read()[0]

    def progress(self) -> JobProgress:
        """How far it is by now."""
        try:
            found = json.loads((self.folder / _NOW).read_text(encoding="utf-8"))
            frame, total, began_at, seconds = (found[key] for key in ("frame", "total", "began_at", "seconds"))
            return JobProgress(int(frame), total and int(total), int(began_at), int(seconds))
        except (OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError):
            return JobProgress()

    def note_trouble(self, sentence: str) -> None:
        """Why it cannot go on."""
        message = sentence if isinstance(sentence, Message) else Message.joined("", (sentence,))
        with suppress(OSError):  # then there is no room for the sentence either
            write_atomically(self.folder / _TROUBLE, json.dumps(message_to_json(message), default=str))

    @property
    def trouble(self) -> str:
        """Why it cannot go on, one sentence, or nothing."""
        try:
            found = json.loads((self.folder / _TROUBLE).read_text(encoding="utf-8"))
            return Message.from_parts(found["pattern"], found.get("plural"), found["values"])
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return ""

    def forget(self) -> None:
        """Nothing of the work stays behind: at once it is no work any more, then its files go (`remove_forgotten`)."""
        with suppress(OSError):
            self.folder.rename(self.folder.with_suffix(_FORGOTTEN))
        shutil.rmtree(self.folder, ignore_errors=True)
        remove_forgotten(self.folder.parent)

    # -------------------------------------------------------------- the work

    def follow(
        self,
        on_event: Callable[[Event], None] = lambda _: None,
        on_frame: Callable[[int], None] = lambda _: None,
        opener: Opener = background_capture,
    ) -> None:
        """From where it stood to the film's end. Raises RecordingError or SourceError, one sentence."""
        checkpoint, done = self._kept()
        if done:
            return
        events, size = self._read()
        pictures = PictureFolder(self.folder / PICTURES)
        background = opener is background_capture
        with (
            FilmClips(self.folder / PICTURES, background=background) as clips,
            (self.folder / _EVENTS).open("r+b" if size else "wb") as file,
        ):
            film = FilmFile(self.film, opener, clips.pass_by, self._known())
            noted = _Noting(self.folder / _NOW, film.total, checkpoint.frame)
            file.truncate(size)
            file.seek(size)

            def show_board(board: Board) -> None:
                pictures.show_board(board)
                clips.show_board(board)

            def keep(made: Sequence[Event]) -> None:
                for event in made:
                    file.write(json.dumps(event_to_json(event)).encode() + b"\n")
                    on_event(event)

            def reached(at: Checkpoint, *, done: bool = False) -> None:
                clips.end_part()
                file.flush()
                os.fsync(file.fileno())
                self._keep(at, file.tell(), film.known(at.frame), done=done)

            def seen(frame: int) -> None:
                noted.seen(frame)
                on_frame(frame)

            if not size:
                keep(events)
                checkpoint = Checkpoint(events=len(events))
                reached(checkpoint)
            following = Following(
                film,
                KeptBoards(self.folder, checkpoint.board, show_board),
                checkpoint,
                events,
                keep,
                reached=reached,
                observers=(pictures.on_update, clips.on_update),
                seen=seen,
            )
            following.run()
            reached(following.at, done=True)
        noted.finish()

    def _described(self) -> dict[str, Any]:
        found = self._loaded(_DESCRIPTION)
        kinds = {"film": str, "recorded": str, "opening": list}
        if not isinstance(found, dict) or any(not isinstance(found.get(key), kind) for key, kind in kinds.items()):
            raise self._torn()
        return found

    def _kept(self) -> tuple[Checkpoint, bool]:
        """The checkpoint, and whether it is the film's end."""
        if not (self.folder / _CHECKPOINT).exists():
            return Checkpoint(), False
        try:
            found = self._loaded(_CHECKPOINT)
            return checkpoint_from_json(found), bool(found["done"])
        except (ValueError, TypeError, LookupError, OverflowError) as error:
            raise self._torn() from error

    def _keep(self, at: Checkpoint, size: int, known: Sequence[KnownFrame], *, done: bool) -> None:
        kept = {
            **checkpoint_to_json(at),
            "bytes": size,
            "done": done,
            "known": [[each.index, each.time] for each in known],
        }
        write_atomically(self.folder / _CHECKPOINT, json.dumps(kept))

    def _known(self) -> tuple[KnownFrame, ...]:
        """Frames by which the film is begun in the middle; without them all is decoded from its beginning."""
        with suppress(RecordingError, ValueError, TypeError, LookupError, OverflowError):
            return tuple(KnownFrame(int(at), float(when)) for at, when in self._loaded(_CHECKPOINT)["known"])
        return ()

    def _read(self) -> tuple[tuple[Event, ...], int]:
        """The events that count, and their bytes in the file: what follows was written after the last checkpoint."""
        try:
            if not (self.folder / _CHECKPOINT).exists():
                return tuple(event_from_json(each) for each in self._described()["opening"]), 0
            size = int(self._loaded(_CHECKPOINT)["bytes"])
            text = (self.folder / _EVENTS).read_bytes()[:size]
            events = tuple(event_from_json(json.loads(line)) for line in text.splitlines())
            if len(text) != size or len(events) != self._kept()[0].events:
                raise self._torn()
        except (ArbiterError, OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
            raise self._torn() from error
        return events, size

    def _loaded(self, name: str) -> Any:
        try:
            return json.loads((self.folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise self._torn() from error

    def _torn(self) -> RecordingError:
        return RecordingError(
            Message("What was kept of a recording in {folder} is torn: delete that folder.", folder=self.folder)
        )


class KeptBoards:
    """The boards of a film as board files. last: the number of the newest that counts; others were found after the last
    checkpoint, and are found again. show: gets each that is used from then on.
    """

    def __init__(self, folder: Path, last: int, show: Callable[[Board], None]) -> None:
        self._folder, self._last, self._show = folder, last, show

    def keep(self, board: Board) -> int:
        self._last += 1
        save_board(board, self._path(self._last))
        return self._last

    def load(self, number: int) -> Board:
        board = load_board(self._path(number), board_picture)
        self._show(board)
        return board

    def _path(self, number: int) -> Path:
        return self._folder / f"board-{number}.toml"


class _Noting:
    """Notes once a second how far it is, for whoever asks."""

    def __init__(self, path: Path, total: int | None, began_at: int) -> None:
        self._path, self._total, self._began_at = path, total, began_at
        self._began = time.monotonic()
        self._noted = 0.0
        self._frame = began_at

    def seen(self, frame: int) -> None:
        self._frame = frame
        if time.monotonic() - self._noted >= _NOTED_EVERY_S:
            self._note()

    def finish(self) -> None:
        self._note()

    def _note(self) -> None:
        self._noted = time.monotonic()
        noted = {
            "frame": self._frame,
            "total": self._total,
            "began_at": self._began_at,
            "seconds": round(self._noted - self._began, 1),
        }
        with suppress(OSError):  # it is only shown
            write_atomically(self._path, json.dumps(noted), on_disk=False)
