"""Every screen that people see, each at a moment worth a look, in one application: for layout, axe and pictures.

To the core's come those of the plugins that are there (`tests.plugged`).
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from flask import render_template
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.events import Event, MatchStarted
from arbiter.message import Message
from arbiter.position import Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.history.album import album_beside, picture_path, write
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from bookgammon.setup.messages import SetupSituation, words
from bookgammon.setup.places import place_name, shown_and_expected
from bookgammon.setup.progress import Progress, camera_picked, no_book
from bookgammon.table.current_reading import CurrentReading
from bookgammon.table.snapshots import jpeg
from calibration.errors import NoBook, PartOfBook
from tests import plugged
from tests.setup.stage import BOOK, EMPTY, START
from tests.web.browser import arrived, until
from tests.web.readings import die, evidence_of, shown_reading
from tests.web.tables import TABLES, misplay
from tests.web.whole_page import whole_app
from translation.catalogue import ENGLISH, catalogue
from vision.known_position.start_fit import COLOURS_UNCLEAR
from web.control import add_control
from web.drawing_colours import DrawingColours
from web.help import guide_titles
from web.help import screens as screen_sheets
from web.history import add_history
from web.hub import Hub
from web.language import COOKIE
from web.lights_map import MapProgress, PortChoice, add_lights, add_lights_map
from web.pairing import Pairing
from web.phone import Telephone, add_phone
from web.reading import add_reading
from web.server import PageServer
from web.setup import BookOutline, CameraChoice, MatchForm, OpenMatch, SetupProblem, SetupState, add_setup
from web.sharing import add_sharing
from web.view import TableView

LONG_NAMES = ("Maximiliane-Alexandra von und zu Hohenst", "Wolfgang-Wilhelm Wittgenstein-Wesendonck")
"""40 characters each, the most that a name may have."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen. path: of its page. table: what the hub shows; sheet: which lies over it. setup: how far set-up is.

    state: how far the plugin is whose screen it is.
    after: a script that brings the page there; within: the part that is looked at; scrolls: it may be longer than
    the device.
    """

    name: str
    path: str = "/"
    table: str = "to_roll"
    sheet: str = ""
    setup: SetupState | None = None
    state: str = ""
    after: str = ""
    within: str = ""
    scrolls: bool = True


SHEETS = {
    "moving": (
        "menu", "correct_dice", "correct_position", "correct_score", "name", "seats", "resign", "new_game",
        "new_match", "devices", "last_ending", "reading", "take_up",
    ),
    "alarm": ("misread", "why"),
    "chouette_doubled": ("team", "chouette"),
    "clocked_play": ("new_match",),
}  # fmt: skip
for _of_plugin in plugged.found("shown_tables", "SHEETS"):
    SHEETS |= _of_plugin

CAMERAS = (
    CameraChoice("a", "Webcam 0", "1280 by 720", True),
    CameraChoice("b", "A telephone with a rather long name of its own", "https://192.168.178.23:8080/video", True),
)
SIZE = (START.shape[1], START.shape[0])
OUTLINE = BookOutline(BOOK.left, BOOK.right)
LOOK = DrawingColours((176, 38, 44), (150, 30, 40), ((200, 170, 120), (90, 60, 40)), (60, 90, 70))
"""Checkers of two reds that hardly differ."""
FORM = MatchForm("match", LONG_NAMES[0], LONG_NAMES[1], "Our book", Rules(length=7))
LAST = OpenMatch(LONG_NAMES, (3, 2), 7)
ADVICE = (COLOURS_UNCLEAR, "A lamp is mirrored on the right leaf: move it a little, or tilt the camera.")
PHONE = "Scan the code with a telephone, lay it above the board, and its picture appears here by itself."
_WHICH = Message("Which camera looks down on the board?")
_TOUCH = Message("Touch its picture. All of the open book should be in it.")
_AGAIN = Message("Put it right and take your hands away: it is looked at again.")
_LEARNED = Message("The board is learned. Names may stay empty.")
_NOT_SURE = Message(
    "The program is not sure. Drag what is off to its corner, or move the light or the camera a little."
)
_EMPTY = Message("Checkers off, dice off, hands away: then its picture is taken by itself.")
_MISSING = shown_and_expected(place_name(12, Seats(Side.LIGHT)), (4, 0), (5, 0))
_HALF = no_book(camera_picked(Progress()), PartOfBook("", "right"))
_NOTHING = no_book(camera_picked(Progress()), NoBook(""))
SETUP = {
    "camera": SetupState(
        "camera", _WHICH, _TOUCH,
        "The camera http://192.168.178.23:8080/video does not open; look whether its app still runs.", CAMERAS, True,
    ),
    "no camera": SetupState("camera", _WHICH),
    "half a book": SetupState("board", *words(_HALF, SetupSituation(moving=False)), size=SIZE),
    "no book": SetupState("board", *words(_NOTHING, SetupSituation(moving=False)), size=SIZE),
    "book": SetupState(
        "board", Message("Is the book found right?"), _NOT_SURE,
        size=SIZE, outline=OUTLINE, can_confirm=True, recognised="Our book with the long name from the attic",
    ),
    "empty": SetupState("empty", Message("Leave the board empty."), _EMPTY, size=SIZE, can_skip=True, hold=0.4),
    "checkers": SetupState(
        "start", Message("Not quite the starting position."), _AGAIN,
        size=SIZE, outline=OUTLINE, can_confirm=True, hold=0.2,
        can_retake=True, problems=(SetupProblem(_MISSING, (203.0, 235.0)), SetupProblem(Message("The ridge"))),
    ),
    "match": SetupState(
        "match", Message("Who plays, and for what?"), _LEARNED, advice=ADVICE, form=FORM, last=LAST, look=LOOK
    ),
}  # fmt: skip

_KIND = "document.querySelector('input[name=kind][value={}]').click()"

_CONTROLS = "fetch('/api/me').then((answer) => answer.json()).then(({ control }) => arguments[0](control))"
OPEN_ALL = "document.querySelectorAll('details').forEach((one) => (one.open = true))"
_GUIDED = """
const at = (id) => document.getElementById(id);
const made = (tag, textContent, className = "") =>
  Object.assign(document.createElement(tag), { textContent, className });
