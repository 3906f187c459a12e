"""Positions of Abak Evolution for hypothesis: anything that may stand on a board, druids that hold included."""

from __future__ import annotations

from hypothesis import strategies as st

from arbiter.abak.classes import SET
from arbiter.abak.position import MOST_ON_POINT, AbakPosition, position_of
from arbiter.position import BAR, OFF

CHECKERS = "".join(letter * count for letter, count in SET.items())
_KINDS = (
    st.integers(1, 24),
    st.integers(1, 6),
    st.integers(7, 18),
    st.sampled_from((OFF, 1, 2, 3, 4, 5, 6)),
    st.sampled_from((BAR, 18, 19, 20, 21, 22, 23, 24, 6, 5, 4)),
)


@st.composite
def positions(draw: st.DrawFn) -> AbakPosition:
    """Both sides have their fifteen checkers; light's own points are the position's."""
    points = [""] * 25
    bar, off = ["", ""], ["", ""]
    for side in (0, 1):
        where = draw(st.sampled_from(_KINDS))
        places = draw(st.lists(where, min_size=15, max_size=15))
        for letter, place in zip(draw(st.permutations(CHECKERS)), places, strict=True):
            if place == BAR:
                bar[side] += letter
            elif place == OFF:
                off[side] += letter
            else:
                _put(points, letter if side == 0 else letter.lower(), place if side == 0 else 25 - place)
    if draw(st.booleans()):
        _hold(points, bar, off, draw(st.booleans()), draw(st.integers(7, 18)))
    return position_of(points[1:], (bar[0], bar[1].lower()), (off[0], off[1].lower()))


def _put(points: list[str], letter: str, wanted: int) -> None:
    """On the wanted point, or the next that has room for this colour."""
    for offset in range(24):
        point = (wanted - 1 + offset) % 24 + 1
        stack = points[point]
        if len(stack) < MOST_ON_POINT and (not stack or stack[-1].isupper() is letter.isupper()):
            points[point] = stack + letter
            return
    raise AssertionError("thirty checkers fill no twenty-four points")


def _hold(points: list[str], bar: list[str], off: list[str], light: bool, near: int) -> None:
    """Put a side's druid on a single opposing checker of the middle, where there is one."""
    druid = "D" if light else "d"
    singles = [point for point in range(7, 19) if len(points[point]) == 1 and points[point].isupper() is not light]
    if not singles:
        return
    for point in range(1, 25):
        points[point] = points[point].replace(druid, "")
    for place in (bar, off):
        place[0 if light else 1] = place[0 if light else 1].replace("D", "")
    target = min(singles, key=lambda point: abs(point - near))
    points[target] += druid
