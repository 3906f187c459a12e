"""The recorded game that ships with the program: pictures to calibrate from and clips to follow."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from arbiter.match.events import Event, MatchStarted, Note
from arbiter.match.opponent import OpponentSeat
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from arbiter.xgid import MatchPosition, parse_xgid
from bookgammon.errors import CompanionError
from bookgammon.table.table import FrameReader, FrameTime, game_taken_up, shifted
from calibration.board import Board
from calibration.corners import parse_corners
from vision.known_position.learn_board import learn_board
from vision.sources.pictures import own_picture
from vision.sources.sources import FileSource, Frame, Item, own_capture

FOLDER = Path(__file__).parents[1] / "recording"
AGAINST = FOLDER / "against"
"""A person plays against the computer there."""
WARM_UP = 30
"""Frames shown to a fresh reader before the first one that counts: stillness is a matter of time."""


@dataclass(frozen=True, slots=True)
class Clip:
    """One clip; its frames are counted on from the clips before it, so first is the index of its own first.

    start: where the game is taken up in its middle; note: what people read when it begins.
    """

    path: Path
    first: int
    frames: int
    fps: float
    start: MatchPosition | None
    note: str

    @property
    def last(self) -> int:
        return self.first + self.frames - 1

    def opening(self) -> tuple[Event, ...]:
        """What happens before the clip's first frame; nothing where the match simply begins."""
        at = FrameTime(self.first, self.first / self.fps)
        note = (Note(at.frame, at.time, self.note),) if self.note else ()
        return (*note, *game_taken_up(self.start, at.frame, at.time)) if self.start else note

    def items(self, start: int, reader: FrameReader) -> Iterator[Item]:
        """Frames from index `start` on. The reader is given a few of those before."""
        source = FileSource(self.path, own_capture)
        try:
            frames = source.items(max(0, start - self.first - WARM_UP))
            for item in shifted(frames, self.first, self.first / self.fps):
                if isinstance(item, Frame) and item.index < start:
                    reader.read_frame(item.image, item.index, item.time)
                else:
                    yield item
        finally:
            source.close()


@dataclass(frozen=True, slots=True)
class RecordedDecisions:
    """Who played without sitting at the table, and what they decided. plays: (roll, play). answer: to a double."""

    seat: OpponentSeat
    plays: tuple[tuple[Dice, str], ...]
    answer: Literal["take", "drop"]


@dataclass(frozen=True, slots=True)
class Recording:
    """A board's pictures and the clips recorded over it. opponent: None where two sat there."""

    folder: Path
    described: dict[str, Any]
    clips: tuple[Clip, ...]
    opponent: RecordedDecisions | None = None

    def started(self) -> MatchStarted:
        """The match that the first clip begins."""
        if self.opponent is None:
            return MatchStarted(0, 0.0, Rules())
        seat = self.opponent.seat
        return MatchStarted(0, 0.0, Rules(), seat.among(("Light", "Dark")), opponent=seat)

    @property
    def total(self) -> int:
        return self.clips[-1].last + 1

    def board(self) -> Board:
        """The board, learned from the recording's pictures."""
        return learn_board(
            start=own_picture(self.folder / self.described["start"]),
            corners=parse_corners(self.described["corners"]),
            seats=Seats(Side(self.described["near"]), self.described["home"]),
            empty=own_picture(self.folder / self.described["empty"]),
        )


def load_recording(folder: Path = FOLDER) -> Recording:
    """Raises CompanionError where the recording that should have come with the program is not whole."""
    try:
        found = tomllib.loads((folder / "recording.toml").read_text(encoding="utf-8"))
        clips: list[Clip] = []
        for entry in found["clips"]:
            start = parse_xgid(entry["position"]) if "position" in entry else None
            first = clips[-1].last + 1 if clips else 0
            clips.append(
                Clip(folder / entry["file"], first, entry["frames"], entry["fps"], start, entry.get("note", ""))
            )
        opponent = _decisions(found["opponent"]) if "opponent" in found else None
    except (OSError, ValueError, KeyError) as error:
        raise CompanionError(
            Message("The demo's recording in {folder} is not whole: install bookgammon again.", folder=folder)
        ) from error
    return Recording(folder, found, tuple(clips), opponent)


def _decisions(described: dict[str, Any]) -> RecordedDecisions:
    """Raises ValueError or KeyError where they are not whole."""
    seat = OpponentSeat(Side(described["side"]), described["engine"], described["level"], described["dice"])
    plays = tuple(((int(roll[0]), int(roll[2])), play) for roll, play in described["plays"])
    return RecordedDecisions(seat, plays, described["answer"])