const act = (text) => made("button", text, "button primary");
at("says").textContent = "Is the book found right?";
at("more").textContent = "The program is not sure. Drag what is off to its corner, or move the light.";
at("trouble").hidden = true;
at("hints").replaceChildren(
  made("li", "Hold it higher: the book does not fit into the picture."),
  made("li", "Look down more steeply: the far side is much smaller than the near one."),
);
at("acts").replaceChildren(act("Use Our book with the long name as it is"), act("The corners are right"));
for (const id of ["torch", "zoom-field", "over"]) at(id).hidden = false;
"""
"""As the telephone's page is while set-up goes on, with all that a camera may offer."""

SECURE = "https://192.168.178.23:8443/"

NO_LIGHTS = {
    "lamps": {}, "mapped": [], "leds": 0, "milliamps": 0, "budget": 0, "port": "", "message": "", "caption": "",
}  # fmt: skip


def screens() -> list[Screen]:
    """All of them but those in an application of their own (`tests.plugged.apart`)."""
    found = [Screen(name, table=name, scrolls=False) for name in TABLES]
    for table, sheets in SHEETS.items():
        found += [Screen(f"{table}: {sheet}", table=table, sheet=sheet, within="dialog[open]") for sheet in sheets]
    found += [Screen(f"set-up: {name}", "/setup", setup=state, within="#setup") for name, state in SETUP.items()]
    found += [
        Screen(f"set-up: {kind}", "/setup", setup=SETUP["match"], within="#setup", after=_KIND.format(kind))
        for kind in ("money", "chouette")
    ]
    clock = "document.querySelector('input[name=clock]').click()"
    found.append(Screen("set-up: clock", "/setup", setup=SETUP["match"], within="#setup", after=clock))
    found.append(Screen("set-up: more rules", "/setup", setup=SETUP["match"], within="#setup", after=OPEN_ALL))
    found += [
        Screen("past matches", "/history", within="main", after=OPEN_ALL),
        Screen("past match", "/history/1#7", within="#past"),
        Screen("correct a turn", "/history/1#2", within="dialog[open]", after="document.all.correct.click()"),
        Screen("delete a match", "/history/1", within="dialog[open]", after="document.all.delete.click()"),
        Screen("lights", "/lights"), Screen("lights map", "/lights/map"), Screen("take control", "/pair"),
        Screen("guide", "/help"), Screen("for a stream", "/stream"),
        Screen("phone: before the warning", "/phone", within="main", after=OPEN_ALL),
        Screen("phone: no camera", "/camera", within="main"),
        Screen("phone: guided", "/camera", within="main", after=_GUIDED),
    ]  # fmt: skip
    found += [screen for part in plugged.parts() for screen in part.screens()]
    app = whole_app(Hub(TABLES["to_roll"]()))
    titles = [name for name in guide_titles(app) if name != "commands"]
    found += [Screen(f"guide: {name}", f"/help/{name}", within="main") for name in titles]
    return found + [Screen(f"help: {name}", f"/help/screen/{name}", within="main") for name in screen_sheets(app)]


