"""Films that devices send in pieces, by somebody who knows the page's addresses: what they do, by chance, and a check.

A case is a list of requests as JSON. Beside the page a model says what each film holds by then; after every request the
files are compared with it: nothing but what was taken, nothing elsewhere, no more than was announced.
"""

from __future__ import annotations

import json
import resource
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from bookgammon.plugins.films.pages import MOST_OF_A_PIECE, PIECE, add_recordings
from bookgammon.plugins.films.service import RecordingService
from bookgammon.plugins.films.uploads import LONGEST_NAME, MOST_FILMS
from tests.web.devices import ORIGIN, paired
from tests.web.tables import to_roll
from web.app import create_app
from web.hub import Hub

BYTES = Random(43).randbytes(2 * MOST_OF_A_PIECE)
"""Of which films are made: each begins at another place."""
_REFUSED = (400, 401, 403, 404, 405, 409, 413, 415, 429, 503)
_NAMES = (
    "evening.mp4", "", " ", "../../etc/passwd", "/etc/passwd", "..\\..\\x", "a\0b", "x" * 5000, "\ud800", "<b>&\"'",
    "\u202etxt.mp4", "film", "upload.json", ".forgotten", "\x1b[2J", 7, None, ["a"], {"a": 1},
)  # fmt: skip
_SIZES = (0, 1, 40, 1000, 3 * MOST_OF_A_PIECE, 16 * 10**9, 16 * 10**9 + 1, 2**63, 10**30, -1, 1.5, "9", True, None)
_OFFSETS = ("", " 1", "+1", "-1", "1e3", "0x1", "1_0", "\u0663", "9" * 12, "9" * 13, "NaN", "\0", "1;2", "\u00b2")
_IDS = ("", ".", "..", "../x", "%2e%2e", "0" * 16, "A" * 16, "0123456789abcde/", "\u0661" * 16, "x" * 3000)
_SAID: tuple[Any, ...] = (
    {"names": ["Ada", "Ben"], "length": 5, "score": [1, 2]}, {"names": ["Ada", "Ada"], "length": 5, "score": [0, 0]},
    {"names": ["a", "b"], "length": 5, "score": [5, 0]}, {"names": ["\0", "\ud800"], "length": 0, "score": [0, 0]},
    {"names": ["a", "b" * 41], "length": 5, "score": [0, 0]}, {"names": "ab", "score": "00"}, [], "x", 1, None, {},
)  # fmt: skip
_BODIES = (b"", b"{", b"[]", b"\xff", b"[" * 9000, b'{"name": "x", "size": 1e999}', b'{"name": "x", "size": NaN}')


_BESIDE = {"upload.json": b'{"name": "x", "size": 40, "recorded": "", "agreed": null}', "film": b"another one"}
"""In the data folder: what a name that leads out of the folder of films would find."""


class NothingTakenError(Exception):
    """No request of the case was granted."""


def script(chance: Random) -> bytes:
    """Some requests that go together, some of them spoilt."""
    steps: list[dict[str, Any]] = [_begun(chance)]
    sent = 0
    for _ in range(chance.randint(1, 7)):
        kind = chance.choice(("piece",) * 6 + ("next",) * 4 + ("two", "begin", "raw", "say", "cancel", "look"))
        step = {"do": kind, "who": chance.choice((0, 0, 0, 0, 1, 1, 2)), "film": chance.choice((0, 0, 0, 1))}
        match kind:
            case "begin":
                step = _begun(chance)
            case "piece" | "next" | "two":
                length = chance.choice((0, 1, 7, 20, 40, 300, 999))
                if chance.random() < 0.01:
                    length = MOST_OF_A_PIECE + chance.choice((-1, 0, 1))
                odd = chance.choice((*_OFFSETS, chance.randrange(1100), 10**11))
                step |= {"offset": sent if chance.random() < 0.8 else odd, "length": length}
                step |= {"right": chance.random() < 0.9, "other": chance.choice((0, 1, 40, 300))}
                sent += length
            case "raw":
                step["body"] = chance.randrange(len(_BODIES))
            case "say":
                step["said"] = chance.choice(_SAID)
        if chance.random() < 0.08:
            step["id"] = chance.choice(_IDS)
        if chance.random() < 0.05:
            step["type"] = chance.choice(("application/json", "text/plain", "multipart/form-data", ""))
        if chance.random() < 0.06:
            step["disk"] = chance.choice((0, 5, 50, 500))
        steps.append(step)
    return json.dumps(steps).encode()


