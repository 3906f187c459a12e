"""Recordings on their way to past matches, one in every state, as the screens show them."""

from __future__ import annotations

from bookgammon.plugins.films.pages import RecordingShown, SaidOfRecording

FILE = "2026-01-02_evening-at-the-club_camera-2_final-of-the-winter-tournament.mp4"


class Filmed:
    """Fulfils `bookgammon.plugins.films.pages.Recordings`; nothing happens. names: who played."""

    def __init__(self, names: tuple[str, str]) -> None:
        said = SaidOfRecording(names, 7, (3, 2))
        size = 6_400_000_000
        self._shown = (
            RecordingShown("1" * 16, FILE, "coming", size, 2_600_000_000, None, None, "", None),
            RecordingShown("2" * 16, "evening.mp4", "working", size, size, 0.37, 4321.0, "", said),
            RecordingShown("3" * 16, "evening 2.mp4", "waiting", size, size, None, None, "", None),
            RecordingShown("4" * 16, "evening 3.mp4", "done", size, size, 1.0, None, "", None),
            RecordingShown(
                "5" * 16,
                "holiday.mov",
                "failed",
                size,
                size,
                1.0,
                None,
                "No game was found in it: a board set up for one has to be in sight.",
                None,
            ),
        )

    def all(self) -> tuple[RecordingShown, ...]:
        return self._shown

    def begin(self, name: str, size: int, recorded: float | None, said: SaidOfRecording | None) -> RecordingShown:
        return self._shown[0]

    def add(self, recording: str, offset: int, piece: bytes) -> int:
        return offset + len(piece)

    def say(self, recording: str, said: SaidOfRecording) -> None:
        """It is not noted."""

    def cancel(self, recording: str) -> None:
        """It stays."""

    def picture(self, recording: str) -> bytes | None:
        return None
