"""Another board than the one that was learned is laid down: seen beside the table, and people are asked about it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Self

from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from bookgammon.setup.progress import SURE
from bookgammon.setup.reading_back import Find
from bookgammon.table.table import Items, TableUpdate
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import Workers
from calibration.board import Board
from calibration.errors import NoBook
from calibration.finding import find_leaves
from calibration.recognition import RECOGNITION, likeness
from vision.sources.pictures import Image
from vision.sources.sources import Item

STRANGE_S = 5.0
"""For which something has to lie over the board, or the board not to match the game, before a book is looked for: hands
that play cover it for moments."""
AGAIN_S = 10.0
"""Between two looks, each of which takes a second or more in a thread of its own."""
_PART = Message("the look for another board")
_PATIENCE_S = 20.0


def _unmatched(state: MatchState) -> bool:
    """Whether the board may be another one that is read as if it were the same: some are so much alike."""
    return state.out_of_step is not None or state.phase is Phase.SETTING_UP


class SetUpAsked(Exception):
    """The board is to be set up anew, and the match goes on with it.

    port: where the page of the match was; None where that is not known.
    """

    def __init__(self, port: int | None = None) -> None:
        super().__init__()
        self.port = port


class SetUpAgain:
    """People ask for it on the page, in any thread; the table's thread leaves the match then."""

    def __init__(self) -> None:
        self._asked = threading.Event()

    def ask(self) -> None:
        self._asked.set()

    def over(self, items: Items) -> Iterator[Item]:
        """The same items, until people ask. Raises SetUpAsked."""
        for item in items:
            if self._asked.is_set():
                raise SetUpAsked
            yield item


class AnotherBoard:
    """Used as a `with` block. tell: whether another board seems to lie there; called from any thread."""

    def __init__(
        self, board: Board, tell: Callable[[bool], None], workers: Workers | None = None, find: Find = find_leaves
    ) -> None:
        self._board, self._tell, self._find = board, tell, find
        self._strange_since: float | None = None
        self._next = 0.0
        self._told = False
        self._looks: Jobs[Image] = Jobs(workers or Workers(), "another board", _PART, self._look, most=1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._looks.stop(_PATIENCE_S)

    def learned_anew(self, board: Board) -> None:
        """The board was measured again."""
        self._board = board

    def on_update(self, update: TableUpdate) -> None:
        """An observer. Never waits."""
        evidence, now = update.evidence, update.moment.time
        if evidence is None:
            return
        if not evidence.covered and not _unmatched(update.state):
            if evidence.places and self._strange_since is not None:
                self._strange_since = None
                self._say(False)
            return
        if self._strange_since is None:
            self._strange_since = now
            self._next = now + STRANGE_S
        if now >= self._next and update.image is not None:
            self._next = now + AGAIN_S
            self._looks.start()
            self._looks.offer(update.image)

    def _look(self, picture: Image) -> None:
        with suppress(NoBook):
            found = self._find(picture)
            unlike = likeness(self._board, picture, found.corners) < RECOGNITION.min_likeness
            if found.confidence >= SURE and self._strange_since is not None:
                self._say(unlike)

    def _say(self, there: bool) -> None:
        if there is not self._told:
            self._told = there
            self._tell(there)
