"""Strangers' files by somebody who knows the formats: `python -m lab.campaigns.fuzz_formats [--cases 20000]`.

Every case is made of right parts put together wrongly: markers and tables of JPEG, chunks of PNG, entries of zips,
tables of SQLite, keys of TOML, properties of SGF, lines of .mat, messages of MQTT, pieces of a film that is sent.
What may come out of a door is an answer or its own error of one sentence; memory and the slowest time are told.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import struct
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2
import numpy as np

from arbiter.errors import ArbiterError
from arbiter.records import FORMATS, read_record
from bookgammon.errors import BackupError
from bookgammon.history.unpacking import unpacked
from bookgammon.plugins.club.club_state import ClubState
from calibration.board_file import load_board
from calibration.errors import CalibrationError
from lab.campaigns import sent_films
from lab.campaigns.memory import beyond_now
from tests.fuzz.doors import Files
from tests.fuzz.doors import _record as record_of_a_match
from tests.history.strange import journal_with, schemas, zipped
from vision.errors import PictureError
from vision.sources.decoding import OF_FILES, OF_TELEPHONES, decoded
from vision.sources.pictures import board_picture

_LONG_TEXT = zlib.compress(bytes(10**6))
ODD_NUMBERS = (0, 1, 2, 7, 8, 255, 256, 640, 4096, 32_767, 32_768, 65_535, 10**6, 2**31 - 1, 2**31, 2**32 - 1)


@dataclass(frozen=True)
class Door:
    """make: a case by chance; go: takes it; errors: what may come out beside an answer."""

    make: Callable[[Random], bytes]
    go: Callable[[bytes, Path], object]
    errors: tuple[type[Exception], ...]


@dataclass(frozen=True)
class Tried:
    """Of one door: how many cases, how many came in, faults, seconds of the slowest, MiB taken at the most."""

    cases: int
    came_in: int
    faults: tuple[str, ...]
    slowest: float
    grown: float


def jpeg(chance: Random) -> bytes:
    """Segments of right pictures, exchanged, doubled, with other sizes, bare markers and false lengths between them."""
    segments = list(chance.choice(_JPEGS))
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(segments))
        match chance.randrange(8):
            case 0:
                segments.insert(at, b"\xff" + bytes([chance.choice((0x01, 0xD0, 0xD7, 0xFF, 0xD8, 0xD9, 0x02))]))
            case 1:
                segments.insert(at, chance.choice(segments))
            case 2:
                del segments[at]
                segments = segments or [b"\xff\xd9"]
            case 3:
                frame = next((n for n, one in enumerate(segments) if one[1:2] in (b"\xc0", b"\xc2")), at)
                sizes = (chance.choice(ODD_NUMBERS) & 0xFFFF for _ in range(2))
                segments[frame] = segments[frame][:5] + struct.pack(">HH", *sizes) + segments[frame][9:]
            case 4:
                segments[at] = (
                    segments[at][:2] + struct.pack(">H", chance.choice(ODD_NUMBERS) & 0xFFFF) + segments[at][4:]
                )
            case 5:
                segments[at:at] = [segments[at]] * chance.choice((1, 3, 90, 300))
            case 6:
                other = chance.choice(_JPEGS)
                segments[at] = chance.choice(other)
            case _:
                segments[at] = _spoilt(segments[at], chance)
    return b"\xff\xd8" + b"".join(segments)


def png(chance: Random) -> bytes:
    """Chunks with right sums: other sizes, colour types, doubled and missing ones, text that unpacks without end."""
    width, height = (chance.choice(ODD_NUMBERS) for _ in range(2))
    if chance.random() < 0.5:
        width, height = 64, 48
    head = struct.pack(
        ">IIBBBBB", width, height, chance.choice((1, 8, 16)), chance.choice((0, 2, 3, 6)), 0, 0, chance.choice((0, 1))
    )
    rows = zlib.compress(bytes(chance.choice((100, 9264, 10**6))))
    chunks = [(b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")]
    for _ in range(chance.randint(0, 3)):
        extra = chance.choice(
            ((b"zTXt", b"a\0\0" + _LONG_TEXT), (b"iCCP", b"a\0\0" + _LONG_TEXT), (b"PLTE", bytes(9)),
             (b"acTL", struct.pack(">II", chance.choice(ODD_NUMBERS), 0)), (b"IHDR", head), (b"tRNS", bytes(6)))
        )  # fmt: skip
        chunks.insert(chance.randint(0, len(chunks)), extra)
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def board(chance: Random) -> bytes:
    """A board's TOML with odd numbers, names, nests and dots in it."""
    lines = _BOARD.decode().split("\n")
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        key = lines[at].partition("=")[0]
        value = chance.choice(
            (
                str(chance.choice(ODD_NUMBERS)),
                "nan",
                "1e308",
                "[]",
                "{}",
                '""',
                "[" * 2000,
                "a." * 9000,
                '"../x"',
                "-1",
                "[[1, 2]]",
            )
        )
        lines[at] = chance.choice(
            (f"{key} = {value}", "a." * chance.choice((5, 390, 9000)) + "a = 1", lines[at] * 2, value, f"[{value}]")
        )
    return "\n".join(lines).encode()


