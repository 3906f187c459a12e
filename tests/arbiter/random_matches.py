"""Whole matches played at random, with everything a table may do."""

from __future__ import annotations

import random
from dataclasses import replace

from arbiter.notation import format_play
from arbiter.plays import accepted_plays, legal_plays
from arbiter.position import Position, Side
from arbiter.records import GameRecord, MatchHeader, MatchRecord, Played
from arbiter.records.replay import Replay
from arbiter.rules import Rules

MOST_GAMES = 4


def random_match(rng: random.Random, rules: Rules, illegal: float = 0.0) -> MatchRecord:
    """Up to four games. illegal: how often a play breaks the rules and stands."""
    match = MatchRecord(("Ada", "Grace"), rules, header=MatchHeader(event="Test", date="2026.01.31"))
    while len(match.games) < MOST_GAMES and not (rules.length and max(match.score) >= rules.length):
        match = replace(match, games=(*match.games, random_game(rng, match, illegal)))
    return match


def random_game(rng: random.Random, match: MatchRecord, illegal: float) -> GameRecord:
    rules, score = match.rules, match.score
    crawfords = [game.crawford for game in match.games]
    crawford = 1 < rules.length == max(score) + 1 and rules.crawford and not any(crawfords)
    cube = 2 if rules.automatic_doubles and rng.random() < 0.5 else 1
    replay = Replay(rules, GameRecord(score, crawford=crawford, cube=cube))
    side = rng.choice(list(Side))
    first = True
    while not replay.over:
        if not first and rng.random() < 0.01:
            replay.wins(rng.choice(list(Side)), replay.cube * rng.choice((1, 2)))
        elif not first and rng.random() < 0.1 and may_double(replay, rules, crawford, side):
            double(rng, replay, rules, side)
        if not replay.over:
            turn(rng, replay, side, first, illegal)
        side, first = side.other, False
    return replay.game()


def may_double(replay: Replay, rules: Rules, crawford: bool, side: Side) -> bool:
    return not crawford and rules.length != 1 and replay.owner is not side.other and replay.cube < 64


def double(rng: random.Random, replay: Replay, rules: Rules, side: Side) -> None:
    replay.double(side)
    if rules.beavers and rng.random() < 0.3:
        replay.double(side.other)
        replay.answer(side, "take" if rng.random() < 0.8 else "drop")
    else:
        replay.answer(side.other, "take" if rng.random() < 0.8 else "drop")


def turn(rng: random.Random, replay: Replay, side: Side, first: bool, illegal: float) -> None:
    dice = (rng.randint(1, 6), rng.randint(1, 6))
    while first and dice[0] == dice[1]:
        dice = (rng.randint(1, 6), rng.randint(1, 6))
    dice = (max(dice), min(dice))
    if rng.random() < illegal:
        after = disturbed(rng, replay.position, side)
        if after and all(play.result != after for play in accepted_plays(replay.position, side, dice)):
            replay.put(side, dice, after)
            return
    plays = legal_plays(replay.position, side, dice)
    # the board that is nearest to home, so that games end
    play = min(rng.sample(plays, min(3, len(plays))), key=lambda play: -play.result.pips(side.other))
    replay.play(side, dice, format_play(play))


def disturbed(rng: random.Random, position: Position, side: Side) -> Position | None:
    """One or two checkers somewhere else, hits made, no point shared."""
    own, other = list(position.row(side)), list(position.row(side.other))
    for _ in range(rng.choice((1, 2))):
        start = rng.choice([place for place in range(1, 26) if own[place]])
        open_ends = [place for place in range(1, 25) if other[25 - place] < 2 and place != start]
        end = rng.choice(open_ends)
        own[start] -= 1
        own[end] += 1
        if other[25 - end]:
            other[25 - end] -= 1
            other[25] += 1
    return position.with_row(side, tuple(own)).with_row(side.other, tuple(other))


def without_texts_of_illegal(match: MatchRecord) -> MatchRecord:
    """Formats keep the board that an illegal play left, not the words it was described with."""
    games = []
    for game in match.games:
        actions = (
            replace(action, play="") if isinstance(action, Played) and action.illegal else action
            for action in game.actions
        )
        games.append(replace(game, actions=tuple(actions)))
    return replace(match, games=tuple(games))
