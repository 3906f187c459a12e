"""The coach says what GNU Backgammon's own hints say, to the last digit, and only what is asked now."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.match.coaching import position_of
from arbiter.match.entered_events import HintTaken
from arbiter.match.events import Doubled, Event, GameStarted, MatchStarted, PlayMade, RollSeen, Taken
from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.notation import find_play
from arbiter.plays import legal_plays
from arbiter.position import START, Position, Side
from arbiter.records import Played, read_record
from arbiter.rules import Rules
from arbiter.xgid import MatchPosition
from bookgammon.errors import AnalysisStopped, EngineMissingError
from bookgammon.plugins.gnubg.analysis.coach import Coach
from bookgammon.plugins.gnubg.analysis.coach_view import AskedHint, CoachInState, CoachWords, coach_json
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.gnubg.analysis.gnubg_process import GnubgProcess, Stopped
from bookgammon.plugins.gnubg.analysis.grading import Graded, Grader
from bookgammon.plugins.gnubg.analysis.model import RatedPlay
from tests.plugins.gnubg.analysis.printed import cube_sorted, gnubg_hints
from tests.plugins.gnubg.coach_tables import coach_mistake

DATA = Path(__file__).parents[3] / "arbiter" / "data" / "matches"
COACHED = Rules(length=5, coach=True)
BEFORE = (MatchStarted(0, 0.0, COACHED, ("Ada", "Ben")), GameStarted(0, 0.0, START))


class Listening:
    """A coach and what it has said."""

    def __init__(self, coach: Coach, said: queue.Queue[CoachWords]) -> None:
        self.coach, self.said = coach, said

    def asked(self, state: MatchState) -> CoachWords:
        self.coach.take_up(state)
        return self.said.get(timeout=180)


@contextmanager
def listening(gnubg: Engine | EngineMissingError) -> Iterator[Listening]:
    """A coach with this engine, or with none."""

    def find() -> Engine:
        if isinstance(gnubg, EngineMissingError):
            raise gnubg
        return gnubg

    said: queue.Queue[CoachWords] = queue.Queue()
    with Coach(said.put, lambda: Grader(GnubgProcess(find))) as coach:
        yield Listening(coach, said)


def turns() -> Iterator[tuple[MatchState, Played]]:
    """Turns of a recorded match, each as it stands once it has been rolled."""
    record = read_record((DATA / "match-02-5pt.sgf").read_text(encoding="utf-8"))
    events: list[Event] = [MatchStarted(0, 0.0, replace(COACHED, length=5)), GameStarted(0, 0.0, START)]
    for number, action in enumerate(record.games[0].actions):
        if not isinstance(action, Played):
            break
        assert action.dice
        events.append(RollSeen(number, 1.0, action.side, action.dice))
        yield fold(events), action
        events.append(PlayMade(number, 1.0, action.side, action.dice, action.play, action.after))


def test_a_hint_is_gnubgs_own_to_the_last_digit(gnubg: Engine, tmp_path: Path) -> None:
    chosen = [(state, state.player) for state, _ in list(turns())[1:7]]
    asked = [position_of(state, side, state.dice) for state, side in chosen if side]
    printed = [token for token in gnubg_hints(asked, tmp_path, 3) if token[0] == "play"]
    said: list[tuple[str, ...]] = []
    with listening(gnubg) as coach:
        for state, side in chosen:
            assert side
            words = coach.asked(fold([HintTaken(9, 9.0, side, "play")], state))
            for suggested in words.plays:
                equity, _, behind = suggested.worth.partition(" ")
                said.append(("play", "", equity, behind.strip("()")))
    assert len(said) > 12
    assert said == printed


def test_what_a_play_cost_is_what_gnubgs_hint_says_it_is_behind(gnubg: Engine, tmp_path: Path) -> None:
    """The third best of each hint is played: the coach names the best, and the difference that gnubg prints.

    A play further behind than its move filter looks is printed as seen without a look ahead; played, it is looked at
    as deeply as the best, as in its analysis of a match (`tests/plugins/gnubg/analysis/test_grading.py`).
    """
    found = 0
    with listening(gnubg) as coach:
        for state, _ in list(turns())[1:10]:
            side, dice = state.player, state.dice
            assert side
            assert dice
            (_, _, third) = [
                token for token in gnubg_hints([position_of(state, side, dice)], tmp_path, 3) if token[0] == "play"
            ]
            if float(third[3]) < -0.32:
                continue
            hint = coach.asked(fold([HintTaken(9, 9.0, side, "play")], state))
            best, _, made = hint.plays
            play = find_play(made.play, state.position, side, dice)
            words = coach.asked(fold([PlayMade(10, 10.0, side, dice, made.play, play.result)], state))
            verdict = words.verdicts[-1]
            assert third[3].lstrip("-") in verdict.text
            assert best.play in verdict.text
            assert (verdict.mark == "") == (float(third[3]) > -0.03)
            found += verdict.mark != ""
    assert found > 2


def test_cube_advice_is_gnubgs_own_to_the_last_digit(gnubg: Engine, tmp_path: Path) -> None:
    states = [
        fold([PlayMade(1, 1.0, played.side, played.dice, played.play, played.after)], state)
        for state, played in list(turns())[2:6]
    ]
    asked = [position_of(state, state.player) for state in states if state.player]
    printed = [token for token in cube_sorted(iter(gnubg_hints(asked, tmp_path, 1))) if token[0] == "cube"]
    said: list[tuple[str, ...]] = []
    with listening(gnubg) as coach:
        for state in states:
            assert state.player
            facts = coach.asked(fold([HintTaken(9, 9.0, state.player, "cube")], state)).facts
            names = {"No double ": "no", "double and take ": "take", "double and drop ": "pass"}
            said += sorted(("cube", short, facts.partition(name)[2][:6]) for name, short in names.items())
    assert said == printed


def test_a_double_and_its_answer_are_judged_together(gnubg: Engine) -> None:
    """Doubling on the second turn of a match, with nothing yet gained, is too early, and taking it is right."""
    state, played = next(turns())
    state = fold([PlayMade(1, 1.0, played.side, played.dice, played.play, played.after)], state)
    assert state.player
    doubled = fold([Doubled(2, 2.0, state.player, 2), Taken(2, 2.0, state.player.other, 2)], state)
    with listening(gnubg) as coach:
        double, take = coach.asked(doubled).verdicts
    assert double.mark == "very bad"
    assert double.text.startswith("Too early to double.")
    assert (take.mark, take.text) == ("", "Taking is right.")


def test_it_is_shown_only_for_what_it_was_said_of(gnubg: Engine) -> None:
    """An answer that comes late, after an undo say, is not shown."""
    state, played = next(turns())
    made = fold([PlayMade(1, 1.0, played.side, played.dice, played.play, played.after)], state)
    with listening(gnubg) as coach:
        words = coach.asked(made)
    shown = coach_json(made, words, None)
    assert shown
    assert (shown["busy"], len(shown["says"])) == (False, 1)
    other = next(play for play in legal_plays(START, played.side, (6, 4)))
    changed = fold([RollSeen(0, 0.0, played.side, (6, 4)), PlayMade(1, 1.0, played.side, (6, 4), "", other.result)],
                   fold(BEFORE))  # fmt: skip
    late = coach_json(changed, words, None)
    assert late
    assert (late["busy"], late["says"], late["board"], late["again"]) == (True, [], None, False)
    assert coach_json(fold([MatchStarted(0, 0.0, Rules())]), words, None) is None


def test_without_an_agreement_the_engine_is_never_started() -> None:
    made: list[int] = []

    def make() -> Grader:
        made.append(1)
        return Grader()

    plain = fold([MatchStarted(0, 0.0, Rules()), GameStarted(0, 0.0, START), RollSeen(0, 0.0, Side.LIGHT, (3, 1))])
    with Coach(lambda _: None, make) as coach:
        coach.take_up(plain)
        coach.take_up(fold(BEFORE))  # agreed, and nothing is decided yet
    assert made == []


class Slow(Grader):
    """Gives its first answer up as soon as nobody waits for it, and says when it was asked."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)

    def play(self, at: MatchPosition, after: Position, stopped: Stopped) -> tuple[Graded, ...]:
        self.asked.release()
        while not stopped():
            time.sleep(0.01)
        raise AnalysisStopped("Nobody waits.")

    def best_plays(self, at: MatchPosition, stopped: Stopped, most: int = 5) -> tuple[RatedPlay, ...]:
        return ()

    def close(self) -> None:
        """Nothing is there to be ended."""


