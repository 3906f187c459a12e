"""The best assignment of counts to places, on evidence made by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arbiter.position import CHECKERS, START, Position, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from vision.reading import out_of_sight, reading_of

SURE = -9.0


def _evidence(position: Position, doubtful: Mapping[int, tuple[tuple[int, int, float], ...]]) -> Evidence:
    """Clear evidence of a position; doubtful: place (0..24) -> its scores instead."""
    counts = [position.counts(point) for point in range(1, 25)] + [position.bar]
    places = tuple(
        PlaceEvidence(doubtful.get(i, ((light, dark, 0.0),)), floor=SURE) for i, (light, dark) in enumerate(counts)
    )
    return Evidence(0, 0.0, still=True, hand=False, places=places)


def test_clear_evidence_is_read_as_it_is() -> None:
    reading = reading_of(_evidence(START, {}))
    assert reading.position == START
    assert reading.confidence > 0.99


def test_how_deep_a_stack_is_follows_from_fifteen_checkers() -> None:
    """Light's 5 on the 6-point look like any stack of five or more; the other ten are plain to see."""
    stack = tuple((n, 0, -0.1 * n) for n in range(5, 12))
    deep = Position.from_points([0] * 5 + [8] + [0] * 6 + [5] + [0] * 10 + [2], off=(0, 15))
    reading = reading_of(_evidence(deep, {5: stack}))
    assert reading.position.light == deep.light


def test_a_doubtful_checker_is_settled_by_conservation() -> None:
    """The picture slightly prefers four checkers where five stand: then one would be missing."""
    doubtful = ((4, 0, 0.0), (5, 0, -1.5))
    reading = reading_of(_evidence(START, {5: doubtful}))
    assert reading.position == START
    assert reading.confidence < 0.99


def test_checkers_are_borne_off_only_by_a_side_that_is_home() -> None:
    home = Position.from_points([3, 3, 3, 2, 0, 0, *[0] * 12, -5, -3, -5, 0, 0, -2], off=(4, 0))
    assert reading_of(_evidence(home, {})).position == home


def test_nobody_with_many_men_outside_has_borne_any_off() -> None:
    """Nine on a point look rather like five from above; but the other four can be nowhere."""
    deep = Position.from_points([1, 0, 0, 0, 0, 9, 0, 2, 0, 0, 0, 0, 2, *[0] * 10, 1], off=(0, 15))
    seen = _evidence(deep, {5: ((5, 0, 0.0), (6, 0, -5.0), (9, 0, -6.5))})
    assert reading_of(replace(seen, beside_board=(0, 15))).position.light == deep.light


def test_one_who_is_home_may_have_borne_four_off() -> None:
    few = Position.from_points([1, 0, 2, 0, 3, 5, *[0] * 18], off=(4, 15))
    seen = _evidence(few, {5: ((5, 0, 0.0), (6, 0, -5.0), (9, 0, -6.5))})
    assert reading_of(replace(seen, beside_board=(3, 15))).position.light == few.light


def test_who_lays_one_beside_the_board_lays_them_all_there() -> None:
    """From straight above six hardly differ from five; one was borne off and lies there, so a second one was not."""
    one = Position.from_points([6, 2, 4, 2, *[0] * 20], off=(1, 15))
    seen = _evidence(one, {0: ((5, 0, 0.0), (6, 0, -3.9), (7, 0, -5.5))})
    assert reading_of(replace(seen, beside_board=(1, 15))).position.light == one.light
    assert reading_of(replace(seen, beside_board=(0, 15))).position.counts(1) == (5, 0)  # in a box, all of them


def test_one_of_many_beside_the_board_is_easily_overlooked() -> None:
    """Seven of eight are seen there: no eighth is imagined on the board instead."""
    eight = Position.from_points([3, 2, 2, *[0] * 21], off=(8, 15))
    seen = _evidence(eight, {4: ((0, 0, 0.0), (1, 0, -2.4))})
    assert reading_of(replace(seen, beside_board=(7, 15))).position.light == eight.light


def test_more_may_be_borne_off_than_in_sight_where_the_edge_cuts_their_row_off() -> None:
    """Four beside the board, the last of them half out of the picture: three more lie beyond."""
    seven = Position.from_points([0, 7, *[0] * 22], (1, 0), (7, 15))
    seen = _evidence(seven, {1: ((7, 0, 0.0), (10, 0, -2.9))})
    seen = replace(seen, beside_board=(4, 15))
    assert reading_of(replace(seen, cut_off=(True, False))).position == seven
    assert reading_of(seen).position.counts(2) == (10, 0)
    assert reading_of(replace(seen, cut_off=(False, True))).position.counts(2) == (10, 0)


def test_a_missing_checker_is_sought_where_it_can_be() -> None:
    """Under an unclear pile rather than on a point that is plainly bare, or among checkers of the other colour."""
    deep = Position.from_points([2, 0, 0, 0, 0, 7, 0, 3, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, *[0] * 6], off=(0, 12))
    deep = deep.with_row(Side.DARK, (12, 3, *[0] * 24))
    doubtful = {
        5: ((5, 0, 0.0), (7, 0, -5.0)),
        10: ((0, 0, 0.0), (2, 0, -6.0)),
        23: ((0, 3, 0.0), (2, 3, -5.5)),
    }
    assert reading_of(_evidence(deep, doubtful)).position.light == deep.light


