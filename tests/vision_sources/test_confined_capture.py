"""Streams and recordings are decoded elsewhere, to the same pictures; what breaks that process ends a capture alone."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision_sources.fakes import FakeCapture, grey
from tests.vision_sources.test_stream import phone
from vision.errors import SourceError
from vision.sources import confined_capture
from vision.sources.confined_capture import Capturing, ConfinedCapture
from vision.sources.frames import Frame, News
from vision.sources.live import LiveSource
from vision.sources.sources import FileSource, open_capture, own_capture


def recording(path: Path, codec: str, size: tuple[int, int] = (96, 64), frames: int = 12) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), 10, size)
    scene = cv2.resize(np.random.default_rng(1).integers(0, 255, (8, 12, 3), np.uint8), size)
    for number in range(frames):
        writer.write(np.roll(scene, 3 * number, axis=1))
    writer.release()
    return path


@pytest.mark.parametrize(("suffix", "codec"), [("avi", "MJPG"), ("mp4", "mp4v")])
def test_every_picture_and_every_time_is_that_of_opencv(tmp_path: Path, suffix: str, codec: str) -> None:
    path = recording(tmp_path / f"game.{suffix}", codec)
    here, there = (list(FileSource(path, opener).items()) for opener in (own_capture, open_capture))
    assert len(here) == len(there) == 12
    for one, other in zip(here, there, strict=True):
        assert isinstance(one, Frame)
        assert isinstance(other, Frame)
        assert (one.index, one.time) == (other.index, other.time)
        assert np.array_equal(one.image, other.image)


def test_a_recording_is_taken_up_at_the_same_picture(tmp_path: Path) -> None:
    path = recording(tmp_path / "game.mp4", "mp4v")
    here, there = (next(FileSource(path, opener).items(5)) for opener in (own_capture, open_capture))
    assert isinstance(here, Frame)
    assert isinstance(there, Frame)
    assert here.time == there.time > 0
    assert np.array_equal(here.image, there.image)


def test_a_picture_is_nobody_elses_once_it_was_given(tmp_path: Path) -> None:
    capture = ConfinedCapture(str(recording(tmp_path / "game.avi", "MJPG")))
    first = capture.read()[1]
    assert first is not None
    kept = first.copy()
    second = capture.read()[1]
    assert second is not None
    assert np.array_equal(first, kept)
    assert not np.array_equal(first, second)
    capture.release()


def process_of(capture: ConfinedCapture) -> int:
    running = capture._process._process
    assert running
    return running._program.pid


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_process_that_dies_ends_its_recording_there(tmp_path: Path) -> None:
    path = recording(tmp_path / "game.avi", "MJPG")
    made: list[ConfinedCapture] = []

    def opener(address: int | str) -> ConfinedCapture:
        made.append(ConfinedCapture(str(address)))
        return made[0]

    source = FileSource(path, opener)
    items = source.items()
    assert isinstance(next(items), Frame)
    os.kill(process_of(made[0]), signal.SIGKILL)
    told = list(items)
    source.close()
    assert told == [News("The recording ends early: 1 of 12 frames could be read.")]
    assert made[0].read() == (False, None)
    assert (made[0].isOpened(), made[0].grab(), made[0].get(cv2.CAP_PROP_FPS)) == (False, False, 0.0)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_stream_whose_process_dies_is_opened_again() -> None:
    made: list[ConfinedCapture] = []

    def opener(address: int | str) -> ConfinedCapture:
        made.append(ConfinedCapture(str(address)))
        return made[-1]

    with phone() as address:
        source = LiveSource(address, address, opener, retry=0.01)
        os.kill(process_of(made[0]), signal.SIGKILL)
        told: list[News] = []
        for item in source.items():
            if isinstance(item, News):
                told.append(item)
            if len(told) >= 2:
                break
        source.close()
    assert [news.lost for news in told[:2]] == [True, False]


def test_a_process_serves_the_next_stream_once_its_own_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confined_capture, "_waiting", [])
    path = str(recording(tmp_path / "game.avi", "MJPG"))
    first = ConfinedCapture(path)
    process = process_of(first)
    beside = ConfinedCapture(path)
    assert process_of(beside) != process
    first.release()
    second = ConfinedCapture(path)
    assert process_of(second) == process
    assert second.read()[0]
    confined_capture._end(second._process)  # its time is over while it is in use: that is of no account
    assert second.read()[0]
    second.release()
    confined_capture._end(second._process)
    assert confined_capture._waiting == []
    beside.release()


class OneAfterTheOther(FakeCapture):
    """Stands in for OpenCV inside the process: pictures of several sizes and kinds."""

    def __init__(self, *images: np.ndarray) -> None:
        super().__init__([])
        self.images = list(images)

    def read(self, into: object = None) -> tuple[bool, object]:
        return (True, self.images.pop(0)) if self.images else (False, None)

    def get(self, prop: int, /) -> float:
        return 40.0


def test_pictures_of_any_size_and_kind_lie_in_shared_memory_if_they_fit() -> None:
    room = bytearray(3 * 64 * 48)
    work = Capturing(memoryview(room))
    wide, infrared, large = grey(7), grey(9)[:, :, 0], np.zeros((480, 640, 3), np.uint8)
    work._capture = OneAfterTheOther(wide, infrared, large)  # type: ignore[assignment]  # it reads, and has a time
    assert work(b'["read"]') == (b"[48, 64, 40.0]",)
    assert set(room) == {7}
    assert work(b'["read"]') == (b"[48, 64, 40.0]",)
    assert set(room) == {9}
    assert work(b'["read"]') == (b"null",)  # larger than there is room for
    assert work(b'["read"]') == (b"null",)


@pytest.mark.parametrize(
    "answer",
    [b"[48, 64]", b"[-1, 64, 0]", b"[99999, 99999, 0]", b'["a", 64, 0]', b"{}", b"[" * 3000, b"\xff", b"[1e999, 1, 1]"],
)
def test_what_no_process_of_ours_says_is_no_picture(
    tmp_path: Path, answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that was taken over may say anything."""
    capture = ConfinedCapture(str(recording(tmp_path / "game.avi", "MJPG")))
    monkeypatch.setattr(capture._process, "ask", lambda *_, **__: memoryview(answer))
    assert capture.read() == (False, None)
    monkeypatch.undo()
    capture.release()


def test_what_is_no_video_leaves_no_process_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined_capture, "_waiting", [])
    path = tmp_path / "game.mp4"
    path.write_text("not a video")
    with pytest.raises(SourceError, match="not a video"):
        FileSource(path)
    assert len(confined_capture._waiting) == 1
    confined_capture._end(confined_capture._waiting[0])
