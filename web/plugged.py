"""What others put on the page beside the core's own: links, scripts, styles and parts of templates, from their folders.

Who they are the page does not know: it is handed folders and lists, and templates ask for what belongs to their place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from arbiter.message import Message

if TYPE_CHECKING:
    from flask import Flask

LinkPlace = Literal["menu", "past matches", "past match", "match end"]
AssetPlace = Literal["table", "past matches", "past match", "every page"]
_PLUGGED = "web.plugged"


@dataclass(frozen=True, slots=True)
class Link:
    """A button to a page. endpoint: as Flask knows it; shown only where that page is there.

    of_match: the address takes the number of the past match as `match`.
    """

    endpoint: str
    title: Message
    place: LinkPlace = "menu"
    of_match: bool = False


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that a page takes in: .js and .css by their address, .html as a part of the page.

    owner: whose folder it lies in, under `static`, or under `templates` where it is .html. needs: an endpoint without
    which it is left away; empty: always taken in.
    """

    owner: str
    name: str
    place: AssetPlace
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page of the guide, by its name in the address.

    folder: where its text lies as HTML, under its name; in other languages in a folder of the language there.
    """

    name: str
    title: Message
    folder: Path


@dataclass(frozen=True, slots=True)
class ScreenHelp:
    """What stands behind a screen's question mark: a template of its name in `help`. about: the chapter with more."""

    name: str
    title: Message
    about: str


@dataclass(frozen=True, slots=True)
class Translation:
    """A plugin's own sentences in another language, for `Message`, `_` in templates and `gettext` in scripts alike.

    language: its code ("de"). sentences: English pattern to text; a counted one, by its singular, to its plural forms.
    Where the program has the same sentence, its own is said.
    """

    language: str
    sentences: Mapping[str, str | Sequence[str]]


@dataclass(frozen=True, slots=True)
class Plugged:
    """All that is plugged in. folders: (owner, folder). computer: somebody can play without sitting at the table."""

    folders: Sequence[tuple[str, Path]] = ()
    links: Sequence[Link] = ()
    brought: Sequence[Asset | Chapter | ScreenHelp | Translation] = ()
    computer: bool = False

    @property
    def assets(self) -> list[Asset]:
        return [each for each in self.brought if isinstance(each, Asset)]

    @property
    def chapters(self) -> list[Chapter]:
        return [each for each in self.brought if isinstance(each, Chapter)]

    @property
    def screens(self) -> list[ScreenHelp]:
        return [each for each in self.brought if isinstance(each, ScreenHelp)]


def plugged_in(app: Flask) -> Plugged:
    """What is plugged into the application; nothing where nobody said so."""
    found: Plugged = app.extensions.get(_PLUGGED, Plugged())
    return found


def add_plugged(app: Flask, plugged: Plugged) -> None:
    """Makes everything that is plugged in known to the application."""
    app.extensions[_PLUGGED] = plugged
    for owner, folder in plugged.folders:
        add_folder(app, owner, folder)


def add_folder(app: Flask, owner: str, folder: Path) -> None:
    """Adds `/plugins/OWNER/…`, the folder's static files, and its templates; where that was done, nothing."""
    from flask import Blueprint  # noqa: PLC0415 - the values above are loaded at every start, Flask is not

    name = f"plugin_{owner}"
    if name in app.blueprints:
        return
    pages = Blueprint(
        name,
        owner,
        root_path=str(folder),
        template_folder="templates",
        static_folder="static" if (folder / "static").is_dir() else None,
        static_url_path=f"/plugins/{owner}",
    )
    app.register_blueprint(pages)


def add_plugged_words(app: Flask) -> None:
    """What templates ask: `links(place)`, `assets(place, kind)`, `asset_address(asset)` and `computer`."""
    from flask import url_for  # noqa: PLC0415 - as above

    def links(place: LinkPlace) -> list[Link]:
        return [each for each in plugged_in(app).links if each.place == place and each.endpoint in app.view_functions]

    def assets(place: AssetPlace, kind: str) -> list[Asset]:
        """kind: ".js", ".css" or ".html"."""
        return [
            each
            for each in plugged_in(app).assets
            if each.place == place and each.name.endswith(kind) and (not each.needs or each.needs in app.view_functions)
        ]

    def asset_address(asset: Asset) -> str:
        return url_for(f"plugin_{asset.owner}.static", filename=asset.name)

    @app.context_processor
    def words() -> dict[str, Any]:
        computer = plugged_in(app).computer
        return {"links": links, "assets": assets, "asset_address": asset_address, "computer": computer}
