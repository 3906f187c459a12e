"""`.xg` files: matches there and back, every value checked, comments as notes, damage told."""

from __future__ import annotations

import random
from dataclasses import replace
from io import BytesIO

import pytest

from arbiter.errors import ArbiterError, NotationError
from arbiter.position import START
from arbiter.records import CubeTurned, GameRecord, MatchRecord, Played, read_record
from arbiter.records.xg_file import open_xg
from arbiter.rules import Rules
from tests.arbiter.dialects import match_of
from tests.arbiter.random_matches import random_match, without_texts_of_illegal
from tests.arbiter.xg_files import archive, xg_bytes

FORMS = [
    Rules(length=1), Rules(length=5), Rules(length=7, crawford=False), Rules(length=0), Rules(length=0, jacoby=False),
]  # fmt: skip


def read(content: bytes) -> MatchRecord:
    return read_record(BytesIO(content))


def matches(seed: int, rules: Rules, illegal: float = 0.02) -> MatchRecord:
    match = random_match(random.Random(seed), rules, illegal)
    return replace(match, names=("Zoë Łukasz", "山田"))


@pytest.mark.parametrize("rules", FORMS, ids=str)
def test_matches_there_and_back(rules: Rules) -> None:
    for seed in range(3):
        match = matches(seed, rules)
        found = read(xg_bytes(match))
        assert without_texts_of_illegal(found).games == without_texts_of_illegal(match).games
        assert (found.names, found.header, found.rules) == (match.names, match.header, match.rules)


def test_a_roll_after_which_nothing_moved_is_a_pass_also_where_one_play_was_possible() -> None:
    """In the second game of this match dark stays on the bar with 5-4, though bar/20 bar/21 is the one legal play."""
    match = match_of(10039)
    passed = match.games[1].actions[73]
    assert isinstance(passed, Played)
    assert (passed.dice, passed.play, passed.illegal) == ((5, 4), "no play", True)
    assert read(xg_bytes(match)).games == match.games


def noted(game: GameRecord) -> GameRecord:
    """With a note to each turn and to each double."""
    actions = []
    for at, action in enumerate(game.actions):
        written = isinstance(action, Played) or action.verb == "double"
        actions.append(replace(action, note=f"Züg {at} {{\\o/}}\nthen Ł" if written else ""))
    return replace(game, actions=tuple(actions))


def test_comments_become_notes() -> None:
    match = matches(1, Rules(length=5), 0.0)
    match = replace(match, games=tuple(noted(game) for game in match.games))
    assert any(isinstance(action, CubeTurned) for game in match.games for action in game.actions)
    assert read(xg_bytes(match)).games == match.games


def changed(content: bytes, record: int, at: int, value: int) -> bytes:
    """The file with one byte of one record another."""
    file = open_xg(content)
    whole = bytearray(b"".join(file.records))
    whole[2560 * record + at] = value
    return archive({"temp.xg": bytes(whole)})


@pytest.mark.parametrize(
    ("record", "at", "value", "reason"),
    [
        (0, 92, 200, None),
        (0, 96, 9, "variation"),
        (1, 12, 1, "follow"),
        (1, 20, 1, "Crawford"),
        (2, 100, 7, "dice of 7"),
        (2, 64, 0, "of neither player"),
        (2, 108, 1, "Game 1, entry 1: the cube before it"),
        (2, 9 + 13, 4, "Game 1, entry 1: the board before it"),
        (0, 8, 3, "holds no match"),
    ],
)
def test_every_value_is_checked(record: int, at: int, value: int, reason: str | None) -> None:
    content = changed(xg_bytes(matches(2, Rules(length=5), 0.0)), record, at, value)
    if reason is None:
        assert read(content).rules.length == value
        return
    with pytest.raises(NotationError, match=reason):
        read(content)


def test_a_file_with_bytes_changed_is_a_match_or_a_sentence() -> None:
    rng = random.Random(7)
    content = xg_bytes(matches(3, Rules(length=1)))
    for number in range(150):
        torn = bytearray(content[: rng.randrange(len(content))] if number % 5 == 0 else content)
        for _ in range(rng.randint(1, 3)):
            places = (rng.randrange(len(torn)), len(torn) - rng.randint(1, 36), rng.randrange(24))
            torn[rng.choice(places) % len(torn)] ^= 1 << rng.randrange(8)
        refusal = ""
        try:
            read(bytes(torn))
        except ArbiterError as error:
            refusal = str(error)
        assert "\n" not in refusal


def test_a_bomb_is_refused_unopened() -> None:
    with pytest.raises(NotationError, match="damaged"):
        read(archive({"temp.xg": bytes(2560 * 20_001)}))


def test_what_is_no_match_says_so() -> None:
    with pytest.raises(NotationError, match="BGBlitz's own files"):
        read(b'{"format":"BGF","version":"1.0"}\n\x1f\x8b')
    with pytest.raises(NotationError, match="BGBlitz's own files"):
        read(b'{"version":"0.00011825","compression":"gzip","encoding":"smile"}\n\x1f\x8b')
    with pytest.raises(NotationError, match="damaged"):
        read(b"RGMH" + bytes(100))
    assert read(xg_bytes(matches(4, Rules(length=1)))).games[0].start == START
