"""The name under which devices on the same network find the page: bookgammon.local, by multicast DNS (RFC 6762).

Said on this network alone, and only while others may see the page. Where the name is somebody else's, the next one is
taken: bookgammon-2.local. Where there is no network yet, or none that carries multicast, the page is found by its
address as ever, and the name is tried again every minute.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Self

from arbiter.message import Message
from bookgammon.access.addresses import HERE, TABLE, local_names, own_address
from bookgammon.terminal.answers import say
from bookgammon.workers.worker import Worker, Workers

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

_log = logging.getLogger(__name__)

_AGAIN_S = 60.0
"""Another address, a network that has come up, another machine that took the name at the same moment."""
_ANSWER_MS = 750
"""RFC 6762, 8.1: whoever has a name defends it within three quarters of a second."""
_END_S = 3.0
_PART = Message("the page's name on this network")
_SERVICE = "_http._tcp.local."
_TITLE = "Bookgammon Companion"


class LocalName:
    """Keeps the page's name on the network, from a thread of its own; everything else returns at once.

    title: what it is called, with a number where the name is taken. address: this machine's, HERE where it is on no
    network. notify: gets a sentence that says where the page is found by name.
    """

    def __init__(
        self,
        title: str = TABLE,
        *,
        address: Callable[[], str] = own_address,
        notify: Callable[[str], None] = say,
        workers: Workers | None = None,
    ) -> None:
        self._names, self._address, self._notify = local_names(title), address, notify
        self._changed = threading.Condition()
        self._news = self._closed = False
        self._port: int | None = None
        self._shown: _Announced | None = None
        self._begun = False
        self._worker = Worker(workers or Workers(), "local name", _PART, self._keep, wake=self._end)
        self._host = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def host(self) -> str:
        """The name that is on the network now; empty where none is."""
        return self._host

    def announce(self, port: int) -> None:
        """The page listens at that port, for everybody on this network."""
        self._change(port)

    def withdraw(self) -> None:
        """The page is this machine's alone."""
        self._change(None)

    def close(self) -> None:
        """Take the name off the network, and wait for that for a moment."""
        self._worker.stop(_END_S)

    def _end(self) -> None:
        with self._changed:
            self._closed = self._news = True
            self._changed.notify()

    def _change(self, port: int | None) -> None:
        with self._changed:
            if port == self._port or self._closed:
                return
            self._port, self._news = port, True
            begins, self._begun = not self._begun, True
            self._changed.notify()
        if begins:
            self._worker.start()

    def _keep(self, worker: Worker) -> None:
        while True:
            worker.works_on(self._host)
            with self._changed:
                self._news = False
                port = None if self._closed else self._port
            address = self._address()
            wanted = (address, port) if port is not None and address != HERE else None
            shown = self._shown
            if shown is not None and (shown.where != wanted or shown.gives_way()):
                self._take_back(shown)
            if wanted is not None and self._shown is None:
                self._shown = shown = _shown(self._names, *wanted)
                if shown is not None:
                    self._host = shown.host
                    self._notify(
                        Message("The page is also at {address}", address=f"http://{shown.host}:{shown.where[1]}/")
                    )
            with self._changed:
                if self._closed:
                    break
                self._changed.wait_for(lambda: self._news, _AGAIN_S)
        if self._shown is not None:
            self._take_back(self._shown)

    def _take_back(self, shown: _Announced) -> None:
        self._host, self._shown = "", None
        shown.end()


class _Announced:
    """A name that is on the network. where: the address and port it leads to."""

    def __init__(self, responder: Zeroconf, service: ServiceInfo, host: str, where: tuple[str, int]) -> None:
        self._responder, self._service = responder, service
        self.host, self.where = host, where

    def gives_way(self) -> bool:
        """Whether another machine took the same name at the same moment; the lower address keeps it."""
        return any(_ordered(other) < _ordered(self.where[0]) for other in _heard(self._responder, self.host))

    def end(self) -> None:
        from zeroconf import Error  # noqa: PLC0415 - loaded by now

        try:
            self._responder.unregister_service(self._service)
        except (OSError, Error, TimeoutError) as error:  # the network is gone
            _log.info("the name %s could not be taken back: %r", self.host, error)
        self._responder.close()


def _shown(names: tuple[str, ...], address: str, port: int) -> _Announced | None:
    """The first of the names that nobody else has, on the network from now on; None where that cannot be."""
    from zeroconf import Error, IPVersion, ServiceInfo, Zeroconf  # noqa: PLC0415 - only where others may see the page

    try:
        responder = Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
    except OSError as error:
        _log.info("no name on this network: %s", error)
        return None
    try:
        for host in names:
            if _is_taken(responder, host, address):
                continue
            service = ServiceInfo(
                _SERVICE, f"{_TITLE}.{_SERVICE}",
                addresses=[socket.inet_aton(address)], port=port, server=f"{host}.", properties={"path": "/"},
            )  # fmt: skip
            responder.register_service(service, allow_name_change=True)
            return _Announced(responder, service, host, (address, port))
        _log.info("no name on this network: all of %s are taken", ", ".join(names))
    except (OSError, Error, TimeoutError) as error:
        _log.info("no name on this network: %r", error)
    responder.close()
    return None


def _is_taken(responder: Zeroconf, host: str, address: str) -> bool:
    """Whether another machine has it. A second table on this one may share it: its port is another."""
    # mypy: its __all__ forgets it
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]  # noqa: PLC0415 - loaded by now

    AddressResolverIPv4(f"{host}.").request(responder, _ANSWER_MS)
    return any(other != address for other in _heard(responder, host))


def _heard(responder: Zeroconf, host: str) -> list[str]:
    """The addresses that have been heard under that name and still hold."""
    # mypy: its __all__ forgets it
    from zeroconf import DNSAddress, current_time_millis  # type: ignore[attr-defined]  # noqa: PLC0415 - loaded by now

    now = current_time_millis()
    return [
        socket.inet_ntoa(record.address)
        for record in responder.cache.entries_with_name(f"{host}.")
        if isinstance(record, DNSAddress) and len(record.address) == 4 and not record.is_expired(now)
    ]


def _ordered(address: str) -> bytes:
    return socket.inet_aton(address)
