"""What `plays` and `judge` share: cases from standard input, one answer a line, bad ones answered too."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from arbiter.errors import ArbiterError
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position_text import parse_position
from arbiter.xgid import MatchPosition
from bookgammon.errors import UsageError
from bookgammon.terminal.answers import cases, print_json


def add_case_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("xgid", nargs="*", metavar="XGID", help=Message("for people: positions as XGID, in quotes"))
    parser.add_argument("--json", action="store_true", help=Message("cases on standard input, JSON Lines out"))


def answer_cases(lines: Iterable[str], answer: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> int:
    """Answer each case; 1 where one was bad, and the others are answered all the same."""
    bad = 0
    for case in cases(lines):
        try:
            if isinstance(case, UsageError):
                raise case
            print_json(answer(case))
        except (ArbiterError, UsageError) as error:
            bad += 1
            print_json({"id": case.get("id") if isinstance(case, dict) else None, "error": str(error)})
    return 1 if bad else 0


def rolled(text: str) -> tuple[MatchPosition, Dice]:
    """An XGID that has dice in it. Raises NotationError or UsageError."""
    found = parse_position(text)
    if found.dice is None:
        raise UsageError(Message("{text} has no dice: put the roll in its fifth field, like 31.", text=text))
    return found, found.dice
