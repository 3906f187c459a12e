"""Where the table leaves its newest view and viewers pick it up: publishing never waits for a viewer."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator

from arbiter.match.state import MatchState
from translation.catalogue import ENGLISH, catalogue
from web.containment import said_json
from web.state_view import state_json
from web.view import Json, TableView, view_json

STREAMS = 24
RESERVE = 12
"""Event streams more, for paired devices alone."""
HEARTBEAT = 5.0
LIFE = 300.0


class Followers:
    """What every hub of the server has in common.

    streams: how many event streams may be open at once; one address may hold half of them. reserve: how many more by
    paired devices. `_changed` guards what a hub holds and wakes whoever waits for something newer.
    """

    def __init__(self, streams: int, reserve: int = 0) -> None:
        self.streams, self.reserve = streams, reserve
        self._share = (streams + 1) // 2
        self._changed = threading.Condition()
        self._viewers: Counter[str] = Counter()
        self._paired = 0
        self._closed = False

    def enter(self, address: str, *, paired: bool = False) -> bool:
        """Take a place for an event stream; False where all that are for such a viewer are taken.

        Each True needs one `leave` with the same words.
        """
        with self._changed:
            if self._closed:
                return False
            if paired:
                free = self._paired < self.reserve
                self._paired += free
                return free
            if self._viewers.total() >= self.streams or self._viewers[address] >= self._share:
                return False
            self._viewers[address] += 1
            return True

    def leave(self, address: str, *, paired: bool = False) -> None:
        with self._changed:
            if paired:
                self._paired -= 1
            else:
                self._viewers[address] -= 1
                self._viewers += Counter()  # nobody is remembered who has left

    @property
    def followed(self) -> bool:
        """Whether anybody holds an event stream just now."""
        return self._viewers.total() + self._paired > 0

    @property
    def closed(self) -> bool:
        return self._closed

    def close(self) -> None:
        """End all streams; nobody is let in any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Hub(Followers):
    """The newest view, its version, and who may wait for the next one; as JSON in each language asked for.

    The table only leaves the view here. Its JSON is made once, in the thread of the first viewer who asks.
    Versions grow from the time of the start on, so that none means another view after a restart.
    """

    def __init__(self, first: TableView, streams: int = STREAMS, reserve: int = RESERVE) -> None:
        super().__init__(streams, reserve)
        self._version = int(time.time() * 1000)
        self._view = first
        self._making = threading.Lock()
        self._made = 0
        self._state: MatchState | None = None
        self._of_state: Json = {}
        self._json: Json = {}
        self._texts: dict[str, str] = {}

    def publish(self, view: TableView) -> None:
        """Make `view` the newest. Returns at once; a view equal to the last one changes nothing."""
        if view == self._view:
            return
        with self._changed:
            self._version, self._view = self._version + 1, view
            self._changed.notify_all()

    @property
    def view(self) -> TableView:
        """The newest view itself."""
        return self._view

    def latest(self, language: str = ENGLISH) -> tuple[int, str]:
        """The newest version and its JSON text, one line; made once for each view and language, however many look."""
        with self._making:
            with self._changed:
                version, view = self._version, self._view
            if version != self._made:
                if view.state is not self._state:
                    self._state, self._of_state = view.state, state_json(view.state)
                self._json, self._texts, self._made = view_json(view, version, self._of_state), {}, version
            if language not in self._texts:
                self._texts[language] = said_json(self._json, catalogue(language))
            return version, self._texts[language]

    def wait(self, version: int, timeout: float, language: str = ENGLISH) -> tuple[int, str] | None:
        """The newest view once it is another than `version`; None after `timeout` seconds or on closing."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._version != version, timeout)
            if self._version == version:
                return None
        return self.latest(language)


def stream(hub: Hub, heartbeat: float = HEARTBEAT, life: float = LIFE, language: str = ENGLISH) -> Iterator[str]:
    """Server-sent events: `state` now and at every change, `beat` with the clock when nothing happens.

    heartbeat: seconds between signs of life. life: seconds until the stream ends and the browser comes anew,
    so that a tab that nobody looks at cannot keep its place for ever.
    """
    end = time.monotonic() + life
    version, text = hub.latest(language)
    yield f"retry: 1000\n\n{_beat()}{_state(version, text)}"
    while not hub.closed and time.monotonic() < end:
        news = hub.wait(version, min(heartbeat, max(0.0, end - time.monotonic())), language)
        if news is None:
            yield _beat()
        else:
            version, text = news
            yield _state(version, text)


def _state(version: int, text: str) -> str:
    return f"id: {version}\nevent: state\ndata: {text}\n\n"


def _beat() -> str:
    return f'event: beat\ndata: {{"now":{time.time():.3f}}}\n\n'
