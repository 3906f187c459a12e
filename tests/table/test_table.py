"""The table loop: events are kept before anybody sees them, recordings run at their own speed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Event as Signal
from threading import Thread

import numpy as np
import pytest

from arbiter.match.commands import (
    Command,
    CommandError,
    CorrectScore,
    NewGame,
    Pause,
    PressClock,
    ProgramWord,
)
from arbiter.match.events import Event, GameStarted, MatchStarted, Note, RollSeen
from arbiter.match.fold import fold
from arbiter.match.state import Phase
from arbiter.position import START, Side
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee as RealReferee
from arbiter.rules import Rules
from arbiter.seats import Seats
from arbiter.xgid import parse_xgid
from bookgammon.table.command_queue import CommandQueue
from bookgammon.table.table import FrameTime, Table, TableUpdate, continued, opening, paced, shifted
from tests.table.scripted_referee import ScriptedReferee
from vision.sources.pictures import Image
from vision.sources.sources import Frame, Item, News, Quiet

PICTURE: Image = np.zeros((1, 1, 3), np.uint8)
RULES = Rules(length=3)


def frame(index: int, time: float | None = None) -> Frame:
    return Frame(PICTURE, index, index / 10 if time is None else time)


class Eyes:
    """Sees nothing of note; of some frames they have news."""

    def __init__(self, heard: Mapping[int, News] | None = None) -> None:
        self._heard, self._frame = heard or {}, -1

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        self._frame = frame
        return Evidence(frame, time, still=True, hand=False)

    def news(self) -> tuple[News, ...]:
        return tuple(news for frame, news in self._heard.items() if frame == self._frame)


class Referee(ScriptedReferee):
    """Starts a game at frame 3 and says nothing otherwise."""

    def after_look(self, evidence: Evidence) -> tuple[Event, ...]:
        return (GameStarted(3, evidence.time, START),) if evidence.frame == 3 else ()

    def after_command(self, command: Command | ProgramWord, frame: int, time: float) -> tuple[Event, ...]:
        if isinstance(command, Pause):
            raise CommandError("Not now.")
        return (GameStarted(frame, time, START),)


def test_an_event_is_kept_before_it_is_shown() -> None:
    told: list[tuple[str, object]] = []

    def keep(events: Sequence[Event]) -> None:
        told.append(("kept", events[0].name))

    def show(update: TableUpdate) -> None:
        told.append(("shown", update.state.phase))

    table = Table([MatchStarted(0, 0.0, RULES)], keep, [show])
    table.follow([frame(2), frame(3)], Eyes(), Referee())
    assert told == [("shown", Phase.SETTING_UP), ("kept", "game"), ("shown", Phase.TO_ROLL)]
    assert table.state.rules == RULES


def test_an_event_that_cannot_be_kept_is_never_shown() -> None:
    shown: list[TableUpdate] = []

    def keep(events: Sequence[Event]) -> None:
        raise OSError("full")

    table = Table([], keep, [shown.append])
    with pytest.raises(OSError, match="full"):
        table.follow([frame(3)], Eyes(), Referee())
    assert shown == []


def test_observers_are_told_in_the_order_in_which_they_are_listed() -> None:
    told: list[str] = []
    observers = [lambda _, name=name: told.append(name) for name in ("eyes", "album", "lights", "page")]
    Table([], lambda _: None, observers).commit([MatchStarted(0, 0.0, RULES)])
    assert told == ["eyes", "album", "lights", "page"]


def test_news_of_the_camera_reaches_journal_and_page() -> None:
    kept: list[Event] = []
    shown: list[TableUpdate] = []
    table = Table([], kept.extend, [shown.append])
    table.follow([frame(7), News("gone", lost=True), frame(8), News("back"), frame(9)], Eyes(), Referee())
    assert kept == [Note(7, 0.7, "gone"), Note(8, 0.8, "back")]
    assert [update.lost for update in shown] == ["", "gone", "gone", "", ""]


def test_there_is_one_state_and_the_referee_goes_on_from_it_after_notes_of_others() -> None:
    """A real referee: notes of the camera are in its state too, and no event is applied twice."""
    begun = (MatchStarted(0, 0.0, RULES), GameStarted(0, 0.0, START))
    kept: list[Event] = []
    same: list[bool] = []
    orders = CommandQueue()
    table = Table(begun, kept.extend, [lambda update: same.append(update.state is referee.state)], orders)
    referee = RealReferee(table.state, Seats(Side.LIGHT))
    answers: list[str] = []
    table.follow([frame(7), News("gone", lost=True), News("back")], Eyes(), referee)
    table.follow(told_in_time(orders, CorrectScore((1, 1)), answers)(), Eyes(), referee)
    table.settle(referee)
    assert (answers, table.state.notes, table.state.score) == (["done"], ("gone", "back"), (1, 1))
    assert table.state is referee.state
    assert same[-1]
    assert table.state == fold([*begun, *kept])


def test_a_board_out_of_sight_is_told_until_it_is_found() -> None:
    kept: list[Event] = []
    shown: list[TableUpdate] = []
    eyes = Eyes({7: News("covered", lost=True), 9: News("found")})
    Table([], kept.extend, [shown.append]).follow([frame(7), frame(8), frame(9)], eyes, Referee())
    assert kept == [Note(7, 0.7, "covered"), Note(9, 0.9, "found")]
    assert [update.lost for update in shown] == ["covered", "covered", "covered", "", ""]


def told_in_time(orders: CommandQueue, command: Command, answers: list[str]) -> Callable[[], Iterator[Item]]:
    """Frame 7, then a moment without one in which somebody else's command is on its way, then frame 8."""

    def enter() -> None:
        try:
            orders.submit(command)
            answers.append("done")
        except CommandError as refusal:
            answers.append(str(refusal))

    def items() -> Iterator[Item]:
        yield frame(7)
        page = Thread(target=enter)
        page.start()
        while not answers:
            yield Quiet()
        page.join()
        yield frame(8)

    return items