def test_a_question_that_comes_back_is_answered_again() -> None:
    """A hint is asked for and taken back while the last play is being judged."""
    slow, said = Slow(), queue.Queue[CoachWords]()
    state, played = next(turns())
    made = fold([PlayMade(1, 1.0, played.side, played.dice, played.play, played.after)], state)
    with Coach(said.put, lambda: slow) as coach:
        coach.take_up(made)
        assert slow.asked.acquire(timeout=180)
        coach.take_up(fold([HintTaken(2, 2.0, played.side.other, "play")], made))
        assert said.get(timeout=180).text
        coach.take_up(replace(made, notes=("another look",)))
        assert slow.asked.acquire(timeout=180)


def test_a_missing_engine_is_one_sentence_on_the_page() -> None:
    state, played = next(turns())
    made = fold([PlayMade(1, 1.0, played.side, played.dice, played.play, played.after)], state)
    with listening(EngineMissingError("GNU Backgammon is not installed here.")) as coach:
        words = coach.asked(made)
    shown = coach_json(made, words, None)
    assert shown
    assert (shown["trouble"], shown["says"]) == ("GNU Backgammon is not installed here.", [])


def test_a_hint_is_about_the_dice_that_lie_there() -> None:
    state = fold([*BEFORE, RollSeen(0, 0.0, Side.LIGHT, (3, 1)), HintTaken(1, 1.0, Side.LIGHT, "play")])
    read_again = fold([RollSeen(2, 2.0, Side.LIGHT, (3, 2))], state)
    assert read_again.hint
    words = CoachWords(AskedHint(read_again.hint, START, (3, 1)), text="x")
    shown = coach_json(read_again, words, None)
    assert shown
    assert (shown["busy"], shown["text"]) == (True, "")


@pytest.mark.parametrize(("agreed", "offered"), [("doubtful", True), ("very bad", True), ("never", False)])
def test_to_play_again_is_offered_from_the_mistake_on_that_was_agreed(agreed: str, offered: bool) -> None:
    view = coach_mistake()
    rules = replace(view.state.rules, play_again=agreed)  # type: ignore[arg-type]  # one of its words
    coach = view.added[0]
    assert isinstance(coach, CoachInState)
    shown = coach_json(replace(view.state, rules=rules), coach.words, None)
    assert shown
    assert shown["again"] is offered
