"""From pixels to pixels: how long after a roll lies still, or the dice are gone, the page shows it.

    python -m lab.benchmarks.latency [--plies 8] [--seed 40001] [--keep FOLDER]

A rendered game of our own (`lab.simulator.clips`, 15 pictures a second at 960 by 540) is shown as a phone's stream. The
real `play` follows it, and real Chromium shows its page; a script in the page notes when the roll and the play are
drawn. What a picture shows is known from the rendering: a roll lies from the last picture in which its dice move, a
play is over with the last one in which the hand that lifts the dice is in sight. Where the time goes is said beside it:
until the referee has said so (its events' own times), and from there to the page. By the clock: worth something only on
a machine with nothing else to do; the load is printed. A folder that is kept holds the game, which takes minutes to
render.
"""

from __future__ import annotations

import argparse
import json
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.boards.known_boards import save_board
from calibration.corners import parse_corners
from lab.benchmarks.analysis import load
from lab.benchmarks.evening import first_page, free_port
from lab.benchmarks.live_table import AT_REST_S, Film
from lab.simulator.clips import FPS, write_game
from tests.commands.program import environment
from tests.web.browser import chromium, screen
from vision.known_position.learn_board import learn_board
from vision.sources.pictures import read_picture

NOTED = """
window.drawn = [];
const note = (what) => requestAnimationFrame(() => window.drawn.push([what(), Date.now() / 1000]));
new MutationObserver(() => note(() => ["roll", document.getElementById("dice").textContent
  + document.getElementById("dice").innerHTML.length])).observe(document.getElementById("dice"), { childList: true });
new MutationObserver(() => note(() => ["play", document.querySelectorAll("#plays li").length]))
  .observe(document.getElementById("plays"), { childList: true });
"""
PATIENCE_S = 5.0
BEFORE_S = 0.4
"""A die may be read in the last pictures of its throw already, while only the hand still moves."""


@dataclass(frozen=True, slots=True)
class Delay:
    """Seconds until the page shows it, and until the referee has said so; None where that never came."""

    page: float | None
    referee: float | None


def game_in(folder: Path, seed: int, plies: int) -> dict[str, Any]:
    """The rendered game's truth; rendered where it is not there yet."""
    if not (folder / "truth.json").exists():
        write_game(folder, seed, plies=plies, illegal=0, cube=False, samples=1.0)
    truth: dict[str, Any] = json.loads((folder / "truth.json").read_text())
    return truth


def pictures_of(folder: Path) -> list[bytes]:
    """The game's pictures as JPEG, with a camera's grain."""
    chance, found = np.random.default_rng(1), list[bytes]()
    capture = cv2.VideoCapture(str(folder / "game.mp4"))
    while (read := capture.read())[0]:
        noisy = np.clip(read[1] + chance.normal(0, 1.5, read[1].shape), 0, 255).astype(np.uint8)
        found.append(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes())
    capture.release()
    return found


def board_file(folder: Path, truth: dict[str, Any]) -> Path:
    start, empty = (read_picture(folder / truth[name]) for name in ("start", "empty"))
    seats = Seats(Side(truth["near"]), truth["home"])
    save_board(learn_board(start, parse_corners(truth["corners"]), seats, empty), folder / "board.toml")
    return folder / "board.toml"


def followed(folder: Path, truth: dict[str, Any]) -> tuple[list[Delay], list[Delay]]:
    """The delays of all rolls, and of all plays."""
    port, events = free_port(), list[tuple[float, dict[str, Any]]]()
    film = Film(pictures_of(folder), FPS)
    threading.Thread(target=film.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as data, chromium(Path(data) / "browser") as driver:
        words = ["play", film.address, "--board", board_file(folder, truth), "--data", data, "--port", port]
        with subprocess.Popen(
            [sys.executable, "-m", "bookgammon", *map(str, words), "--names", "Ada,Ben", "--length", "5", "--json"],
            env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        ) as running:  # fmt: skip
            first_page(running, port)
            screen(driver, 1180, 820)
            driver.get(f"http://127.0.0.1:{port}/")
            driver.execute_script(NOTED)
            time.sleep(AT_REST_S)
            film.began, began = time.monotonic(), time.time()
            threading.Timer(len(film.pictures) / FPS - 0.5, running.send_signal, [signal.SIGINT]).start()
            assert running.stdout
            for line in running.stdout:
                events.append((time.time() - began, json.loads(line)))
            drawn = [(what[0], at - began) for what, at in driver.execute_script("return window.drawn")]
        film.shutdown()
        film.server_close()
    return delays(truth, events, drawn)


def delays(
    truth: dict[str, Any], events: Sequence[tuple[float, dict[str, Any]]], drawn: Sequence[tuple[str, float]]
) -> tuple[list[Delay], list[Delay]]:
    """events, drawn: with the seconds of the film at which they were printed, or stood on the page."""
    found: dict[str, list[Delay]] = {"roll": [], "play": []}
    for ply in truth["plies"]:
        for name, since in (("roll", ply["rolled_frame"] / FPS), ("play", ply["clear_frame"] / FPS)):
            mine = [at for at, event in events if event["event"] == name and event["player"] == ply["player"]]
            said = next((at for at in mine if -BEFORE_S <= at - since < PATIENCE_S), None)
            shown = next((at for what, at in drawn if what == name and said is not None and at >= said - 0.05), None)
            found[name].append(Delay(shown and shown - since, said and said - since))
    return found["roll"], found["play"]


def line(name: str, found: Sequence[Delay], wanted: float) -> str:
    page = sorted(delay.page for delay in found if delay.page is not None)
    referee = [delay.referee for delay in found if delay.referee is not None]
    if not page:
        return f"{name}: none of {len(found)} was shown"
    p95 = page[min(len(page) - 1, int(0.95 * len(page)))]
    return (
        f"{name}: {len(page)} of {len(found)} shown, median {statistics.median(page):.2f} s (asked {wanted:g}),"
        f" p95 {p95:.2f} s, at most {page[-1]:.2f} s; until the referee has said so {statistics.median(referee):.2f} s;"
        f" each on the page (by the referee): {', '.join(map(_each, found))}"
    )


def _each(delay: Delay) -> str:
    page, referee = ("-" if at is None else f"{at:.2f}" for at in (delay.page, delay.referee))
    return f"{page} ({referee})"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--seed", type=int, default=40_001)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the rendered game is, or is left")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or Path(scratch)
        truth = game_in(folder, args.seed, args.plies)
        rolls, plays = followed(folder, truth)
    print(line("rolls", rolls, 0.5))
    print(line("plays", plays, 0.7))
    print(load())
    return 0


if __name__ == "__main__":
    sys.exit(main())
