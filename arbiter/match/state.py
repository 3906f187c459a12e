"""The state of a match: the phase of its game, the cube, the turns so far, what waits for an answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from arbiter.match.chouette import Chouette
from arbiter.match.entered_events import HintTaken, Resigned
from arbiter.match.events import Event, GameOver, IllegalPlay, IntendedPlay, Misplaced, OutOfStep
from arbiter.match.history import Action, History, latest, standing_actions
from arbiter.match.opponent import OpponentSeat
from arbiter.match.revising import Revising
from arbiter.plays import Dice, RollSource
from arbiter.position import START, Position, Side
from arbiter.replacing import replace, values_of
from arbiter.rules import Rules
from arbiter.scoring import match_winner
from arbiter.seats import Seats

PLACES = frozenset(range(25))
"""Light's points 1 to 24, counted from 0, and the bar."""


@dataclass(frozen=True, slots=True)
class EnteredBoard:
    """What people have said lies on the board: the camera does not outvote it until the board changes there.

    places: those whose counts people entered. seen: the board as the camera reads it there; None: no otherwise.
    """

    places: frozenset[int] = PLACES
    seen: Position | None = None


class Phase(StrEnum):
    SETTING_UP = "setting_up"  # before a game; the board may be anything
    TO_ROLL = "to_roll"  # player is None before the opening roll
    MOVING = "moving"  # dice lie, the play is provisional
    CORRECTING = "correcting"  # an illegal play is finished and may still be put right
    DOUBLED = "doubled"  # a double waits for its answer
    GAME_OVER = "game_over"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True)
