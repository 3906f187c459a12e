"""Every command says in German what is wrong, down to what argparse says by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookgammon.command_line import main
from bookgammon.commands import SUMMARIES
from bookgammon.terminal.language import choose_language

WRONG = [
    *(f"{command} --no-such-option" for command in SUMMARIES),
    "no-such-command",
    "play --length -1",
    "play --score seven",
    "play --cube-limit 3",
    "play --names Anna",
    "play --overlay-chances 99",
    "play 0 --board nowhere.toml",
    "read --board nowhere.toml nowhere.png",
    "read",
    "watch nowhere.mp4 --board nowhere.toml",
    "watch --warnings loud x --board y",
    "calibrate --start nowhere.png --out here.toml",
    "id",
    "id XGID=1",
    "plays nonsense 3-1",
    "judge nonsense",
    "export 999",
    "export --format nonsense",
    "analyse 999",
    "leds fly",
    "leds --seconds x",
    "wall",
    "restore nowhere.zip",
    "backup --nowhere",
]


def said(words: str, language: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The last line on standard error."""
    try:
        code = main(["--language", language, *words.split()])
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    finally:
        choose_language(())
    assert code in (1, 2), words
    return capsys.readouterr().err.strip().splitlines()[-1]


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_said_in_german(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    english, german = said(words, "en", capsys), said(words, "de", capsys)
    assert german != english
