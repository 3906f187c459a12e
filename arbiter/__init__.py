"""The rules of backgammon, for anyone: legal plays, verdicts, games, identifiers and records.

Pure Python, standard library only, no camera needed. Points are each player's own: 1 to 24 from
their home, 25 the bar, 0 off.

What may be played:

>>> import arbiter
>>> plays = arbiter.legal_plays(arbiter.START, arbiter.Side.LIGHT, (6, 5))
>>> [arbiter.format_play(play) for play in plays]
['24/13', '24/18 13/8', '24/18 8/3', '13/7 13/8', '13/7 8/3', '13/2', '8/2 8/3']

What is wrong with what was played:

>>> done = arbiter.Position.from_points(
...     [0, 0, 1, 0, 0, 5, 0, 2, 0, 0, 1, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2], off=(0, 15))
>>> after = arbiter.Position(done.light, arbiter.START.dark)
>>> verdict = arbiter.judge(arbiter.START, arbiter.Side.LIGHT, (4, 2), after)
>>> verdict.legal, verdict.play, verdict.rules
(False, '13/11 8/3', ('R12',))
>>> verdict.message
'8/3 needs a 5; the dice show 4-2.'
>>> [arbiter.format_play(play) for play in verdict.nearest[:1]], [str(shift) for shift in verdict.way_back]
(['13/11 8/4'], ['light 3 -> 4'])
>>> arbiter.RULES["R12"]
'Each die moves one checker as many points as it shows; both dice may move the same checker.'

Positions as text, and GNU Backgammon's identifiers:

>>> xgid = arbiter.parse_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:63:4:2:1:5:10")
>>> xgid.score, xgid.length, xgid.crawford, xgid.position == arbiter.START
((4, 2), 5, True, True)
>>> arbiter.position_id(xgid.position, xgid.turn), arbiter.match_id(xgid)
('4HPwATDgc/ABMA', '8AmvACAAIAAE')

A game as it grows, and its record:

>>> rules = arbiter.Rules(length=5)
>>> game = arbiter.Replay(rules, arbiter.GameRecord(score=(0, 0)))
>>> game.play(arbiter.Side.LIGHT, (3, 1), "8/5 6/5")
>>> game.double(arbiter.Side.DARK)
>>> game.answer(arbiter.Side.LIGHT, "drop")
>>> match = arbiter.MatchRecord(("Ada", "Grace"), rules, (game.game(),))
>>> match.score
(0, 1)
>>> print(arbiter.write_text(match), end="")
Ada (light) against Grace (dark), match to 5 points
<BLANKLINE>
Game 1, score 0-0
  1. Ada    31: 8/5 6/5
  2. Grace  doubles to 2
  3. Ada    drops
     Grace wins 1 point: Ada dropped.
<BLANKLINE>
Score 0-1
>>> arbiter.read_record(arbiter.write_mat(match)) == match
True

Abak Evolution, through the same door for rulebooks; its stacks are letters from below:

>>> abak = arbiter.rulebook("abak")
>>> abak.start.points[23], [str(play) for play in abak.legal_plays(abak.start, arbiter.Side.LIGHT, (6, 5))][:3]
('ED', ['D24/18 23/18', 'D24/18/13', 'D24/18 13/8'])
>>> str(abak.rules["A4"])
'Only the highest checker of a point can move.'

Whatever is refused is an `ArbiterError` whose text is one sentence:

>>> arbiter.find_play("24/18 13/9", arbiter.START, arbiter.Side.LIGHT, (6, 5))
Traceback (most recent call last):
arbiter.errors.NotationError: "24/18 13/9" is not a legal play of 6-5 here.
"""

from __future__ import annotations

from arbiter.board import board_svg, board_text
from arbiter.errors import ArbiterError, CaseError, GameError, IllegalPositionError, NotationError
from arbiter.fault import Fault
from arbiter.game import Game, walk
from arbiter.gnubg_ids import match_id, parse_ids, parse_position_id, position_id
from arbiter.notation import find_play, format_play
from arbiter.plays import Move, Play, legal_plays, passing_positions
from arbiter.position import START, Position, Side
from arbiter.position_text import FoundPosition, PositionText, find_positions, parse_position
from arbiter.records import (
    CubeTurned,
    GameRecord,
    MatchHeader,
    MatchRecord,
    Played,
    Result,
    read_record,
    read_records,
    write_mat,
    write_sgf,
    write_text,
    write_xgids,
)
from arbiter.records.replay import Replay
from arbiter.rulebook import RULES
from arbiter.rulebooks import Rulebook, rulebook
from arbiter.rules import STARTS, Rules
from arbiter.verdict import CheckerMove, Verdict, judge
from arbiter.xgid import MatchPosition, format_xgid, parse_xgid

__version__ = "1.0.0"

__all__ = [
    "RULES",
    "START",
    "STARTS",
    "ArbiterError",
    "CaseError",
    "CheckerMove",
    "CubeTurned",
    "Fault",
    "FoundPosition",
    "Game",
    "GameError",
    "GameRecord",
    "IllegalPositionError",
    "MatchHeader",
    "MatchPosition",
    "MatchRecord",
    "Move",
    "NotationError",
    "Play",
    "Played",
    "Position",
    "PositionText",
    "Replay",
    "Result",
    "Rulebook",
    "Rules",
    "Side",
    "Verdict",
    "board_svg",
    "board_text",
    "find_play",
    "find_positions",
    "format_play",
    "format_xgid",
    "judge",
    "legal_plays",
    "match_id",
    "parse_ids",
    "parse_position",
    "parse_position_id",
    "parse_xgid",
    "passing_positions",
    "position_id",
    "read_record",
    "read_records",
    "rulebook",
    "walk",
    "write_mat",
    "write_sgf",
    "write_text",
    "write_xgids",
]
