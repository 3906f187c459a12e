"""Pictures out of a stream: in their order, of their size, and less of them the fewer bits it has."""

from __future__ import annotations

import shutil

import cv2
import numpy as np
import pytest

from lab.simulator.streamed import streamed

pytestmark = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")


def faint(brightness: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A dark picture of odd size, with discs that hardly differ from their ground."""
    picture = np.full((203, 321, 3), brightness, np.uint8)
    for n in range(5):
        cv2.circle(picture, (40 + 60 * n, 100), 20, (brightness + 4,) * 3, -1)
    noise = np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.clip(np.round(picture + noise), 0, 255).astype(np.uint8)


def test_pictures_come_out_in_their_order_and_of_their_size() -> None:
    shown = [faint(brightness) for brightness in (30, 90, 150)]
    seen = streamed(shown, 28)
    assert [picture.shape for picture in seen] == [picture.shape for picture in shown]
    assert [round(picture.mean() / 10) for picture in seen] == [3, 9, 15]


def test_a_stream_of_few_bits_loses_what_is_faint() -> None:
    (clear,), (poor,) = streamed([faint(30)], 18), streamed([faint(30)], 44)
    discs = np.zeros((203, 321), np.uint8)
    for n in range(5):
        cv2.circle(discs, (40 + 60 * n, 100), 15, 1, -1)

    def contrast(picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> float:
        return float(picture[discs > 0].mean() - picture[discs == 0].mean())

    assert contrast(clear) > 3
    assert contrast(poor) < contrast(clear) - 1
