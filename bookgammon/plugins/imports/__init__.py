"""Matches played elsewhere become past matches: record files brought in, names mapped to people known here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path

from arbiter.message import Message
from bookgammon.hookspecs import hookimpl
from bookgammon.plugin_values import Asset, BesidePast, BesideTable, KeptFile, PluginCommand, PluginPart

NEEDS = ("notes", "players")


@hookimpl
def commands() -> Iterable[PluginCommand]:
    summary = Message("make past matches of other programs' records: .mat, SGF, .xg, many at once")
    return [PluginCommand("import", summary, "bookgammon.plugins.imports.command")]


@hookimpl
def beside_table(table: BesideTable) -> AbstractContextManager[PluginPart]:
    """Nothing is brought into the demo's own journal."""
    return nullcontext(PluginPart()) if table.demo else _beside(table)


@hookimpl
def beside_past(past: BesidePast) -> AbstractContextManager[PluginPart]:
    return _beside(past)


@contextmanager
def _beside(past: BesidePast) -> Iterator[PluginPart]:
    from bookgammon.plugins.imports.pages import add_imports
    from bookgammon.plugins.imports.service import ImportService

    with ImportService(past.journal, past.lock, past.playing) as service:
        yield PluginPart(pages=(partial(add_imports, imports=service),))


@hookimpl
def assets() -> Iterable[Asset]:
    return [
        Asset("imports", "imports.js", "past matches", "bring_in"),
        Asset("imports", "imports_part.html", "past matches", "bring_in"),
    ]


@hookimpl
def kept_files() -> Iterable[KeptFile]:
    from bookgammon.plugins.imports.aliases import FILE, copy_aliases, is_ours

    refusal = Message("its names of other programs are damaged or from a newer version of Bookgammon.")
    return [KeptFile(FILE, copy_aliases, is_ours, refusal)]


@hookimpl
def player_changed(journal: Path, name: str, new: str | None) -> None:
    from bookgammon.plugins.imports.aliases import player_changed as change

    change(journal, name, new)
