"""`bookgammon id`: XGID to GNU Backgammon's IDs and back."""

from __future__ import annotations

import argparse
import sys

from arbiter.cases import answer_id
from arbiter.gnubg_ids import match_id, position_id
from arbiter.message import Message
from arbiter.position_text import find_positions, first_position
from arbiter.xgid import format_xgid
from bookgammon.terminal.answers import answer_cases, say
from bookgammon.terminal.language import localized, show

EXAMPLE = """\
bookgammon id 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10'
bookgammon id 4HPwATDgc/ABMA:cAkAAAAAAAAA
echo '{"id": 1, "xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"}' | bookgammon id --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = Message("a text with an XGID, an OGID, position ID and match ID, or a board as other programs copy it")
    parser.add_argument("id", nargs="*", metavar="ID", help=what)
    parser.add_argument("--json", action="store_true", help=Message("cases on standard input, JSON Lines out"))


def run(args: argparse.Namespace) -> int:
    if args.json:
        return answer_cases(sys.stdin, answer_id)
    if not args.id:
        say(Message("Give a position: an XGID, or a text that holds one."))
        return 1
    for text in args.id:
        found = find_positions(text)
        at = first_position(found).at
        show(format_xgid(at))
        ids = {"position": position_id(at.position, at.turn), "match": match_id(at)}
        show(localized(Message("position ID {position}, match ID {match}", **ids)))
        if others := len(found.positions) + len(found.refused) - 1:
            say(
                Message.counted(
                    "The text holds one more position, which is left out.",
                    "The text holds {count} more positions, which are left out.",
                    others,
                )
            )
    return 0
