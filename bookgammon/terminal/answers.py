"""What the program says: JSON Lines on standard output, sentences for people on standard error, case by case."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TextIO

from arbiter.errors import ArbiterError
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position_text import parse_position
from arbiter.xgid import MatchPosition
from bookgammon.errors import OutputError, UsageError
from bookgammon.terminal.language import localized, show

Json = Mapping[str, Any]

_BEGIN, _CLEAR = "\r", "\033[K"
"""Of the line; and clear it from here on."""


def print_json(answer: Json) -> None:
    """One line, at once: whoever reads along sees each answer when it is known."""
    show(json.dumps(answer))


def say(message: str) -> None:
    """A message for a person, never in the way of the answers. Where it cannot be written nobody can read it."""
    with suppress(OutputError):
        show(localized(message), stream=sys.stderr)


def cases(lines: Iterable[str]) -> Iterator[Any]:
    """The JSON objects on standard input; a line that is no JSON comes as the UsageError to answer with."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            yield UsageError(Message("Line {number} is not JSON: give one JSON object a line.", number=number))


class ProgressLine:
    """One line on a terminal that shows how far long work has come; silent anywhere else."""

    def __init__(self, what: str, total: int | None, stream: TextIO | None = None) -> None:
        self._what, self._total = what, total
        self._stream = stream or sys.stderr
        self._shown = -1

    def show(self, done: int, remark: str = "") -> None:
        """Print it, at most once per hundredth (or per hundred, where the end is not known)."""
        share = 100 * done // self._total if self._total else done // 100
        if share == self._shown or not self._stream.isatty():
            return
        self._shown = share
        text = f"{min(share, 100)} %" if self._total else str(done)
        self._order(_BEGIN)
        show(f"{localized(self._what)} {text} {localized(remark)}", end="", stream=self._stream)
        self._order(_CLEAR if remark else "")  # a remark may be shorter than the one before

    def done(self) -> None:
        """Clear the line, so that the next message stands alone."""
        if self._shown >= 0:
            self._order(_BEGIN + _CLEAR)

    def _order(self, order: str) -> None:
        """What the terminal is to obey is ours alone."""
        self._stream.write(order)
        self._stream.flush()


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
