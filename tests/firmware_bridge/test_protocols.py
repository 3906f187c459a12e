"""Every registered protocol lights its test double, and the documented example of one does as well."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_bridge import protocol as register
from firmware_bridge.errors import BadMap
from firmware_bridge.protocol import LedProtocol, Rgb, protocols
from firmware_bridge.settings import parse_settings
from firmware_bridge.strip import LightStrip
from tests.firmware_bridge.controllers import DOUBLES, NETWORK_DOUBLES, Controller, Picture, picture, until

DOCUMENT = Path(__file__).parents[2] / "docs" / "contributing.md"
COLOURS: tuple[Rgb, ...] = ((1, 2, 3), (250, 251, 252), (0x36, 0xC9, 0xDA))


class Tpm2Controller:
    """Takes frames as TPM2 describes them: 0xC9, 0xDA, two bytes of size, that many bytes, 0x36."""

    def __init__(self) -> None:
        self.shown: list[Picture] = []
        self._taken = bytearray()

    def hello(self) -> bytes:
        return b"\xac"

    def take(self, byte: int) -> bytes:
        self._taken.append(byte)
        if len(self._taken) >= 5 and len(self._taken) == 5 + int.from_bytes(self._taken[2:4], "big"):
            assert self._taken.startswith(b"\xc9\xda")
            assert self._taken.endswith(b"6")
            self.shown.append(picture(bytes(self._taken[4:-1])))
            self._taken.clear()
        return b""


@pytest.fixture
def documented(monkeypatch: pytest.MonkeyPatch) -> LedProtocol:
    """The example of docs/contributing.md, registered for one test."""
    monkeypatch.setattr(register, "_REGISTERED", dict(protocols()))
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    (example,) = [block for block in blocks if "LedProtocol" in block]
    exec(compile(example, str(DOCUMENT), "exec"), {"__name__": "tpm2"})
    return protocols()["tpm2"]


@pytest.mark.parametrize("name", list(protocols()))
def test_every_registered_protocol_lights_its_double(name: str) -> None:
    protocol = protocols()[name]
    if protocol.network is not None:
        in_network = NETWORK_DOUBLES[name](len(COLOURS))
        in_network.datagram(protocol.frame(COLOURS))
        assert in_network.shown == [COLOURS]
        assert protocol.who_speaks(in_network.hello())
        return
    double = DOUBLES[name]()
    for byte in protocol.frame(COLOURS):
        double.take(byte)
    assert double.shown == [COLOURS]
    assert protocol.who_speaks(double.hello())


def test_the_documented_protocol_lights_a_strip_and_is_a_setting(documented: LedProtocol, tmp_path: Path) -> None:
    assert parse_settings('[lights]\nprotocol = "tpm2"').protocol == "tpm2"
    double = Tpm2Controller()
    with Controller(tmp_path / "leds", double):
        strip = LightStrip(str(tmp_path / "leds"), 115200, lambda _: COLOURS, protocol=documented)
        strip.start()
        until(lambda: COLOURS in double.shown)
        strip.stop()


@pytest.mark.parametrize("value", ['"smoke"', "3", "[]"])
def test_an_unknown_protocol_is_one_sentence(value: str) -> None:
    with pytest.raises(BadMap, match="must be one of adalight"):
        parse_settings(f"[lights]\nprotocol = {value}")
