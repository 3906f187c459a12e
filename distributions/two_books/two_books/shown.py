"""What our page shows of the other board: who is there, whether it is in step, what they say, their picture."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arbiter.match.clock import Clock
from arbiter.match.state import Phase
from arbiter.message import Message
from arbiter.position import Side
from two_books.asked import still_open
from two_books.asked_words import asked_words, was_declined
from two_books.bodies import AskedBack
from two_books.clocks import Reading, reading_from_json, shown_clock
from two_books.joined_match import JoinedMatch, Shown
from two_books.link import Difference, Entry, Peer, Refusal
from two_books.shared_match import SharedMatch
from two_books.shared_state import Asked
from web.view import TableView

if TYPE_CHECKING:
    from two_books.other_films import OtherFilms
    from two_books.pictures import Pictures

Json = dict[str, Any]
PHRASES = {
    "hello": Message("Hello!"),
    "well played": Message("Well played."),
    "bad luck": Message("Bad luck."),
    "one moment": Message("One moment, please."),
    "again": Message("Another match?"),
    "thanks": Message("Thank you for the game."),
}
"""What players may say by a tap; nothing else passes."""
PHRASE_S = 30.0
"""Seconds that a phrase is shown."""
PICTURE_S = 20.0
"""Seconds after which a picture is too old to be shown."""
AWAY_S = 20.0
MOST_PICTURE = 400_000


@dataclass(frozen=True, slots=True)
class InState:
    """Adds `two_books` to the page's state, and to its clock what the other's table says of theirs.

    their_clock: what that said, and when, in seconds since 1970. opens: who throws a game's opening dice at the other
    board; empty where they are thrown at ours.
    """

    shown: Json
    their_clock: tuple[Reading | None, float] = (None, 0.0)
    own: Side | None = None
    log_clock: Clock | None = None
    opens: str = ""

    def __call__(self, view: TableView, found: Json) -> Json:
        added: Json = {"two_books": self.shown}
        state = view.state
        if self.opens and state.phase is Phase.TO_ROLL and state.player is None and not view.trouble:
            added["headline"] = Message("{name} rolls to begin", name=self.opens)
            added["detail"] = Message("{name} throws the opening dice for both of you.", name=self.opens)
        if self.own is not None and self.log_clock is not None and found.get("clock"):
            added["clock"] = shown_clock(found["clock"], self.own, self.log_clock, *self.their_clock)
        return added


class OtherBoard:
    """Hears the link, and passes on to the joined match what concerns that."""

    def __init__(
        self,
        joined: JoinedMatch,
        steady: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._joined, self._steady, self._now = joined, steady, now
        self._lock = threading.Lock()
        self.films: OtherFilms | None = None
        self._phrase: tuple[str, float] | None = None
        self._picture: tuple[bytes, float, int] | None = None
        self._their_clock: tuple[Reading | None, float] = (None, 0.0)

    def log_grew(self, entries: Sequence[Entry]) -> None:
        self._joined.log_grew(entries)

    def refused(self, refusal: Refusal) -> None:
        self._joined.refused(refusal)

    def peer_changed(self, peer: Peer) -> None:
        reading = reading_from_json((peer.presence or {}).get("clock"))
        if reading != self._their_clock[0]:
            self._their_clock = (reading, self._now() - (peer.delay or 0.0))
        self._joined.peer_changed(peer)

    def phrase(self, phrase: str) -> None:
        if phrase in PHRASES:
            with self._lock:
                self._phrase = (phrase, self._steady())

    def picture(self, jpeg: bytes) -> None:
        if len(jpeg) > MOST_PICTURE or not jpeg.startswith(b"\xff\xd8"):
            return
        with self._lock:
            number = self._picture[2] + 1 if self._picture else 1
            self._picture = (jpeg, self._steady(), number)

    def attachment(self, name: str, data: bytes) -> None:
        if self.films is not None:
            self.films.attachment(name, data)

    def attachment_asked(self, name: str) -> bytes | None:
        return self.films.attachment_asked(name) if self.films is not None else None

    @property
    def jpeg(self) -> bytes | None:
        """The newest picture of the other board; None where it is too old."""
        with self._lock:
            found = self._picture
        return found[0] if found and self._steady() - found[1] < PICTURE_S else None

    def in_state(self, pictures: Pictures) -> InState:
        """Asked on the table's thread, and waits for nothing."""
        shown = self._joined.shown()
        reading, at = self._their_clock
        heard = (reading if is_there(shown.peer) else None, at)
        agreed = shown.match.agreed
        opens = shown.other_name if agreed and shown.own is not agreed.host else ""
        return InState(self.shown(pictures_allowed=pictures.allowed), heard, shown.own, shown.match.clock, opens)

    def shown(self, *, pictures_allowed: bool) -> Json:
        with self._lock:
            phrase, picture = self._phrase, self._picture
        now = self._steady()
        shown = self._joined.shown()
        return {
            **shown_json(shown),
            "phrase": PHRASES[phrase[0]] if phrase and now - phrase[1] < PHRASE_S else None,
            "picture": picture[2] if picture and now - picture[1] < PICTURE_S else None,
            "shows_ours": pictures_allowed,
            "film": self._film_of(shown),
        }

    def _film_of(self, shown: Shown) -> int | None:
        """The number of the newest film, while the roll that it shows is being played."""
        film = self.films.newest if self.films is not None else None
        state = shown.match.state
        return film.number if film and film.turn == (state.game, len(state.turns)) else None