def _begun(chance: Random) -> dict[str, Any]:
    right = chance.random() < 0.7
    return {
        "do": "begin", "who": chance.choice((0, 0, 0, 1, 2)),
        "name": "evening.mp4" if right else chance.choice(_NAMES),
        "size": chance.choice((1, 40, 1000)) if right else chance.choice(_SIZES),
        "recorded": chance.choice((None, 1_767_384_000.0, 1e300, -1e18, "now", True)) if not right else None,
        "said": None if right else chance.choice(_SAID),
    }  # fmt: skip


class Place:
    """The page over one data folder. Two devices are paired, the third is not."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.data.mkdir()
        app = create_app(Hub(to_roll()))
        for name, content in _BESIDE.items():
            (self.data / name).write_bytes(content)
        self.service = RecordingService(self.data / "journal.sqlite")
        add_recordings(app, self.service)
        self.devices: tuple[FlaskClient, ...] = (paired(app), paired(app), app.test_client())
        self.threads = ThreadPoolExecutor(2)

    def play(self, case: bytes) -> None:
        """Raises AssertionError where something is otherwise than the model says, NothingTakenError."""
        shutil.rmtree(self.data / "recordings", ignore_errors=True)
        films: dict[str, bytes] = {}
        sizes: dict[str, int] = {}
        granted = 0
        for step in json.loads(case):
            with _disk_of(step.get("disk")):
                granted += self._answered(step, films, sizes)
            self._check(films, sizes)
        if not granted:
            raise NothingTakenError("Nothing of it was granted.")

    def _answered(self, step: dict[str, Any], films: dict[str, bytes], sizes: dict[str, int]) -> bool:
        client, ids = self.devices[step["who"]], list(films)
        name = step.get("id") or (ids[step["film"] % len(ids)] if ids and "film" in step else "0" * 16)
        match step["do"]:
            case "begin":
                body = {key: step[key] for key in ("name", "size", "recorded", "said")}
                answer = client.post("/api/recordings", json=body, headers=ORIGIN)
                if granted := _granted(step, answer):
                    made = answer.get_json()
                    assert len(made["name"]) <= LONGEST_NAME
                    assert not made["name"] or made["name"].isprintable()
                    films[made["id"]], sizes[made["id"]] = b"", made["size"]
                    assert made["size"] == step["size"]
            case "raw":
                headers = {**ORIGIN, "Content-Type": "application/json"}
                granted = _granted(
                    step, client.post("/api/recordings", data=_BODIES[step["body"]], headers=headers), never=True
                )
            case "piece" | "next":
                granted = self._sent(step, name, films, ids)
            case "two":
                granted = self._sent_at_once(step, name, films, ids)
            case "say":
                granted = _granted(step, client.post(f"/api/recordings/{name}/say", json=step["said"], headers=ORIGIN))
                assert not granted or name in films
            case "cancel":
                granted = _granted(step, client.post(f"/api/recordings/{name}/cancel", json={}, headers=ORIGIN))
                if granted:
                    del films[name], sizes[name]
            case _:
                granted = client.get("/api/recordings").status_code == 200
                assert client.get(f"/api/recordings/{name}/picture.jpg").status_code == 404
        return granted

    def _piece(self, step: dict[str, Any], name: str, ids: list[str], length: int) -> tuple[int, Any, bytes]:
        """Status, answer and what was sent."""
        place = ids.index(name) if name in ids else 0
        begin = 997 * place + (step["offset"] if isinstance(step["offset"], int) else 0) % MOST_OF_A_PIECE
        data = BYTES[begin : begin + length] if step["right"] else bytes(length)
        headers = {**ORIGIN, "Content-Type": step.get("type", "application/octet-stream")}
        asked = {"id": name, "offset": step["offset"]}
        answer = self.devices[step["who"]].post(PIECE, query_string=asked, data=data, headers=headers)
        if not _granted(step, answer):
            return answer.status_code, None, data
        return 200, answer.get_json()["received"], data

    def _sent(self, step: dict[str, Any], name: str, films: dict[str, bytes], ids: list[str]) -> bool:
        if step["do"] == "next" and name in films:
            step = {**step, "offset": len(films[name])}
        status, received, data = self._piece(step, name, ids, step["length"])
        if status == 200:
            films[name] += _taken(films[name], step["offset"], data, received)
        return status == 200

    def _sent_at_once(self, step: dict[str, Any], name: str, films: dict[str, bytes], ids: list[str]) -> bool:
        """Both paired devices send at once from the same place; one of them is first."""
        step = {**step, "offset": len(films.get(name, b""))}
        sent = [({**step, "who": who}, step["length"] if who == 0 else step["other"]) for who in (0, 1)]
        answers = list(self.threads.map(lambda each: self._piece(each[0], name, ids, each[1]), sent))
        granted = [(received, data) for status, received, data in answers if status == 200]
        if name not in films:
            assert not granted
            return False
        kept = self._kept(name)
        full = step.get("disk") is not None
        for order in (granted, granted[::-1]):
            made, right = films[name], True
            for received, data in order:
                fits = len(made) == step["offset"] and len(made) + len(data) <= self._size(name)
                made += data[: received - len(made)] if fits else b""
                right = right and received == len(made) and (full or not fits or made.endswith(data))
            if right and made == kept:
                films[name] = kept
                return bool(granted)
        raise AssertionError(f"of two pieces {len(kept)} bytes are there")

    def _kept(self, name: str) -> bytes:
        path = self.data / "recordings" / name / "film"
        return path.read_bytes() if path.exists() else b""

    def _size(self, name: str) -> int:
        return next(each.size for each in self.service.all() if each.id == name)

    def _check(self, films: dict[str, bytes], sizes: dict[str, int]) -> None:
        known = {each.id: each for each in RecordingService(self.data / "journal.sqlite").all()}
        assert known.keys() == films.keys()
        assert len(films) <= MOST_FILMS
        for name, content in films.items():
            assert self._kept(name) == content
            assert known[name].received == len(content) <= sizes[name] == known[name].size
        json.dumps(self.devices[2].get("/api/recordings").get_json(), allow_nan=False)
        found = {path.relative_to(self.data).as_posix() for path in self.data.glob("**/*")}
        allowed = {f"recordings/{name}{file}" for name in films for file in ("", "/film", "/upload.json")}
        allowed |= {"recordings", *_BESIDE}
        assert found <= allowed, found - allowed
        assert all((self.data / name).read_bytes() == content for name, content in _BESIDE.items())


def _granted(step: dict[str, Any], answer: TestResponse, *, never: bool = False) -> bool:
    """Whether it was; a refusal is one sentence, and whoever is not paired is always refused."""
    if answer.status_code == 200:
        assert step["who"] != 2
        assert not never
        return True
    assert answer.status_code in _REFUSED, answer.status_code
    if answer.status_code != 404:
        sentence = answer.get_json()["error"]
        assert sentence
        assert "\n" not in sentence
    return False


def _taken(there: bytes, offset: object, data: bytes, received: int) -> bytes:
    """What of a piece was taken, by the answer; nothing where it does not begin at the end."""
    assert len(there) <= received <= len(there) + len(data)
    assert received == len(there) or str(offset) == str(len(there))
    return data[: received - len(there)]


@contextmanager
def _disk_of(most: int | None) -> Iterator[None]:
    """A disk that takes files of so many bytes, while the block runs."""
    if most is None:
        yield
        return
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@cache
def _place(folder: Path) -> Place:
    return Place(folder)


def play(case: bytes, folder: Path) -> None:
    """Raises AssertionError where something is otherwise than the model says, NothingTakenError."""
    _place(folder).play(case)
