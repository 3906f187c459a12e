"""What the shared log comes to: the match, what waits for consent, what both have said beside it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from arbiter.match.clock import Clock
from arbiter.match.endings import what_follows
from arbiter.match.events import Event
from arbiter.match.fold import apply, fold
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import Side
from two_books.asked import AskedFor
from two_books.bodies import Agreed, AskedBack, AskedOn, AtMoment
from two_books.errors import TwoBooksError
from two_books.link import Entry, Role

MOVED_ON = Message("The match has moved on.")
THROWING = Message("The dice are being thrown.")
NOT_YOURS = Message("That is for the other player to say.")


class DoesNotFitError(TwoBooksError):
    """An entry that the match does not allow now; its text says why."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What waits for the other's consent. number: of its entry."""

    number: int
    by: Side
    what: AskedBack | AskedFor


@dataclass(frozen=True, slots=True)
class RollFilm:
    """A film of a roll. by: whose table keeps it. digest: its SHA-256 in hexadecimal digits."""

    game: int
    turn: int
    by: Side
    digest: str


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """What the log says, entry after entry.

    state, events: the match and all that happened in it, without what was taken back. number: of the last entry.
    before: for each finished turn of this game how the match stood when its dice lay there, and how many events.
    kept: rolls that come again after a play was taken back, the next one first.
    refused: the last thing asked for that came to nothing. declined: who had asked for it, None where they took the
    question back themselves. checked: who has said that this game is over.
    goes_on: both go on at that moment, whatever the cameras see. hidden, shared: the steps of a roll by both programs.
    clock: its banks as the players' tables have said, None where none is agreed. films: of the rolls of all games.
    """

    state: MatchState = field(default_factory=MatchState)
    events: tuple[Event, ...] = field(default=(), repr=False)
    agreed: Agreed | None = None
    number: int = 0
    before: tuple[tuple[MatchState, int], ...] = field(default=(), repr=False)
    kept: tuple[tuple[Side, Dice], ...] = ()
    asked: Asked | None = None
    refused: AskedBack | AskedFor | None = None
    declined: Side | None = None
    goes_on: AskedOn | None = None
    clock: Clock | None = None
    checked: frozenset[Side] = frozenset()
    hidden: str = ""
    shared: str = ""
    films: tuple[RollFilm, ...] = field(default=(), repr=False)

    def side(self, role: Role) -> Side | None:
        """Whose checkers that table's player has; None before anything is agreed."""
        if self.agreed is None:
            return None
        return self.agreed.host if role == "host" else self.agreed.host.other

    def thrown_together(self, side: Side) -> bool:
        """Whether the two programs throw that side's dice."""
        agreed = self.agreed
        return agreed is not None and agreed.guest_dice == "program" and side is not agreed.host

    @property
    def over(self) -> bool:
        return self.state.phase is Phase.MATCH_OVER

    @property
    def may_open(self) -> bool:
        """Whether the next game may begin: nobody has begun one, or both boards have seen the end of the last."""
        if self.agreed is None:
            return False
        if self.state.phase is Phase.SETTING_UP:
            return True
        return self.state.phase is Phase.GAME_OVER and self.checked == frozenset(Side)


def at_moment(match: SharedMatch, said: AtMoment) -> None:
    """Raises DoesNotFitError for what is said of another moment than this."""
    if (said.game, said.turn) != (match.state.game, len(match.state.turns)):
        raise DoesNotFitError(MOVED_ON)


def with_events(match: SharedMatch, entry: Entry, *events: Event) -> SharedMatch:
    """The events, and what follows from them."""
    state, happened = match.state, list(events)
    for event in events:
        state = apply(state, event)
    while following := what_follows(state, entry.number, entry.at):
        state = fold(following, state)
        happened += following
    return replace(match, state=state, events=(*match.events, *happened))
