from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

import pytest

from tests.web.tables import TABLES, alarm, moving, to_roll
from web.hub import Hub, stream
from web.view import view_json


def test_versions_grow_with_every_new_view_and_with_nothing_else(hub: Hub) -> None:
    first, _ = hub.latest()
    hub.publish(to_roll())
    assert hub.latest()[0] == first
    hub.publish(moving())
    second, text = hub.latest()
    assert second > first
    assert json.loads(text)["version"] == second


def modules_of(work: Callable[[], object]) -> set[str]:
    """Our modules in which something is called meanwhile."""
    modules = set[str]()

    def called(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_globals.get("__name__", "")
        if event == "call" and name.split(".")[0] in ("arbiter", "web", "bookgammon", "translation"):
            modules.add(name)

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return modules


@pytest.mark.parametrize("name", [name for name in TABLES if name != "setting_up"])
def test_the_table_only_leaves_a_new_state(name: str) -> None:
    """What follows from it is made by whoever looks, in their own thread."""
    hub, view = Hub(TABLES["setting_up"]()), TABLES[name]()
    modules = modules_of(lambda: hub.publish(view))
    assert len(modules) <= 8
    assert not modules & {"web.state_view", "web.offers", "arbiter.match.endings", "arbiter.scoring", "arbiter.verdict"}
    assert json.loads(hub.latest()[1]) == json.loads(json.dumps(view_json(view, hub.latest()[0])))


@pytest.mark.parametrize("name", ["to_roll", "moving", "hint", "alarm", "doubled", "game_over", "chouette_doubled"])
def test_what_follows_from_a_state_is_made_once_for_it(name: str) -> None:
    """A hand that comes or goes, a die in sight, the clock: few modules work on it, and none of them judges."""
    view = TABLES[name]()
    hub = Hub(view)
    hub.latest()
    hub.publish(replace(view, hand=not view.hand))
    modules = modules_of(hub.latest)
    assert len(modules - {"translation.catalogue"}) <= 8
    assert not modules & {"web.offers", "arbiter.match.endings", "arbiter.scoring", "arbiter.verdict"}
    assert json.loads(hub.latest()[1]) == json.loads(json.dumps(view_json(hub.view, hub.latest()[0])))


def test_viewers_who_look_while_the_table_goes_on_get_whole_views_in_order() -> None:
    hub, found = Hub(to_roll()), list[tuple[int, str]]()
    views = [replace(view, notice=f"number {number}") for number, view in enumerate((to_roll(), moving()) * 100)]

    def look() -> None:
        while not found or '"number 199"' not in found[-1][1]:
            found.append(hub.latest())

    viewers = [threading.Thread(target=look) for _ in range(2)]
    for viewer in viewers:
        viewer.start()
    for view in views:
        hub.publish(view)
    for viewer in viewers:
        viewer.join(30)
    assert all(json.loads(text)["version"] == version for version, text in found)
    assert json.loads(found[-1][1])["notice"] == "number 199"


def test_waiting_ends_with_the_next_view(hub: Hub) -> None:
    version, _ = hub.latest()
    found: list[tuple[int, str] | None] = []
    waiter = threading.Thread(target=lambda: found.append(hub.wait(version, 30)))
    waiter.start()
    hub.publish(moving())
    waiter.join(30)
    assert found == [hub.latest()]


def test_waiting_for_nothing_ends_empty(hub: Hub) -> None:
    assert hub.wait(hub.latest()[0], 0.01) is None


def test_viewers_that_do_not_read_hold_nobody_up_and_miss_only_old_views(hub: Hub) -> None:
    sleepers = [stream(hub) for _ in range(3)]
    for sleeper in sleepers:
        next(sleeper)
    for view in (moving(), alarm()) * 200:
        hub.publish(view)
    version, text = hub.latest()
    for sleeper in sleepers:
        assert next(sleeper) == f"id: {version}\nevent: state\ndata: {text}\n\n"


def test_a_stream_starts_with_the_present_and_beats_while_nothing_happens(hub: Hub) -> None:
    events = stream(hub, heartbeat=0.01)
    first = next(events)
    assert first.startswith("retry: ")
    assert f"id: {hub.latest()[0]}\n" in first
    assert next(events).startswith('event: beat\ndata: {"now":')


def test_a_stream_has_a_limited_life(hub: Hub) -> None:
    assert len(list(stream(hub, heartbeat=0.01, life=0.05))) > 1


def test_places_are_bounded_and_come_back(hub: Hub) -> None:
    addresses = ("192.168.1.7", "192.168.1.8", "192.168.1.9", "192.168.1.10")
    assert [hub.enter(address) for address in addresses] == [True, True, True, False]
    hub.leave("192.168.1.8")
    assert hub.enter("192.168.1.10")


def test_one_address_does_not_take_all_places(hub: Hub) -> None:
    assert [hub.enter("192.168.1.7") for _ in range(3)] == [True, True, False]
    assert hub.enter("192.168.1.8")


def test_paired_devices_have_places_that_no_stranger_takes(hub: Hub) -> None:
    while hub.enter("192.168.1.7") or hub.enter("192.168.1.8"):
        pass
    assert all(hub.enter("192.168.1.7", paired=True) for _ in range(hub.reserve))
    assert not hub.enter("192.168.1.7", paired=True)
    hub.leave("192.168.1.7", paired=True)
    assert hub.enter("192.168.1.9", paired=True)


def test_closing_ends_all_streams_and_lets_nobody_in(hub: Hub) -> None:
    events = stream(hub)
    next(events)
    hub.close()
    list(events)
    assert not hub.enter("192.168.1.7")
    assert not hub.enter("192.168.1.7", paired=True)
