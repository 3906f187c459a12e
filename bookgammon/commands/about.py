"""What the page says about this program: its version, where data lies, and whose libraries it uses."""

from __future__ import annotations

import re
from functools import partial
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path

from arbiter import __version__
from web.app import AddPage
from web.help import About, Library, add_about

_NAME = re.compile(r"[A-Za-z0-9._-]+")


def about(folder: Path) -> About:
    """folder: where boards, answers and matches lie."""
    return About(__version__, str(folder), libraries())


def page_about(folder: Path) -> AddPage:
    """Fills the guide's page about the program."""
    return partial(add_about, describe=partial(about, folder))


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
