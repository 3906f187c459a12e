"""A chouette: three or more people in one game, one of them in the box against all the others (R65 to R72).

The state is frozen and each function gives the next one. Our rulings where the rules are silent:
a captain who drops hands the team to the next who took; whoever was captain in a lost game goes to
the end of the line, in that order; so does a captain who dropped a game the team then won; and the
former box comes last of all. A captain who becomes the box stays where they sit and keeps their
checkers. Nobody beavers: with one cube for several wills there would be no one to answer it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from arbiter.match.commands import CommandError
from arbiter.match.ledger import Ledger
from arbiter.message import Message, all_of
from arbiter.position import Side
from arbiter.replacing import replace
from arbiter.rules import Rules
from arbiter.scoring import Kind, game_points, limit_refusal

Party = Literal["box", "team"]
_FEWEST = 3
MONEY = Rules(length=0)


@dataclass(frozen=True, slots=True)
class ChouetteGame:
    """The game under way.

    playing: team members still in, the captain first. captains: who has been captain in it, in order.
    cube, owner: the stake and whose it is, None in the middle. offered_by: whose double waits for an
    answer. doubled: a double was offered and taken (for Jacoby, R54).
    """

    playing: tuple[str, ...]
    captains: tuple[str, ...]
    cube: int = 1
    owner: Party | None = None
    offered_by: Party | None = None
    doubled: bool = False


@dataclass(frozen=True, slots=True)
class Chouette:
    """box: who plays alone. line: the team in the order they become captain. game: None between games.

    side: the checkers with which the box plays.
    """

    box: str
    line: tuple[str, ...]
    ledger: Ledger
    rules: Rules = MONEY
    game: ChouetteGame | None = None
    side: Side = Side.LIGHT

    @property
    def captain(self) -> str:
        """Who moves the team's checkers (R66)."""
        return self.game.playing[0] if self.game else self.line[0]

    @property
    def crew(self) -> tuple[str, ...]:
        """The team members who advise the captain."""
        return self.game.playing[1:] if self.game else self.line[1:]

    @property
    def players(self) -> tuple[str, ...]:
        return (self.box, *self.line)

    @property
    def names(self) -> tuple[str, str]:
        """Who sits at the board: (light, dark)."""
        pair = (self.box, self.captain)
        return pair if self.side is Side.LIGHT else pair[::-1]


def found(rolls: Sequence[tuple[str, int]], rules: Rules | None = None, side: Side = Side.LIGHT) -> Chouette:
    """From everybody's name and die: the highest is the box, the others line up behind (R65 to R67).

    Ties have to be rolled off first. Raises CommandError for fewer than three, a name twice, or a tie.
    """
    names = [name for name, _ in rolls]
    if len(rolls) < _FEWEST:
        raise CommandError(Message("A chouette needs three players or more, not {count}.", count=len(rolls)))
    if len(set(names)) < len(names):
        raise CommandError(Message("Each player of a chouette needs a name of their own."))
    for value in sorted({value for _, value in rolls}, reverse=True):
        tied = [name for name, rolled in rolls if rolled == value]
        if len(tied) > 1:
            raise CommandError(Message("{names} rolled the same and have to roll that off.", names=all_of(tied)))
    box, *line = (name for name, _ in sorted(rolls, key=lambda roll: -roll[1]))
    ledger = Ledger(tuple((name, 0) for name in names))
    return Chouette(box, tuple(line), ledger, rules or MONEY, side=side)


# ------------------------------------------------------------------ between games


def join(chouette: Chouette, name: str) -> Chouette:
    """A new player at the end of the line; only between games."""
    _between_games(chouette, Message("{name} can join only between games.", name=name))
    if name in chouette.players:
        raise CommandError(Message("{name} plays already.", name=name))
    return replace(chouette, line=(*chouette.line, name), ledger=chouette.ledger.with_player(name))


def leave(chouette: Chouette, name: str) -> Chouette:
    """A player goes between games and their balance stays; where the box goes, the captain is the next box."""
    _between_games(chouette, Message("{name} can leave only between games.", name=name))
    if name not in chouette.players:
        raise CommandError(Message("{name} does not play.", name=name))
    if len(chouette.line) < 2:
        raise CommandError(Message("When {name} leaves, nobody is left to play against.", name=name))
    if name == chouette.box:
        box, *line = chouette.line
        return replace(chouette, box=box, line=tuple(line), side=chouette.side.other)
    return replace(chouette, line=tuple(member for member in chouette.line if member != name))


