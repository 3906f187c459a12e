"""How the players of a simulated table behave, and how well the camera over it sees."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Manners:
    """How often these players and this camera do what real ones do; probabilities a turn.

    repeats: the camera reads a still table three times and then repeats its last evidence.
    compares: it tells which points look as they did. shadows: share of them that look otherwise after a hand although
    nobody touched them; dim: share of those touched that look the same nevertheless.
    hard_dice: share of the dice that look as much like another face, the same in look after look, as the eye says.
    confused_dice: share of each set's dice that are surely read as another face; each set has its own two such faces.
    tired: share of the places whose checkers are hardly told apart in number.
    doubted_dice: share of the throws one die of which looks as if it did not lie flat, or lay on a checker, while it
    lies; nobody minds.
    alike: share of the places on which one colour of checkers hardly differs from the ground. How its checkers look
    there is drawn when their number changes, and now and then when a hand moves its shadow; until then it stays so.
    overlooked: share of lone checkers there that look like none, and twice the share of pairs; miscounted: share of
    that colour's rows of four and more, on any ground, that look like another number.
    hits: how often a checker is hit that can be; otherwise hardly one is, so that games end.
    bar: how often one colour's checkers on the bar look like one fewer, until their number changes.
    """

    tries: float = 0.15
    pauses: float = 0.3
    nudges: float = 0.1
    unseen_rolls: float = 0.04
    late_rolls: float = 0.05
    illegal: float = 0.08
    doubles: float = 0.0
    blur: float = 1.0
    die_errors: float = 0.06
    die_misses: float = 0.04
    hard_dice: float = 0.0
    confused_dice: float = 0.0
    doubted_dice: float = 0.0
    tired: float = 0.03
    alike: float = 0.0
    overlooked: float = 0.5
    miscounted: float = 0.03
    hits: float = 0.0
    bar: float = 0.0
    repeats: bool = False
    compares: bool = False
    shadows: float = 0.15
    dim: float = 0.003


def noisy(manners: Manners, noise: float) -> Manners:
    """The same table before a camera that blurs, misses and misreads so many times as much."""
    return replace(
        manners,
        blur=noise * manners.blur,
        die_errors=noise * manners.die_errors,
        die_misses=noise * manners.die_misses,
        tired=noise * manners.tired,
    )