def seen_reading() -> CurrentReading:
    """A hand has just come over a board of which two points and a die were hard to read."""
    state = TABLES["moving"]().state
    unsure = {5: (4, 0), 12: (0, 2)}
    dice = (die(6, (620.0, 280.0)), die(3, (660.0, 300.0), 0.6))
    look = evidence_of(state.position, unsure=unsure, hidden=(20,), dice=dice)
    return shown_reading(state, replace(look, hand=True, places=()), look)


class SetupStage:
    """Fulfils `web.setup.Setup` as far as looking goes."""

    def __init__(self) -> None:
        self.now = SETUP["camera"]

    def state(self) -> SetupState:
        return self.now

    def picture(self) -> bytes:
        return jpeg(START, 640)

    def thumbnail(self, key: str) -> bytes:
        return jpeg(EMPTY if key == "a" else START, 320)

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


class Tapping:
    """Fulfils `web.lights_map.MapTapping` before anything was tapped."""

    def progress(self) -> MapProgress:
        long = PortChoice("/dev/ttyUSB0", "CH340 serial converter with a long description")
        return MapProgress((long, PortChoice("/dev/ttyACM0", "")))

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_, **__: None


@dataclass
class Shared:
    """Fulfils `web.sharing.Sharing`."""

    open: bool = True
    kept: bool = True

    def change(self, wanted: bool, *, keep: bool) -> None:
        self.open, self.kept = wanted, keep


def named(events: list[Event], names: tuple[str, str]) -> list[Event]:
    return [replace(event, names=names) if isinstance(event, MatchStarted) else event for event in events]


def archive(folder: Path, names: tuple[str, str]) -> Archive:
    """Two past matches, of the first a picture."""
    path = folder / "journal.sqlite"
    with Journal(path) as journal:
        for started in ("2026-01-02T20:00:00+00:00", "2026-01-09T20:00:00+00:00"):
            journal.append(journal.begin(started, "0"), named(misplay(provisional=False), names))
    write(picture_path(album_beside(path), 1, 0), jpeg(START, 640))
    return Archive(path, lambda: None)


