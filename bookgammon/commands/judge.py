"""`bookgammon judge`: is what was played legal, and which rule says so."""

from __future__ import annotations

import argparse
import sys

from arbiter.cases import answer_judge
from arbiter.message import Message
from arbiter.position_text import parse_position
from arbiter.verdict import judge
from bookgammon.errors import UsageError
from bookgammon.terminal.answers import add_case_arguments, answer_cases, rolled
from bookgammon.terminal.language import localized, show

EXAMPLE = """\
bookgammon judge 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10' \
'XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:5:10'
bookgammon judge --json < cases.jsonl"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_case_arguments(parser)


def run(args: argparse.Namespace) -> int:
    if args.json:
        return answer_cases(sys.stdin, answer_judge)
    if len(args.xgid) != 2:
        raise UsageError(Message("Give two XGIDs: the position with the dice, and the position after the play."))
    before, dice = rolled(args.xgid[0])
    verdict = judge(before.position, before.turn, dice, parse_position(args.xgid[1]).position)
    if verdict.legal:
        show(localized(Message("legal: {play}", play=verdict.play)))
    else:
        rules = ", ".join(verdict.rules)
        show(localized(Message("illegal ({rules}): {verdict}", rules=rules, verdict=verdict.message)))
    return 0
