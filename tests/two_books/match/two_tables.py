"""Two simulated tables that play one match, each with a person, a board and a camera of its own.

Table, queue, journal, referee and the opponent's seat are the program's own, the link is the one in memory. The person
plays their own side, one play in ten against the rules first, and makes the other's plays, some of them wrongly first.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from arbiter.match.commands import Double, Resign
from arbiter.match.events import Event, IllegalPlay, MatchStarted, PlayMade
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import last_decision
from arbiter.plays import accepted_plays
from arbiter.position import Position, Side
from arbiter.records import GameRecord
from arbiter.records.model import Action
from arbiter.records.model import Played as PlayedTurn
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.scoring import Kind
from arbiter.seats import Seats
from bookgammon.history.journal import Journal
from bookgammon.history.session import MatchSession
from bookgammon.opponent.seat import SeatedOpponent
from bookgammon.table.table import Table, TableUpdate
from bookgammon.workers.worker import Workers
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.simulated_camera import FPS
from tests.arbiter_referee.table import Table as Board
from tests.arbiter_referee.table import sensible, steps
from tests.plugins.club.mosquitto import Mosquitto
from tests.plugins.gnubg.opponent.at_table import LONG, STARTED, AtTable, Played, Queue, Stuck
from two_books.bodies import Consent
from two_books.invitation import new_invitation, parse_address
from two_books.joined_match import JoinedMatch
from two_books.memory_link import MemoryLink, MemoryLinks
from two_books.own_table import first_difference
from two_books.remote_opponent import RemoteOpponent
from two_books.shared_match import Judge
from two_books.shown import OtherBoard
from two_books.two_books_link import TwoBooksLink

AGAINST_RULES = 0.1
GIVES_UP = 0.02
WAITS_S = 90.0
"""For the other table, by the machine's clock."""
_COUNTED = 5
"""Checkers on a point, each of which a camera sees."""
LOOK_S = 0.004
"""Between two looks while a person waits for the other board."""


