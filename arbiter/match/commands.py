"""What people enter by touch: one more input beside the camera.

`Referee.handle` takes one of these and returns the events that follow, or raises CommandError, whose text is one
sentence that says why it cannot be done now. docs/rules.md lists them with their events.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from arbiter.errors import ArbiterError
from arbiter.match.entered_events import CubeEdit
from arbiter.match.opponent import OpponentSeat
from arbiter.plays import Dice
from arbiter.position import SeenPosition, Side
from arbiter.rules import Rules
from arbiter.scoring import Kind
from arbiter.seats import Home
from arbiter.values import Count, Die, Name, Place, Points, Sentence, Stack


class CommandError(ArbiterError):
    """Something that cannot be done now; the text says why."""


class ConfirmationNeeded(CommandError):
    """Something that is done only where people say so once more; the text says what follows from it."""


@dataclass(frozen=True, slots=True)
class CorrectDice:
    """The dice in play show this (or, before a roll was seen: this was rolled). player: only to change it.

    After an illegal play it is judged anew by these dice.

    Equal opening dice are a tie: the cube is turned where that is agreed (R53), else the tie is refused (R9).
    """

    dice: Dice
    player: Side | None = None


@dataclass(frozen=True, slots=True)
class CorrectPosition:
    """This is what lay there when the turn began: the last play had this result."""

    position: SeenPosition


@dataclass(frozen=True, slots=True)
class Double:
    """The player on turn doubles (R47)."""


@dataclass(frozen=True, slots=True)
class Take:
    """The doubled player takes (R49)."""


@dataclass(frozen=True, slots=True)
class Drop:
    """The doubled player drops (R50)."""


@dataclass(frozen=True, slots=True)
class Beaver:
    """The doubled player takes, turns the cube again and keeps it (R52); the doubler rolls on or drops."""


@dataclass(frozen=True, slots=True)
class LetStand:
    """The illegal play just finished stands (R63, R64). player: who says so, where the page knows."""

    player: Side | None = None


@dataclass(frozen=True, slots=True)
class Demand:
    """The illegal play just finished must be put right (R63): the next roll does not count before it is.

    player: who demands it, where the page knows. Only the opponent decides; the mover may put the play
    right unasked.
    """

    player: Side | None = None


@dataclass(frozen=True, slots=True)
class Misread:
    """The camera misread: the play warned of was a legal one."""


@dataclass(frozen=True, slots=True)
class PressClock:
    """`player` ends their turn by a tap: the opponent's time runs from then on, or from the lifting of the dice."""

    player: Side


@dataclass(frozen=True, slots=True)
class RunOut:
    """The clock's own word, which nobody can enter: the bank of `player` is used up, which costs them `points`."""

    player: Side
    points: Points


@dataclass(frozen=True, slots=True)
class IntendPlay:
    """The opponent who is not at the table plays this roll so: its own word, which nobody can enter."""

    dice: Dice
    position: SeenPosition


@dataclass(frozen=True, slots=True)
class IntendCube:
    """Whether the opponent who is not at the table doubles before it rolls: its own word, which nobody can enter."""

    doubles: bool


@dataclass(frozen=True, slots=True)
class OpponentDecided:
    """What that opponent, or the program that throws its dice, has decided; only while nothing else has happened.

    actions: `MatchState.actions` when it was asked.
    """

    actions: int
    command: Decided


@dataclass(frozen=True, slots=True)
class Resign:
    """`player` offers to lose a single game, a gammon or a backgammon; the opponent accepts or refuses.

    A new offer takes the place of one that waits. Playing on refuses it, setting the board up anew accepts it.
    """

    player: Side
    kind: Kind = "single"


