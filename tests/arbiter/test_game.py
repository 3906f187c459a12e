"""A game held in the hand: what it lets in, what it takes back, and what it shows."""

from __future__ import annotations

import random
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

from arbiter import (
    START,
    STARTS,
    ArbiterError,
    Game,
    GameError,
    GameRecord,
    MatchRecord,
    NotationError,
    Played,
    Position,
    Replay,
    Rules,
    Side,
    board_svg,
    board_text,
    legal_plays,
    read_record,
    walk,
    write_mat,
    write_sgf,
)
from arbiter.scoring import kind_of_win

MAT = Path(__file__).parent / "data" / "matches" / "match-02-5pt.mat"


def played_out(seed: int, rules: Rules) -> Game:
    """A game of random plays and cube actions, to its end."""
    rng = random.Random(seed)
    game = Game(rules)
    game.roll(rng.choice([(6, 5), (3, 1)]), rng.choice([Side.LIGHT, Side.DARK]))
    while not game.is_over:
        if game.dice:
            game.push(rng.choice(game.legal_plays))
        elif game.can_double and game.cube < 8 and rng.random() < 0.1:
            game.double()
            game.take() if rng.random() < 0.8 else game.drop()
        else:
            game.roll((rng.randint(1, 6), rng.randint(1, 6)))
    return game


@pytest.mark.parametrize("seed", range(8))
def test_a_game_in_the_hand_scores_as_its_record_replayed(seed: int) -> None:
    rules = Rules(length=7)
    record = played_out(seed, rules).record()
    replay = Replay(rules, GameRecord((0, 0)), strict=True)
    for _position, action in walk(record):
        if isinstance(action, Played):
            replay.play(action.side, action.dice, action.play)
        elif action.verb == "double":
            replay.double(action.side)
        else:
            replay.answer(action.side, action.verb)
    assert replay.game() == record


@pytest.mark.parametrize("seed", range(3))
def test_all_can_be_taken_back_to_the_start(seed: int) -> None:
    game = played_out(seed, Rules(length=7))
    with pytest.raises(GameError, match="over"):
        game.roll((2, 1))
    while game.actions or game.dice:
        game.pop()
    assert (game.position, game.turn, game.cube, game.winner, game.points) == (START, None, 1, None, 0)
    with pytest.raises(GameError, match="taken back"):
        game.pop()


def test_what_the_rules_do_not_allow_is_refused() -> None:
    game = Game()
    with pytest.raises(GameError, match="needs its side"):
        game.roll((3, 1))
    with pytest.raises(GameError, match="never a double"):
        game.roll((3, 3), Side.LIGHT)
    with pytest.raises(GameError, match="two numbers"):
        game.roll((7, 1), Side.LIGHT)
    with pytest.raises(GameError, match="before a roll"):
        game.push("8/5 6/5")
    game.roll((3, 1), Side.LIGHT)
    with pytest.raises(NotationError, match="not a legal play"):
        game.push("13/8")
    with pytest.raises(GameError, match="cannot be turned"):
        game.double()
    game.push("8/5 6/5")
    with pytest.raises(GameError, match="dark's turn"):
        game.roll((3, 1), Side.LIGHT)
    crawford = Game(crawford=True)
    crawford.roll((3, 1), Side.LIGHT)
    crawford.push("8/5 6/5")
    assert not crawford.can_double


def test_a_resignation_is_worth_the_cube_times_its_kind() -> None:
    game = Game(Rules(length=7))
    game.roll((3, 1), Side.LIGHT)
    game.push("8/5 6/5")
    game.double()
    game.take()
    game.resign(Side.LIGHT, "gammon")
    assert (game.winner, game.points) == (Side.DARK, 4)


