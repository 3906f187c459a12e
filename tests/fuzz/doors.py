"""Every door by which something from outside comes in, with what may come in and the errors that are an answer.

A door is held against spoilt input by `tests/fuzz/test_doors.py` (a sample) and by `lab.campaigns.fuzz_doors`.
"""

from __future__ import annotations

import hashlib
import json
import math
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from hypothesis import strategies as st

from arbiter.abak.position import START as ABAK_START
from arbiter.cases import answer_id, answer_judge, answer_plays
from arbiter.errors import ArbiterError
from arbiter.gnubg_ids import match_id, parse_ids, parse_position_id, position_id
from arbiter.match.command_json import COMMANDS, command_from_json
from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.events import GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.notation import find_play
from arbiter.position import START, Side
from arbiter.position_text import find_positions
from arbiter.records import FORMATS, MatchRecord, read_record, read_records
from arbiter.rules import Rules
from arbiter.xgid import format_xgid, parse_xgid
from bookgammon.access.devices import load_devices
from bookgammon.access.door_certificate import FILE as CERTIFICATE
from bookgammon.access.door_certificate import door_context, read_certificate
from bookgammon.cameras.address import LOGINS, whole_address
from bookgammon.cameras.opening import FILE as CERTIFICATES
from bookgammon.cameras.opening import KeptTrust
from bookgammon.errors import CompanionError
from bookgammon.files.settings import load_settings
from bookgammon.terminal.answers import cases as lines_of_cases
from calibration.board_file import load_board
from calibration.corners import load_corners
from calibration.errors import CalibrationError
from firmware_bridge.errors import BridgeError
from firmware_bridge.protocol import who_speaks
from firmware_bridge.settings import parse_settings, settings_text
from tests import plugged
from tests.arbiter.drawn import draw
from tests.arbiter.xg_files import xg_bytes
from tests.fuzz.page import LINES, Line, WatchedPage
from tests.fuzz.spoilt import objects, texts, torn_bytes
from vision.errors import PictureError, SourceError
from vision.sources.frames import shown
from vision.sources.https_camera import camera_at
from vision.sources.phone import phone_picture
from vision.sources.picture_header import picture_header
from vision.sources.pictures import board_picture, read_picture
from vision.sources.sources import FileSource, Frame
from web.errors import WebError
from web.setup import parse_form

Error = type[Exception]


@dataclass(frozen=True)
class Door:
    """go takes a case and a folder of its own for files; errors: what may come out instead of an answer."""

    cases: st.SearchStrategy[Any]
    go: Callable[[Any, Path], object]
    errors: tuple[Error, ...] = ()


XGIDS = (
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10",
    "XGID=-b-A--E-B--AeD---c-e----B-:1:-1:1:42:3:2:1:5:10",
    "XGID=aFCB--B--A----A---------g-:2:1:-1:D:0:0:3:0:10",
)
POINTS = [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2]
CASE = {
    "id": 1,
    "points": POINTS,
    "bar": [0, 0],
    "off": [0, 0],
    "dice": [3, 1],
}
ABAK = {
    "id": 1,
    "rules": "abak",
    "points": [*ABAK_START.points],
    "bar": ["", ""],
    "off": ["", ""],
    "dice": [6, 5],
    "after": [*ABAK_START.points, "", "", "", ""],
    "agreed": {"druid_hit": False},
}
FORMS = (
    {"kind": "match", "near": "Anna", "far": "Ben", "board": "oak", "rules": {"length": 7, "clock": "delay"}},
    {"kind": "chouette", "players": ["Anna", "Ben", "Cleo"], "rules": {"length": 0, "jacoby": True}, "board": "oak"},
)
CORNERS = {"left": [[4, 4], [30, 4], [30, 44], [4, 44]], "right": [[34, 4], [60, 4], [60, 44], [34, 44]]}
EVENTS = (
    MatchStarted(0, 0.0, Rules(length=7), score=(1, 2)),
    GameStarted(0, 0.0, START),
    RollSeen(12, 0.8, Side.DARK, (6, 2)),
    PlayMade(99, 6.6, Side.DARK, (6, 2), "24/18 13/11", START),
)


def _record() -> MatchRecord:
    """A short match as other programs write it."""
    text = """ 5 point match

 Game 1
 Ann : 0                    Bob : 0
  1) 31: 8/5 6/5                 62: 24/18 13/11
  2)  Doubles => 2               Takes
  3) 55: 13/3(2)                 41: 24/23 13/9
  4) 21: 13/10                   Doubles => 4
  5)  Drops                      Wins 2 points
"""
    return read_record(text)


def _in_file(name: str, load: Callable[[Path], object]) -> Callable[[Any, Path], object]:
    """Writes the case, text or bytes, into a file and loads that."""

    def go(case: Any, folder: Path) -> object:
        path = folder / name
        path.write_bytes(case if isinstance(case, bytes) else case.encode("utf-8", "surrogatepass"))
        return load(path)

    return go