def begin_game(chouette: Chouette, cube: int = 1) -> Chouette:
    """Everybody in the line plays; cube: more than 1 after automatic doubles (R53)."""
    _between_games(chouette, Message("A game can begin only between games."))
    return replace(chouette, game=ChouetteGame(chouette.line, chouette.line[:1], cube))


def _between_games(chouette: Chouette, refusal: Message) -> None:
    if chouette.game is not None:
        raise CommandError(refusal)


# ------------------------------------------------------------------ cube


_NOT_THEIRS: dict[Party, Message] = {
    "box": Message("The box does not own the cube (R46)."),
    "team": Message("The team does not own the cube (R46)."),
}
_NOT_DOUBLED: dict[Party, Message] = {
    "box": Message("The box has not doubled."),
    "team": Message("The team has not doubled."),
}


def double(chouette: Chouette, party: Party) -> Chouette:
    """The box, or the whole team as one (R70), offers the cube."""
    game = _game(chouette)
    if game.offered_by:
        raise CommandError(Message("A double already waits for its answer."))
    if game.owner not in (None, party):
        raise CommandError(_NOT_THEIRS[party])
    if reason := limit_refusal(chouette.rules, 2 * game.cube):
        raise CommandError(reason)
    return replace(chouette, game=replace(game, offered_by=party))


def answer_as_box(chouette: Chouette, take: bool) -> Chouette:
    """The box takes the team's double, or drops and pays each member the stake before it (R50)."""
    game = _offer(chouette, "team")
    if take:
        return replace(chouette, game=_raised(game, "box", game.playing))
    return pay_out(chouette, "team", game.cube)


def answer_as_team(chouette: Chouette, takers: Iterable[str]) -> Chouette:
    """Each member takes or drops the box's double (R71); whoever is not named drops and pays at once."""
    game, taking = _offer(chouette, "box"), set(takers)
    outsiders = taking - set(game.playing)
    if outsiders:
        raise CommandError(Message("{names} cannot take: not in this game.", names=all_of(sorted(outsiders))))
    staying = tuple(member for member in game.playing if member in taking)
    if not staying:
        return pay_out(chouette, "box", game.cube)
    ledger = chouette.ledger
    for member in game.playing:
        if member not in taking:
            ledger = ledger.lost(member, chouette.box, game.cube)
    return replace(chouette, ledger=ledger, game=_raised(game, "team", staying))


def _raised(game: ChouetteGame, owner: Party, playing: tuple[str, ...]) -> ChouetteGame:
    captains = game.captains if playing[0] in game.captains else (*game.captains, playing[0])
    return ChouetteGame(playing, captains, 2 * game.cube, owner, None, True)


def _offer(chouette: Chouette, by: Party) -> ChouetteGame:
    game = _game(chouette)
    if game.offered_by != by:
        raise CommandError(_NOT_DOUBLED[by])
    return game


def _game(chouette: Chouette) -> ChouetteGame:
    if chouette.game is None:
        raise CommandError(Message("No game is under way."))
    return chouette.game


# ------------------------------------------------------------------ end of a game


def finish(chouette: Chouette, winner: Party, kind: Kind = "single") -> Chouette:
    """The game is over, played out or resigned: each member still in settles with the box (R72)."""
    game = _game(chouette)
    if game.offered_by:
        raise CommandError(Message("The double has to be answered first."))
    _, points = game_points(kind, game.cube, game.doubled, chouette.rules)
    return pay_out(chouette, winner, points)


def break_off(chouette: Chouette) -> Chouette:
    """The game is given up undecided: nobody moves on, and only what was dropped stays paid."""
    _game(chouette)
    return replace(chouette, game=None)


def pay_out(chouette: Chouette, winner: Party, points: int) -> Chouette:
    """The game is over at so many points for each member still in; box and captain change (R68, R69)."""
    game = _game(chouette)
    ledger = chouette.ledger
    for member in game.playing:
        loser, gainer = (member, chouette.box) if winner == "box" else (chouette.box, member)
        ledger = ledger.lost(loser, gainer, points)
    box, line = _rotated(chouette, game, winner)
    side = chouette.side if box == chouette.box else chouette.side.other
    return replace(chouette, box=box, line=line, ledger=ledger, game=None, side=side)


def _rotated(chouette: Chouette, game: ChouetteGame, winner: Party) -> tuple[str, tuple[str, ...]]:
    """Who is the box and how the line stands after the game (R68, R69)."""
    others = tuple(member for member in chouette.line if member not in game.captains)
    if winner == "box":
        return chouette.box, (*others, *game.captains)
    captain = game.playing[0]
    dropped = tuple(member for member in game.captains if member != captain)
    return captain, (*others, *dropped, chouette.box)
