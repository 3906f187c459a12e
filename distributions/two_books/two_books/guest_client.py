"""A guest's program: the link and the shared log of somebody who plays at the page alone, without a table.

What the guest taps is checked by the same rules as at the host, then proposed. It holds nothing of the match that is
not in the log, so after a restart it goes on where that stands; only the moves of a turn that is not said yet are lost.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from arbiter.match.state import Phase
from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.position import SIDES, Side
from arbiter.scoring import Kind
from bookgammon.workers.worker import Worker, Workers
from two_books import shared_dice
from two_books.bodies import Consent, DiceHidden, Played, Said, body_of, dice_of
from two_books.errors import TwoBooksError
from two_books.guest_turn import NotAllowedError, TurnUnderWay
from two_books.guest_words import Act, acts, due, gives_up, hides, kinds, said_by_act
from two_books.joined_match import said_of_themselves
from two_books.link import Body, Entry, Link, Peer, Refusal
from two_books.shared_match import SharedMatch, after, expected, match_of

LOOK_S = 1.0
"""Seconds between two looks where nobody said that something is new."""
AGAIN_S = 2.0
"""Seconds until what was refused is proposed again."""
PHRASE_S = 30.0
"""Seconds that a phrase is shown."""
_PART = Message("the guest's match")
_WRONG_LOG = Message("The shared log says something that the rules do not allow: {reason}")
_GIVEN_UP = Message("The guest's match has failed: stop Bookgammon and start it again, nothing is lost.")
_SHARE_LOST = Message(
    "The dice that are being thrown cannot be shown: the guest's file of them is gone. Put that file back."
)


@dataclass(frozen=True, slots=True)
class GuestMatch:
    """What the guest's page shows at one moment.

    match: what the log says, with what the guest has said and has no number yet. own: their checkers, None before
    anything is agreed. turn: their turn under way. trouble: why the match cannot go on, one sentence, or nothing.
    refused: why the last thing said is not in the log. phrase: the other's, by its name, for as long as it is shown.
    """

    match: SharedMatch
    own: Side | None
    turn: TurnUnderWay | None
    peer: Peer
    other_name: str
    other_in_step: bool
    trouble: str = ""
    refused: str = ""
    phrase: str = ""


class GuestClient:
    """Runs while its `with` block does, and hears the link: attach it before.

    share: what hides a roll that is being thrown, as it was kept. keep_share: makes another one last before it is used;
    raises LinkStoreError. changed: called in the client's thread whenever something new is to be shown.
    """

    def __init__(
        self,
        link: Link,
        workers: Workers,
        *,
        name: str,
        share: str = "",
        keep_share: Callable[[str], None] = lambda _: None,
        changed: Callable[[], None] = lambda: None,
        make_share: Callable[[], str] = shared_dice.new_share,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._link, self._name, self._share = link, name, share
        self._keep_share, self._make_share, self._show, self._steady = keep_share, make_share, changed, steady
        self._changed = threading.Condition(threading.RLock())
        self._new, self._ending = True, False
        self._match = SharedMatch()
        self._turn: TurnUnderWay | None = None
        self._turn_of: tuple[object, ...] = ()
        self._wrong = self._refusal = ""
        self._refused_at: dict[str, float] = {}
        self._phrase: tuple[str, float] | None = None
        self._presence: Body | None = None
        self._worker = Worker(workers, "two books guest", _PART, self._run, wake=self._end, on_given_up=self._fail)

    def __enter__(self) -> Self:
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.stop()

    # ------------------------------------------------------------------ what is heard

    def log_grew(self, entries: Sequence[Entry]) -> None:
        del entries  # they are read in our own thread
        self._say_new()

    def refused(self, refusal: Refusal) -> None:
        with self._changed:
            self._refusal = refusal.reason
            self._refused_at[_key(refusal.body)] = self._steady()
        self._say_new()

    def peer_changed(self, peer: Peer) -> None:
        del peer
        self._say_new()

    def phrase(self, phrase: str) -> None:
        with self._changed:
            self._phrase = (phrase, self._steady())
        self._say_new()

    def picture(self, jpeg: bytes) -> None:
        """The guest's page shows none."""

    def attachment_asked(self, name: str) -> bytes | None:
        """Without a camera nothing is kept that the other table could ask for."""
        del name
        return None

    def attachment(self, name: str, data: bytes) -> None:
        """The guest's page shows no films."""

    def _fail(self) -> None:
        """Nothing is done by itself any more: the page says so."""
        with self._changed:
            self._wrong = _GIVEN_UP
        self._show()

    def _say_new(self) -> None:
        with self._changed:
            self._new = True
            self._changed.notify_all()

    def _end(self) -> None:
        with self._changed:
            self._ending = True
            self._changed.notify_all()

    # ------------------------------------------------------------------ what is shown

    def shown(self) -> GuestMatch:
        with self._changed:
            match, own = self._expected()
            peer = self._link.peer()
            name, step = said_of_themselves(peer)
            if match.agreed and own:
                name = match.agreed.names[SIDES.index(own.other)]
            trouble = self._wrong or peer.trouble
            if own and match.hidden and not hides(self._share, match):
                trouble = trouble or _SHARE_LOST
            heard = self._phrase
            phrase = heard[0] if heard and self._steady() - heard[1] < PHRASE_S else ""
            return GuestMatch(
                match, own, self._turn_in(match, own), peer, name, step, trouble, self._refusal, phrase
            )  # fmt: skip

    @property
    def settled(self) -> bool:
        """Whether all that the guest has said has its number, or is refused."""
        return not self._link.waiting()

    def _expected(self) -> tuple[SharedMatch, Side | None]:
        waiting = self._link.waiting()  # before the log: what gets its number in between is in both, never in none
        self._read()
        match = expected(self._match, "guest", waiting)
        return match, match.side("guest")

    def _read(self) -> None:
        entries = () if self._wrong else self._link.entries(self._match.number)
        if not entries:
            return
        try:
            self._match = match_of(entries, self._match)
        except TwoBooksError as error:
            self._wrong = _WRONG_LOG.filled(reason=error)

    def _turn_in(self, match: SharedMatch, own: Side | None) -> TurnUnderWay | None:
        """The moves made so far, for as long as they belong to this very turn."""
        state = match.state
        if own is None or state.phase is not Phase.MOVING or state.player is not own or state.dice is None:
            self._turn = None
            return None
        turn_of = (state.game, len(state.turns), state.position, state.dice)
        if self._turn is None or turn_of != self._turn_of:
            self._turn, self._turn_of = TurnUnderWay(state.position, own, dice_of(state.dice)), turn_of
        return self._turn

    # ------------------------------------------------------------------ what is tapped
    #
    # Each raises NotAllowedError or another TwoBooksError, one sentence, and then nothing was said.

    def move(self, start: int, end: int) -> None:
        """One checker, in the guest's own numbering."""
        with self._changed:
            self._turn = self._own_turn().moved(start, end)
        self._say_new()

    def move_back(self) -> None:
        with self._changed:
            self._turn = self._own_turn().back()
        self._say_new()

    def done(self) -> None:
        """The turn under way is said."""
        with self._changed:
            turn = self._own_turn()
            play = turn.whole
            if play is None:
                raise NotAllowedError(Message("The play is not whole yet."))
            match, _ = self._expected()
            at = (match.state.game, len(match.state.turns))
            self._say(Played(*at, turn.dice, format_play(play), play.result))
            self._turn = None

    def act(self, act: Act) -> None:
        with self._changed:
            match, own = self._expected()
            if own is None or act not in acts(match, own):
                raise NotAllowedError(Message("That cannot be said now."))
            said = said_by_act(act, match)
            if said is None:
                said = DiceHidden(match.state.game, len(match.state.turns), shared_dice.digest_of(self._hidden_share()))
            self._say(said)

    def _hidden_share(self) -> str:
        """A share that nobody has seen yet: the last one, until it was shown, as the log may have its hash already."""
        shown = {body.get("share") for body in (*(each.body for each in self._link.entries()), *self._link.waiting())}
        if not self._share or self._share in shown:
            share = self._make_share()
            self._keep_share(share)  # before the log has its hash: without it the roll could never be shown
            self._share = share
        return self._share

    def give_up(self, kind: Kind) -> None:
        with self._changed:
            match, own = self._expected()
            if own is None or kind not in kinds(match, own):
                raise NotAllowedError(Message("That cannot be said now."))
            self._say(gives_up(kind, match))

    def consent(self, number: int, *, agrees: bool) -> None:
        """To what the other asked for by that entry; to one's own question no takes it back."""
        with self._changed:
            self._say(Consent(number, agrees))

    def say_phrase(self, phrase: str) -> None:
        self._link.say_phrase(phrase)

    def _own_turn(self) -> TurnUnderWay:
        match, own = self._expected()
        if (turn := self._turn_in(match, own)) is None:
            raise NotAllowedError(Message("It is not your turn."))
        return turn

    def _say(self, said: Said) -> None:
        """Proposed, where the rules allow it as far as is known here."""
        body = body_of(said)
        match, _ = self._expected()
        after(match, Entry(match.number + 1, "guest", body, 0.0))
        self._refusal = ""
        self._link.propose(body)
        self._say_new()

    # ------------------------------------------------------------------ our own thread

    def _run(self, worker: Worker) -> None:
        while True:
            worker.idle()
            with self._changed:
                self._changed.wait_for(lambda: self._new or self._ending, LOOK_S)
                self._new = False
            if self._ending or worker.stopping:
                return
            worker.works_on()
            self.step()

    def step(self) -> None:
        """Says what the guest's program says by itself, then has everything shown."""
        presence: dict[str, Any] = {"name": self._name, "dice": "program", "step": True}
        if presence != self._presence:
            self._presence = presence
            self._link.say_presence(presence)
        with self._changed:
            match, own = self._expected()
            said = due(match, own, self._share) if own and not self._wrong else None
            body = body_of(said) if said else None
            if body is not None and not self._was_refused(body):
                self._link.propose(body)
        self._show()

    def _was_refused(self, body: Body) -> bool:
        now = self._steady()
        self._refused_at = {key: at for key, at in self._refused_at.items() if now - at < AGAIN_S}
        return _key(body) in self._refused_at


def _key(body: Body) -> str:
    return repr(sorted(body.items()))
