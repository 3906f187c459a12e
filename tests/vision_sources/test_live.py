"""A camera through an evening: silent, frozen, unplugged and back under another number; each told once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision_sources.fakes import FakeCamera, FakeCapture, grey
from vision.errors import SourceError
from vision.sources.frames import Frame, News
from vision.sources.live import FrozenPicture, LiveSource
from vision.sources.webcams import same_webcam, webcam_name, webcam_numbers


class Clock:
    """Stands until it is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class GatedCapture(FakeCapture):
    """Waits before each picture until it is let through."""

    def __init__(self, levels: list[int]) -> None:
        super().__init__(levels, then_waits=True)
        self.through = threading.Semaphore(0)

    def read(self) -> tuple[bool, object]:
        if self.levels:
            self.through.acquire()
        return super().read()


def news_until(source: LiveSource, wanted: Callable[[News], bool]) -> list[News]:
    """All news up to the wanted one."""
    found: list[News] = []
    for item in source.items():
        if isinstance(item, News):
            found.append(item)
            if wanted(item):
                break
    return found


def lost(news: News) -> bool:
    return news.lost


def back(news: News) -> bool:
    return "is back" in news.message


def test_a_camera_that_says_nothing_is_told_once_and_that_it_is_back() -> None:
    clock, capture = Clock(), GatedCapture([1, 2])
    source = LiveSource("rtsp://phone", "phone", FakeCamera(capture), clock=clock)
    clock.now = 100.0
    told = news_until(source, lost)
    assert [news.message for news in told] == ["The camera sends no pictures; waiting for it."]
    assert all(not isinstance(item, News) for item in islice(source.items(), 3))
    capture.through.release()
    assert [news.message for news in news_until(source, back)] == ["The camera is back."]
    source.close()
    capture.end_of_test.set()


def test_pictures_that_stay_the_same_to_the_last_bit_are_noticed() -> None:
    stillness = FrozenPicture(20.0)
    quiet = grey(7)
    noisy = np.array(quiet)
    noisy[16, 16, 0] += 1
    assert not stillness.frozen(quiet, 0.0)
    assert not stillness.frozen(quiet, 20.0)
    assert stillness.frozen(quiet, 20.1)
    assert not stillness.frozen(noisy, 20.2)
    assert not stillness.frozen(quiet, 40.0)
    assert not stillness.frozen(quiet, 60.0)


def test_a_frozen_camera_is_told_of_until_something_changes() -> None:
    clock, capture = Clock(), GatedCapture([5, 5, 9])
    source = LiveSource(0, "camera 0", FakeCamera(capture), clock=clock, silent=1e9)
    items = source.items()

    def next_frame() -> Frame:
        capture.through.release()
        return next(item for item in items if isinstance(item, Frame))

    next_frame()
    clock.now = 30.0
    capture.through.release()
    frozen = next(item for item in items if isinstance(item, News))
    assert frozen.lost
    assert "the very same picture for 20 seconds" in frozen.message
    capture.through.release()
    assert next(item for item in items if isinstance(item, News)).message == "The camera 0 is back."
    source.close()
    capture.end_of_test.set()


def test_on_a_small_machine_pictures_between_are_passed_over_without_being_decoded() -> None:
    class Counted(GatedCapture):
        """Thirty pictures a second; one that is only grabbed is gone."""

        def grab(self) -> bool:
            if not self.levels:
                return False
            clock.now += 1 / 30
            grabbed.append(self.levels.pop(0))
            return True

        def read(self) -> tuple[bool, object]:
            clock.now += 1 / 30
            return super().read()

    clock, grabbed = Clock(), list[int]()
    capture = Counted([*range(1, 11)])
    source = LiveSource(0, "camera 0", FakeCamera(capture), clock=clock, silent=1e9)
    source.limit(10)
    frames = (item for item in source.items() if isinstance(item, Frame))
    given = []
    for _ in range(3):
        capture.through.release()
        given.append(int(next(frames).image[0, 0, 0]))
    assert len(grabbed) >= 2 * (len(given) - 1)
    assert not set(given) & set(grabbed)
    source.close()
    capture.through.release()
    capture.end_of_test.set()


@pytest.mark.parametrize("hurried", [False, True])
def test_of_a_camera_that_sends_few_pictures_none_is_passed_over(hurried: bool) -> None:
    """Three a second were followed as one and a half: each was waited for before it was told that it came too soon."""

    class Slow(GatedCapture):
        def grab(self) -> bool:
            clock.now += 1 / 3
            grabbed.append(self.levels.pop(0))
            return True

        def read(self) -> tuple[bool, object]:
            clock.now += 1 / 3
            return super().read()

    clock, grabbed = Clock(), list[int]()
    capture = Slow([*range(1, 21)])
    source = LiveSource(0, "camera 0", FakeCamera(capture), clock=clock, silent=1e9)
    if hurried:
        source._fewer_until = 1e9
    else:
        source.limit(10)
    frames = (item for item in source.items() if isinstance(item, Frame))
    given = []
    for _ in range(6):
        capture.through.release()
        given.append(int(next(frames).image[0, 0, 0]))
    assert (given, grabbed) == ([1, 2, 3, 4, 5, 6], [])
    source.close()
    capture.through.release()
    capture.end_of_test.set()