@dataclass(frozen=True, slots=True)
class Accept:
    """The opponent accepts the resignation: the game is over."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """The opponent refuses the resignation: the game goes on."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """The game under way ended so, without the camera having seen it; winner None: nobody scores for it.

    last: it is the game before that ended so, whatever was recorded of it; what was played since stays.
    """

    winner: Side | None
    kind: Kind = "single"
    last: bool = False


@dataclass(frozen=True, slots=True)
class PlayOn:
    """The board was set up anew or cleared, but the game goes on: people put it back."""


@dataclass(frozen=True, slots=True)
class TakeBoard:
    """The game goes on from what the camera sees (`OutOfStep.position`). player: whose turn it is; None: as before."""

    player: Side | None = None


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game begins; player is set where it is taken up in its middle with that player on roll.

    A game that was going on is given up and counts for nobody. position: None is where games of the match begin.
    dice: rolled already. score, length: (light, dark) points and what is played to, where they are others than now;
    another length begins another match of the same players. crawford: False where the Crawford game is over.
    """

    position: SeenPosition | None = None
    player: Side | None = None
    cube: Count = 1
    owner: Side | None = None
    dice: Dice | None = None
    score: tuple[Points, Points] | None = None
    length: Points | None = None
    crawford: bool | None = None


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match or session begins at this score. names, score: (light, dark).

    rolls, box: it is a chouette of these (`FoundChouette`), from whom the names follow.
    """

    rules: Rules = field(default_factory=Rules)
    names: tuple[Name, Name] = ("Light", "Dark")
    score: tuple[Points, Points] = (0, 0)
    opponent: OpponentSeat | None = None
    rolls: tuple[tuple[Name, Die], ...] = ()
    box: Side = Side.LIGHT


@dataclass(frozen=True, slots=True)
class CorrectScore:
    """The points are these: (light, dark), those of the game under way not yet counted."""

    score: tuple[Points, Points]


@dataclass(frozen=True, slots=True)
class NamePlayers:
    """names: (light, dark)."""

    names: tuple[Name, Name]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at the lower edge of the camera's picture, and where both home boards lie as they see it (R5).

    The referee's own eyes have to know too: whoever makes the evidence asks `MatchState.seats`.
    """

    near: Side
    home: Home = "right"


@dataclass(frozen=True, slots=True)
class EditTurn:
    """A finished turn of this match was another one; what came after it stays, and is replayed with the change.

    game, turn: both counted from 1. What is None stays as it was recorded. play: in notation, legal or not; position:
    the same as the board after it. confirmed: also where something no longer fits, the play breaks a rule, or the board
    would lie otherwise now; without it these raise ConfirmationNeeded.
    """

    game: Count
    turn: Count
    dice: Dice | None = None
    play: Sentence | None = None
    position: SeenPosition | None = None
    cube: CubeEdit | None = None
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Undo:
    """The last action is taken back, whoever caused it; again for the one before (`arbiter.match.undo`)."""


@dataclass(frozen=True, slots=True)
class Redo:
    """What the last undo took back happens again, where nothing else was done since (`arbiter.match.redo`)."""


@dataclass(frozen=True, slots=True)
class AskHint:
    """`player` asks the coach what to play, or what to do about the cube; that they did is in the record."""

    player: Side


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """The last play is taken back and made again with the same dice, as the coach offers."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing that the camera sees counts for now."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The camera counts again."""


@dataclass(frozen=True, slots=True)
class FoundChouette:
    """A chouette begins in a money session, before a game or before its first play (R65 to R67).

    rolls: everybody's name and first die, ties rolled off. box: the checkers of the first box.
    """

    rolls: tuple[tuple[Name, Die], ...]
    box: Side = Side.LIGHT


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody joins the chouette between games, at the end of the line."""

    name: Name


@dataclass(frozen=True, slots=True)
class Leave:
    """Somebody leaves the chouette between games."""

    name: Name


@dataclass(frozen=True, slots=True)
class AnswerAsTeam:
    """These of the team take the box's double, all others drop (R71). `Take` and `Drop` answer for all."""

    takers: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class TellStack:
    """These classes of checkers lie on light's point, from below; 0: on light's bar, 25: on dark's (Abak Evolution)."""

    point: Place
    stack: Stack


Command = (
    CorrectDice | CorrectPosition | Double | Take | Drop | Beaver | LetStand | Demand | Misread | PressClock | Resign
    | Accept | Refuse | EndGame | PlayOn | TakeBoard | NewGame | NewMatch | CorrectScore | NamePlayers | Seat | EditTurn
    | Undo | Redo | AskHint | PlayAgain | Pause | Resume | FoundChouette | Join | Leave | AnswerAsTeam
    | TellStack
)  # fmt: skip

Decided = Take | Drop | Beaver | Accept | Refuse | Resign | CorrectDice | IntendPlay | IntendCube
"""What an opponent who is not at the table may say."""
ProgramWord = RunOut | OpponentDecided
"""What the program itself has to say, and nobody can enter."""
