"""The shared recordings as a perfect eye would see them: their timing is what is tested here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbiter.match.events import (
    Event,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
)
from arbiter.match.fold import fold
from arbiter.position import START, Position, Side
from arbiter.referee.evidence import CubeSeen, DieSeen, Evidence, PlaceEvidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Leaf, Seats
from arbiter.xgid import parse_xgid

BOARDS = Path(__file__).parents[2].parent / "shared" / "boards"
HAND_AFTER_ROLL = 20
HAND_BEFORE_CORRECTION = 12
HAND_BEFORE_LIFT = 4


def load(name: str) -> dict[str, Any]:
    path = BOARDS / name / "truth.json"
    if not path.exists():
        pytest.skip("the shared recordings are not here")
    found: dict[str, Any] = json.loads(path.read_text())
    return found


class Film:
    """Evidence for every frame of one recording, from its labels."""

    def __init__(self, truth: dict[str, Any]) -> None:
        self.truth = truth
        self.seats = Seats(Side(truth["near"]), truth["home"])
        self.start = parse_xgid(truth["xgid"]) if truth.get("xgid") else None
        self.position = self.start.position if self.start else START

    def looks(self) -> Iterator[Evidence]:
        still, timeline = None, self._timeline()
        for frame in range(self.truth["frames"]):
            ply = next((p for p in reversed(self.truth["plies"]) if p["rolled_frame"] <= frame), None)
            shown = [position for since, position in timeline if since <= frame][-1]
            hand = self._hand(frame, ply)
            dice = self._dice(ply) if ply and frame < ply["lifted_frame"] else ()
            moved = (shown, hand, len(dice)) != still
            still = (shown, hand, len(dice))
            places = () if hand or moved else tuple(_place(*count) for count in shown.places)
            cube = None if hand else self._cube(frame)
            yield Evidence(frame, frame / self.truth["fps"], not moved, hand, places, dice, cube)

    def _timeline(self) -> list[tuple[int, Position]]:
        """From which frame on the board shows what."""
        found = [(0, self.position)]
        if "set_up_frame" in self.truth:
            found.append((self.truth["set_up_frame"], START))
        for ply in self.truth["plies"]:
            after = self.after(ply)
            if ply.get("position_played"):
                found.append((ply["played_frame"], self.played(ply)))
            found.append((ply["corrected_frame"] or ply["played_frame"], after))
        return sorted(found, key=lambda entry: entry[0])

    def after(self, ply: dict[str, Any]) -> Position:
        """What lies there when the turn is over."""
        return self._position(ply["position_after"], ply.get("mixed_points_after"))

    def played(self, ply: dict[str, Any]) -> Position:
        """What lay there first, where the play was not legal."""
        return self._position(ply["position_played"], ply.get("mixed_points_played"))

    def _position(self, label: dict[str, Any], mixed: list[dict[str, Any]] | None) -> Position:
        points = self.seats.light_points(label["top"], label["bottom"])
        bar, off = ((label[name]["light"], label[name]["dark"]) for name in ("bar", "off"))
        position = Position.from_points(points, bar, off)
        for entry in mixed or ():
            row, index = entry["row"], entry["index"]
            point = 1 + self.seats.track().index((row, index))
            light, dark = list(position.light), list(position.dark)
            light[point], dark[25 - point] = entry["light"], entry["dark"]
            position = Position(tuple(light), tuple(dark))
        return position

    def _hand(self, frame: int, ply: dict[str, Any] | None) -> bool:
        for turn in self.truth.get("cube_events", ()):
            if turn["from_frame"] <= frame < turn["settled_frame"]:
                return True
        if self.truth.get("setting_up_from", 10**9) <= frame < self.truth.get("set_up_frame", 0):
            return True
        if ply is None:
            return False
        if ply["rolled_frame"] + HAND_AFTER_ROLL <= frame < ply["played_frame"]:
            return True
        if ply["corrected_frame"]:
            begun = ply["corrected_frame"] - HAND_BEFORE_CORRECTION
            if begun <= frame < ply["corrected_frame"]:
                return True
        return bool(ply["lifted_frame"] - HAND_BEFORE_LIFT <= frame < ply["clear_frame"])

    def _dice(self, ply: dict[str, Any]) -> tuple[DieSeen, ...]:
        player = Side(ply["player"])
        leaf: Leaf = "right" if player is self.seats.near else "left"
        x = 600.0 if leaf == "right" else 300.0
        return tuple(
            DieSeen(
                value,
                tuple(0.95 if face == value else 0.01 for face in range(1, 7)),
                (x + 30 * n, 250.0),
                None,
                leaf,
            )
            for n, value in enumerate(ply["dice"])
        )

    def _cube(self, frame: int) -> CubeSeen:
        done = [turn for turn in self.truth.get("cube_events", ()) if turn["settled_frame"] <= frame]
        if not done:
            return CubeSeen(1, None, 0.9)
        owner = self.seats.near if done[-1]["owner"] == "near" else self.seats.near.other
        return CubeSeen(done[-1]["value"], owner, 0.9)


def _place(light: int, dark: int) -> PlaceEvidence:
    return PlaceEvidence(((light, dark, 0.0), (light + 1, dark, -6.0), (light, dark + 1, -6.0)))


def watch(film: Film) -> list[Event]:
    began: list[Event] = [MatchStarted(0, 0.0, Rules())]
    if film.start:
        start = film.start
        began.append(GameStarted(0, 0.0, start.position, start.turn, start.cube, start.owner))
    referee = Referee(fold(began), film.seats)
    events = [event for evidence in film.looks() for event in referee.observe(evidence)]
    last = film.truth["frames"] - 1
    return events + list(referee.finish(last, last / film.truth["fps"]))


@pytest.mark.parametrize("name", ["game", "game2", "ending"])
def test_a_recording_with_a_perfect_eye(name: str) -> None:
    truth = load(name)
    film = Film(truth)
    events = watch(film)
    plies = truth["plies"]
    ends = [*(q["played_frame"] for q in plies[1:]), truth["frames"] + 1]
    owed: set[int] = set()
    for ply, end in zip(plies, ends, strict=True):
        during = [event for event in events if ply["from_frame"] <= event.frame < end]
        rolls = [event for event in during if isinstance(event, RollSeen) and event.player == ply["player"]]
        assert any(sorted(event.dice) == sorted(ply["dice"]) for event in rolls), ply["n"]
        after = film.after(ply)
        done = [event for event in during if isinstance(event, PlayMade | PlayCorrected | PlayStood)]
        assert any(event.position == after for event in done), ply["n"]
        warnings = [e for e in during if isinstance(e, IllegalPlay) and e.frame >= ply["played_frame"]]
        if not ply["legal"]:
            assert warnings, ply["n"]
            owed |= {id(event) for event in warnings}
    assert not [event for event in events if isinstance(event, IllegalPlay) and id(event) not in owed]
    names = [event.name for event in events]
    assert names.count("double") == names.count("take") == len(truth.get("cube_events", []))
    assert names.count("game_over") == ("game_over" in truth)
    assert "bad_roll" not in names
