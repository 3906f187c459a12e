"""Interrupts a telephone that is the camera of a match, again and again, and looks whether all goes on by itself.

    python -m lab.campaigns.phone_interruptions [--times N]

A real browser before the real `play phone`. What happens, in turns: the page is closed and opened again, the network is
cut, the program is killed and started again, the telephone is turned, its screen is locked. After each the table has to
have its camera back without anybody's help at the machine; at the end the journal holds the one match, whole.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from selenium.webdriver import Chrome

from arbiter.match.fold import fold
from bookgammon.boards.known_boards import file_for, save_board
from bookgammon.history.journal import FILE, Journal
from lab.campaigns.phone_game import joined_address
from tests.phone.browser import LANDSCAPE, PORTRAIT, become_camera, camera_film, sends, telephone
from tests.ports import free_port
from tests.setup.stage import START, board_of
from tests.web.browser import until

AWAY_S = 4.0
"""Longer than the table waits before it says that the camera is gone."""
PATIENCE_S = 120.0
BOTH = ("--go-on", "--names", "Anna,Ben")
"""Who plays is answered, for a new match and for one that is open."""


class Table:
    """`play phone` on a port of its own, killed and started again at will."""

    def __init__(self, data: Path, port: int) -> None:
        self._data, self.port = data, port
        self.joined = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        words = ["play", "phone", *BOTH, "--data", str(self._data), "--host", "127.0.0.1", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bookgammon", *words], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        assert self._process.stderr
        self.joined = joined_address(self._process.stderr)

    def kill(self) -> None:
        assert self._process
        self._process.kill()
        self._process.wait()
        assert self._process.stderr
        self._process.stderr.close()

    def stop(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGTERM)  # a shell may have had it ignore the other
        self._process.communicate(timeout=60)

    def camera_is_there(self) -> bool:
        """Whether the match is shown, and its camera is there."""
        with suppress(URLError, OSError, ValueError):
            with urlopen(f"http://127.0.0.1:{self.port}/api/state", timeout=10) as answer:  # our own
                state = json.loads(answer.read())
            return bool(state["camera"]["ok"]) and "in the picture" not in state["headline"] and not self._setting_up()
        return False

    def _setting_up(self) -> bool:
        with urlopen(f"http://127.0.0.1:{self.port}/", timeout=10) as answer:  # our own
            return b"id=\"table\"" not in answer.read()


def reopened(driver: Chrome, table: Table) -> None:
    address = driver.current_url
    driver.get("about:blank")
    time.sleep(AWAY_S)
    driver.get(address)


def cut_off(driver: Chrome, table: Table) -> None:
    driver.set_network_conditions(offline=True, latency=0, throughput=0)
    time.sleep(AWAY_S)
    driver.delete_network_conditions()


def killed(driver: Chrome, table: Table) -> None:
    table.kill()
    time.sleep(1.0)
    table.start()


def turned(driver: Chrome, table: Table) -> None:
    for size, kind, angle in ((LANDSCAPE, "landscapePrimary", 90), (PORTRAIT, "portraitPrimary", 0)):
        screen = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": True}
        orientation = {"type": kind, "angle": angle}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {**screen, "screenOrientation": orientation})
        time.sleep(1.0)


def locked(driver: Chrome, table: Table) -> None:
    page = driver.current_window_handle
    driver.switch_to.new_window("tab")
    time.sleep(AWAY_S)
    driver.close()
    driver.switch_to.window(page)


KINDS: tuple[Callable[[Chrome, Table], None], ...] = (reopened, cut_off, killed, turned, locked)


@contextmanager
def evening(folder: Path) -> Iterator[tuple[Table, Chrome]]:
    """A telephone that is the camera of a match."""
    data = folder / "data"
    data.mkdir(mode=0o700)
    save_board(board_of(), file_for(data, "board"))
    film = camera_film(folder / "film.mjpeg", [(START, 30)], (960, 540))
    table = Table(data, free_port())
    table.start()
    try:
        with telephone(folder / "chromium", film) as driver:
            become_camera(driver, table.joined)
            until(driver, table.camera_is_there)
            yield table, driver
    finally:
        table.stop()


def interrupt(table: Table, driver: Chrome, kind: Callable[[Chrome, Table], None]) -> float:
    """Seconds from its end until the table has its camera back and the telephone sends. Raises TimeoutError."""
    kind(driver, table)
    ended = time.monotonic()
    while not (table.camera_is_there() and sends(driver)):
        if time.monotonic() - ended > PATIENCE_S:
            raise TimeoutError(kind.__name__)
        time.sleep(0.1)
    return time.monotonic() - ended


def is_whole(data: Path) -> bool:
    """One match, every event of which can be read and follows from the others."""
    with Journal(data / FILE, read_only=True) as journal:
        journal.check()
        (match,) = journal.matches()
        fold(journal.events(match))
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=50)
    args = parser.parse_args()
    back: Counter[str] = Counter()
    slowest: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as scratch:
        with evening(Path(scratch)) as (table, driver):
            for kind in itertools.islice(itertools.cycle(KINDS), args.times):
                took = interrupt(table, driver, kind)
                back[kind.__name__] += 1
                slowest[kind.__name__] = max(slowest.get(kind.__name__, 0.0), took)
                print(f"{kind.__name__}: back after {took:.1f} s (load {os.getloadavg()[0]:.0f})", flush=True)
        print(f"the journal is whole: {is_whole(Path(scratch) / 'data')}")
    print("came back by themselves:", dict(back), "slowest:", {name: round(took, 1) for name, took in slowest.items()})


if __name__ == "__main__":
    main()
