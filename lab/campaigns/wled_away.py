"""WLED in the network that loses packets, goes away and is taken by another program, while a match is followed.

    python -m lab.campaigns.wled_away [--pictures 300] [--gone 60] [--taken 20]

A listener stands in for the controller (`tests.firmware_bridge.controllers`): it decodes WLED's realtime packets and
loses one in a hundred. Printed are, in seconds: how long new pictures take to be seen; how soon the lights are back
after the controller was gone for a minute; how soon after another program has sent to it for some time, thirty pictures
a second; and whether the events of an evening that was followed meanwhile are those without lights.
"""

from __future__ import annotations

import argparse
import socket
import threading
import time
from functools import partial
from itertools import count

from arbiter.match.events import Note
from arbiter.match.state import MatchState
from bookgammon.lights.lights import TableLights
from firmware_bridge.network_wire import open_network
from firmware_bridge.settings import LightSettings
from firmware_bridge.wire import Wire
from tests.arbiter_referee.table import Table as PlayedTable
from tests.firmware_bridge.controllers import NetworkController, WledRealtime, until
from tests.firmware_bridge.test_evening import BLUNDERS, SEATS, follow
from tests.firmware_bridge.test_network import LEDS, Book, at, lit, shows

LOST = 0.01


def seconds_until_shown(brain: WledRealtime, page: int) -> float:
    began = time.perf_counter()
    until(shows(brain, page), patience=30)
    return time.perf_counter() - began


def new_pictures(number: int) -> list[float]:
    """How long each takes, one packet in a hundred lost; the longest last."""
    book, brain, took = Book(), WledRealtime(LEDS), []
    with NetworkController(brain, LOST) as controller, lit(controller, book) as strip:
        for book.page in range(1, number + 1):
            strip.wake()
            took.append(seconds_until_shown(brain, book.page))
    return sorted(took)


def after_being_gone(seconds: float) -> float:
    book, brain = Book(), WledRealtime(LEDS)
    with NetworkController(brain, LOST) as controller, lit(controller, book):
        until(shows(brain, 1))
        controller.leave()
        time.sleep(seconds)
        book.page = 2
        controller.come_back()
        return seconds_until_shown(brain, 2)


def after_another_master(seconds: float) -> float:
    book, brain = Book(), WledRealtime(LEDS)
    with (
        NetworkController(brain, LOST) as controller,
        lit(controller, book),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as master,
    ):
        until(shows(brain, 1))
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            master.sendto(bytes((2, 2)) + bytes((9, 9, 9)) * LEDS, ("127.0.0.1", controller.port))
            time.sleep(1 / 30)
        return seconds_until_shown(brain, 1)


def an_evening() -> tuple[bool, int]:
    """Whether the same events come of it while the controller comes and goes; and how often it went."""
    looks = list(PlayedTable(3, BLUNDERS, SEATS).game(12))
    calm = follow(looks)
    brain, over, times = WledRealtime(24), threading.Event(), count()
    with NetworkController(brain, LOST) as controller:
        network = at(controller).network
        if network is None:
            raise RuntimeError("WLED is spoken to over the network")

        def opened(host: str, baud: int) -> Wire:
            del host, baud
            return open_network("127.0.0.1", network)

        def come_and_go() -> None:
            while not over.is_set():
                controller.leave()
                next(times)
                over.wait(0.3)
                controller.come_back()
                over.wait(0.3)

        settings = LightSettings(port="wled.local", protocol="wled-udp", brightness=1.0, budget_ma=3000)
        power = threading.Thread(target=come_and_go)
        with TableLights(settings, SEATS, MatchState(), open_port=opened) as lights:
            power.start()
            wild = follow(looks, lights, pause=0.006)
            over.set()
            power.join()
    said = {event.message for event in wild if isinstance(event, Note)}
    said -= {event.message for event in calm if isinstance(event, Note)}
    return [event for event in wild if not isinstance(event, Note) or event.message not in said] == calm, next(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=300)
    parser.add_argument("--gone", type=float, default=60.0)
    parser.add_argument("--taken", type=float, default=20.0)
    given = parser.parse_args()
    report = partial(print, flush=True)
    took = new_pictures(given.pictures)
    usual, longest = took[len(took) // 2], took[-1]
    report(f"{len(took)} pictures, 1 % of packets lost: {usual:.3f} s (median), {longest:.3f} s at most")
    report(f"gone for {given.gone:.0f} s: lit again {after_being_gone(given.gone):.3f} s after it is back")
    report(f"taken for {given.taken:.0f} s: ours again {after_another_master(given.taken):.3f} s after its last one")
    same, often = an_evening()
    report(f"an evening during which it left {often} times: {'the same' if same else 'OTHER'} events")


if __name__ == "__main__":
    main()
