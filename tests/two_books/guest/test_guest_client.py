"""What a guest says, step by step, against a host whose words the test says itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.match.state import Phase
from arbiter.position import Side
from arbiter.rules import Rules
from bookgammon.workers.worker import Workers
from tests.two_books.guest.host_by_hand import SHARE, HostByHand
from two_books.bodies import AcceptedLoss, AskedBack, Consent, DoubledBy, GaveUp, TakenBy
from two_books.errors import LinkStoreError, TwoBooksError
from two_books.guest_client import PHRASE_S, GuestClient
from two_books.guest_turn import NotAllowedError
from two_books.guest_view import guest_json
from two_books.kept_guest import FILE, KeptGuest, guest_kept_in, keep_guest
from two_books.memory_link import MemoryLinks
from two_books.shared_dice import roll_of

OWN = "a" * 64


class Seated:
    """Both ends in one thread: nothing passes but by `pass_on`. now: the steady clock."""

    def __init__(self, *, share: str = "") -> None:
        self.links = MemoryLinks()
        self.kept: list[str] = []
        self.now = 0.0
        self.host = HostByHand(self.links, Rules(length=5))
        self.client = self.again(share=share)

    def again(self, share: str = "") -> GuestClient:
        """The guest's program, begun anew."""
        client = GuestClient(
            self.links.guest, Workers(), name="Ben", share=share, keep_share=self.kept.append,
            make_share=lambda: OWN, steady=lambda: self.now,
        )  # fmt: skip
        self.links.guest.attach(client)
        self.client = client
        self.pass_on()
        return client

    def pass_on(self) -> None:
        for _ in range(3):
            self.client.step()
            self.links.deliver()

    def play(self) -> None:
        """The first moves that may be made, and done."""
        while (turn := self.client.shown().turn) and turn.whole is None:
            self.client.move(turn.moves[0].start, turn.moves[0].end)
        self.client.done()
        self.pass_on()

    def guest_to_roll(self) -> None:
        self.host.opens(Side.LIGHT)
        self.host.plays()
        self.pass_on()


@pytest.fixture
def seated() -> Seated:
    return Seated()


def test_the_opening_roll_may_be_the_guests(seated: Seated) -> None:
    seated.host.opens(Side.DARK, (6, 2))
    seated.pass_on()
    shown = seated.client.shown()
    assert shown.own is Side.DARK
    assert shown.turn is not None
    assert sorted(shown.turn.dice) == [2, 6]
    seated.play()
    assert seated.host.match.state.turns[0].player is Side.DARK


def test_dice_are_hidden_then_shown_and_follow_from_both_shares(seated: Seated) -> None:
    seated.guest_to_roll()
    assert guest_json(seated.client.shown())["acts"] == ["throw", "double"]
    seated.client.act("throw")
    assert seated.kept == [OWN]
    seated.pass_on()
    assert seated.host.match.state.dice == roll_of(OWN, SHARE)


def test_a_share_is_kept_before_its_hash_is_said(seated: Seated) -> None:
    seated.guest_to_roll()

    def full_disk(share: str) -> None:
        raise LinkStoreError("The disk is full.")

    seated.client._keep_share = full_disk
    with pytest.raises(LinkStoreError):
        seated.client.act("throw")
    assert not seated.links.guest.waiting()


def test_killed_while_dice_roll_it_shows_what_it_hid(seated: Seated) -> None:
    seated.guest_to_roll()
    seated.client.act("throw")
    seated.links.deliver()  # the host has the hash, and has answered; then the guest's program dies
    assert seated.host.match.state.phase is Phase.TO_ROLL
    seated.again(share=seated.kept[-1])
    assert seated.host.match.state.dice == roll_of(OWN, SHARE)


def test_a_lost_share_is_said_in_a_sentence(seated: Seated) -> None:
    seated.guest_to_roll()
    seated.client.act("throw")
    seated.links.deliver()
    client = seated.again(share="")
    assert client.shown().trouble.endswith("Put that file back.")
    assert seated.host.match.state.phase is Phase.TO_ROLL


def test_a_second_tap_uses_the_same_share(seated: Seated) -> None:
    """Where it is not known yet that the first one came, nothing that was hidden is forgotten."""
    seated.guest_to_roll()
    seated.client.act("throw")
    with pytest.raises(NotAllowedError):
        seated.client.act("throw")
    assert seated.kept == [OWN]


def test_single_moves_are_taken_back_until_done(seated: Seated) -> None:
    seated.host.opens(Side.DARK, (6, 2))
    seated.pass_on()
    turn = seated.client.shown().turn
    assert turn is not None
    seated.client.move(turn.moves[0].start, turn.moves[0].end)
    with pytest.raises(NotAllowedError, match="The play is not whole yet"):
        seated.client.done()
    seated.client.move_back()
    assert seated.client.shown().turn == turn


def test_a_play_is_taken_back_with_consent(seated: Seated) -> None:
    seated.host.opens(Side.DARK, (6, 2))
    seated.pass_on()
    seated.play()
    seated.client.act("ask_back")
    seated.pass_on()
    asked = seated.host.match.asked
    assert asked is not None
    assert asked.what == AskedBack(1, 0)
    seated.host.say(Consent(asked.number, agrees=True))
    seated.pass_on()
    turn = seated.client.shown().turn
    assert turn is not None
    assert (turn.made, sorted(turn.dice)) == ((), [2, 6])