def backup(chance: Random) -> bytes:
    """Zips of right and strange files: packed otherwise, larger than they say, with lists and journals that lie."""
    files: dict[str, bytes] = {}
    for _ in range(chance.randint(0, 3)):
        name = chance.choice(
            ("settings.toml", "boards/a.toml", "pictures/journal/1/1.jpg", "board.toml", "../x", "analysis.sqlite")
        )
        files[name] = chance.choice((b"", b"a = 1", bytes(chance.choice((10, 70_000, 10**7))), chance.randbytes(300)))
    if chance.random() < 0.5:
        files["journal.sqlite"] = chance.choice(_JOURNALS)
        if chance.random() < 0.5:
            files["journal.sqlite"] = _spoilt(files["journal.sqlite"], chance)
    kind = chance.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2))
    packed = zipped(files, kind=kind, matches=chance.choice((0, 1, -5, 10**30, None, "x", [])))
    return _spoilt(packed, chance) if chance.random() < 0.5 else packed


def record(chance: Random) -> bytes:
    """SGF properties and .mat lines, right ones and endless ones; a spoilt record of ours."""
    if chance.random() < 0.3:
        return _spoilt(chance.choice(_RECORDS), chance)
    if chance.random() < 0.5:
        nodes = [";GM[6]MI[length:5]PW[A]PB[B]"]
        for _ in range(chance.randint(0, 30)):
            turn = chance.choice(
                ("31hefe", "62", "double", "take", "drop", "55" + "ab" * chance.choice((1, 5, 3000)), "99zz", "11aa")
            )
            nodes.append(
                f";{chance.choice('WB')}[{turn}]"
                + chance.choice(("", "C[x]", "AE[a:y]AW[abc]", "(", ")", "[", "\\", "CV[9999999999]"))
            )
        return ("(" * chance.choice((1, 1, 1, 900)) + "".join(nodes) + ")" * chance.choice((1, 1, 0))).encode()
    lines = [" 5 point match", "", " Game 1", " A : 0                    B : 0"]
    for number in range(chance.randint(0, 30)):
        cell = chance.choice(
            (
                "31: 8/5 6/5",
                "62: 24/18 13/11",
                " Doubles => 2",
                " Takes",
                " Drops",
                "55: " + "8/3 " * 90,
                "41:",
                "Wins 1 point",
            )
        )
        lines.append(f"{number + 1:3}) {cell:<28}{chance.choice((cell, '', 'x' * 1200))}")
    return "\n".join(lines * chance.choice((1, 1, 50))).encode()


def payload(chance: Random) -> bytes:
    """A topic and a message, a blank between them."""
    topic = chance.choice(("state", "event", "availability", "picture", "result/1-20260131T180000Z", "get", "x/y"))
    told = json.loads(_STATE)
    for _ in range(chance.randint(0, 3)):
        told[chance.choice([*told, "z"])] = chance.choice(
            (None, -1, 10**400, 1e308, "x" * chance.choice((1, 400, 20_000)), [], {}, [[]] * 50, "\x1b[2J", True)
        )
    body = chance.choice(
        (json.dumps(told).encode(), chance.randbytes(90), b"[" * 9000, b"", b"\xff\xd8\xff" + bytes(300_000))
    )
    return f"bookgammon/table-{chance.randrange(9000)}/{topic} ".encode() + body


_CLUB = ClubState()


def _heard(case: bytes, _: Path) -> None:
    topic, _blank, body = case.partition(b" ")
    _CLUB.handle_message(topic.decode(), body, Random(case).random() < 0.5, time.monotonic())


def _in_file(name: str, load: Callable[[Path], object]) -> Callable[[bytes, Path], object]:
    def go(case: bytes, folder: Path) -> object:
        (folder / name).write_bytes(case)
        return load(folder / name)

    return go