class Cube:
    value: int = 1
    owner: Side | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of the record: who, with what dice, played what; illegal where it stood against the rules.

    source: how the roll is known, where it is. corrected: what it was recorded as before, one sentence, or nothing.
    """

    player: Side
    dice: Dice | None
    play: str
    illegal: bool = False
    source: RollSource = "read"
    corrected: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything the page and the lights show, and all that a new referee needs to go on.

    names, score: (light, dark). player: whose turn it is, None before the opening roll.
    position: where the turn started (MOVING, CORRECTING) or stands now; before: where the last turn started.
    looked_at: what a turn left that is under discussion since people looked at a stack, with what they said.
    source: how `dice` are known.
    crawford: this is the Crawford game; crawford_played: it was, in this match.
    doubled: a double was taken in this game (R54).
    pressed: `player` has ended their turn by a tap, for the clock; their dice may still lie there.
    demanded: the illegal play just finished has to be put right (R63). resignation: offered, not answered.
    turns: the plays of this game, oldest first.
    entered_board: what people have entered of what lies on the board, None where nothing.
    out_of_step: the board does not match the game. assumed: how the last game ended, where nobody said so.
    seats: as people have changed them, None where the board file's hold. paused: the camera does not count.
    chouette: None where two play; otherwise `names` are the box and the captain.
    opponent: who plays without sitting at the table. intended: its play with the roll that lies there; misplaced: what
    lies there instead. cube_considered: it has decided whether to double or to give up in this turn.
    kept_rolls: rolls that were taken back with the plays before them and come again, the next one first.
    cube_taken_back: how the cube was taken to lie, value and owner, until people took that back.
    revising: a finished turn is being revised, and more of its events are to come.
    hint: what the player to decide has asked the coach. again: they play the roll that lies there once more.
    undone: what undos took back and a redo brings again, the next one last (`arbiter.match.redo`).
    actions: how many may be undone one after the other. history: they, which `last` reads.
    """

    rules: Rules = field(default_factory=Rules)
    names: tuple[str, str] = ("Light", "Dark")
    score: tuple[int, int] = (0, 0)
    game: int = 0
    crawford: bool = False
    crawford_played: bool = False
    phase: Phase = Phase.SETTING_UP
    position: Position = START
    before: Position | None = None
    looked_at: Position | None = None
    player: Side | None = None
    dice: Dice | None = None
    source: RollSource = "read"
    cube: Cube = field(default_factory=Cube)
    doubled: bool = False
    warning: IllegalPlay | None = None
    pressed: bool = False
    demanded: bool = False
    resignation: Resigned | None = None
    turns: tuple[Turn, ...] = ()
    result: GameOver | None = None
    notes: tuple[str, ...] = ()
    seats: Seats | None = None
    paused: bool = False
    entered_board: EnteredBoard | None = None
    out_of_step: OutOfStep | None = None
    assumed: GameOver | None = None
    chouette: Chouette | None = None
    opponent: OpponentSeat | None = None
    intended: IntendedPlay | None = None
    misplaced: Misplaced | None = None
    cube_considered: bool = False
    kept_rolls: tuple[tuple[Side, Dice], ...] = ()
    cube_taken_back: tuple[int, Side] | None = None
    revising: Revising | None = field(default=None, repr=False)
    hint: HintTaken | None = None
    again: bool = False
    undone: tuple[tuple[Event, ...], ...] = field(default=(), compare=False, repr=False)
    actions: int = field(default=0, compare=False, repr=False)
    history: History = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[type[MatchState], tuple[object, ...]]:
        """For pickle, which goes through a dataclass field by field: a history packs dozens of states at a time."""
        return MatchState, values_of(self)

    @property
    def last(self) -> Action | None:
        """The last action, which an undo takes back; None where there is none (`arbiter.match.undo`)."""
        return latest(self.history)

    @property
    def last_recorded(self) -> Action | None:
        """The last action of the record, which may be no step of undo: earlier turns were changed since."""
        return next(standing_actions(self.history), None)

    @property
    def winner(self) -> Side | None:
        """Who has won the match, once it is over."""
        return match_winner(self.rules, self.score) if self.phase is Phase.MATCH_OVER else None

    @property
    def lies(self) -> Position:
        """What lies on the board, apart from a play under way."""
        if self.phase is Phase.CORRECTING and self.warning:
            return self.warning.position
        return self.position

    @property
    def shown_warning(self) -> IllegalPlay | None:
        """The illegal play on the board, as far as the players agreed to be warned (`Rules.warnings`)."""
        wanted = self.rules.warnings
        if self.warning is None or wanted == "none" or (wanted == "final" and self.warning.provisional):
            return None
        return self.warning

    @property
    def legal_only(self) -> bool:
        """An illegal play may not stand: by the match's rules, or as an opponent has demanded (R63)."""
        return self.rules.must_be_legal or self.demanded

    @property
    def correctable(self) -> Turn | None:
        """The illegal turn that was let stand for now and may be put right until the next one ends (R62)."""
        last = self.turns[-1] if self.turns else None
        open_still = self.rules.correction_window == "play" and self.before is not None
        return last if last and last.illegal and open_still and last.player is not self.player else None

    @property
    def beavered(self) -> bool:
        """The double that waits is a beaver: `player`, who doubled first, answers it (R52)."""
        return self.answerer is not None and self.answerer is self.player

    @property
    def answerer(self) -> Side | None:
        """Who takes or drops the double that waits."""
        if self.phase is not Phase.DOUBLED or self.player is None:
            return None
        other = self.player.other
        return self.player if self.cube.owner is other else other


def still_entered(before: MatchState, after: MatchState) -> MatchState:
    """The state after an event: what has changed on the board is no longer what people entered."""
    entered = after.entered_board
    if entered is None or after.lies == before.lies:
        return after
    pairs = enumerate(zip(before.lies.places, after.lies.places, strict=True))
    places = entered.places - {place for place, (was, now) in pairs if was != now}
    seen = _otherwise(entered.seen, after.lies, places)
    return replace(after, entered_board=EnteredBoard(places, seen) if places else None)


def seen_otherwise(position: Position, counts: dict[int, tuple[int, int]]) -> Position | None:
    """The position with these counts at these places; None where that is no other one."""
    seen = Position.from_places([counts.get(place, count) for place, count in enumerate(position.places)])
    return seen if counts and seen.places != position.places else None


def _otherwise(seen: Position | None, lies: Position, places: frozenset[int]) -> Position | None:
    return seen_otherwise(lies, {place: seen.places[place] for place in places}) if seen else None
