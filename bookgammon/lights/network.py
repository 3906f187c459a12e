"""WLED controllers in the local network: found by what they say of themselves (multicast DNS, RFC 6762).

Asked and answered on this network alone. An address is looked up anew whenever the line is opened, because routers give
others away.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from zeroconf import Error, InterfaceChoice, IPVersion, ServiceBrowser, ServiceStateChange, Zeroconf

from outside.network import is_local

_log = logging.getLogger(__name__)

SERVICE = "_wled._tcp.local."
LISTEN_S = 3.0
_ANSWER_MS = 1500
LOCAL_NAME = ".local"


@dataclass(frozen=True, slots=True)
class ControllerSeen:
    """name: under which it is asked for again, whatever its address is then."""

    name: str
    address: str


class Controllers:
    """The WLED controllers of this network, as they come and go. Use as a context manager; nothing waits.

    interfaces: the addresses of this machine at which to ask; None for all.
    """

    def __init__(self, interfaces: Iterable[str] | None = None) -> None:
        self._interfaces = list(interfaces) if interfaces is not None else None
        self._known: dict[str, ControllerSeen] = {}
        self._network: Zeroconf | None = None
        self._browser: ServiceBrowser | None = None

    def __enter__(self) -> Self:
        self._network = _multicast(self._interfaces)
        if self._network is not None:
            self._browser = ServiceBrowser(self._network, SERVICE, handlers=[self._heard])
        return self

    def __exit__(self, *_: object) -> None:
        if self._network is not None:
            self._network.close()
        self._network = None

    @property
    def seen(self) -> tuple[ControllerSeen, ...]:
        """Those that have told where they are."""
        return tuple(sorted(self._known.values(), key=lambda controller: controller.name))

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """In zeroconf's own thread, which names these words."""
        del service_type
        if state_change is ServiceStateChange.Removed:
            self._known = {known: seen for known, seen in self._known.items() if known != name}
            return
        local = [address for address in _told(zeroconf, name) if is_local(address)]
        if local:
            self._known = {**self._known, name: ControllerSeen(_host(name), local[0])}


def controllers(listen_s: float = LISTEN_S) -> tuple[ControllerSeen, ...]:
    """Those that answer within so many seconds."""
    with Controllers() as found:
        time.sleep(listen_s)
        return found.seen


def told_addresses(host: str) -> tuple[str, ...]:
    """Where a controller of that name is, as it says itself; empty where none answers."""
    network = _multicast(None)
    if network is None:
        return ()
    try:
        return _told(network, f"{host.removesuffix(LOCAL_NAME)}.{SERVICE}")
    finally:
        network.close()


def _host(service: str) -> str:
    """WLED's service has the name of its host."""
    return service.removesuffix(f".{SERVICE}") + LOCAL_NAME


def _told(network: Zeroconf, service: str) -> tuple[str, ...]:
    try:
        told = network.get_service_info(SERVICE, service, timeout=_ANSWER_MS)
    except (OSError, Error, TimeoutError) as error:
        _log.info("%s does not say where it is: %r", service, error)
        return ()
    return tuple(told.parsed_addresses(IPVersion.V4Only)) if told else ()


def _multicast(interfaces: list[str] | None) -> Zeroconf | None:
    try:
        return Zeroconf(interfaces=interfaces or InterfaceChoice.Default, ip_version=IPVersion.V4Only)
    except OSError as error:
        _log.info("no controllers on this network: %s", error)
        return None
