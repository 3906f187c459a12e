"""What the page says about this program: version, where data lies, whose libraries it uses, and all its commands."""

from __future__ import annotations

import argparse
import re
from functools import partial
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path

from arbiter import __version__
from bookgammon.commands import load, summaries
from bookgammon.plugin_manager import plugins
from bookgammon.terminal.libraries import explain_import
from translation.catalogue import Catalogue
from web.app import AddPage
from web.help import About, CommandHelp, Library, OptionHelp, PluginHelp, add_about, add_commands
from web.plugged import add_plugged

_NAME = re.compile(r"[A-Za-z0-9._-]+")


def about(folder: Path) -> About:
    """folder: where boards, answers and matches lie."""
    found = tuple(PluginHelp(each.name, each.origin, each.about, each.trouble) for each in plugins().shown)
    return About(__version__, str(folder), libraries(), found)


def page_about(folder: Path) -> AddPage:
    """Fills the guide's page about the program."""
    return partial(add_about, describe=partial(about, folder))


def common_pages(folder: Path) -> tuple[AddPage, ...]:
    """What every page of the program has beside its own: its commands, what it is, and what is plugged in."""
    return ADD_COMMANDS, page_about(folder), partial(add_plugged, plugged=plugins().plugged)


def libraries() -> tuple[Library, ...]:
    """What the program needs to be installed, by its own metadata; none where it is not installed."""
    try:
        wanted = requires("bookgammon") or []
    except PackageNotFoundError:
        return ()
    names = [found.group() for each in wanted if "extra ==" not in each and (found := _NAME.match(each))]
    return tuple(library for name in names if (library := _library(name)))


def _library(name: str) -> Library | None:
    try:
        found = metadata(name)
    except PackageNotFoundError:
        return None
    said = [str(found[key]) for key in ("License-Expression", "License") if key in found]
    said += [
        each.rpartition(" :: ")[2] for each in found.get_all("Classifier", []) if each.startswith("License :: OSI")
    ]
    licence = next((each for each in said if each and "\n" not in each), "")
    return Library(str(found["Name"]), str(found["Version"]), licence)


def described(here: Catalogue) -> tuple[CommandHelp, ...]:
    """Every command with its options, in the language of that catalogue; loads all of them."""
    return tuple(_command(name, here) for name in summaries())


def _command(name: str, here: Catalogue) -> CommandHelp:
    summary = here.say(summaries()[name])
    try:
        command = load(name)
    except ImportError as error:  # of somebody's plugin: the others are there to be read all the same
        return CommandHelp(name, f"{summary[0].upper()}{summary[1:]}. {here.say(explain_import(error))}", "", ())
    parser = argparse.ArgumentParser(add_help=False)
    command.add_arguments(parser)
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
