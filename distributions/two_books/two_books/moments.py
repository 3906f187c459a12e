"""When what the shared log speaks of happened at our own camera: frames, and what the album keeps of them.

Read from the journal, so that nothing has to be remembered over a restart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arbiter.match.events import Event
from arbiter.match.fold import apply
from arbiter.match.state import MatchState, Phase
from bookgammon.history.album import album_beside, picture_path
from bookgammon.history.clips import ClipName, clip_path
from bookgammon.history.journal import Journal

Turn = tuple[int, int]
"""(game, counted from 1; how many turns of it were finished): as bodies name a moment."""


def roll_frames(events: Sequence[Event]) -> Mapping[Turn, int]:
    """The frame at which each turn's dice first lay there."""
    state, found = MatchState(), dict[Turn, int]()
    for event in events:
        state = apply(state, event)
        if state.phase is Phase.MOVING and state.dice is not None:
            found.setdefault((state.game, len(state.turns)), event.frame)
    return found


@dataclass(frozen=True, slots=True)
class OurAlbum:
    """What is kept of one match. journal: its file; match: its number there."""

    journal: Path
    match: int

    @property
    def folder(self) -> Path:
        return album_beside(self.journal)

    def frames(self) -> Mapping[Turn, int]:
        """See `roll_frames`. Raises JournalError."""
        with Journal(self.journal, read_only=True) as opened:
            entry = next((each for each in opened.matches() if each.id == self.match), None)
            return roll_frames(opened.events(entry)) if entry else {}

    def film_path(self, turn: Turn) -> Path | None:
        """Where the film of that turn's roll lies, or is to lie; None where our table does not know the roll."""
        frame = self.frames().get(turn)
        return None if frame is None else clip_path(self.folder, self.match, ClipName(frame, frame))

    def picture_of(self, turn: Turn) -> bytes | None:
        """The picture (JPEG) that was kept nearest to that turn's roll; None where none is kept."""
        frame = self.frames().get(turn, 0)
        kept = [int(path.stem) for path in (self.folder / str(self.match)).glob("*.jpg") if path.stem.isdecimal()]
        if not kept:
            return None
        nearest = min(kept, key=lambda number: abs(number - frame))
        return picture_path(self.folder, self.match, nearest).read_bytes()