def _xgid(text: str, _: Path) -> None:
    """What is read can be written, and reads the same."""
    found = parse_xgid(text)
    assert parse_xgid(format_xgid(found)) == found


def _replayed(case: str | bytes, _: Path) -> None:
    for found in read_records(BytesIO(case) if isinstance(case, bytes) else case):
        for form in FORMATS.values():
            form.write(found)


def _event(data: object, _: Path) -> None:
    event = event_from_json(data)
    again = event_from_json(json.loads(json.dumps(event_to_json(event))))
    assert again == event or math.isnan(event.time)


def _watched(path: Path) -> None:
    source = FileSource(path)
    try:
        frames = [item for item in islice(source.items(), 60) if isinstance(item, Frame)]
        assert all(frame.image.ndim == 3 for frame in frames)
    finally:
        source.close()


def _position_texts() -> tuple[str, ...]:
    """Positions as other programs copy them."""
    board = draw(START, beside=("   O: Ben  167", "", " | 2|"))
    return (
        f"{XGIDS[0]}\n{board}\nX to play 31\n\nlike {XGIDS[1]}\neXtreme Gammon Version: 2\n",
        f"Score is X:0 O:0 5 pt.(s) match.\n{board}\nX to play 31\n",
        "Position ID: 4HPwATDgc/ABMA\nMatch ID: cAkAAAAAAAAA\n",
        "11jjjjjhhhccccc:ooddddd88866666:N0N:63:W:R:0:0:7:1",
    )


def _dated(match: MatchRecord) -> MatchRecord:
    return replace(match, header=replace(match.header, date="2026.01.31"))


def _encoded(written: Sequence[str]) -> list[bytes]:
    """Records in several encodings, two of them in one file."""
    mat, sgf = (text.replace("Ann", "Zoë") for text in written)
    return [
        (mat + mat.replace("Zoë", "Cid")).encode(),
        *(mat.encode(name) for name in ("utf-16", "utf-16-le", "utf-32", "cp1252")),
        (sgf + sgf).encode(),
        sgf.replace("UTF-8", "iso-8859-1").encode("latin-1"),
    ]


class Files:
    """What is needed of right files to spoil: pictures, videos, a board with its pictures."""

    def __init__(self, folder: Path) -> None:
        chance = np.random.default_rng(1)
        scene = cv2.resize(chance.integers(0, 255, (12, 16, 3), np.uint8), (64, 48))
        self.pictures = [cv2.imencode(kind, scene)[1].tobytes() for kind in (".jpg", ".png", ".bmp")]
        large = cv2.resize(scene, (320, 240))
        self.sent = [cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, at])[1].tobytes() for at in (5, 90)]
        self.videos = [_video(folder / f"v.{kind}", code, scene) for kind, code in (("avi", "MJPG"), ("mp4", "mp4v"))]
        self.board = folder / "board"
        self.board.mkdir()
        self.board_text = _board(self.board, self.pictures[1])


def _video(path: Path, code: str, scene: Any) -> bytes:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 10, (64, 48))
    for number in range(6):
        writer.write(np.roll(scene, 5 * number, axis=1))
    writer.release()
    return path.read_bytes()


def _board(folder: Path, picture: bytes) -> str:
    (folder / "start.png").write_bytes(picture)
    return f"""version = 1
name = "board"
near = "light"
home = "right"
[corners]
left = {CORNERS["left"]}
right = {CORNERS["right"]}
[checker]
radius = 0.4500
height = 0.2000
first = 0.5000
[position]
points = {list(START.points)}
bar = [0, 0]
off = [0, 0]
[pictures.start]
file = "start.png"
sha256 = "{hashlib.sha256(picture).hexdigest()}"
"""


ADDRESSES = ("http://192.168.1.20:8080/video", "https://me:s3cret@[fe80::1]:443/live?key=7#x", "rtsp://cam/1")


def _pem(folder: Path) -> bytes:
    """A certificate of the HTTPS door with its key, as it is kept."""
    door_context(folder, ("localhost", "127.0.0.1"))
    return (folder / CERTIFICATE).read_bytes()


def _address(text: str, _: Path) -> None:
    told = shown(text)
    assert shown(told) == told
    camera_at(text)


