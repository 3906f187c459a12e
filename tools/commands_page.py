"""docs/commands.md and its translations, from the program itself: `python -m tools.commands_page`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from bookgammon.command_line import command_parser
from bookgammon.commands import SUMMARIES, load
from translation.catalogue import Catalogue, catalogue

ROOT = Path(__file__).parents[1]
PATHS = {"en": ROOT / "docs" / "commands.md", "de": ROOT / "docs" / "guide" / "de" / "commands.md"}

_HEADS = {
    "en": """\
# Commands

One program, `bookgammon`. Every command also serves scripts: with `--json` standard output holds JSON Lines and
nothing else, messages go to standard error. Exit code 0; 1 where input was bad or something failed (a verdict
"illegal" is an answer, not a failure); 2 for wrong usage. Every answer echoes its `id` or `image`; a bad item is
answered with `error`, the others go on, and the exit code is 1.

This page is written from the program's own help by `python -m tools.commands_page`, and a test holds it.
""",
    "de": """\
# Befehle

Ein Programm, `bookgammon`. Jeder Befehl ist auch für Skripte da: Mit `--json` stehen in der Standardausgabe JSON Lines
und nichts sonst, Meldungen gehen auf die Fehlerausgabe. Rückgabewert 0; 1, wo eine Eingabe schlecht war oder etwas
misslang (ein Urteil „regelwidrig“ ist eine Antwort, kein Fehler); 2 bei falschem Gebrauch. Jede Antwort wiederholt
ihre `id` oder ihr `image`; Schlechtes wird mit `error` beantwortet, das andere geht weiter, und der Rückgabewert ist 1.

Diese Seite schreibt `python -m tools.commands_page` aus der Hilfe des Programms, und ein Test wacht darüber.
""",
}
_COLUMNS = {"en": ("option", "meaning"), "de": ("Option", "Bedeutung")}


def page(language: str) -> str:
    """The whole page."""
    here = catalogue(language)
    return _HEADS[language] + "".join(_command(name, here) for name in SUMMARIES)


def _command(name: str, here: Catalogue) -> str:
    command = load(name)
    parser = command_parser(name, command)
    summary = here.say(SUMMARIES[name])
    about = f"{summary[0].upper()}{summary[1:]}."
    lines = ["", f"## bookgammon {name}", "", about, "", "```", command.EXAMPLE, "```", ""]
    lines += list(_options(parser, here))
    return "\n".join(lines) + "\n"


def _options(parser: argparse.ArgumentParser, here: Catalogue) -> Iterator[str]:
    yield f"| {' | '.join(_COLUMNS[here.language])} |"
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
            meaning = here.say(action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
            yield f"| `{names}{value.rstrip()}` | {meaning} |"


if __name__ == "__main__":
    for language, path in PATHS.items():
        path.write_text(page(language), encoding="utf-8")
