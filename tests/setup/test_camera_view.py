"""What one camera shows: when it lies still, how a recording waits, and who closes what."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from bookgammon.setup.camera_view import CameraView, differ
from bookgammon.setup.cameras import MOST, Cameras
from tests.setup.stage import EMPTY, START, Camera, Room, with_hand
from vision.sources.sources import Source, open_source
from web.errors import RequestError


def wait_for(true: Callable[[], object], seconds: float = 180.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def camera() -> Camera:
    return Camera(EMPTY)


@pytest.fixture
def view(camera: Camera) -> Iterator[CameraView]:
    made = CameraView("0", "Camera 0", "0", open_address=lambda _: camera)
    yield made
    made.close()


def test_noise_and_a_dimmed_lamp_are_no_movement() -> None:
    grain = np.random.default_rng(1).normal(0, 3, EMPTY.shape)
    noisy = np.clip(EMPTY + grain, 0, 255).astype(np.uint8)
    assert not differ(EMPTY, noisy)
    assert not differ(EMPTY, (EMPTY * 0.96).astype(np.uint8))
    assert differ(EMPTY, with_hand(EMPTY))
    assert differ(EMPTY, START)


def test_stillness_counts_from_the_last_movement(camera: Camera, view: CameraView) -> None:
    wait_for(lambda: (look := view.look()) and look.still > 0.5)
    moves = time.monotonic()
    camera.scene = with_hand(EMPTY)
    wait_for(lambda: (look := view.look()) and look.still < time.monotonic() - moves)
    wait_for(lambda: (look := view.look()) and look.still > 0.5)


def test_pictures_are_shrunk_for_the_page(view: CameraView) -> None:
    wait_for(lambda: view.size)
    small = cv2.imdecode(np.frombuffer(view.jpeg(320) or b"", np.uint8), cv2.IMREAD_COLOR)
    assert small is not None
    assert small.shape == (180, 320, 3)


def test_a_source_handed_on_is_still_open_and_nobody_reads_it_any_more(camera: Camera, view: CameraView) -> None:
    wait_for(lambda: view.size)
    assert view.release() is camera
    before = view.look()
    time.sleep(0.3)
    after = view.look()
    assert before
    assert after
    assert (before.number, camera.closed) == (after.number, False)


def test_a_recording_waits_while_it_is_considered_and_rests_on_its_last_picture(tmp_path: Path) -> None:
    path = tmp_path / "two.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (96, 54))
    for grey in (40, 40, 200, 200):
        writer.write(np.full((54, 96, 3), grey, np.uint8))
    writer.release()
    considered = threading.Event()

    def opened(address: str) -> Source:
        assert considered.wait(20.0)
        return open_source(address)

    view = CameraView("a0", "two.avi", str(path), open_address=opened)
    with view.considering():
        considered.set()
        wait_for(lambda: view.size)
        time.sleep(0.5)
        waited = view.look()
        assert waited
        assert waited.number <= 2  # one may have been on its way already
        assert waited.image.mean() < 60
    wait_for(lambda: (look := view.look()) and look.number == 4 and look.still > 0.3)
    look = view.look()
    assert look
    assert look.image.mean() > 180
    view.close()


PHONE = "http://phone:8080/video"


@pytest.fixture
def phones() -> Iterator[Cameras]:
    """Nothing but one phone answers."""
    cameras = Cameras(Room(**{PHONE: Camera(EMPTY, "phone")}).open, list)
    yield cameras
    cameras.close()


@pytest.mark.parametrize("entered", ["/home/ann/films", "films/evening.mp4", "0", "file:///etc/passwd", "/dev/video0"])
def test_no_path_comes_from_the_page(phones: Cameras, entered: str) -> None:
    with pytest.raises(RequestError, match="http"):
        phones.add(entered)
    assert phones.choices() == ()


def test_the_error_of_one_address_is_not_that_of_the_next(phones: Cameras) -> None:
    phones.add("http://nobody/video")
    wait_for(lambda: phones.trouble() != "")
    assert "nobody" in phones.trouble()
    phones.add("http://somebody/video")
    wait_for(lambda: "somebody" in phones.trouble())
    phones.add(PHONE)
    wait_for(lambda: len(phones.choices()) == 1)
    assert phones.trouble() == ""


def test_nobody_is_stuck_after_many_addresses(phones: Cameras) -> None:
    for number in range(3 * MOST):
        phones.add(f"http://nobody{number}/video")
    phones.add(PHONE)
    wait_for(lambda: [choice.name for choice in phones.choices()] == ["phone"])


def test_an_address_entered_again_is_tried_again() -> None:
    cameras = Cameras(lambda _: Camera(EMPTY, "phone"), list)
    first, second = (cameras.add(PHONE) for _ in range(2))
    wait_for(lambda: len(cameras.choices()) == 1)
    assert first.key == second.key
    cameras.close()


def test_going_back_loses_no_address() -> None:
    room = Room(**{PHONE: Camera(EMPTY, "phone"), "films/evening.mp4": Camera(START, "evening")})
    cameras = Cameras(room.open, list)
    cameras.remember("films/evening.mp4")
    cameras.add(PHONE)
    wait_for(lambda: len(cameras.choices()) == 1)
    cameras.pick(cameras.choices()[0].key).close()
    cameras.close()
    for camera in room.cameras.values():
        camera.open()
    cameras.open_again()
    wait_for(lambda: sorted(choice.name for choice in cameras.choices()) == ["evening.mp4", "phone"])
    cameras.close()


def test_only_cameras_that_answer_are_offered_and_the_others_are_closed() -> None:
    room = Room(**{"0": Camera(EMPTY, "0"), "3": Camera(START, "3")})
    cameras = Cameras(room.open, lambda: [0, 1, 3])
    cameras.search()
    wait_for(lambda: len(cameras.choices()) == 2 and not cameras.searching)
    assert [(choice.key, choice.detail) for choice in cameras.choices()] == [
        ("0", "960 by 540 pixels"),
        ("3", "960 by 540 pixels"),
    ]
    assert cameras.trouble() == ""
    picked = cameras.pick("3")
    assert room.cameras["0"].closed
    assert not room.cameras["3"].closed
    with pytest.raises(RequestError, match="does not answer"):
        cameras.pick("0")
    picked.close()
