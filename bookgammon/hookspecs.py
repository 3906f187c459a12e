"""The one list of doors: what a plugin may take part in, beyond the card. `docs/plugins.md` shows a whole plugin.

A plugin is a module with functions of these names, each marked `@hookimpl`. It implements the hooks that it needs and
leaves the others away; of a hook's arguments, too, it takes those that it needs. The modules are loaded at every start:
what is heavy (OpenCV, Flask, an engine) a hook imports when it is called. A hook that raises a `CompanionError` says
one sentence to people; any other error is a fault of the plugin: it is logged, the plugin is left out and named by
`bookgammon doctor`, and everything else goes on.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pluggy

from arbiter.match.opponent import OpponentSeat
from arbiter.rules import Rules

if TYPE_CHECKING:
    from bookgammon.opponent.protocol import Opponent
    from bookgammon.plugin_values import (
        Asset,
        BesidePast,
        BesideTable,
        Chapter,
        Finding,
        KeptFile,
        Link,
        PluginCommand,
        PluginPart,
        ScreenHelp,
        Translation,
    )
    from bookgammon.setup.agreement import Agreement

PROJECT = "bookgammon"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def commands() -> Iterable[PluginCommand]:
    """Further commands of the program. Called at every start, on the main thread."""


@hookspec
def command_options(command: str, parser: argparse.ArgumentParser) -> None:
    """Adds options to one of the core's commands ("play", "watch", "demo"). Main thread; may not ask or print."""


@hookspec(firstresult=True)
def run_instead(command: str, args: argparse.Namespace) -> Callable[[], int] | None:
    """Where an option asks for something else than the command's own work: that, which gives the exit code."""


@hookspec
def check_options(command: str, args: argparse.Namespace, folder: Path) -> None:
    """Refuses options that cannot be meant, by a `CompanionError`, before anything is begun. Main thread."""


@hookspec(firstresult=True)
def who_plays(args: argparse.Namespace, rules: Rules) -> Agreement | None:
    """Who plays a new match, where an option of `play` says so. Main thread, before set-up."""


@hookspec
def known_players(journal: Path) -> Iterable[str]:
    """Names offered where it is asked who plays, the likeliest first. A thread of the set-up; soon, or not at all."""


@hookspec(firstresult=True)
def opponent(seat: OpponentSeat) -> Opponent | None:
    """Who decides for a seat that nobody sits at, None where the plugin does not know it. A thread of the seat.

    A plugin's seat has an engine of its own name, and as its level what people read as the opponent's name. An
    `OpponentWithDice` is asked for its rolls too, where the seat's dice are the program's.
    """


@hookspec
def beside_table(table: BesideTable) -> AbstractContextManager[PluginPart]:
    """A match is followed from now on, until the block ends. Main thread, before the page opens. May not wait."""


@hookspec
def beside_past(past: BesidePast) -> AbstractContextManager[PluginPart]:
    """`bookgammon history` shows past matches without a table, until the block ends. Main thread. May not wait."""


@hookspec
def links() -> Iterable[Link]:
    """Buttons that lead to the plugin's pages: in the table's menu, on a past match, at a match's end."""


@hookspec
def assets() -> Iterable[Asset | Chapter | ScreenHelp | Translation]:
    """What is put on the core's pages: scripts, styles and templates (a card), chapters of the guide, screens' help.

    And the plugin's own sentences in other languages. Asked at every start and by whoever first looks in a language, in
    any thread; may not wait.
    """


@hookspec
def checks(folder: Path) -> Iterable[Finding]:
    """What `bookgammon doctor` says of what the plugin needs. Main thread; may take seconds, changes nothing."""


@hookspec
def kept_files() -> Iterable[KeptFile]:
    """Databases that the plugin keeps beside the journal: what belongs to a backup, and what a restore replaces."""


@hookspec
def forget_match(journal: Path, match: int) -> None:
    """A past match is being deleted: everything kept of it goes. A request's thread, with the right to write."""


@hookspec
def player_changed(journal: Path, name: str, new: str | None) -> None:
    """A player is called otherwise from now on; new: how, or None where everything kept of them goes.

    Called in a request's thread, with the right to write.
    """
