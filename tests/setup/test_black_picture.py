"""A camera that shows nothing but black is told of, and nothing is read into it."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bookgammon.boards.known_boards import known_boards
from bookgammon.setup import progress as steps
from bookgammon.setup.camera_view import CameraView
from bookgammon.setup.messages import SetupSituation, words
from bookgammon.setup.observer import SetupObserver
from bookgammon.setup.progress import Progress
from tests.setup.stage import EMPTY, Camera
from tests.web.browser import PATIENCE
from vision.known_position.start_fit import settle_start
from vision.sources.pictures import Image
from web.setup import Step


def never(picture: Image) -> None:
    raise AssertionError("nothing is looked for in a black picture")


def seen(tmp_path: Path, scene: Image) -> SetupSituation:
    camera = Camera(scene)
    view = CameraView("0", "camera 0", "0", open_address=lambda _: camera)
    observer = SetupObserver(known_boards(tmp_path), never, settle_start)  # type: ignore[arg-type]  # never called
    now = steps.camera_picked(Progress())
    for _ in range(PATIENCE * 20):
        if view.look() is not None:
            break
        time.sleep(0.05)
    observer.observe(now, view)
    view.close()
    return observer.situation


def test_covered_lens_is_told_and_nothing_is_looked_for(tmp_path: Path) -> None:
    assert seen(tmp_path, np.zeros_like(EMPTY)).black
    assert not seen(tmp_path, EMPTY).black


@pytest.mark.parametrize("step", ["board", "empty", "start"])
def test_every_step_that_looks_says_so(step: Step) -> None:
    assert words(replace(Progress(), step=step), SetupSituation(black=True))[0] == "The picture is black."
