"""Level and power of the test of dice: `python -m lab.campaigns.fairness_power [PAIRS] [ROLLS] [TIMES]`.

So many fair pairs, and so many of which each die shows one face TIMES as likely as any other, thrown so often each.
"""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np

from bookgammon.plugins.players.facts import RollCount
from bookgammon.plugins.players.fairness import Counts, Verdict, fairness_of

_FAIR, _LOADED = 20251, 20252
"""Seeds."""


def loaded_pairs(generator: np.random.Generator, rolls: int, pairs: int, times: float) -> tuple[Counts, Counts]:
    """As `fair_pairs`, with a face of either die that is so many times as likely as each other one."""
    one_die = np.array([times, 1, 1, 1, 1, 1]) / (times + 5)
    thrown = generator.multinomial(rolls, np.outer(one_die, one_die).ravel(), size=pairs).reshape(pairs, 6, 6)
    return thrown.sum(axis=2) + thrown.sum(axis=1), np.trace(thrown, axis1=1, axis2=2)


def verdicts(pairs: tuple[Counts, Counts]) -> Counter[Verdict]:
    """How many pairs get each verdict."""
    found = Counter[Verdict]()
    for faces, doubles in zip(*pairs, strict=True):
        one, two, three, four, five, six = (int(count) for count in faces)
        found[fairness_of(RollCount((one, two, three, four, five, six), int(doubles))).verdict] += 1
    return found


def main(pairs: int = 1000, rolls: int = 500, times: float = 1.25) -> None:
    for name, each in (
        ("fair", loaded_pairs(np.random.default_rng(_FAIR), rolls, pairs, 1.0)),
        (f"a face {times} times as likely", loaded_pairs(np.random.default_rng(_LOADED), rolls, pairs, times)),
    ):
        found = verdicts(each)
        shares = ", ".join(
            f"{verdict} {100 * found[verdict] / pairs:.1f} %" for verdict in ("even", "in doubt", "uneven")
        )
        print(f"{pairs} pairs, {rolls} rolls each, {name}: {shares}")


if __name__ == "__main__":
    main(*(kind(text) for kind, text in zip((int, int, float), sys.argv[1:], strict=False)))
