"""`bookgammon id`: XGID to GNU Backgammon's IDs and back."""

from __future__ import annotations

import argparse
import sys

from arbiter.gnubg_ids import answer_id
from arbiter.message import Message
from bookgammon.terminal.answers import answer_cases, say
from bookgammon.terminal.language import localized, show

EXAMPLE = """\
bookgammon id 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10'
bookgammon id 4HPwATDgc/ABMA:cAkAAAAAAAAA
echo '{"id": 1, "xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"}' | bookgammon id --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = Message("an XGID, the text of a position that eXtreme Gammon copies, or position ID:match ID")
    parser.add_argument("id", nargs="*", metavar="ID", help=what)
    parser.add_argument("--json", action="store_true", help=Message("cases on standard input, JSON Lines out"))


def run(args: argparse.Namespace) -> int:
    if args.json:
        return answer_cases(sys.stdin, answer_id)
    if not args.id:
        say(Message("Give an XGID, or GNU Backgammon's position ID:match ID."))
        return 1
    for text in args.id:
        answer = answer_id(_case(text))
        show(answer["xgid"])
        ids = {"position": answer["position_id"], "match": answer["match_id"]}
        show(localized(Message("position ID {position}, match ID {match}", **ids)))
    return 0


def _case(text: str) -> dict[str, str]:
    """An XGID has ten fields between colons, GNU Backgammon's two IDs have one colon; a text has lines."""
    position, colon, match = text.partition(":")
    if colon and ":" not in match and "\n" not in text.strip():
        return {"position_id": position, "match_id": match}
    return {"xgid": text}
