"""Films become past matches beside the table: one after the other, each in a process of its own that gives way."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from filelock import FileLock, Timeout

from arbiter.match.beginnings import check_score, checked_names
from arbiter.match.commands import CommandError
from arbiter.match.events import Event, MatchStarted
from arbiter.message import Message
from bookgammon.errors import CompanionError, RecordingError
from bookgammon.files.atomic_files import OWNER_ONLY
from bookgammon.history.journal import Journal
from bookgammon.history.match_bounds import begun_at
from bookgammon.plugins.films.agreed import UNKNOWN, Agreed, as_agreed
from bookgammon.plugins.films.job import FOLDER, RecordingJob, remove_forgotten
from bookgammon.plugins.films.keeping import keep_matches
from bookgammon.plugins.films.pages import RecordingShown, SaidOfRecording, State
from bookgammon.plugins.films.uploads import Upload, Uploads
from bookgammon.workers.worker import Worker, Workers
from web.containment import log_fault
from web.errors import BadEntryError, NotNowError, UnavailableError
from web.shown_paths import without_folders

LOCK = "recordings.lock"
"""In the data folder: one process at a time works at its films."""
_PAUSE_S, _AGAIN_S = 1.0, 15.0
_TRIES = 3
"""So often is a process begun anew that ended without a word and without having come further."""
_ERRORS, _MOST_LOGGED = "errors.txt", 4000
"""In a film's folder: what its process wrote on its standard error; so many bytes of its end are logged."""
_log = logging.getLogger(__name__)
_GONE = Message("This recording is not here any more.")
_PART = Message("what makes matches of films")
_FAULT_ONCE = Message("A fault of the program; it is tried again.")
_FAULT = Message("The work on this recording ended by a fault, again and again.")


