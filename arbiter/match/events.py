"""What happened at the table: plain, immutable, and enough to rebuild the state by folding them.

Here is what the referee sees; what only people can enter is in `arbiter.match.entered_events`, together with `EVENTS`,
all of them by their name in JSON. Every event carries `frame` (newest frame used, counted from 0) and `time` (seconds
of the source).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from arbiter.match.opponent import OpponentSeat
from arbiter.match.play_fault import PlayFault
from arbiter.message import NAMELESS
from arbiter.plays import Dice, RollSource
from arbiter.position import Position, SeenPosition, Side
from arbiter.rules import Rules
from arbiter.scoring import Kind
from arbiter.values import (
    CubeValue,
    FrameNumber,
    Name,
    Points,
    Probability,
    Sentence,
    SourceSeconds,
    TurnedCube,
)
from arbiter.verdict import CheckerMove

CLEARLY_READ = 0.95
"""A die that shows what was read with this probability was read clearly."""


@dataclass(frozen=True, slots=True)
class Event:
    name: ClassVar[str] = ""
    frame: FrameNumber
    time: SourceSeconds


@dataclass(frozen=True, slots=True)
class MatchStarted(Event):
    """names and score are (light, dark). opponent: who plays without sitting at the table, None where two sit there.

    board: the name of the board that it is played on, empty where nobody knows it.
    """

    name: ClassVar[str] = "match"
    rules: Rules
    names: tuple[Name, Name] = NAMELESS
    score: tuple[Points, Points] = (0, 0)
    opponent: OpponentSeat | None = None
    board: Name = ""


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """player is set where the game is taken up in its middle, with that player on roll."""

    name: ClassVar[str] = "game"
    position: Position
    player: Side | None = None
    cube: CubeValue = 1
    owner: Side | None = None
    crawford: bool = False


@dataclass(frozen=True, slots=True)
class RollSeen(Event):
    """source: events of older versions lack it; they are taken as read."""

    name: ClassVar[str] = "roll"
    player: Side
    dice: Dice
    source: RollSource = "read"


@dataclass(frozen=True, slots=True)
class BadRoll(Event):
    name: ClassVar[str] = "bad_roll"
    player: Side
    rules: tuple[Name, ...]
    message: Sentence


@dataclass(frozen=True, slots=True)
class PlayMade(Event):
    """A legal play, final. dice is None where the roll was never seen and the play does not determine it."""

    name: ClassVar[str] = "play"
    player: Side
    dice: Dice | None
    play: Sentence
    position: Position


@dataclass(frozen=True, slots=True)
class IllegalPlay(Event):
    """provisional: the dice still lie, so the player may yet put it right (R59). message: the fault in one sentence.

    instead: another roll that the dice may well have shown: people are asked which. By it all is right, unless the dice
    of this set are known to be misread and no roll explains the play.
    left_open: by their look the dice may well have shown `instead`, by which all is right.
    whatever_dice: it is wrong by every roll that they may have shown by their look, however hard they are to read.
    fault: the same as data; None only where the event was kept by an older version, and `fold` fills it in then.
    dice_sure: how likely each of `dice` shows what was read (0 to 1); None where people entered the roll, or where it
    is not known.
    unseen: what speaks against the play are checkers that can hardly be seen, or that may well have lain elsewhere
    before it: people are asked.
    """

    name: ClassVar[str] = "illegal"
    player: Side
    dice: Dice
    rules: tuple[Name, ...]
    message: Sentence
    position: SeenPosition
    provisional: bool
    instead: Dice | None = None
    fault: PlayFault | None = None
    dice_sure: tuple[Probability, Probability] | None = None
    unseen: bool = False
    left_open: bool = False
    whatever_dice: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether a die, or what lies there, may well be something else: then it is a question, not a warning."""
        if self.unseen or self.left_open:
            return True
        if self.dice_sure is None:
            return self.instead is not None
        if self.whatever_dice:
            return False
        return min(self.dice_sure) < CLEARLY_READ


