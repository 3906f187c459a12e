"""The film of README.md: `python -m lab.campaigns.readme_film [FILE]`, docs/pictures/film.webp by itself.

The real `play` follows the demo's recording as a network camera shows it, and a real Chromium shows its page. What the
camera sees stands on the left, the page at the same moment on the right.
"""

from __future__ import annotations

import base64
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from selenium.webdriver import Chrome

from lab.benchmarks.evening import FPS, SIZE, first_page, free_port, learned_board
from lab.benchmarks.live_table import Film, filmed
from tests.commands.program import environment
from tests.web.browser import chromium, screen
from vision.sources.pictures import Image

FILE = Path(__file__).parents[2] / "docs" / "pictures" / "film.webp"
FROM_S, UNTIL_S = 6.5, 26.5
"""Of the recording: some plays, and the first illegal one until it is put right."""
SLOWER = 3
"""The recording is shown so many times slower than it was, and the film as it was: a browser that is drawn from all the
time, and the program beside it, are more than most machines can do as it happens."""
A_SECOND = 5
"""Pictures of the film."""
PAGE, CAMERA = (1180, 820), (480, 270)
SHOWN = (600, 417)
"""Of the page, in the film."""
GROUND = (216, 232, 240)
"""The page's own, blue-green-red."""
QUALITY = 55


@dataclass(frozen=True, slots=True)
class Shot:
    """at: seconds of the recording."""

    at: float
    page: Image


def shots(driver: Chrome, film: Film) -> list[Shot]:
    """The page as it is shown, as often as the browser gives it, while that part of the recording runs."""
    taken = list[Shot]()
    while film.position / SLOWER < FROM_S:
        time.sleep(0.01)
    while (at := film.position / SLOWER) < UNTIL_S:
        wanted = {"format": "jpeg", "quality": 92, "optimizeForSpeed": True}
        shot = driver.execute_cdp_cmd("Page.captureScreenshot", wanted)
        page = cv2.imdecode(np.frombuffer(base64.b64decode(shot["data"]), np.uint8), cv2.IMREAD_COLOR)
        assert page is not None
        taken.append(Shot(at, np.asarray(cv2.resize(page, SHOWN, interpolation=cv2.INTER_AREA), np.uint8)))
    return taken


def composed(camera: Image, page: Image) -> Image:
    height = SHOWN[1]
    picture = np.full((height, CAMERA[0] + SHOWN[0], 3), GROUND, np.uint8)
    top = (height - CAMERA[1]) // 2
    picture[top : top + CAMERA[1], : CAMERA[0]] = cv2.resize(camera, CAMERA, interpolation=cv2.INTER_AREA)
    picture[:, CAMERA[0] :] = page
    return picture


def write(path: Path, pictures: list[Image]) -> None:
    """An animated WebP that begins again when it is over."""
    animation = cv2.Animation()
    animation.frames = pictures
    animation.durations = [1000 // A_SECOND] * len(pictures)
    animation.loop_count = 0
    if not cv2.imwriteanimation(str(path), animation, [cv2.IMWRITE_WEBP_QUALITY, QUALITY]):
        raise OSError(path)


def main(path: Path = FILE) -> None:
    pictures, port = filmed(), free_port()
    film = Film(pictures, FPS // SLOWER)
    threading.Thread(target=film.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data:
        board, _ = learned_board(Path(folder))
        words = ["play", film.address, "--board", board, "--data", data, "--port", port, "--names", "Anna,Ben"]
        words += ["--length", 3, "--host", "127.0.0.1", "--no-light"]
        with (
            subprocess.Popen(
                [sys.executable, "-m", "bookgammon", *map(str, words)], env=environment(),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            ) as running,
            chromium(Path(folder) / "browser") as driver,
        ):  # fmt: skip
            try:
                first_page(running, port)
                screen(driver, *PAGE)
                driver.get(f"http://127.0.0.1:{port}/")
                time.sleep(12.0)  # the match begins once the starting position has lain there
                film.began = time.monotonic()
                taken = shots(driver, film)
            finally:
                running.terminate()
                running.wait(60)
    wanted = np.arange(FROM_S, UNTIL_S, 1 / A_SECOND)
    composition = []
    for at in wanted:
        page = min(taken, key=lambda shot: abs(shot.at - at)).page
        jpeg = np.frombuffer(pictures[min(int(at * FPS), len(pictures) - 1)], np.uint8)
        camera = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
        assert camera is not None
        assert camera.shape[1::-1] == SIZE
        composition.append(composed(np.asarray(camera, np.uint8), page))
    write(path, composition)
    print(f"{path}: {len(composition)} pictures of {len(taken)}, {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
