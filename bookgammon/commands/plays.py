"""`bookgammon plays`: every legal play of a roll."""

from __future__ import annotations

import argparse
import sys

from arbiter.cases import answer_plays
from arbiter.message import Message, side_name
from arbiter.notation import format_play
from arbiter.plays import legal_plays
from bookgammon.terminal.answers import add_case_arguments, answer_cases, rolled
from bookgammon.terminal.language import localized, show

EXAMPLE = """\
bookgammon plays 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10'
echo '{"id": 1, "points": [-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2], "bar": [0,0], \
"off": [0,0], "dice": [3,1]}' | bookgammon plays --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_case_arguments(parser)


def run(args: argparse.Namespace) -> int:
    if args.json:
        return answer_cases(sys.stdin, answer_plays)
    for text in args.xgid:
        found, dice = rolled(text)
        plays = legal_plays(found.position, found.turn, dice)
        roll = "{}-{}".format(*dice)
        player = side_name(found.turn)
        show(localized(Message.counted(
            "{position}: {count} play for {player} with {roll}",
            "{position}: {count} plays for {player} with {roll}",
            len(plays), position=text, player=player, roll=roll,
        )))  # fmt: skip
        for play in plays:
            show(f"  {format_play(play)}")
    return 0
