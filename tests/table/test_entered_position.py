"""A position that people entered: the page draws it, and the eyes learn from it."""

from __future__ import annotations

from arbiter.match.entered_events import PositionEntered
from arbiter.match.events import Event, GameStarted, MatchStarted, PlayCorrected, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.match.state import EnteredBoard, MatchState
from arbiter.position import START, Position, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.rules import Rules
from bookgammon.table.board_reading import board_shown
from bookgammon.table.seat_aware_watcher import SeatAwareWatcher
from bookgammon.table.table import FrameTime, TableUpdate
from tests.arbiter_referee.stage import LIGHT, moved

PLAYED = moved(START, LIGHT, (13, 10), (6, 5))
SEEN = moved(START, LIGHT, (8, 5), (6, 5))


def evidence(position: Position) -> Evidence:
    places = tuple(PlaceEvidence(((*count, 0.0),), floor=-12.0) for count in position.places)
    return Evidence(0, 0.0, True, False, places)


def test_the_page_draws_what_people_entered_while_the_camera_reads_as_before() -> None:
    state = MatchState(position=PLAYED, entered_board=EnteredBoard(seen=SEEN))
    assert board_shown(evidence(SEEN), state) == PLAYED
    assert board_shown(evidence(SEEN), MatchState(position=PLAYED)) == SEEN


def test_what_changes_on_the_board_is_drawn() -> None:
    state = MatchState(position=PLAYED, entered_board=EnteredBoard(seen=SEEN))
    shown = board_shown(evidence(moved(SEEN, Side.DARK, (24, 14))), state)
    assert shown == moved(PLAYED, Side.DARK, (24, 14))


class Eyes:
    """Remembers what it was taught."""

    def __init__(self) -> None:
        self.taught: list[tuple[str, Position | None, bool]] = []

    def learn(self, position: Position, *, entered: bool = False) -> None:
        self.taught.append(("learn", position, entered))

    def unlearn(self) -> None:
        self.taught.append(("unlearn", None, False))


class TaughtWatcher(SeatAwareWatcher):
    def __init__(self, eyes: Eyes) -> None:
        self._watcher = eyes  # type: ignore[assignment]  # all that on_update needs
        self._check = None

    def sit(self, seats: object) -> None:
        """Nobody changes seats here."""


def taught(*, rolled: bool = False) -> list[tuple[str, Position | None, bool]]:
    eyes = Eyes()
    before: list[Event] = [MatchStarted(0, 0.0, Rules()), GameStarted(0, 0.0, START), RollSeen(1, 0.1, LIGHT, (3, 1))]
    before.append(PlayMade(2, 0.2, LIGHT, (3, 1), "8/5 6/5", SEEN))
    if rolled:
        before.append(RollSeen(3, 0.3, Side.DARK, (6, 4)))
    entered = (PlayCorrected(4, 0.4, LIGHT, "13/10 6/5", PLAYED), PositionEntered(4, 0.4, PLAYED))
    state = fold([*before, *entered])
    TaughtWatcher(eyes).on_update(TableUpdate(state, FrameTime(4, 0.4), entered, None))
    return eyes.taught


def test_the_eyes_are_taught_what_people_entered() -> None:
    assert taught() == [("unlearn", None, False), ("learn", PLAYED, True)]


def test_a_picture_with_a_play_under_way_teaches_nothing() -> None:
    assert taught(rolled=True) == [("unlearn", None, False)]
