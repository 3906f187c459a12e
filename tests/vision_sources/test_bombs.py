"""Pictures that ask for far more than their bytes: refused by their header, or held by the limits behind it."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import pytest

from calibration.errors import BadPicture
from vision.errors import PictureError
from vision.sources import decoding
from vision.sources.decoding import OF_FILES, OF_TELEPHONES, decoded, decoded_here
from vision.sources.picture_header import picture_header
from vision.sources.pictures import board_picture

SCENE = cv2.resize(np.random.default_rng(3).integers(0, 255, (12, 16, 3), np.uint8), (640, 480))
JPEG = cv2.imencode(".jpg", SCENE)[1].tobytes()
PROGRESSIVE = cv2.imencode(".jpg", SCENE, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()


def frame_at(data: bytes) -> int:
    """Where the frame's marker stands."""
    return next(at for at in (data.find(b"\xff\xc0"), data.find(b"\xff\xc2")) if at > 0)


def resized(data: bytes, width: int, height: int) -> bytes:
    at = frame_at(data) + 5
    return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]


def behind_a_false_frame(marker: int) -> bytes:
    """A huge picture; who takes the bare marker for one with a length reads a small frame inside a comment first."""
    small = b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, 480, 640, 3) + bytes(9)
    # what follows the bare marker, FF FE, as a length leads so far
    begin, there = 4, 2 + 2 + 0xFFFE
    first = comment(bytes(60_000))
    second = comment(bytes(there - begin - len(first) - 4) + small)
    return b"\xff\xd8\xff" + bytes([marker]) + first + second + resized(JPEG, 32_000, 18_000)[2:]


def comment(text: bytes) -> bytes:
    return b"\xff\xfe" + struct.pack(">H", 2 + len(text)) + text


@pytest.mark.parametrize("marker", [0x01, *range(0xD0, 0xD8)])
def test_markers_without_a_length_hide_no_frame(marker: int) -> None:
    header = picture_header(behind_a_false_frame(marker))
    assert header is not None
    assert (header.width, header.height) == (32_000, 18_000)
    with pytest.raises(PictureError, match="32000 by 18000"):
        decoded(behind_a_false_frame(marker), OF_TELEPHONES)


def test_a_bare_marker_in_a_small_picture_disturbs_nothing() -> None:
    assert decoded(JPEG[:2] + b"\xff\x01" + JPEG[2:], OF_TELEPHONES).shape == (480, 640, 3)


def test_two_frames_are_no_picture() -> None:
    at = frame_at(JPEG)
    length = struct.unpack(">H", JPEG[at + 2 : at + 4])[0]
    twice = JPEG[:at] + JPEG[at : at + 2 + length] + resized(JPEG, 9000, 9000)[at:]
    with pytest.raises(PictureError, match="damaged"):
        decoded(twice, OF_TELEPHONES)


def many_scans(count: int) -> bytes:
    """A progressive picture whose first scan is drawn again and again."""
    first = PROGRESSIVE.index(b"\xff\xda")
    second = PROGRESSIVE.index(b"\xff\xc4", first)
    return PROGRESSIVE[:second] + PROGRESSIVE[first:second] * count + PROGRESSIVE[second:]


@pytest.mark.parametrize("count", [120, 500])
def test_a_picture_drawn_in_hundreds_of_scans_is_refused_unread(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def decode(*_: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(cv2, "imdecode", decode)
    with pytest.raises(PictureError, match="scans"):
        decoded_here(many_scans(count), OF_TELEPHONES)


def test_an_ordinary_progressive_picture_is_read() -> None:
    header = picture_header(PROGRESSIVE)
    assert header is not None
    assert header.scans == 10
    assert np.abs(decoded(PROGRESSIVE, OF_TELEPHONES).astype(int) - SCENE).mean() < 3


@pytest.mark.parametrize("size", [(1, 1), (1, 1_000_000), (8, 8), (33_000, 20)])
@pytest.mark.parametrize("suffix", [".png", ".bmp"])
def test_sides_that_nothing_can_be_seen_on_or_warped_are_refused(size: tuple[int, int], suffix: str) -> None:
    data = cv2.imencode(suffix, np.zeros((size[1], size[0], 3), np.uint8))[1].tobytes()
    with pytest.raises(PictureError, match=r"both sides|damaged"):
        decoded_here(data, OF_FILES)


@pytest.mark.parametrize("suffix", [".hdr", ".ras", ".ppm", ".jp2"])
def test_a_format_whose_size_nobody_can_tell_beforehand_is_not_decoded(
    suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = cv2.imencode(suffix, SCENE.astype(np.float32) / 255 if suffix == ".hdr" else SCENE)[1].tobytes()
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("decoded"))
    monkeypatch.setattr(decoding, "_decoder", lambda: pytest.fail("decoded"))
    for decode in (decoded, decoded_here):
        with pytest.raises(PictureError, match="give a JPEG or PNG file"):
            decode(data, OF_FILES)


@pytest.mark.parametrize("suffix", [".bmp", ".webp", ".tiff", ".hdr", ".ras"])
def test_boards_have_jpeg_and_png_pictures_alone(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = cv2.imencode(suffix, SCENE.astype(np.float32) / 255 if suffix == ".hdr" else SCENE)[1].tobytes()
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("decoded"))
    with pytest.raises(BadPicture, match="give a JPEG or PNG file"):
        board_picture(data)


def test_what_the_header_hides_is_held_by_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if our own look at headers had one more hole: OpenCV's own limit and that of memory are left."""
    monkeypatch.setattr(decoding, "check", lambda *_: None)
    with pytest.raises(PictureError):
        decoded(resized(JPEG, 60_000, 60_000), OF_TELEPHONES)
    with pytest.raises(PictureError, match="4000 by 9000"):
        decoded(resized(JPEG, 4000, 9000), OF_TELEPHONES)
    assert decoded(JPEG, OF_TELEPHONES).shape == (480, 640, 3)