@pytest.mark.parametrize(
    "arguments", [("x", Side.LIGHT, (3, 1)), (START, "light", (3, 1)), (START, Side.LIGHT, [3, 1])]
)
def test_arguments_of_another_kind_are_refused_in_one_sentence(arguments: tuple[object, ...]) -> None:
    with pytest.raises(ArbiterError, match="a Position, a Side and a roll"):
        legal_plays(*arguments)  # type: ignore[arg-type]  # what a caller may get wrong


MONEY = Rules(length=0, beavers=True, automatic_doubles=1)


def test_a_beaver_keeps_the_cube_and_its_double_is_taken_or_dropped() -> None:
    for answer in ("take", "drop"):
        game = Game(MONEY)
        game.roll((3, 1), Side.LIGHT)
        game.push("8/5 6/5")
        game.double()
        assert (game.turn, game.can_beaver) == (Side.LIGHT, True)
        game.beaver()
        assert (game.turn, game.can_beaver) == (Side.DARK, False)
        with pytest.raises(GameError, match="Beavers"):
            game.beaver()
        getattr(game, answer)()
        if answer == "take":
            assert (game.cube, game.owner, game.turn, game.can_double) == (4, Side.LIGHT, Side.DARK, False)
        else:
            assert (game.winner, game.points) == (Side.LIGHT, 2)
        record = game.record()
        replay = Replay(MONEY, GameRecord((0, 0)), strict=True)
        replay.play(Side.LIGHT, (3, 1), "8/5 6/5")
        replay.double(Side.DARK)
        replay.double(Side.LIGHT)
        replay.answer(Side.DARK, "take" if answer == "take" else "drop")
        assert replay.game() == record


def test_a_gammon_resigned_while_a_beaver_waits_counts_the_double_that_it_took() -> None:
    game = Game(MONEY)
    game.roll((3, 1), Side.LIGHT)
    game.push("8/5 6/5")
    game.double()
    game.beaver()
    game.resign(Side.LIGHT, "gammon")
    assert (game.winner, game.points) == (Side.DARK, 4)


@pytest.mark.parametrize("rules", [Rules(length=5, beavers=True), Rules(length=0)])
def test_nobody_beavers_in_a_match_or_unless_agreed(rules: Rules) -> None:
    game = Game(rules)
    game.roll((3, 1), Side.LIGHT)
    game.push("8/5 6/5")
    game.double()
    assert not game.can_beaver
    with pytest.raises(GameError, match="Beavers"):
        game.beaver()


def test_a_tie_on_the_opening_roll_turns_the_cube_as_often_as_agreed() -> None:
    game = Game(MONEY)
    game.roll((3, 3))
    assert (game.cube, game.owner, game.turn, game.dice) == (2, None, None, None)
    with pytest.raises(GameError, match="rolled again"):
        game.roll((1, 1))
    game.roll((3, 1), Side.DARK)
    game.push("8/5 6/5")
    game.resign(Side.DARK)
    assert (game.points, game.record().cube) == (2, 2)


def test_a_game_begins_where_its_variant_does_and_a_match_to_one_has_no_cube() -> None:
    game = Game(Rules(length=1, variant="nackgammon"))
    assert game.position == STARTS["nackgammon"]
    game.roll((2, 1), Side.LIGHT)
    game.push(game.legal_plays[0])
    assert not game.can_double


@pytest.mark.parametrize(
    ("length", "told", "reason"),
    [
        (5, lambda replay: replay.play(Side.LIGHT, (3, 3), "8/5(2) 6/3(2)"), "never a double"),
        (5, lambda replay: replay.double(Side.LIGHT), "before the opening roll"),
        (1, lambda replay: replay.double(Side.DARK), "a match to one point"),
        (5, lambda replay: replay.wins(Side.LIGHT, 4016), "this game is worth 1 or 2 or 3"),
    ],
)
def test_a_strict_replay_refuses_what_cannot_have_happened(
    length: int, told: Callable[[Replay], None], reason: str
) -> None:
    for strict in (False, True):
        replay = Replay(Rules(length=length), GameRecord((0, 0)), strict=strict)
        if length == 1:
            replay.play(Side.LIGHT, (3, 1), "8/5 6/5")
        if strict:
            with pytest.raises(NotationError, match=reason):
                told(replay)
        else:
            told(replay)


