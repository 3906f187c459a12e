"""What the players agreed before the match. Field names are also the command line's options and the JSON keys."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, Literal

from arbiter.message import Message
from arbiter.position import CHECKERS, OFF, START, Position, Row, row_of
from arbiter.values import (
    MOST_DOUBLES,
    MOST_LIMIT,
    MOST_POINTS,
    MOST_SECONDS,
    ClockSeconds,
    CubeLimit,
    Doubles,
    Length,
)

ABAK = "abak"
"""The one variant whose plays are not backgammon's (`arbiter.abak`)."""


def rule(default: Any, help_text: Message, *, of: str = "") -> Any:
    """One rule that players may agree. help_text: for people, what the command line's option says of it.

    of: the variant that it is for alone.
    """
    return field(default=default, metadata={"help": help_text, "of": of})


@dataclass(frozen=True, slots=True)
class Rules:
    """The agreed rules of one match or session; the defaults are those of docs/rules.md.

    jacoby: None means on in money play and off in matches (R54).
    clock: `delay` seconds of each turn cost nothing; `bank`: half of it less for each point already scored
    (arbiter/match/clock.py).
    """

    length: Length = rule(5, Message("points of the match, 0 for a money session (R56)"))
    jacoby: bool | None = rule(
        None, Message("gammons count only in games that were doubled (R54); as usual: in money sessions")
    )
    crawford: bool = rule(True, Message("no cube in the game after a player comes within one point of the match (R55)"))
    beavers: bool = rule(
        False, Message("who is doubled may redouble at once and keep the cube, in money sessions (R52)")
    )
    automatic_doubles: Doubles = rule(
        0, Message("how many times a game a tie on the opening roll turns the cube (R53)")
    )
    backgammon_counts: Literal[2, 3] = rule(3, Message("what a backgammon is worth, times the cube (R44)"))
    early_roll: Literal["void", "tolerated", "allowed"] = rule(
        "tolerated", Message("what a roll before the other's dice were lifted is worth (R61)")
    )
    die_on_checker: Literal["cocked", "valid"] = rule(
        "cocked", Message("a die on top of a checker is cocked, or valid (R58)")
    )
    dice_leaf: Literal["any", "right"] = rule(
        "any", Message("dice count anywhere on the board, or only in the leaf to the roller's right (R57)")
    )
    correction_window: Literal["roll", "play"] = rule(
        "roll", Message("until when an illegal play can be put right (R62)")
    )
    must_be_legal: bool = rule(False, Message("an illegal play never stands (R63)"))
    warnings: Literal["all", "final", "none"] = rule(
        "all", Message("which warnings the page shows; the record keeps all")
    )
    cube_limit: CubeLimit = rule(0, Message("highest value of the cube, 0 for none (R51)"))
    variant: Literal["backgammon", "nackgammon", "longgammon", "hypergammon", "abak"] = rule(
        "backgammon", Message("the position that games begin with (R4); abak: with six classes of checkers (A1 to A17)")
    )
    clock: Literal["none", "delay"] = rule("none", Message("a tournament clock beside the names, for matches"))
    delay: ClockSeconds = rule(12, Message("seconds of each turn that cost nothing with the clock"))
    bank: ClockSeconds = rule(120, Message("seconds of the clock's bank for each point of the match"))
    time_out: Literal["shown", "point", "overtime", "match"] = rule(
        "shown", Message("what a bank that is used up costs: nothing, a point, the match the second time, or the match")
    )
    overtime: ClockSeconds = rule(
        60, Message("seconds that a bank is set to after it was used up, where that costs something")
    )
    coach: bool = rule(
        False, Message("a coach judges each play and cube action and gives hints, as everybody who plays wants it")
    )
    play_again: Literal["doubtful", "bad", "very bad", "never"] = rule(
        "bad", Message("from which mistake on the coach offers to play it again, by GNU Backgammon's marks")
    )
    druid_hit: bool = rule(
        True, Message("Abak Evolution: a druid that holds a checker may be hit, which frees it (A13)"), of=ABAK
    )
    druid_joined: bool = rule(
        True, Message("Abak Evolution: others may land above their druid that holds a checker (A14)"), of=ABAK
    )
    wounded_off_by_any: bool = rule(
        False, Message("Abak Evolution: any greater number bears off a wounded (A15)"), of=ABAK
    )
    wounded_enter_by_any: bool = rule(
        False, Message("Abak Evolution: a wounded enters from the bar by any number (A16)"), of=ABAK
    )

    def __post_init__(self) -> None:
        """What another variant alone leaves open is as usual: nobody agreed on it, and no record says it."""
        for each in fields(self):
            if each.metadata["of"] not in ("", self.variant):
                object.__setattr__(self, each.name, each.default)

    def fault(self) -> Message | None:
        """Why nobody can play by these rules; None where they can."""
        if not 0 <= self.length <= MOST_POINTS:
            return Message("A match is played to a number of points from 1 to {most}.", most=MOST_POINTS)
        if any(not 0 <= seconds <= MOST_SECONDS for seconds in (self.delay, self.bank, self.overtime)):
            return Message("The clock's seconds are a number from 0 to {most}.", most=MOST_SECONDS)
        if not 0 <= self.automatic_doubles <= MOST_DOUBLES:
            return Message("A tie turns the cube from 0 to {most} times a game.", most=MOST_DOUBLES)
        if not 0 <= self.cube_limit <= MOST_LIMIT:
            return Message("The cube's limit is a number from 0 to {most}.", most=MOST_LIMIT)
        return self._fault_of_coach() if self.coach else None

    def _fault_of_coach(self) -> Message | None:
        if self.clock != "none" and self.length:
            return Message("There is no coach in a match with a clock: leave one of them out.")
        if self.variant == ABAK:
            return Message("No other program knows Abak Evolution, so there is no coach in it.")
        return None

    @property
    def start(self) -> Position:
        """Where each game begins; of another game than backgammon a position that knows that game's plays."""
        if self.variant == ABAK:
            return _start_of_abak(self.druid_hit, self.druid_joined, self.wounded_off_by_any, self.wounded_enter_by_any)
        return STARTS[self.variant]

    @property
    def jacoby_applies(self) -> bool:
        return self.length == 0 if self.jacoby is None else self.jacoby


@lru_cache(maxsize=4)
def _start_of_abak(*agreed: bool) -> Position:
    from arbiter.abak.classed import ClassedPosition  # noqa: PLC0415 - backgammon alone does not need it
    from arbiter.abak.settings import AbakSettings  # noqa: PLC0415 - as above

    return ClassedPosition(agreed=AbakSettings(*agreed))


def _both(*places: tuple[int, int]) -> Position:
    row: Row = row_of(places)
    return Position(row, row)


STARTS = {
    "backgammon": START,
    "nackgammon": _both((24, 2), (23, 2), (13, 4), (8, 3), (6, 4)),
    "longgammon": _both((24, 15)),
    "hypergammon": _both((24, 1), (23, 1), (22, 1), (OFF, CHECKERS - 3)),
}
"""Where each form of backgammon begins, by its name in other programs' records in lower case; in all else the rules
are the same. Checkers that a form does without count as borne off. Abak Evolution is none of these, although it begins
with Nackgammon's counts.

Sources: the glossary of Backgammon Galore (bkgm.com/variants) for each; Nack Ballard's Nackgammon takes one checker
each from the 13- and the 6-point to the 23-point.
"""
