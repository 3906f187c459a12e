"""Two halls, each with a broker of its own, joined as the README.md of the club says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bookgammon.plugins.club.broker import Broker, Publishing
from bookgammon.plugins.club.wall import Wall
from tests.plugins.club.mosquitto import MISSING, Mosquitto, soon
from tests.plugins.club.simulated import SimulatedTable

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

DOC = Path(__file__).parents[3] / "bookgammon/plugins/club/README.md"


def bridge_to(port: int) -> str:
    """The documented bridge, to a broker of this machine that neither asks who comes nor encrypts."""
    found = re.search(r"^    connection hall-a\n(?:    .+\n)+", DOC.read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    lines = [line.strip() for line in found[0].splitlines() if "bridge_cafile" not in line]
    told = "\n".join(f"address 127.0.0.1:{port}" if line.startswith("address") else line for line in lines)
    return f"allow_anonymous true\n{told}\nrestart_timeout 1\n"


def test_a_wall_follows_another_hall_and_asks_it_for_what_it_missed(tmp_path: Path) -> None:
    happened: list[tuple[str, str, int]] = []
    with Mosquitto(tmp_path / "a") as here, Mosquitto(tmp_path / "b", bridge_to(here.port)) as there:
        wall = Wall(
            Broker("127.0.0.1", here.port), "127.0.0.1", 0, say=lambda _: None,
            happened=lambda some: happened.extend((one.id, one.match, one.number) for one in some),
        )  # fmt: skip
        table = SimulatedTable(Publishing(Broker("127.0.0.1", there.port), "Table 7", "table-7"), tmp_path, 4)
        with wall, table.publisher:
            table.happen()
            soon(lambda: "b-table-7" in wall.club.reports())
            for _ in range(20):
                table.happen()
            here.kill()
            for _ in range(20):
                table.happen()
            here.start()
            every = [("b-table-7", one.key, one.number) for one in table.journal.events]
            soon(lambda: happened[-1:] == every[-1:])
        assert happened == every[len(every) - len(happened) :]
        assert len(happened) >= len(every) - 1