class Player(AtTable):
    """One of the two. takes_back: how often they take a play back. declines: how often they say no to that.

    waits_s: for the other table. look_s: between two looks meanwhile.
    """

    waits_s = WAITS_S
    look_s = LOOK_S

    def __init__(
        self,
        path: Path,
        seed: int,
        link: MemoryLink | TwoBooksLink,
        side: Side,
        rules: Rules,
        name: str,
        *,
        wrongly: float = 0.1,
        against_rules: float = AGAINST_RULES,
        gives_up: float = GIVES_UP,
        takes_back: float = 0.0,
        declines: float = 0.0,
    ) -> None:
        self.me = side
        self.random = random.Random(f"{seed} {side} person")
        manners = Manners(tries=0.0, unseen_rolls=0.0, late_rolls=0.0, illegal=0.0)
        self.board = Board(2 * seed + (side is Side.DARK), manners, Seats(side))
        self.played, self.troubles = Played(), list[str]()
        self.thrown = None
        self.regretted = []
        self.wrongly, self.takes_back, self.declines = wrongly, takes_back, declines
        self.against_rules, self.gives_up = against_rules, gives_up
        self.against = list[int]()
        self.agreed = set[int]()
        self.disturb = lambda: None
        self.journal = Journal(path)
        begun = self.journal.at_table()  # killed between the last word and its end, a table has nothing open
        entry = self.journal.unfinished() or (begun[-1] if begun else self.journal.begin(STARTED, "0"))
        self.session = MatchSession(self.journal, entry, lambda: STARTED, lambda _: None)
        self.queue = Queue()
        self.said: list[Event] = []
        self.workers = Workers()
        self.link = link
        self.joined = JoinedMatch(link, self.queue.submit, self.workers, name=name, side=Side.LIGHT)
        link.attach(OtherBoard(self.joined), Judge())
        self.opponent = SeatedOpponent(
            self.queue.submit, self.troubles.append, lambda _: RemoteOpponent(self.joined), workers=self.workers
        )
        observers = [self.session.on_update, self.opponent.on_update, self.joined.on_update, self.hears]
        self.table = Table([], self.session.keep, observers, self.queue)
        if self.session.events:
            self.table.state = self._folded(self.session.events)
            self._sit_down_again(self.session.events[-1])
            self.played.turns = [(turn.player, self.table.state.position) for turn in self.table.state.turns]
        else:
            self.table.commit([MatchStarted(0, 0.0, rules, ("Light", "Dark"))])
        self.stop = threading.Event()
        self.events: Sequence[Event] = ()

    def hears(self, update: TableUpdate) -> None:
        self.said.extend(update.events)

    @property
    def finished(self) -> bool:
        return self.state.phase is Phase.MATCH_OVER

    def follow(self) -> Played:
        self.referee = Referee(self.table.state, self.board.seats)
        with self.opponent, self.joined:
            self.joined.take_up_events(self.session.events)
            self.joined.take_up(self.table.state)
            self.opponent.take_up(self.table.state)
            self.table.follow(self._items(), self, self.referee)
            ends = time.monotonic() + self.waits_s
            while not self.stop.is_set() and time.monotonic() < ends:
                time.sleep(0.02)
        self.events = self.journal.events(self.session.match)
        self.journal.close()
        return self.played

    def _stands(self) -> str:
        """Our table and the shared match, in short."""
        shown = self.joined.shown()
        states = (("table", self.state), ("shared", shown.match.state))
        words = [
            f"{whose}: game {state.game}, {len(state.turns)} turns, {state.phase} {state.player} {state.dice} "
            f"{state.cube} {state.resignation}" for whose, state in states
        ]  # fmt: skip
        log = " ".join(f"{each.by}:{each.body['kind']}" for each in self.link.entries()[-6:])
        words += [f"log {log}", f"said {[event.name for event in self.said[-8:]]}"]
        return "; ".join([*words, f"waiting {self.link.waiting()}", f"refused {shown.refused!r}", shown.trouble])

    # -------------------------------------------------------------- what they do

    def _match(self) -> Iterator[Evidence]:
        yield from self.board.rest(12, 16)
        yield from self._until_other(lambda: self.state.opponent is not None, "nothing is agreed")
        seat = self.state.opponent
        assert seat is not None
        self.seat = seat
        yield from super()._match()

    def _until_other(self, done: Callable[[], bool], what: str) -> Iterator[Evidence]:
        """For something that the other table has to say."""
        ends = time.monotonic() + self.waits_s
        while not done():
            self._agrees()
            if time.monotonic() > ends:
                raise Stuck(f"{self.me}: {what}; {self._stands()}")
            self._awaits()
            if self.state.out_of_step is not None:  # the page asks for it
                yield from self._put_right()
            yield self.board.look()

    def _awaits(self) -> None:
        """Until the next look."""
        self.queue.filled.wait(self.look_s)
        self.queue.filled.clear()

    def _agrees(self) -> None:
        """To whatever the other asks for."""
        asked = self.joined.shown().match.asked
        if asked and asked.by is not self.me and asked.number not in self.agreed:
            self.agreed.add(asked.number)
            self.joined.say(Consent(asked.number, self.random.random() >= self.declines))

    def _waits(self) -> Iterator[Evidence]:
        def stands() -> tuple[object, ...]:
            state = self.state
            return state.actions, state.intended, state.cube_considered, state.dice

        before = stands()
        yield from self._until_other(lambda: stands() != before, "the other board says nothing")

    def _sets_up(self) -> Iterator[Evidence]:
        """The opening roll may come from the other board at once."""
        if self.board.position != self.state.rules.start:
            self.board.cube = (1, None)
            yield from self.board.set_up_again()
        self.played.games += 1
        yield from self._until(lambda: self.state.phase not in _PAST, "no game begins")

    def _opens(self) -> Iterator[Evidence]:
        if self.link.role == "host":
            yield from super()._opens()
        else:
            yield from self._until_other(lambda: self.state.phase is Phase.MOVING, "no opening roll comes")

    def _begins_turn(self, player: Side) -> Iterator[Evidence]:
        if player is self.me and self.state.turns and self.random.random() < self.gives_up:
            kind: Kind = "single" if self.state.position.off[self.me is Side.DARK] else "gammon"
            yield from self.tap(Resign(self.me, kind))
            return
        try:
            yield from super()._begins_turn(player)
        except Stuck:
            turned = self.board.cube[0] != self.state.cube.value
            if player is not self.me or self.state.phase is not Phase.TO_ROLL or not turned:
                raise
            yield from self.tap(Double())  # the cube was turned, and no camera has seen it: people tap

    def _regrets(self, player: Side) -> bool:
        """A play that was as it is: what was put right, or played anew by the other, is not taken back here."""
        decided = last_decision(self.state)
        return bool(decided) and isinstance(decided[-1].event, PlayMade) and super()._regrets(player)

    def _other_plays_again(self) -> bool:
        """Whether we have agreed that the other takes a play back, and our table does not have another one yet."""
        shared = self.joined.shown().match
        if shared.state.game != self.state.game:
            return False
        return len(shared.state.turns) < len(self.state.turns) or first_difference(self.state, shared) is not None

    def _executes(self) -> Iterator[Evidence]:
        yield from self._put_right()
        if self.state.intended is not None:
            yield from super()._executes()

    def _put_right(self) -> Iterator[Evidence]:
        """The board as the table has it, where a turn became another one: a play was taken back, or was not."""
        if self.board.position != self.state.position:
            yield from self.board.reach(self.state.position)
            yield from self.board.rest(12, 16)

    def _plays(self) -> Iterator[Evidence]:
        if self._other_plays_again():
            yield from self._until_other(lambda: not self._other_plays_again(), "no other play comes")
            yield from self.board.rest(4, 10)
            return
        yield from self._put_right()
        state, board = self.state, self.board
        plays = state.player is self.me and state.phase in (Phase.MOVING, Phase.CORRECTING)
        if not plays or board.position != state.position or self._other_plays_again():
            return  # something came from the other board meanwhile
        assert state.dice is not None
        if self.random.random() >= self.against_rules:
            yield from super()._plays()
            return
        if not board.dice:
            one, two = state.dice
            yield from self._throw([(one, "right"), (two, "right")])
        play = self.random.choice(sensible(accepted_plays(state.position, self.me, state.dice)))
        turns = len(state.turns)
        wrong = _against_rules(self.random, state, self.me)
        if wrong is not None:
            self.against.append(board.frame + 3 * FPS)  # about when it lies there
            yield from board.reach(wrong)
            yield from board.rest(4, 10)
            yield from board.lift()
            self.thrown = None
            yield from self._until(lambda: self.state.phase is Phase.CORRECTING, "an illegal play is not seen")
            yield from board.reach(play.result)
        else:
            yield from board.walk(steps(state.position, play, self.me))
            yield from board.rest(4, 10)
            yield from board.lift()
            self.thrown = None
        self.played.turns.append((self.me, play.result))
        yield from self._until(lambda: len(self.state.turns) > turns or self.state.phase in _PAST, "my turn")


