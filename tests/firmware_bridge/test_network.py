"""Controllers in the network: packets that are lost, controllers that leave, other masters, names that lead abroad."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from firmware_bridge.errors import PortError
from firmware_bridge.network_wire import local_address, open_network
from firmware_bridge.protocol import LedProtocol, Rgb
from firmware_bridge.protocols.wled_udp import LEDS_PER_PACKET, WLED_UDP, frame, who_speaks
from firmware_bridge.strip import AGAIN_S, LightStrip, Paint
from outside.network import is_local
from tests.firmware_bridge.controllers import NetworkController, Picture, WledRealtime, until

LEDS = 60


def pictures(number: int) -> Picture:
    return tuple((number % 251, led, (number * 7 + led) % 256) for led in range(LEDS))


class Book:
    """Turns a page whenever it is told."""

    def __init__(self) -> None:
        self.page = 1

    def __call__(self, now: float) -> Picture:
        return pictures(self.page)


def at(controller: NetworkController) -> LedProtocol:
    """WLED's protocol, spoken at the port where the double listens."""
    assert WLED_UDP.network is not None
    return replace(WLED_UDP, network=replace(WLED_UDP.network, port=controller.port))


@contextmanager
def lit(controller: NetworkController, paint: Paint) -> Iterator[LightStrip]:
    strip = LightStrip("127.0.0.1", 0, paint, protocol=at(controller))
    strip.start()
    try:
        yield strip
    finally:
        strip.stop()


def shows(brain: WledRealtime, number: int) -> Callable[[], bool]:
    return lambda: brain.live and bool(brain.shown) and brain.shown[-1] == pictures(number)


def heard(strip: LightStrip) -> str:
    """The next sentence about the lights."""
    news: list[str] = []

    def something() -> bool:
        news.extend(strip.news())
        return bool(news)

    until(something)
    return news[0]


@pytest.mark.parametrize("lost", [0.01, 0.4])
def test_whatever_packets_are_lost_the_last_picture_comes(lost: float) -> None:
    book, brain = Book(), WledRealtime(LEDS)
    with NetworkController(brain, lost) as controller, lit(controller, book) as strip:
        for book.page in range(1, 8):
            strip.wake()
            until(shows(brain, book.page))
        painted = {pictures(number) for number in range(1, 8)} | {((0, 0, 0),) * LEDS}
        assert set(brain.shown) <= painted
        assert brain.strange == 0


def test_the_controller_gets_its_own_lights_back() -> None:
    brain = WledRealtime(LEDS)
    with NetworkController(brain) as controller:
        with lit(controller, Book()):
            until(shows(brain, 1))
        until(lambda: not brain.live)
    assert 3 * AGAIN_S < 3  # as many packets in a row may be lost before it shows them while a match is on


def test_a_controller_that_was_gone_is_lit_again_and_the_page_hears_of_it() -> None:
    book, brain = Book(), WledRealtime(LEDS)
    with NetworkController(brain) as controller, lit(controller, book) as strip:
        until(shows(brain, 1))
        controller.leave()
        gone = heard(strip)
        book.page = 2
        controller.come_back()
        until(shows(brain, 2))
        back = heard(strip)
    assert "cannot be reached over the network" in gone
    assert back == "The lights are back."


def test_another_master_has_the_lights_only_for_as_long_as_it_sends() -> None:
    brain = WledRealtime(LEDS)
    with (
        NetworkController(brain) as controller,
        lit(controller, Book()),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as master,
    ):
        until(shows(brain, 1))
        theirs = (9, 9, 9)
        master.sendto(bytes((2, 2)) + bytes(theirs) * LEDS, ("127.0.0.1", controller.port))
        until(lambda: brain.shown and (theirs,) * LEDS in brain.shown)
        until(shows(brain, 1))


def test_a_long_strip_travels_in_several_packets() -> None:
    colours: tuple[Rgb, ...] = tuple((led % 256, led // 256, 7) for led in range(2 * LEDS_PER_PACKET + 22))
    brain = WledRealtime(len(colours))
    with NetworkController(brain) as controller:
        protocol = at(controller)
        assert protocol.network is not None
        wire = open_network("localhost", protocol.network, lambda _: ["127.0.0.1"])
        wire.write(frame(colours))
        until(lambda: controller.taken == 3)
        wire.close()
    assert brain.shown[-1] == colours


@pytest.mark.parametrize("leds", [0, 65537])
def test_a_strip_of_no_length_or_too_long_a_one_is_refused(leds: int) -> None:
    with pytest.raises(ValueError, match=f"not {leds}"):
        frame([(0, 0, 0)] * leds)


@pytest.mark.parametrize(
    ("addresses", "said"),
    [
        ([], "No controller answers to the name board.local"),
        (["93.184.215.14"], "leads to 93.184.215.14, which is not in the local network"),
        (["192.168.1.7", "93.184.215.14"], "leads to 93.184.215.14"),
        (["::ffff:8.8.8.8"], "is not in the local network"),
        (["2606:4700::1"], "is not in the local network"),
        (["255.255.255.255"], "is not in the local network"),
        (["0.0.0.0"], "is not in the local network"),  # noqa: S104 - nothing listens there
        (["not an address"], "is not in the local network"),
    ],
)
def test_a_name_that_leads_out_of_the_network_is_refused(addresses: list[str], said: str) -> None:
    with pytest.raises(PortError, match=said):
        local_address("board.local", lambda _: addresses)


@pytest.mark.parametrize(
    "address",
    ["10.1.2.3", "172.31.0.1", "192.168.178.20", "169.254.3.4", "127.0.0.1", "::1", "fe80::1%e0", "fd00::9"],
)
def test_addresses_of_a_home_are_local(address: str) -> None:
    assert is_local(address)
    assert local_address("board.local", lambda _: [address]) == address


def test_a_refused_name_gets_no_packet_and_one_sentence_on_the_page() -> None:
    with NetworkController(WledRealtime(LEDS)) as controller:
        strip = LightStrip(
            "evil.example", 0, Book(), protocol=at(controller), resolve=lambda _: ["127.0.0.1", "93.184.215.14"]
        )
        strip.start()
        said = heard(strip)
        strip.stop()
        assert controller.taken == 0
    assert "the lights are sent nowhere else" in said


@pytest.mark.parametrize("noise", [b"", b"\xff\x01short", b"\xff\x01" + bytes(40), b"\xff\x01" + b"\xff" * 40])
def test_noise_is_no_controller(noise: bytes) -> None:
    assert not who_speaks(noise)
