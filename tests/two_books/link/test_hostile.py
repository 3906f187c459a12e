"""Whoever has no invitation gets nothing in; who finds one later neither reads nor speaks."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.two_books.link.simulated import INVITATION, End, Tables
from two_books.conversation import Conversation
from two_books.handshake import Handshake
from two_books.keys import Room, SigningKey, other
from two_books.link import Role
from two_books.messages import read_hello, read_log, read_now
from two_books.sealing import MOST_FRAME, Kind, Opener, head_of

ROLES: tuple[Role, ...] = ("host", "guest")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    made = Tables(tmp_path)
    for number, role in enumerate(ROLES):
        made.say(role, {"names": ["Ada", "Bob"]})
        made.end(role).propose("good", number)
    assert made.run(20, made.alike)
    made.run(8)
    made.settle()
    yield made
    made.close()


def state(end: End) -> tuple[object, ...]:
    store = end.store
    return (store.tip, store.met, store.difference, store.decided, end.phrases, end.pictures, end.peer.presence)


def get_nothing_in(tables: Tables, role: Role, frames: list[bytes]) -> int:
    """Throw frames at a table; how many answers it gave."""
    before = state(tables.end(role))
    answers = sum(len(tables.end(role).talk.received(frame, tables.now)) for frame in frames)
    assert state(tables.end(role)) == before
    assert not tables.end(role).peer.trouble
    return answers


@pytest.mark.parametrize("role", ROLES)
def test_every_frame_that_was_ever_sent_again(tables: Tables, role: Role) -> None:
    """Replayed to its reader, and reflected to its author; over restarts of both too."""
    for restarted in (None, "host", "guest"):
        if restarted is not None:
            tables.restart("host" if restarted == "host" else "guest")
            assert tables.run(20, lambda: not any(end.peer.trouble for end in tables.ends))
            tables.run(8)
            tables.settle()
        seen = [frame for _, frame in tables.seen]
        assert get_nothing_in(tables, role, seen) == 0


@pytest.mark.parametrize("role", ROLES)
def test_altered_truncated_oversized_and_foreign_frames(tables: Tables, role: Role) -> None:
    lot = Random(5)
    of_other = [frame for sender, frame in tables.seen if sender == other(role)]
    altered = list[bytes]()
    for frame in of_other:
        for _ in range(5):
            spoiled = bytearray(frame)
            spoiled[lot.randrange(len(frame))] ^= 1 << lot.randrange(8)
            altered.append(bytes(spoiled))
        altered += [frame[: lot.randrange(len(frame))], frame + lot.randbytes(9), frame + bytes(MOST_FRAME)]
    noise = [lot.randbytes(lot.randrange(3000)) for _ in range(500)]
    noise += [bytes([kind]) + lot.randbytes(80) for kind in range(8) for _ in range(50)]
    assert get_nothing_in(tables, role, altered + noise) == 0


@pytest.mark.parametrize("role", ROLES)
def test_the_frames_of_another_room(tables: Tables, tmp_path: Path, role: Role) -> None:
    elsewhere = Tables(tmp_path / "elsewhere", 3, invitation=replace(INVITATION, room=b"another!"))
    elsewhere.host.propose("good")
    assert elsewhere.run(20, elsewhere.alike)
    assert get_nothing_in(tables, role, [frame for _, frame in elsewhere.seen]) == 0
    elsewhere.close()


def test_a_second_guest_with_the_same_invitation_is_turned_away(tables: Tables, tmp_path: Path) -> None:
    second = End(tmp_path / "second", "guest", tables.now, INVITATION, lambda _, __: "")
    before = state(tables.host)
    for _ in range(5):
        tables.now += 3
        for frame in second.talk.line_up(tables.now):
            for answer in tables.host.talk.received(frame, tables.now):
                second.talk.received(answer, tables.now)
                tables.guest.talk.received(answer, tables.now)
    assert state(tables.host) == before
    assert second.peer.trouble == "Somebody else is at that table: ask for a new invitation."
    assert not tables.guest.peer.trouble
    assert tables.host.talk.intruders == 5
    assert not second.store.log
    second.kill()


def test_a_second_host_with_the_same_invitation_is_turned_away(tables: Tables, tmp_path: Path) -> None:
    second = End(tmp_path / "second", "host", tables.now, INVITATION, lambda _, __: "")
    before = state(tables.guest)
    tables.now += 3
    for frame in second.talk.line_up(tables.now):
        for answer in tables.guest.talk.received(frame, tables.now):
            second.talk.received(answer, tables.now)
    assert state(tables.guest) == before
    assert second.peer.trouble.startswith("Somebody else")
    second.kill()


def test_who_finds_the_invitation_later_reads_nothing_of_what_was_recorded(tables: Tables) -> None:
    """They open the greetings, and those name nobody; the rest needs keys that were never sent."""
    room, opened = Room.of(INVITATION), 0
    for sender, frame in tables.seen:
        head = head_of(frame)
        assert head is not None
        if head.kind is Kind.HELLO:
            key = room.derived(b"hello", sender.encode(), head.session)
            content = Opener(key, room.id, sender).open(head, frame)
            assert content is not None
            read_hello(content)
            opened += 1
        else:
            for purpose in (b"hello", b"traffic"):
                key = room.derived(purpose, sender.encode(), head.session)
                assert Opener(key, room.id, sender).open(head, frame) is None
        assert b"Ada" not in frame
    assert opened


def test_who_finds_the_invitation_cannot_pass_for_the_guest(tables: Tables) -> None:
    """With a key of their own they are turned away; the guest's own greeting says nothing under another session."""
    stranger = Handshake(Room.of(INVITATION), "guest", SigningKey(SigningKey.new()), 2**50, None)
    assert get_nothing_in(tables, "host", [stranger.hello()]) == 1
    forged = SigningKey(SigningKey.new())
    forged.public = tables.guest.store.key.public
    liar = Handshake(Room.of(INVITATION), "guest", forged, 2**50, None)
    tables.now += 10
    assert get_nothing_in(tables, "host", [liar.hello()]) == 0
    assert get_nothing_in(tables, "host", [liar.hello(tables.host.talk._handshake.session, refused=True)]) == 0


