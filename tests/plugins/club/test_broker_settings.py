"""What people say of the broker: its address, `broker.toml`, the login."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookgammon.errors import BrokerSettingsError
from bookgammon.plugins.club.broker import parse_address, publishing_from
from bookgammon.plugins.club.topics import match_key, table_id


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mqtt://broker.local", ("broker.local", 1883, False)),
        ("broker.local", ("broker.local", 1883, False)),
        ("mqtts://club.example", ("club.example", 8883, True)),
        ("mqtt://192.168.1.5:1884/", ("192.168.1.5", 1884, False)),
        ("mqtt://[::1]:1883", ("::1", 1883, False)),
    ],
)
def test_an_address_is_understood(text: str, found: tuple[str, int, bool]) -> None:
    assert parse_address(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "", "http://broker", "mqtt://", "mqtt://host:0", "mqtt://host:port", "mqtt://host/topic", "mqtt://h:99999",
        "mqtt://a..b",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BrokerSettingsError, match=r"is not a broker's address: write mqtt://host"):
        parse_address(text)


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(BrokerSettingsError) as refused:
        parse_address("mqtt://anna:opensesame@broker")
    assert "opensesame" not in str(refused.value)


def test_the_command_line_counts_before_the_file(tmp_path: Path) -> None:
    (tmp_path / "broker.toml").write_text('address = "mqtt://one"\ntable = "Table 1"\nhome_assistant = false\n')
    kept = publishing_from(tmp_path, None, None)
    said = publishing_from(tmp_path, "mqtt://two:99", "Table 2")
    assert kept is not None
    assert said is not None
    assert (str(kept.broker), kept.table, kept.id, kept.home_assistant) == ("one:1883", "Table 1", "table-1", False)
    assert (str(said.broker), said.table, said.id) == ("two:99", "Table 2", "table-2")


def test_pictures_are_published_only_where_the_file_says_so(tmp_path: Path) -> None:
    for text, pictures in (("", False), ("pictures = true\n", True), ("pictures = false\n", False)):
        (tmp_path / "broker.toml").write_text(f'address = "mqtt://one"\ntable = "Table 1"\n{text}')
        found = publishing_from(tmp_path, None, None)
        assert found is not None
        assert found.pictures is pictures


def test_no_broker_named_means_none(tmp_path: Path) -> None:
    assert publishing_from(tmp_path, None, "Table 1") is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("address = ", "are torn"),
        ("adress = 'x'", "nothing to set called 'adress'"),
        ("address = 5", "address must be text in quotes"),
        ("address = 'mqtt://h'\nlogin = 'absent'", "cannot be read"),
        ("address = 'mqtts://h'\nca = 'absent.pem'", "cannot be used"),
        ("address = 'mqtt://h'\ntable = '♔♕'", "needs a name"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "broker.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BrokerSettingsError, match=sentence):
        publishing_from(tmp_path, None, None)


def test_a_login_that_others_may_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "broker.toml").write_text("address = 'mqtt://h'\nlogin = 'login'\n")
    login = tmp_path / "login"
    login.write_text("table-7\nopensesame\n")
    login.chmod(0o644)
    with pytest.raises(BrokerSettingsError, match="chmod 600"):
        publishing_from(tmp_path, None, "Table 7")
    login.chmod(0o600)
    publishing = publishing_from(tmp_path, None, "Table 7")
    assert publishing is not None
    assert (publishing.broker.user, publishing.broker.password) == ("table-7", "opensesame")
    assert "opensesame" not in repr(publishing)


@pytest.mark.parametrize(
    ("name", "found"),
    [("Table 7", "table-7"), ("Tisch Ä/+#", "tisch-a"), ("  7  ", "7"), ("♔", ""), ("x" * 99, "x" * 40)],
)
def test_a_name_becomes_part_of_a_topic(name: str, found: str) -> None:
    assert table_id(name) == found


def test_a_match_has_a_key_that_is_sorted_by_nothing_but_read_by_people() -> None:
    assert match_key(12, "2026-11-22T18:30:00+00:00") == "12-20261122T183000Z"