def test_a_strict_replay_refuses_illegal_plays() -> None:
    for strict in (False, True):
        replay = Replay(Rules(), GameRecord((0, 0)), strict=strict)
        if strict:
            with pytest.raises(NotationError, match="not a legal play of 6-5"):
                replay.play(Side.LIGHT, (6, 5), "24/18 13/9")
        else:
            replay.play(Side.LIGHT, (6, 5), "24/18 13/9")
            assert replay.actions


def test_a_record_is_read_from_text_path_and_file_and_errors_name_the_file(tmp_path: Path) -> None:
    match = read_record(MAT.read_text())
    assert read_record(MAT) == match
    assert read_record(BytesIO(MAT.read_bytes())) == match
    assert read_record(StringIO(MAT.read_text())) == match
    torn = tmp_path / "torn.mat"
    torn.write_text("hello")
    with pytest.raises(NotationError, match=r"torn\.mat: Line 1"):
        read_record(torn)
    latin = tmp_path / "latin.mat"
    latin.write_bytes(MAT.read_bytes().replace(b"Alpha", "Zoë".encode("latin-1")))
    assert read_record(latin).names[0] == "Zoë"


def test_a_board_is_drawn_with_all_its_checkers() -> None:
    text = board_text(START)
    body = "\n".join(line.split("+  ")[0] for line in text.splitlines() if line.startswith("|"))
    assert (body.count("O"), body.count("X")) == (15, 15)
    assert "●" in board_text(START, unicode=True)
    drawing = ElementTree.fromstring(board_svg(START))  # noqa: S314  # our own text
    assert len([each for each in drawing.iter() if each.tag.endswith("circle")]) == 30
    assert Game()._repr_svg_() == board_svg(START)


def test_more_than_five_checkers_are_told_by_their_number() -> None:
    assert "15" in board_text(STARTS["longgammon"]).splitlines()[5]
    assert ">15<" in board_svg(STARTS["longgammon"])


@pytest.mark.parametrize("name", sorted(STARTS))
def test_every_start_is_the_same_for_both_sides_and_can_be_played(name: str) -> None:
    start = STARTS[name]
    assert start.light == start.dark
    assert sum(start.light) == 15
    assert legal_plays(start, Side.LIGHT, (2, 1))[0].moves


@pytest.mark.parametrize("name", sorted(STARTS))
def test_a_game_from_every_start_goes_into_records_and_back(name: str) -> None:
    rng = random.Random(name)
    game = Game(Rules(length=7), start=STARTS[name])
    game.roll((2, 1), Side.LIGHT)
    while not game.is_over:
        if game.dice:
            game.push(rng.choice(game.legal_plays))
        else:
            high, low = sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)
            game.roll((high, low))
    match = MatchRecord(("Ada", "Grace"), game.rules, (game.record(),))
    assert read_record(write_mat(match)).games == match.games
    assert read_record(write_sgf(match)).games == match.games


def test_checkers_that_a_form_does_without_do_not_save_a_gammon() -> None:
    start = STARTS["hypergammon"]
    all_off = Position(tuple(15 * (place == 0) for place in range(26)), start.dark)
    assert kind_of_win(all_off, Side.LIGHT, start) == "backgammon"
    home = Position(all_off.light, tuple({0: 12, 3: 3}.get(place, 0) for place in range(26)))
    assert kind_of_win(home, Side.LIGHT, start) == "gammon"
    assert kind_of_win(home, Side.LIGHT) == "single"


def test_a_variation_by_other_rules_is_refused() -> None:
    with pytest.raises(NotationError, match='Line 1: The variation "Acey-deucey"'):
        read_record('; [Variation "Acey-deucey"]\n\n 3 point match\n')
