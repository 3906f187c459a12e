"""The match as the shared log holds it: every entry is checked by the rules, and becomes events of the arbiter.

Pure. Both tables fold the same log, so both have the same match; the host asks `judge` before an entry gets its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from arbiter.match.clock import new_clock
from arbiter.match.commands import Accept, Beaver, CommandError, Double, Drop, Refuse, Resign, Take
from arbiter.match.cube_answers import cube_answered, resignation_answered
from arbiter.match.entered_events import Paused, Resumed
from arbiter.match.events import GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.match.state import Phase
from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.plays import Dice, accepted_plays
from arbiter.position import Side
from arbiter.scoring import is_crawford
from two_books import shared_dice
from two_books.agreed_rules import rules_refused
from two_books.asked import still_open
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
from two_books.consents import asked_or_answered
from two_books.errors import TwoBooksError
from two_books.link import Body, Entry, Role
from two_books.shared_state import (
    MOVED_ON,
    NOT_YOURS,
    THROWING,
    Asked,
    DoesNotFitError,
    RollFilm,
    SharedMatch,
    at_moment,
    with_events,
)

__all__ = [
    "MOVED_ON", "Asked", "DoesNotFitError", "Judge", "RollFilm", "SharedMatch", "after", "expected", "match_of",
    "may_film",
]  # fmt: skip

_NOTHING_AGREED = Message("Nothing is agreed yet.")
_CUBE: dict[type[AtMoment], Callable[[], Double | Take | Drop | Beaver]] = {
    DoubledBy: Double, TakenBy: Take, DroppedBy: Drop, BeaveredBy: Beaver,
}  # fmt: skip


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


def _opened(match: SharedMatch, said: Opened, _: Side, entry: Entry) -> SharedMatch:
    state = match.state
    if entry.by != "host":
        raise DoesNotFitError(Message("The opening dice are thrown at the host's board."))
    if said.dice[0] == said.dice[1]:
        raise DoesNotFitError(Message("Equal opening dice are rolled again (R9)."))
    roll = RollSeen(entry.number, entry.at, said.player, (said.dice[0], said.dice[1]))
    begins = state.phase is Phase.MOVING or (state.phase is Phase.TO_ROLL and state.player is None)
    if begins and not state.turns and said.game == state.game:
        return with_events(match, entry, roll)
    if said.game != state.game + 1:
        raise DoesNotFitError(MOVED_ON)
    if not match.may_open:
        raise DoesNotFitError(Message("The last game is not over at both boards yet."))
    crawford = is_crawford(state.rules, state.score, state.crawford_played)
    game = GameStarted(entry.number, entry.at, state.rules.start, crawford=crawford)
    fresh = replace(match, before=(), kept=(), checked=frozenset(), refused=None, declined=None)
    return with_events(fresh, entry, game, roll)


def _rolled(match: SharedMatch, said: Rolled, author: Side, entry: Entry) -> SharedMatch:
    if match.thrown_together(author):
        raise DoesNotFitError(Message("The guest's dice are thrown by both programs together."))
    return _threw(match, said, author, (said.dice[0], said.dice[1]), entry)


def _threw(match: SharedMatch, said: AtMoment, author: Side, dice: Dice, entry: Entry) -> SharedMatch:
    at_moment(match, said)
    state = match.state
    if state.player is not author:
        raise DoesNotFitError(Message("It is not your turn."))
    if state.phase is Phase.MOVING and state.turns:
        return with_events(match, entry, RollSeen(entry.number, entry.at, author, dice))
    if state.phase is not Phase.TO_ROLL:
        raise DoesNotFitError(MOVED_ON)
    if match.kept and (match.kept[0][0] is not author or sorted(match.kept[0][1]) != sorted(dice)):
        raise DoesNotFitError(Message("The roll from before the play was taken back comes again."))
    rolled = replace(match, kept=match.kept[1:], hidden="", shared="")
    return with_events(rolled, entry, RollSeen(entry.number, entry.at, author, dice))


def _played(match: SharedMatch, said: Played, author: Side, entry: Entry) -> SharedMatch:
    at_moment(match, said)
    state = match.state
    if state.phase is not Phase.MOVING or state.player is not author:
        raise DoesNotFitError(Message("It is not your turn."))
    if state.dice is None or sorted(state.dice) != sorted(said.dice):
        raise DoesNotFitError(Message("The play is one of other dice."))
    found = [each for each in accepted_plays(state.position, author, state.dice) if each.result == said.position]
    if not found:
        raise DoesNotFitError(Message("That is no legal play of these dice."))
    made = PlayMade(entry.number, entry.at, author, state.dice, format_play(found[0]), said.position)
    played = replace(match, before=(*match.before, (state, len(match.events))), refused=None, declined=None)
    if match.asked and isinstance(match.asked.what, AskedBack):  # who plays on does not agree
        played = replace(played, refused=match.asked.what, declined=match.asked.by, asked=None)
    return with_events(played, entry, made)


def _cube(
    match: SharedMatch, said: DoubledBy | TakenBy | DroppedBy | BeaveredBy, author: Side, entry: Entry
) -> SharedMatch:
    at_moment(match, said)
    state = match.state
    if author is not (state.player if isinstance(said, DoubledBy) else state.answerer):
        raise DoesNotFitError(NOT_YOURS)
    if isinstance(said, DoubledBy) and match.hidden and match.thrown_together(author):
        raise DoesNotFitError(THROWING)  # their program may know the roll already
    return with_events(match, entry, cube_answered(state, _CUBE[type(said)](), entry.number, entry.at))


def _given_up(match: SharedMatch, said: GaveUp | AcceptedLoss | PlaysOn, author: Side, entry: Entry) -> SharedMatch:
    at_moment(match, said)
    state = match.state
    if isinstance(said, GaveUp):
        return with_events(match, entry, resignation_answered(state, Resign(author, said.loss), entry.number, entry.at))
    offer = state.resignation
    if isinstance(said, AcceptedLoss) and offer and offer.player is author:
        raise DoesNotFitError(NOT_YOURS)
    command = Accept() if isinstance(said, AcceptedLoss) else Refuse()
    return with_events(match, entry, resignation_answered(state, command, entry.number, entry.at))


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
    at_moment(match, said)
    clock, event = time_over(match.clock, match.state, author, entry.number, entry.at)
    return with_events(replace(match, clock=clock), entry, event)


def _halted(match: SharedMatch, said: Halted, _: Side, entry: Entry) -> SharedMatch:
    if match.state.paused is said.paused:
        return match
    return with_events(match, entry, (Paused if said.paused else Resumed)(entry.number, entry.at))


# ------------------------------------------------------------------ dice of both programs


def _dice_together(
    match: SharedMatch, said: DiceHidden | DiceShared | DiceShown, author: Side, entry: Entry
) -> SharedMatch:
    at_moment(match, said)
    thrower = match.state.player
    if match.state.phase is not Phase.TO_ROLL or thrower is None or not match.thrown_together(thrower):
        raise DoesNotFitError(Message("There are no dice to be thrown together now."))
    if author is not (thrower.other if isinstance(said, DiceShared) else thrower):
        raise DoesNotFitError(NOT_YOURS)
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
    **dict.fromkeys((AskedBack, AskedScore, AskedPosition, AskedGame, AskedOn, Consent), asked_or_answered),
    Checked: _checked,
    RanOut: _ran_out,
    Halted: _halted,
    Filmed: _filmed,
    **dict.fromkeys((DiceHidden, DiceShared, DiceShown), _dice_together),
}
"""What each kind of entry but the agreement does to the match. Raises as `after` does."""
