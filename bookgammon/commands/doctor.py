"""`bookgammon doctor`: what works on this machine, and what to do about what does not."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from arbiter.message import Message
from bookgammon.doctor.checks import all_checks
from bookgammon.doctor.problem_report import described, report_contents, write_report
from bookgammon.files.settings import data_folder
from bookgammon.terminal.answers import print_json, say
from bookgammon.terminal.language import ask, localized, show

EXAMPLE = "bookgammon doctor\nbookgammon doctor --report fault.zip"

_MARKS = {"ok": "ok", "hint": Message("to know"), "bad": Message("BROKEN")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, metavar="P", help=Message("the page's port to check [8024]"))
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))
    parser.add_argument("--json", action="store_true", help=Message("one JSON line a check"))
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help=Message("write a fault report: versions, log, evidence")
    )


def run(args: argparse.Namespace) -> int:
    if args.report:
        return report(args)
    broken, width = 0, max(len(localized(mark)) for mark in _MARKS.values())
    for found in all_checks(args.data, args.port):
        broken += found.state == "bad"
        if args.json:
            answer = {"check": found.name, "state": found.state, "found": found.found, "do": found.do}
            print_json(answer)
        else:
            show(
                f"{localized(_MARKS[found.state]):<{width}}  {localized(found.name)}: {localized(found.found)}"
                f"{f' -> {localized(found.do)}' if found.do else ''}"
            )
    return 1 if broken else 0


def report(args: argparse.Namespace) -> int:
    """Shows what would be in it, and asks where somebody is there to answer."""
    contents = report_contents(data_folder(args.data), all_checks(args.data, args.port))
    say(described(contents))
    if sys.stdin.isatty() and ask(Message("Write it to {file}? [Y/n] ", file=args.report)) in ("n", "no", None):
        say(Message("Nothing was written."))
        return 0
    write_report(contents, args.report)
    say(Message("The report is in {report}; nothing was sent anywhere.", report=args.report))
    return 0
