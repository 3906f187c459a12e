"""One player as in `one_player`, whose table looks at a camera's pace and notes when plays were made and shown."""

from __future__ import annotations

import time

from arbiter.match.events import IntendedPlay, PlayMade
from bookgammon.table.table import TableUpdate
from tests.arbiter_referee.simulated_camera import FPS
from tests.two_books.match.one_player import OnePlayer, play


class TimedPlayer(OnePlayer):
    """Their program's word counts, at once."""

    def hears(self, update: TableUpdate) -> None:
        super().hears(update)
        state = update.state
        for event in update.events:
            if isinstance(event, PlayMade) and event.player is self.me:
                self.notebook.made((state.game, len(state.turns) - 1))
            elif isinstance(event, IntendedPlay):
                self.notebook.shown((state.game, len(state.turns)))

    def _awaits(self) -> None:
        """A camera looks when it looks, whatever waits in the program."""
        time.sleep(1.0 / FPS)
        self.queue.filled.clear()


if __name__ == "__main__":
    play(TimedPlayer)
