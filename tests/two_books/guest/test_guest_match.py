"""Whole matches between a simulated table and a guest who has none: by the log, and with the record of the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from arbiter.position import Side
from arbiter.rules import Rules
from bookgammon.workers.worker import Workers
from tests.two_books.guest.guest_game import GuestByHand, HostTable, play_until, straight_invitation, table_with_link
from tests.two_books.match.two_tables import games_of
from two_books.bodies import DiceHidden, DiceShared, DiceShown, said_by
from two_books.errors import TwoBooksError
from two_books.guest_client import GuestClient
from two_books.guest_page import first_hub
from two_books.guest_seat import FOLDER, GuestSeat
from two_books.invitation import code_of
from two_books.kept_guest import guest_kept_in
from two_books.memory_link import MemoryLinks
from two_books.shared_dice import digest_of, roll_of
from two_books.shared_match import match_of


@pytest.mark.parametrize("seed", [1, 2])
def test_a_guest_without_a_table_plays_a_match_to_its_end(tmp_path: Path, seed: int) -> None:
    links = MemoryLinks()
    with (
        Workers() as workers,
        links.delivering(workers),
        HostTable(tmp_path, seed, links.host, Rules(length=3), wrongly=0.05, gives_up=0.0) as table,
        _seated(links, workers) as client,
    ):
        guest = GuestByHand(client, seed)
        play_until(lambda: table.finished and links.host.entries() == links.guest.entries(), guest.look)
        play_until(lambda: client.shown().match.checked == frozenset(Side), lambda: None)
        assert table.player is not None
        shared = match_of(links.host.entries())
        assert shared.over
        player = table.player
    assert games_of(player.events) == games_of(shared.events)


def _seated(links: MemoryLinks, workers: Workers) -> GuestClient:
    client = GuestClient(links.guest, workers, name="Ben")
    links.guest.attach(client)
    return client


def test_the_rolls_follow_from_both_shares(tmp_path: Path) -> None:
    """Every roll of the guest's can be computed again from the log by whoever holds it."""
    links = MemoryLinks()
    with (
        Workers() as workers,
        links.delivering(workers),
        HostTable(tmp_path, 3, links.host, Rules(length=1, variant="hypergammon"), gives_up=0.0) as table,
        _seated(links, workers) as client,
    ):
        play_until(lambda: table.finished, GuestByHand(client, 3, doubles=0.0).look)
    said = [said_by(entry.body) for entry in links.host.entries()]
    hidden = [each for each in said if isinstance(each, DiceHidden)]
    shared = [each for each in said if isinstance(each, DiceShared)]
    shown = [each for each in said if isinstance(each, DiceShown)]
    assert len(hidden) == len(shared) == len(shown) > 1
    match = match_of(links.host.entries())
    for one, two, three in zip(hidden, shared, shown, strict=True):
        assert digest_of(three.share) == one.digest
        if one.game == match.state.game and three.turn < len(match.state.turns):
            assert match.state.turns[three.turn].dice == roll_of(three.share, two.share)


def test_what_is_tapped_out_of_turn_is_refused_in_a_sentence() -> None:
    links = MemoryLinks()
    with Workers() as workers:
        client = GuestClient(links.guest, workers, name="Ben")
        taps: tuple[Callable[[], None], ...] = (
            lambda: client.act("throw"), lambda: client.give_up("single"), client.done, client.move_back,
            lambda: client.move(24, 20), lambda: client.consent(1, agrees=True),
        )  # fmt: skip
        for tap in taps:
            with pytest.raises(TwoBooksError, match=r"^[A-Z][^\n]+\.$"):
                tap()
    assert not links.guest.waiting()


def test_a_roll_goes_on_after_kill(tmp_path: Path) -> None:
    """Killed between hiding its share and showing it, the program shows it once it is back: the share was kept."""
    invitation = straight_invitation()
    rules = Rules(length=1, variant="hypergammon")
    with table_with_link(tmp_path, 5, invitation, rules, gives_up=0.0) as table, Workers() as workers:
        data = tmp_path / "guest"
        data.mkdir()
        kills = 0
        while not table.finished and kills < 6:
            with GuestSeat(data, workers, first_hub()) as seat:
                if not seat.go_on():
                    seat.join(code_of(invitation), "Ben")
                guest, before = GuestByHand(seat.client, kills, doubles=0.0), hidden_shares(table)
                play_until(partial(hidden_again, table, before), guest.look)
                kills += 1  # the block ends where it stands, with the roll hidden or just shown
        with GuestSeat(data, workers, first_hub()) as seat:
            assert seat.go_on()
            play_until(lambda: table.finished, GuestByHand(seat.client, 99, doubles=0.0).look)
        assert kills > 1
        assert guest_kept_in(data / FOLDER).name == "Ben"


def hidden_shares(table: HostTable) -> int:
    """How many rolls the guest has begun, as the table's log has them: that a share is hidden now lasts a moment."""
    return sum(entry.body["kind"] == DiceHidden.kind for entry in table.log())


def hidden_again(table: HostTable, before: int) -> bool:
    """Whether the guest has begun another roll since, or the match is over."""
    return table.finished or hidden_shares(table) > before