def test_the_guest_is_asked_whether_the_host_may_take_back(seated: Seated) -> None:
    seated.guest_to_roll()
    seated.host.say(AskedBack(1, 0))
    seated.pass_on()
    asked = guest_json(seated.client.shown())["asked"]
    assert (asked["ours"], str(asked["what"])[:22]) == (False, "Ann wants to take back")
    seated.client.consent(asked["number"], agrees=False)
    seated.pass_on()
    assert seated.host.match.refused == AskedBack(1, 0)
    assert guest_json(seated.client.shown())["declined"] is None  # it was not the guest's own wish


def test_the_host_does_not_agree(seated: Seated) -> None:
    seated.host.opens(Side.DARK, (6, 2))
    seated.pass_on()
    seated.play()
    seated.client.act("ask_back")
    seated.pass_on()
    asked = seated.host.match.asked
    assert asked is not None
    seated.host.say(Consent(asked.number, agrees=False))
    seated.pass_on()
    assert guest_json(seated.client.shown())["declined"] == "Ann does not agree."


def test_cube_both_ways(seated: Seated) -> None:
    seated.guest_to_roll()
    seated.client.act("double")
    seated.pass_on()
    assert guest_json(seated.client.shown())["says"] == "You double: Ann takes or drops."
    seated.host.say(TakenBy(*seated.host.at))
    seated.pass_on()
    assert seated.host.match.state.cube.owner is Side.LIGHT
    seated.client.act("throw")
    seated.pass_on()
    seated.play()
    seated.host.say(DoubledBy(*seated.host.at))
    seated.pass_on()
    assert guest_json(seated.client.shown())["acts"] == ["take", "drop"]
    seated.client.act("drop")
    seated.pass_on()
    assert seated.host.match.state.score == (2, 0)
    assert Side.DARK in seated.host.match.checked  # said by the program itself


def test_giving_up_both_ways(seated: Seated) -> None:
    seated.guest_to_roll()
    assert guest_json(seated.client.shown())["kinds"] == ["single", "gammon", "backgammon"]
    seated.client.give_up("single")
    seated.pass_on()
    assert guest_json(seated.client.shown())["acts"] == ["withdraw"]
    seated.client.act("withdraw")
    seated.pass_on()
    assert seated.host.match.state.resignation is None
    seated.client.act("throw")
    seated.pass_on()
    seated.play()
    seated.host.say(GaveUp(*seated.host.at, "gammon"))
    seated.pass_on()
    assert guest_json(seated.client.shown())["acts"] == ["accept", "refuse"]
    seated.client.act("accept")
    seated.pass_on()
    assert seated.host.match.state.score == (0, 2)


def test_the_host_accepts_what_is_given_up(seated: Seated) -> None:
    seated.guest_to_roll()
    seated.client.give_up("gammon")
    seated.pass_on()
    seated.host.say(AcceptedLoss(*seated.host.at))
    seated.pass_on()
    assert seated.host.match.state.score == (2, 0)
    assert guest_json(seated.client.shown())["says"] == "Ann throws the opening dice for both of you."


def test_phrases_pass_and_fade(seated: Seated) -> None:
    seated.client.say_phrase("hello")
    seated.links.host.say_phrase("thanks")
    seated.links.deliver()
    assert seated.host.phrases == ["hello"]
    assert guest_json(seated.client.shown())["phrase"] == "Thank you for the game."
    seated.now += PHRASE_S
    assert guest_json(seated.client.shown())["phrase"] is None


def test_an_unknown_phrase_is_not_shown(seated: Seated) -> None:
    seated.links.host.say_phrase("<script>")
    seated.links.deliver()
    assert guest_json(seated.client.shown())["phrase"] is None


@pytest.mark.parametrize(
    "tap",
    [
        lambda client: client.act("throw"),
        lambda client: client.act("take"),
        lambda client: client.give_up("single"),
        lambda client: client.done(),
        lambda client: client.move(24, 20),
        lambda client: client.consent(1, agrees=True),
    ],
)  # fmt: skip
def test_out_of_turn_nothing_is_said(seated: Seated, tap: Callable[[GuestClient], None]) -> None:
    seated.host.opens(Side.LIGHT)
    seated.pass_on()
    with pytest.raises(TwoBooksError, match=r"^[A-Z][^\n]+\.$"):
        tap(seated.client)
    assert not seated.links.guest.waiting()


# ------------------------------------------------------------------ what is kept


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    kept = KeptGuest("Bän 🎲", OWN)
    keep_guest(tmp_path, kept)
    assert guest_kept_in(tmp_path) == kept
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    assert guest_kept_in(tmp_path / "nowhere") == KeptGuest()


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_other_file_is_refused_in_a_sentence(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("kept")
    (folder / FILE).write_bytes(data)
    with pytest.raises(LinkStoreError, match=r"is not as it was written"):
        guest_kept_in(folder)


@pytest.mark.parametrize(
    "text",
    ['{"name": 5, "share": ""}', '{"name": "Ben", "share": "xyz"}', '{"name": "Ben"}', "[]", "null", "[" * 3000],
)
def test_a_file_of_the_wrong_shape_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(LinkStoreError, match=r"is not as it was written"):
        guest_kept_in(tmp_path)
