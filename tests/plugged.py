"""What the plugins that are there add to tests of the whole product.

A test of the core imports no plugin. Where it looks at everything that people see, can send or keep, it asks here, and
gets what each plugin has in `tests/plugins/NAME`, in a module that this one names:

    shown_state.py  PAGES, IN_STATE      what is on every page and in its state
    shown_tables.py TABLES, SHEETS       tables at moments worth a picture, and sheets over them
    screens.py      PART, APART          screens in the application of all screens; an application of its own
    guarded.py      LOOKING, BYTES, add  who may do what at its pages
    views.py        PAGES, add           what is shown of a match, whatever happened in it; add gives more addresses
    doors.py        doors                by which something from outside comes in
    kept_data.py    make, FILES          what it keeps in the data folder
    kept_backup.py  fill, told           of that what belongs to a backup

Without plugins all of it is empty, and with all of them a test sees the whole product.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from bookgammon.plugin_manager import DEFAULT_PLUGINS, plugins

if TYPE_CHECKING:
    from flask import Flask
    from selenium.webdriver import Chrome

    from tests.web.screens import Screen

TESTS = "tests.plugins"
FOLDER = Path(__file__).parents[1] / "bookgammon" / "plugins"
MODULES = (
    "shown_state", "shown_tables", "screens", "guarded", "views", "doors", "kept_data", "kept_backup",
)  # fmt: skip


@cache
def found(module: str, value: str) -> tuple[Any, ...]:
    """That value of that module of every plugin that has it, in the order of the plugins."""
    assert module in MODULES
    made = []
    for name in plugins().names:
        place = f"{TESTS}.{name}.{module}"
        if find_spec(f"{TESTS}.{name}") and find_spec(place):
            made += [each for each in [getattr(import_module(place), value, None)] if each is not None]
    return tuple(made)


def joined(module: str, value: str) -> tuple[Any, ...]:
    """As `found`, of values that are lists."""
    return tuple(one for each in found(module, value) for one in each)


def gone() -> tuple[str, ...]:
    """Plugins of this repository whose folders were taken away."""
    return tuple(name for name in DEFAULT_PLUGINS if not (FOLDER / name).is_dir())


def was_of_one_gone(path: Path) -> bool:
    """Whether that file, which is not there, was a plugin's that was taken away."""
    return any(path.is_relative_to(FOLDER / name) for name in gone())


class StagePart:
    """A plugin's part of the application of all screens; whatever it does not say is nothing."""

    def screens(self) -> Iterable[Screen]:
        return ()

    def add(self, app: Flask, names: tuple[str, str]) -> None:
        """Adds its pages. names: of those who played the past matches."""

    def prepare(self, screen: Screen) -> None:
        """Called before a screen is shown."""

    def wait(self, driver: Chrome, screen: Screen) -> None:
        """Until all of it stands on the page."""


class Hall(Protocol):
    """An application with screens of its own, and a browser that shows them."""

    driver: Chrome

    def show(self, screen: Screen) -> None: ...


@dataclass(frozen=True, slots=True)
class Apart:
    """Screens in an application of their own. stage: runs it, given the browser and a language."""

    screens: Sequence[Screen]
    stage: Callable[[Chrome, str], AbstractContextManager[Hall]]


def parts() -> tuple[StagePart, ...]:
    """Of all plugins, for one stage."""
    return tuple(kind() for kind in found("screens", "PART"))


def apart() -> tuple[Apart, ...]:
    return found("screens", "APART")
