"""Codes: every invitation comes back from its code, and nothing else is taken for one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from two_books.errors import InvitationError
from two_books.invitation import (
    ROOM_BYTES,
    SECRET_BYTES,
    WAYS,
    Address,
    Invitation,
    code_of,
    invitation_from,
    invitation_in,
    new_invitation,
    parse_address,
    qr_code,
)

INVITATIONS = st.builds(
    Invitation,
    st.builds(
        Address,
        st.sampled_from(WAYS),
        st.text("abcdefghijklmnopqrstuvwxyz0123456789.-:", min_size=1, max_size=120),
        st.integers(1, 65_535),
    ),
    st.binary(min_size=ROOM_BYTES, max_size=ROOM_BYTES),
    st.binary(min_size=SECRET_BYTES, max_size=SECRET_BYTES),
)
KNOWN = Invitation(Address("mqtts", "broker.example", 8883), bytes(range(8)), bytes(range(16)))
CODE = "TWOBOOKS:040J5-CREC9-S6YTV-5E8Q6-AY31D-NR6RS-80041-06105-0R3G0-0820C-20A1G-7104G-M2RC1-M70Y5-3078N-0"


@given(INVITATIONS)
def test_parsing_and_writing_are_inverse(invitation: Invitation) -> None:
    assert invitation_from(code_of(invitation)) == invitation


def test_the_code_stays_what_it_is() -> None:
    """Codes lie about on paper: another version of the program reads them too."""
    assert code_of(KNOWN) == CODE
    assert invitation_from(CODE) == KNOWN


@given(INVITATIONS, st.data())
def test_one_wrong_letter_is_noticed(invitation: Invitation, data: st.DataObject) -> None:
    code = code_of(invitation)
    place = data.draw(st.integers(len("TWOBOOKS:"), len(code) - 1))
    letter = data.draw(st.sampled_from([each for each in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" if each != code[place]]))
    if code[place] != "-":
        with pytest.raises(InvitationError):
            invitation_from(code[:place] + letter + code[place + 1 :])


def test_it_may_be_typed_as_people_type() -> None:
    spoiled = "\n ".join(CODE.lower().replace("1", "l").replace("0", "o").split("-"))
    assert invitation_from(f"  {spoiled}\r\n") == KNOWN
    assert invitation_from(CODE.replace("-", "\u2011")) == KNOWN


@given(st.text(max_size=300))
def test_whatever_else_is_said_in_one_sentence(text: str) -> None:
    for code in (text, "TWOBOOKS:" + text):
        with pytest.raises(InvitationError, match=r"\.$"):
            invitation_from(code)


@pytest.mark.parametrize("code", ["", "TWOBOOKS:", "TWOBOOKS:0", "TWOBOOKS:-----", "x" * 1001, CODE[:-1], CODE + "0"])
def test_odd_codes_are_refused(code: str) -> None:
    with pytest.raises(InvitationError):
        invitation_from(code)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("mqtt://Broker.Example", Address("mqtt", "broker.example", 1883)),
        ("mqtts://[fe80::1]:99", Address("mqtts", "fe80::1", 99)),
        ("10.0.0.7", Address("mqtt", "10.0.0.7", 1883)),
        ("tcp://10.0.0.7:4000", Address("tcp", "10.0.0.7", 4000)),
        ("mqtts://bücher.example", Address("mqtts", "xn--bcher-kva.example", 8883)),
    ],
)
def test_addresses(text: str, address: Address) -> None:
    assert parse_address(text) == address
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    ["", "mqtt://", "http://x", "mqtt://a:b@x", "mqtt://x:0", "mqtt://x:99999", "mqtt://x/y", "tcp://x", "mqtt://x y",
     "mqtt://" + "x" * 200, "mqtt://x?y", "mqtt://x#y", "mqtt://[", "mqtt://\u2603" * 70],
)  # fmt: skip
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(InvitationError, match=r"\.$"):
        parse_address(text)


def test_each_invitation_is_another_room_and_hides_its_secret() -> None:
    first, second = new_invitation(KNOWN.address), new_invitation(KNOWN.address)
    assert first.room != second.room
    assert first.secret != second.secret
    assert first.secret.hex() not in repr(first)
    assert repr(first.secret) not in repr(first)


def test_a_qr_code_is_drawn() -> None:
    assert qr_code(KNOWN).startswith("<svg")


def test_a_file_with_an_invitation_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "invitation"
    file.write_text(CODE + "\n", encoding="utf-8")
    file.chmod(0o644)
    with pytest.raises(InvitationError, match="chmod 600"):
        invitation_in(file)
    file.chmod(0o600)
    assert invitation_in(file) == KNOWN
    file.write_bytes(b"\xff" * 10)
    with pytest.raises(InvitationError):
        invitation_in(file)
    file.write_bytes(b"x" * 5000)
    with pytest.raises(InvitationError):
        invitation_in(file)
    with pytest.raises(InvitationError):
        invitation_in(tmp_path / "none")