def test_a_checker_seen_beside_the_board_is_one_that_was_borne_off() -> None:
    """Light was hit after bearing one off. A pile that may be six would have all fifteen on the board."""
    late = Position.from_points([3, 5, 2, 2, 1, 0, *[0] * 12, -5, -3, -5, 0, 0, -2], bar=(1, 0), off=(1, 0))
    seen = _evidence(late, {1: ((7, 0, -0.7), (5, 0, -1.2), (6, 0, -2.4))})
    assert reading_of(replace(seen, beside_board=(1, 0))).position == late


def test_two_are_sought_where_two_are_likeliest_and_not_one_here_and_one_there() -> None:
    """What looks like none in the light of its neighbours is two dark checkers as easily as one."""
    seen = _evidence(START, {0: ((0, 0, 0.0), (0, 1, -4.0), (0, 2, -4.2)), 2: ((0, 0, 0.0), (0, 1, -3.0))})
    assert reading_of(seen).position == START


def test_a_point_that_looks_a_little_more_like_both_colours_is_one_colours() -> None:
    """Of two dark checkers on a board as light as light's, a network says that a light one lies beside them."""
    seen = _evidence(START, {23: ((1, 2, -0.4), (2, 0, -1.8))})
    assert reading_of(seen).position == START
    seen = _evidence(START, {0: ((1, 2, -0.4), (0, 2, -1.8)), 5: ((4, 0, -0.3), (5, 0, -1.3))})
    assert reading_of(seen).position == START


def test_both_colours_on_a_point_are_read_where_they_are_plain() -> None:
    """No play leaves that, but people do."""
    rows = START.with_row(Side.LIGHT, (0, *[0] * 5, 4, 0, 4, *[0] * 4, 5, *[0] * 10, 2, 0))
    mixed = rows.with_row(Side.DARK, (0, *[0] * 5, 5, 0, 3, *[0] * 4, 5, *[0] * 5, 1, *[0] * 4, 1, 0))
    assert mixed.counts(6) == (4, 1)
    seen = _evidence(mixed, {5: ((4, 1, 0.0), (5, 0, -9.0))})
    assert reading_of(seen).position == mixed


def test_a_set_of_fewer_than_fifteen_lacks_nothing() -> None:
    """The board was learned with fourteen light checkers: the fifteenth is not sought under a pile."""
    fourteen = Position.from_points([0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 4, *[0] * 10, 2], off=(1, 15))
    seen = replace(_evidence(fourteen, {5: ((5, 0, 0.0), (6, 0, -7.0))}), beside_board=(0, 15))
    assert reading_of(seen).position.off == (0, 15)
    assert reading_of(replace(seen, missing=(1, 0))).position.light == fourteen.light
    assert reading_of(replace(seen, missing=None)).position.light == fourteen.light


def test_a_set_that_lacks_some_is_not_filled_up_where_a_checker_is_out_of_sight() -> None:
    """Twelve and eleven a side, and one of each was laid where the camera does not look: nothing takes its place."""
    track = [0, 0, 0, 0, 0, 4, 0, 2, 0, 0, 0, -4, 3, 0, 0, 0, -2, 0, -4, 0, 0, 0, 0, 2]
    shown = Position.from_points(track, off=(4, 5))
    seen = _evidence(shown, {9: ((0, 0, 0.0), (1, 0, -3.0), (0, 1, -3.0))})
    for beside_board in (None, (0, 0)):
        assert reading_of(replace(seen, missing=(3, 4), beside_board=beside_board)).position.points == shown.points


def test_a_checker_that_nobody_sees_is_said_to_be_out_of_sight() -> None:
    """One of light's lies nowhere, though light is not home: it is neither on the bar nor borne off."""
    points = [0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 1]
    fourteen = Position.from_points(points, off=(1, 2))
    seen = _evidence(fourteen, {})
    position = reading_of(seen).position
    assert position.bar == (0, 0)
    assert out_of_sight(position, seen) == (1, 2)
    assert out_of_sight(position, replace(seen, beside_board=(1, 0))) == (0, 2)
    assert out_of_sight(position, replace(seen, missing=(0, 2))) == (1, 0)
    assert out_of_sight(position, replace(seen, missing=None)) == (0, 0)


def test_checkers_of_a_side_that_is_home_are_borne_off_and_not_out_of_sight() -> None:
    home = Position.from_points([3, 3, 2, *[0] * 15, *[-2] * 6], off=(7, 3))
    assert out_of_sight(home, _evidence(home, {})) == (0, 0)


def test_no_more_is_read_than_there_can_be() -> None:
    """Somebody in black leans over the board: every point plainly shows ten dark checkers."""
    reading = reading_of(_evidence(START, dict.fromkeys(range(8), ((0, 10, 0.0), (0, 9, -3.0)))))
    assert sum(reading.position.dark) <= CHECKERS
    assert reading.confidence == 0
