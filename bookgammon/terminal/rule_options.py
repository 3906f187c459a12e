"""The agreed rules as options of the command line, made from the fields of `Rules`."""

from __future__ import annotations

import argparse
import dataclasses
import re
import types
import typing
from typing import Any, Literal

from arbiter.message import Message
from arbiter.rules import Rules

HELP = {
    "length": Message("points of the match, 0 for a money session (R56)"),
    "jacoby": Message("gammons count only in games that were doubled (R54); as usual: in money sessions"),
    "crawford": Message("no cube in the game after a player comes within one point of the match (R55)"),
    "beavers": Message("who is doubled may redouble at once and keep the cube, in money sessions (R52)"),
    "automatic_doubles": Message("how many times a game a tie on the opening roll turns the cube (R53)"),
    "backgammon_counts": Message("what a backgammon is worth, times the cube (R44)"),
    "early_roll": Message("what a roll before the other's dice were lifted is worth (R61)"),
    "die_on_checker": Message("a die on top of a checker is cocked, or valid (R58)"),
    "dice_leaf": Message("dice count anywhere on the board, or only in the leaf to the roller's right (R57)"),
    "correction_window": Message("until when an illegal play can be put right (R62)"),
    "must_be_legal": Message("an illegal play never stands (R63)"),
    "warnings": Message("which warnings the page shows; the record keeps all"),
    "cube_limit": Message("highest value of the cube, 0 for none (R51)"),
    "variant": Message("the position that games begin with (R4)"),
    "clock": Message("a tournament clock beside the names, for matches"),
    "delay": Message("seconds of each turn that cost nothing with the clock"),
    "bank": Message("seconds of the clock's bank for each point of the match"),
    "time_out": Message("what a bank that is used up costs: nothing, a point, the match the second time, or the match"),
    "overtime": Message("seconds that a bank is set to after it was used up, where that costs something"),
}
"""For people, one line for each field of `Rules`."""

_SHOWN = {"True": "on", "False": "off", "None": Message("as usual")}


def add_rules(parser: argparse.ArgumentParser) -> None:
    """One option for each rule, with its field's name; what is not given keeps the default."""
    group = parser.add_argument_group(Message("rules agreed before the match (R numbers: docs/rules.md)"))
    hints = typing.get_type_hints(Rules)
    for field in dataclasses.fields(Rules):
        default = _SHOWN.get(str(field.default), str(field.default))
        group.add_argument(
            "--" + field.name.replace("_", "-"),
            dest=field.name,
            default=argparse.SUPPRESS,
            help=Message.joined("", (HELP[field.name], " [", default, "]")),
            **_kind(hints[field.name]),
        )


def rules_from(args: argparse.Namespace) -> Rules:
    """The rules as given on the command line."""
    names = [field.name for field in dataclasses.fields(Rules)]
    return Rules(**{name: getattr(args, name) for name in names if hasattr(args, name)})


def _kind(hint: Any) -> dict[str, Any]:
    """argparse's words for a field's type."""
    if typing.get_origin(hint) is Literal:
        choices = typing.get_args(hint)
        return {"choices": choices, "type": type(choices[0])}
    if hint is int:
        return {"type": _count, "metavar": "N"}
    if hint is bool or (isinstance(hint, types.UnionType) and bool in typing.get_args(hint)):
        return {"action": argparse.BooleanOptionalAction}
    raise TypeError(f"Rules has a field of a type that no option is known for: {hint}")


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text.strip()):
        raise argparse.ArgumentTypeError(Message("{text!r} is not a whole number, 0 or more", text=text))
    return int(text)
