"""What Home Assistant shows of a table: `python -m lab.campaigns.home_assistant PYTHON`.

PYTHON: the interpreter of an environment in which Home Assistant is installed with what its MQTT integration needs
(`pip install homeassistant paho-mqtt janus`, at the versions that its manifests name). A real Mosquitto, the real
publisher over a simulated table and a real Home Assistant, which is told nothing but the broker's address.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

from bookgammon.plugins.club.broker import Broker, Publishing
from bookgammon.plugins.club.club_table import SILENT_S
from tests.plugins.club.mosquitto import Mosquitto
from tests.plugins.club.simulated import SimulatedTable

INSIDE = Path(__file__).with_name("inside_home_assistant.py")
STARTS_S = 120.0
ENTITIES = (
    "sensor.table_7_score",
    "sensor.table_7_cube",
    "sensor.table_7_turn",
    "binary_sensor.table_7_illegal_play",
    "binary_sensor.table_7_needs_a_look",
)


class HomeAssistant:
    """Runs while its `with` block runs. states: of each entity, oldest first."""

    def __init__(self, python: Path, folder: Path, port: int) -> None:
        (folder / ".storage").mkdir(parents=True)
        (folder / "configuration.yaml").write_text("homeassistant:\n  name: Club\nhttp:\n  server_host: 127.0.0.1\n")
        entry = {
            "entry_id": "club", "version": 1, "minor_version": 1, "domain": "mqtt", "title": "broker",
            "data": {"broker": "127.0.0.1", "port": port}, "options": {}, "pref_disable_new_entities": False,
            "pref_disable_polling": False, "source": "user", "unique_id": None, "disabled_by": None,
        }  # fmt: skip
        stored = {"version": 1, "minor_version": 1, "key": "core.config_entries", "data": {"entries": [entry]}}
        (folder / ".storage" / "core.config_entries").write_text(json.dumps(stored))
        self.states: dict[str, list[str]] = {}
        self.names: dict[str, str] = {}
        self._said = (folder / "said.txt").open("wb")
        self._process = subprocess.Popen(
            [str(python), str(INSIDE), str(folder)], stdout=subprocess.PIPE, stderr=self._said
        )
        self._reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> Self:
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._said.close()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            told: dict[str, Any] = json.loads(line)
            if told["platform"] == "mqtt":
                self.states.setdefault(told["entity"], []).append(told["state"])
                self.names[told["entity"]] = told.get("name", "")

    def newest(self) -> dict[str, str]:
        return {entity: states[-1] for entity, states in self.states.items()}


def until(true: Callable[[], object], seconds: float, what: str) -> float:
    """How many seconds it took. Raises TimeoutError with what was waited for."""
    began = time.monotonic()
    while not true():
        if time.monotonic() - began > seconds:
            raise TimeoutError(what)
        time.sleep(0.05)
    return time.monotonic() - began


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", type=Path)
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name, Mosquitto(Path(name) / "broker") as broker:
        table = SimulatedTable(Publishing(Broker("127.0.0.1", broker.port), "Table 7", "table-7"), Path(name), 2)
        with HomeAssistant(args.python, Path(name) / "home", broker.port) as home:
            try:
                with table.publisher:
                    watch(table, home)
                until(lambda: set(home.newest().values()) == {"unavailable"}, SILENT_S, "all unavailable")
                print("put away: all unavailable")
            except TimeoutError as error:
                print((Path(name) / "home" / "said.txt").read_text(errors="replace")[-3000:], file=sys.stderr)
                print(f"never came: {error}; {home.newest()}", file=sys.stderr)
                return 1
    return 0


def watch(table: SimulatedTable, home: HomeAssistant) -> None:
    took = until(lambda: set(ENTITIES) <= home.newest().keys(), STARTS_S, "the entities")
    print(f"found by itself {took:.1f} s after Home Assistant began to start: {home.names}")
    while table.state.warning is None:
        table.happen()
    until(lambda: home.newest()[ENTITIES[3]] == "on", SILENT_S, "the warning")
    print(f"an illegal play: {home.newest()}")
    while max(table.state.score) == 0:
        table.happen()
    score = "{}-{}".format(*table.state.score)
    until(lambda: home.newest()[ENTITIES[0]] == score, SILENT_S, "the score")
    print(f"a game won: {home.newest()}")


if __name__ == "__main__":
    sys.exit(main())
