from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.match.command_json import COMMANDS, LONGEST_TEXT, command_from_json
from arbiter.match.commands import (
    AnswerAsTeam,
    CommandError,
    CorrectDice,
    CorrectPosition,
    FoundChouette,
    NamePlayers,
    NewGame,
    NewMatch,
    Resign,
    Seat,
    Undo,
)
from arbiter.match.event_json import position_to_json
from arbiter.position import START, Side
from arbiter.rules import Rules


@pytest.mark.parametrize(
    ("told", "command"),
    [
        ({"command": "undo"}, Undo()),
        ({"command": "correct_dice", "dice": [6, 3]}, CorrectDice((6, 3))),
        ({"command": "correct_dice", "dice": [6, 3], "player": "dark"}, CorrectDice((6, 3), Side.DARK)),
        ({"command": "correct_position", "position": position_to_json(START)}, CorrectPosition(START)),
        ({"command": "resign", "player": "light", "kind": "gammon"}, Resign(Side.LIGHT, "gammon")),
        ({"command": "seat", "near": "dark", "home": "left"}, Seat(Side.DARK, "left")),
        ({"command": "new_game", "owner": None, "cube": 2}, NewGame(cube=2)),
        ({"command": "new_match", "rules": {"length": 7}}, NewMatch(Rules(length=7))),
        ({"command": "name_players", "names": [" Ada\n ", "Grace  Hopper"]}, NamePlayers(("Ada", "Grace Hopper"))),
        ({"command": "answer_as_team", "takers": []}, AnswerAsTeam(())),
        ({"command": "found_chouette", "rolls": [["A", 6], ["B", 1]]}, FoundChouette((("A", 6), ("B", 1)))),
        ({"command": "undo", "whatever": 1}, Undo()),
    ],
)
def test_a_command_is_named_with_its_fields(told: object, command: object) -> None:
    assert command_from_json(told) == command


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        {},
        {"command": 7},
        {"command": "Undo"},
        {"command": "correct_dice"},
        {"command": "correct_dice", "dice": [6]},
        {"command": "correct_dice", "dice": [6, "3"]},
        {"command": "correct_dice", "dice": [6, True]},
        {"command": "resign", "player": "nobody"},
        {"command": "resign", "player": "light", "kind": "triple"},
        {"command": "name_players", "names": ["", "Ben"]},
        {"command": "name_players", "names": ["A" * (LONGEST_TEXT + 1), "Ben"]},
        {"command": "found_chouette", "rolls": [[str(number), 6] for number in range(13)]},
        {"command": "correct_position", "position": {"points": [99] * 24}},
    ],
)
def test_what_is_no_command_is_one_sentence(told: object) -> None:
    with pytest.raises(CommandError) as refusal:
        command_from_json(told)
    assert str(refusal.value).endswith(".")


@given(st.sampled_from(sorted(COMMANDS)), st.dictionaries(st.text(), st.integers() | st.text() | st.none()))
def test_nothing_else_is_raised_whatever_the_fields_are(name: str, fields: dict[str, object]) -> None:
    try:
        command = command_from_json({**fields, "command": name})
    except CommandError:
        return
    assert isinstance(command, COMMANDS[name])
