"""Settings: answered once, readable by hand, never half written."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.values import plain
from bookgammon.access.addresses import EVERYWHERE, HERE
from bookgammon.commands import play
from bookgammon.errors import SettingsError
from bookgammon.files.settings import Settings, data_folder, load_settings, local_time, save_settings


def test_nothing_was_answered_at_first(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings(share=None)


@pytest.mark.parametrize("share", [True, False, None])
def test_an_answer_is_remembered(tmp_path: Path, share: bool | None) -> None:
    save_settings(tmp_path, Settings(share))
    assert load_settings(tmp_path) == Settings(share)
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]


@given(st.text(st.characters(exclude_categories=["Cs"])).filter(lambda text: plain(text) == normalize("NFC", text)))
def test_an_address_comes_back_whatever_stands_in_it(address: str) -> None:
    with TemporaryDirectory() as folder:
        save_settings(Path(folder), Settings(camera=address))
        assert load_settings(Path(folder)) == Settings(camera=address)


@pytest.mark.parametrize(
    "text",
    [
        *("share = ", 'share = "perhaps"', "share = 1", "\0\0"),
        *("camera = 0", "camera = []", r'camera = "a\u0000b"', r'camera = "\u202e"', f'camera = "{"x" * 4001}"'),
    ],
)
def test_a_torn_file_is_told_in_a_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.toml").write_text(text)
    with pytest.raises(SettingsError, match=r"settings\.toml"):
        load_settings(tmp_path)


@pytest.mark.parametrize("noted", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00"])
def test_a_time_that_the_clock_on_the_wall_cannot_show_is_shown_as_it_was_noted(noted: str) -> None:
    assert local_time(noted).endswith(noted[4:16].replace("T", " "))


def test_the_data_folder_is_made(tmp_path: Path) -> None:
    assert data_folder(tmp_path / "a" / "b").is_dir()


@pytest.mark.parametrize(
    ("answer", "host"), [("y", EVERYWHERE), ("YES", EVERYWHERE), ("", HERE), ("n", HERE)]
)
def test_tablets_are_asked_about_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, host: str
) -> None:
    questions: list[str] = []

    def answered(question: str) -> str:
        questions.append(question)
        return answer

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", answered)
    assert play.chosen_host(tmp_path) == host
    assert play.chosen_host(tmp_path) == host
    assert len(questions) == 1


def test_a_script_is_never_asked_and_stays_on_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert play.chosen_host(tmp_path) == "127.0.0.1"
    assert load_settings(tmp_path) == Settings(share=None)
