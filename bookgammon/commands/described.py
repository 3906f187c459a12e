"""All commands as the guide's page shows them, from the program's own help."""

from __future__ import annotations

import argparse
from functools import partial

from bookgammon.commands import SUMMARIES, load
from translation.catalogue import Catalogue
from web.app import AddPage
from web.help import CommandHelp, OptionHelp, add_commands


def described(here: Catalogue) -> tuple[CommandHelp, ...]:
    """Every command with its options, in the language of that catalogue; loads all of them."""
    return tuple(_command(name, here) for name in SUMMARIES)


def _command(name: str, here: Catalogue) -> CommandHelp:
    command = load(name)
    parser = argparse.ArgumentParser(add_help=False)
    command.add_arguments(parser)
    summary = here.say(SUMMARIES[name])
    options = tuple(_option(action, here) for action in parser._actions)
    return CommandHelp(name, f"{summary[0].upper()}{summary[1:]}.", command.EXAMPLE, options)


def _option(action: argparse.Action, here: Catalogue) -> OptionHelp:
    names = ", ".join(action.option_strings) or str(action.metavar or action.dest)
    value = "|".join(map(str, action.choices)) if action.choices else str(action.metavar or "")
    shown = f"{names} {value}".rstrip() if action.option_strings and action.nargs != 0 else names
    meaning = here.say(action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
    return OptionHelp(shown, meaning)


ADD_COMMANDS: AddPage = partial(add_commands, describe=described)
"""Fills the guide's page of commands."""
