"""Pictures from files: what is no picture, or half of one, is refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import PictureError
from vision.sources.picture_header import picture_header
from vision.sources.pictures import read_picture


def noise(width: int = 96, height: int = 64) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(7).integers(0, 255, (height, width, 3), dtype=np.uint8)


def encoded(suffix: str, *options: int) -> bytes:
    return bytes(cv2.imencode(suffix, noise(), list(options))[1].tobytes())


def is_torn(data: bytes) -> bool:
    header = picture_header(data)
    return header is None or not header.whole


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".bmp"])
def test_a_whole_picture_is_read(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"board{suffix}"
    path.write_bytes(encoded(suffix))
    assert read_picture(path).shape == (64, 96, 3)


@pytest.mark.parametrize("suffix", [".jpg", ".png"])
@pytest.mark.parametrize("share", [0.3, 0.7, 0.99])
def test_a_torn_picture_is_refused(tmp_path: Path, suffix: str, share: float) -> None:
    data = encoded(suffix)
    path = tmp_path / f"board{suffix}"
    path.write_bytes(data[: int(share * len(data))])
    with pytest.raises(PictureError, match="torn"):
        read_picture(path)


def test_a_progressive_jpeg_with_restarts_is_whole() -> None:
    data = encoded(".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_RST_INTERVAL, 2)
    assert not is_torn(data)
    assert is_torn(data[:-40])


def test_the_end_of_a_thumbnail_is_not_the_end_of_the_picture() -> None:
    thumbnail = encoded(".jpg")[:2000] + b"\xff\xd9"
    segment = b"\xff\xe1" + (len(thumbnail) + 2).to_bytes(2, "big") + thumbnail
    picture = encoded(".jpg")
    with_thumbnail = picture[:2] + segment + picture[2:]
    assert not is_torn(with_thumbnail)
    assert is_torn(with_thumbnail[: len(segment) + 1500])


def test_what_a_phone_appends_does_not_disturb() -> None:
    assert not is_torn(encoded(".jpg") + b"SEFT" + bytes(300))


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "empty"), (b"not a picture at all", "not a picture")],
)
def test_what_is_no_picture_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "board.jpg"
    path.write_bytes(data)
    with pytest.raises(PictureError, match=said):
        read_picture(path)


def test_a_missing_picture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="No such file"):
        read_picture(tmp_path / "board.jpg")


def test_turning_goes_clockwise(tmp_path: Path) -> None:
    image = np.zeros((20, 30, 3), np.uint8)
    image[0, 0] = 255  # top left goes to the top right
    path = tmp_path / "board.png"
    path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    turned = read_picture(path, rotate=90)
    assert turned.shape == (30, 20, 3)
    assert turned[0, 19].tolist() == [255, 255, 255]
