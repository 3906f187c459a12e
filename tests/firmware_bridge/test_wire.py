"""Why a port cannot be had, in one sentence each; and who may be written to."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest
import serial

from firmware_bridge.errors import PortError
from firmware_bridge.finding import find_out
from firmware_bridge.wire import Wire, open_wire
from tests.firmware_bridge.controllers import AdalightSketch, Controller, Wled


def never(_: bytes) -> bool:
    raise AssertionError("nobody was to be asked")


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EACCES, "usermod -aG"),
        (errno.EBUSY, "used by another program"),
        (errno.ENOENT, "nothing at the port"),
        (errno.ENOTTY, "not a serial port"),
        (errno.EOVERFLOW, "cannot be used"),
    ],
)
def test_each_reason_is_one_sentence(number: int, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*words: object, **more: object) -> None:
        raise serial.SerialException(number, f"could not open port: {os.strerror(number)}")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    with pytest.raises(PortError, match=told) as caught:
        open_wire(str(tmp_path / "ttyUSB9"), 115200)
    assert "\n" not in str(caught.value)


def test_the_group_named_is_the_one_that_owns_the_port(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    grp = pytest.importorskip("grp")
    device = tmp_path / "ttyUSB9"
    device.touch()
    name = grp.getgrgid(device.stat().st_gid).gr_name

    def refuse(*words: object, **more: object) -> None:
        raise serial.SerialException(errno.EACCES, "could not open port")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    with pytest.raises(PortError, match="dialout" if name == "root" else name):
        open_wire(str(device), 115200)


def test_a_file_a_folder_and_nothing_are_no_ports(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PortError, match="not a serial port"):
        open_wire(str(tmp_path / "file"), 115200)
    with pytest.raises(PortError, match="not a serial port"):
        open_wire(str(tmp_path), 115200)
    with pytest.raises(PortError, match="nothing at the port"):
        open_wire(str(tmp_path / "missing"), 115200)


def test_a_port_is_ours_alone(tmp_path: Path) -> None:
    with Controller(tmp_path / "leds", AdalightSketch()):
        first = open_wire(str(tmp_path / "leds"), 115200)
        with pytest.raises(PortError, match="used by another program"):
            open_wire(str(tmp_path / "leds"), 115200)
        first.close()


def test_an_adalight_sketch_is_heard_without_a_byte_being_sent(tmp_path: Path) -> None:
    with Controller(tmp_path / "leds", AdalightSketch()) as controller:
        assert find_out(str(tmp_path / "leds"), never) == "Adalight"
        assert controller.received == b""


@pytest.mark.parametrize("agreed", [True, False])
def test_a_silent_port_is_asked_only_where_somebody_agrees(agreed: bool, tmp_path: Path) -> None:
    asked: list[bool] = []

    def may_ask(question: bytes) -> bool:
        assert question == b"v"
        asked.append(agreed)
        return agreed

    def quick_until_asked() -> float:
        return time.monotonic() * (1 if asked else 500)

    with Controller(tmp_path / "leds", Wled()) as controller:
        found = find_out(str(tmp_path / "leds"), may_ask, patience=100.0, clock=quick_until_asked)
        assert found == ("WLED 0.15.0" if agreed else "")
        assert bytes(controller.received) == (b"v" if agreed else b"")


def test_a_port_that_goes_away_while_listening_is_told(tmp_path: Path) -> None:
    controller = Controller(tmp_path / "leds", Wled())

    def pull_and_agree(_: bytes) -> bool:
        controller.pull()
        return True

    with pytest.raises(PortError, match="went away"):
        find_out(str(tmp_path / "leds"), pull_and_agree, patience=0.1)


def test_opening_writes_nothing(tmp_path: Path) -> None:
    with Controller(tmp_path / "leds", Wled()) as controller:
        wire: Wire = open_wire(str(tmp_path / "leds"), 115200)
        assert wire.read(1) == b""
        wire.close()
    assert controller.received == b""