def test_what_people_enter_is_kept_between_two_frames_and_then_answered() -> None:
    kept: list[Event] = []
    answers: list[str] = []
    orders = CommandQueue()
    table = Table([], kept.extend, orders=orders)
    table.follow(told_in_time(orders, NewGame(), answers)(), Eyes(), Referee())
    assert (answers, kept) == (["done"], [GameStarted(7, 0.7, START)])
    assert table.state.phase is Phase.TO_ROLL


def test_what_is_refused_is_told_to_who_asked_and_changes_nothing() -> None:
    kept: list[Event] = []
    answers: list[str] = []
    orders = CommandQueue()
    table = Table([], kept.extend, orders=orders)
    table.follow(told_in_time(orders, Pause(), answers)(), Eyes(), Referee())
    assert (answers, kept) == (["Not now."], [])


def test_a_table_that_does_not_answer_is_told_and_the_command_is_forgotten() -> None:
    orders = CommandQueue(patience=0.01)
    handled: list[Command | ProgramWord] = []
    with pytest.raises(CommandError, match="does not answer"):
        orders.submit(NewGame())
    orders.run_waiting(lambda command, _: handled.append(command))
    assert handled == []


def test_the_line_of_commands_is_bounded() -> None:
    orders = CommandQueue(patience=0)
    for _ in range(50):
        with pytest.raises(CommandError):
            orders.submit(NewGame())
    handled: list[Command | ProgramWord] = []
    orders.run_waiting(lambda command, _: handled.append(command))
    assert handled == []


def test_a_table_goes_on_from_its_events() -> None:
    table = Table([MatchStarted(0, 0.0, RULES), GameStarted(41, 4.1, START)], lambda _: None)
    assert table.moment == FrameTime(41, 4.1)
    assert table.state.phase is Phase.TO_ROLL


