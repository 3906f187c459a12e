"""Where the table leaves its newest view and viewers pick it up: publishing never waits for a viewer."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from web.followers import Followers
from web.view import TableView, view_json

STREAMS = 24
RESERVE = 12
"""Event streams more, for paired devices alone."""
HEARTBEAT = 5.0
LIFE = 300.0


class Hub(Followers):
    """The newest view as JSON, its version, and who may wait for the next one.

    Versions grow from the time of the start on, so that none means another view after a restart.
    """

    def __init__(self, first: TableView, streams: int = STREAMS, reserve: int = RESERVE) -> None:
        super().__init__(streams, reserve)
        self._version = int(time.time() * 1000)
        self._view = first
        self._json = _dump(first, self._version)

    def publish(self, view: TableView) -> None:
        """Make `view` the newest. Returns at once; a view equal to the last one changes nothing."""
        if view == self._view:
            return
        version = self._version + 1
        text = _dump(view, version)
        with self._changed:
            self._version, self._json, self._view = version, text, view
            self._changed.notify_all()

    @property
    def view(self) -> TableView:
        """The newest view itself."""
        return self._view

    def latest(self) -> tuple[int, str]:
        """The newest version and its JSON text, one line."""
        with self._changed:
            return self._version, self._json

    def wait(self, version: int, timeout: float) -> tuple[int, str] | None:
        """The newest view once it is another than `version`; None after `timeout` seconds or on closing."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._version != version, timeout)
            return None if self._version == version else (self._version, self._json)


def stream(hub: Hub, heartbeat: float = HEARTBEAT, life: float = LIFE) -> Iterator[str]:
    """Server-sent events: `state` now and at every change, `beat` with the clock when nothing happens.

    heartbeat: seconds between signs of life. life: seconds until the stream ends and the browser comes anew,
    so that a tab that nobody looks at cannot keep its place for ever.
    """
    end = time.monotonic() + life
    version, text = hub.latest()
    yield f"retry: 1000\n\n{_beat()}{_state(version, text)}"
    while not hub.closed and time.monotonic() < end:
        news = hub.wait(version, min(heartbeat, max(0.0, end - time.monotonic())))
        if news is None:
            yield _beat()
        else:
            version, text = news
            yield _state(version, text)


def _dump(view: TableView, version: int) -> str:
    return json.dumps(view_json(view, version), ensure_ascii=False, separators=(",", ":"))


def _state(version: int, text: str) -> str:
    return f"id: {version}\nevent: state\ndata: {text}\n\n"


def _beat() -> str:
    return f'event: beat\ndata: {{"now":{time.time():.3f}}}\n\n'
