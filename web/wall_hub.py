"""Where the wall leaves its tables and viewers pick up those that have changed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence

from web.followers import Followers

STREAMS = 12
HEARTBEAT_S = 5.0
LIFE_S = 300.0
PAUSE_S = 0.2
"""Between two deliveries to one viewer: a hall where all play at once is no faster to the eye."""


class WallHub(Followers):
    """The newest of each table as JSON. Nobody is paired here, so no streams are kept in reserve."""

    def __init__(self, streams: int = STREAMS) -> None:
        super().__init__(streams)
        self._version = int(time.time() * 1000)
        self._tables: dict[str, tuple[int, str]] = {}
        self._order: tuple[str, ...] = ()
        self._broker = ""

    def publish(self, changed: Mapping[str, str], order: Sequence[str], broker: str) -> None:
        """changed: the JSON of tables that look otherwise now; order: all tables; broker: what is wrong with it."""
        if not changed and tuple(order) == self._order and broker == self._broker:
            return
        with self._changed:
            self._version += 1
            self._order, self._broker = tuple(order), broker
            self._tables.update({name: (self._version, text) for name, text in changed.items()})
            for name in set(self._tables) - set(order):
                del self._tables[name]
            self._changed.notify_all()

    def text(self, since: int = 0) -> str:
        """The wall as one line of JSON, with the tables that have changed since that version."""
        with self._changed:
            tables = ",".join(text for version, text in self._tables.values() if version > since)
            order, broker = json.dumps(self._order), json.dumps(self._broker)
            return f'{{"version":{self._version},"broker":{broker},"order":{order},"tables":[{tables}]}}'

    @property
    def version(self) -> int:
        return self._version

    def wait(self, version: int, timeout: float) -> bool:
        """Whether there is something newer than `version`, after at most `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._version != version, timeout)
            return self._version != version


def wall_stream(hub: WallHub, heartbeat: float = HEARTBEAT_S, life: float = LIFE_S) -> Iterator[str]:
    """Server-sent events: `wall` now and whenever a table changed, `beat` when nothing happens."""
    end = time.monotonic() + life
    version = hub.version
    yield f"retry: 1000\n\n{_event('wall', hub.text())}"
    while not hub.closed and time.monotonic() < end:
        if hub.wait(version, heartbeat):
            newest = hub.version
            yield _event("wall", hub.text(version))
            version = newest
            time.sleep(PAUSE_S)
        else:
            yield _event("beat", f'{{"now":{time.time():.3f}}}')


def _event(name: str, data: str) -> str:
    return f"event: {name}\ndata: {data}\n\n"
