"""The command line: quick, documented, quiet where it should be, and one answer for each case."""

from __future__ import annotations

import argparse
import dataclasses
import html
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter.match.entered_events import EVENTS
from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.command_line import command_parser, main
from bookgammon.commands import SUMMARIES, demo, load
from bookgammon.commands.about import ADD_COMMANDS
from bookgammon.terminal.answers import ProgressLine
from bookgammon.terminal.libraries import explain_import
from bookgammon.terminal.match_options import add_rules, rules_from
from tests.commands.program import ROOT, environment, run
from translation.catalogue import languages
from web.app import create_app
from web.hub import Hub
from web.view import TableView

CASE = {
    "id": "opening",
    "points": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2],
    "bar": [0, 0],
    "off": [0, 0],
    "dice": [3, 1],
}
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"


class Screen(io.StringIO):
    """A stream that is a terminal, or is not."""

    def __init__(self, tty: bool) -> None:
        super().__init__()
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty


@pytest.mark.parametrize("name", SUMMARIES)
def test_every_command_helps_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        command_parser(name, load(name)).parse_args(["--help"])
    assert f"example:\n  {load(name).EXAMPLE.splitlines()[0]}" in capsys.readouterr().out


def test_called_alone_it_says_what_to_do_with_commands_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    told = re.findall(r"^  bookgammon (\w+)  ", capsys.readouterr().out, re.MULTILINE)
    assert told
    assert set(told) <= set(SUMMARIES)


@pytest.mark.parametrize("language", languages())
def test_the_guide_shows_every_command_with_its_options_in_the_readers_language(language: str) -> None:
    app = create_app(Hub(TableView(MatchState(), Seats(Side.LIGHT))))
    ADD_COMMANDS(app)
    page = html.unescape(app.test_client().get("/help/commands", headers={"Accept-Language": language}).text)
    for name in SUMMARIES:
        _, _, part = page.partition(f'<h2 id="bookgammon-{name}">')
        part = part.partition("<h2")[0]
        assert f"<code>{load(name).EXAMPLE}</code>" in part
        for action in command_parser(name, load(name))._actions[1:]:
            assert ", ".join(action.option_strings) or str(action.metavar or action.dest) in part
    plain = {"en": "without waiting and without a browser", "de": "ohne Warten und ohne Browser"}[language]
    assert f"<tr><td><code>--fast</code></td><td>{plain}</td></tr>" in page
    assert "<td><code>-v, --verbose</code></td>" in page
    assert "%(" not in page


def test_every_event_is_documented_with_its_fields() -> None:
    rows = (line.split("|") for line in (ROOT / "docs" / "json.md").read_text(encoding="utf-8").splitlines())
    told = {row[1].strip(" `"): re.findall(r"`(\w+)`", row[2]) for row in rows if len(row) == 5}
    for name, kind in EVENTS.items():
        fields = [field.name for field in dataclasses.fields(kind)]
        assert told[name] == fields[2:], name


def test_every_rule_is_an_option_with_its_own_name() -> None:
    parser = argparse.ArgumentParser()
    add_rules(parser)
    assert rules_from(parser.parse_args([])) == Rules()
    words = (
        "--length 7 --jacoby --no-crawford --beavers --automatic-doubles 2 --backgammon-counts 2 --early-roll void"
        " --die-on-checker valid --dice-leaf right --correction-window play --must-be-legal --warnings final"
        " --cube-limit 64 --variant nackgammon --clock delay --delay 8"
        " --bank 150 --time-out match --overtime 120 --coach --play-again never"
    )
    of_abak = "--variant abak --no-druid-hit --no-druid-joined --wounded-off-by-any --wounded-enter-by-any"
    given, given_abak = (rules_from(parser.parse_args(said.split())) for said in (words, of_abak))
    other = Rules(
        7, True, False, True, 2, 2, "void", "valid", "right", "play", True, "final", 64, "nackgammon", "delay", 8, 150,
        "match", 120, True, "never",
    )  # fmt: skip
    assert given == other
    assert given_abak == Rules(
        variant="abak", druid_hit=False, druid_joined=False, wounded_off_by_any=True, wounded_enter_by_any=True
    )
    for field in dataclasses.fields(Rules):  # rules of one variant are agreed with no other
        usual = getattr(Rules(), field.name)
        assert any(getattr(one, field.name) != usual for one in (given, given_abak)), field.name


