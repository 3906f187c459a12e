"""Where the wall leaves its tables and viewers pick up those that have changed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from translation.catalogue import ENGLISH, Catalogue, catalogue
from web.containment import said_json
from web.hub import Followers

Json = dict[str, Any]

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
        self._tables: dict[str, tuple[int, Json]] = {}
        self._texts: dict[tuple[str, str], tuple[int, str]] = {}
        self._order: tuple[str, ...] = ()
        self._broker = ""

    def publish(self, changed: Mapping[str, Json], order: Sequence[str], broker: str) -> None:
        """changed: the JSON of tables that look otherwise now; order: all tables; broker: what is wrong with it."""
        if not changed and tuple(order) == self._order and broker == self._broker:
            return
        with self._changed:
            self._version += 1
            self._order, self._broker = tuple(order), broker
            self._tables.update({name: (self._version, table) for name, table in changed.items()})
            for name in set(self._tables) - set(order):
                del self._tables[name]
            self._texts = {key: kept for key, kept in self._texts.items() if key[0] in self._tables}
            self._changed.notify_all()

    def text(self, since: int = 0, language: str = ENGLISH) -> str:
        """The wall as one line of JSON, with the tables that have changed since that version."""
        here = catalogue(language)
        with self._changed:
            changed = (name for name, (version, _) in self._tables.items() if version > since)
            tables = ",".join([self._text(name, here) for name in changed])
            order, broker = json.dumps(self._order), json.dumps(here.say(self._broker))
            return f'{{"version":{self._version},"broker":{broker},"order":{order},"tables":[{tables}]}}'

    def _text(self, name: str, here: Catalogue) -> str:
        """One table's JSON, made once for each version and language."""
        version, table = self._tables[name]
        made, text = self._texts.get((name, here.language), (0, ""))
        if made != version:
            text = said_json(table, here)
            self._texts[name, here.language] = version, text
        return text

    @property
    def version(self) -> int:
        return self._version

    def wait(self, version: int, timeout: float) -> bool:
        """Whether there is something newer than `version`, after at most `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._version != version, timeout)
            return self._version != version


def wall_stream(
    hub: WallHub, heartbeat: float = HEARTBEAT_S, life: float = LIFE_S, language: str = ENGLISH
) -> Iterator[str]:
    """Server-sent events: `wall` now and whenever a table changed, `beat` when nothing happens."""
    end = time.monotonic() + life
    version = hub.version
    yield f"retry: 1000\n\n{_event('wall', hub.text(0, language))}"
    while not hub.closed and time.monotonic() < end:
        if hub.wait(version, heartbeat):
            newest = hub.version
            yield _event("wall", hub.text(version, language))
            version = newest
            time.sleep(PAUSE_S)
        else:
            yield _event("beat", f'{{"now":{time.time():.3f}}}')


def _event(name: str, data: str) -> str:
    return f"event: {name}\ndata: {data}\n\n"
