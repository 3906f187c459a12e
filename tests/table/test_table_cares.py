"""What stands between the camera and the table: the shape of pictures, a disk in trouble, parts that died."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from arbiter.match.events import Event, MatchStarted, Note
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.cameras.frames import fitting, folded
from bookgammon.errors import JournalError, JournalHeldUp
from bookgammon.history.writer import patient
from bookgammon.setup.another_board import SetUpAgain, SetUpAsked
from bookgammon.table.table import Table, TableUpdate
from bookgammon.workers.worker import Pulse, Workers
from vision.sources.pictures import Image
from vision.sources.sources import Frame, Item, News, Quiet

EVENTS = (Note(1, 0.1, "a checker fell"),)


def frame(width: int, height: int, index: int = 0) -> Frame:
    return Frame(np.zeros((height, width, 3), np.uint8), index, float(index))


def test_pictures_of_another_shape_are_held_back_and_told_once() -> None:
    items: list[Item] = [frame(64, 36), frame(64, 48), Quiet(), frame(64, 48), frame(128, 72), frame(64, 36)]
    found = list(fitting(items, (64, 36)))
    assert [type(item) for item in found] == [Frame, News, Quiet, Quiet, News, Frame, Frame]
    first, second = (item for item in found if isinstance(item, News))
    assert first.lost
    assert "64 by 48" in first.message
    assert "64 by 36" in first.message
    assert not second.lost


def test_a_picture_that_lies_on_its_side_is_to_be_turned_back() -> None:
    """A telephone whose screen turns gives the other way round: to choose a size in its app would be wrong advice."""
    found = list(fitting([frame(64, 36), frame(36, 64), frame(64, 36)], (64, 36)))
    (turned, back) = (item for item in found if isinstance(item, News))
    assert turned.lost
    assert "turn the telephone or camera back" in turned.message
    assert "36" not in turned.message
    assert not back.lost


def test_a_camera_that_flaps_is_told_three_times_and_then_once_for_all() -> None:
    now = [0.0]

    def flaps(times: int, pause: float) -> Iterator[Item]:
        for _ in range(times):
            now[0] += pause
            yield News("The camera stopped answering; trying again.", lost=True)
            yield News("The camera is back.")

    found = list(folded(flaps(200, 3.0), lambda: now[0]))
    news = [item for item in found if isinstance(item, News)]
    assert len(news) == 401  # all are shown
    assert [item.message.split()[2] for item in news if item.kept] == ["stopped", "is"] * 3 + ["comes"]
    assert all(item.kept for item in folded(flaps(20, 300.0), lambda: now[0]) if isinstance(item, News))


def test_after_ten_steady_minutes_a_loss_is_told_again() -> None:
    now = [0.0]

    def evening() -> Iterator[Item]:
        for moment in (1, 2, 3, 4, 5, 700):
            now[0] = float(moment)
            yield News("lost", lost=True)

    assert [item.kept for item in folded(evening(), lambda: now[0]) if isinstance(item, News)] == [
        True, True, True, True, False, False, True,
    ]  # fmt: skip


def test_what_is_not_kept_is_still_shown() -> None:
    kept, shown = list[Event](), list[TableUpdate]()
    table = Table((MatchStarted(0, 0.0, Rules()),), kept.extend, (shown.append,))
    table.follow([News("lost", lost=True, kept=False)], None, None)  # type: ignore[arg-type]  # nobody looks
    assert kept == []
    assert [update.lost for update in shown] == ["lost"]


class Disk:
    """Refuses a few times."""

    def __init__(self, *troubles: JournalError) -> None:
        self.troubles = list(troubles)
        self.kept: list[Event] = []

    def keep(self, events: Sequence[Event]) -> None:
        if self.troubles:
            raise self.troubles.pop(0)
        self.kept += events


def test_the_match_waits_for_its_disk_and_says_so_once() -> None:
    full, locked = JournalHeldUp("The disk is full."), JournalHeldUp("Locked.")
    disk, said, slept = Disk(full, full, locked), list[str](), list[float]()
    patient(disk.keep, said.append, slept.append)(EVENTS)
    assert disk.kept == list(EVENTS)
    assert said == ["The disk is full.", "Locked.", ""]
    assert len(slept) == 3


def test_nothing_is_said_where_nothing_is_wrong() -> None:
    said: list[str] = []
    patient(Disk().keep, said.append)(EVENTS)
    assert said == []


def test_a_journal_that_is_damaged_ends_the_match() -> None:
    with pytest.raises(JournalError, match="damaged"):
        patient(Disk(JournalError("It is damaged.")).keep, print)(EVENTS)


def watched(now: list[float]) -> tuple[Workers, Pulse, list[str]]:
    """A table's loop that may stand still for 15 seconds, and what is said of it."""
    said = list[str]()
    workers = Workers(clock=lambda: now[0], now=lambda: now[0])
    workers.report_to(said.append)
    return workers, Pulse(workers, "table", "the table", 15.0), said


def test_a_table_that_stands_still_is_told_once_each_time() -> None:
    now = [0.0]
    workers, pulse, said = watched(now)
    items = pulse.over([Quiet(), Quiet()])
    next(items)
    for moment, told in ((14.0, 0), (16.0, 1), (40.0, 1)):
        now[0] = moment
        workers.check()
        assert len(said) == told
    next(items)
    workers.check()
    now[0] = 60.0
    workers.check()
    assert said[0] == said[2]
    assert "stands still" in said[0]
    assert said[1] == "Working again: the table."


def test_a_table_whose_recording_has_ended_may_stand_still() -> None:
    now = [0.0]
    workers, pulse, said = watched(now)
    assert len(list(pulse.over([Quiet()]))) == 1
    now[0] = 60.0
    workers.check()
    assert said == []


def test_a_table_that_is_left_for_set_up_is_looked_after_no_more() -> None:
    now = [0.0]
    workers, pulse, said = watched(now)
    again = SetUpAgain()
    items = pulse.over(again.over([Quiet(), Quiet()]))
    next(items)
    again.ask()
    with pytest.raises(SetUpAsked):
        next(items)
    now[0] = 60.0
    workers.check()
    assert said == []
    assert workers.states() == ()


class FaultyDrill:
    """Another use of the board that raises at each frame."""

    def __init__(self, *, ends: bool) -> None:
        self.in_use, self.ends = "Somebody practises.", ends

    def on_frame(self, evidence: Evidence) -> None:
        raise RecursionError("a drill's fault")

    def give_up(self) -> None:
        if not self.ends:
            raise MemoryError
        self.in_use = ""


class Sees:
    """A reader for which each frame is worth reading."""

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        return Evidence(frame, time, still=True, hand=False)

    def news(self) -> tuple[News, ...]:
        return ()


@pytest.mark.parametrize("ends", [True, False])
def test_a_fault_in_a_drill_ends_the_drill_and_never_the_match(ends: bool, faults: list[str]) -> None:
    kept, shown = list[Event](), list[TableUpdate]()
    begun = (MatchStarted(0, 0.0, Rules()),)
    table = Table(begun, kept.extend, [shown.append], other_use=FaultyDrill(ends=ends))
    table.follow([frame(8, 8, index) for index in range(3)], Sees(), Referee(table.state, Seats(Side.LIGHT)))
    (note,) = kept
    assert isinstance(note, Note)
    assert note.message == "The drill ended by a fault of the program; the match goes on."
    assert [bool(update.lost) for update in shown[-2:]] == [False, False]
    assert len(faults) == (1 if ends else 2)
    faults.clear()
