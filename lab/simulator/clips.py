"""Recordings of games with everything that happens written down beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from arbiter.position import OFF, START, Position, Side
from arbiter.scoring import finisher, kind_of_win
from arbiter.xgid import MatchPosition, format_xgid
from lab.simulator import film
from lab.simulator.acting import Shot, Table, way_back
from lab.simulator.blunders import Deed, blunder, lawful, notation
from lab.simulator.camera import Floats
from lab.simulator.looks import Difficulty, random_board, with_glass_dice
from lab.simulator.mishaps import Mishap, happening
from lab.simulator.positions import Ply, game
from lab.simulator.scene import Label, Scene, metered, mixed_points, radiance, render, rows
from lab.simulator.stills import empty_layout
from lab.simulator.tone import before_grainy_camera, tone_on_tone

FPS = 15


class Recorder:
    """Renders shots into a video; frames in which nothing has changed cost only their noise."""

    def __init__(self, path: Path, scene: Scene, samples: float) -> None:
        codec = cv2.VideoWriter.fourcc(*"mp4v")
        self._writer = cv2.VideoWriter(str(path), codec, FPS, scene.camera.size)
        if not self._writer.isOpened():
            raise OSError(f"No video can be written to {path}.")
        self.scene, self._samples, self._exposure = scene, samples, metered(scene)
        self._last: tuple[Scene, Shot, Floats] | None = None
        self._light: tuple[Floats, Floats] | None = None
        self._rng = np.random.default_rng((scene.seed, 31))
        self.frames = 0

    def take(self, shot: Shot) -> None:
        if self._last is None or _unlit(self._last[0]) != _unlit(self.scene) or self._last[1] != shot:
            seen = radiance(self.scene, shot.layout, shot.hand, self._samples)
        else:
            seen = self._last[2]
        if self._last is None or self._last[0] is not self.scene or self._last[2] is not seen:
            self._last = (self.scene, shot, seen)
            self._light = None
        wanted = metered(self.scene)
        if self._light is None or abs(wanted / self._exposure - 1) > 0.003:
            self._exposure += 0.15 * (wanted - self._exposure)  # automatic exposure follows slowly
            light = film.exposed(self._last[2] * np.float32(self._exposure), self.scene.film)
            self._light = light, film.noise_strength(light, self.scene.film)
        self._writer.write(film.developed(*self._light, self.scene.film, self._rng))
        self.frames += 1

    def close(self) -> None:
        self._writer.release()


def _unlit(scene: Scene) -> tuple[object, ...]:
    """What the light that reaches the lens depends on, whatever the film makes of it."""
    return id(scene.look), scene.camera, scene.lamp


def write_game(
    folder: Path,
    seed: int,
    difficulty: Difficulty = "ordinary",
    plies: int = 14,
    illegal: int = 3,
    cube: bool = True,
    mishaps: Mapping[int, Mishap] | None = None,
    ending: bool = False,
    samples: float = 1.5,
    size: tuple[int, int] = (960, 540),
    glass_dice: bool = False,
    tone: bool = False,
) -> dict[str, Any]:
    """game.mp4, start.jpg, empty.jpg and truth.json; gives the truth.

    mishaps: by the number of the ply before which they happen.
    ending: the last plies of a game, the board set up again, and the next game's first ply.
    tone: checkers within a few CIE Lab of what they lie on, before a grainy camera.
    """
    folder.mkdir(parents=True, exist_ok=True)
    scene = random_board(seed, difficulty, size)
    if glass_dice:
        scene = with_glass_dice(scene)
    if tone:
        scene = before_grainy_camera(tone_on_tone(scene, np.random.default_rng((seed, 47))))
    rng = np.random.default_rng((seed, 41))
    played = list(game(rng))
    played = played[-plies:] if ending else played[:plies]
    start = played[0].before
    write_start(folder, scene, rng, samples)
    recorder = Recorder(folder / "game.mp4", scene, samples)
    truth: dict[str, Any] = {
        "clip": "game.mp4",
        "start": "start.jpg",
        "fps": FPS,
        "size": list(scene.camera.size),
        "board_id": scene.name,
        "near": scene.seats.near.value,
        "home": scene.seats.home,
        "empty": "empty.jpg",
        "corners": scene.book.seen_corners(scene.camera),
        "plies": [],
        "cube_events": [],
    }
    if start != START:
        truth["xgid"] = format_xgid(MatchPosition(start, turn=played[0].side, length=5))
    director = _Director(Table(scene, start, rng), recorder, truth, rng)
    director.run(_pause(director.table, 30))
    blunders = _where_to_blunder(played, illegal, rng)
    cube_ply = int(rng.integers(3, max(4, plies - 1))) if cube and not ending else None
    for index, ply in enumerate(played):
        if mishaps and index + 1 in mishaps:
            director.suffer(mishaps[index + 1], index + 1)
        if index + 1 == cube_ply:
            director.double(ply.side, index + 1)
        corrected = director.play(index + 1, ply, blunders.get(index))
        if not corrected:
            break  # an illegal play left standing: the game goes on from there
    else:
        index = len(played)
    if index < len(played):
        director.go_on(index + 2, plies)
    if ending:
        director.finish()
    truth["frames"] = recorder.frames
    recorder.close()
    (folder / "truth.json").write_text(json.dumps(truth))
    return truth


def write_start(folder: Path, scene: Scene, rng: Generator, samples: float) -> None:
    """start.jpg and empty.jpg: the board set up, and without checkers."""
    table = Table(scene, START, np.random.default_rng((scene.seed, 5)))
    for name, layout in (("start.jpg", table.layout()), ("empty.jpg", empty_layout())):
        picture, _ = render(scene, layout, shot=int(rng.integers(1 << 20)), samples=samples)
        (folder / name).write_bytes(film.jpeg(picture, 92))


def _pause(table: Table, frames: int) -> Iterator[Shot]:
    return table.wait(frames)


def _where_to_blunder(played: list[Ply], count: int, rng: Generator) -> dict[int, tuple[Deed, bool]]:
    """For some plies an illegal play, and whether it is put right; the last one is left standing if it can be."""
    found: dict[int, tuple[Deed, bool]] = {}
    kinds: list[str] = []
    for index in sorted(rng.permutation(np.arange(1, max(2, len(played) - 2)))[: count * 4].tolist()):
        deed = blunder(played[index], rng)
        kind = deed.why.split(":")[0] if deed else ""
        if deed is None or kind in kinds or len(found) == count:
            continue
        kinds.append(kind)
        found[int(index)] = (deed, True)
    if found and not stepped_on(last := found[max(found)][0]):
        found[max(found)] = (last, False)
    return found


def stepped_on(deed: Deed) -> bool:
    """Whether both colours then stand on one point: nobody would let that stand."""
    return bool(deed.after.mixed)


class _Director:
    """Plays the script before the recorder and writes down what happened when."""

    def __init__(self, table: Table, recorder: Recorder, truth: dict[str, Any], rng: Generator) -> None:
        self.table, self._recorder, self._truth, self._rng = table, recorder, truth, rng
        self._cube = 1

    @property
    def _now(self) -> int:
        """Number of the next frame."""
        return self._recorder.frames

    def run(self, shots: Iterator[Shot]) -> int:
        """Record; gives the number of the last frame."""
        for shot in shots:
            self._recorder.take(shot)
        return self._now - 1

    def play(self, n: int, ply: Ply, wrong: tuple[Deed, bool] | None) -> bool:
        """One turn. False where an illegal play was left standing."""
        table, side = self.table, ply.side
        right = lawful(ply)
        deed, mend = wrong or (right, False)
        entry: dict[str, Any] = {
            "n": n,
            "player": side.value,
            "dice": list(ply.dice),
            "legal": deed.legal,
            "why": deed.why,
        }
        entry |= {"corrected_frame": None, "corrected_play": None, "from_frame": self._now}
        entry["rolled_frame"] = self.run(table.throw(side, ply.dice))
        self._think(10, 26)
        entry["play"] = notation(ply.before, deed) if deed.steps else ""
        entry["played_frame"] = self._now if not deed.steps else self.run(table.carry(side, deed.steps))
        if deed.steps:
            entry["hand_left_frame"] = self.run(table.retreat(side))
        if not deed.legal:
            entry["position_played"] = self._position(table.position)
            mixed = mixed_points(table.scene, table.position)
            if mixed:
                entry["mixed_points_played"] = mixed
        self._think(12, 24)
        if mend:
            self._think(14, 30)
            entry["corrected_play"] = notation(ply.before, right)
            if right.steps:
                entry["corrected_frame"] = self.run(
                    table.carry(side, way_back(ply.before, deed.steps, right.steps))
                )
                self.run(table.retreat(side))
            self._think(12, 20)
        entry["lifted_frame"] = self.run(table.lift(side))
        entry["clear_frame"] = self.run(table.retreat(side))
        entry["position_after"] = self._position(table.position)
        self._truth["plies"].append(entry)
        self._think(8, 20)
        return deed.legal or mend

    def go_on(self, n: int, plies: int) -> None:
        """Further plies from whatever lies there."""
        last = self._truth["plies"][-1]
        side = Side(last["player"]).other
        for ply in islice(game(self._rng, self.table.position, side), max(0, plies - n + 1)):
            self.play(n, ply, None)
            n += 1

    def double(self, side: Side, n: int) -> None:
        self._cube *= 2
        owner = "far" if side is self.table.scene.seats.near else "near"
        event: dict[str, Any] = {
            "ply": n,
            "by": side.value,
            "action": "double",
            "answer": "take",
            "from_frame": self._now,
        }
        event["settled_frame"] = self.run(self.table.turn_cube(side, self._cube, owner))
        event |= {"value": self._cube, "owner": owner}
        self.run(self.table.retreat(side))
        self._truth["cube_events"].append(event)
        self._think(15, 24)

    def finish(self) -> None:
        """Write down how the game ended; the board is set up again and the next game opens."""
        table = self.table
        winner = finisher(table.position)
        if winner is None:
            return
        kind = kind_of_win(table.position, winner)
        points = {"single": 1, "gammon": 2, "backgammon": 3}[kind]
        last = self._truth["plies"][-1]
        self._truth["game_over"] = {
            "winner": winner.value,
            "kind": kind,
            "points": points,
            "frame": last["played_frame"],
        }
        self._think(20, 30)
        self._truth["setting_up_from"] = self._now
        self._truth["set_up_frame"] = self.run(table.set_up(START))
        self._think(25, 35)
        for ply in islice(game(self._rng), 1):
            self.play(last["n"] + 1, ply, None)

    def suffer(self, mishap: Mishap, n: int) -> None:
        """Something happens that is no part of the game, before ply n."""
        event: dict[str, Any] = {"what": mishap, "ply": n, "frame": self._now}
        self.run(happening(mishap, self.table, self._show, self._rng))
        scene = self.table.scene
        event |= {"over_frame": self._now, "corners": scene.book.seen_corners(scene.camera)}
        self._truth.setdefault("mishaps", []).append(event)

    def _show(self, scene: Scene) -> None:
        self._recorder.scene = scene

    def _think(self, low: int, high: int) -> None:
        self.run(self.table.wait(int(self._rng.integers(low, high))))

    def _position(self, position: Position) -> Label:
        top, bottom = rows(self.table.scene.seats, position)
        sides = [side.value for side in Side]
        off = [position.row(side)[OFF] for side in Side]
        return {
            "top": top,
            "bottom": bottom,
            "bar": dict(zip(sides, position.bar, strict=True)),
            "off": dict(zip(sides, off, strict=True)),
        }