_PAST = (Phase.GAME_OVER, Phase.MATCH_OVER, Phase.SETTING_UP)


def _against_rules(lot: random.Random, state: MatchState, side: Side) -> Position | None:
    """What a play of other dice leads to and none of these does, as far as a camera can count."""
    assert state.dice is not None
    legal = {state.position, *(play.result for play in accepted_plays(state.position, side, state.dice))}
    other = (state.dice[0] % 6 + 1, state.dice[1])
    results = [play.result for play in accepted_plays(state.position, side, other)]
    found = [each for each in results if all(_told_apart(each, one) for one in legal)]
    return lot.choice(found) if found else None


def _told_apart(one: Position, two: Position) -> bool:
    """Whether they differ on some points without tall stacks; one such point a camera may see badly all evening."""
    rows = zip((*one.light[1:], *one.dark[1:]), (*two.light[1:], *two.dark[1:]), strict=True)
    return sum(first != second and max(first, second) <= _COUNTED for first, second in rows) > 1


class BrokerLinks:
    """Both ends of the real link over a real Mosquitto, which is killed while they are to be away."""

    def __init__(self, folder: Path) -> None:
        self._broker = Mosquitto(folder / "broker")
        self._away = False
        invitation = new_invitation(parse_address(self._broker.address))
        self._workers = Workers()
        for role in ("host", "guest"):
            (folder / role).mkdir()
        self.host = TwoBooksLink(folder / "host", invitation, "host", self._workers)
        self.guest = TwoBooksLink(folder / "guest", invitation, "guest", self._workers)

    @property
    def away(self) -> bool:
        return self._away

    @away.setter
    def away(self, away: bool) -> None:
        if away and not self._away:
            self._broker.kill()
        if self._away and not away:
            self._broker.start()
        self._away = away

    @contextmanager
    def delivering(self, workers: Workers) -> Iterator[None]:
        with self._broker, self._workers, self.host, self.guest:
            yield


