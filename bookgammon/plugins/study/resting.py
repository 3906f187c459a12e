"""What lies on the board, by all looks of one rest together: a single one may misread a place or a die."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import replace

from arbiter.position import Position
from arbiter.referee.evidence import Evidence, PlaceEvidence
from bookgammon.plugins.study.drill import BoardRead
from bookgammon.table.board_reading import board_laid, board_read

WINDOW = 6
"""Looks that count, the newest ones, as for the referee."""

Places = tuple[PlaceEvidence, ...]


class RestingBoard:
    """Looks at the same still thing are dependent, so they are averaged; what repeats itself is no new look."""

    def __init__(self) -> None:
        self._looks: deque[Places] = deque(maxlen=WINDOW)
        self._dice: deque[tuple[int, ...]] = deque(maxlen=WINDOW)

    def observe(self, evidence: Evidence, expected: Sequence[Position], *, laying: bool) -> BoardRead | None:
        """After one more frame; None while something lies over the board or moves.

        expected: likely boards. laying: one of them is being set up, so that any checker may lie anywhere.
        """
        if evidence.covered or not evidence.still:
            self._looks.clear()
            self._dice.clear()
            return None
        if not evidence.places:
            return None
        if not self._looks or self._looks[-1] != evidence.places:
            self._looks.append(evidence.places)
        self._dice.append(tuple(sorted(die.value for die in evidence.dice if not die.outside)))
        places = tuple(map(_mean, zip(*self._looks, strict=True)))
        (dice, _), *_ = Counter(self._dice).most_common(1)
        evidence = replace(evidence, places=places)
        if laying:
            return BoardRead(board_laid(evidence, max(expected, key=evidence.fit)), dice)
        return BoardRead(board_read(evidence, expected), dice)


def _mean(looks: Sequence[PlaceEvidence]) -> PlaceEvidence:
    """One place in several looks."""
    if len(looks) == 1:
        return looks[0]
    counts = {score[:2] for look in looks for score in look.scores}
    scores = ((*count, sum(look.log_likelihood(*count) for look in looks) / len(looks)) for count in counts)
    floor = sum(look.floor for look in looks) / len(looks)
    hidden = any(look.hidden for look in looks)
    return PlaceEvidence(tuple(sorted(scores, key=lambda score: -score[2])), floor, hidden)
