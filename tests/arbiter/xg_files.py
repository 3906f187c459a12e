"""Matches written as eXtreme Gammon's `.xg` files, as far as its description goes, for tests of the reader."""

from __future__ import annotations

import zlib
from datetime import date
from struct import pack, pack_into

from arbiter.position import BAR, Position, Side
from arbiter.records import CubeTurned, GameRecord, MatchRecord, Played
from arbiter.records.model import RESIGNS

RECORD = 2560
NUMBER = {Side.LIGHT: 1, Side.DARK: -1}


def xg_bytes(match: MatchRecord) -> bytes:
    """The whole file. Comments are RTF, as XG keeps them."""
    writer = _Writer(match)
    records = writer.records()
    comments = "".join(f"{_rtf(note)}\r\n" for note in writer.comments).encode("cp1252")
    return archive({"temp.xg": b"".join(records), "temp.xgc": comments})


def archive(files: dict[str, bytes]) -> bytes:
    header = bytearray(8232)
    picture = b"not a picture"
    pack_into("<4sIIqI", header, 0, b"RGMH", 1, 8232, 8232, len(picture))
    data, registry = b"", b""
    for name, content in files.items():
        packed = zlib.compress(content)
        entry = bytearray(532)
        entry[: len(name) + 1] = bytes((len(name),)) + name.encode()
        pack_into("<iiiIB", entry, 512, len(content), len(packed), len(data), zlib.crc32(content), 0)
        data += packed
        registry += bytes(entry)
    listed = zlib.compress(registry)
    end = pack("<IiiiiI12x", 0, len(files), 1, len(listed), len(data), 1)
    return bytes(header) + picture + data + listed + end


def _rtf(note: str) -> str:
    escaped = note.replace("\\", "\\\\").replace("{", "\\{").replace("}", "\\}")
    letters = "".join(
        letter if ord(letter) < 128 else f"\\'{ord(letter):02x}" if ord(letter) < 256 else f"\\u{ord(letter)}?"
        for letter in escaped
    )
    body = letters.replace("\n", "\\par\x01\x02")
    return "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0\\fs20 " + body + "\\par\x01\x02}"


class _Writer:
    def __init__(self, match: MatchRecord) -> None:
        self.comments: list[str] = []
        self._match = match

    def records(self) -> list[bytes]:
        found = [self._head()]
        for number, game in enumerate(self._match.games, start=1):
            found += [self._game(number, game), *self._turns(game), self._end(game)]
        return [*found, self._record(5)]

    def _record(self, kind: int) -> bytes:
        record = bytearray(RECORD)
        record[8] = kind
        return bytes(record)

    def _head(self) -> bytes:
        match, record = self._match, bytearray(self._record(0))
        rules = match.rules
        pack_into("<ii", record, 92, rules.length or 99_999, 0)
        record[100:103] = bytes((rules.crawford and rules.length > 1, rules.jacoby_applies, rules.beavers))
        year, month, day = map(int, match.header.date.split("."))
        pack_into("<d", record, 128, (date(year, month, day) - date(1899, 12, 30)).days + 0.5)
        pack_into("<ii", record, 552, 32, 0x494C4D44)
        pack_into("<ii", record, 576, -1, -1)
        pack_into("<i", record, 612, rules.cube_limit.bit_length() - 1 if rules.cube_limit else 10)
        for at, text in ((622, match.header.event), (880, match.names[0]), (1138, match.names[1])):
            letters = text.encode("utf-16-le")
            record[at : at + len(letters)] = letters
        return bytes(record)

    def _game(self, number: int, game: GameRecord) -> bytes:
        record = bytearray(self._record(1))
        pack_into("<iiB26b", record, 12, *game.score, game.crawford, *_counts(game.start, Side.LIGHT))
        pack_into("<iiii", record, 48, number, 0, -1, -1)
        return bytes(record)

    def _turns(self, game: GameRecord) -> list[bytes]:
        found = []
        position, cube, owner = game.start, game.cube, game.owner
        actions = list(game.actions)
        for at, action in enumerate(actions):
            code = (cube.bit_length() - 1) * (1 if owner is Side.LIGHT else -1 if owner else 0)
            if isinstance(action, Played):
                found.append(self._turn(action, position, code))
                position = action.after
            elif action.verb == "double":
                answer = actions[at + 1]
                assert isinstance(answer, CubeTurned)
                found.append(self._cube(action, answer, position, code))
            elif action.verb == "take":
                beavered = at and getattr(actions[at - 1], "verb", "") == "beaver"
                cube, owner = action.value, actions[at - 1].side if beavered else action.side
        return found

    def _cube(self, double: CubeTurned, answer: CubeTurned, position: Position, code: int) -> bytes:
        record = bytearray(self._record(2))
        take = {"take": 1, "drop": 0, "beaver": 2}[answer.verb]
        pack_into("<iiiiii26b", record, 12, NUMBER[double.side], 1, take, -1, -1, code, *_counts(position, Side.LIGHT))
        pack_into("<i", record, 292, self._comment(double.note))
        return bytes(record)

    def _turn(self, action: Played, position: Position, code: int) -> bytes:
        record = bytearray(self._record(3))
        resigned = action.play == RESIGNS
        after = [0] * 26 if resigned else _counts(action.after, action.side)
        assert action.dice
        pack_into("<26b26b", record, 9, *_counts(position, Side.LIGHT), *after)
        pack_into("<i", record, 64, NUMBER[action.side])
        pack_into("<iii", record, 100, *action.dice, code)
        record[2308] = not resigned
        pack_into("<i", record, 2524, self._comment(action.note))
        return bytes(record)

    def _end(self, game: GameRecord) -> bytes:
        record = bytearray(self._record(4))
        pack_into("<ii", record, 12, *game.score)
        if game.result:
            side, points = game.result.winner, game.result.points
            light, dark = game.score
            score = (light + points, dark) if side is Side.LIGHT else (light, dark + points)
            pack_into("<iiBxxxiii", record, 12, *score, 0, NUMBER[side], points, 1)
        return bytes(record)

    def _comment(self, note: str) -> int:
        if not note:
            return -1
        self.comments.append(note)
        return len(self.comments) - 1


def _counts(position: Position, side: Side) -> list[int]:
    """26 counts as that side sees the board: the other's bar, its points, its bar."""
    own, other = position.row(side), position.row(side.other)
    return [-other[BAR], *(own[point] - other[25 - point] for point in range(1, 25)), own[BAR]]
