"""Records as people have them: dialects, encodings, headers, several matches in a file. None is read otherwise."""

from __future__ import annotations

import random
from dataclasses import replace
from io import BytesIO

import pytest

from arbiter.errors import ArbiterError, NotationError
from arbiter.position import Side
from arbiter.records import MatchRecord, Played, Result, read_record, read_records, write_mat
from tests.arbiter.dialects import differing, match_of, written

HEAD = " 7 point match\n\n Game 1\n Ann : 0                          Ben : 0\n"
FIRST = "  1) 31: 8/5 6/5                  42: 8/4 6/4\n"
GAME = HEAD + FIRST
SECOND = "\n Game 2\n Ann : {}                          Ben : 0\n" + FIRST


def told(match: MatchRecord) -> list[str]:
    return [
        action.play if isinstance(action, Played) else f"{action.verb} {action.value}"
        for game in match.games for action in game.actions
    ]  # fmt: skip


@pytest.mark.parametrize("seed", [0, 1, 2, 101, 1008, 1036])  # beavers taken and dropped, a pass
def test_own_matches_are_read_in_every_dialect_and_encoding(seed: int) -> None:
    assert differing(seed) == []


def test_a_file_of_any_dialect_with_a_byte_changed_is_a_match_or_a_sentence() -> None:
    rng = random.Random(4)
    files = [content for _, content in written(match_of(4))]
    for _ in range(60):
        content = bytearray(rng.choice(files))
        for _ in range(rng.randint(1, 3)):
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        refusal = ""
        try:
            read_records(BytesIO(bytes(content)))
        except ArbiterError as error:
            refusal = str(error)
        assert "\n" not in refusal


@pytest.mark.parametrize(
    ("cells", "actions"),
    [
        ("  2)  Double                       Pass\n", ["double 2", "drop 2"]),
        ("  2)  Doubles => 2                 Accepts\n  3) 21: 6/4 5/4   Redoubles => 4\n  4)  Rejects\n",
         ["double 2", "take 2", "6/4 5/4", "double 4", "drop 4"]),
        ("  2) 21: 6/4 5/4                   Doubles => 2\n  3)  Pass                   Wins 1 point\n",
         ["6/4 5/4", "double 2", "drop 2"]),
        ("  2) 61: 13/7 8/7                  66: Pass\n  3) 21: 24/22 6/5\n", ["13/7 8/7", "no play", "24/22 6/5"]),
    ],
)  # fmt: skip
def test_words_of_other_programs(cells: str, actions: list[str]) -> None:
    assert told(read_record(GAME + cells))[2:] == actions


def test_a_pass_behind_a_move_ends_the_turn() -> None:
    cells = "  1) 61: 13/7 8/7                 21: 24/23 13/11\n  2) 64: 8/2* 6/2                 61: Bar/24 Pass\n"
    played = read_record(f"{HEAD}{cells}  3) 31: 8/5 6/5\n").games[0].actions
    assert [action.play for action in played if isinstance(action, Played)][-2:] == ["bar/24", "8/5 6/5"]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (GAME + "  2) 21: 6/4 5/4                  Resigns\n", 1),
        (GAME + "  2) 21: 6/4 5/4                  Resigns gammon\n", 2),
        (GAME + "  2) 21: 6/4 5/4                  Resigns\n      Wins 3 points\n", 3),
        (GAME + "  2) 21: 6/4 5/4                  Resigns\n" + SECOND.format(2), 2),
    ],
)
def test_who_resigns_loses_what_the_record_says(text: str, points: int) -> None:
    assert read_record(text).games[0].result == Result(Side.LIGHT, points, "resign")


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Smith, Ann : 0          Smith, Ben : 0", ("Smith, Ann", "Smith, Ben")),
        ("Smith, Ann, 1800 : 0          Ben, 1750.5 : 0", ("Smith, Ann", "Ben")),
        ("Team 3:1 Ann : 0                Ben : 0", ("Team 3:1 Ann", "Ben")),
        ("Ann (12:30 ) : 0                Ben : 0", ("Ann (12:30 )", "Ben")),
        ("Ann : 0                Ben 5:2 : 0", ("Ann", "Ben 5:2")),
        ("Ann: 0 Ben: 0", ("Ann", "Ben")),
        (": 0                 Ben : 0", ("", "Ben")),
    ],
)
def test_names_are_kept_whole(line: str, names: tuple[str, str]) -> None:
    match = read_record(f" 7 point match\n\n Game 1\n {line}\n{FIRST}")
    assert (match.names, match.games[0].score) == (names, (0, 0))
    if all(names):
        assert read_record(write_mat(match)).names == names


def test_the_header_repairs_names_that_were_cut_and_no_others() -> None:
    header = '; [Player 1 "Smith, Ann"]\n; [Player 2 "Benjamin Featherstonehaugh"]\n'
    line = " Smith : 0                 Benjamin Featherst : 0\n"
    assert read_record(f"{header} 7 point match\n\n Game 1\n{line}{FIRST}").names == (
        "Smith, Ann", "Benjamin Featherstonehaugh",
    )  # fmt: skip
    assert read_record(header + GAME).names == ("Ann", "Ben")


