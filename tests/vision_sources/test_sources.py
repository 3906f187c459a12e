"""Sources: a recording loses no frame, a camera shows only the newest and comes back by itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision_sources.fakes import BUFFER, FOURCC, WIDTH, FakeCamera, FakeCapture, grey, settings
from vision.errors import SourceError
from vision.sources.sources import FileSource, Frame, Item, KnownFrame, LiveSource, News, Quiet, open_source

FPS = 10


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """30 frames whose grey level tells their number."""
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (64, 48))
    for number in range(30):
        writer.write(grey(8 * number))
    writer.release()
    return path


def frames(items: Iterator[Item]) -> list[Frame]:
    return list(only_frames(items))


def only_frames(items: Iterator[Item]) -> Iterator[Frame]:
    return (item for item in items if isinstance(item, Frame))


def level(frame: Frame) -> int:
    return round(float(frame.image.mean()) / 8)


def test_a_file_drops_no_frame(recording: Path) -> None:
    source = open_source(str(recording))
    found = frames(source.items())
    assert [frame.index for frame in found] == list(range(30))
    assert [level(frame) for frame in found] == list(range(30))
    assert [frame.time for frame in found] == pytest.approx([number / FPS for number in range(30)], abs=1e-3)
    assert not source.live
    assert source.total == 30


def test_a_file_can_be_taken_up_at_any_frame(recording: Path) -> None:
    found = frames(open_source(str(recording)).items(start=17))
    assert [(frame.index, level(frame)) for frame in found] == [(number, number) for number in range(17, 30)]


@pytest.mark.parametrize("start", [0, 4])
def test_of_every_three_frames_one_is_given(recording: Path, start: int) -> None:
    found = frames(FileSource(recording).items(start, every=3))
    assert [(frame.index, level(frame)) for frame in found] == [(number, number) for number in range(start, 30, 3)]
    assert [frame.time for frame in found] == pytest.approx([frame.index / FPS for frame in found], abs=1e-3)


class Counted:
    """A capture that counts how many frames were decoded."""

    def __init__(self, address: int | str) -> None:
        self._capture, self.decoded = cv2.VideoCapture(str(address)), 0

    def grab(self) -> bool:
        self.decoded += 1
        return self._capture.grab()

    def read(self) -> tuple[bool, Any]:
        self.decoded += 1
        return self._capture.read()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._capture, name)


@pytest.fixture
def minute(tmp_path: Path) -> Path:
    """A minute in which something moves, with few whole pictures in it."""
    path = tmp_path / "minute.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (64, 48))
    for number in range(60 * FPS):
        writer.write(cv2.circle(grey(60), (number % 64, number % 48), 9, (10, 200, 90), -1))
    writer.release()
    return path


@pytest.mark.parametrize(("off", "most"), [(0.0, 200), (0.01, 900), (-20.0, 900), (1e9, 1200)])
def test_a_known_frame_saves_what_lies_before_it_and_changes_nothing(minute: Path, off: float, most: int) -> None:
    """Where it is not there at its time all is decoded as without it. off: seconds."""
    whole = frames(FileSource(minute).items(start=500, every=3))
    known = next(frame for frame in frames(FileSource(minute).items()) if frame.index == 480)
    made: list[Counted] = []

    def opener(address: int | str) -> Counted:
        made.append(Counted(address))
        return made[-1]

    found = frames(
        FileSource(minute, opener).items(start=500, every=3, known=KnownFrame(known.index, known.time + off))
    )
    assert [(frame.index, frame.time) for frame in found] == [(frame.index, frame.time) for frame in whole]
    assert all(np.array_equal(one.image, other.image) for one, other in zip(found, whole, strict=True))
    assert sum(capture.decoded for capture in made) - 2 * len(made) <= most + 100


def test_a_recording_that_ends_early_says_so(tmp_path: Path) -> None:
    class Torn(FakeCapture):
        """The header promises 30 frames."""

        def get(self, prop: int, /) -> float:
            return 30.0 if prop == cv2.CAP_PROP_FRAME_COUNT else 0.0

    path = tmp_path / "game.mp4"
    path.touch()
    items = list(FileSource(path, FakeCamera(Torn(range(18)))).items())
    assert len(frames(iter(items))) == 18
    assert items[-1] == News("The recording ends early: 18 of 30 frames could be read.")


def test_what_was_looked_at_before_counts_as_read(recording: Path) -> None:
    """Set-up takes its pictures from the recording that is followed afterwards."""
    source = open_source(str(recording))
    assert level(frames(iter([next(source.items())]))[0]) == 0
    rest = list(source.items())
    assert len(frames(iter(rest))) == 29
    assert not [item for item in rest if isinstance(item, News)]


def test_a_folder_gives_its_pictures_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (10, 9, 1):
        cv2.imwrite(str(tmp_path / f"look{number}.png"), grey(8 * number))
    (tmp_path / "look2.png").write_bytes(b"torn")
    (tmp_path / "notes.txt").write_text("not a picture")
    items = list(open_source(str(tmp_path)).items())
    assert [level(frame) for frame in frames(iter(items))] == [1, 9, 10]
    assert [item.message for item in items if isinstance(item, News)] == [
        f"The picture {tmp_path / 'look2.png'} is not a picture: give a JPEG or PNG file."
    ]


@pytest.mark.parametrize("text", ["nowhere.mp4", "no/such/folder", "0x1"])
def test_a_source_that_is_not_there_is_refused(text: str) -> None:
    with pytest.raises(SourceError, match="There is no source"):
        open_source(text)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes with names")
def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "evening.mp4"
    os.mkfifo(pipe)
    with pytest.raises(SourceError, match="neither a video file nor a folder"):
        open_source(str(pipe))


def test_a_webcam_may_be_named_by_its_device() -> None:
    source = open_source("/dev/video3", opener=FakeCamera(FakeCapture([1])))
    source.close()
    assert source.name == "camera 3"


def test_an_empty_folder_and_a_text_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pictures"):
        open_source(str(tmp_path))
    (tmp_path / "game.mp4").write_text("not a video")
    with pytest.raises(SourceError, match="not a video"):
        open_source(str(tmp_path / "game.mp4"))


@pytest.mark.parametrize("text", ["3", "rtsp://phone/live", "http://phone:8080/video"])
def test_a_camera_that_does_not_open_is_refused(text: str) -> None:
    with pytest.raises(SourceError, match="does not open"):
        open_source(text, opener=FakeCamera(FakeCapture([], opens=False)))


def test_a_live_source_hands_out_the_newest_frame_only() -> None:
    capture = FakeCapture(range(25), then_waits=True)
    source = LiveSource(0, "camera 0", FakeCamera(capture))
    assert capture.drained.wait(20)
    frame = next(only_frames(source.items()))
    assert (frame.index, int(frame.image[0, 0, 0])) == (24, 24)
    source.close()
    capture.end_of_test.set()


def test_a_webcam_is_asked_for_mjpg_before_its_size_and_for_a_short_buffer() -> None:
    capture = FakeCapture([1], then_waits=True)
    source = LiveSource(0, "camera 0", FakeCamera(capture))
    asked = settings(capture)
    assert asked.index(FOURCC) < asked.index(WIDTH)
    assert (BUFFER, 1) in capture.sets
    source.close()
    capture.end_of_test.set()


def test_a_camera_that_drops_out_is_opened_again_and_says_so() -> None:
    last = FakeCapture([7], then_waits=True)
    first = FakeCapture([3])
    camera = FakeCamera(first, FakeCapture([], opens=False), FakeCapture([]), last)
    source = LiveSource("rtsp://phone", "phone", camera, retry=0.001)
    told: list[News] = []
    for item in source.items():  # news come before the frame they belong to
        if isinstance(item, News):
            told.append(item)
        elif isinstance(item, Frame) and int(item.image[0, 0, 0]) == 7:
            break
    source.close()
    last.end_of_test.set()
    assert [(news.message, news.lost) for news in told] == [
        ("The camera stopped answering; trying again.", True),
        ("The camera is back.", False),
    ]
    assert first.released
    assert len(camera.opened) == 4


def test_a_moment_without_a_frame_is_told_so_that_others_get_their_turn() -> None:
    capture = FakeCapture([1], then_waits=True)
    source = LiveSource(0, "camera 0", FakeCamera(capture))
    items = source.items()
    next(only_frames(items))
    assert isinstance(next(items), Quiet)
    source.close()
    capture.end_of_test.set()


def test_closing_ends_the_frames_even_where_the_camera_hangs() -> None:
    capture = FakeCapture([1], then_waits=True)
    source = LiveSource(0, "camera 0", FakeCamera(capture))
    items = source.items()
    next(items)
    source.close()
    assert list(items) == []
    capture.end_of_test.set()


def test_a_grey_camera_gives_three_channels() -> None:
    class Infrared(FakeCapture):
        def read(self) -> tuple[bool, object]:
            fine, image = super().read()
            return fine, None if image is None else np.ascontiguousarray(image[:, :, 0])

    capture = Infrared([9], then_waits=True)
    source = LiveSource(0, "camera 0", FakeCamera(capture))
    frame = next(only_frames(source.items()))
    assert frame.image.shape == (48, 64, 3)
    source.close()
    capture.end_of_test.set()
