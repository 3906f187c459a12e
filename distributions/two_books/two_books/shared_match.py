"""The match as the shared log holds it: every entry is checked by the rules, and becomes events of the arbiter.

Pure. Both tables fold the same log, so both have the same match; the host asks `judge` before an entry gets its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.match.clock import Clock, new_clock
from arbiter.match.commands import Accept, Beaver, CommandError, Double, Drop, Refuse, Resign, Take
from arbiter.match.cube_answers import cube_answered, resignation_answered
from arbiter.match.endings import what_follows
from arbiter.match.entered_events import Paused, Resumed
from arbiter.match.events import Event, GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.match.fold import apply, fold
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.plays import Dice, accepted_plays
from arbiter.position import Side
from arbiter.scoring import is_crawford
from two_books import shared_dice
from two_books.agreed_rules import rules_refused
from two_books.asked import AskedFor, events_of, still_open
from two_books.bodies import (
    AcceptedLoss,
    Agreed,
    AskedBack,
    AskedGame,
    AskedOn,
    AskedPosition,
    AskedScore,
    AtMoment,
    BeaveredBy,
    Checked,
    Consent,
    DiceHidden,
    DiceShared,
    DiceShown,
    DoubledBy,
    DroppedBy,
    Filmed,
    GaveUp,
    Halted,
    Opened,
    Played,
    PlaysOn,
    RanOut,
    Rolled,
    Said,
    TakenBy,
    said_by,
)
from two_books.clock_rules import counted, time_over
from two_books.errors import TwoBooksError
from two_books.link import Body, Entry, Role

MOVED_ON = Message("The match has moved on.")
_NOT_YOURS = Message("That is for the other player to say.")
_NOTHING_AGREED = Message("Nothing is agreed yet.")
_CUBE: dict[type[AtMoment], Callable[[], Double | Take | Drop | Beaver]] = {
    DoubledBy: Double, TakenBy: Take, DroppedBy: Drop, BeaveredBy: Beaver,
}  # fmt: skip


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
    refused: the last thing asked for that the other did not agree to. checked: who has said that this game is over.
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


def after(match: SharedMatch, entry: Entry) -> SharedMatch:
    """The match after one more entry. Raises BodyError or DoesNotFitError where it is none of this match."""
    if entry.number != match.number + 1:
        raise DoesNotFitError(Message("An entry of the shared log is missing."))
    said = said_by(entry.body)
    if isinstance(said, Agreed):
        found = _agreed(match, said, entry)
    elif match.agreed is None:
        raise DoesNotFitError(_NOTHING_AGREED)
    else:
        author = match.agreed.host if entry.by == "host" else match.agreed.host.other
        if isinstance(said, AtMoment):
            match = replace(match, clock=counted(match.clock, author, said.left))
        try:
            found = _FITS[type(said)](match, said, author, entry)
        except CommandError as error:
            raise DoesNotFitError(error.args[0]) from error
    asked = found.asked if found.asked and still_open(found.asked.what, found.state) else None
    return replace(found, number=entry.number, asked=asked)


def match_of(entries: Iterable[Entry], start: SharedMatch | None = None) -> SharedMatch:
    """The match after all of them. Raises as `after` does."""
    match = start or SharedMatch()
    for entry in entries:
        match = after(match, entry)
    return match


def expected(match: SharedMatch, role: Role, waiting: Sequence[Body], at: float = 0.0) -> SharedMatch:
    """The match as it will be once our own proposals have their numbers; one that does not fit is left out."""
    for body in waiting:
        try:
            match = after(match, Entry(match.number + 1, role, body, at))
        except TwoBooksError:
            continue
    return match


class Judge:
    """The host's `Accepts`: why a proposal does not fit; empty where it does. Keeps what it has folded so far."""

    def __init__(self) -> None:
        self._match = SharedMatch()

    def __call__(self, entries: Sequence[Entry], proposed: Entry) -> str:
        if self._match.number > len(entries):
            self._match = SharedMatch()
        try:
            self._match = match_of(entries[self._match.number :], self._match)
            after(self._match, proposed)
        except TwoBooksError as error:
            return str(error)
        return ""