def test_the_documented_house_rule_is_one_field_and_so_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    """The example of docs/contributing.md, as it stands there."""
    document = ROOT / "docs" / "contributing.md"
    blocks = re.findall(r"```python\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    (example,) = [block for block in blocks if "HouseRules" in block]
    names: dict[str, type[Rules]] = {}
    exec(compile(example, str(document), "exec", dont_inherit=True), names)
    house = names["HouseRules"]
    parser = argparse.ArgumentParser()
    add_rules(parser, house)
    given = rules_from(parser.parse_args(["--length", "0", "--no-gammons-count"]), house)
    assert dataclasses.asdict(given) == {**dataclasses.asdict(Rules(length=0)), "gammons_count": False}
    with pytest.raises(SystemExit):
        parser.parse_args(["--help"])
    assert "gammons count double and backgammons threefold (R43, R44) [on]" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    "words", ["--length -1", "--backgammon-counts 4", "--warnings loud", "--length five"]
)
def test_a_rule_that_cannot_be_is_wrong_usage(words: str) -> None:
    parser = argparse.ArgumentParser()
    add_rules(parser)
    with pytest.raises(SystemExit, match="2"):
        parser.parse_args(words.split())


def test_cases_are_answered_one_by_one_bad_ones_included() -> None:
    lines = [json.dumps(CASE), "{torn", "", json.dumps({"id": 7}), "[1]", json.dumps({**CASE, "id": 8})]
    done = run("plays", "--json", stdin="\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert done.stderr == ""
    assert [answer["id"] for answer in answers] == ["opening", None, 7, None, 8]
    assert ["error" in answer for answer in answers] == [False, True, True, True, False]
    assert len(answers[0]["results"]) == 16  # 3-1 from the start: as GNU Backgammon counts


def test_a_verdict_of_illegal_is_an_answer() -> None:
    after = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:5:10"
    done = run("judge", XGID, after)
    assert done.returncode == 0
    assert done.stdout.startswith("illegal (R23)")


def test_ids_go_both_ways() -> None:
    first = run("id", XGID).stdout.splitlines()[1]
    position, match = (part.split()[-1] for part in first.split(", "))
    assert position == "4HPwATDgc/ABMA"  # GNU Backgammon's position ID of the starting position
    again = run("id", f"{position}:{match}").stdout.splitlines()
    assert again[0].split(":")[:5] == XGID.split(":")[:5]


def test_whoever_stops_reading_is_no_accident(tmp_path: Path) -> None:
    asked = tmp_path / "cases.jsonl"
    asked.write_text("\n".join(json.dumps({**CASE, "id": number}) for number in range(2000)))
    words = [sys.executable, "-m", "bookgammon", "plays", "--json"]
    with (
        asked.open() as cases,
        subprocess.Popen(
            words, stdin=cases, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
        ) as running,
    ):
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        assert running.stderr.read() == ""


def test_a_missing_system_library_is_explained_with_the_fix() -> None:
    said = explain_import(
        ImportError("libGL.so.1: cannot open shared object file: No such file or directory")
    )
    assert "libGL.so.1" in said
    assert "apt-get install libgl1 libglib2.0-0" in said


def test_progress_is_for_terminals_only() -> None:
    for tty, shown in ((True, "\rReading 0 % \rReading 50 % \r\033[K"), (False, "")):
        screen = Screen(tty)
        progress = ProgressLine("Reading", 200, screen)
        for done in (0, 1, 100, 101):
            progress.show(done)
        progress.done()
        assert screen.getvalue() == shown


def test_the_example_of_legal_plays_is_answered() -> None:
    """The second line of it is typed as it stands, by people who learn the format from it."""
    typed = load("plays").EXAMPLE.split("echo '")[1].split("'")[0]
    done = run("plays", "--json", stdin=typed)
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["results"]) == 16


def test_a_fault_is_one_sentence_and_its_traceback_is_in_a_file() -> None:
    """Whether or not a log was begun before."""
    program = (
        "import sys; from bookgammon.command_line import report_crash\n"
        "try: [][0]\n"
        "except IndexError: report_crash(*sys.exc_info())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment()
    )  # fmt: skip
    (line,) = done.stderr.splitlines()
    assert "a fault (IndexError)" in line
    details = Path(line.rsplit("file ", 1)[1].rstrip("."))
    assert "Traceback" in details.read_text()
    details.unlink()


def test_the_demo_ends_quietly_where_nobody_can_press_enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that is closed, or Ctrl-D, is the end of input."""
    monkeypatch.setattr(demo, "follow_recording", lambda *_: None)
    monkeypatch.setattr(demo, "open_browser", lambda _: None)
    monkeypatch.setattr(demo, "record_text", lambda _: "")
    monkeypatch.setattr(sys, "stdin", Screen(True))
    assert main(["demo", "--data", str(tmp_path), "--port", "0"]) == 0
