"""Everything that happens in the match is told to an address that its owner names: one HTTP POST an event."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from arbiter.message import Message
from bookgammon.hookspecs import hookimpl
from bookgammon.plugin_values import BesideTable, PluginPart

NEEDS = ("club",)
"""Whose numbered events these are."""


@hookimpl
def command_options(command: str, parser: argparse.ArgumentParser) -> None:
    if command == "play":
        parser.add_argument(
            "--tell", metavar="URL", help=Message("send each event of the match there, by HTTP POST as JSON")
        )


@hookimpl
def check_options(command: str, args: argparse.Namespace, folder: Path) -> None:
    if command == "play":
        from bookgammon.plugins.tell.receiver import receiver_from

        receiver_from(folder, getattr(args, "tell", None))


@hookimpl
def beside_table(table: BesideTable) -> AbstractContextManager[PluginPart]:
    return _beside(table)


@contextmanager
def _beside(table: BesideTable) -> Iterator[PluginPart]:
    from bookgammon.plugins.tell.receiver import receiver_from

    receiver = None if table.demo else receiver_from(table.folder, getattr(table.options, "tell", None))
    if receiver is None:
        yield PluginPart()
        return
    from bookgammon.plugins.tell.teller import teller_of

    with teller_of(table, receiver) as teller:
        yield PluginPart(on_update=teller.show)
