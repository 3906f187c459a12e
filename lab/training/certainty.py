"""Fit how easily a single checker is overlooked where its colour hardly differs from the ground.

    python -m lab.training.certainty A.npz... [--check B.npz...]

The arrays are those of `lab.training.render`, of boards that `point` has not learned from, many of them tone on tone.
Of every strip with a single checker on it is kept whether the network plainly calls it empty, how far the checkers'
colour on this board is from what lies under it there (`calibration.visibility.least_contrast`, in the pixels that the
network sees), and how far the colour's own pixels are spread. Three numbers of a logistic curve are chosen for the
least logarithmic loss. Tables say, for each bin of contrast, how often a single checker is overlooked, and how often
what is claimed at 0.99 or more is wrong. The program does without the curve; docs/vision.md says why.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.visibility import LIMITS, least_contrast
from lab.training.collect import MIXED, MOST, QUANTUM
from vision.nets import log_softmax, run
from vision.points import MIDDLE

Floats = npt.NDArray[np.float32]
Values = npt.NDArray[np.float64]
FIRST, ROW = slice(10, 20), slice(8, 53)
"""Rows of a strip that a row's first checker, and its first three, are seen in."""
FAINT = 10.0
"""CIE Lab distance over which being hard to see falls to a third."""
BINS = (0, 4, 8, 12, 20, 35, 200)
SURE = 0.99
PLAINLY = 2.0
"""Nats by which an empty strip is likelier to the network than a single checker: less is doubt, and doubt is told."""
PULL = 0.1
"""What each squared number of the curve costs, in strips' logarithmic loss: few strips must not say much."""


@dataclass(frozen=True)
class Fitted:
    """Log-odds that a single checker is overlooked, its point plainly called empty: always + hard · h +
    murky · h · spread / 10, h = exp(-contrast / FAINT)."""

    always: float
    hard: float
    murky: float


def overlooked(contrast: Values, spread: Values, by: Fitted) -> Values:
    """Probability that a single checker is not seen, for each of these; CIE Lab, shapes that broadcast."""
    hard = np.exp(-contrast / FAINT)
    return np.asarray(1 / (1 + np.exp(-(by.always + by.hard * hard + by.murky * hard * spread / 10))))


@dataclass(frozen=True)
class Strips:
    """n strips of whole boards. logs: (n, 22) of `point`; count: (n,) classes; contrast, spread: (n, 2), CIE Lab."""

    logs: Floats
    count: npt.NDArray[np.int64]
    contrast: Floats
    spread: Floats

    def singles(self) -> Iterator[tuple[int, float, float, bool]]:
        """Strip, contrast and spread of every single checker, and whether the strip is plainly called empty."""
        for n in np.flatnonzero(np.abs(self.count - MOST) == 1):
            side = int(self.count[n] < MOST)
            missed = bool(self.logs[n, MOST] - self.logs[n, self.count[n]] > PLAINLY)
            yield int(n), float(self.contrast[n, side]), float(self.spread[n, side]), missed

    def at_stake(self) -> Floats:
        """(n,) contrast of the colour by which the likeliest count and the next differ; of both, the greater one."""
        order = np.argsort(-self.logs, axis=1)[:, :2]
        counts = np.stack([np.maximum(order - MOST, 0), np.maximum(MOST - order, 0)], axis=2)
        counts[order == MIXED] = 1
        differ = counts[:, 0] != counts[:, 1]
        return np.asarray(np.where(differ, self.contrast, -1).max(axis=1), np.float32)


def lab_of(strips: npt.NDArray[np.int8], first: int) -> Floats:
    """(n, h, w, 3) CIE Lab of a picture whose channels in the strips begin at `first`."""
    scaled = strips[:, first : first + 3].transpose(0, 2, 3, 1).astype(np.float32) / QUANTUM
    return np.asarray((scaled + np.array((0.5, 0, 0))) * (100, 64, 64), np.float32)


