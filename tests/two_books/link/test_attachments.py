"""Films and pictures that one table keeps and the other asks for by name: bounded, and lost with the line."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.two_books.link.simulated import Tables
from two_books.messages import AskAttachment, attachment_name, read_attachment, read_now, written, written_attachment
from two_books.presence import ATTACHED_BYTES_A_SECOND
from two_books.sealing import MOST_BYTES, Kind

FILM = "film:" + "ab" * 32
LARGEST = MOST_BYTES[Kind.ATTACHMENT] - len(FILM) - 1
NAMES = st.from_regex(r"[a-z]{1,20}:[0-9a-f]{1,64}", fullmatch=True)


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    made = Tables(tmp_path)
    made.run(10, lambda: all(end.peer.seen is not None and not end.peer.trouble for end in made.ends))
    made.host.kept[FILM] = bytes(LARGEST)
    return made


@given(NAMES, st.binary(max_size=300))
def test_a_name_and_what_it_names_come_back(name: str, data: bytes) -> None:
    assert read_attachment(written_attachment(name, data)) == (name, data)
    assert read_now(written(AskAttachment(name))) == AskAttachment(name)


@given(st.binary(max_size=100) | st.text(max_size=20).map(str.encode))
def test_whatever_else_comes_is_none(content: bytes) -> None:
    with suppress(ValueError):
        name, _ = read_attachment(content)
        assert attachment_name(name) == name


@pytest.mark.parametrize("name", ["film", "film:", "FILM:00", "film:../x", "film:0g", "film:00\n", "a b:00"])
def test_a_name_is_letters_and_hexadecimal_digits(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        attachment_name(name)


def test_what_is_too_large_is_not_sent() -> None:
    with pytest.raises(ValueError, match="bytes"):
        written_attachment(FILM, bytes(LARGEST + 1))


def test_what_is_asked_for_comes_whole(tables: Tables) -> None:
    tables.guest.talk.presence.ask(FILM)
    tables.guest.talk.presence.ask("film:00")
    assert tables.run(10, lambda: bool(tables.guest.attached))
    tables.run(10)
    assert tables.guest.attached == [(FILM, bytes(LARGEST))]
    assert tables.host.attached == []


def test_what_was_lost_with_the_line_comes_when_it_is_asked_for_again(tables: Tables) -> None:
    tables.break_line()
    tables.guest.talk.presence.ask(FILM)
    tables.run(30)
    tables.mend()
    tables.run(30)
    assert tables.guest.attached == []  # what was to be asked went with the time that the other was away
    tables.guest.talk.presence.ask(FILM)
    assert tables.run(10, lambda: bool(tables.guest.attached))


def test_who_asks_without_end_gets_no_more_than_the_line_bears(tables: Tables) -> None:
    before, seconds = tables.bytes_sent, 60
    for _ in range(seconds * 4):
        tables.guest.talk.presence.ask(FILM)
        tables.run(0.25)
    assert len(tables.guest.attached) > 1
    assert tables.bytes_sent - before < (seconds + 12) * ATTACHED_BYTES_A_SECOND
