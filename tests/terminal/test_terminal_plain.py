"""What strangers have written reaches no terminal as an order."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.match.events import MatchStarted
from arbiter.rules import Rules
from bookgammon.history.journal import Journal
from bookgammon.terminal.language import ask
from outside.sentences import plain
from tests.commands.program import run

ROOT = Path(__file__).parents[2]
ORDERS = "\x1b[2J\x1b]0;owned\x07\x9b31m\x08\r\u202e"
RECORD = f""" 5 point match

 Game 1
 Ann{ORDERS} : 0                    Bob : 0
  1) 31: 8/5 6/5                 62: 24/18 13/11
      Wins 1 point
"""


def obeyed(text: str) -> set[str]:
    orders = {*map(chr, range(32)), *map(chr, range(127, 160)), "\u202e"} - {"\n", "\t"}
    return orders & set(text)


def test_line_ends_tabs_and_letters_stay() -> None:
    text = "Zoë\t1\r\n二 ♥\n"
    assert plain(text) == text
    assert obeyed(plain(ORDERS + "".join(map(chr, range(0xA0))))) <= {"\r"}


@pytest.mark.parametrize("form", ["text", "mat", "sgf", "xgid"])
def test_a_strangers_record_gives_a_terminal_no_orders(form: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.mat"
    file.write_bytes(RECORD.replace("\r", "").encode())
    done = run("export", file, "--format", form)
    assert not obeyed(done.stdout + done.stderr)


def test_a_file_named_like_an_order_is_told_of_plainly(tmp_path: Path) -> None:
    done = run("export", tmp_path / "a\x1b[2J.mat")
    assert done.returncode == 1
    assert not obeyed(done.stdout + done.stderr)


def test_an_engines_answer_to_a_strangers_record_gives_no_orders(tmp_path: Path) -> None:
    file = tmp_path / "evening.mat"
    file.write_bytes(RECORD.replace("\r", "").encode())
    for words in (("analyse", file), ("analyse", file, "--json"), ("--language", "de", "analyse", file)):
        done = run(*words, "--data", tmp_path)
        assert not obeyed(done.stdout + done.stderr), words


def test_a_strangers_backup_gives_a_terminal_no_orders(tmp_path: Path) -> None:
    ours, backup, theirs = tmp_path / "ours", tmp_path / "evening.backup", tmp_path / "theirs"
    ours.mkdir()
    with Journal(ours / "journal.sqlite") as journal:
        match = journal.begin("2026-01-02T20:15:00+00:00", f"camera{ORDERS}")
        journal.append(match, [MatchStarted(0, 0.0, Rules(), (f"Ann{ORDERS}", f"Bob{ORDERS}"))])
    assert run("backup", backup, "--data", ours).returncode == 0
    restored = run("restore", backup, "--data", theirs)
    assert restored.returncode == 0, restored.stderr
    listed = run("export", "--data", theirs)
    logged = run("-v", "doctor", "--data", theirs)
    for done in (restored, listed, logged):
        assert not obeyed(done.stdout + done.stderr), done.args


def test_a_question_gives_a_terminal_no_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answered(question: str) -> str:
        asked.append(question)
        return "y"

    monkeypatch.setattr("builtins.input", answered)
    ask(f"Is this Ann{ORDERS}'s board?")
    assert not obeyed("".join(asked))


def test_wrong_words_give_a_terminal_no_orders() -> None:
    done = run("export", "evening.mat", "--format", f"mat{ORDERS}")
    assert done.returncode == 2
    assert not obeyed(done.stdout + done.stderr)