def shown_json(shown: Shown) -> Json:
    """The fields of the card that follow from the match and the other table."""
    asked = shown.match.asked
    ours = asked is not None and shown.own is asked.by
    what = asked_words(shown.match, shown.own, shown.other_name)
    declined = shown.own is not None and was_declined(shown.match, shown.own)
    return {
        "name": shown.other_name,
        "there": is_there(shown.peer),
        "status": _status(shown),
        "delay": None if shown.peer.delay is None else round(shown.peer.delay, 1),
        "trouble": shown.trouble,
        "refused": shown.refused,
        "in_step": shown.in_step,
        "other_in_step": shown.other_in_step,
        "asked": None if asked is None else _asked(asked, what, ours=ours),
        "may_go_on": _may_go_on(shown),
        "may_turn": shown.own.value if shown.own and _not_begun(shown) else None,
        "declined": Message("{name} does not agree.", name=shown.other_name) if declined else None,
        "difference": difference_words(shown.peer.difference),
    }


def _asked(asked: Asked, what: str, *, ours: bool) -> Json:
    """may_answer: by a tap; a play that is asked back is made again at the board instead."""
    may_answer = not ours or not isinstance(asked.what, AskedBack)
    return {"number": asked.number, "ours": ours, "what": what, "may_answer": may_answer}


def is_there(peer: Peer) -> bool:
    return not peer.trouble and peer.seen is not None and peer.seen < AWAY_S


def why_it_waits(name: str, peer: Peer, match: SharedMatch, *, in_step: bool) -> Message | None:
    """What the match waits for at the other board, in_step or not; None where for nothing."""
    if not is_there(peer):
        return Message("{name} is not there at the moment; the match waits.", name=name)
    if match.agreed is None:
        return Message("{name} is there; the match begins.", name=name)
    return None if in_step else Message("{name}'s board is not in step yet.", name=name)


def _status(shown: Shown) -> Message:
    name = shown.other_name
    if shown.peer.difference is not None and is_there(shown.peer):
        return Message("{name} is there.", name=name)  # that both show the same would be read as: all is well
    if waits := why_it_waits(name, shown.peer, shown.match, in_step=shown.other_in_step):
        return waits
    if not shown.in_step:
        return Message("Your board is not in step yet.")
    return Message("{name} is there, and both boards show the same.", name=name)


def _not_begun(shown: Shown) -> bool:
    """Whether nothing lies on the boards yet that a change of seats would turn."""
    state = shown.match.state
    return state.phase is Phase.SETTING_UP or (state.game <= 1 and not state.turns and state.phase is Phase.TO_ROLL)


def _may_go_on(shown: Shown) -> bool:
    """Whether a player may ask to go on although a board does not show what it should."""
    match = shown.match
    played = match.state.phase in (Phase.TO_ROLL, Phase.MOVING, Phase.DOUBLED) and bool(match.state.turns)
    apart = not (shown.in_step and shown.other_in_step)
    on = match.goes_on and still_open(match.goes_on, match.state)
    return played and apart and match.asked is None and not on and is_there(shown.peer)


def difference_words(difference: Difference | None) -> Message | None:
    """Where the two logs part, for people."""
    if difference is None:
        return None
    return Message(
        "The two tables' logs differ from entry {number} on: here {ours}, there {theirs}.",
        number=difference.number, ours=_entry_words(difference.ours), theirs=_entry_words(difference.theirs),
    )  # fmt: skip


_ENTRIES = {
    "agreed": Message("what is played"), "doubled": Message("a double"), "taken": Message("a take"),
    "dropped": Message("a drop"), "consent": Message("an answer"), "gave up": Message("an offer to give up"),
    **{f"asked {what}": Message("a question") for what in ("back", "score", "position", "game", "on")},
}  # fmt: skip
_OTHER_ENTRY = Message("something else")


def _entry_words(entry: Entry | None) -> str:
    if entry is None:
        return Message("nothing")
    kind, play, dice = (entry.body.get(key) for key in ("kind", "play", "dice"))
    if kind == "played" and isinstance(play, str):
        return play[:40]
    if kind in ("opened", "rolled") and isinstance(dice, list) and len(dice) == 2:
        return Message("a roll of {dice}", dice="-".join(str(die)[:1] for die in dice))
    return _ENTRIES.get(str(kind), _OTHER_ENTRY)
