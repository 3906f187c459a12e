"""Help: what each screen says about itself, the guide's pages and the rules by number, as this machine serves them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, current_app, render_template
from werkzeug.exceptions import NotFound

from arbiter.abak.rulebook import ABAK_RULES
from arbiter.message import Message
from arbiter.rulebook import RULES
from translation.catalogue import Catalogue
from web.guard import in_control
from web.language import viewers_catalogue
from web.plugged import Chapter, ScreenHelp, plugged_in

_TEXTS = Path(__file__).parent / "guide"
_CHAPTERS = (
    Chapter("camera", Message("Camera and light"), _TEXTS),
    Chapter("evening", Message("The first evening"), _TEXTS),
    Chapter("phone", Message("A telephone as camera"), _TEXTS),
    Chapter("screens", Message("Screens and streams"), _TEXTS),
    Chapter("trouble", Message("When something is wrong"), _TEXTS),
    Chapter("history", Message("Past matches"), _TEXTS),
    Chapter("lights", Message("Lights on the board"), _TEXTS),
)
"""The core's own; their texts are built of docs/."""
_MADE_HERE = {
    "rules": Message("The rules by number"),
    "commands": Message("Commands"),
    "about": Message("About this program"),
}
"""Pages of the guide that are made of what the program knows."""
_SCREENS = (
    ScreenHelp("welcome", Message("Three things on this screen"), "evening"),
    ScreenHelp("table", Message("The table"), "evening"),
    ScreenHelp("set-up", Message("Set up the board"), "camera"),
    ScreenHelp("past-matches", Message("Past matches"), "history"),
    ScreenHelp("past-match", Message("A past match"), "history"),
    ScreenHelp("lights", Message("The lights"), "lights"),
    ScreenHelp("lights-map", Message("Where the LEDs lie"), "lights"),
    ScreenHelp("phone", Message("A telephone as camera"), "phone"),
    ScreenHelp("take-control", Message("Take control"), "screens"),
    ScreenHelp("stream", Message("For a stream"), "screens"),
)


def chapters(app: Flask) -> dict[str, Chapter]:
    """The chapters of the guide by their names: the core's own, and what is plugged in."""
    return {each.name: each for each in (*_CHAPTERS, *plugged_in(app).chapters)}


def guide_titles(app: Flask) -> dict[str, Message]:
    """Every page of the guide by its name in the address, in its order."""
    return {name: each.title for name, each in chapters(app).items()} | _MADE_HERE


def screens(app: Flask) -> dict[str, ScreenHelp]:
    """What each screen says about itself, by its name: the core's own screens, and what is plugged in."""
    return {each.name: each for each in (*_SCREENS, *plugged_in(app).screens)}


_COMMANDS = "bookgammon.commands"
_ABOUT = "bookgammon.about"


@dataclass(frozen=True, slots=True)
class OptionHelp:
    """shown: its names and what to write behind them."""

    shown: str
    meaning: str


@dataclass(frozen=True, slots=True)
class CommandHelp:
    """A command of the program, said in one language."""

    name: str
    about: str
    example: str
    options: tuple[OptionHelp, ...]


@dataclass(frozen=True, slots=True)
class Library:
    """One that the program uses, with its licence as it names it itself."""

    name: str
    version: str
    licence: str


@dataclass(frozen=True, slots=True)
class PluginHelp:
    """One that adds to the program. origin: who brings it. trouble: why it is left out, or nothing."""

    name: str
    origin: str
    about: str
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class About:
    """folder: where boards, answers and matches lie on this machine; for paired devices alone."""

    version: str
    folder: str
    libraries: tuple[Library, ...]
    plugins: tuple[PluginHelp, ...] = ()


def add_help(app: Flask) -> None:
    """Adds `/help`, the list of chapters, `/help/…`, each of them, and `/help/screen/…`, the sheets."""

    @app.get("/help")
    @app.get("/help/")
    def guide() -> str:
        return render_template("guide.html", chapters=guide_titles(current_app))

    @app.get("/help/rules")
    def guide_rules() -> str:
        rules = {**RULES, **ABAK_RULES}
        return render_template("guide_rules.html", chapters=guide_titles(current_app), name="rules", rules=rules)

    @app.get("/help/commands")
    def guide_commands() -> str:
        describe = current_app.extensions.get(_COMMANDS, lambda _: ())
        commands = describe(viewers_catalogue())
        titles = guide_titles(current_app)
        return render_template("guide_commands.html", chapters=titles, name="commands", commands=commands)

    @app.get("/help/about")
    def guide_about() -> str:
        describe = current_app.extensions.get(_ABOUT, lambda: None)
        titles, paired = guide_titles(current_app), in_control() is not None
        return render_template("guide_about.html", chapters=titles, name="about", about=describe(), paired=paired)

    @app.get("/help/<name>")
    def chapter(name: str) -> str:
        found = chapters(current_app).get(name)
        if found is None:
            raise NotFound
        text = _text(found, viewers_catalogue().language).read_text(encoding="utf-8")
        return render_template("guide_chapter.html", chapters=guide_titles(current_app), name=name, text=text)

    @app.get("/help/screen/<name>")
    def screen_help(name: str) -> str:
        found = screens(current_app).get(name)
        if found is None:
            raise NotFound
        titles = guide_titles(current_app)
        return render_template("screen_help.html", chapters=titles, screen=name, title=found.title, about=found.about)


def add_commands(app: Flask, describe: Callable[[Catalogue], Sequence[CommandHelp]]) -> None:
    """Has `/help/commands` show what `describe` gives for the viewer's language; without, it shows no command."""
    app.extensions[_COMMANDS] = describe


def add_about(app: Flask, describe: Callable[[], About]) -> None:
    """Has `/help/about` show what this program is; without, it says no more than that nothing is sent anywhere."""
    app.extensions[_ABOUT] = describe


def _text(chapter: Chapter, language: str) -> Path:
    """A chapter in that language, English where it has none."""
    own = chapter.folder / language / f"{chapter.name}.html"
    return own if own.is_file() else chapter.folder / f"{chapter.name}.html"
