"""The page's name on the network: real multicast DNS among addresses of the loopback, each of them a machine.

zeroconf's own resolver, at an address of its own, is the device that looks for the page.
"""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from filelock import FileLock
from zeroconf import AddressResolverIPv4, IPVersion, ServiceInfo, Zeroconf  # type: ignore[attr-defined]  # its __all__

from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.access import local_name
from bookgammon.access.addresses import HERE, TABLE, WALL, local_names
from bookgammon.access.local_name import LocalName
from bookgammon.access.sharing import Sharing
from bookgammon.table.page import Page

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the whole of 127.0.0.0/8")

TABLE_AT, OTHER_AT, DEVICE_AT = "127.0.0.3", "127.0.0.2", "127.0.0.9"
LONG_S = 180.0


@pytest.fixture
def device() -> Iterator[Zeroconf]:
    try:
        looking = Zeroconf(interfaces=[DEVICE_AT], ip_version=IPVersion.V4Only)
    except OSError as error:
        pytest.skip(f"no multicast on this machine's loopback: {error}")
    yield looking
    looking.close()


class Names:
    """Makes names, and takes them off the network after the test."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.made: list[LocalName] = []

    def at(self, address: Callable[[], str] | str, title: str = TABLE) -> LocalName:
        where = address if callable(address) else lambda: address
        self.made.append(LocalName(title, address=where, notify=self.said.append))
        return self.made[-1]


@pytest.fixture
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Names]:
    """One test at a time: all of them are on the same network."""
    made = Names()
    with FileLock(tmp_path_factory.getbasetemp().parent / "names.lock"):
        yield made
        for name in made.made:
            name.close()


def found(device: Zeroconf, host: str) -> list[str]:
    """The addresses that a device finds under a name, its memory of earlier answers put aside."""
    for record in device.cache.entries_with_name(f"{host}."):
        device.cache.async_remove_records([record])
    resolver = AddressResolverIPv4(f"{host}.")
    resolver.request(device, 3000)
    return [str(address) for address in resolver.parsed_addresses()]


def waits_for(holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + LONG_S
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    return holds()


def test_a_device_finds_the_page_by_its_name(device: Zeroconf, names: Names) -> None:
    name = names.at(TABLE_AT)
    assert name.host == ""
    name.announce(8024)
    assert waits_for(lambda: bool(name.host))
    assert name.host == "bookgammon.local"
    assert waits_for(lambda: found(device, "bookgammon.local") == [TABLE_AT])
    assert waits_for(lambda: names.said == ["The page is also at http://bookgammon.local:8024/"])


def test_the_second_table_has_the_second_name(device: Zeroconf, names: Names) -> None:
    first, second = names.at(OTHER_AT), names.at(TABLE_AT)
    first.announce(8024)
    assert waits_for(lambda: bool(first.host))
    second.announce(8024)
    assert waits_for(lambda: bool(second.host))
    assert second.host == "bookgammon-2.local"
    assert waits_for(lambda: found(device, first.host) == [OTHER_AT])
    assert waits_for(lambda: found(device, second.host) == [TABLE_AT])


def test_two_tables_of_one_machine_share_the_name(names: Names) -> None:
    for port in (8024, 8034):
        name = names.at(TABLE_AT)
        name.announce(port)
        assert waits_for(lambda name=name: bool(name.host))  # type: ignore[misc]  # a default binds the loop's value
        assert name.host == "bookgammon.local"


def test_a_table_and_a_wall_have_names_of_their_own(device: Zeroconf, names: Names) -> None:
    wall, table = names.at(OTHER_AT, WALL), names.at(TABLE_AT)
    wall.announce(8025)
    table.announce(8024)
    assert waits_for(lambda: bool(wall.host and table.host))
    assert (wall.host, table.host) == ("bookgammon-wall.local", "bookgammon.local")


def test_a_page_that_is_this_machine_s_alone_has_no_name(device: Zeroconf, names: Names) -> None:
    name = names.at(TABLE_AT)
    name.announce(8024)
    assert waits_for(lambda: bool(name.host))
    name.withdraw()
    assert waits_for(lambda: not name.host)
    assert waits_for(lambda: not found(device, "bookgammon.local"))
    name.announce(8024)  # and it may come back
    assert waits_for(lambda: bool(name.host))


def test_it_is_gone_with_the_program(device: Zeroconf, names: Names) -> None:
    name = names.at(TABLE_AT)
    name.announce(8024)
    assert waits_for(lambda: bool(name.host))
    name.close()
    assert name.host == ""
    assert found(device, "bookgammon.local") == []


def test_a_new_address_is_told_and_no_network_is_no_trouble(
    device: Zeroconf, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_name, "_AGAIN_S", 0.1)
    where = [HERE]
    name = names.at(lambda: where[0])
    name.announce(8024)
    time.sleep(0.5)
    assert name.host == ""
    where[0] = TABLE_AT
    assert waits_for(lambda: bool(name.host))
    assert waits_for(lambda: found(device, "bookgammon.local") == [TABLE_AT])
    where[0] = OTHER_AT
    assert waits_for(lambda: found(device, "bookgammon.local") == [OTHER_AT])


def test_who_took_the_name_at_the_same_moment_keeps_it_by_the_lower_address(
    device: Zeroconf, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_name, "_AGAIN_S", 0.1)
    name = names.at(TABLE_AT)
    name.announce(8024)
    assert waits_for(lambda: bool(name.host))
    service = ServiceInfo(
        "_http._tcp.local.", "Another._http._tcp.local.",
        addresses=[socket.inet_aton(OTHER_AT)], port=80, server="bookgammon.local.",
    )  # fmt: skip
    other = Zeroconf(interfaces=[OTHER_AT], ip_version=IPVersion.V4Only)
    try:
        other.register_service(service)
        assert waits_for(lambda: name.host == "bookgammon-2.local")
    finally:
        other.close()


def test_a_network_without_multicast_leaves_the_page_as_it_was(names: Names, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**_: object) -> Zeroconf:
        raise OSError("no multicast here")

    monkeypatch.setattr("zeroconf.Zeroconf", refused)
    name = names.at(TABLE_AT)
    name.announce(8024)
    name.close()
    assert name.host == ""
    assert names.said == []


def test_names_are_few_enough_for_a_certificate() -> None:
    assert local_names(TABLE) == (
        "bookgammon.local", "bookgammon-2.local", "bookgammon-3.local", "bookgammon-4.local",
    )  # fmt: skip


def test_the_page_has_a_name_while_others_may_see_it(device: Zeroconf, names: Names, tmp_path: Path) -> None:
    sharing = Sharing(tmp_path, HERE, names.at(TABLE_AT))
    with Page((), Seats(Side.LIGHT), "unused", 0, sharing=sharing) as page:
        port = int(page.url.rsplit(":", 1)[1].rstrip("/"))
        assert page.named_address() == ""
        sharing.change(True, keep=False)
        assert waits_for(lambda: bool(page.named_address()))
        assert page.named_address() == f"http://bookgammon.local:{port}/"
        for host, status in (("bookgammon.local", 200), ("bookgammon-2.local", 200), ("bookgammon.example", 421)):
            with closing(HTTPConnection(HERE, port, timeout=30)) as line:
                line.request("GET", "/api/state", headers={"Host": f"{host}:{port}"})
                assert line.getresponse().status == status
        sharing.change(False, keep=False)
        assert page.named_address() == ""