Links = MemoryLinks | BrokerLinks
Disturb = Callable[[Links, threading.Event], None]


def play_match(
    folder: Path, seed: int, rules: Rules, *, links: Links | None = None, disturb: Disturb | None = None,
    player: type[Player] = Player, **manners: float,
) -> tuple[Player, Player, Links]:
    """One match to its end. disturb: runs in a thread of its own until its event is set. Raises what a player did."""
    links = links or MemoryLinks()
    faults: list[BaseException] = []
    over = threading.Event()
    seated: dict[str, Player] = {}

    def follow(name: str, link: MemoryLink | TwoBooksLink, side: Side) -> None:
        """All of it in one thread, as the journal is the table's thread's."""
        try:
            seated[name] = player(folder / f"{name}.sqlite", seed, link, side, rules, name, **manners)
            seated[name].follow()
        except BaseException as fault:  # noqa: BLE001 - told to the test, which is another thread
            faults.append(fault)

    sides = (("Ann", links.host, Side.LIGHT), ("Ben", links.guest, Side.DARK))
    threads = [threading.Thread(target=follow, args=each, daemon=True) for each in sides]
    disturbs = threading.Thread(target=disturb or (lambda *_: None), args=(links, over), daemon=True)
    with links.delivering(Workers()):
        for thread in (*threads, disturbs):
            thread.start()
        while not faults and not (len(seated) == 2 and all(each.finished for each in seated.values())):
            time.sleep(0.02)
        over.set()
        disturbs.join(20.0)
        links.away = False
        ends = time.monotonic() + 20.0
        while not faults and not all_said(links) and time.monotonic() < ends:
            time.sleep(0.02)
        for each in seated.values():
            each.stop.set()
        for thread in threads:
            thread.join(1.0 if faults else 20.0)
    if faults:
        raise AssertionError("; ".join([*map(str, faults), *(each._stands() for each in seated.values())]))
    return seated["Ann"], seated["Ben"], links


def all_said(links: Links) -> bool:
    checks = [entry for entry in links.host.entries() if entry.body["kind"] == "checked"]
    ends = len(checks) >= 2 and checks[-1].body["score"] == checks[-2].body["score"]
    return ends and links.host.entries() == links.guest.entries()


def games_of(events: Sequence[Event]) -> tuple[GameRecord, ...]:
    """What counts in a record, but how each board knows a roll: the one reads it, at the other it is entered."""

    def seen(action: Action) -> Action:
        return replace(action, source="read") if isinstance(action, PlayedTurn) else action

    return tuple(replace(game, actions=tuple(map(seen, game.actions))) for game in record_of(events).games)


def own_illegal(against: Sequence[int], events: Sequence[Event]) -> list[Event]:
    """Illegal plays that nobody made. against: frames at which somebody played against the rules."""
    plain = [event for event in events if isinstance(event, IllegalPlay)]
    spans = [(frame - 6 * FPS, frame + LONG) for frame in against]
    return [each for each in plain if not any(first <= each.frame <= last for first, last in spans)]

