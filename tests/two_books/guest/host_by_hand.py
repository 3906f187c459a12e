"""A host without a table, who says what a test wants in the shared log, and throws its share of the guest's dice."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.notation import format_play
from arbiter.plays import accepted_plays
from arbiter.position import Side
from arbiter.rules import Rules
from two_books.agreed_rules import for_two_boards
from two_books.bodies import Agreed, DiceHidden, DiceShared, Opened, Played, Rolled, Said, body_of, said_by
from two_books.link import Entry, Peer, Refusal
from two_books.memory_link import MemoryLinks
from two_books.shared_match import Judge, SharedMatch, match_of

SHARE = "5" * 64


class HostByHand:
    """Light, called Ann. Attached to the host's end; what the guest hides is answered with SHARE at once."""

    def __init__(self, links: MemoryLinks, rules: Rules) -> None:
        self._links, self.rules = links, for_two_boards(rules)
        self.phrases: list[str] = []
        self.refusals: list[str] = []
        links.host.attach(self, Judge())
        links.host.say_presence({"name": "Ann", "dice": "thrown", "step": True})

    @property
    def match(self) -> SharedMatch:
        return match_of(self._links.host.entries())

    @property
    def at(self) -> tuple[int, int]:
        """The moment: game, and how many turns of it are finished."""
        return self.match.state.game, len(self.match.state.turns)

    def say(self, said: Said) -> None:
        self._links.host.propose(body_of(said))
        self._links.deliver()
        assert not self.refusals

    def opens(self, player: Side, dice: tuple[int, int] = (3, 1)) -> None:
        """The match begins, and its first game."""
        self.say(Agreed(self.rules, ("Ann", "Ben"), Side.LIGHT, "program"))
        self.say(Opened(1, player, dice))

    def rolls(self, dice: tuple[int, int]) -> None:
        self.say(Rolled(*self.at, dice))

    def plays(self, dice: tuple[int, int] | None = None) -> None:
        """The first play of the roll that lies there, or of another one that is rolled before."""
        if dice:
            self.rolls(dice)
        state = self.match.state
        assert state.dice
        play = accepted_plays(state.position, Side.LIGHT, state.dice)[0]
        self.say(Played(*self.at, state.dice, format_play(play), play.result))

    # ------------------------------------------------------------------ what it hears

    def log_grew(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            said = said_by(entry.body)
            if isinstance(said, DiceHidden):
                self._links.host.propose(body_of(DiceShared(said.game, said.turn, SHARE)))

    def refused(self, refusal: Refusal) -> None:
        self.refusals.append(refusal.reason)

    def phrase(self, phrase: str) -> None:
        self.phrases.append(phrase)

    def peer_changed(self, peer: Peer) -> None: ...
    def picture(self, jpeg: bytes) -> None: ...
    def attachment(self, name: str, data: bytes) -> None: ...
    def attachment_asked(self, name: str) -> bytes | None: ...
