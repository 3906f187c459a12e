"""`bookgammon doctor`: what works on this machine, and what to do about what does not."""

from __future__ import annotations

import argparse
from pathlib import Path

from bookgammon.answers import print_json
from bookgammon.checks import all_checks

EXAMPLE = "bookgammon doctor"

_MARKS = {"ok": "ok     ", "hint": "to know", "bad": "BROKEN "}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, metavar="P", help="the page's port to check [8024]")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="data folder [the platform's own]")
    parser.add_argument("--json", action="store_true", help="one JSON line a check")


def run(args: argparse.Namespace) -> int:

    broken = 0
    for found in all_checks(args.data, args.port):
        broken += found.state == "bad"
        if args.json:
            answer = {"check": found.name, "state": found.state, "found": found.found, "do": found.do}
            print_json(answer)
        else:
            print(
                f"{_MARKS[found.state]}  {found.name}: {found.found}{f' -> {found.do}' if found.do else ''}"
            )
    return 1 if broken else 0