def test_a_match_can_begin_in_the_middle_of_a_game_with_dice() -> None:
    start = parse_xgid("XGID=-b----E-C---eE---c-e----B-:1:-1:-1:62:1:2:1:3:10")
    match, game, roll = opening(RULES, (1, 2), start, FrameTime())
    assert isinstance(match, MatchStarted)
    assert (match.rules, match.score) == (RULES, (1, 2))
    assert isinstance(game, GameStarted)
    assert (game.player, game.cube, game.owner, game.crawford) == (Side.DARK, 2, Side.DARK, True)
    assert roll == RollSeen(0, 0.0, Side.DARK, (6, 2), "entered")


def test_frames_are_counted_on_from_an_earlier_run() -> None:
    news = News("back")
    first, second = shifted([frame(0), news], 100, 60.0)
    assert isinstance(first, Frame)
    assert (first.index, first.time) == (100, 60.0)
    assert second is news


def test_a_recording_is_paced_by_its_own_times_without_dropping() -> None:
    now, slept = 50.0, list[float]()

    def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(round(seconds, 3))
        now += seconds

    def slow_at_two(items: Iterator[Item]) -> Iterator[int]:
        nonlocal now
        for item in items:
            assert isinstance(item, Frame)
            yield item.index
            if item.index == 2:
                now += 5.0

    frames = [frame(index, index * 0.5) for index in range(5)]
    assert list(slow_at_two(paced(frames, lambda: now, sleep))) == [0, 1, 2, 3, 4]
    assert slept == [0.5, 0.5, 0.5]  # frame 3 comes late, frame 4 half a second after it


class AskedTime(Referee):
    """Notes when it is told something, by the time of the frames."""

    def __init__(self) -> None:
        super().__init__()
        self.at: list[float] = []

    def after_command(self, command: Command | ProgramWord, frame: int, time: float) -> tuple[Event, ...]:
        self.at.append(time)
        return ()


def test_a_tap_counts_from_when_it_came_however_long_the_table_was_busy() -> None:
    """With a clock agreed; the look at the frame before takes 0.4 seconds, the tap comes 0.3 seconds into it."""
    now = [100.0]
    came = Signal()

    def when() -> float:
        tapped_at = now[0]
        came.set()
        return tapped_at

    orders = CommandQueue(steady=when)
    referee = AskedTime()
    begun = [MatchStarted(0, 0.0, Rules(length=5, clock="delay")), GameStarted(0, 0.0, START)]
    table = Table(begun, lambda _: None, orders=orders, steady=lambda: now[0])

    def items() -> Iterator[Item]:
        yield frame(30)
        now[0] += 0.3
        tapping = Thread(target=orders.submit, args=(PressClock(Side.LIGHT),))
        tapping.start()
        assert came.wait(10)
        now[0] += 0.1
        while not referee.at:
            yield Quiet()
        tapping.join()

    table.follow(items(), Eyes(), referee)
    assert referee.at == [pytest.approx(frame(30).time + 0.3)]


def test_the_clock_is_asked_after_each_frame_and_its_word_goes_to_the_referee() -> None:
    """A bank of one second is overdrawn between the second frame and the third."""
    referee = AskedTime()
    rules = Rules(length=1, clock="delay", delay=0, bank=1, time_out="match")
    begun = [MatchStarted(0, 0.0, rules), GameStarted(0, 0.0, START), RollSeen(0, 0.0, Side.LIGHT, (3, 1))]
    updates: list[TableUpdate] = []
    table = Table(begun, lambda _: None, [updates.append])
    table.follow([frame(0, 0.1), frame(1, 0.9), frame(2, 1.5)], Eyes(), referee)
    assert referee.at == [1.5]
    assert updates[-1].clock
    assert updates[-1].clock.bank[0] == pytest.approx(-0.5)


def test_a_camera_goes_on_at_once_from_where_the_match_was_followed_to() -> None:
    items = list(continued([Quiet(), frame(70), frame(73)], 100, 60.0))
    assert items[0] == Quiet()
    first, second = items[1:]
    assert isinstance(first, Frame)
    assert isinstance(second, Frame)
    assert (first.index, first.time) == (170, 60.0)
    assert second.time == pytest.approx(60.0 + frame(73).time - frame(70).time)
