"""While somebody practises the match stands still; nothing of it is lost, and nothing is written into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.match.commands import CommandError, ConfirmationNeeded, Double, NewGame
from arbiter.match.entered_events import Paused
from arbiter.match.events import Doubled, Event, GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.match.opponent import OpponentSeat
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.table.table import Table
from firmware_bridge.colours import dimmed
from firmware_bridge.lamps import AMBER, GREEN, lamps
from firmware_bridge.lights_state import LightsState
from firmware_bridge.spots import spot_of
from tests.arbiter_referee.stage import moved
from tests.plugins.study.at_table import LEARNER, Studying
from vision.sources.frames import News
from web.errors import BadEntryError, NotNowError, UnavailableError

CUBE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"
BEGUN = (MatchStarted(0, 0.0, Rules(length=5), ("Ada", "Ben")), GameStarted(0, 0.0, START, Side.LIGHT))
ELSEWHERE = moved(START, Side.DARK, (24, 18))


def at_table(tmp_path: Path, events: Sequence[Event] = BEGUN) -> Studying:
    one = Studying(tmp_path, events=events)
    one.service.add_list(LEARNER, "Cube", CUBE)
    return one


def test_an_open_match_is_asked_about_first(tmp_path: Path) -> None:
    one = at_table(tmp_path)
    with pytest.raises(ConfirmationNeeded, match="A match is open"):
        one.service.begin(LEARNER, confirmed=False)
    assert not one.service.in_use
    one.service.begin(LEARNER, confirmed=True)
    assert one.service.in_use


def test_nothing_counts_until_the_match_lies_there_again(tmp_path: Path) -> None:
    one = at_table(tmp_path)
    before = one.table.state
    with one.service:
        one.service.begin(LEARNER, confirmed=True)
        one.lay(ELSEWHERE)
        one.throw((6, 1))
        one.lift()
        one.service.act("stop", "")
        one.rest()
        assert one.drill.headline == "Lay your match out again"
        assert one.drill.steps == ("Lay 1 dark checker on the 1-point.", "Take 1 dark checker from the 7-point.")
        one.lay(START)
        assert not one.service.in_use
    assert (one.kept, one.table.state) == ([], before)
    one.throw((6, 1))
    assert isinstance(one.kept[0], RollSeen)  # and the match goes on


def test_what_is_entered_is_refused_with_a_sentence(tmp_path: Path) -> None:
    one = at_table(tmp_path)
    one.service.begin(LEARNER, confirmed=True)
    for command in (Double(), NewGame()):
        with pytest.raises(CommandError, match="Somebody practises at this board"):
            one.table._handle_command(one.referee, command, 0.0)
    assert one.kept == []


def test_news_of_the_camera_is_shown_and_not_kept(tmp_path: Path) -> None:
    one = at_table(tmp_path)
    one.service.begin(LEARNER, confirmed=True)
    one.table.follow(
        [News("The camera has gone.", lost=True), News("The camera is back.", kept=True)], one, one.referee
    )
    assert one.kept == []
    assert one.updates[-2].lost == "The camera has gone."
    assert one.updates[-1].lost == "Somebody practises at this board; the match goes on when they have stopped."


def test_after_a_crash_the_position_is_asked_for_again(tmp_path: Path) -> None:
    one = at_table(tmp_path)
    one.service.begin(LEARNER, confirmed=True)
    again = Studying(tmp_path, events=BEGUN)
    with again.service:
        assert again.drill.stage == "putting back"
        again.lay(ELSEWHERE)
        assert again.kept == []
        again.service.act("right", "")
        assert not again.service.in_use
    with Studying(tmp_path, events=BEGUN).service as third:
        assert not third.in_use


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ((RollSeen(1, 0.1, Side.LIGHT, (3, 1)),), "A turn is being played: finish it first."),
        (
            (MatchStarted(0, 0.0, Rules(length=5, clock="delay")), GameStarted(0, 0.0, START, Side.LIGHT)),
            "The clock runs: pause it first.",
        ),
        (
            (
                MatchStarted(0, 0.0, Rules(length=5), opponent=OpponentSeat(Side.DARK, "gnubg", "expert")),
                GameStarted(0, 0.0, START, Side.DARK),
            ),
            "The computer decides something just now: wait for it.",
        ),
    ],
)
def test_a_drill_begins_between_two_turns(more: Sequence[Event], sentence: str, tmp_path: Path) -> None:
    one = at_table(tmp_path, [*BEGUN, *more])
    with pytest.raises(NotNowError, match=sentence):
        one.service.begin(LEARNER, confirmed=True)


def test_while_a_clock_is_paused_somebody_may_practise(tmp_path: Path) -> None:
    clocked = replace(BEGUN[0], rules=Rules(length=5, clock="delay"))
    one = at_table(tmp_path, [clocked, BEGUN[1], Paused(1, 0.1)])
    one.service.begin(LEARNER, confirmed=True)
    assert one.service.in_use


def test_a_double_that_waits_lies_there_again(tmp_path: Path) -> None:
    events = [*BEGUN, RollSeen(1, 0.1, Side.LIGHT, (3, 1))]
    after = moved(START, Side.LIGHT, (8, 5), (6, 5))
    events += [PlayMade(2, 0.2, Side.LIGHT, (3, 1), "8/5 6/5", after), Doubled(3, 0.3, Side.DARK, 2)]
    one = at_table(tmp_path, events)
    one.service.begin(LEARNER, confirmed=True)
    one.service.act("stop", "")
    one.lay(after)
    assert not one.service.in_use
    assert one.table.state == Table(events, lambda _: None).state


def test_what_still_happened_as_a_drill_began_ends_it(tmp_path: Path) -> None:
    one = at_table(tmp_path)
    one.service.begin(LEARNER, confirmed=True)
    one.table.commit([RollSeen(1, 0.1, Side.LIGHT, (3, 1))])
    assert not one.service.in_use


def test_two_do_not_practise_at_one_board(tmp_path: Path) -> None:
    one = at_table(tmp_path)
    one.service.begin(LEARNER, confirmed=True)
    with pytest.raises(NotNowError, match="Somebody practises at this board already"):
        one.service.begin(LEARNER, confirmed=True)


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    one = at_table(tmp_path)
    with pytest.raises(NotNowError, match="Nothing is due now"):
        one.service.begin("Nobody", confirmed=True)
    with pytest.raises(BadEntryError, match="Say who practises"):
        one.service.begin("", confirmed=True)
    with pytest.raises(BadEntryError, match="There is no position in this text"):
        one.service.add_list(LEARNER, "List", None)
    with pytest.raises(NotNowError, match="That cannot be done now"):
        one.service.act("next", "")
    one.service.begin(LEARNER, confirmed=True)
    for act, value in (("cube", "take"), ("play", "x"), ("again", ""), ("nonsense", "")):
        with pytest.raises(NotNowError):
            one.service.act(act, value)


def test_lights_show_where_checkers_belong(tmp_path: Path) -> None:
    """Amber where one lies too many, green where it is missing, in the numbering of the side that it is of."""
    one = at_table(tmp_path)
    one.service.begin(LEARNER, confirmed=True)
    seats = one.board.seats
    one.lay(ELSEWHERE)
    lit = lamps(LightsState(one.service.lit(one.updates[-1]).state, seats), 0.0)
    assert lit == {
        spot_of(Side.DARK, 18, seats): dimmed(AMBER, 0.7),
        spot_of(Side.DARK, 24, seats): dimmed(GREEN, 0.7),
    }
    one.lay(START)
    assert one.service.lit(one.updates[-1]).state.intended is None


def test_a_file_that_cannot_be_read_holds_no_match_up(tmp_path: Path) -> None:
    (tmp_path / "study.sqlite").write_bytes(b"torn" * 500)
    with Studying(tmp_path, events=BEGUN).service as service:
        assert not service.in_use
        with pytest.raises(UnavailableError, match="Drills cannot be kept"):
            service.shown(LEARNER)


def test_the_next_position_waits_for_the_grade(tmp_path: Path) -> None:
    one = at_table(tmp_path)
    one.service.begin(LEARNER, confirmed=True)
    one.service.act("right", "")
    with pytest.raises(NotNowError, match="That cannot be done now"):
        one.service.act("next", "")