def test_a_driver_that_raises_is_a_camera_that_is_gone() -> None:
    class Broken(FakeCapture):
        def read(self) -> tuple[bool, object]:
            raise cv2.error("select() timeout")

        def grab(self) -> bool:
            raise cv2.error("no device")

    whole = FakeCapture([1], then_waits=True)
    source = LiveSource(0, "camera 0", FakeCamera(Broken([]), Broken([]), whole), retry=0.001)
    assert [news.lost for news in news_until(source, back)] == [True, False]
    source.close()
    whole.end_of_test.set()


def test_it_comes_back_under_another_number_and_with_another_size() -> None:
    class Large(FakeCapture):
        def read(self) -> tuple[bool, object]:
            fine, image = super().read()
            return fine, None if image is None else np.repeat(image, 2, axis=0)

    asked: list[int | str] = []
    second = Large([1], then_waits=True)
    captures: dict[int, list[FakeCapture]] = {0: [FakeCapture([1])], 2: [second]}

    def opener(address: int | str) -> FakeCapture:
        asked.append(address)
        assert isinstance(address, int)
        return captures[address].pop() if captures.get(address) else FakeCapture([], opens=False)

    source = LiveSource(0, "camera 0", opener, retry=0.001, places=lambda: (0, 2))
    assert [news.lost for news in news_until(source, back)] == [True, False]
    assert asked == [0, 0, 2]
    shapes = {item.image.shape for item in islice(source.items(), 2) if isinstance(item, Frame)}
    assert shapes == {(96, 64, 3)}
    source.close()
    second.end_of_test.set()


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """Two webcams, one of which shows a second device that gives no pictures."""
    for number, name in ((0, "HD Webcam"), (1, "HD Webcam"), (10, "Phone on USB\n")):
        folder = tmp_path / f"video{number}"
        folder.mkdir()
        (folder / "name").write_text(name)
    (tmp_path / "v4l-touch0").mkdir()
    return tmp_path


def test_webcams_are_known_by_the_names_the_system_gives_them(system: Path, tmp_path: Path) -> None:
    assert webcam_numbers(system) == (0, 1, 10)
    assert webcam_name(10, system) == "Phone on USB"
    assert (webcam_numbers(tmp_path / "nowhere"), webcam_name(3, tmp_path / "nowhere")) == ((), "")


def test_a_webcam_is_looked_for_by_its_name_but_never_another_one(system: Path) -> None:
    assert same_webcam(0, "HD Webcam", system) == (0, 1)
    assert same_webcam(4, "Phone on USB", system) == (4, 10)
    assert same_webcam(10, "HD Webcam", system) == (0, 1)
    assert same_webcam(7, "", system) == (7,)


class Refusing:
    """A camera that opens at first, and then says the same reason each time until it is let in."""

    def __init__(self, *captures: FakeCapture | str) -> None:
        self.left = list(captures)

    def __call__(self, _: int | str) -> FakeCapture:
        found = self.left.pop(0)
        if isinstance(found, str):
            raise SourceError(found)
        return found


def test_a_second_outage_for_the_same_reason_is_told_too() -> None:
    why = "The camera wants a password."
    first, second = FakeCapture([1]), FakeCapture([2])
    last = FakeCapture([3], then_waits=True)
    source = LiveSource("rtsp://phone", "phone", Refusing(first, why, why, second, why, last), retry=0.001)
    told: list[str] = []
    for _ in range(2):
        told += [str(news.message) for news in news_until(source, back)]
    assert told.count(why) == 2
    source.close()
    last.end_of_test.set()


class PassedOver(GatedCapture):
    """Knows that pictures were passed over."""

    def __init__(self, levels: list[int]) -> None:
        super().__init__(levels)
        self.passed_over = threading.Event()

    def grab(self) -> bool:
        self.passed_over.set()
        return super().grab()


def test_fewer_pictures_are_decoded_while_whoever_looks_cannot_keep_up() -> None:
    clock, capture = Clock(), PassedOver([1, 2, 3, 4])
    source = LiveSource("rtsp://phone", "phone", FakeCamera(capture), clock=clock)
    items = (item for item in source.items() if isinstance(item, Frame))
    capture.through.release()
    next(items)
    clock.now = 1.0  # so long the first picture was looked at
    capture.through.release()
    next(items)
    capture.through.release()  # it may have been waited for already
    assert capture.passed_over.wait(60)
    source.close()
    capture.end_of_test.set()
