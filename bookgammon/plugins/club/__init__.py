"""Tables of a club publish to an MQTT broker, a wall shows them all."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.message import Message
from bookgammon.errors import UsageError
from bookgammon.hookspecs import hookimpl
from bookgammon.plugin_values import Asset, BesideTable, Chapter, PluginCommand, PluginPart, ScreenHelp
from bookgammon.terminal.libraries import explain_import

if TYPE_CHECKING:
    from bookgammon.plugins.club.broker import Publishing


@hookimpl
def commands() -> Iterable[PluginCommand]:
    summary = Message("show all tables of a club on one page, live, through its MQTT broker")
    return [PluginCommand("wall", summary, "bookgammon.plugins.club.wall_command")]


@hookimpl
def command_options(command: str, parser: argparse.ArgumentParser) -> None:
    if command != "play":
        return
    parser.add_argument(
        "--broker", metavar="URL", help=Message("tell a club's MQTT broker: mqtt://host or mqtts://host")
    )
    parser.add_argument("--table", metavar="NAME", help=Message("what the club calls this table [the machine's name]"))


@hookimpl
def assets() -> Iterable[Asset | Chapter | ScreenHelp]:
    return [
        ScreenHelp("wall", Message("The wall"), "screens"),
        ScreenHelp("results", Message("Results"), "screens"),
    ]


@hookimpl
def check_options(command: str, args: argparse.Namespace, folder: Path) -> None:
    if command == "play" and _publishing(args, folder) is not None and find_spec("paho") is None:
        raise UsageError(explain_import(ModuleNotFoundError(name="paho")))


@hookimpl
def beside_table(table: BesideTable) -> AbstractContextManager[PluginPart]:
    return _beside(table)


@contextmanager
def _beside(table: BesideTable) -> Iterator[PluginPart]:
    publishing = None if table.demo else _publishing(table.options, table.folder)
    if publishing is None:
        yield PluginPart()
        return
    from bookgammon.plugins.club.publisher import publisher_of

    with publisher_of(table, publishing) as publisher:
        yield PluginPart(on_update=publisher.show)


def _publishing(args: argparse.Namespace, folder: Path) -> Publishing | None:
    """The broker that the command line or the data folder names; the library is loaded only where one is named."""
    address, name = getattr(args, "broker", None), getattr(args, "table", None)
    if address is None and not (folder / "broker.toml").exists():
        if name is not None:
            raise UsageError(Message("--table names the table for a broker: add --broker, or leave it away."))
        return None
    from bookgammon.plugins.club.broker import publishing_from

    return publishing_from(folder, address, name)