# ------------------------------------------------------------------ what is agreed


def _agreed(match: SharedMatch, said: Agreed, entry: Entry) -> SharedMatch:
    if entry.by != "host":
        raise DoesNotFitError(Message("What is played is for the host to say."))
    if match.agreed is not None and not match.over:
        raise DoesNotFitError(Message("A match is being played already."))
    if reason := rules_refused(said.rules):
        raise DoesNotFitError(reason)
    started = MatchStarted(entry.number, entry.at, said.rules, said.names)
    return SharedMatch(fold([started]), (started,), said, clock=new_clock(said.rules))


# ------------------------------------------------------------------ what happens


def _at(match: SharedMatch, said: AtMoment) -> None:
    if (said.game, said.turn) != (match.state.game, len(match.state.turns)):
        raise DoesNotFitError(MOVED_ON)


def _with(match: SharedMatch, entry: Entry, *events: Event) -> SharedMatch:
    """The events, and what follows from them."""
    state, happened = match.state, list(events)
    for event in events:
        state = apply(state, event)
    while following := what_follows(state, entry.number, entry.at):
        state = fold(following, state)
        happened += following
    return replace(match, state=state, events=(*match.events, *happened))


def _opened(match: SharedMatch, said: Opened, _: Side, entry: Entry) -> SharedMatch:
    state = match.state
    if entry.by != "host":
        raise DoesNotFitError(Message("The opening dice are thrown at the host's board."))
    if said.dice[0] == said.dice[1]:
        raise DoesNotFitError(Message("Equal opening dice are rolled again (R9)."))
    roll = RollSeen(entry.number, entry.at, said.player, (said.dice[0], said.dice[1]))
    begins = state.phase is Phase.MOVING or (state.phase is Phase.TO_ROLL and state.player is None)
    if begins and not state.turns and said.game == state.game:
        return _with(match, entry, roll)
    if said.game != state.game + 1:
        raise DoesNotFitError(MOVED_ON)
    if not match.may_open:
        raise DoesNotFitError(Message("The last game is not over at both boards yet."))
    crawford = is_crawford(state.rules, state.score, state.crawford_played)
    game = GameStarted(entry.number, entry.at, state.rules.start, crawford=crawford)
    fresh = replace(match, before=(), kept=(), checked=frozenset(), refused=None)
    return _with(fresh, entry, game, roll)


def _rolled(match: SharedMatch, said: Rolled, author: Side, entry: Entry) -> SharedMatch:
    if match.thrown_together(author):
        raise DoesNotFitError(Message("The guest's dice are thrown by both programs together."))
    return _threw(match, said, author, (said.dice[0], said.dice[1]), entry)


def _threw(match: SharedMatch, said: AtMoment, author: Side, dice: Dice, entry: Entry) -> SharedMatch:
    _at(match, said)
    state = match.state
    if state.player is not author:
        raise DoesNotFitError(Message("It is not your turn."))
    if state.phase is Phase.MOVING and state.turns:
        return _with(match, entry, RollSeen(entry.number, entry.at, author, dice))
    if state.phase is not Phase.TO_ROLL:
        raise DoesNotFitError(MOVED_ON)
    if match.kept and (match.kept[0][0] is not author or sorted(match.kept[0][1]) != sorted(dice)):
        raise DoesNotFitError(Message("The roll from before the play was taken back comes again."))
    rolled = replace(match, kept=match.kept[1:], hidden="", shared="")
    return _with(rolled, entry, RollSeen(entry.number, entry.at, author, dice))


