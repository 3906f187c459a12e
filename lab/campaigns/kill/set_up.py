"""kill -9 while a board is set up: `python -m lab.campaigns.kill set-up [--kills 30] [--seed 1]`.

Each kill ends a real `bookgammon play` that began without a board: wizard, page, board file, settings, journal; only
the camera, and what learning a board would make of it, are not real. Afterwards every board that is there is whole,
so are the settings, and a match has all of its beginning or none; started again, set-up comes to its end. As often a
board that is kept already is written anew and that is killed: the old one or the new one is there, whole.
Needs a system with fork and kill -9.
"""

from __future__ import annotations

import os
import random
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np

from arbiter.match.events import MatchStarted
from arbiter.referee.evidence import Evidence
from arbiter.rules import Rules
from bookgammon.boards.known_boards import known_boards, save_board
from bookgammon.command_line import main as bookgammon
from bookgammon.commands import load
from bookgammon.files.settings import load_settings
from bookgammon.setup import observer, ready, serving
from bookgammon.setup.agreement import ASK, Answer
from bookgammon.setup.before import Before
from bookgammon.setup.camera_view import CameraView
from bookgammon.setup.cameras import Cameras
from bookgammon.setup.learning import SetupLesson
from bookgammon.setup.wizard import Wizard
from bookgammon.workers.worker import Workers
from calibration.board import Board
from calibration.board_file import load_board
from lab.campaigns.kill.harness import Running, parser_of, started
from tests.history.simulated import events_in, seeing
from tests.setup.stage import EMPTY, START, Camera, Room, board_of, find_here
from vision.sources.pictures import Image, board_picture
from web.errors import RequestError
from web.setup import MatchForm

FORM = MatchForm("match", near="Anna", far="Ben", board="", rules=Rules(length=7))
BEGINNING = b"b"
"""Said just before the match form is sent: from there on things are kept."""


def first_evening(data: Path, tell: Callable[[bytes], object]) -> int:
    """`bookgammon play`, with people who do what the wizard asks and stop the program once the match has begun."""
    camera = Camera(EMPTY)
    room = Room(**{"0": camera})

    def people(wizard: Wizard) -> None:
        while (step := wizard.state().step) != "done":
            with suppress(RequestError):
                match step:
                    case "camera":
                        wizard.choose("0")
                    case "start":
                        camera.scene = START
                    case "match":
                        tell(BEGINNING)
                        wizard.begin(FORM)
            time.sleep(0.02)

    def wizard_of(
        folder: Path,
        named: CameraView | None,
        _open: object,
        *,
        rules: Rules,
        before: Before,
        known: Board | None,
        known_at_once: bool,
        answer: Answer,
        workers: Workers,
    ) -> Wizard:
        assert known is None
        assert answer == ASK
        assert not known_at_once  # only a telephone's board is taken without a word
        cameras = Cameras(room.open, lambda: [0])
        made = Wizard(folder, named, rules=rules, before=before, cameras=cameras, find=find_here, workers=workers)
        threading.Thread(target=people, args=(made,), daemon=True).start()
        return made

    def learned(
        start: Image, _corners: object, empty: Image | None, _find: object, _settle: object, *, by_hand: bool
    ) -> SetupLesson:
        assert not by_hand
        return SetupLesson(board_of(start, empty))

    def look(_watcher: object, _image: object, frame: int, moment: float) -> Evidence:
        if events_in(data):
            os.kill(os.getpid(), signal.SIGTERM)
        return Evidence(frame, moment, still=True, hand=True)

    with (
        seeing(look),
        patch.object(serving, "Wizard", wizard_of),
        patch.object(observer, "learn", learned),
        patch.object(ready, "open_source", lambda text, opener: room.open(text)),  # noqa: ARG005 - no certificates here
        patch("sys.argv", ["bookgammon", "play", "--data", str(data), "--host", "127.0.0.1", "--port", "0"]),
    ):
        return bookgammon()


def killed_set_up(data: Path, chance: random.Random) -> str:
    """Where the kill came: how far people were, or that the match was beginning."""
    heard, tell = os.pipe()
    running = started(lambda _: first_evening(data, lambda word: os.write(tell, word)), data / "said.txt")
    os.close(tell)
    beginning = chance.random() < 0.6
    if beginning:
        os.read(heard, 1)
    time.sleep(chance.random() * (0.6 if beginning else 5.0))
    running.kill()
    os.close(heard)
    boards = known_boards(data)
    assert boards.torn == ()
    assert boards.names in ((), ("Our book",))
    assert load_settings(data).camera in (None, "0")
    events = events_in(data)
    assert not events or isinstance(events[0], MatchStarted)
    return "match begun" if events else "board kept" if boards.names else "beginning" if beginning else "before"


def set_up_at_last(data: Path) -> None:
    """Started once more, it comes to a match over one whole board."""
    code = started(lambda _: first_evening(data, lambda _: None), data / "said.txt").wait()
    assert code == 0, (data / "said.txt").read_text()
    assert isinstance(events_in(data)[0], MatchStarted)
    assert known_boards(data).names == ("Our book",)


def saving(path: Path, board: Board) -> Running:
    def save() -> int:
        save_board(board, path)
        return 0

    return started(lambda _: save(), path.with_name("said.txt"))


def killed_saving(path: Path, chance: random.Random, takes: float) -> str:
    """A board written over an older one: which of the two is there afterwards. takes: seconds of writing one."""
    old = load_board(path, board_picture)
    new = replace(old, start=np.ascontiguousarray(np.roll(old.start, chance.randint(1, 9), axis=1)))
    running = saving(path, new)
    time.sleep(chance.random() * 1.2 * takes)
    running.kill()
    start = load_board(path, board_picture).start
    if np.array_equal(start, new.start):
        return "new board"
    assert np.array_equal(start, old.start)
    return "old board"


def main(words: Sequence[str]) -> int:
    parser = parser_of("set-up", __doc__)
    parser.add_argument("--kills", type=int, default=30, help="of set-up, and as many of writing a board anew")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    chance, after = random.Random(args.seed), Counter[str]()
    cv2.setNumThreads(1)  # threads of OpenCV's own do not survive a fork
    load("play")
    with tempfile.TemporaryDirectory() as name:
        data, done = Path(name) / "0", 0
        while done < args.kills:
            data.mkdir(exist_ok=True)
            after[killed_set_up(data, chance)] += 1
            done += 1
            if events_in(data) or done == args.kills:
                set_up_at_last(data)
                data = Path(name) / str(done)
        board = Path(name) / "anew" / "board.toml"
        board.parent.mkdir()
        began = time.monotonic()
        saving(board, board_of()).wait()
        takes = time.monotonic() - began
        for _ in range(args.kills):
            after[killed_saving(board, chance, takes)] += 1
    moments = ", ".join(f"{name} {count}" for name, count in sorted(after.items()))
    print(f"{args.kills} kills of set-up and {args.kills} of a board being written, nothing torn ({moments})")
    return 0
