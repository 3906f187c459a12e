"""The documented access lists and TLS, before a real Mosquitto that has them."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookgammon.plugins.club.broker import Publishing, publishing_from
from bookgammon.plugins.club.report import report_to_json
from tests.plugins.club.heard import Heard
from tests.plugins.club.mosquitto import MISSING, Mosquitto, soon
from tests.plugins.club.simulated import SimulatedTable
from tests.plugins.club.test_club_state import moving

PASSWD = shutil.which("mosquitto_passwd")
OPENSSL = shutil.which("openssl")
ACL = Path(__file__).parents[3] / "docs" / "mosquitto" / "bookgammon.acl"
pytestmark = pytest.mark.skipif(bool(MISSING) or not PASSWD, reason=MISSING or "needs mosquitto_passwd")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    passwords, lists = tmp_path / "passwords", tmp_path / "acl"
    passwords.touch()
    for user in ("table-7", "table-8", "wall"):
        subprocess.run([str(PASSWD), "-b", str(passwords), user, "opensesame"], check=True)
    shutil.copy(ACL, lists)
    for path in (passwords, lists):
        path.chmod(0o644)  # the broker gives up root's rights
    tmp_path.chmod(0o755)
    more = f"allow_anonymous false\npassword_file {passwords}\nacl_file {lists}\nuser root\nmessage_size_limit 300000"
    with Mosquitto(tmp_path / "broker", more) as running:
        yield running


def table_at(address: str, data: Path, name: str, more: str = "") -> SimulatedTable:
    login = data / "login"
    login.touch(mode=0o600)
    login.write_text(f"{name.lower().replace(' ', '-')}\nopensesame\n")
    (data / "broker.toml").write_text(f'login = "login"\n{more}', encoding="utf-8")
    publishing = publishing_from(data, address, name)
    assert isinstance(publishing, Publishing)
    return SimulatedTable(publishing, data, 1)


def kept_mark(table: SimulatedTable) -> int:
    """How many of its events the broker has acknowledged."""
    return table.mark.mark.number


def test_no_table_can_speak_as_another_and_the_wall_hears_all(broker: Mosquitto, tmp_path: Path) -> None:
    table = table_at(broker.address, tmp_path, "Table 7")
    with Heard(broker.port, "bookgammon/#", "wall", "opensesame") as wall, table.publisher:
        table.happen()
        wall.until(lambda: wall.payloads("state") and wall.payloads("event"))
        with Heard(broker.port, "bookgammon/table-8/get", "table-8", "opensesame") as rogue:
            lie = json.dumps(report_to_json(moving(table="Table 7", run="liar")))
            rogue.publish("bookgammon/table-7/state", lie, retain=True)
            rogue.publish("bookgammon/table-8/availability", "online", retain=True)
            wall.until(lambda: any(topic == "bookgammon/table-8/availability" for topic, _, _ in wall.messages))
        assert all(state["run"] != "liar" for state in wall.payloads("state"))
        ask = {"match": table.journal.events[0].key, "from": 1, "to": 1}
        wall.publish("bookgammon/table-7/get", json.dumps(ask))
        wall.until(lambda: len(wall.payloads("event")) == 2)


def test_who_has_no_name_of_a_table_invents_none_and_hears_nothing(broker: Mosquitto) -> None:
    with (
        Heard(broker.port, "bookgammon/#", "wall", "opensesame") as wall,
        Heard(broker.port, "bookgammon/#", "table-8", "opensesame") as rogue,
    ):
        for number in range(50):
            rogue.publish(f"bookgammon/invented-{number}/state", json.dumps(report_to_json(moving())))
        rogue.publish("bookgammon/table-8/availability", "online")
        wall.until(lambda: wall.messages)
        assert {topic for topic, _, _ in wall.messages} == {"bookgammon/table-8/availability"}
        assert not rogue.messages


def test_whoever_has_a_wrong_password_is_told_once(broker: Mosquitto, tmp_path: Path) -> None:
    table = table_at(broker.address, tmp_path, "Table 9")
    said = table.said
    with table.publisher:
        soon(lambda: said)
    assert "refuses us" in said[0]
    assert "opensesame" not in said[0]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho leaves that socket to the gc
@pytest.mark.skipif(OPENSSL is None, reason="needs openssl")
def test_a_broker_behind_tls_is_trusted_by_the_clubs_own_authority_only(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "club.pem"
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"
    subprocess.run(
        [str(OPENSSL), *words.split(), "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True
    )
    tls = f"allow_anonymous true\nuser root\ncertfile {certificate}\nkeyfile {key}"
    with Mosquitto(tmp_path / "broker", tls) as broker:
        address = f"mqtts://127.0.0.1:{broker.port}"
        stranger = table_at(address, tmp_path, "Table 1")
        said = stranger.said
        friend = table_at(address, tmp_path, "Table 2", 'ca = "club.pem"\n')
        with stranger.publisher, friend.publisher:
            friend.happen()
            soon(lambda: said)
            soon(lambda: kept_mark(friend) >= 1)
        assert "certificate that cannot be trusted" in said[0]
