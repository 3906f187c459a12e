"""What an entry of the shared log says: frozen values, and strict JSON both ways.

A body that speaks of a moment of the match names it: the game, counted from 1, and how many turns of it were finished.
So one that comes late is known for what it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, ClassVar, Literal

from arbiter.match.event_json import record_to_json
from arbiter.match.json_values import EventError, fields_of, reader_of
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.position_json import position_to_json
from arbiter.rules import Rules
from arbiter.scoring import Kind
from arbiter.values import Count, CubeValue, Die, Name, Points, Sentence, Text, Whole
from two_books.errors import TwoBooksError
from two_books.link import Body

Hex = Annotated[str, Text(64)]
"""Thirty-two bytes in hexadecimal digits."""
Tenths = Annotated[int, Whole(-10_000_000, 10_000_000)]
"""Of a second."""
DiceOf = Literal["thrown", "program"]
LONGEST_NAME = 60
_HEX = re.compile("[0-9a-f]{64}")


class BodyError(TwoBooksError):
    """An entry that is none of ours: torn, foreign, out of bounds or from another version."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one entry says."""

    kind: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Agreed(Said):
    """What is played, as the host says. names: (light, dark). host: the checkers of the host's player.

    guest_dice: thrown at the guest's board, or by the two programs together (`two_books.shared_dice`).
    """

    kind: ClassVar[str] = "agreed"
    rules: Rules
    names: tuple[Name, Name]
    host: Side
    guest_dice: DiceOf = "thrown"


@dataclass(frozen=True, slots=True)
class Opened(Said):
    """The opening roll of a game, both dice thrown at the host's board. player: who begins."""

    kind: ClassVar[str] = "opened"
    game: Count
    player: Side
    dice: tuple[Die, Die]


@dataclass(frozen=True, slots=True)
class AtMoment(Said):
    """game: counted from 1. turn: how many turns of it are finished.

    left: in the author's bank, as their table's clock says; None without a clock.
    """

    game: Count
    turn: Count
    left: Tenths | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Rolled(AtMoment):
    """What the author has thrown; said again while they play, the same roll was read better."""

    kind: ClassVar[str] = "rolled"
    dice: tuple[Die, Die]


@dataclass(frozen=True, slots=True)
class Played(AtMoment):
    """The author's finished turn. play: in notation. position: what it leads to."""

    kind: ClassVar[str] = "played"
    dice: tuple[Die, Die]
    play: Sentence
    position: Position


@dataclass(frozen=True, slots=True)
class DoubledBy(AtMoment):
    kind: ClassVar[str] = "doubled"


@dataclass(frozen=True, slots=True)
class TakenBy(AtMoment):
    kind: ClassVar[str] = "taken"


@dataclass(frozen=True, slots=True)
class DroppedBy(AtMoment):
    kind: ClassVar[str] = "dropped"


@dataclass(frozen=True, slots=True)
class BeaveredBy(AtMoment):
    kind: ClassVar[str] = "beavered"


@dataclass(frozen=True, slots=True)
class GaveUp(AtMoment):
    """The author offers to lose the game at that value."""

    kind: ClassVar[str] = "gave up"
    loss: Kind


@dataclass(frozen=True, slots=True)
class AcceptedLoss(AtMoment):
    kind: ClassVar[str] = "accepted loss"


@dataclass(frozen=True, slots=True)
class PlaysOn(AtMoment):
    """The offer to give up is refused, or by its author withdrawn."""

    kind: ClassVar[str] = "plays on"


@dataclass(frozen=True, slots=True)
class RanOut(AtMoment):
    """The author's time has run out; what it costs follows from the rules."""

    kind: ClassVar[str] = "ran out"


@dataclass(frozen=True, slots=True)
class Halted(Said):
    """The author has paused the match, or goes on with it."""

    kind: ClassVar[str] = "paused"
    paused: bool


@dataclass(frozen=True, slots=True)
class AskedBack(Said):
    """The author wants to take back their own turn, so many turns of the game having been finished before it."""

    kind: ClassVar[str] = "asked back"
    game: Count
    turn: Count


@dataclass(frozen=True, slots=True)
class AskedScore(Said):
    """The author wants the score to be this: (light, dark)."""

    kind: ClassVar[str] = "asked score"
    score: tuple[Points, Points]


@dataclass(frozen=True, slots=True)
class AskedPosition(AtMoment):
    """The author wants the checkers to lie so where this turn begins."""

    kind: ClassVar[str] = "asked position"
    position: Position


