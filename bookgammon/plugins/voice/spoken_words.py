"""Plays and rolls as they are spoken at the board: "six three", "bar, twenty-two; thirteen, eleven, hit"."""

from __future__ import annotations

import re

from arbiter.abak.classes import CLASS_NAMES
from arbiter.message import Message
from arbiter.play_text import NO_PLAY
from arbiter.plays import Dice
from arbiter.position import BAR, OFF, Side

# "One" is written large because "one" is part of other sentences, where languages bend it
_NUMBERS = (
    Message("One"), Message("two"), Message("three"), Message("four"), Message("five"), Message("six"),
    Message("seven"), Message("eight"), Message("nine"), Message("ten"), Message("eleven"), Message("twelve"),
    Message("thirteen"), Message("fourteen"), Message("fifteen"), Message("sixteen"), Message("seventeen"),
    Message("eighteen"), Message("nineteen"), Message("twenty"), Message("twenty-one"), Message("twenty-two"),
    Message("twenty-three"), Message("twenty-four"),
)  # fmt: skip
_DOUBLES = (
    Message("double ones"), Message("double twos"), Message("double threes"), Message("double fours"),
    Message("double fives"), Message("double sixes"),
)  # fmt: skip
_PLACES = {BAR: Message("bar"), OFF: Message("off")}
_NAMED = {"bar": BAR, "off": OFF}
_HIT = Message("hit")
_TIMES = {2: Message("twice"), 3: Message("three times"), 4: Message("four times")}
_HELD = Message("held")
_CLASSES = {letter.value: name for letter, name in CLASS_NAMES.items()}
_NOTHING = Message("no play")
_ROLL = re.compile(r"([1-6])-([1-6])")
_PIECE = re.compile(r"(\S+?)(?:\((\d+)\))?")


def spoken_roll(dice: Dice) -> Message:
    """Both dice, the higher first: "six three", "double fives"."""
    high, low = max(dice), min(dice)
    return _DOUBLES[high - 1] if high == low else Message.joined(" ", (_NUMBERS[high - 1], _NUMBERS[low - 1]))


def spoken_place(place: int) -> Message:
    """A point by its number, the bar, or off. place: 0..25, in the numbering of whose checker it is."""
    return _PLACES.get(place) or _NUMBERS[place - 1]


def spoken_play(play: str) -> str:
    """A play in notation, piece by piece; any other text as it is."""
    if play.strip() == NO_PLAY:
        return _NOTHING
    pieces = [_spoken_piece(piece) for piece in play.split()]
    whole = [piece for piece in pieces if piece is not None]
    return Message.joined("; ", whole) if whole and len(whole) == len(pieces) else play


def spoken_stack(stack: str, side: Side) -> Message | None:
    """The classes of one side in a stack, from below; None where all of them are soldiers."""
    own = [letter.upper() for letter in stack if letter.isupper() is (side is Side.LIGHT)]
    if set(own) <= {"S"}:
        return None
    return Message.joined(", ", (_CLASSES[letter] for letter in own))


def _spoken_piece(piece: str) -> Message | None:
    """One checker's way, with its class in Abak Evolution, and how many go it; None for what is no move."""
    found = _PIECE.fullmatch(piece)
    if found is None or "/" not in piece:
        return None
    places: list[Message] = [_CLASSES[piece[0]]] if piece[0] in _CLASSES else []
    try:
        for stop in found[1].removeprefix(piece[0] if places else "").split("/"):
            places.append(spoken_place(_place(stop.rstrip("*+"))))
            places += [_HIT] if stop.endswith("*") else [_HELD] if stop.endswith("+") else []
    except (ValueError, IndexError):
        return None
    times = _TIMES.get(int(found[2] or 1))
    return Message.joined(", ", [*places, *([times] if times else [])])


def _place(name: str) -> int:
    place = _NAMED[name] if name in _NAMED else int(name)
    if name not in _NAMED and not OFF < place < BAR:
        raise ValueError(name)
    return place


def spoken_sentence(sentence: str) -> str:
    """A sentence with every play and roll in it as it is spoken; what was written by people stays as it is."""
    if not isinstance(sentence, Message):
        return sentence
    values = {name: _spoken_value(value) for name, value in sentence.values.items()}
    if sentence.plural is None:
        return sentence.filled(**values)
    del values["count"]
    return Message.counted(sentence.pattern, sentence.plural, sentence.number, **values)


def _spoken_value(value: object) -> object:
    if isinstance(value, Message):
        return spoken_sentence(value)
    if not isinstance(value, str):
        return value
    if roll := _ROLL.fullmatch(value):
        return spoken_roll((int(roll[1]), int(roll[2])))
    return spoken_play(value)
