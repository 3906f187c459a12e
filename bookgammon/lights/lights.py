"""The lights of the board: what the table knows becomes a scene, the scene a strip that shines and a picture."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Self

from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.position import Position
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.errors import SettingsError
from bookgammon.files.atomic_files import write_atomically
from bookgammon.lights.turning_down import TurningDown
from bookgammon.table.table import Items, TableUpdate
from bookgammon.workers.worker import Workers
from firmware_bridge.colours import estimate_ma, fits, powered
from firmware_bridge.lamps import Lamps, lamps
from firmware_bridge.lights_state import LightsState, went_on
from firmware_bridge.protocol import protocols
from firmware_bridge.settings import LightSettings, parse_settings, settings_text
from firmware_bridge.strip import HELLO_S, LightStrip, Open
from outside.files import MOST_TOML, read_text
from outside.network import addresses_of
from vision.reading import reading_of
from vision.sources.sources import Frame, Item, News
from web.containment import contained

FILE = "lights.toml"
_PART = Message("the lights along the board")
WAITING_LIT = ("camera", "board", "go on")
"""What the ridge shines for while the program waits for it (`web.waiting_for`): nothing else on the board shows it."""

Look = Callable[[float], Lamps]
"""Which lamps shine at a time of the steady clock."""


class LightShow:
    """Puts what `look` says on the strip, where there is one, and into a picture for the page.

    caption: a sentence for the page, asked for with each picture. share: of the brightness that was set.
    Raises BadMap where the budget feeds nothing.
    """

    def __init__(
        self,
        settings: LightSettings,
        look: Look,
        caption: Callable[[], str] = str,
        *,
        open_port: Open | None = None,
        clock: Callable[[], float] = time.monotonic,
        workers: Workers | None = None,
    ) -> None:
        self._settings, self._look, self._caption, self._clock = settings, look, caption, clock
        self._map = settings.map()
        fits(settings, self._map)
        self.share = 1.0
        self._message = ""
        self._strip = (
            LightStrip(
                settings.port,
                settings.baud,
                self.paint,
                protocol=protocols()[settings.protocol],
                open_port=open_port,
                resolve=addresses_in_network,
                thread=(workers or Workers()).thread(_PART),
            )
            if settings.port
            else None
        )

    def __enter__(self) -> Self:
        if self._strip:
            self._strip.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._strip:
            self._strip.stop()

    def paint(self, now: float) -> tuple[tuple[int, int, int], ...]:
        """The bytes of the whole strip."""
        settings = replace(self._settings, brightness=self._settings.brightness * self.share)
        return powered(self._lamps(now), self._map, settings)

    def _lamps(self, now: float) -> Lamps:
        return contained("the lights", partial(self._look, now), {})

    def wake(self) -> None:
        """Something changed; the strip is updated at once."""
        if self._strip:
            self._strip.wake()

    def ready(self) -> None:
        """Waits until the controller is listened to no more but fed, or a little longer than that may take."""
        if self._strip:
            self._strip.fed.wait(HELLO_S + 1)

    def news(self) -> tuple[str, ...]:
        """What became of the port since the last call, one sentence each."""
        found = self._strip.news() if self._strip else ()
        if found:
            self._message = found[-1]
        return found

    def picture(self) -> dict[str, Any]:
        """The lights as they are, as `/api/lights` gives them (docs/api.md)."""
        now = self._clock()
        look = self._lamps(now)
        colours = {str(spot): [round(255 * part) for part in colour] for spot, colour in look.items()}
        return {
            "lamps": colours,
            "mapped": sorted({str(spot) for spot in self._map.leds if spot}),
            "leds": len(self._map),
            "milliamps": round(estimate_ma(self.paint(now))),
            "budget": self._settings.budget_ma,
            "port": self._settings.port,
            "message": self._message,
            "caption": self._caption(),
        }


class TableLights:
    """The lights of a match being followed. Showing an update takes no longer than noting it."""

    def __init__(
        self,
        settings: LightSettings,
        seats: Seats,
        state: MatchState,
        *,
        open_port: Open | None = None,
        clock: Callable[[], float] = time.monotonic,
        workers: Workers | None = None,
    ) -> None:
        self._aids, self._clock = settings.aids, clock
        self._scene = LightsState(state, state.seats or seats, clock())
        self._turning_down = TurningDown(driven=bool(settings.port))
        self.board = LightShow(settings, self.look, open_port=open_port, clock=clock, workers=workers)

    def __enter__(self) -> Self:
        self.board.__enter__()
        return self

    def __exit__(self, *raised: object) -> None:
        self.board.__exit__(*raised)

    def look(self, now: float) -> Lamps:
        return lamps(self._scene, now, aids=self._aids)

    def show(self, update: TableUpdate) -> None:
        """An observer: what one frame brought. Never waits for the strip."""
        seen = seen_calmly(update.evidence) if self._aids else None
        scene = went_on(self._scene, update.state, update.events, self._clock(), seen)
        if update.state.seats and update.state.seats != scene.seats:
            scene = replace(scene, seats=update.state.seats)
        turned_down = self._turning_down.on_update(update)
        self.board.share = self._turning_down.share
        if scene is not self._scene or turned_down:
            self._scene = scene
            self.board.wake()

    def waits(self, waits: bool) -> None:
        """Whether the program waits for something that lies beside the game. Never waits for the strip itself."""
        if waits is not self._scene.waits:
            before = replace(self._scene, before=None)
            self._scene = replace(before, waits=waits, since=self._clock(), before=before)
            self.board.wake()

    def with_news(self, items: Items) -> Iterator[Item]:
        """The same frames, and between them what became of the lights: one line on the page."""
        for item in items:
            if isinstance(item, Frame):
                yield from (News(sentence) for sentence in (*self.board.news(), *self._turning_down.news()))
            yield item


def seen_calmly(evidence: Evidence | None) -> Position | None:
    """The board as read from a frame in which nothing lies over it."""
    if evidence is None or not evidence.places or evidence.covered:
        return None
    return reading_of(evidence).position


def addresses_in_network(host: str) -> tuple[str, ...]:
    """Where a controller is, asked of the system first, then of the network itself: many systems cannot."""
    found = addresses_of(host)
    if found or not host.endswith(".local"):
        return found
    from bookgammon.lights.network import told_addresses  # noqa: PLC0415 - only where lights hang in the network

    return told_addresses(host)


def load_lights(folder: Path) -> LightSettings:
    """The lights of the data folder; without its file, plain ones and no port. Raises BadMap, SettingsError."""
    path = folder / FILE
    try:
        text = read_text(path, MOST_TOML)
    except FileNotFoundError:
        return LightSettings()
    except (OSError, ValueError) as error:
        raise SettingsError(
            Message("The lights' settings {path} cannot be read ({error}).", path=path, error=error)
        ) from error
    return parse_settings(text)


def save_lights(folder: Path, settings: LightSettings) -> Path:
    """Write lights.toml whole or not at all; the file's path. Raises BadMap, SettingsError."""
    text = settings_text(settings)
    fits(settings, parse_settings(text).map())
    path = folder / FILE
    try:
        write_atomically(path, text)
    except OSError as error:
        raise SettingsError(
            Message("The lights' settings {path} cannot be written: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    return path
