"""Hypothesis strategies for positions and events."""

from __future__ import annotations

import dataclasses
from typing import Any

from hypothesis import strategies as st

from arbiter.match.entered_events import (
    CameraDiffers,
    ChouetteFounded,
    CorrectionDemanded,
    HintTaken,
    Paused,
    PlayerJoined,
    PlayerLeft,
    PlayersNamed,
    PositionEntered,
    ResignationRefused,
    Resigned,
    Resumed,
    ScoreCorrected,
    Seated,
    StackTold,
    TeamAnswered,
    TurnEdited,
    TurnRevised,
    Undone,
)
from arbiter.match.events import (
    BackInStep,
    BadRoll,
    ClockPressed,
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    IntendedCube,
    IntendedPlay,
    MatchOver,
    MatchStarted,
    Misplaced,
    Note,
    OutOfStep,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
    TimeRanOut,
    WarningWithdrawn,
)
from arbiter.match.opponent import OpponentSeat
from arbiter.match.play_fault import LegalPlay, PlayFault
from arbiter.message import Message
from arbiter.position import CHECKERS, Position, Side, row_of
from arbiter.rules import Rules
from arbiter.values import plain, plain_name
from arbiter.verdict import CheckerMove

sides = st.sampled_from(list(Side))
dice_faces = st.integers(1, 6)
dice = st.tuples(dice_faces, dice_faces)
rows = st.lists(st.integers(0, 15), min_size=26, max_size=26).map(tuple)
positions = st.builds(Position, rows, rows)
"""Any counts at all, mixed points included: what a camera may report."""
standing = st.builds(
    lambda light, dark: Position(*(row_of((place, 1) for place in places) for places in (light, dark))),
    *(st.lists(st.integers(0, 25), max_size=CHECKERS) for _ in range(2)),
)
"""At most fifteen checkers of a side, as people play on with."""
_texts = st.text(max_size=12).map(plain)
_names = st.text(max_size=12).map(plain_name)
_codes = st.lists(_names, max_size=3).map(tuple)
_score = st.tuples(st.integers(0, 25), st.integers(0, 25))
_kinds = st.sampled_from(["single", "gammon", "backgammon"])
_people = st.sampled_from("ABCDEF")
_values = st.sampled_from([2, 4, 64, 128])
messages = st.one_of(
    st.builds(lambda text: Message("{move} is not open.", move=text), _texts),
    st.builds(lambda count: Message.counted("{count} move was.", "{count} moves were.", count), st.integers(0, 9)),
    st.builds(lambda text: Message("On {at}.", at=Message("the {point}-point", point=text)), st.integers(1, 24)),
)
_places = st.none() | st.integers(0, 25)
_shifts = st.lists(st.builds(CheckerMove, sides, _places, _places), max_size=2).map(tuple)
faults = st.builds(
    PlayFault,
    verdict=messages,
    reason=st.none() | messages,
    play=_texts,
    moved=_shifts,
    way_back=_shifts,
    nearest=st.lists(st.builds(LegalPlay, _texts, standing), max_size=2).map(tuple),
    other_roll=st.none() | dice,
    put_back=_shifts,
    then=_shifts,
)
match_rules = st.builds(
    Rules,
    length=st.integers(0, 25),
    jacoby=st.sampled_from([None, True, False]),
    backgammon_counts=st.sampled_from([2, 3]),
    correction_window=st.sampled_from(["roll", "play"]),
    early_roll=st.sampled_from(["void", "tolerated", "allowed"]),
    must_be_legal=st.booleans(),
    coach=st.booleans(),
    cube_limit=st.sampled_from([0, 64]),
)
_owner = st.none() | sides
_fields: dict[type[Event], dict[str, st.SearchStrategy[Any]]] = {
    MatchStarted: {
        "rules": match_rules,
        "names": st.tuples(_names, _names),
        "score": _score,
        "opponent": st.none() | st.builds(OpponentSeat, sides, _names, _names, st.sampled_from(["thrown", "program"])),
    },
    GameStarted: {
        "position": standing,
        "player": _owner,
        "cube": _values,
        "owner": _owner,
        "crawford": st.booleans(),
    },
    RollSeen: {"player": sides, "dice": dice},
    BadRoll: {"player": sides, "rules": _codes, "message": _texts},
    PlayMade: {"player": sides, "dice": st.none() | dice, "play": _texts, "position": standing},
    IllegalPlay: {
        "player": sides,
        "dice": dice,
        "rules": _codes,
        "message": _texts,
        "position": positions,
        "provisional": st.booleans(),
        "instead": st.none() | dice,
        "fault": st.none() | faults,
        "dice_sure": st.none() | st.tuples(st.floats(0, 1), st.floats(0, 1)),
        "unseen": st.booleans(),
    },
    WarningWithdrawn: {"player": sides},
    PlayCorrected: {"player": sides, "play": _texts, "position": standing},
    PlayStood: {"player": sides, "play": _texts, "position": standing},
    IntendedPlay: {"player": sides, "dice": dice, "play": _texts, "position": standing},
    IntendedCube: {"player": sides, "doubles": st.booleans()},
    Misplaced: {"player": sides, "position": positions, "moves": _shifts},
    Doubled: {"player": sides, "value": _values},
    Taken: {"player": sides, "value": _values},
    Dropped: {"player": sides},
    CorrectionDemanded: {"player": sides},
    Resigned: {"player": sides, "kind": _kinds},
    ResignationRefused: {"player": sides},
    Undone: {"message": _texts, "keeps_roll": st.booleans(), "again": st.booleans()},
    HintTaken: {"player": sides, "about": st.sampled_from(["play", "cube"])},
    TurnRevised: {
        "game": st.integers(0, 2),
        "turn": st.integers(0, 3),
        "message": messages,
        "follows": st.integers(0, 3),
    },
    TurnEdited: {
        "game": st.integers(0, 2),
        "turn": st.integers(0, 3),
        "dice": st.none() | dice,
        "play": _texts,
        "position": st.none() | standing,
        "cube": st.sampled_from([None, "none", "taken"]),
    },
    ScoreCorrected: {"score": _score},
    PlayersNamed: {"names": st.tuples(_names, _names)},
    Seated: {"near": sides, "home": st.sampled_from(["left", "right"])},
    ClockPressed: {"player": sides},
    TimeRanOut: {"player": sides, "points": st.integers(0, 25)},
    Paused: {},
    Resumed: {},
    ChouetteFounded: {"rolls": st.lists(st.tuples(_people, dice_faces), max_size=5).map(tuple), "box": sides},
    PlayerJoined: {"player": _people},
    PlayerLeft: {"player": _people},
    TeamAnswered: {"takers": st.lists(_people, max_size=3).map(tuple)},
    GameOver: {
        "winner": sides,
        "points": st.integers(1, 192),
        "kind": _kinds,
        "assumed": st.booleans(),
    },
    OutOfStep: {"position": positions, "asks": st.sampled_from(["board", "ending"])},
    BackInStep: {},
    PositionEntered: {"position": positions},
    CameraDiffers: {"position": st.none() | positions},
    MatchOver: {"winner": sides, "score": _score},
    Note: {"message": _texts},
    StackTold: {"point": st.integers(0, 25), "stack": st.text("SGCDEOsgcdeo", max_size=5)},
}
_when = {"frame": st.integers(0, 10**7), "time": st.floats(0, 1e6)}
events = st.one_of([st.builds(kind, **_when, **fields) for kind, fields in _fields.items()])
"""Every kind of event with any field values; an event class missing here fails a test."""
covered = frozenset(_fields)


def field_names(kind: type[Event]) -> set[str]:
    return {field.name for field in dataclasses.fields(kind)}