def _played(match: SharedMatch, said: Played, author: Side, entry: Entry) -> SharedMatch:
    _at(match, said)
    state = match.state
    if state.phase is not Phase.MOVING or state.player is not author:
        raise DoesNotFitError(Message("It is not your turn."))
    if state.dice is None or sorted(state.dice) != sorted(said.dice):
        raise DoesNotFitError(Message("The play is one of other dice."))
    found = [each for each in accepted_plays(state.position, author, state.dice) if each.result == said.position]
    if not found:
        raise DoesNotFitError(Message("That is no legal play of these dice."))
    made = PlayMade(entry.number, entry.at, author, state.dice, format_play(found[0]), said.position)
    declined = match.asked.what if match.asked and isinstance(match.asked.what, AskedBack) else None
    asked = None if declined else match.asked  # who plays on does not agree
    played = replace(match, before=(*match.before, (state, len(match.events))), refused=declined, asked=asked)
    return _with(played, entry, made)


def _cube(
    match: SharedMatch, said: DoubledBy | TakenBy | DroppedBy | BeaveredBy, author: Side, entry: Entry
) -> SharedMatch:
    _at(match, said)
    state = match.state
    if author is not (state.player if isinstance(said, DoubledBy) else state.answerer):
        raise DoesNotFitError(_NOT_YOURS)
    return _with(match, entry, cube_answered(state, _CUBE[type(said)](), entry.number, entry.at))


def _given_up(match: SharedMatch, said: GaveUp | AcceptedLoss | PlaysOn, author: Side, entry: Entry) -> SharedMatch:
    _at(match, said)
    state = match.state
    if isinstance(said, GaveUp):
        return _with(match, entry, resignation_answered(state, Resign(author, said.loss), entry.number, entry.at))
    offer = state.resignation
    if isinstance(said, AcceptedLoss) and offer and offer.player is author:
        raise DoesNotFitError(_NOT_YOURS)
    command = Accept() if isinstance(said, AcceptedLoss) else Refuse()
    return _with(match, entry, resignation_answered(state, command, entry.number, entry.at))


def _checked(match: SharedMatch, said: Checked, author: Side, _: Entry) -> SharedMatch:
    state = match.state
    if state.phase not in (Phase.GAME_OVER, Phase.MATCH_OVER) or said.game != state.game:
        raise DoesNotFitError(MOVED_ON)
    if said.score != state.score:
        raise DoesNotFitError(Message("The boards do not agree on the score."))
    return replace(match, checked=match.checked | {author})


def _filmed(match: SharedMatch, said: Filmed, author: Side, _: Entry) -> SharedMatch:
    if not may_film(match, said, author):
        raise DoesNotFitError(MOVED_ON)
    return replace(match, films=(*match.films, RollFilm(said.game, said.turn, author, said.digest)))


def may_film(match: SharedMatch, said: Filmed, author: Side) -> bool:
    """Whether a film of that roll may be named in the log: one, of a roll of this game at the author's board."""
    state = match.state
    if said.game != state.game or any((each.game, each.turn) == (said.game, said.turn) for each in match.films):
        return False
    if said.turn < len(state.turns):
        roller: Side | None = state.turns[said.turn].player
    else:
        thrown = said.turn == len(state.turns) and state.phase is Phase.MOVING
        roller = state.player if thrown else None
    if roller is None or match.agreed is None:
        return False
    return author is (roller if said.turn else match.agreed.host)


def _ran_out(match: SharedMatch, said: RanOut, author: Side, entry: Entry) -> SharedMatch:
    _at(match, said)
    clock, event = time_over(match.clock, match.state, author, entry.number, entry.at)
    return _with(replace(match, clock=clock), entry, event)


def _halted(match: SharedMatch, said: Halted, _: Side, entry: Entry) -> SharedMatch:
    if match.state.paused is said.paused:
        return match
    return _with(match, entry, (Paused if said.paused else Resumed)(entry.number, entry.at))


# ------------------------------------------------------------------ with consent


def _consent(match: SharedMatch, said: AskedBack | AskedFor | Consent, author: Side, entry: Entry) -> SharedMatch:
    if isinstance(said, Consent):
        return _answered(match, said, author, entry)
    if match.asked is not None and match.asked.by is not author and match.asked.what == said:
        return _answered(match, Consent(match.asked.number, agrees=True), author, entry)  # both ask for the same
    if match.asked is not None:
        raise DoesNotFitError(Message("Something else waits for an answer."))
    if not isinstance(said, AskedBack):
        events_of(match.state, said, entry.number, entry.at)  # raises where it cannot be
    else:
        turns = match.state.turns
        if said.game != match.state.game or said.turn >= len(turns):
            raise DoesNotFitError(MOVED_ON)
        if turns[said.turn].player is not author:
            raise DoesNotFitError(Message("Only one's own play is taken back."))
    return replace(match, asked=Asked(entry.number, author, said), refused=None)


