"""The page speaks: warnings, rolls or everything that happens, and how the table stands when somebody asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager

from bookgammon.hookspecs import hookimpl
from bookgammon.plugin_values import Asset, BesideTable, PluginPart


@hookimpl
def beside_table(table: BesideTable) -> AbstractContextManager[PluginPart]:
    del table
    return _beside()


@contextmanager
def _beside() -> Iterator[PluginPart]:
    from bookgammon.plugins.voice.pages import add_spoken
    from bookgammon.plugins.voice.spoken import spoken_in_state

    yield PluginPart(pages=(add_spoken,), in_state=lambda: spoken_in_state)


@hookimpl
def assets() -> Iterable[Asset]:
    return [Asset("voice", "voice_switch.js", "every page")]