def _unpacked(case: bytes, folder: Path) -> object:
    (folder / "b.zip").write_bytes(case)
    shutil.rmtree(folder / "data", ignore_errors=True)
    (folder / "data").mkdir()
    return unpacked(folder / "b.zip", folder / "data")


def _board_with(case: bytes, folder: Path) -> object:
    """The picture is named with its hash, so that what is strange about it comes as far as the decoder."""
    if not (folder / "start.png").exists():
        shutil.copy(_FILES.board / "start.png", folder)
    (folder / "board.toml").write_bytes(case)
    return load_board(folder / "board.toml", board_picture)


def _board_of(case: bytes, folder: Path) -> object:
    (folder / "start.png").write_bytes(case)
    right = hashlib.sha256((_FILES.board / "start.png").read_bytes()).hexdigest()
    text = _BOARD.decode().replace(right, hashlib.sha256(case).hexdigest())
    (folder / "board.toml").write_text(text)
    return load_board(folder / "board.toml", board_picture)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _spoilt(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice((b"", chance.randbytes(4), b"\xff", bytes(9))) + data[at + chance.randint(0, 4) :]


def _segments(data: bytes) -> list[bytes]:
    """From the marker behind the picture's beginning on; a scan with what follows it up to the next marker."""
    cuts = [at for at in range(2, len(data) - 1) if data[at] == 0xFF and data[at + 1] not in (0, *range(0xD0, 0xD8))]
    return [data[begin:end] for begin, end in zip(cuts, [*cuts[1:], len(data)], strict=True)]


_SCENE = cv2.resize(np.random.default_rng(3).integers(0, 255, (12, 16, 3), np.uint8), (320, 240))
_JPEGS = [
    _segments(cv2.imencode(".jpg", _SCENE, options)[1].tobytes())
    for options in ([], [cv2.IMWRITE_JPEG_PROGRESSIVE, 1], [cv2.IMWRITE_JPEG_RST_INTERVAL, 2])
]
_RECORDS = [FORMATS[form].write(record_of_a_match()).encode() for form in ("mat", "sgf")]
_PLACE = Path(tempfile.mkdtemp(prefix="bookgammon-fuzz-"))
_FILES = Files(_PLACE)
_BOARD = _FILES.board_text.encode()
_JOURNALS = [journal_with(made, _PLACE / f"journal{number}") for number, (_, made) in enumerate(list(schemas())[::6])]


def _state() -> bytes:
    from lab.campaigns.club_crowd import state  # noqa: PLC0415 - it needs the club's library

    return state("Table 1", 1)


_STATE = _state()
DOORS = {
    "telephone's picture": Door(jpeg, lambda case, _: decoded(case, OF_TELEPHONES), (PictureError,)),
    "picture": Door(png, lambda case, _: decoded(case, OF_FILES), (PictureError,)),
    "board file": Door(board, _board_with, (CalibrationError,)),
    "board's picture": Door(png, _board_of, (CalibrationError,)),
    "backup": Door(backup, _unpacked, (BackupError,)),
    "record": Door(record, _in_file("record", read_record), (ArbiterError,)),
    "message": Door(payload, _heard, ()),
    "recording in pieces": Door(sent_films.script, sent_films.play, (sent_films.NothingTakenError,)),
}


def tried(door: Door, cases: int, seed: int) -> Tried:
    """Hold a door against so many cases; the folder of files is thrown away."""
    grown = beyond_now()
    came_in, faults, slowest = 0, [], 0.0
    with tempfile.TemporaryDirectory() as name:
        for number in range(cases):
            case = door.make(Random(seed * 10**6 + number))
            began = time.monotonic()
            try:
                door.go(case, Path(name))
                came_in += 1
            except door.errors as error:
                if "\n" in str(error) or not str(error):
                    faults.append(f"{number}: {error!r} is no sentence")
            except Exception as error:  # noqa: BLE001 - that is what is looked for
                faults.append(f"{number}: {type(error).__name__}: {error}")
            slowest = max(slowest, time.monotonic() - began)
    return Tried(cases, came_in, tuple(faults), slowest, grown())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--door", choices=tuple(DOORS), action="append")
    args = parser.parse_args()
    bad = 0
    for name in args.door or DOORS:
        found = tried(DOORS[name], args.cases, args.seed)
        bad += len(found.faults)
        print(
            f"{name}: {found.cases} cases, {found.came_in} let in, {len(found.faults)} faults; slowest "
            f"{found.slowest:.2f} s, {found.grown:.0f} MiB",
            *found.faults[:5], sep="\n  ", flush=True,
        )  # fmt: skip
    shutil.rmtree(_PLACE)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
