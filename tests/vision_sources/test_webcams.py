"""Webcams by name and size, the modes that a driver lists, and focus and exposure that are held."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import pytest

from tests.vision_sources.fakes import FakeCapture, grey
from vision.sources.webcam_modes import WebcamMode, listed_modes
from vision.sources.webcams import Holding, WebcamChoice, chosen_webcam, webcam_address


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """As Linux lists three webcams, one of which has a second device of its name."""
    for number, name in ((0, "Integrated Camera"), (2, "HD Pro Webcam C920"), (3, "HD Pro Webcam C920")):
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(f"{name}\n")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("0", WebcamChoice(0)),
        ("7@640x480", WebcamChoice(7, (640, 480))),
        ("hd pro webcam c920", WebcamChoice(2)),
        ("HD Pro Webcam C920@1920x1080", WebcamChoice(2, (1920, 1080))),
        ("Integrated Camera ", WebcamChoice(0)),
        ("holiday.mp4", None),
        ("@640x480", None),
        ("", None),
    ],
)
def test_a_webcam_is_known_by_number_or_name(text: str, meant: WebcamChoice | None, system: Path) -> None:
    assert chosen_webcam(text, system) == meant


def test_a_webcam_is_remembered_by_its_name_where_that_leads_back(system: Path) -> None:
    assert [webcam_address(number, system) for number in (0, 2, 3, 9)] == [
        "Integrated Camera", "HD Pro Webcam C920", "3", "9",
    ]  # fmt: skip


MJPG, YUYV = (struct.unpack("<I", code)[0] for code in (b"MJPG", b"YUYV"))
DRIVER = {MJPG: {(1280, 720): (1, 30), (1920, 1080): (1, 30)}, YUYV: {(1280, 720): (1, 10), (640, 480): (2, 15)}}
"""By format and size: seconds that a picture takes, as a fraction."""


def driver(device: int, request: int, buffer: bytearray) -> int:
    """Answers as the kernel documents it, from DRIVER."""
    call, index = request & 0xFF, struct.unpack_from("=I", buffer)[0]
    assert request >> 16 & 0x3FFF == len(buffer)
    try:
        if call == 2:
            struct.pack_into("=I", buffer, 44, list(DRIVER)[index])
        elif call == 74:
            (pixels,) = struct.unpack_from("=I", buffer, 4)
            struct.pack_into("=III", buffer, 8, 1, *list(DRIVER[pixels])[index])
        else:
            pixels, *size = struct.unpack_from("=III", buffer, 4)
            struct.pack_into("=III", buffer, 16, 1, *[DRIVER[pixels][(size[0], size[1])]][index])
    except IndexError as error:
        raise OSError from error
    return 0


def test_each_size_is_offered_once_with_its_best_rate() -> None:
    assert listed_modes(0, driver) == (WebcamMode(640, 480, 8), WebcamMode(1280, 720, 30), WebcamMode(1920, 1080, 30))


def test_a_driver_that_lists_nothing_offers_nothing() -> None:
    def silent(device: int, request: int, buffer: bytearray) -> int:
        raise OSError

    assert listed_modes(0, silent) == ()


def test_focus_and_exposure_are_held_and_let_go_when_the_light_changes() -> None:
    capture = FakeCapture([])
    holding = Holding(capture, "The camera 0", exposure=True)
    holding.observe(grey(100), 0.0)
    assert (cv2.CAP_PROP_AUTOFOCUS, 0) in capture.sets
    assert (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0) in capture.sets
    held = len(capture.sets)
    for moment in range(1, 10):
        holding.observe(grey(90), moment)
    assert len(capture.sets) == held, "a hand's shadow changes nothing"
    for moment in range(10, 14):
        holding.observe(grey(20), moment)
    assert capture.sets[-1] == (cv2.CAP_PROP_AUTO_EXPOSURE, 3.0)
    holding.observe(grey(80), 17.0)
    assert (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0) in capture.sets[held + 1 :]
