"""What an hour of play sends, and how a picture's bytes are bounded."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.two_books.link.simulated import INVITATION, Tables
from two_books.keys import Room
from two_books.presence import PICTURE_BYTES_A_MINUTE
from two_books.sealing import Kind

ENTRIES = 600
MQTT_BYTES = 5 + 2 + len(Room.of(INVITATION).topic("host")) + 2 + 4
"""Around a frame: head with its length, the topic, a packet's number, and the acknowledgement."""
TCP_BYTES = 2 * 52
"""IPv4 and TCP with its time stamps, for the packet and for one acknowledgement."""
PLAY = {
    "kind": "play", "match": "20261128T1815-7", "event": {"event": "play", "player": "light", "dice": [6, 5],
    "moves": [[24, 18], [18, 13]], "play": "24/18 18/13", "frame": 48213, "time": 1607.1}, "number": 0,
    "position": [0, 2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2, 0],
}  # fmt: skip
PRESENCE: dict[str, object] = {
    "phase": "moving", "in_step": True, "camera": "", "pictures": True, "names": ["Ada", "Bob"], "entry": 1,
}  # fmt: skip


def test_an_hour_of_play_is_less_than_two_megabytes(tmp_path: Path) -> None:
    tables = Tables(tmp_path, slowest=0.1)
    for number in range(ENTRIES):
        role = tables.lot.choice(("host", "guest"))
        end = tables.host if role == "host" else tables.guest
        end.store.propose({**PLAY, "number": number})
        tables.say("host", {**PRESENCE, "entry": number})
        tables.say("guest", {**PRESENCE, "entry": number})
        tables.run(3600 / ENTRIES)
    assert tables.run(10, tables.alike)
    assert len(tables.host.log) == ENTRIES
    kinds = Counter(Kind(frame[0]).name for _, frame in tables.seen)
    through_a_table = tables.bytes_sent + len(tables.seen) * MQTT_BYTES
    on_the_wire = through_a_table + len(tables.seen) * TCP_BYTES
    print(f"{dict(kinds)}; {through_a_table / 1e6:.2f} MB of MQTT, {on_the_wire / 1e6:.2f} MB with TCP/IP, both ways")
    assert on_the_wire < 2_000_000
    tables.close()


def test_pictures_are_bounded_and_only_the_newest_is_sent(tmp_path: Path) -> None:
    tables = Tables(tmp_path, slowest=6.0)
    assert tables.run(60, lambda: not tables.guest.peer.trouble and not tables.host.peer.trouble)
    minutes = 3
    for number in range(minutes * 60 * 4):
        tables.host.talk.presence.show(number.to_bytes(4, "big") + bytes(99_000))
        tables.run(0.25)
    tables.run(10)
    numbers = [int.from_bytes(jpeg[:4], "big") for jpeg in tables.guest.pictures]
    assert numbers == sorted(numbers)
    assert 15 < len(numbers) <= (minutes + 1) * PICTURE_BYTES_A_MINUTE / 99_000
    assert not tables.guest.peer.trouble
    tables.close()


def test_what_was_only_worth_something_then_is_lost_while_the_other_is_away(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    assert tables.run(10, lambda: not tables.guest.peer.trouble and not tables.host.peer.trouble)
    tables.break_line()
    tables.host.talk.presence.say_phrase("too late")
    tables.run(60)
    assert tables.guest.peer.trouble == "The line is cut."
    tables.mend()
    tables.run(30)
    assert not tables.guest.phrases
    tables.host.talk.presence.say_phrase("in time")
    tables.run(5)
    assert tables.guest.phrases == ["in time"]
    tables.close()


def test_a_table_that_is_gone_is_said_to_be_away_and_the_delay_is_measured(tmp_path: Path) -> None:
    tables = Tables(tmp_path, slowest=2.0)
    assert tables.run(60, lambda: tables.host.peer.delay is not None)
    tables.run(120)
    assert 0.5 < (tables.host.peer.delay or 0.0) < 2.5, "one second on average, and the steps of the simulation"
    tables.silent.add("guest")
    assert tables.run(40, lambda: tables.host.peer.trouble == "Nothing is heard of the other table.")
    assert tables.host.talk.peer(tables.now).seen is not None
    tables.silent.clear()
    assert tables.run(40, lambda: not tables.host.peer.trouble)
    tables.close()