@dataclass
class Stage:
    """The application with all screens, and a browser that shows them."""

    hub: Hub
    server: PageServer
    pairing: Pairing
    driver: Chrome
    setup: SetupStage
    parts: tuple[plugged.StagePart, ...]
    language: str

    def show(self, screen: Screen, view: TableView | None = None) -> None:
        """Bring the browser to that screen; a page that stands already is not loaded again."""
        driver = self.driver
        self._in_control()
        self._in_its_language()
        self.setup.now = screen.setup or self.setup.now
        for part in self.parts:
            part.prepare(screen)
        if screen.path == "/":
            self.hub.publish(view or TABLES[screen.table]())
        if screen.path != "/" or driver.current_url != self.server.url:
            driver.get(self.server.url + screen.path.removeprefix("/"))
        else:
            driver.execute_script("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())")
        if screen.path == "/":
            arrived(driver, self.hub)
            until(driver, lambda: driver.execute_script("return document.body.classList.contains('control')"))
        if screen.sheet:
            driver.execute_script("import('/static/control.js').then((it) => it.open(arguments[0]))", screen.sheet)
            until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] .dialog-body > *"))
        if screen.sheet == "reading":
            until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".reading-points li"))
        if screen.setup:
            says = catalogue(self.language).say(screen.setup.says)
            until(driver, lambda: driver.find_element(By.ID, "says").text == says)
        if re.fullmatch(r"/history(/\d+(#\d+)?)?", screen.path):
            until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".match-entry, .step"))
        if screen.path == "/camera":
            until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "#phone[data-state=no-camera]"))
        for part in self.parts:
            part.wait(driver, screen)
        if screen.after:
            self._bring(screen.after)

    def _in_control(self) -> None:
        """A control that was pressed may have given it up."""
        if not self.driver.execute_async_script(_CONTROLS):
            self.driver.get(f"{self.server.url}pair#{self.pairing.code}")
            until(self.driver, lambda: self.driver.current_url == self.server.url)

    def _in_its_language(self) -> None:
        """A control that was pressed may have chosen another one."""
        if (self.driver.get_cookie(COOKIE) or {}).get("value") != self.language:
            self.driver.add_cookie({"name": COOKIE, "value": self.language})
            self.driver.refresh()

    def _bring(self, after: str) -> None:
        """The script that brings the page to the screen, once what it presses is there."""
        driver = self.driver
        pressed = next((name for name in ("delete", "correct", "rename", "remove") if f"all.{name}." in after), None)
        if pressed:
            until(driver, lambda: driver.find_element(By.ID, pressed).is_displayed())
        driver.execute_script(after)
        if "all.correct." in after:
            until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open] [name=play]"))


@contextmanager
def stage(driver: Chrome, names: tuple[str, str] = LONG_NAMES, language: str = ENGLISH) -> Iterator[Stage]:
    """The application, running, with the browser paired with it. names: of those who played the past matches.

    language: that was chosen on the page.
    """
    hub, pairing, setup, parts = Hub(TABLES["to_roll"]()), Pairing(), SetupStage(), plugged.parts()
    with tempfile.TemporaryDirectory() as folder:
        app = whole_app(hub, pairing=pairing, named=lambda: "http://bookgammon-2.local:8024/")
        add_control(app, lambda _: None)
        add_setup(app, setup)
        add_sharing(app, Shared())
        add_reading(app, seen_reading())
        add_history(app, archive(Path(folder), names))
        add_lights(app, lambda: NO_LIGHTS)
        add_lights_map(app, Tapping())
        for part in parts:
            part.add(app, names)
        add_phone(app, cast(Telephone, Tapping()), lambda: SECURE, lambda: SECURE, 1 << 20)
        app.add_url_rule("/camera", "camera", lambda: render_template("phone.html"))  # else only over HTTPS
        server = PageServer(app, "127.0.0.1", 0)
        server.start()
        driver.get(f"{server.url}pair#{pairing.code}")
        until(driver, lambda: driver.current_url == server.url)
        driver.add_cookie({"name": COOKIE, "value": language})
        try:
            driver.refresh()
            yield Stage(hub, server, pairing, driver, setup, parts, language)
        finally:
            driver.get("about:blank")
            server.stop()
