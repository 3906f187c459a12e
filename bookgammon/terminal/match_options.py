"""The options of commands that follow a match: where it starts, its score and its rules."""

from __future__ import annotations

import argparse
import dataclasses
import re

from arbiter.message import Message
from arbiter.position_text import parse_position
from arbiter.rules import Rules
from arbiter.xgid import MatchPosition
from bookgammon.errors import UsageError
from bookgammon.terminal.rule_options import add_rules, rules_from


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
    """Raises UsageError where no cube shows the limit."""
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
