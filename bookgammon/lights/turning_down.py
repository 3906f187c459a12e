"""How far the lights are turned down, where the camera cannot tell what lies near them."""

from __future__ import annotations

from arbiter.message import Message
from bookgammon.table.table import TableUpdate

DAZZLED_S, FORGOTTEN_S = 1.0, 5.0
"""Seconds for which the camera must be dazzled before anything is done, and not be dazzled for that to begin anew: a
warning blinks."""
STEP, STEP_S = 0.6, 2.0
"""By how much the lights are turned down at once; seconds before that is done again: the camera has seen it then."""
LEAST = 0.1
"""Share of their brightness below which they are not turned down: they would hardly be seen."""
TURNED_DOWN = Message("The lights on the board were too bright to see the checkers by: they are turned down.")
TOO_BRIGHT = Message(
    "The lights on the board are so bright that nobody can tell which checkers lie near them: turn them down, or give "
    "the room more light."
)


class TurningDown:
    """share: of the brightness that people set, which stays as it is; it never rises while the program runs.

    driven: whether this program drives the lights; others' are only told of.
    """

    def __init__(self, *, driven: bool) -> None:
        self.share = 1.0
        self._driven = driven
        self._began: float | None = None
        self._dazzled_at = self._turned_at = 0.0
        self._said: set[str] = set()
        self._news: list[str] = []

    def on_update(self, update: TableUpdate) -> bool:
        """Whether the lights have just been turned down."""
        if update.evidence is None or not update.evidence.dazzled:
            return False
        now = update.moment.time
        if self._began is None or not 0 <= now - self._dazzled_at < FORGOTTEN_S:
            self._began = self._turned_at = now
        self._dazzled_at = now
        if now - self._began < DAZZLED_S:
            return False
        if not self._driven or self.share <= LEAST:
            self._say(TOO_BRIGHT)
            return False
        if self.share < 1 and now - self._turned_at < STEP_S:
            return False
        self.share, self._turned_at = max(LEAST, self.share * STEP), now
        self._say(TURNED_DOWN)
        return True

    def news(self) -> tuple[str, ...]:
        """What people are to be told since the last call, each sentence once."""
        found, self._news = tuple(self._news), []
        return found

    def _say(self, sentence: str) -> None:
        if sentence not in self._said:
            self._said.add(sentence)
            self._news.append(sentence)
