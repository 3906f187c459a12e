"""Evenings that do not go smoothly, live: what is recorded is what was played, and no page waits for something else.

    python -m lab.campaigns.live_evenings FOLDER… [--evenings 10] [--first 0] [--rates 3 5 15] [--patient]

Each FOLDER holds a filmed game as `lab.simulator.clips` writes them (`game.mp4`, `start.jpg`, `empty.jpg`,
`truth.json`). The real `play` follows it as a phone's stream of so many pictures a second, from the form that asks who
plays to the resignation at its end, and real Chromium shows its page. In each evening something covers the board,
another board lies there for a while, the program is stopped (by turns killed) and started again, a position is entered
as it lies, and a roll is undone and done again. All the time what the page shows is held against what the program says
that it waits for, and that against what lies before the camera. Exit code 1 where a record differs, where anything was
warned of that nobody did, or where a page waits for something that the program does not. By the clock: the machine has
to keep up with the stream; on one that does not, --patient has people go on only once the page shows what they did.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.state import Phase
from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.boards.known_boards import file_for, save_board
from calibration.board import Board
from calibration.corners import parse_corners
from lab.benchmarks.live_table import AT_REST_S
from lab.campaigns.live_evening_film import Evening, HeldFilm, Mark, Shown, evening_of, pictures_of
from lab.campaigns.reel import faults_of, turns_of
from lab.campaigns.streamed import begin, ending_of, events_in, problems
from tests.commands.program import environment, pairing_address
from tests.ports import free_port
from tests.web.browser import chromium, press, screen, until
from tests.web.listening import choose, open_sheet
from vision.known_position.learn_board import learn_board
from vision.sources.pictures import read_picture

FORM = "match to 5"
SOON_S = 5.0
"""Within which a page shows what the program waits for, and the program what lies before the camera."""
ASKED_WITHIN_S = 12.0
"""Within which another board is asked about."""
LOOK_S = 0.4
PATIENT_S = 25.0
"""For which patient people wait until the page shows what they did."""
SETTLED_S = 60.0
"""For whatever follows from a tap, on a machine however busy."""
COVERING = ("covered", "another board")
SEEN = """
const shown = (id) => Boolean(document.getElementById(id)?.checkVisibility());
return { path: location.pathname, stale: shown("stale"), another: shown("another"), camera: shown("camera"),
  elsewhere: shown("elsewhere") };
"""
Json = dict[str, Any]


@dataclass
class Lasting:
    """What is wrong, and since when: only what lasts is told, once."""

    found: list[str] = field(default_factory=list)
    _since: dict[str, float] = field(default_factory=dict)

    def note(self, at: float, *wrong: str, longest: float = SOON_S) -> None:
        """at: the film's second; wrong: what is wrong now."""
        now = time.monotonic()
        self._since = {what: self._since.get(what, now) for what in wrong}
        for what, since in self._since.items():
            if now - since > longest and not any(what in told for told in self.found):
                self.found.append(f"at {at:.0f} s: {what}")


