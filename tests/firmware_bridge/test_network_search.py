"""WLED in the network: heard by real multicast DNS on the loopback, offered where the map is made."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest
from filelock import FileLock
from zeroconf import IPVersion, ServiceInfo, Zeroconf

from bookgammon.command_line import main
from bookgammon.commands import leds
from bookgammon.lights.lights import load_lights, save_lights
from bookgammon.lights.map import TappedMap
from bookgammon.lights.network import SERVICE, Controllers, ControllerSeen
from firmware_bridge.settings import LightSettings
from tests.firmware_bridge.controllers import until

WLED_AT, HERE_AT = "127.0.0.31", "127.0.0.32"
KITCHEN = ControllerSeen("wled-kitchen.local", "192.168.1.7")


class Heard(Controllers):
    """Those that a test names."""

    def __init__(self, *seen: ControllerSeen) -> None:
        super().__init__()
        self._heard_of = seen

    def __enter__(self) -> Self:
        return self

    @property
    def seen(self) -> tuple[ControllerSeen, ...]:
        return self._heard_of


@pytest.fixture
def wled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Zeroconf]:
    """A controller that says where it is, and one that names an address abroad."""
    if sys.platform != "linux":
        pytest.skip("only Linux has the whole of 127.0.0.0/8")
    try:
        network = Zeroconf(interfaces=[WLED_AT], ip_version=IPVersion.V4Only)
    except OSError as error:
        pytest.skip(f"no multicast on this machine's loopback: {error}")
    with FileLock(tmp_path_factory.getbasetemp().parent / "names.lock"):
        for name, address in (("wled-kitchen", WLED_AT), ("wled-evil", "93.184.215.14")):
            network.register_service(
                ServiceInfo(
                    SERVICE,
                    f"{name}.{SERVICE}",
                    addresses=[socket.inet_aton(address)],
                    port=80,
                    server=f"{name}.local.",
                )
            )
        yield network
        network.close()


def test_wled_is_heard_and_what_leads_abroad_is_not_offered(wled: Zeroconf) -> None:
    with Controllers([HERE_AT]) as found:
        until(lambda: found.seen)
        assert found.seen == (ControllerSeen("wled-kitchen.local", WLED_AT),)


def test_the_page_of_the_map_offers_it_and_remembers_how_it_is_spoken_to(tmp_path: Path) -> None:
    save_lights(tmp_path, LightSettings(brightness=0.25))
    with TappedMap(tmp_path, search=lambda: Heard(KITCHEN)) as tapped:
        offered = {port.name: port.description for port in tapped.progress().ports}
        assert "192.168.1.7" in offered["wled-kitchen.local"]
        tapped.begin("wled-kitchen.local", 3)
        tapped.name_lamp("near 1")
        tapped.save()
        lights = load_lights(tmp_path)
        assert (lights.port, lights.protocol, lights.brightness) == ("wled-kitchen.local", "wled-udp", 0.25)
        tapped.begin("", 3)
        tapped.name_lamp("near 1")
        tapped.save()
    assert load_lights(tmp_path).protocol == "adalight"


def test_find_names_it_and_the_map_is_made_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(leds, "ports", lambda: [])
    monkeypatch.setattr(leds, "controllers", lambda: (KITCHEN,))
    assert main(["leds", "find", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["port"] == "wled-kitchen.local"
    assert main(["leds", "find"]) == 0
    assert "--protocol wled-udp --led-port wled-kitchen.local" in capsys.readouterr().err
    words = ["--led-port", "wled-kitchen.local", "--protocol", "wled-udp"]
    assert main(["leds", "map", "--data", str(tmp_path), *words]) == 0
    assert load_lights(tmp_path).protocol == "wled-udp"
