"""What the other table keeps of a moment, fetched: the films of their rolls, and their picture where two logs part.

A film is believed by its hash, which they have signed in the log. It lies beside our own match, and goes with it.
"""

from __future__ import annotations

import hashlib
import queue
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from arbiter.message import Message
from bookgammon.errors import CompanionError
from bookgammon.history.album import write
from bookgammon.history.clips import trim_clips
from bookgammon.workers.worker import Worker, Workers
from two_books.bodies import AtMoment, BodyError, Opened, said_by
from two_books.joined_match import JoinedMatch, Shown
from two_books.link import Entry, Link
from two_books.moments import OurAlbum, Turn

LOOK_S = 1.0
AGAIN_S = 6.0
"""Seconds until what did not come is asked for again."""
MOST_ASKED = 5
"""Times that one thing is asked for while the program runs."""
MOST_PICTURE = 400_000
_MOST_CAME = 8
_FILM, _PICTURE = "film:", "picture:"
_WEBM, _JPEG = b"\x1a\x45\xdf\xa3", b"\xff\xd8\xff"
_PART = Message("the other board's films")
_NOT_KEPT = Message("They cannot be kept: {reason}.")


@dataclass(frozen=True, slots=True)
class OtherFilm:
    """The newest film of a roll at the other board. number: other for each."""

    number: int
    turn: Turn
    webm: bytes


class OtherFilms:
    """Fetches and answers while its `with` block runs. journal: the file. match: the number of the match there."""

    def __init__(
        self,
        link: Link,
        joined: JoinedMatch,
        journal: Path,
        match: Callable[[], int],
        workers: Workers,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._link, self._joined, self._steady = link, joined, steady
        self._journal, self._match = journal, match
        self._came: queue.Queue[tuple[str, bytes]] = queue.Queue(_MOST_CAME)
        self._asked: dict[str, tuple[int, float]] = {}
        self._kept = set[str]()
        self.newest: OtherFilm | None = None
        self.parted: bytes | None = None
        """The other table's picture (JPEG) of the moment at which the logs part."""
        self._worker = Worker(workers, "two books films", _PART, self._run)

    def __enter__(self) -> Self:
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.stop()

    # ------------------------------------------------------------------ from the link's thread

    def attachment(self, name: str, data: bytes) -> None:
        """What came; looked at in our own thread, and left out where too much comes."""
        with suppress(queue.Full):
            self._came.put_nowait((name, data))

    def attachment_asked(self, name: str) -> bytes | None:
        """A film of ours that the log names, or our picture of the moment at which the two logs part."""
        shown = self._joined.shown()
        with suppress(OSError, CompanionError):
            if name.startswith(_FILM):
                return self._our_film(shown, name.removeprefix(_FILM))
            if name.startswith(_PICTURE):
                return self.our_picture(name.removeprefix(_PICTURE))
        return None

    def our_picture(self, number: str = "") -> bytes | None:
        """Of the moment at which the logs part, where they do. number: of that entry, as the other table names it.

        Raises OSError or JournalError.
        """
        difference = self._joined.shown().peer.difference
        if difference is None or (number and number != f"{difference.number:x}"):
            return None
        turn = _turn_of(difference.ours) or _turn_of(difference.theirs)
        return self._album.picture_of(turn) if turn else None

    # ------------------------------------------------------------------ in our own

    @property
    def _album(self) -> OurAlbum:
        return OurAlbum(self._journal, self._match())

    def _run(self, worker: Worker) -> None:
        while not worker.wait(LOOK_S):
            worker.works_on()
            try:
                self.step()
                worker.troubled("")
            except OSError as error:  # a full disk costs the film, not the match
                worker.troubled(_NOT_KEPT.filled(reason=error.strerror or ""))
            worker.idle()

    def step(self) -> None:
        """Keeps what came, and asks for what is lacking. Raises OSError or JournalError."""
        shown = self._joined.shown()
        while not self._came.empty():
            self._take(shown, *self._came.get_nowait())
        difference = shown.peer.difference
        if difference is not None and self.parted is None:
            self._ask(f"{_PICTURE}{difference.number:x}")
        for film in shown.match.films:
            if film.by is not shown.own and film.digest not in self._kept:
                path = self._album.film_path((film.game, film.turn))
                if path is not None and path.exists():
                    self._kept.add(film.digest)
                elif path is not None:
                    self._ask(_FILM + film.digest)

    def _ask(self, name: str) -> None:
        times, at = self._asked.get(name, (0, -AGAIN_S))
        now = self._steady()
        if times < MOST_ASKED and now - at >= AGAIN_S:
            self._asked[name] = (times + 1, now)
            self._link.ask_attachment(name)

    def _take(self, shown: Shown, name: str, data: bytes) -> None:
        if name not in self._asked:
            return
        if name.startswith(_PICTURE):
            if data.startswith(_JPEG) and len(data) <= MOST_PICTURE:
                self.parted = data
            return
        digest = name.removeprefix(_FILM)
        film = next((each for each in shown.match.films if each.digest == digest and each.by is not shown.own), None)
        if film is None or not data.startswith(_WEBM) or hashlib.sha256(data).hexdigest() != digest:
            return
        path = self._album.film_path((film.game, film.turn))
        if path is not None:
            self.newest = OtherFilm(self.newest.number + 1 if self.newest else 1, (film.game, film.turn), data)
            write(path, data)
            trim_clips(path.parent)
            self._kept.add(digest)

    def _our_film(self, shown: Shown, digest: str) -> bytes | None:
        film = next((each for each in shown.match.films if each.digest == digest and each.by is shown.own), None)
        path: Path | None = self._album.film_path((film.game, film.turn)) if film else None
        if path is None or not path.exists():
            return None
        data = path.read_bytes()
        return data if hashlib.sha256(data).hexdigest() == digest else None


def _turn_of(entry: Entry | None) -> Turn | None:
    """The moment of which an entry speaks; None where it speaks of none."""
    if entry is None:
        return None
    try:
        said = said_by(entry.body)
    except BodyError:
        return None
    if isinstance(said, AtMoment):
        return said.game, said.turn
    return (said.game, 0) if isinstance(said, Opened) else None