class RecordingService:
    """Fulfils `bookgammon.plugins.films.pages.Recordings`, and works while its `with` block runs.

    journal: its path. lock: the right to write in the data folder, for a process that does not have it all the time.
    on_kept: gets the number of each past match that a film becomes, from a thread of its own.
    place: "background", where everything else goes first; "foreground".
    """

    def __init__(
        self,
        journal: Path,
        lock: Callable[[], AbstractContextManager[None]] = nullcontext,
        on_kept: Callable[[int], None] = lambda _: None,
        place: str = "background",
        workers: Workers | None = None,
    ) -> None:
        self._place, self._on_kept = place, on_kept
        self._journal, self._lock_data = journal, lock
        self._uploads = Uploads(journal.parent / FOLDER)
        self._lock = threading.RLock()
        self._running: tuple[str, subprocess.Popen[bytes]] | None = None
        self._tries: dict[str, tuple[int | None, int]] = {}
        self._trouble_now: dict[str, str] = {}
        self._again_at = 0.0
        self._stopped, self._news = threading.Event(), threading.Event()
        self._alone = FileLock(journal.with_name(LOCK), timeout=0, mode=OWNER_ONLY, thread_local=False)
        self._worker = Worker(workers or Workers(), "recordings", _PART, self._run, wake=self._leave)

    def __enter__(self) -> Self:
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        with self._lock:
            self._end()
        self._worker.stop(_PAUSE_S)
        self._alone.release()

    def _leave(self) -> None:
        self._stopped.set()
        self._news.set()

    @property
    def worker(self) -> int | None:
        """The number of the process that follows a film just now."""
        running = self._running
        return running[1].pid if running else None

    # -------------------------------------------------------------- what the page asks

    def all(self) -> tuple[RecordingShown, ...]:
        with self._lock:
            return tuple(self._shown(upload) for upload in self._uploads.all())

    def begin(self, name: str, size: int, recorded: float | None, said: SaidOfRecording | None) -> RecordingShown:
        agreed = _agreed(said) if said else None
        try:
            moment = datetime.now(UTC) if recorded is None else datetime.fromtimestamp(recorded, UTC)
            begun = begun_at(moment.replace(microsecond=0))
        except (ValueError, OverflowError, OSError) as error:
            raise BadEntryError(Message("The file's date makes no sense.")) from error
        with self._lock:
            try:
                upload = self._uploads.begin(name, size, begun, agreed)
            except RecordingError as error:
                raise NotNowError(str(error)) from error
            except OSError as error:
                raise _unwritable(error) from error
            return self._shown(upload)

    def add(self, recording: str, offset: int, piece: bytes) -> int:
        with self._lock:
            upload = self._found(recording)
            try:
                received = self._uploads.add(upload, offset, piece)
            except OSError as error:
                raise _unwritable(error) from error
        if received == upload.size:
            self._news.set()
        return received

    def say(self, recording: str, said: SaidOfRecording) -> None:
        agreed = _agreed(said)
        with self._lock:
            try:
                self._uploads.agree(self._found(recording), agreed)
            except OSError as error:
                raise _unwritable(error) from error
        self._news.set()

    def cancel(self, recording: str) -> None:
        with self._lock:
            upload = self._found(recording)
            if self._running and self._running[0] == recording:
                self._end()
            self._uploads.forget(upload)

    def picture(self, recording: str) -> bytes | None:
        upload = self._uploads.get(recording)
        return self._uploads.job(upload).first_picture() if upload else None

    def _found(self, recording: str) -> Upload:
        upload = self._uploads.get(recording)
        if upload is None:
            raise NotNowError(_GONE)
        return upload

    def _shown(self, upload: Upload) -> RecordingShown:
        job, received = self._uploads.job(upload), self._uploads.received(upload)
        progress = job.progress()
        trouble = job.trouble or self._trouble_now.get(upload.id, "")
        state: State
        if received < upload.size:
            state = "coming"
        elif job.trouble or self._is_given_up(upload):
            state = "failed"
        elif _is_done(job):
            state = "done"
        else:
            here = self._running is not None and self._running[0] == upload.id
            elsewhere = progress.frame > 0 and not self._alone.is_locked
            state = "working" if here or elsewhere else "waiting"
        agreed = upload.agreed
        return RecordingShown(
            upload.id,
            upload.name,
            state,
            upload.size,
            received,
            min(1.0, progress.frame / progress.total) if progress.total else None,  # the file only says how many
            progress.left if state == "working" else None,
            without_folders(trouble, self._journal.parent),
            SaidOfRecording(agreed.names, agreed.length, agreed.score) if agreed else None,
            has_picture=job.has_picture,
        )

    # -------------------------------------------------------------- the work

    def _run(self, worker: Worker) -> None:
        remove_forgotten(self._uploads.folder)
        while not self._stopped.is_set():
            self._news.clear()
            try:
                with self._lock:
                    self._look_after()
            except (CompanionError, OSError):
                _log.exception("the recordings")
            if self._running is None:
                worker.idle()
            else:
                worker.works_on(self._running[0])
            self._news.wait(_PAUSE_S)

    def _look_after(self) -> None:
        if self._running is not None and self._running[1].poll() is not None:
            ended, self._running = self._running, None
            self._ended(*ended)
        whole = [upload for upload in self._uploads.all() if self._uploads.is_whole(upload)]
        if not whole or time.monotonic() < self._again_at or not self._works():
            return
        for upload in whole:
            try:
                self._go_on(upload)
            except (CompanionError, OSError) as error:  # the other films go on
                self._trouble_now[upload.id] = str(_unwritable(error) if isinstance(error, OSError) else error)
                self._again_at = time.monotonic() + _AGAIN_S
            except Exception as fault:  # noqa: BLE001 - one film may not take the others with it
                log_fault("the work on a film", fault)
                self._trouble_now[upload.id] = _FAULT_ONCE
                self._again_at = time.monotonic() + _AGAIN_S

    def _go_on(self, upload: Upload) -> None:
        """Raises CompanionError and OSError where that cannot be done now."""
        job = self._uploads.job(upload)
        if job.trouble or self._is_given_up(upload):
            return
        if _is_done(job):
            if upload.agreed:
                self._keep(job, upload.agreed)
        elif self._running is None and not self._stopped.is_set():
            self._start(upload)
            self._trouble_now.pop(upload.id, None)

    def _works(self) -> bool:
        """Whether the films of this data folder are this process's work: `history` may run beside `play`."""
        if not self._alone.is_locked:
            try:
                self._alone.acquire()
            except (Timeout, OSError, NotImplementedError):
                return False
        return True

    def _start(self, upload: Upload) -> None:
        job = self._uploads.job(upload)
        if not job.is_begun:
            opening: tuple[Event, ...] = (MatchStarted(0, 0.0, UNKNOWN),)
            job.begin(self._uploads.film(upload), opening, upload.recorded)
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        with (job.folder / _ERRORS).open("wb") as errors:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "bookgammon.plugins.films.worker", str(job.folder), self._place],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env={**os.environ, "PYTHONPATH": paths},
                start_new_session=True,  # Ctrl-C is for us
            )
        self._running = upload.id, process

    def _ended(self, recording: str, process: subprocess.Popen[bytes]) -> None:
        """Nobody knows why it ended where it has not said so: it goes on, unless it comes no further."""
        _close(process)
        upload = self._uploads.get(recording)
        if upload is None or process.returncode == 0:
            return
        job = self._uploads.job(upload)
        if job.trouble:
            return
        _log.error("the work on a recording ended with %s: %s", process.returncode, _end_of(job.folder / _ERRORS))
        frame = _frame(job)
        before, times = self._tries.get(recording, (frame, 0))
        self._tries[recording] = (frame, times + 1 if frame == before else 1)
        if self._is_given_up(upload):
            self._trouble_now[recording] = _FAULT
            job.note_trouble(_FAULT)  # where there is no room for that, it is tried anew with the program's next run

    def _is_given_up(self, upload: Upload) -> bool:
        return self._tries.get(upload.id, (0, 0))[1] >= _TRIES

    def _end(self) -> None:
        if self._running is not None:
            process = self._running[1]
            process.kill()
            process.wait()
            _close(process)
            self._running = None

    def _keep(self, job: RecordingJob, agreed: Agreed) -> None:
        """The film is done and people have said what it could not: it becomes past matches."""
        with self._lock_data(), Journal(self._journal) as journal:
            numbers = keep_matches(job, journal, lambda events: as_agreed(events, agreed))
        for number in numbers:
            self._on_kept(number)
        if not numbers:
            job.note_trouble(Message("No game was found in it: a board set up for one has to be in sight."))


def _is_done(job: RecordingJob) -> bool:
    try:
        return job.is_begun and job.is_done
    except RecordingError:
        return False


def _frame(job: RecordingJob) -> int | None:
    """The film's next frame; None where what was kept is torn."""
    try:
        return job.frame
    except RecordingError:
        return None


def _end_of(errors: Path) -> str:
    try:
        return errors.read_bytes()[-_MOST_LOGGED:].decode(errors="replace")
    except OSError as error:
        return str(error)


def _close(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()


def _agreed(said: SaidOfRecording) -> Agreed:
    """Raises BadEntryError."""
    try:
        names = checked_names(said.names)
        check_score(said.score, said.length)
    except CommandError as error:
        raise BadEntryError(str(error)) from error
    if names[0] == names[1]:
        raise BadEntryError(Message("The players need two different names."))
    return Agreed(names, said.length, said.score)


def _unwritable(error: OSError) -> UnavailableError:
    return UnavailableError(Message("The recording cannot be kept: {strerror}.", strerror=error.strerror or ""))
