"""A crowd of invented tables before a real broker and a real wall: `python -m lab.campaigns.club_crowd [--invented
5000]`.

Nobody has access lists here. Invented names say one byte, rubbish, a valid state once; real tables begin among them.
Tells how long it took until each real one was on the wall, whether one was gone later, and what the wall holds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from random import Random

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from bookgammon.plugins.club.report import report_to_json
from tests.plugins.club.mosquitto import Mosquitto
from tests.plugins.club.test_club_state import moving
from tests.ports import free_port

EVERY_S = 4.0


@dataclass
class Crowd:
    """What came of it. slowest: seconds until a real table was shown; gaps: how often one was missing afterwards."""

    slowest: float
    gaps: int
    resident_mib: float
    shown: int


def state(name: str, number: int) -> bytes:
    return json.dumps(report_to_json(moving(table=name, run="a", number=number))).encode()


def invented(number: int, chance: Random) -> list[tuple[str, bytes]]:
    """What one invented name says."""
    base = f"bookgammon/invented-{number}"
    rubbish = [
        (f"{base}/availability", b"x"),
        (f"{base}/state", chance.randbytes(200)),
        (f"{base}/picture", b"\xff\xd8\xff" + bytes(2000)),
        (f"{base}/result/1-20260131T180000Z", chance.randbytes(2000)),
    ]
    return [*rubbish, (f"{base}/state", state(f"Invented {number}", 1))]


def run(folder: Path, names: int, real: int) -> Crowd:
    port = free_port()
    chance = Random(1)
    with Mosquitto(folder / "broker") as broker:
        wall = subprocess.Popen(
            [sys.executable, "-m", "bookgammon", "wall", "--broker", broker.address, "--port", str(port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        client = mqtt.Client(CallbackAPIVersion.VERSION2)
        client.max_queued_messages_set(0)
        client.connect("127.0.0.1", broker.port)
        client.loop_start()
        try:
            return _held(client, port, wall.pid, names, real, chance)
        finally:
            client.loop_stop()
            client.disconnect()
            wall.terminate()
            wall.wait(10)


def _held(client: mqtt.Client, port: int, wall: int, names: int, real: int, chance: Random) -> Crowd:
    end = time.monotonic() + 30
    while not _shown(port) and time.monotonic() < end:
        client.publish("bookgammon/first/state", state("First", int(time.monotonic())))
        time.sleep(0.2)
    began: dict[str, float] = {}
    seen: dict[str, float] = {}
    next_state: dict[str, float] = {}
    gaps: list[int] = []
    over, number = threading.Event(), 0

    def look() -> None:
        while not over.wait(0.2):
            gaps.append(_looked(port, dict(began), seen))

    watch = threading.Thread(target=look)
    watch.start()
    for step in range(names):
        for topic, payload in invented(step, chance):
            client.publish(topic, payload)
        now = time.monotonic()
        if step % (names // real) == 0:
            name = f"real-{len(began)}"
            began[name], next_state[name] = now, now
        for name, at in next_state.items():
            if now >= at:
                number += 1
                client.publish(f"bookgammon/{name}/state", state(name, number))
                next_state[name] = now + EVERY_S
        time.sleep(0.004)
    time.sleep(3.0)
    over.set()
    watch.join()
    status = Path(f"/proc/{wall}/status").read_text(encoding="ascii")
    resident = int(status.split("VmRSS:")[1].split()[0]) / 1024
    slowest = max(seen.get(name, float("inf")) - at for name, at in began.items())
    return Crowd(slowest, sum(gaps), resident, len(_shown(port)))


def _looked(port: int, began: dict[str, float], seen: dict[str, float]) -> int:
    shown, now, gaps = _shown(port), time.monotonic(), 0
    for name in began:
        if name in shown:
            seen.setdefault(name, now)
        elif name in seen:
            gaps += 1
    return gaps


def _shown(port: int) -> set[str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/wall", timeout=10) as answer:
            return set(json.load(answer)["order"])
    except OSError:
        return set()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--invented", type=int, default=5000)
    parser.add_argument("--real", type=int, default=32)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        came = run(Path(name), args.invented, args.real)
    print(
        f"{args.invented} invented tables, {args.real} real ones: each on the wall after at most {came.slowest:.2f} s, "
        f"missing {came.gaps} times afterwards; {came.shown} shown; the wall holds {came.resident_mib:.0f} MiB"
    )


if __name__ == "__main__":
    main()
