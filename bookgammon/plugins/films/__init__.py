"""A film becomes past matches: sent over the page or named to `watch`, followed beside the table, kept."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path

from arbiter.message import Message
from bookgammon.hookspecs import hookimpl
from bookgammon.plugin_values import Asset, BesidePast, BesideTable, PluginPart


@hookimpl
def command_options(command: str, parser: argparse.ArgumentParser) -> None:
    if command != "watch":
        return
    parser.add_argument(
        "--keep",
        action="store_true",
        help=Message("keep a video file as a past match, and go on where that was cut off; needs no --board"),
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))


@hookimpl
def run_instead(command: str, args: argparse.Namespace) -> Callable[[], int] | None:
    if command != "watch" or not args.keep:
        return None
    from bookgammon.plugins.films.watch_and_keep import keep

    return partial(keep, args)


@hookimpl
def beside_table(table: BesideTable) -> AbstractContextManager[PluginPart]:
    """Beside the demo nothing is sent: its own recording is what it shows."""
    return nullcontext(PluginPart()) if table.demo else _beside(table)


@hookimpl
def beside_past(past: BesidePast) -> AbstractContextManager[PluginPart]:
    return _beside(past)


@contextmanager
def _beside(past: BesidePast) -> Iterator[PluginPart]:
    from bookgammon.plugins.films.pages import add_recordings
    from bookgammon.plugins.films.service import RecordingService

    with RecordingService(past.journal, past.lock, on_kept=past.match_added, workers=past.workers) as recordings:
        yield PluginPart(pages=(partial(add_recordings, recordings=recordings),))


@hookimpl
def assets() -> Iterable[Asset]:
    return [
        Asset("films", "recordings.js", "past matches", "all_recordings"),
        Asset("films", "recordings_part.html", "past matches", "all_recordings"),
    ]
