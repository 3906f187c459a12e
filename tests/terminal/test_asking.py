"""Nobody answers a question on the terminal: Ctrl-D is no fault, and is not kept as an answer."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from bookgammon.access.addresses import EVERYWHERE, HERE
from bookgammon.commands.demo import AWAY_S, LOOK_S, stay_while
from bookgammon.commands.play import chosen_host
from bookgammon.files.settings import load_settings, local_time


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("typed", "host", "kept"), [("", HERE, None), ("y\n", EVERYWHERE, True), ("\n", HERE, False)])
def test_whether_others_may_see_the_page(
    typed: str, host: str, kept: bool | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    assert chosen_host(tmp_path) == host
    assert load_settings(tmp_path).share is kept


def test_the_demo_without_a_terminal_stays_while_somebody_looks() -> None:
    """A browser opens its stream anew now and then; who has gone for good is not waited for."""
    waited: list[float] = []
    looks = iter([True, True, False, True, *[False] * 100])
    stay_while(lambda: next(looks), waited.append)
    assert sum(waited) == 3 * LOOK_S + AWAY_S
    waited.clear()
    stay_while(lambda: False, waited.append)
    assert waited == []


def test_times_are_those_of_the_clock_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = "2026-01-02T23:30:00+00:00"
    shown = local_time(noted)
    assert shown[:8] == "2026-01-"
    assert len(shown) == len("2026-01-02 20:15")
    assert "T" not in shown
