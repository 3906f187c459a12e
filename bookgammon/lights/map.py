"""The map of the lights made by tapping: lights one LED after another and writes down which lamp it is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from arbiter.message import Message
from bookgammon.errors import SettingsError
from bookgammon.lights.lights import addresses_in_network, load_lights, save_lights
from firmware_bridge.colours import Colour, fits, power, to_bytes
from firmware_bridge.errors import BadMap
from firmware_bridge.finding import ports
from firmware_bridge.protocol import Rgb, protocols
from firmware_bridge.protocols.adalight import ADALIGHT
from firmware_bridge.protocols.wled_udp import WLED_UDP
from firmware_bridge.settings import settings_text
from firmware_bridge.spots import Spot
from firmware_bridge.strip import LightStrip, Open
from firmware_bridge.strip_map import MOST_LEDS, StripMap
from firmware_bridge.tapping import entries_of, likely_next, spot_named
from web.errors import BadEntryError, NotNowError
from web.lights_map import MapProgress, PortChoice

if TYPE_CHECKING:
    from bookgammon.lights.network import Controllers

POINTING: Colour = (0.85, 0.85, 1.0)


Search = Callable[[], "Controllers"]
"""Begins to listen for controllers in the network."""


def _search() -> Controllers:
    from bookgammon.lights.network import Controllers  # noqa: PLC0415 - only where somebody looks for lights

    return Controllers()


class TappedMap:
    """What `web.lights_map` shows and changes. Opens no port before somebody on the page has named it.

    folder: the data folder; what its lights.toml says beside port, protocol and strip stays. search: listens for
    controllers in the network from the first look at the page on. Raises BadMap and SettingsError where the file cannot
    be read. Use as a context manager, so that the lights go out.
    """

    def __init__(self, folder: Path, *, open_port: Open | None = None, search: Search = _search) -> None:
        self._folder, self._open, self._search = folder, open_port, search
        self._listening = ExitStack()
        self._controllers: Controllers | None = None
        self._settings = load_lights(folder)
        self._lock = threading.Lock()
        self._strip: LightStrip | None = None
        self._leds = 0
        self._named: tuple[Spot | None, ...] = ()
        self._message = ""
        self.saved = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._let_go()
        self._listening.close()

    def _choices(self) -> tuple[PortChoice, ...]:
        """Serial ports, then controllers in the network."""
        if self._controllers is None:
            self._controllers = self._listening.enter_context(self._search())
        network = [
            PortChoice(controller.name, Message("WLED in your network, {address}", address=controller.address))
            for controller in self._controllers.seen
        ]
        return (*(PortChoice(port.name, port.description) for port in ports()), *network)

    def _protocol_of(self, port: str) -> str:
        """How whatever hangs there is spoken to."""
        if self._controllers and any(port == controller.name for controller in self._controllers.seen):
            return WLED_UDP.name
        same = port == self._settings.port or protocols()[self._settings.protocol].network is None
        return self._settings.protocol if same else ADALIGHT.name

    def progress(self) -> MapProgress:
        with self._lock:
            if self._strip and (news := self._strip.news()):
                self._message = news[-1]
            likely = likely_next(self._named) if len(self._named) < self._leds else None
            return MapProgress(
                self._choices(),
                self._settings.port,
                self._leds,
                tuple(str(spot) if spot else None for spot in self._named),
                str(likely) if likely else None,
                settings_text(self._settings) if any(self._named) else "",
                self._message,
                self.saved.is_set(),
            )

    def begin(self, port: str, leds: int) -> None:
        if not 1 <= leds <= MOST_LEDS:
            raise BadEntryError(Message("A strip has 1 to {most_leds} LEDs.", most_leds=MOST_LEDS))
        with self._lock:
            known = {choice.name for choice in self._choices()} | {self._settings.port, ""}
            if port not in known:
                raise BadEntryError(Message("There is nothing at the port {port}: plug the controller in.", port=port))
            try:
                fits(self._settings, StripMap((None,) * leds))
            except BadMap as error:
                raise NotNowError(str(error)) from error
            self._let_go()
            self._settings = replace(self._settings, protocol=self._protocol_of(port), port=port)
            self._leds, self._named, self._message = leds, (), ""
            self.saved.clear()
            if port:
                self._strip = LightStrip(
                    port,
                    self._settings.baud,
                    self.paint,
                    protocol=protocols()[self._settings.protocol],
                    open_port=self._open,
                    resolve=addresses_in_network,
                )
                self._strip.start()

    def name_lamp(self, lamp: str | None) -> None:
        spot = spot_named(lamp) if lamp is not None else None
        if lamp is not None and spot is None:
            raise BadEntryError(Message("There is no lamp {lamp}.", lamp=lamp))
        with self._lock:
            if len(self._named) == self._leds:
                raise NotNowError(Message("All LEDs have been told: write the map, or go back."))
            self._changed((*self._named, spot))

    def back(self) -> None:
        with self._lock:
            self._changed(self._named[:-1])

    def save(self) -> None:
        with self._lock:
            if not any(self._named):
                raise NotNowError(Message("No LED lights a point yet: tap the one that shines."))
            try:
                save_lights(self._folder, self._settings)
            except (BadMap, SettingsError) as error:
                raise NotNowError(str(error)) from error
            self.saved.set()
            if self._strip:
                self._strip.wake()

    def paint(self, now: float) -> tuple[Rgb, ...]:
        """The LED that is asked for shines; after the last one, and once the map is written, all are dark."""
        del now
        at, leds = len(self._named), self._leds
        dark = (0, 0, 0)
        lit = to_bytes(power(POINTING, self._settings.brightness))
        return tuple(lit if led == at and not self.saved.is_set() else dark for led in range(leds))

    def _changed(self, named: tuple[Spot | None, ...]) -> None:
        self._named = named
        self._settings = replace(self._settings, strip=entries_of(named))
        self.saved.clear()
        if self._strip:
            self._strip.wake()

    def _let_go(self) -> None:
        if self._strip:
            self._strip.stop()
        self._strip = None
