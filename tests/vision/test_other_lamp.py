"""Another lamp than the bare board's: no checker on the bar that is not there, no hand that is not there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from arbiter.referee.evidence import Evidence
from lab.simulator.mishaps import switched
from lab.simulator.positions import several
from lab.simulator.scene import Label, render
from lab.simulator.stills import arm, random_layout
from tests.vision.boards import SAMPLES, calibrated, scenes
from vision.cells import Cells
from vision.reader import Reader
from vision.reading import reading_of
from vision.seen import Seen

SEEDS = range(45_000, 45_006)
PER_BOARD = 4

Look = tuple[Reader, Seen, Label]


@pytest.fixture(scope="module")
def looks() -> list[Look]:
    """The last of each board's pictures shows an arm."""
    return list(_looks())


def _looks() -> Iterator[Look]:
    for scene in scenes(SEEDS, "ordinary"):
        reader, rng = Reader(calibrated(scene)), np.random.default_rng((scene.seed, 35))
        for index, (position, roller) in enumerate(several(rng, PER_BOARD + 1)):
            lit = replace(scene, lamp=switched(scene.lamp, rng))
            hand = arm(scene, rng) if index == PER_BOARD else None
            image, label = render(lit, random_layout(lit, position, roller, rng), hand, shot=2 + index, samples=SAMPLES)
            yield reader, reader.read_region(reader.prepared(image)), {**label, "arm": hand is not None}


def evidence(reader: Reader, seen: Seen, standing: Cells | None = None) -> Evidence:
    return reader.evidence(seen, 0, 0.0, standing)


def test_the_bar_is_read_as_well(looks: list[Look]) -> None:
    read = [
        reading_of(evidence(reader, seen)).position.bar == (label["bar"]["light"], label["bar"]["dark"])
        for reader, seen, label in looks
        if not label["arm"]
    ]
    assert np.mean(read) > 0.95, read


def test_an_arm_is_seen_and_hardly_ever_imagined(looks: list[Look]) -> None:
    assert all(evidence(reader, seen).hand for reader, seen, label in looks if label["arm"])
    assert np.mean([evidence(reader, seen).hand for reader, seen, label in looks if not label["arm"]]) <= 0.1


def test_nobody_minds_what_has_looked_foreign_all_along(looks: list[Look]) -> None:
    """The cells of an arm, had they looked so for minutes, hide nothing more and are no hand; others still are."""
    for reader, seen, label in looks:
        if label["arm"]:
            standing = reader.foreign_cells(seen)
            assert not evidence(reader, seen, standing).hand
            assert evidence(reader, seen, none_of(standing)) == evidence(reader, seen)


def none_of(cells: Cells) -> Cells:
    return np.zeros_like(cells)