def of_board(strips: npt.NDArray[np.int8], count: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
    """(n, 2) contrast and spread of one board's strips; a colour without a row has infinite contrast."""
    under = np.split(lab_of(strips, 3)[:, ROW, MIDDLE], LIMITS.along, axis=1)
    places = [part.reshape(len(strips), -1, 3) for part in under]
    now = lab_of(strips, 0)[:, FIRST, 9:17]
    contrast, spread = [], []
    for shown in (now[(count > MOST + 1) & (count < MIXED)], now[count < MOST - 1]):
        pixels = shown.reshape(-1, 3)
        if not len(pixels):
            contrast.append(np.full(len(strips), np.inf))
            spread.append(np.zeros(len(strips)))
            continue
        colour = np.median(pixels, axis=0)
        contrast.append(np.array([least_contrast(colour, grounds) for grounds in zip(*places, strict=True)]))
        spread.append(np.full(len(strips), np.median(np.linalg.norm(pixels - colour, axis=1))))
    return np.stack(contrast, 1).astype(np.float32), np.stack(spread, 1).astype(np.float32)


def loaded(paths: Sequence[Path]) -> Strips:
    """Strips that nothing hides, of boards on which both colours were seen."""
    parts = []
    for path in paths:
        with np.load(path, allow_pickle=True) as data:
            strips, count, hidden = data["strips"], data["count"].astype(np.int64), data["hidden"]
            names = np.array([str(name[0]).split("_")[0] for name in data["image"]])
        logs = np.concatenate(
            [
                log_softmax(run("point", strips[k : k + 256].astype(np.float32) / QUANTUM)[:, : MIXED + 1])
                for k in range(0, len(strips), 256)
            ]
        )
        for name in np.unique(names):
            mine = names == name
            contrast, spread = of_board(strips[mine], count[mine])
            clear = (hidden[mine] == 0) & np.isfinite(contrast).all(axis=1)
            parts.append((logs[mine][clear], count[mine][clear], contrast[clear], spread[clear]))
    return Strips(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def loss(singles: Sequence[tuple[int, float, float, bool]], by: Fitted) -> float:
    """Logarithmic loss of the chance that each of these single checkers is overlooked."""
    chance = overlooked(np.array([one[1] for one in singles]), np.array([one[2] for one in singles]), by)
    missed = np.array([one[3] for one in singles])
    return float(-np.log(np.where(missed, chance, 1 - chance)).sum())


def descended(cost: Callable[[tuple[float, ...]], float], start: Sequence[float]) -> tuple[float, ...]:
    """The numbers of least cost, by steps along each that are halved where none helps."""
    best, step = tuple(start), 1.0
    value = cost(best)
    while step > 0.01:
        tries = [(*best[:n], best[n] + way * step, *best[n + 1 :]) for n in range(len(best)) for way in (1, -1)]
        costs = [cost(tried) for tried in tries]
        lowest = int(np.argmin(costs))
        if costs[lowest] < value - 1e-6:
            best, value = tries[lowest], costs[lowest]
        else:
            step /= 2
    return best


def fit(strips: Strips) -> Fitted:
    singles = list(strips.singles())

    def cost(values: tuple[float, ...]) -> float:
        always, hard, murky = values
        return loss(singles, Fitted(always, hard, murky)) + PULL * (hard**2 + murky**2)

    always, hard, murky = (round(value, 3) for value in descended(cost, (-4.0, 0.0, 0.0)))
    return Fitted(always, hard, murky)


def table(strips: Strips, by: Fitted) -> str:
    lines = [f"{'contrast':>10} {'single':>7} {'missed':>7} {'expected':>9} {'sure':>7} {'wrong':>6}"]
    singles, stake = list(strips.singles()), strips.at_stake()
    sure = strips.logs.max(axis=1) >= np.log(SURE)
    wrong = strips.logs.argmax(axis=1) != strips.count
    for low, high in pairwise(BINS):
        part = [one for one in singles if low <= one[1] < high]
        chance = overlooked(np.array([one[1] for one in part]), np.array([one[2] for one in part]), by)
        here = sure & (stake >= low) & (stake < high)
        missed, mistaken = sum(one[3] for one in part), int((here & wrong).sum())
        told = f"{low:>4} to {high:<3} {len(part):7} {missed:7} {float(chance.sum()):9.1f}"
        lines.append(f"{told} {int(here.sum()):7} {mistaken:6}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arrays", type=Path, nargs="+")
    parser.add_argument("--check", type=Path, nargs="*", default=[], help="other boards, to see whether it holds")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    strips = loaded(args.arrays)
    found = fit(strips)
    print(f"{len(strips.count)} strips\n{table(strips, found)}\n{found}")
    if args.check:
        held_out = loaded(args.check)
        print(f"held out: {len(held_out.count)} strips\n{table(held_out, found)}")


if __name__ == "__main__":
    main()