def test_names_that_can_be_read_in_two_ways_are_refused_with_their_line() -> None:
    text = f" 7 point match\n\n Game 1\n A : 0   B : 0   C : 0\n{FIRST}"
    with pytest.raises(NotationError, match="Line 4: Where the first name ends is not clear"):
        read_record(text)
    assert read_record(f'; [Player 2 "C"]\n; [Player 1 "A : 0   B"]\n{text}').names == ("A : 0   B", "C")


def test_several_matches_in_a_file_are_several_matches() -> None:
    other = GAME.replace("Ann", "Cid").replace("7 point", "5 point")
    both = read_records(f"{GAME}\n\n; [Event \"Cup\"]\n\n{other}")
    assert [(match.names, match.rules.length, match.header.event) for match in both] == [
        (("Ann", "Ben"), 7, ""), (("Cid", "Ben"), 5, "Cup"),
    ]  # fmt: skip
    with pytest.raises(NotationError, match="holds 2 matches"):
        read_record(GAME + other)
    assert len(read_records(GAME + GAME)) == 2
    sgf = "(;GM[6]MI[length:7][game:{}][ws:{}][bs:0]PW[{}]PB[Ben];W[31hefe];B[42qusu]RE[W+1])"
    assert [len(match.games) for match in read_records("".join(
        sgf.format(*of) for of in ((0, 0, "Ann"), (1, 1, "Ann"), (0, 0, "Ann"), (0, 0, "Cid"))
    ))] == [2, 1, 1]  # fmt: skip


def test_a_length_said_again_before_each_game_is_one_match() -> None:
    match = read_record(f"{GAME}      Wins 1 point\n\n 7 point match\n{SECOND.format(1)}")
    assert len(match.games) == 2


def test_other_players_without_a_new_length_line_are_refused() -> None:
    with pytest.raises(NotationError, match="Line 9: The players are others"):
        read_record(f"{GAME}      Wins 1 point\n{SECOND.format(1).replace('Ann', 'Cid')}")


def test_a_session_without_a_cube_has_none() -> None:
    session = f'; [CubeLimit "1"]\n; [Jacoby "Off"]\n{GAME.replace("7 point", "0 point")}'
    match = read_record(session)
    assert (match.rules.cube_limit, match.rules.jacoby_applies) == (1, False)
    assert read_record(write_mat(match)) == match
    with pytest.raises(NotationError, match="Line 8: The cube goes no higher than 1"):
        read_record(session + "  2)  Doubles => 2\n")
    assert read_record(f'; [CubeLimit "1024"]\n{GAME}').rules.cube_limit == 0


def test_letters_are_read_by_mark_by_what_a_file_says_or_by_what_decodes() -> None:
    def name(content: bytes) -> str:
        return read_record(BytesIO(content)).names[0]

    text = GAME.replace("Ann", "Zoë")
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"):
        assert name(text.encode(encoding)) == "Zoë"
    sgf = "(;GM[6]CA[{}]PW[{}]PB[Ben];W[31hefe])"
    for charset, other in (("windows-1251", "Иван"), ("Shift_JIS", "山田"), ("iso-8859-7", "Άννα"), ("gb18030", "王")):
        assert name(sgf.format(charset, other).encode(charset)) == other
    assert name(sgf.format("windows-1251", "Иван").encode("utf-8")) == "Иван"  # saved anew since
    assert name(sgf.format("no-such-one", "Zoë").encode("cp1252")) == "Zoë"


def test_letters_that_nothing_tells_are_refused_with_their_line() -> None:
    with pytest.raises(NotationError, match="Line 4: the file does not say what letters these are"):
        read_record(BytesIO(GAME.replace("Ann", "Иван").encode("cp1251")))
    with pytest.raises(NotationError, match="begins as UTF-16-LE and does not go on so"):
        read_record(BytesIO(GAME.encode("utf-16")[:-1]))


def test_sgf_sets_up_whole_boards_by_lists_of_points() -> None:
    text = "(;GM[6]PW[Ann]PB[Ben];AE[a:y]AW[a:c]AB[v][w:x];W[21cz])"
    start = read_record(text).games[0].start
    assert start.light[1:4] == start.dark[1:4] == (1, 1, 1)
    with pytest.raises(NotationError, match="a part of the board only"):
        read_record(text.replace("AE[a:y]", ""))
    with pytest.raises(NotationError, match="no point"):
        read_record(text.replace("a:c", "c:a"))


def test_sgf_names_variations_and_a_session_without_a_cube() -> None:
    text = "(;GM[6]PW[Ann]PB[Ben]RU[NoCube:Nackgammon];W[21mkwv])"
    match = read_record(text)
    assert (match.rules.cube_limit, match.games[0].start.light[23]) == (1, 2)
    with pytest.raises(NotationError, match="Hypergammon1"):
        read_record(text.replace("Nackgammon", "Hypergammon1"))


def test_a_name_written_to_a_mat_file_comes_back() -> None:
    for names in (("Smith, 42", "Ann: 3"), ("a, b, 7.5", "x" * 50), ("Q; R", "S")):
        match = replace(read_record(GAME), names=names)
        assert read_record(write_mat(match)).names == names
