"""Help: what each screen says about itself, the guide's pages and the rules by number, as this machine serves them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, current_app, render_template
from werkzeug.exceptions import NotFound

from arbiter.message import Message
from arbiter.rulebook import RULES
from translation.catalogue import Catalogue
from web.guard import in_control
from web.language import viewers_catalogue

CHAPTERS: dict[str, Message] = {
    "camera": Message("Camera and light"),
    "evening": Message("The first evening"),
    "phone": Message("A telephone as camera"),
    "screens": Message("Screens and streams"),
    "trouble": Message("When something is wrong"),
    "history": Message("Past matches"),
    "study": Message("Practise at the board"),
    "players": Message("Players and dice"),
    "lights": Message("Lights on the board"),
    "rules": Message("The rules by number"),
    "commands": Message("Commands"),
    "about": Message("About this program"),
}
"""Each page of the guide by its name in the address; its texts in web/guide are built of docs/."""


@dataclass(frozen=True, slots=True)
class ScreenHelp:
    """What stands behind a question mark. about: the chapter that says more."""

    title: str
    about: str


SCREENS: dict[str, ScreenHelp] = {
    "welcome": ScreenHelp(Message("Three things on this screen"), "evening"),
    "table": ScreenHelp(Message("The table"), "evening"),
    "set-up": ScreenHelp(Message("Set up the board"), "camera"),
    "past-matches": ScreenHelp(Message("Past matches"), "history"),
    "past-match": ScreenHelp(Message("A past match"), "history"),
    "study": ScreenHelp(Message("Study"), "study"),
    "players": ScreenHelp(Message("Players"), "players"),
    "player": ScreenHelp(Message("A player"), "players"),
    "dice": ScreenHelp(Message("The dice"), "players"),
    "lights": ScreenHelp(Message("The lights"), "lights"),
    "lights-map": ScreenHelp(Message("Where the LEDs lie"), "lights"),
    "phone": ScreenHelp(Message("A telephone as camera"), "phone"),
    "take-control": ScreenHelp(Message("Take control"), "screens"),
    "analysis": ScreenHelp(Message("What the play was worth"), "history"),
    "stream": ScreenHelp(Message("For a stream"), "screens"),
    "wall": ScreenHelp(Message("The wall"), "screens"),
    "results": ScreenHelp(Message("Results"), "screens"),
}
"""By the name of the template in web/templates/help."""

_TEXTS = Path(__file__).parent / "guide"
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
class About:
    """folder: where boards, answers and matches lie on this machine; for paired devices alone."""

    version: str
    folder: str
    libraries: tuple[Library, ...]


def add_help(app: Flask) -> None:
    """Adds `/help`, the list of chapters, `/help/…`, each of them, and `/help/screen/…`, the sheets."""

    @app.get("/help")
    @app.get("/help/")
    def guide() -> str:
        return render_template("guide.html", chapters=CHAPTERS)

    @app.get("/help/rules")
    def guide_rules() -> str:
        return render_template("guide_rules.html", chapters=CHAPTERS, name="rules", rules=RULES)

    @app.get("/help/commands")
    def guide_commands() -> str:
        describe = current_app.extensions.get(_COMMANDS, lambda _: ())
        commands = describe(viewers_catalogue())
        return render_template("guide_commands.html", chapters=CHAPTERS, name="commands", commands=commands)

    @app.get("/help/about")
    def guide_about() -> str:
        describe = current_app.extensions.get(_ABOUT, lambda: None)
        return render_template(
            "guide_about.html", chapters=CHAPTERS, name="about", about=describe(), paired=in_control() is not None
        )

    @app.get("/help/<name>")
    def chapter(name: str) -> str:
        if name not in CHAPTERS:
            raise NotFound
        text = _text(name, viewers_catalogue().language).read_text(encoding="utf-8")
        return render_template("guide_chapter.html", chapters=CHAPTERS, name=name, text=text)

    @app.get("/help/screen/<name>")
    def screen_help(name: str) -> str:
        found = SCREENS.get(name)
        if found is None:
            raise NotFound
        return render_template("screen_help.html", chapters=CHAPTERS, screen=name, title=found.title, about=found.about)


def add_commands(app: Flask, describe: Callable[[Catalogue], Sequence[CommandHelp]]) -> None:
    """Has `/help/commands` show what `describe` gives for the viewer's language; without, it shows no command."""
    app.extensions[_COMMANDS] = describe


def add_about(app: Flask, describe: Callable[[], About]) -> None:
    """Has `/help/about` show what this program is; without, it says no more than that nothing is sent anywhere."""
    app.extensions[_ABOUT] = describe


def _text(name: str, language: str) -> Path:
    """A chapter in that language, English where it has none."""
    own = _TEXTS / language / f"{name}.html"
    return own if own.is_file() else _TEXTS / f"{name}.html"