@dataclass(frozen=True, slots=True)
class WarningWithdrawn(Event):
    """A provisional warning whose cause was taken back while the dice lie."""

    name: ClassVar[str] = "withdrawn"
    player: Side


@dataclass(frozen=True, slots=True)
class PlayCorrected(Event):
    """A finished illegal play was put right; position is a legal result.

    misread: people say that it had been legal: the camera misread the board. Events of older versions lack it.
    entered: what lies there is not what that turn's play leads to: people entered it, or the board was changed since.
    The play is what it was, and nobody is accused. Events of older versions lack it.
    """

    name: ClassVar[str] = "corrected"
    player: Side
    play: Sentence
    position: Position
    misread: bool = False
    entered: bool = False


@dataclass(frozen=True, slots=True)
class PlayStood(Event):
    """An illegal play that the opponent let stand (R64)."""

    name: ClassVar[str] = "stood"
    player: Side
    play: Sentence
    position: Position


@dataclass(frozen=True, slots=True)
class IntendedPlay(Event):
    """The play that an opponent who is not at the table makes with this roll: somebody moves the checkers for it."""

    name: ClassVar[str] = "intended_play"
    player: Side
    dice: Dice
    play: Sentence
    position: Position


@dataclass(frozen=True, slots=True)
class IntendedCube(Event):
    """Whether an opponent who is not at the table doubles before this roll; where it does, `double` follows."""

    name: ClassVar[str] = "intended_cube"
    player: Side
    doubles: bool


@dataclass(frozen=True, slots=True)
class Misplaced(Event):
    """Another play than the intended one was made for the opponent: nobody's fault, and it can still be put right.

    position: what lies there. moves: the fewest checkers to move so that the intended play stands there.
    """

    name: ClassVar[str] = "misplaced"
    player: Side
    position: SeenPosition
    moves: tuple[CheckerMove, ...]


@dataclass(frozen=True, slots=True)
class Doubled(Event):
    """value: the stake if taken."""

    name: ClassVar[str] = "double"
    player: Side
    value: TurnedCube


@dataclass(frozen=True, slots=True)
class Taken(Event):
    name: ClassVar[str] = "take"
    player: Side
    value: TurnedCube


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    name: ClassVar[str] = "drop"
    player: Side


@dataclass(frozen=True, slots=True)
class ClockPressed(Event):
    """`player` has ended their turn by a tap, as on a clock of its own; their dice may still lie there.

    time: of the tap. The play is judged when the dice are lifted (R60).
    """

    name: ClassVar[str] = "press"
    player: Side


@dataclass(frozen=True, slots=True)
class TimeRanOut(Event):
    """The bank of `player` is used up and `Rules.time_out` makes that cost something.

    points: what the opponent scores for it; 0 where there is only a bank for the overtime.
    """

    name: ClassVar[str] = "time_out"
    player: Side
    points: Points


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """points: what the winner scores, cube included. assumed: nobody said how it ended (`arbiter.match.endings`)."""

    name: ClassVar[str] = "game_over"
    winner: Side
    points: Points
    kind: Kind
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    """score: (light, dark)."""

    name: ClassVar[str] = "match_over"
    winner: Side
    score: tuple[Points, Points]


@dataclass(frozen=True, slots=True)
class Note(Event):
    """Anything else worth saying: board moved, camera back."""

    name: ClassVar[str] = "note"
    message: Sentence


Question = Literal["board", "ending"]


@dataclass(frozen=True, slots=True)
class OutOfStep(Event):
    """The board does not match the game; no warnings until it does again.

    position: what seems to lie there, which may be no position that can be played on from.
    asks: "ending" where it was set up anew or cleared in mid-game (who won, and how much?), else "board".
    """

    name: ClassVar[str] = "out_of_step"
    position: SeenPosition
    asks: Question = "board"


@dataclass(frozen=True, slots=True)
class BackInStep(Event):
    """The board matches the game again."""

    name: ClassVar[str] = "in_step"
