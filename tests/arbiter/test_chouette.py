"""Chouettes and the ledger."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.errors import ArbiterError
from arbiter.match import chouette as table
from arbiter.match.beginnings import new_match
from arbiter.match.chouette import Chouette, ChouetteGame, Party
from arbiter.match.commands import CommandError, NewMatch
from arbiter.match.events import MatchStarted
from arbiter.match.ledger import Ledger, Transfer
from arbiter.rules import Rules
from arbiter.scoring import Kind

PARTIES: tuple[Party, ...] = ("box", "team")
KINDS: tuple[Kind, ...] = ("single", "gammon", "backgammon")
ROLLS = [("Ann", 2), ("Bob", 6), ("Cyd", 4), ("Dan", 5)]


def begun() -> Chouette:
    """Bob in the box, Dan captain, Cyd and Ann behind."""
    return table.begin_game(table.found(ROLLS))


def balances(chouette: Chouette) -> dict[str, int]:
    return dict(chouette.ledger.entries)


def test_the_first_dice_make_box_captain_and_line() -> None:
    chouette = table.found(ROLLS)
    assert (chouette.box, chouette.captain, chouette.crew) == ("Bob", "Dan", ("Cyd", "Ann"))
    with pytest.raises(CommandError, match="Ann and Eve rolled the same"):
        table.found([*ROLLS, ("Eve", 2)])
    with pytest.raises(CommandError, match="three players or more"):
        table.found(ROLLS[:2])


def test_team_loses_and_the_captain_goes_to_the_end() -> None:
    """R68, R72."""
    after = table.finish(begun(), "box")
    assert (after.box, after.line) == ("Bob", ("Cyd", "Ann", "Dan"))
    assert balances(after) == {"Ann": -1, "Bob": 3, "Cyd": -1, "Dan": -1}


def test_team_wins_and_its_captain_becomes_the_box() -> None:
    """R69, R72."""
    after = table.finish(begun(), "team")
    assert (after.box, after.line) == ("Dan", ("Cyd", "Ann", "Bob"))
    assert balances(after) == {"Ann": 1, "Bob": -3, "Cyd": 1, "Dan": 1}


def test_each_member_takes_or_drops_alone() -> None:
    """R71: droppers pay the old stake and are out; the takers own the cube at the new one."""
    doubled = table.answer_as_team(table.double(begun(), "box"), ["Cyd", "Ann"])
    assert doubled.game
    assert (doubled.game.cube, doubled.game.owner, doubled.captain) == (2, "team", "Cyd")
    assert balances(doubled) == {"Ann": 0, "Bob": 1, "Cyd": 0, "Dan": -1}
    won = table.finish(doubled, "team", "gammon")
    assert balances(won) == {"Ann": 4, "Bob": -7, "Cyd": 4, "Dan": -1}
    assert (won.box, won.line) == ("Cyd", ("Ann", "Dan", "Bob"))
    lost = table.finish(doubled, "box")
    assert (lost.box, lost.line) == ("Bob", ("Ann", "Dan", "Cyd"))


def test_all_drop_and_the_box_drops() -> None:
    """R50, R70."""
    all_out = table.answer_as_team(table.double(begun(), "box"), [])
    assert balances(all_out) == {"Ann": -1, "Bob": 3, "Cyd": -1, "Dan": -1}
    assert (all_out.box, all_out.line, all_out.game) == ("Bob", ("Cyd", "Ann", "Dan"), None)
    box_out = table.answer_as_box(table.double(begun(), "team"), take=False)
    assert balances(box_out) == {"Ann": 1, "Bob": -3, "Cyd": 1, "Dan": 1}
    assert box_out.box == "Dan"


def test_jacoby_counts_gammons_only_after_a_double() -> None:
    """R54."""
    assert balances(table.finish(begun(), "team", "backgammon"))["Bob"] == -3
    taken = table.answer_as_box(table.double(begun(), "team"), take=True)
    assert balances(table.finish(taken, "team", "backgammon"))["Bob"] == -18
    without = table.begin_game(table.found(ROLLS, Rules(length=0, jacoby=False)))
    assert balances(table.finish(without, "team", "gammon"))["Bob"] == -6


def test_people_come_and_go_between_games_only() -> None:
    chouette = table.join(table.found(ROLLS), "Eve")
    assert chouette.line == ("Dan", "Cyd", "Ann", "Eve")
    gone = table.leave(chouette, "Bob")
    assert (gone.box, gone.line) == ("Dan", ("Cyd", "Ann", "Eve"))
    assert gone.ledger.balance("Bob") == 0
    with pytest.raises(CommandError, match="only between games"):
        table.join(begun(), "Eve")
    with pytest.raises(CommandError, match="only between games"):
        table.leave(begun(), "Ann")


def test_what_cannot_be_now_is_refused() -> None:
    refused: list[Callable[[], Chouette]] = [
        lambda: table.finish(table.found(ROLLS), "box"),
        lambda: table.answer_as_box(begun(), take=True),
        lambda: table.answer_as_box(table.double(begun(), "box"), take=True),
        lambda: table.double(table.double(begun(), "box"), "box"),
        lambda: table.double(table.answer_as_box(table.double(begun(), "team"), take=True), "team"),
        lambda: table.answer_as_team(table.double(begun(), "box"), ["Bob"]),
        lambda: table.finish(table.double(begun(), "box"), "box"),
        lambda: table.begin_game(begun()),
        lambda: table.double(table.begin_game(table.found(ROLLS, Rules(length=0, cube_limit=1))), "box"),
    ]
    for attempt in refused:
        with pytest.raises(CommandError):
            attempt()


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.data())
def test_the_ledger_always_sums_to_zero_and_nobody_gets_lost(data: st.DataObject) -> None:
    chouette = table.found(ROLLS)
    for step in range(data.draw(st.integers(1, 40))):
        people = set(chouette.players)
        if chouette.game:
            chouette = _in_game(data, chouette, chouette.game)
        else:
            chouette = _between_games(data, chouette, f"New{step}")
        assert sum(balances(chouette).values()) == 0
        assert len(set(chouette.players)) == len(chouette.players) >= 2
        assert len(people ^ set(chouette.players)) <= 1
        if chouette.game:
            assert set(chouette.game.playing) <= set(chouette.line)
    even = chouette.ledger
    for transfer in chouette.ledger.settled():
        even = even.lost(transfer.payee, transfer.payer, transfer.points)
    assert set(dict(even.entries).values()) == {0}


def _between_games(data: st.DataObject, chouette: Chouette, name: str) -> Chouette:
    deed = data.draw(st.sampled_from(["begin", "begin", "join", "leave"]))
    if deed == "join":
        return table.join(chouette, name)
    if deed == "leave" and len(chouette.line) > 1:
        return table.leave(chouette, data.draw(st.sampled_from(chouette.players)))
    return table.begin_game(chouette)


def _in_game(data: st.DataObject, chouette: Chouette, game: ChouetteGame) -> Chouette:
    if game.offered_by == "box":
        return table.answer_as_team(chouette, data.draw(st.lists(st.sampled_from(game.playing), unique=True)))
    if game.offered_by == "team":
        return table.answer_as_box(chouette, data.draw(st.booleans()))
    deed = data.draw(st.sampled_from(["double", "finish", "break off"]))
    if deed == "double":
        parties: tuple[Party, ...] = (game.owner,) if game.owner else PARTIES
        return table.double(chouette, data.draw(st.sampled_from(parties)))
    if deed == "finish":
        return table.finish(chouette, data.draw(st.sampled_from(PARTIES)), data.draw(st.sampled_from(KINDS)))
    return table.break_off(chouette)


def test_debts_of_two_sum_up() -> None:
    ledger = Ledger().with_player("Ada").with_player("Grace")
    for loser, winner, points in (("Grace", "Ada", 2), ("Ada", "Grace", 1), ("Grace", "Ada", 4)):
        ledger = ledger.lost(loser, winner, points)
    assert ledger == Ledger((("Ada", 5), ("Grace", -5)))
    assert ledger.settled() == (Transfer("Grace", "Ada", 5),)
    assert ledger.amounts(Decimal("0.50")) == {"Ada": Decimal("2.50"), "Grace": Decimal("-2.50")}


def test_impossible_payments_are_refused() -> None:
    for payer, payee, points in (("Ann", "Ann", 1), ("Ann", "Bob", -1)):
        with pytest.raises(ArbiterError):
            Ledger().lost(payer, payee, points)


def test_beavers_are_never_part_of_a_chouette() -> None:
    begun, _ = new_match(NewMatch(Rules(length=0, beavers=True), rolls=tuple(ROLLS)), 0, 0.0)
    assert isinstance(begun, MatchStarted)
    assert not begun.rules.beavers
