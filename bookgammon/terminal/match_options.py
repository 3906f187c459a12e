"""The options of commands that follow a match: where it starts, its score and its rules."""

from __future__ import annotations

import argparse
import dataclasses
import re
import types
import typing
from typing import Any, Literal

from arbiter.message import Message
from arbiter.position_text import parse_position
from arbiter.rules import Rules
from arbiter.xgid import MatchPosition
from bookgammon.errors import UsageError


def add_match_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--position", metavar="XGID", help=Message("start in mid-game; light is upper case"))
    parser.add_argument("--score", type=_score, metavar="A-B", help=Message("light's and dark's points so far"))
    add_rules(parser)


def match_from(args: argparse.Namespace) -> tuple[Rules, tuple[int, int], MatchPosition | None]:
    """Rules, score and position; what an XGID says counts wherever no option says otherwise."""
    rules = rules_from(args)
    if args.position is None:
        return _checked(rules), _below(rules.length, args.score or (0, 0)), None
    start = parse_position(args.position)
    if start.length and "length" not in args:
        rules = dataclasses.replace(rules, length=start.length)
    return _checked(rules), _below(rules.length, args.score or start.score), start


def _checked(rules: Rules) -> Rules:
    """Raises UsageError where nobody can play by these, or no cube shows the limit."""
    if fault := rules.fault():
        raise UsageError(fault)
    limit = rules.cube_limit
    if limit == 1 or limit & (limit - 1):
        raise UsageError(
            Message("No cube shows {limit}: give --cube-limit 2, 4, 8 and so on, or 0 for no limit.", limit=limit)
        )
    return rules


def _below(length: int, score: tuple[int, int]) -> tuple[int, int]:
    """Raises UsageError where the match is over already."""
    if length and max(score) >= length:
        light, dark = score
        raise UsageError(
            Message(
                "At {light}-{dark} a match to {length} is over: give a lower --score or a longer --length.",
                light=light,
                dark=dark,
                length=length,
            )
        )
    return score


def _score(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,3})-(\d{1,3})", text.strip())
    if found is None:
        raise argparse.ArgumentTypeError(Message("{text!r} is not a score like 3-1", text=text))
    return int(found[1]), int(found[2])


_SHOWN = {"True": "on", "False": "off", "None": Message("as usual")}


def add_rules(parser: argparse.ArgumentParser, rules: type[Rules] = Rules) -> None:
    """One option for each rule, with its field's name; what is not given keeps the default."""
    group = parser.add_argument_group(Message("rules agreed before the match (R numbers: docs/rules.md)"))
    hints = typing.get_type_hints(rules)
    for field in dataclasses.fields(rules):
        default = _SHOWN.get(str(field.default), str(field.default))
        group.add_argument(
            "--" + field.name.replace("_", "-"),
            dest=field.name,
            default=argparse.SUPPRESS,
            help=Message.joined("", (field.metadata["help"], " [", default, "]")),
            **_kind(hints[field.name]),
        )


def rules_from(args: argparse.Namespace, rules: type[Rules] = Rules) -> Rules:
    """The rules as given on the command line."""
    names = [field.name for field in dataclasses.fields(rules)]
    return rules(**{name: getattr(args, name) for name in names if hasattr(args, name)})


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
