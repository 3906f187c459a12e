"""A telephone's pictures as a source: bounded, in time, and with news of a telephone that is gone."""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import PictureError
from vision.sources.decoding import OF_TELEPHONES
from vision.sources.frames import Frame, Item, News, Quiet
from vision.sources.phone import PhoneClock, PhoneSource, PhoneTimes, phone_picture

PICTURE = np.random.default_rng(3).integers(0, 255, (360, 640, 3), np.uint8)
JPEG = cv2.imencode(".jpg", PICTURE)[1].tobytes()


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def wide(width: int, height: int) -> bytes:
    """The same JPEG with another size in its header."""
    at = JPEG.index(b"\xff\xc0") + 5
    return JPEG[:at] + struct.pack(">HH", height, width) + JPEG[at + 4 :]


def until_news(items: Iterator[Item]) -> News:
    return next(item for item in items if isinstance(item, News))


def test_a_jpeg_is_decoded() -> None:
    assert phone_picture(JPEG).shape == (360, 640, 3)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no JPEG"),
        (cv2.imencode(".png", PICTURE)[1].tobytes(), "no JPEG"),
        (b"\xff\xd8" + bytes(OF_TELEPHONES.bytes), "bytes"),
        (wide(20_000, 300), "20000 by 300"),
        (wide(300, 20_000), "300 by 20000"),
        (wide(1, 1), "1 by 1"),
        (JPEG[: len(JPEG) // 2], "torn or damaged"),
        (b"\xff\xd8\xff\xd9", "damaged at its beginning"),
    ],
)
def test_what_is_no_picture_of_a_telephone_is_refused_before_it_is_decoded(
    data: bytes, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decode(*_: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(cv2, "imdecode", decode)
    with pytest.raises(PictureError, match=said):
        phone_picture(data)


def test_a_picture_is_as_old_as_it_was_when_it_was_sent() -> None:
    clock = PhoneClock()
    assert clock.moment(PhoneTimes(taken=7.0, sent=7.1), came=500.1) == pytest.approx(500.0)
    assert clock.moment(PhoneTimes(taken=8.0, sent=8.1), came=501.6) == pytest.approx(501.0, abs=0.01), "a slow way"


@given(
    st.lists(
        st.tuples(st.floats(), st.floats(), st.floats(0, 10)),
        max_size=30,
    )
)
def test_whatever_times_are_sent_ours_go_on_and_never_ahead(sent: list[tuple[float, float, float]]) -> None:
    clock, came, last = PhoneClock(), 1000.0, -1.0
    for taken, left, pause in sent:
        came += 0.01 + pause
        moment = clock.moment(PhoneTimes(taken, left), came)
        assert last < moment <= came
        assert moment >= came - 5.0
        last = moment


def test_the_newest_picture_is_given_and_older_ones_are_dropped() -> None:
    source = PhoneSource()
    source.give(PICTURE, 10.0)
    source.give(PICTURE, 10.5)
    frame = next(source.items())
    assert isinstance(frame, Frame)
    assert (frame.index, frame.time) == (1, 0.5)


def test_who_sends_waits_until_the_picture_is_taken_up() -> None:
    source = PhoneSource()
    source.give(PICTURE, 10.0)
    assert not source.taken_up(0.0)
    next(source.items())
    assert source.taken_up(0.0)


def test_a_silent_telephone_is_told_of_once_and_so_is_its_return() -> None:
    clock = Clock()
    source = PhoneSource(clock=clock)
    items = source.items()
    source.give(PICTURE, 100.0)
    assert isinstance(next(items), Frame)
    clock.now += 4.0
    gone = until_news(items)
    assert gone.lost
    assert isinstance(next(items), Quiet)
    source.report_lost("The telephone is locked.")
    assert isinstance(next(items), Quiet), "it is known to be gone"
    source.give(PICTURE, 104.0)
    back = until_news(items)
    assert "back" in back.message
    assert not back.lost
    assert isinstance(next(items), Frame)


def test_a_closed_source_ends_and_lets_the_sender_go() -> None:
    source = PhoneSource()
    source.give(PICTURE, 1.0)
    waiting = threading.Thread(target=source.taken_up, args=(60.0,))
    waiting.start()
    source.close()
    waiting.join(10)
    assert not waiting.is_alive()
    assert list(source.items()) == []
