"""docs/commands.md, written from the program itself: `python -m tests.bookgammon.commands_doc`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from bookgammon.command_line import command_parser
from bookgammon.commands import SUMMARIES, load
from tests.bookgammon.program import ROOT

PATH = ROOT / "docs" / "commands.md"

_HEAD = """\
# Commands

One program, `bookgammon`. Every command also serves scripts: with `--json` standard output holds JSON Lines and
nothing else, messages go to standard error. Exit code 0; 1 where input was bad or something failed (a verdict
"illegal" is an answer, not a failure); 2 for wrong usage. Every answer echoes its `id` or `image`; a bad item is
answered with `error`, the others go on, and the exit code is 1.

This page is written from the program's own help by `python -m tests.bookgammon.commands_doc`, and a test holds it.
"""


def page() -> str:
    """The whole page."""
    return _HEAD + "".join(_command(name) for name in SUMMARIES)


def _command(name: str) -> str:
    command = load(name)
    parser = command_parser(name, command)
    lines = ["", f"## bookgammon {name}", "", parser.description or "", "", "```", command.EXAMPLE, "```", ""]
    lines += list(_options(parser))
    return "\n".join(lines) + "\n"


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield "| option | meaning |"
    yield "| --- | --- |"
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction):
            names = ", ".join(action.option_strings) or str(action.metavar or action.dest)
            choices = "\\|".join(map(str, action.choices)) if action.choices else ""
            value = (
                ""
                if not action.option_strings or action.nargs == 0
                else f" {choices or action.metavar or ''}"
            )
            yield f"| `{names}{value.rstrip()}` | {(action.help or '').replace('%%', '%')} |"


if __name__ == "__main__":
    PATH.write_text(page(), encoding="utf-8")
