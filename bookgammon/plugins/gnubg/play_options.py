"""The options of `play` that need GNU Backgammon, and who plays where they say so."""

from __future__ import annotations

import argparse
from typing import get_args

from arbiter.match.beginnings import NO_COMPUTER_IN_ABAK
from arbiter.match.opponent import LEVELS, DiceOf, OpponentSeat
from arbiter.message import Message
from arbiter.position import SIDES, Side
from arbiter.rules import ABAK, Rules
from bookgammon.commands.play import name_said
from bookgammon.errors import UsageError
from bookgammon.plugins.gnubg.analyst import Analysing
from bookgammon.plugins.gnubg.gnubg_opponent import ENGINE
from bookgammon.setup.agreement import Agreement

MOST_PLAYS_LATE = 20


def add_play_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--against",
        choices=LEVELS[ENGINE],
        metavar="LEVEL",
        help=Message(
            "play against GNU Backgammon, this strong: then the page does not ask; beginner, casual, intermediate, "
            "advanced, expert, world class, supremo or grandmaster"
        ),
    )
    parser.add_argument(
        "--its-side",
        choices=[side.value for side in SIDES],
        default=Side.DARK.value,
        help=Message("which checkers it has [dark]"),
    )
    parser.add_argument(
        "--its-dice",
        choices=get_args(DiceOf),
        default="thrown",
        help=Message("whether you throw its dice, or the program does [thrown]"),
    )
    parser.add_argument(
        "--analyse",
        choices=get_args(Analysing),
        help=Message("when GNU Backgammon looks at finished games unasked: never, between games, or always [between]"),
    )
    parser.add_argument(
        "--overlay-chances",
        type=_plays_late,
        nargs="?",
        const=1,
        metavar="PLAYS",
        help=Message("show winning chances on /overlay, for a stream's viewers, so many plays late [1]"),
    )


def against_computer(args: argparse.Namespace, rules: Rules) -> Agreement:
    """Who plays against the level of `--against`. `--names` may be one name then: whose the other checkers are.

    Raises UsageError.
    """
    if rules.variant == ABAK:
        raise UsageError(NO_COMPUTER_IN_ABAK)
    seat = OpponentSeat(Side(args.its_side), ENGINE, args.against, args.its_dice)
    name = name_said(args.names or "")
    if "," in name:
        raise UsageError(Message("With --against, --names takes one name: yours."))
    unnamed = Agreement(rules).names
    return Agreement(rules, seat.among((name, name) if name else unnamed), opponent=seat)


def _plays_late(text: str) -> int:
    """A delay in plays. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) > MOST_PLAYS_LATE:
        raise argparse.ArgumentTypeError(
            Message("{text!r} is not a number of plays from 0 to {most}", text=text, most=MOST_PLAYS_LATE)
        )
    return int(text)