def doors(files: Files, page: WatchedPage, line: Line) -> Mapping[str, Door]:
    """All doors by name."""
    ids = [position_id(START, Side.LIGHT), *(match_id(parse_xgid(text)) for text in XGIDS)]
    written = [FORMATS[form].write(_record()) for form in ("mat", "sgf")]
    cases = [CASE, {**CASE, "dice": [6, 6], "bar": [1, 0]}, {**CASE, "after": [*POINTS, 0, 0, 0, 0]}, ABAK]
    commands = [{"command": name} for name in COMMANDS] + [
        {"command": name, "player": "dark", "dice": [6, 3], "name": "Ann", "names": ["Ann", "Bob"], "position": {}}
        for name in COMMANDS
    ]
    lights = settings_text(parse_settings(""))
    device = '{"id": "a", "name": "iPad", "key_hash": "00ff", "joined": 1.5, "used": 2.5}'
    devices = f'{{"devices": [{device}], "departed": [{{"key_hash": "00ff", "why": "gone"}}], "revocations": 1}}'

    def board(case: str, folder: Path) -> object:
        if not (folder / "start.png").exists():
            shutil.copy(files.board / "start.png", folder)
        return _in_file("board.toml", partial(load_board, decode=board_picture))(case, folder)

    ours = (ArbiterError,)
    return {
        "XGID": Door(texts(XGIDS), _xgid, ours),
        "position's text": Door(texts(_position_texts()), lambda text, _: find_positions(text), ours),
        "position ID": Door(texts(ids), lambda text, _: parse_position_id(text, Side.LIGHT), ours),
        "position and match ID": Door(
            st.tuples(texts(ids[:1]) | st.just(ids[0]), texts(ids[1:]) | st.sampled_from(ids[1:])),
            lambda pair, _: parse_ids(*pair),
            ours,
        ),
        "id cases": Door(
            objects([{"xgid": XGIDS[0]}, {"position_id": ids[0], "match_id": ids[1]}]),
            lambda case, _: answer_id(case),
            ours,
        ),
        "a play in words": Door(
            texts(["13/11 8/3", "bar/24*/18", "6/off(2)", "13/7*/3"]),
            lambda text, _: find_play(text, START, Side.LIGHT, (4, 2)),
            ours,
        ),
        "record": Door(texts(written), _replayed, ours),
        "record's bytes": Door(torn_bytes(_encoded(written)), _replayed, ours),
        "XG's file": Door(torn_bytes([xg_bytes(_dated(_record()))]), _replayed, ours),
        "plays cases": Door(objects(cases), lambda case, _: answer_plays(case), ours),
        "judge cases": Door(objects(cases), lambda case, _: answer_judge(case), ours),
        "event": Door(objects([event_to_json(event) for event in EVENTS]), _event, ours),
        "command": Door(objects(commands), lambda case, _: command_from_json(case), ours),
        "lines of cases": Door(texts([json.dumps(CASE)]), lambda text, _: list(lines_of_cases([text])), ours),
        "match form": Door(
            objects(FORMS), lambda body, _: parse_form(body if isinstance(body, dict) else {}), (WebError,)
        ),
        "board file": Door(texts([files.board_text]), board, (CalibrationError,)),
        "corners file": Door(texts([json.dumps(CORNERS)]), _in_file("c.json", load_corners), (CalibrationError,)),
        "corners": Door(objects([CORNERS]).map(json.dumps), _in_file("c.json", load_corners), (CalibrationError,)),
        "settings": Door(
            texts(["share = true\n", "# answers\nshare = false  # tablets\n"]),
            _in_file("settings.toml", lambda path: load_settings(path.parent)),
            (CompanionError,),
        ),
        "cameras' passwords": Door(
            texts(['{"http://cam/video": "http://me:secret@cam/video"}']),
            _in_file(LOGINS, lambda path: whole_address(path.parent, "http://cam/video")),
            (CompanionError,),
        ),
        "cameras' certificates": Door(
            texts(['{"cam:443": "00ff"}']),
            _in_file(CERTIFICATES, lambda path: KeptTrust(path.parent).known("cam:443")),
            (CompanionError,),
        ),
        "camera's address": Door(texts(ADDRESSES), _address, (SourceError,)),
        "picture's header": Door(torn_bytes(files.pictures), lambda data, _: picture_header(data)),
        "paired devices": Door(
            texts([devices, f"[{device}]"]), _in_file("devices.json", load_devices), (CompanionError,)
        ),
        "lights": Door(texts([lights]), lambda text, _: parse_settings(text).map(), (BridgeError,)),
        "serial replies": Door(
            torn_bytes([b"Ada\n", b"WLED 0.15.0\r\n", b"Ada\nAda\n"]), lambda received, _: who_speaks(received)
        ),
        "picture": Door(torn_bytes(files.pictures), _in_file("look.jpg", read_picture), (PictureError,)),
        "telephone's picture": Door(torn_bytes(files.sent), lambda data, _: phone_picture(data), (PictureError,)),
        "secure page's certificate": Door(
            torn_bytes([_pem(files.board)]), _in_file(CERTIFICATE, read_certificate), (CompanionError,)
        ),
        "video": Door(torn_bytes(files.videos), _in_file("game.mp4", _watched), (SourceError,)),
        "page": Door(page.visits(), page.receive),
        "page's line": Door(torn_bytes(LINES), line.receive),
        **{name: door for made in plugged.found("doors", "doors") for name, door in made().items()},
    }


def case_came_in(door: Door, case: Any, folder: Path) -> bool:
    """Whether the case came in; that it did not is fine where one of our own errors says why."""
    with suppress(*door.errors):
        door.go(case, folder)
        return True
    return False