def test_a_greeting_of_an_earlier_start_is_none(tables: Tables, tmp_path: Path) -> None:
    """Recorded by somebody who can read greetings, and sent again once that start is over, even to a host that has
    started again since."""
    old = [frame for sender, frame in tables.seen if sender == "guest" and frame[0] == Kind.HELLO]
    tables.run(5)
    tables.restart("guest")
    assert tables.run(20, lambda: not any(end.peer.trouble for end in tables.ends))
    assert get_nothing_in(tables, "host", old) == 0
    tables.restart("host")
    met, before = tables.host.store.met, tables.host.talk.heard
    for frame in old:
        assert not tables.host.talk.received(frame, tables.now)
    assert tables.host.store.met == met
    assert tables.host.talk.heard == before
    assert tables.run(20, lambda: not any(end.peer.trouble for end in tables.ends))


def test_a_copied_folder_is_the_same_table(tables: Tables, tmp_path: Path) -> None:
    """A new machine goes on where the old one was; what the old one says after that is none of the match."""
    tables.guest.kill()
    shutil.copytree(tables.guest.folder, tmp_path / "new machine")
    tables.guest.folder = tmp_path / "new machine"
    tables.now += 5
    tables.guest.start(tables.now)
    tables.send("guest", tables.guest.talk.line_up(tables.now))
    tables.guest.propose("good", 7)
    assert tables.run(20, lambda: tables.alike() and len(tables.host.log) == 3)


@given(st.binary(max_size=120), st.sampled_from([read_hello, read_log, read_now]))
def test_what_is_none_of_our_messages_is_refused(noise: bytes, read: object) -> None:
    assert callable(read)
    known = (b'["ask",1e999]', b'["ask",true]', b"[" * 2000, b'["proposals"]', b'["refused",1,["{a.b}",{"a":1}]]')
    for content in (noise, b'["here",' + noise, b'["entries",[' + noise, *known):
        with pytest.raises(ValueError, match=r"."):
            read(content)


def test_ten_thousand_foreign_frames_take_little(tables: Tables) -> None:
    """Bounded work: greetings of unknown sessions are tried a few at a time, everything else is one look or one
    failed opening."""
    talk: Conversation = tables.host.talk
    sample = next(frame for sender, frame in reversed(tables.seen) if sender == "guest" and frame[0] == Kind.NOW)
    lot = Random(1)
    garbage = [bytes([Kind.HELLO]) + lot.randbytes(120) for _ in range(100)]
    garbage += [sample[:-1] + bytes([sample[-1] ^ 1 + number % 255]) for number in range(100)]
    begun = time.process_time()
    for number in range(10_000):
        talk.received(garbage[number % 200], tables.now + number / 10_000)
    used = time.process_time() - begun
    assert sum(talk.dropped.values()) >= 10_000
    assert used < 20, "some 40 microseconds each on a machine that is busy with other things"