@dataclass(frozen=True, slots=True)
class AskedGame(Said):
    """The author wants the game of that number to be played from here; one that goes on counts for nobody.

    player: whose turn it is; None: an opening roll decides. score: (light, dark).
    """

    kind: ClassVar[str] = "asked game"
    game: Count
    position: Position
    player: Side | None
    cube: CubeValue
    owner: Side | None
    crawford: bool
    score: tuple[Points, Points]


@dataclass(frozen=True, slots=True)
class AskedOn(AtMoment):
    """The author wants to go on, although a board is not seen to show this moment's position."""

    kind: ClassVar[str] = "asked on"


@dataclass(frozen=True, slots=True)
class Consent(Said):
    """Whether what was asked by the entry of that number is agreed to; no by its author withdraws it."""

    kind: ClassVar[str] = "consent"
    number: Count
    agrees: bool


@dataclass(frozen=True, slots=True)
class Checked(Said):
    """That game is over at the author's board too, with this score: the next one may begin once both have said it."""

    kind: ClassVar[str] = "checked"
    game: Count
    score: tuple[Points, Points]


@dataclass(frozen=True, slots=True)
class Filmed(AtMoment):
    """The author keeps a film of that roll. digest: its SHA-256, so that it cannot become another one later."""

    kind: ClassVar[str] = "filmed"
    digest: Hex


@dataclass(frozen=True, slots=True)
class DiceHidden(AtMoment):
    """The first step of a roll by both programs: the hash of the author's share."""

    kind: ClassVar[str] = "dice hidden"
    digest: Hex


@dataclass(frozen=True, slots=True)
class DiceShared(AtMoment):
    """The second step: the other's share, in the open."""

    kind: ClassVar[str] = "dice shared"
    share: Hex


@dataclass(frozen=True, slots=True)
class DiceShown(AtMoment):
    """The last step: the share that was hidden. The roll follows from both."""

    kind: ClassVar[str] = "dice shown"
    share: Hex


BODIES: dict[str, type[Said]] = {
    each.kind: each
    for each in (
        Agreed, Opened, Rolled, Played, DoubledBy, TakenBy, DroppedBy, BeaveredBy, GaveUp, AcceptedLoss, PlaysOn,
        AskedBack, AskedScore, AskedPosition, AskedGame, AskedOn, Consent, Checked, DiceHidden, DiceShared, DiceShown,
        Filmed, RanOut, Halted,
    )
}  # fmt: skip
_READERS = {each: {name: reader_of(hint) for name, hint in fields_of(each).items()} for each in BODIES.values()}
_FOREIGN = Message("That is no entry of this version's shared log.")


def body_of(said: Said) -> Body:
    """As JSON: `kind` and the fields."""
    return {"kind": said.kind, **{field.name: _plain(getattr(said, field.name)) for field in fields(said)}}


def said_by(body: Mapping[str, Any]) -> Said:
    """What the body says. Raises BodyError, one sentence, for any key, kind or value that is not ours."""
    name = body.get("kind")
    kind = BODIES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BodyError(_FOREIGN)
    reads = _READERS[kind]
    if body.keys() != {"kind", *reads}:
        raise BodyError(_FOREIGN)
    try:
        said = kind(**{name: read(body[name], name) for name, read in reads.items()})
    except EventError as error:
        raise BodyError(Message("In an entry of the shared log: {error}", error=error)) from error
    if body_of(said) != dict(body) or not _fits(said):
        raise BodyError(_FOREIGN)  # said otherwise than we write it: two tables could take it for two things
    return said


def is_share(text: str) -> bool:
    """Whether a share, or what hides one, is written so."""
    return bool(_HEX.fullmatch(text))


def dice_of(dice: tuple[int, int]) -> Dice:
    return dice[0], dice[1]


def _fits(said: Said) -> bool:
    match said:
        case Agreed():
            return all(0 < len(name) <= LONGEST_NAME for name in said.names)
        case DiceHidden() | Filmed():
            return is_share(said.digest)
        case DiceShared() | DiceShown():
            return is_share(said.share)
    return True


def _plain(value: object) -> Any:
    match value:
        case Side():
            return value.value
        case tuple():
            return [_plain(item) for item in value]
        case Position():
            return position_to_json(value)
        case Rules():
            return record_to_json(value)
    return value
