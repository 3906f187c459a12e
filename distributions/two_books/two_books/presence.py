"""What is worth something only now: who is there, how long a word takes, phrases and pictures.

Pure: times are of a steady clock, in seconds. Only the newest of each counts, and nothing of it is kept.
"""

from __future__ import annotations

from arbiter.message import Message
from two_books.canonical import canonical, read_canonical
from two_books.errors import TooMuchError
from two_books.link import Body
from two_books.messages import LONGEST_PHRASE, MOST_PRESENCE, AskAttachment, Here, Phrase, written
from two_books.rates import Bucket
from two_books.sealing import MOST_BYTES, Kind
from two_books.signed_log import Tip

HERE_S = 5.0
"""Between two words of presence where nothing changes."""
CHANGED_S = 0.3
"""At least, where something does."""
AWAY_S = 16.0
"""Without a word for so long, and the other table is away: three words of presence were lost."""
PICTURE_S = 2.0
PICTURE_BYTES_A_MINUTE = 1_500_000
PHRASES_A_SECOND = 1.0
MOST_PHRASES = 4
"""That wait, or come at once."""
ATTACHED_BYTES_A_SECOND = 40_000
MOST_ATTACHED = 4
"""Attachments that wait to be sent, or to be asked for."""
ASKS_A_SECOND = 1.0
_NEWEST_SHARE = 0.3
"""Of the newest measurement in the delay that is shown."""


def checked_presence(presence: Body) -> bytes:
    """Raises TooMuchError."""
    return canonical(dict(presence), MOST_PRESENCE)


def checked_phrase(phrase: str) -> str:
    """Raises TooMuchError for what is no phrase's name."""
    if not 0 < len(phrase) <= LONGEST_PHRASE or not phrase.isprintable():
        raise TooMuchError(Message("A phrase has at most {most} letters.", most=LONGEST_PHRASE))
    return phrase


def checked_picture(jpeg: bytes) -> bytes:
    """Raises TooMuchError."""
    most = MOST_BYTES[Kind.PICTURE]
    if len(jpeg) > most:
        raise TooMuchError(
            Message(
                "The picture has {size} kB; at most {most} kB pass to the other table.",
                size=len(jpeg) // 1000,
                most=most // 1000,
            )
        )
    return jpeg


class Presence:
    """What this table says of itself, and what it hears of the other."""

    def __init__(self) -> None:
        self._ours: bytes | None = None
        self._changed = True
        self._said_at = self._pictured_at = -HERE_S
        self._phrases: list[str] = []
        self._picture: bytes | None = None
        self._phrase_rate = Bucket(PHRASES_A_SECOND, MOST_PHRASES)
        self._picture_rate = Bucket(PICTURE_BYTES_A_MINUTE / 60, PICTURE_BYTES_A_MINUTE / 5)
        self._asks: list[str] = []
        self._attached: list[bytes] = []
        self._ask_rate = Bucket(ASKS_A_SECOND, MOST_ATTACHED)
        self._attached_rate = Bucket(ATTACHED_BYTES_A_SECOND, 2 * MOST_BYTES[Kind.ATTACHMENT])
        self._echo: tuple[int, float] | None = None
        self.theirs: Body | None = None
        self.delay: float | None = None
        """Seconds."""
        self._newest_here = self._newest_picture = 0

    # ------------------------------------------------------------------ ours

    def say(self, presence: bytes) -> None:
        """As `checked_presence` gives it."""
        self._changed = self._changed or presence != self._ours
        self._ours = presence

    def say_phrase(self, phrase: str) -> None:
        if len(self._phrases) < MOST_PHRASES:
            self._phrases.append(phrase)

    def show(self, jpeg: bytes) -> None:
        self._picture = jpeg

    def ask(self, name: str) -> None:
        """For an attachment."""
        if len(self._asks) < MOST_ATTACHED and name not in self._asks:
            self._asks.append(name)

    def attach(self, content: bytes) -> None:
        """As `written_attachment` gives it."""
        if len(self._attached) < MOST_ATTACHED and content not in self._attached:
            self._attached.append(content)

    def begin(self) -> None:
        """A session of the other table begins: frames are numbered anew, and it knows nothing of us."""
        self._newest_here = self._newest_picture = 0
        self._echo, self._changed = None, True

    def say_again(self) -> None:
        """The other table may have missed it: soon, whether it has changed or not."""
        self._changed = True

    def lose(self) -> None:
        """The other table is away: what was only worth something now is lost."""
        self._phrases.clear()
        self._asks.clear()
        self._attached.clear()
        self._picture = None

    def due(self, now: float, tip: Tip) -> list[tuple[Kind, bytes]]:
        """What is to be said now."""
        out = list[tuple[Kind, bytes]]()
        if now - self._said_at >= (CHANGED_S if self._changed else HERE_S):
            self._said_at, self._changed = now, False
            echo = None if self._echo is None else (self._echo[0], max(0, round((now - self._echo[1]) * 1000)))
            here = Here(tip.number, tip.hash, round(now * 1000), echo, self._ours)
            out.append((Kind.NOW, written(here)))
        while self._phrases and self._phrase_rate.takes(now):
            out.append((Kind.NOW, written(Phrase(self._phrases.pop(0)))))
        while self._asks and self._ask_rate.takes(now):
            out.append((Kind.NOW, written(AskAttachment(self._asks.pop(0)))))
        while self._attached and self._attached_rate.takes(now, len(self._attached[0])):
            out.append((Kind.ATTACHMENT, self._attached.pop(0)))
        if self._picture is not None and now - self._pictured_at >= PICTURE_S:
            if self._picture_rate.takes(now, len(self._picture)):
                self._pictured_at = now
                out.append((Kind.PICTURE, self._picture))
            self._picture = None
        return out

    def wait(self, now: float) -> float:
        """Seconds until something may be due."""
        wait = self._said_at + (CHANGED_S if self._changed else HERE_S) - now
        return max(0.05, min(wait, 0.5 if self._waits else HERE_S))

    @property
    def _waits(self) -> bool:
        return bool(self._phrases or self._picture or self._asks or self._attached)

    # ------------------------------------------------------------------ theirs

    def heard(self, here: Here, number: int, now: float) -> None:
        """number: of its frame, as a later word may come sooner."""
        if here.echo is not None:
            round_trip = now * 1000 - here.echo[0] - here.echo[1]
            if 0 <= round_trip < 120_000:
                newest = round_trip / 2000
                self.delay = newest if self.delay is None else self.delay + _NEWEST_SHARE * (newest - self.delay)
        if number < self._newest_here:
            return
        self._newest_here = number
        self._changed = self._changed or self._echo is None  # an echo soon
        self._echo = (here.at, now)
        self.theirs = None if here.presence is None else read_canonical(here.presence, MOST_PRESENCE)

    def is_newest_picture(self, number: int) -> bool:
        newest = number > self._newest_picture
        self._newest_picture = max(number, self._newest_picture)
        return newest