@dataclass
class Program:
    """`play` with a data folder and a port of its own; started as often as it is stopped."""

    film: HeldFilm
    data: Path
    port: int = field(default_factory=free_port)
    _running: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """The address that pairs."""
        words = ["play", self.film.address, "--data", self.data, "--port", self.port, "--no-light"]
        self._running = subprocess.Popen(
            [sys.executable, "-m", "bookgammon", *map(str, words)],
            env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        said = self._running.stderr
        assert said
        address = pairing_address(said)
        threading.Thread(target=said.read, daemon=True).start()
        return address

    def stop(self, *, kill: bool = False) -> None:
        assert self._running
        self._running.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
        self._running.wait(60)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def state(self) -> Json:
        with urllib.request.urlopen(f"{self.address}api/state", timeout=60) as answer:
            found: Json = json.load(answer)
        return found


@dataclass
class Live:
    """One evening while it goes on. patient: its people go on once the page shows what they did.

    asked: seconds until another board was asked about.
    """

    program: Program
    driver: Chrome
    film: HeldFilm
    evening: Evening
    number: int
    wrong: Lasting = field(default_factory=Lasting)
    patient: bool = False
    asked: float | None = None
    undone: int = 0
    _waited: int = 0

    def run(self, loser: Side, turns: int) -> None:
        for mark in self.evening.marks:
            self._watch_until(mark.second + 0.4)
            print(f"  at {self.film.position:.0f} s: {mark.what}", file=sys.stderr, flush=True)
            self._do(mark)
        self._watch_until(self.evening.marks[-1].end)
        self._until_recorded(turns)
        open_sheet(self.driver, "Resign")
        choose(self.driver, "player", loser.value)
        press(self.driver, "Offer it")
        press(self.driver, "Accept")
        over = (Phase.GAME_OVER, Phase.MATCH_OVER)
        self.settled(lambda: self.program.state()["phase"] in over, "the game is over")

    def settled(self, true: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + SETTLED_S
        while not true():
            if time.monotonic() > end:
                state = self.program.state()
                told = ("phase", "headline", "detail", "waiting_for", "camera", "plays")
                shown = {name: state[name] for name in told}
                raise RuntimeError(f"never came: {what}; {shown}")
            time.sleep(LOOK_S)

    def _do(self, mark: Mark) -> None:
        if mark.what in COVERING:
            return
        self.film.hold()
        self._act(mark)
        self.film.go_on()

    def _act(self, mark: Mark) -> None:
        if mark.what == "stopped":
            self.program.stop(kill=bool(self.number % 2))
            time.sleep(2.0)
            self.program.start()
            until(self.driver, lambda: self._seen()["path"] == "/setup")
            until(self.driver, lambda: self.driver.find_element(By.ID, "match").is_displayed())
            press(self.driver, "Begin")
            until(self.driver, lambda: self._seen()["path"] == "/" and not self._seen()["stale"])
            time.sleep(AT_REST_S / 2)  # its eyes are loaded
        elif mark.what == "position entered":
            open_sheet(self.driver, "Correct the position")
            press(self.driver, "The board shows this")
        elif mark.what == "undone":
            self.settled(lambda: self.program.state()["phase"] == Phase.MOVING, "a roll")
            dice = self.program.state()["dice"]
            press(self.driver, "Undo")
            self.settled(lambda: self.program.state()["dice"] is None, "no roll")
            open_sheet(self.driver, "Redo")
            self.settled(lambda: self.program.state()["dice"] == dice, "the roll again")
            self.undone += 1

    def _until_recorded(self, turns: int) -> None:
        last = len(self.film.pictures) / self.film.fps
        while self.film.position < last - 2 and self._turns_shown() < turns:
            self._watch_until(self.film.position + LOOK_S)

    def _turns_shown(self) -> int:
        plays = self.program.state()["plays"]
        return int(plays[-1]["number"]) if plays else 0

    def _watch_until(self, second: float) -> None:
        while self.film.position < second:
            self._look()
            if self.patient and self._waited < len(self.evening.shown):
                self._wait_for(*self.evening.shown[self._waited])

    def _wait_for(self, second: float, what: Shown, turn: int) -> None:
        """Until the page shows it, where it lies there; what never comes is told by the record."""
        if self.film.position < second:
            return
        self._waited += 1
        self.film.hold()
        end = time.monotonic() + PATIENT_S
        while time.monotonic() < end and not self._shows(what, turn):
            self._look()
        self.film.go_on()

    def _shows(self, what: Shown, turn: int) -> bool:
        state = self.program.state()
        if what == "roll":
            return bool(state["phase"] == Phase.MOVING) or self._turns_shown() > turn
        if what == "fault":
            return state["warning"] is not None
        if what == "double":
            return bool(state["cube"]["value"] >= turn)
        return self._turns_shown() > turn or (state["warning"] or {}).get("provisional") is False

    def _look(self) -> None:
        began, at = time.monotonic(), self.film.position
        with suppress(OSError, WebDriverException):  # it leaves just now, or goes to another page
            before, seen, after = self.program.state(), self._seen(), self.program.state()
            waiting = after["waiting_for"]
            if began_at := self._another_since(at, waiting):
                self.asked = at - began_at
            page = self._against_page(waiting, seen, after) if before["waiting_for"] == waiting else ()
            self.wrong.note(at, *page, *self._against_table(at, after))
        time.sleep(max(0.0, LOOK_S - (time.monotonic() - began)))

    def _another_since(self, at: float, waiting: Json) -> float | None:
        if self.asked is None and self.evening.at(at) == "another board" and "another board" in waiting["says"]:
            return next(mark.second for mark in self.evening.marks if mark.what == "another board")
        return None

    def _against_page(self, waiting: Json, seen: Json, state: Json) -> Iterator[str]:
        """What the page waits for although the program does not, or the other way round."""
        if seen["path"] != waiting["page"]:
            yield f"the page is at {seen['path']}, the program waits at {waiting['page']}: {waiting['says']}"
        elif seen["stale"]:
            yield "the page says that nobody answers"
        elif seen["path"] == "/":
            if seen["elsewhere"]:
                yield "the page waits for something elsewhere"
            if seen["another"] != state["another_board"]:
                yield f"another board: the page {seen['another']}, the program {state['another_board']}"
            if seen["camera"] == (state["camera"]["ok"] or state["another_board"]):
                yield f"the camera: the page {seen['camera']}, the program {state['camera']}"

    def _against_table(self, at: float, state: Json) -> Iterator[str]:
        """What the program waits for although nothing of the kind is the matter."""
        what, now, lately = state["waiting_for"]["what"], self.evening.at(at), self.evening.at(at, after=SOON_S)
        if what in ("camera", "board") and lately not in (*COVERING, "stopped"):
            yield f"the program waits for the {what}: {state['waiting_for']['says']}"
        if state["another_board"] and lately != "another board":
            yield "the program takes it for another board"
        if now in COVERING and what not in ("board", "answer"):
            yield f"{now}, and the program waits for {what}"

    def _seen(self) -> Json:
        found: Json = self.driver.execute_script(SEEN)
        return found


def learned(folder: Path, truth: Json) -> Board:
    start, empty = (read_picture(folder / truth[name]) for name in ("start", "empty"))
    return learn_board(start, parse_corners(truth["corners"]), Seats(Side(truth["near"]), truth["home"]), empty)


@contextmanager
def streaming(film: HeldFilm) -> Iterator[HeldFilm]:
    threading.Thread(target=film.serve_forever, daemon=True).start()
    try:
        yield film
    finally:
        film.shutdown()
        film.server_close()


def lived(
    folder: Path, other: Path, number: int, rate: int, keep: Path | None, *, patient: bool
) -> tuple[Live, list[str]]:
    """One evening, and what is wrong with it. other: the folder of another board; keep: where its data is left."""
    truth: Json = json.loads((folder / "truth.json").read_text())
    turns = turns_of(truth)
    ending = ending_of(truth, FORM, turns)
    evening = evening_of(truth, pictures_of(folder), read_picture(other / "start.jpg"), number)
    with tempfile.TemporaryDirectory() as scratch, streaming(HeldFilm(evening.pictures, rate)) as film:
        data = keep / f"evening {number}" if keep else Path(scratch) / "data"
        data.mkdir(parents=True)
        save_board(learned(folder, truth), file_for(data, "Book"))
        with chromium(Path(scratch) / "browser") as driver:
            live = Live(Program(film, data), driver, film, evening, number, patient=patient)
            try:
                screen(driver, 1180, 820)
                begin(driver, live.program.start(), FORM, Side(truth["near"]), ending.box)
                time.sleep(AT_REST_S)
                live.settled(lambda: live.program.state()["phase"] != Phase.SETTING_UP, "the start is seen")
                film.began = time.monotonic()
                live.run(ending.loser or Side.LIGHT, len(turns))
            finally:
                driver.get("about:blank")
                live.program.stop()
        done = {"turn": live.undone}
        found = problems(events_in(data), turns, faults_of(truth), done, ending)
    if live.asked is None or live.asked > ASKED_WITHIN_S:
        found.append(f"another board was asked about after {live.asked} s")
    return live, [*found, *live.wrong.found]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--evenings", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rates", type=int, nargs="+", default=[3, 5, 15])
    parser.add_argument("--patient", action="store_true", help="people go on once the page shows what they did")
    parser.add_argument("--keep", type=Path, help="where the data folders are left")
    args = parser.parse_args(argv)
    wrong = 0
    for number in range(args.first, args.first + args.evenings):
        folder, other = (args.folders[(number + each) % len(args.folders)] for each in (0, 1 + number % 2))
        rate = args.rates[number % len(args.rates)]
        try:
            live, found = lived(folder, other, number, rate, args.keep, patient=args.patient)
            asked = f"another board asked about after {live.asked or 0:.1f} s"
        except (WebDriverException, OSError, RuntimeError) as error:
            print(error, file=sys.stderr, flush=True)
            where = traceback.extract_tb(error.__traceback__)
            ours = [f"{line.name} {line.lineno}" for line in where if line.filename == __file__]
            asked, found = "not to its end", [f"{type(error).__name__} in {', '.join(ours)}"]
        wrong += bool(found)
        said = "; ".join(found) or "as played"
        print(f"evening {number}, {folder.name}, {rate} a second, {asked}: {said}", flush=True)
    print(f"{args.evenings} evenings, {wrong} with something wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
