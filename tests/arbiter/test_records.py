"""Match records: the engines' own files, random matches there and back, and torn files refused."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.errors import ArbiterError, NotationError
from arbiter.position import START, Position, Side, row_of
from arbiter.records import (
    CubeTurned,
    GameRecord,
    MatchHeader,
    MatchRecord,
    Played,
    Result,
    read_mat,
    read_record,
    read_sgf,
    write_mat,
    write_sgf,
    write_text,
    write_xgids,
)
from arbiter.records.plain_boards import plain_board
from arbiter.records.replay import Replay
from arbiter.rules import Rules
from arbiter.xgid import parse_xgid
from tests.arbiter.random_matches import random_match, without_texts_of_illegal

MATCHES = sorted((Path(__file__).parent / "data" / "matches").glob("*.json"))
FORMS = [
    Rules(length=1),
    Rules(length=5),
    Rules(length=7, crawford=False),
    Rules(length=0),
    Rules(length=0, jacoby=False, beavers=True),
    Rules(length=0, automatic_doubles=1, beavers=True),
]


@pytest.mark.parametrize("account", MATCHES, ids=lambda path: path.stem)
def test_gnubgs_matches_are_read_as_gnubg_tells_them(account: Path) -> None:
    told: dict[str, Any] = json.loads(account.read_text())
    match = read_record(account.with_suffix(".mat").read_text())
    assert (list(match.names), match.rules.length) == (told["players"], told["length"])
    assert list(match.score) == told["final_score"]
    sides = list(Side)
    for game, truth in zip(match.games, told["games"], strict=True):
        assert game.result
        assert list(game.score) == truth["score_before"]
        assert (sides.index(game.result.winner), game.result.points) == (truth["winner"], truth["points"])
        assert (game.result.ending == "resign") == truth["resigned"]
        plays = [action for action in game.actions if isinstance(action, Played)]
        assert len(plays) == truth["plays"]
        assert not any(play.illegal for play in plays)
        cubes = [action for action in game.actions if isinstance(action, CubeTurned)]
        wanted = [[side, verb] for side, verb in truth["cube_actions"] if verb != "resign"]
        assert [[sides.index(turned.side), turned.verb] for turned in cubes] == wanted


@pytest.mark.parametrize("account", MATCHES, ids=lambda path: path.stem)
def test_gnubgs_two_formats_tell_the_same_and_ours_too(account: Path) -> None:
    match = read_mat(account.with_suffix(".mat").read_text())
    told = read_sgf(account.with_suffix(".sgf").read_text())
    assert (told.games, told.names, told.rules) == (match.games, match.names, match.rules)
    assert read_mat(write_mat(match)) == match
    assert read_sgf(write_sgf(match)) == match


@pytest.mark.parametrize("rules", FORMS, ids=str)
@pytest.mark.parametrize("illegal", [0.0, 0.05])
def test_random_matches_there_and_back(rules: Rules, illegal: float) -> None:
    for seed in range(4):
        match = random_match(random.Random(seed), rules, illegal)
        there = without_texts_of_illegal(match)
        for read, write in ((read_mat, write_mat), (read_sgf, write_sgf)):
            back = without_texts_of_illegal(read(write(match)))
            assert back.games == there.games
            assert (back.score, back.names, back.header) == (match.score, match.names, match.header)
            assert back.rules.length == rules.length


def test_every_decision_has_an_xgid() -> None:
    match = random_match(random.Random(3), FORMS[4])
    lines = write_xgids(match).splitlines()
    assert len(lines) == sum(len(game.actions) for game in match.games)
    assert all(parse_xgid(line.split(" ")[0]).length == 0 for line in lines)


def cube_game(*verbs: tuple[Side, str]) -> MatchRecord:
    """A money game with beavers: an opening play, these cube actions, and a play more if it goes on."""
    rules = Rules(length=0, beavers=True)
    replay = Replay(rules, GameRecord((0, 0)))
    replay.play(Side.DARK, (3, 1), "8/5 6/5")
    for side, verb in verbs:
        if verb == "double":
            replay.double(side)
        else:
            replay.answer(side, "take" if verb == "take" else "drop")
    if not replay.over:
        replay.play(Side.LIGHT, (2, 1), "13/11 24/23")
    return MatchRecord(("Ada", "Grace"), rules, (replay.game(),))


def test_a_beaver_that_is_accepted_leaves_the_cube_with_the_beaverer() -> None:
    match = cube_game((Side.LIGHT, "double"), (Side.DARK, "double"), (Side.LIGHT, "take"))
    verbs = [
        (turned.verb, turned.value) for turned in match.games[0].actions if isinstance(turned, CubeTurned)
    ]
    assert verbs == [("double", 2), ("beaver", 4), ("take", 4)]
    assert " Beavers => 4" in write_mat(match)
    assert " Takes" not in write_mat(match)
    assert (
        write_xgids(match).splitlines()[-1].startswith("XGID=-b----E-C---eC-A-c-e----B-:2:-1:1:21:") is False
    )
    last = parse_xgid(write_xgids(match).splitlines()[-1].split(" ")[0])
    assert (last.cube, last.owner) == (4, Side.DARK)


def test_a_beaver_that_is_dropped_costs_the_doubled_stake() -> None:
    match = cube_game((Side.LIGHT, "double"), (Side.DARK, "double"), (Side.LIGHT, "drop"))
    result = match.games[0].result
    assert result
    assert (result.winner, result.points, result.ending) == (Side.DARK, 2, "drop")
    assert read_mat(write_mat(match)).games == match.games


def test_names_and_headings_that_other_programs_choke_on() -> None:
    names = ("Ann: the,great\t", "a" * 40)
    header = MatchHeader('Cup; "open"', "3", "Café [back]", "2026.01.31", "B\\C", "two\nlines")
    match = replace(cube_game(), names=names, header=header)
    written = write_mat(match)
    assert " Ann the,great : 0 " in written
    assert read_mat(written).names == ("Ann: the,great", "a" * 40)
    told = read_sgf(write_sgf(match))
    assert told.header == header
    assert read_mat(write_mat(match)).header == replace(header, event="Cup; 'open'")


def test_a_roll_never_seen_is_written_as_one_that_fits_and_says_so() -> None:
    replay = Replay(Rules(length=5), GameRecord((0, 0)))
    replay.play(Side.LIGHT, None, "8/5 6/5")
    match = MatchRecord(("Ada", "Grace"), Rules(length=5), (replay.game(),))
    mat = write_mat(match)
    assert "  1) 31: 8/5 6/5" in mat
    assert "; Game 1, action 1: this roll was not seen" in mat
    assert "C[The roll was not seen" in write_sgf(match)
    assert read_mat(mat).games == read_sgf(write_sgf(match)).games == match.games
    assert "??: 8/5 6/5" in write_text(match)


def test_notes_go_with_their_turns() -> None:
    match = random_match(random.Random(5), Rules(length=5), 0.1)
    notes = ("why 6/5]?", "two\nlines \\ here", "", "Illegal? no", 'said "no"', " ".join(["words"] * 999))
    noted = tuple(
        replace(game, actions=tuple(replace(each, note=notes[at % 6]) for at, each in enumerate(game.actions)))
        for game in match.games
    )
    match = replace(match, games=noted)
    for read, write in ((read_mat, write_mat), (read_sgf, write_sgf)):
        back = without_texts_of_illegal(read(write(match)))
        assert back.games == without_texts_of_illegal(match).games
    assert "       lines \\ here\n" in write_text(match)


def test_an_illegal_play_is_marked_in_the_log_and_kept_with_its_board() -> None:
    replay = Replay(Rules(length=5), GameRecord((0, 0)))
    replay.play(Side.LIGHT, (4, 2), "13/8 6/4")
    match = MatchRecord(("Ada", "Grace"), Rules(length=5), (replay.game(),))
    played = match.games[0].actions[0]
    assert isinstance(played, Played)
    assert played.illegal
    assert "Ada    42: 13/8 6/4   (illegal, and it stood)" in write_text(match)
    assert "42: Illegal play (5;0;0;0;0;Grace;Ada;0;0;0;1;0;0;" in write_mat(match)
    assert read_mat(write_mat(match)).games == match.games


def taken_up() -> MatchRecord:
    start = replace(START, light=row_of(((6, 2), (0, 13))), dark=row_of(((3, 2), (0, 13))))
    replay = Replay(Rules(length=5), GameRecord((3, 2), cube=2, owner=Side.DARK, start=start))
    replay.play(Side.DARK, (4, 3), "3/off(2)")
    return MatchRecord(("Ada", "Grace"), Rules(length=5), (replay.game(),))


def test_a_game_taken_up_in_its_middle_is_written_and_read_in_every_format() -> None:
    match = taken_up()
    assert read_sgf(write_sgf(match)).games == read_mat(write_mat(match)).games == match.games
    text = write_mat(match)
    assert "; Game 1: taken up in its middle, the cube at 2 with dark; its first turn only sets the board." in text
    assert "1) 21: Illegal play (5;0;0;0;0;Grace;Ada;0;2;3;2;1;0;0;0;2;" in text


def on_a_made_point() -> MatchRecord:
    """Light puts a checker on dark's made point, and it stands; then it leaves by a legal play."""
    replay = Replay(Rules(length=5), GameRecord((0, 0)))
    replay.play(Side.LIGHT, (6, 2), "24/18 13/11")
    stood = replace(replay.position, dark=with_moved(replay.position.dark, 13, 7))
    replay.put(Side.DARK, (4, 2), stood)  # dark's 7 is light's 18: a blot there stays beside it
    replay.play(Side.LIGHT, (3, 1), "18/14")
    replay.play(Side.DARK, (2, 1), "13/11 6/5")
    return MatchRecord(("Ada", "Grace"), Rules(length=5), (replay.game(),))


