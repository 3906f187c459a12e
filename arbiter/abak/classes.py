"""The six classes of checkers, and the letters that stand for them in texts and cases (A2)."""

from __future__ import annotations

from enum import StrEnum

from arbiter.message import Message


class Checker(StrEnum):
    """A checker's class, by its letter."""

    SOLDIER = "S"
    GUARD = "G"
    GENERAL = "C"
    DRUID = "D"
    EVEN = "E"
    ODD = "O"


SET = {
    Checker.SOLDIER: 9,
    Checker.GUARD: 2,
    Checker.GENERAL: 1,
    Checker.DRUID: 1,
    Checker.EVEN: 1,
    Checker.ODD: 1,
}
"""How many of each a side has."""

CLASS_NAMES = {
    Checker.SOLDIER: Message("soldier"),
    Checker.GUARD: Message("guard"),
    Checker.GENERAL: Message("general"),
    Checker.DRUID: Message("druid"),
    Checker.EVEN: Message("even wounded"),
    Checker.ODD: Message("odd wounded"),
}

OWN_NUMBERS = {Checker.EVEN: (2, 4, 6), Checker.ODD: (1, 3, 5)}
"""The dice that a wounded moves by; every other class moves by any (A7)."""

_ORDER = "SGCDEO"


def in_order(letters: str) -> str:
    """The letters of the bar or of what is borne off, where no order counts: soldiers first."""
    return "".join(sorted(letters, key=_ORDER.index))


def moves_by(letter: str, die: int) -> bool:
    """Whether a class moves by this number (A7)."""
    numbers = OWN_NUMBERS.get(letter)  # type: ignore[call-overload]  # a StrEnum is its letter
    return numbers is None or die in numbers
