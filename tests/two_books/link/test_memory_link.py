"""Both ends in one process keep the real link's rules."""

from __future__ import annotations

import time
from collections.abc import Sequence

from bookgammon.workers.worker import Workers
from tests.two_books.link.heard import Heard, body, no_bad_one
from two_books.link import Link, Refusal
from two_books.memory_link import MemoryLinks


def ends() -> tuple[MemoryLinks, Heard, Heard]:
    links, host, guest = MemoryLinks(), Heard(), Heard()
    links.host.attach(host, no_bad_one)
    links.guest.attach(guest)
    return links, host, guest


def test_both_ends_get_one_log() -> None:
    links, host, guest = ends()
    both: Sequence[Link] = (links.host, links.guest)
    both[1].propose(body("b"))
    both[0].propose(body("a"))
    links.deliver()
    assert [(e.number, e.by, e.body["kind"]) for e in host.log] == [(1, "host", "a"), (2, "guest", "b")]
    assert host.log == guest.log == list(links.guest.entries()) == list(links.host.entries())
    assert links.guest.entries(1) == tuple(host.log[1:])


def test_what_waits_no_more_is_in_the_log() -> None:
    """Its author would take it for lost otherwise, and say it again."""
    links, _, guest = ends()
    links.guest.propose(body("b"))
    while links.guest.waiting():
        step = links._next()
        assert step is not None
    assert [entry.body["kind"] for entry in links.guest.entries()] == ["b"]
    links.deliver()
    assert guest.log == list(links.guest.entries())


def test_a_refused_proposal_is_gone_and_its_author_is_told() -> None:
    links, host, guest = ends()
    links.guest.propose(body("bad"))
    links.guest.propose(body("good"))
    assert links.guest.waiting() == (body("bad"), body("good"))
    links.deliver()
    assert guest.refusals == [Refusal(body("bad"), "That is bad.")]
    assert not host.refusals
    assert not links.guest.waiting()
    assert [e.body["kind"] for e in guest.log] == ["good"]


def test_what_is_proposed_while_the_other_is_away_waits_and_phrases_are_lost() -> None:
    links, host, guest = ends()
    links.away = True
    links.guest.propose(body("b"))
    links.host.propose(body("a"))
    links.guest.say_phrase("well played")
    links.deliver()
    assert [e.body["kind"] for e in host.log] == ["a"]
    assert not guest.log
    assert links.guest.waiting() == (body("b"),)
    assert guest.peers[-1].trouble
    links.away = False
    links.guest.say_phrase("again?")
    links.guest.say_presence({"in_step": True})
    links.guest.show_picture(b"jpeg")
    links.deliver()
    assert host.log == guest.log
    assert host.phrases == ["again?"]
    assert host.pictures == [b"jpeg"]
    assert host.peers[-1].presence == {"in_step": True}
    assert not host.peers[-1].trouble


def test_it_delivers_by_itself_in_a_thread() -> None:
    links, host, guest = ends()
    with Workers() as workers, links.delivering(workers):
        links.host.propose(body("a"))
        end = time.monotonic() + 60
        while not guest.log:
            assert time.monotonic() < end
            time.sleep(0.01)
    assert host.log == guest.log
