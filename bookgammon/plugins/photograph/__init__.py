"""A photograph becomes a position: read, put right by tapping, then an XGID, a drill, a game or an analysis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

from arbiter.message import Message
from bookgammon.hookspecs import hookimpl
from bookgammon.plugin_values import Asset, BesidePast, BesideTable, Chapter, Link, PluginPart, ScreenHelp

NEEDS = ("gnubg",)
"""It says what is best in the position."""


@hookimpl
def beside_table(table: BesideTable) -> AbstractContextManager[PluginPart]:
    @contextmanager
    def block() -> Iterator[PluginPart]:
        from bookgammon.plugins.photograph.pages import add_photograph
        from bookgammon.plugins.photograph.service import PhotographService

        if table.demo:
            yield PluginPart()
            return
        with PhotographService(table.state) as service:
            yield PluginPart(pages=(partial(add_photograph, photographs=service),), on_update=service.on_update)

    return block()


@hookimpl
def beside_past(past: BesidePast) -> AbstractContextManager[PluginPart]:
    del past

    @contextmanager
    def block() -> Iterator[PluginPart]:
        from bookgammon.plugins.photograph.pages import add_photograph
        from bookgammon.plugins.photograph.service import PhotographService

        with PhotographService() as service:
            yield PluginPart(pages=(partial(add_photograph, photographs=service),))

    return block()


@hookimpl
def links() -> Iterable[Link]:
    title = Message("From a photograph")
    return [Link("photograph", title), Link("photograph", title, "past matches")]


@hookimpl
def assets() -> Iterable[Asset | Chapter | ScreenHelp]:
    return [ScreenHelp("photograph", Message("From a photograph"), "history")]