def with_moved(row: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    return tuple(count - (point == start) + (point == end) for point, count in enumerate(row))


def test_both_colours_on_a_point_are_written_as_each_format_can_hold_them() -> None:
    match = on_a_made_point()
    mat, xgids = write_mat(match), write_xgids(match).splitlines()
    assert "; Game 1, action 2: both colours stood on light's 18-point; the nearest board without that" in mat
    ends = [game.actions[-1] for game in (read_mat(mat).games[0], match.games[0])]
    assert isinstance(ends[0], Played)
    assert isinstance(ends[1], Played)
    assert ends[0].after == ends[1].after  # what follows is as it was
    assert read_sgf(write_sgf(match)).games[0].actions[-1] == match.games[0].actions[-1]
    assert "(illegal, and it stood)" in write_text(match)
    assert xgids[2] == "; Game 1, action 3: no XGID, both colours stood on light's 18-point: 18/14"
    assert [line.startswith("XGID=") for line in xgids] == [True, True, False, True]


@given(st.lists(st.integers(0, 3), min_size=48, max_size=48), st.integers(0, 2), st.integers(0, 2))
def test_a_plain_board_has_every_checker_and_no_point_with_both_colours(
    counts: list[int], light_bar: int, dark_bar: int
) -> None:
    board = Position((0, *counts[:24], light_bar), (0, *counts[24:], dark_bar))
    plain = plain_board(board)
    assert not plain.mixed
    assert [sum(row) for row in plain.rows] == [sum(row) for row in board.rows]
    assert board.mixed or plain == board


GOOD = (Path(__file__).parent / "data" / "matches" / "match-02-5pt.mat").read_text()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no line says"),
        ("hello", 'Line 1: A .mat file begins with "N point match", not with "hello"'),
        (" 5 point match\n", "holds no game"),
        (GOOD.replace(" Alpha : 0  ", " Alpha  "), "Line 6: The two names"),
        (GOOD.replace("64: 24/18 18/14", "64: 24/18 18x14", 1), 'Line 7: "18x14" is not a move'),
        (
            GOOD.replace("64: 24/18 18/14", "64: 23/17 18/14", 1),
            "Line 7: .* moves a checker that is not there",
        ),
        (GOOD.replace(" Takes", " Banana"), 'Line 23: .* Banana" does not belong behind "Doubles"'),
        (GOOD.replace("Doubles => 2", "Doubles => 3"), "Line 23: A double to 3 does not follow a cube of 1"),
    ],
)
def test_torn_mat_files_get_one_sentence_naming_the_line(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        read_mat(text)


SGF = (Path(__file__).parent / "data" / "matches" / "match-01-1pt.sgf").read_text()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "holds no game"),
        ("hello", "begins with 'hello'"),
        (SGF[:-20], "ends in the middle of a game|cannot be read"),
        (SGF.replace("GM[6]", "GM[1]"), "not a record of backgammon"),
        (SGF.replace(";W[31heed]", ";W[31he!d]"), "Game 1, node 2: .* neither a play nor a cube action"),
        (SGF.replace(";W[31heed]", ";W[31ehed]"), "Game 1, node 2: .* backward"),
        (SGF.replace("length:1", "length:x"), "no number"),
    ],
)
def test_torn_sgf_files_get_one_sentence_naming_the_place(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        read_sgf(text)


def test_files_cut_anywhere_or_with_letters_changed_never_crash() -> None:
    rng = random.Random(5)
    for text, read in ((GOOD, read_mat), (SGF, read_sgf)):
        for _ in range(60):
            torn = list(text[: rng.randrange(len(text))])
            for _ in range(rng.randrange(3)):
                torn[rng.randrange(len(torn))] = rng.choice("0169:/*([;)] x\n") if torn else ""
            try:
                refusal = ""
                read("".join(torn))
            except ArbiterError as error:
                refusal = str(error)
            assert "\n" not in refusal


OTHER_SPELLINGS = """\ufeff; [Event "Club night"]\r
; [Stake "1"]\r
; a remark\r
3 Point Match\r
\r
Game 1\r
Ada, 1800 : 0    Grace : 0\r
1) 64: 24/14   32: 13/8\r
2) 11: 8/7(2) 6/5(2)   Doubles => 2\r
3) Takes   31: 8/5 6/5\r
4) 66: Cannot Move   13: 24/23 13/10\r
5) 21: ????\r
                      Wins 4 points and the match\r
"""
"""What other programs write: BOM and CRLF, ratings, narrow columns, one move for both dice, question marks."""


def test_other_programs_spellings_are_understood() -> None:
    match = read_record(OTHER_SPELLINGS)
    assert (match.names, match.rules.length, match.score) == (("Ada", "Grace"), 3, (0, 4))
    assert (match.header.event, match.header.comment) == ("Club night", "a remark")
    game = match.games[0]
    assert [action.play if isinstance(action, Played) else action.verb for action in game.actions] == [
        "24/14", "13/8", "8/7(2) 6/5(2)", "double", "take", "8/5 6/5", "no play", "24/23 13/10",
        "resigns",
    ]  # fmt: skip
    assert game.result
    assert (game.result.points, game.result.ending) == (4, "resign")


GALAXY = """; [Site "BackgammonGalaxy"]
; [Variation "Backgammon"]
; [Crawford "On"]

3 point match

 Game 1
 ada : 0                          : 0
  1)                             31: 8/5 6/5
  2) 64: 24/14                   62: 24/18 13/11
 Losses 1 point

      Wins 1 point
 Game 2
 ada : 1                          : 0
  1) 41: 24/23 13/9              53: 8/3 6/3
  2) 64: 24/14                   2)  Losses 2 point                 Wins 2 point and the match
  3)
"""
"""An empty name, "Losses" in a line of its own, two lines run into one, an empty line."""


def test_losses_empty_names_and_empty_lines_are_read() -> None:
    match = read_mat(GALAXY)
    assert match.names == ("ada", "")
    assert [game.result for game in match.games] == [
        Result(Side.LIGHT, 1, "resign"),
        Result(Side.DARK, 2, "resign"),
    ]


def test_a_stop_written_out_hits_without_its_star() -> None:
    replay = Replay(Rules(length=5), GameRecord((0, 0)))
    replay.play(Side.DARK, (5, 4), "24/20 13/8")  # a blot on light's 5-point
    replay.play(Side.LIGHT, (3, 1), "8/5 5/4")
    assert replay.position.bar == (0, 1)
    assert [action.play for action in replay.actions if isinstance(action, Played)][-1] == "8/5*/4"


def test_a_last_roll_with_nothing_played_is_no_illegal_pass() -> None:
    text = " 3 point match\n\n Game 1\n Ada : 0   Bob : 0\n  1) 31: 8/5 6/5    64:\n  2)   \n"
    last = read_mat(text).games[0].actions[-1]
    assert isinstance(last, Played)
    assert (last.dice, last.unplayed, last.illegal) == ((6, 4), True, False)
    after = read_mat(text.replace("2)   ", "2) 31: 24/23 13/10")).games[0].actions[1]
    assert isinstance(after, Played)
    assert (after.unplayed, after.illegal) == (False, True)
