"""Our figures against those that GNU Backgammon prints of the same matches when it reads and analyses them itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.records import read_record
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.gnubg.analysis.match_analysis import analysed
from tests.plugins.gnubg.analysis.conftest import DATA
from tests.plugins.gnubg.analysis.printed import (
    TIE,
    cube_sorted,
    gnubg_exports,
    printed_statistics,
    printed_tokens,
    told_statistics,
    told_tokens,
)

MATCHES = sorted(DATA.glob("match-*.[ms][ag][tf]"))


@pytest.mark.parametrize("file", MATCHES, ids=lambda file: file.name)
def test_every_figure_is_the_one_gnubg_prints(file: Path, tmp_path: Path, gnubg: Engine) -> None:
    record = read_record(file.read_text(encoding="utf-8"))
    is_match = bool(record.rules.length)
    texts = gnubg_exports(file, tmp_path, plies=0)
    *_, analysis = analysed(record, gnubg, plies=0, background=False)
    assert len(texts) == len(analysis.known) == len(record.games)
    for text, game in zip(texts, analysis.known, strict=True):
        ways = [cube_sorted(told_tokens(game, shift)) for shift in (0.0, -TIE, TIE)]
        printed = cube_sorted(printed_tokens(text))
        assert [found for *told, found in zip(*ways, printed, strict=True) if found not in told] == []
        assert told_statistics([game], is_match) == _wanted(printed_statistics(text))
    if len(texts) > 1:
        sums = printed_statistics(texts[-1], "Match" if is_match else "Session")
        assert told_statistics(analysis.known, is_match) == _wanted(sums)


def _wanted(printed: dict[str, list[str]]) -> dict[str, list[str]]:
    """Without the averages that follow from the sums."""
    return {name: values for name, values in printed.items() if "rate" not in name or name == "Overall Error rate"}
