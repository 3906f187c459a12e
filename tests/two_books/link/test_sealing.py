"""Frames open once, for whoever has the key, and are nothing otherwise."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st

from two_books.keys import Room, SigningKey, is_signed, other
from two_books.sealing import MOST_BYTES, MOST_FRAME, WINDOW, Head, Kind, Opener, Sealer, head_of

KEY, ROOM, SESSION = bytes(range(32)), b"room-one", b"s" * 16


def sealer(kind: Kind = Kind.LOG) -> Sealer:
    return Sealer(KEY, ROOM, "host", kind, SESSION)


def opened(opener: Opener, frame: bytes) -> bytes | None:
    head = head_of(frame)
    return None if head is None else opener.open(head, frame)


def test_a_known_frame() -> None:
    """What lies on the line stays what it is: ChaCha20-Poly1305 (RFC 8439) over head and content."""
    frame = sealer().seal(b"content")
    head = bytes([2]) + SESSION + bytes([0] * 7 + [1])
    assert frame == head + bytes.fromhex("0a3312ad5464cc7110eff33876c18d32310d0ab07ab1f9")
    authenticated = b"\0\0\0\x08room-one\0\0\0\x04host" + head
    assert ChaCha20Poly1305(KEY).decrypt(bytes([0] * 11 + [1]), frame[25:], authenticated) == b"content"
    assert head_of(frame) == Head(Kind.LOG, SESSION, 1)


@given(st.binary(max_size=300), st.sampled_from([Kind.HELLO, Kind.LOG, Kind.NOW, Kind.PICTURE]))
def test_what_was_sealed_opens_once(content: bytes, kind: Kind) -> None:
    opener = Opener(KEY, ROOM, "host")
    frame = sealer(kind).seal(content)
    assert opened(opener, frame) == content
    assert opened(opener, frame) is None


@given(st.data())
def test_any_altered_bit_makes_it_nothing(data: st.DataObject) -> None:
    frame = bytearray(sealer().seal(b"some content"))
    place = data.draw(st.integers(0, len(frame) * 8 - 1))
    frame[place // 8] ^= 1 << place % 8
    assert opened(Opener(KEY, ROOM, "host"), bytes(frame)) is None


@given(st.integers(0, 40))
def test_a_truncated_or_longer_one_is_nothing(size: int) -> None:
    frame = sealer().seal(b"some content")
    assert opened(Opener(KEY, ROOM, "host"), frame[:size]) is None
    assert opened(Opener(KEY, ROOM, "host"), frame + bytes(size + 1)) is None


@pytest.mark.parametrize(
    ("key", "room", "role"), [(bytes(32), ROOM, "host"), (KEY, b"room-two", "host"), (KEY, ROOM, "guest")]
)
def test_another_key_room_or_direction_opens_nothing(key: bytes, room: bytes, role: str) -> None:
    assert role in ("host", "guest")
    opener = Opener(key, room, "host" if role == "host" else "guest")
    assert opened(opener, sealer().seal(b"x")) is None


def test_frames_may_be_reordered_within_the_window_and_are_dropped_beyond() -> None:
    opener, seal = Opener(KEY, ROOM, "host"), sealer()
    frames = [seal.seal(bytes([number % 256])) for number in range(WINDOW + 2)]
    assert opened(opener, frames[-1]) is not None
    assert opened(opener, frames[5]) == b"\x05"
    assert opened(opener, frames[5]) is None
    assert opened(opener, frames[1]) is None, "too far back to know whether it was opened"
    assert opened(opener, frames[2]) == b"\x02"


@given(st.permutations(range(12)), st.data())
def test_in_any_order_each_opens_exactly_once(order: list[int], data: st.DataObject) -> None:
    opener, seal = Opener(KEY, ROOM, "host"), sealer()
    frames = [seal.seal(bytes([number])) for number in range(12)]
    again = data.draw(st.lists(st.integers(0, 11), max_size=20))
    found = [opened(opener, frames[number]) for number in [*order, *again]]
    assert found == [bytes([number]) for number in order] + [None] * len(again)


def test_a_number_that_nobody_vouches_for_moves_no_window() -> None:
    opener, seal = Opener(KEY, ROOM, "host"), sealer()
    first = seal.seal(b"first")
    forged = bytearray(seal.seal(b"second"))
    forged[17:25] = (2**63).to_bytes(8, "big")
    assert opened(opener, bytes(forged)) is None
    assert opened(opener, first) == b"first"


@given(st.binary(max_size=200))
def test_noise_is_no_frame_of_ours(noise: bytes) -> None:
    assert opened(Opener(KEY, ROOM, "host"), noise) is None


def test_sizes_are_bounded() -> None:
    for kind, most in MOST_BYTES.items():
        assert head_of(sealer(kind).seal(bytes(most))) is not None
        with pytest.raises(ValueError, match=kind.name):
            sealer(kind).seal(bytes(most + 1))
    assert head_of(bytes([Kind.PICTURE]) + bytes([1]) * MOST_FRAME) is None


def test_keys_and_topics_of_a_room() -> None:
    one, two = Room(b"8 bytes!", bytes(16)), Room(b"8 bytes?", bytes(16))
    purposes = [
        room.derived(*purpose, also=also)
        for room in (one, two)
        for purpose in ((b"a", b"b"), (b"ab",), (b"a", b"b", b""))
        for also in (b"", b"x")
    ]
    topics = {room.topic(role) for room in (one, two) for role in ("host", "guest")}
    assert len({*purposes}) == len(purposes)
    assert len(topics) == 4
    assert other("host") == "guest"
    assert other("guest") == "host"


def test_signatures_mean_one_thing() -> None:
    key = SigningKey(bytes(32))
    signature = key.sign(b"a", b"bc")
    assert is_signed(key.public, signature, b"a", b"bc")
    assert not is_signed(key.public, signature, b"ab", b"c")
    assert not is_signed(SigningKey(bytes([1] * 32)).public, signature, b"a", b"bc")
    assert not is_signed(b"short", signature, b"a", b"bc")
    assert not is_signed(key.public, b"short", b"a", b"bc")
