"""How long a look takes is known by the pictures missed meanwhile; where that is long less is looked at."""

from __future__ import annotations

from vision.pace import PACE, Pace


def _looked(pace: Pace, frame: int, time: float, took: float, fps: float = 15.0) -> tuple[int, float]:
    """One picture that is looked at for so long; the number and the time of the next one."""
    pace.observe(frame, time)
    pace.looked()
    missed = max(1, round(took * fps))
    return frame + missed, time + missed / fps


def test_who_keeps_up_is_not_slow() -> None:
    pace, at = Pace(), (0, 0.0)
    for _ in range(20):
        at = _looked(pace, *at, took=0.05)
    assert (pace.cost, pace.slow) == (0.0, False)


def test_a_recording_of_few_pictures_a_second_is_not_slow() -> None:
    pace = Pace()
    for frame in range(20):
        pace.observe(frame, 0.5 * frame)
        pace.looked()
    assert not pace.slow


def test_who_misses_pictures_is_slow_until_looks_are_quick_again() -> None:
    pace, at = Pace(), (0, 0.0)
    for _ in range(8):
        at = _looked(pace, *at, took=0.5)
    pace.observe(*at)
    assert pace.slow
    assert not pace.settled(PACE.settles / 2)
    assert pace.settled(PACE.settles)
    assert not pace.again(pace.cost)
    assert pace.again(PACE.times * pace.cost)
    for _ in range(12):
        at = _looked(pace, *at, took=0.05)
    pace.observe(*at)
    assert not pace.slow


def test_one_long_moment_is_no_slow_machine() -> None:
    pace, at = Pace(), (0, 0.0)
    for took in (0.05, 0.05, 0.6, 0.05, 0.05):
        at = _looked(pace, *at, took)
        pace.observe(*at)
        assert not pace.slow


def test_pictures_passed_over_by_quick_glances_are_not_held_against_it() -> None:
    pace = Pace()
    for number in range(20):
        pace.observe(3 * number, 0.2 * number)
    assert not pace.slow
