from __future__ import annotations

import ipaddress
import socket

import pytest

from web import address


@pytest.mark.parametrize(
    ("host", "names"),
    [
        ("Salon", {"salon", "salon.local"}),
        ("salon.local", {"salon", "salon.local"}),
        ("salon.example.org", {"salon.example.org", "salon.local"}),
    ],
)
def test_a_machine_is_known_by_its_name_and_by_its_local_name(
    monkeypatch: pytest.MonkeyPatch, host: str, names: set[str]
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    assert address.own_names() == names


def test_the_address_is_one_that_others_can_reach_or_none() -> None:
    found = address.network_address()
    assert found is None or not ipaddress.ip_address(found).is_loopback
