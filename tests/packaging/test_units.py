"""What starts with the machine: each unit asks for what there is."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from bookgammon.command_line import command_parser
from bookgammon.commands import load
from bookgammon.files.settings import PORT
from tests.web.tables import to_roll
from web.app import create_app
from web.hub import Hub
from web.kiosk import add_kiosk

ROOT = Path(__file__).parents[2]
UNITS = ("bookgammon.service", "bookgammon-kiosk.service", "bookgammon-screen@.service")


def unit_of(name: str) -> configparser.ConfigParser:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # as its documentation does
    unit.read(ROOT / "install" / name)
    return unit


@pytest.mark.parametrize("name", ["bookgammon.service", "bookgammon-kiosk.service"])
def test_the_service_starts_a_command_that_there_is(name: str) -> None:
    unit = unit_of(name)
    program, command, *words = shlex.split(unit["Service"]["ExecStart"])
    assert program == "%h/.local/bin/bookgammon"
    command_parser(command, load(command)).parse_args(words)
    assert unit["Install"]["WantedBy"] == "default.target"
    assert int(unit["Service"]["TimeoutStopSec"]) > 2


def test_the_screen_shows_the_kiosks_page_where_the_program_serves_it() -> None:
    shown = shlex.split(unit_of("bookgammon-screen@.service")["Service"]["ExecStart"].replace("\\\n", " "))
    assert shown[-1] == f"http://127.0.0.1:{PORT}/kiosk"
    app = create_app(Hub(to_roll()))
    add_kiosk(app)
    assert app.test_client().get("/kiosk").status_code == 200


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_the_units(tmp_path: Path, name: str) -> None:
    """It says of each line that it does not know that it is passed over; programs that are not here are no matter."""
    copy = tmp_path / name.replace("@", "@somebody")
    shutil.copyfile(ROOT / "install" / name, copy)
    user = () if "@" in name else ("--user",)
    done = subprocess.run(
        ["systemd-analyze", "verify", *user, str(copy)], capture_output=True, text=True, check=False,
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
    )  # fmt: skip
    said = [line for line in done.stderr.splitlines() if copy.name in line and "not executable" not in line]
    assert not said


def test_the_rules_of_udev_are_rules() -> None:
    lines = (ROOT / "install" / "70-bookgammon.rules").read_text().splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules
    for line in rules:
        for part in line.split(","):
            assert re.fullmatch(r'\s*(SUBSYSTEM|ATTRS\{\w+\}|TAG)(==|\+=)"[^"]+"\s*', part), part
