"""What a picture's first bytes say of its size, held against OpenCV, which decodes all of it."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import PictureError
from vision.sources.picture_header import picture_header
from vision.sources.pictures import read_picture


def size_of(data: bytes) -> tuple[int, int] | None:
    header = picture_header(data)
    return (header.width, header.height) if header else None


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".bmp", ".webp", ".tiff"])
@pytest.mark.parametrize("size", [(64, 48), (37, 501), (1, 1)])
def test_it_is_what_the_picture_turns_out_to_be(suffix: str, size: tuple[int, int]) -> None:
    image = np.random.default_rng(1).integers(0, 255, (size[1], size[0], 3), np.uint8)
    assert size_of(cv2.imencode(suffix, image)[1].tobytes()) == size


def test_a_lossless_webp_too() -> None:
    image = np.zeros((33, 44, 3), np.uint8)
    data = cv2.imencode(".webp", image, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()
    assert size_of(data) == (44, 33)


@pytest.mark.parametrize("spoilt", ["a bit", "the end", "a length"])
def test_a_damaged_png_is_refused_in_one_sentence_and_its_decoder_is_not_asked(
    spoilt: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """libpng would write to the terminal of whoever plays."""
    image = np.random.default_rng(2).integers(0, 255, (480, 640, 3), np.uint8)
    data = bytearray(cv2.imencode(".png", image)[1].tobytes())
    match spoilt:
        case "a bit":
            data[len(data) // 2] ^= 1
        case "the end":
            del data[-30:]
        case _:
            data[33] ^= 0x40
    (path := tmp_path / "board.png").write_bytes(data)
    with pytest.raises(PictureError, match="is torn or damaged: send or copy it again"):
        read_picture(path)
    assert capfd.readouterr() == ("", "")


@given(st.sampled_from([b"\x89PNG", b"\xff\xd8", b"BM", b"RIFF", b"GIF8", b"II*\0", b"MM\0*", b""]), st.binary())
def test_torn_headers_are_no_size(begins: bytes, rest: bytes) -> None:
    header = picture_header(begins + rest)
    assert header is None or header.pixels > 0


def test_a_huge_picture_in_a_small_file_is_refused_before_it_is_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decoded(*_: object) -> None:
        raise AssertionError("all of it was decoded")

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
    bomb = tmp_path / "bomb.png"
    bomb.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b""))
    monkeypatch.setattr(cv2, "imdecode", decoded)
    with pytest.raises(PictureError, match="20000 by 20000 pixels"):
        read_picture(bomb)