def _answered(match: SharedMatch, said: Consent, author: Side, entry: Entry) -> SharedMatch:
    asked = match.asked
    if asked is None or asked.number != said.number:
        raise DoesNotFitError(MOVED_ON)
    if said.agrees and asked.by is author:
        raise DoesNotFitError(_NOT_YOURS)
    match = replace(match, asked=None)
    if not said.agrees:
        return match if asked.by is author else replace(match, refused=asked.what)
    if isinstance(asked.what, AskedBack):
        return _back(match, asked.what)
    try:
        events = events_of(match.state, asked.what, entry.number, entry.at)
    except CommandError:
        return replace(match, refused=asked.what)  # it can be no more
    if isinstance(asked.what, AskedGame):
        match = replace(match, before=(), kept=(), checked=frozenset(), hidden="", shared="")
    if isinstance(asked.what, AskedOn):
        match = replace(match, goes_on=asked.what)
    return _with(match, entry, *events)


def _back(match: SharedMatch, what: AskedBack) -> SharedMatch:
    """To where that turn's dice lay, whoever has played since; the rolls since then come again."""
    state = match.state
    if what.game != state.game or what.turn >= len(match.before):
        raise DoesNotFitError(MOVED_ON)
    since = [(turn.player, turn.dice) for turn in state.turns[what.turn + 1 :] if turn.dice]
    if state.phase is Phase.MOVING and state.player and state.dice:
        since.append((state.player, state.dice))
    then, events = match.before[what.turn]
    return replace(
        match, state=then, events=match.events[:events], before=match.before[: what.turn], kept=tuple(since),
        checked=frozenset(),
    )  # fmt: skip


# ------------------------------------------------------------------ dice of both programs


def _dice_together(
    match: SharedMatch, said: DiceHidden | DiceShared | DiceShown, author: Side, entry: Entry
) -> SharedMatch:
    _at(match, said)
    thrower = match.state.player
    if match.state.phase is not Phase.TO_ROLL or thrower is None or not match.thrown_together(thrower):
        raise DoesNotFitError(Message("There are no dice to be thrown together now."))
    if author is not (thrower.other if isinstance(said, DiceShared) else thrower):
        raise DoesNotFitError(_NOT_YOURS)
    match said:
        case DiceHidden() if not match.hidden:
            return replace(match, hidden=said.digest)
        case DiceShared() if match.hidden and not match.shared:
            return replace(match, shared=said.share)
        case DiceShown() if match.shared:
            if shared_dice.digest_of(said.share) != match.hidden:
                raise DoesNotFitError(Message("That share is not the one that was hidden."))
            again = match.kept[0][1] if match.kept else None
            dice = again or shared_dice.roll_of(said.share, match.shared)
            return _threw(match, said, author, dice, entry)
    raise DoesNotFitError(MOVED_ON)


_FITS: dict[type[Said], Callable[[SharedMatch, Any, Side, Entry], SharedMatch]] = {
    Opened: _opened,
    Rolled: _rolled,
    Played: _played,
    **dict.fromkeys(_CUBE, _cube),
    **dict.fromkeys((GaveUp, AcceptedLoss, PlaysOn), _given_up),
    **dict.fromkeys((AskedBack, AskedScore, AskedPosition, AskedGame, AskedOn, Consent), _consent),
    Checked: _checked,
    RanOut: _ran_out,
    Halted: _halted,
    Filmed: _filmed,
    **dict.fromkeys((DiceHidden, DiceShared, DiceShown), _dice_together),
}
"""What each kind of entry but the agreement does to the match. Raises as `after` does."""
