"""Every number by which the referee weighs one account of the table against another, once, with unit and source.

All are natural logarithms (nats) unless they say otherwise; 2.3 nats are ten to one. They are costs: larger is rarer.
`python -m lab.campaigns.many_games` measures what a change of any of them does.
"""

from __future__ import annotations

# ------------------------------------------------------------------ what people do

ILLEGAL_PLAY = 4.5
"""A play against the rules, beside a legal one of the same roll: once in thirty turns (3.4), times the boards that a
player errs on to, of which there are some three times as many as legal ones (1.1)."""
ORDINARY_ROLL = 20
"""Legal plays of an ordinary roll. A double allows many more, but nobody errs on to more boards with it."""
SECOND_FAULT = 3.4
"""Each further fault in one play, an opposing checker put elsewhere among them: who errs once errs again as seldom as
anybody."""
THROWN_AGAIN = 3.0
"""The same player has thrown other dice, and the first roll did not count."""
KNOCK = 11.0
"""Checkers lie anywhere else: knocked, lifted out, set up. Dearer than two faults in one play, cheaper than three."""
FAR_OFF = 3.5
"""Each checker beyond the second that lies elsewhere than in the nearest legal position: nobody plays so."""
CHANGED_LATER = 5.0
"""A finished legal play that is changed to another legal one after all."""
PUT_RIGHT = 2.5
"""A play warned of now looks like a legal one, beside its lying there still."""
LET_STAND = 1.1
"""A play warned of is not put right: one in three, where the warning was right."""
LIES_OTHERWISE = 4.1
"""A play warned of was touched again and lies otherwise, still against the rules: one in twenty (3.0), on three times
as many boards as there are legal ones (1.1)."""
UNSEEN_TURN = 4.0
"""A whole turn whose dice nobody saw: one in fifty."""
UNSEEN_FIT = -15.0
"""What the board may lack at most against such a turn: one place misread and half of another. A board of which a few
checkers were taken away shows some turn of the kind a little better than none, and lacks 30 and more."""
UNWATCHED_S = 3.0
"""Seconds without a look at the dice in play after which the next player may have had a whole turn: nobody lifts,
throws, moves and lifts again any quicker."""
GLIMPSED_WRONG = 3.0
"""A die seen too shortly to make a roll showed another face: one in thirty."""
WRONG_LEAF = 1.0
"""Dice thrown in the other player's half, at a table whose habits are not known yet (R57)."""
WRONG_LEAF_KEPT = 6.0
"""The same where both players have thrown in their own halves so far."""
OTHER_OPENER = 3.0
"""At the opening the dice lie where one player throws, and the other moves first."""
REARRANGED = 7.0
"""The board was changed between two turns, and play goes on from what lies there (R64)."""

# ------------------------------------------------------------------ how far the eyes can be trusted

INDEPENDENT = 0.3
"""Share of what a place lacks against the count that it is known to hold, that is news at the next rest; the rest is
the same light on the same checkers. At most AT_ONCE a rest."""
AT_ONCE = 0.5
"""Nats of news, at most, that one rest brings of such a place."""
MISREAD = 0.0002
"""How often a die that looks sure is taken for another face all the same (a share). No set that is read well has shown
it, simulated or recorded; it keeps any fault from being surer than about 5 nats."""
MISLED = 0.06
"""So often (a share of matches) lens, light or the dice mislead the camera about some faces."""
CONFUSED_SETS = (0.01, 0.8)
"""Sets with such faces (a share): where nothing misleads the camera, and where something does."""
CONFUSED_FACES = 1 / 3
"""Faces of such a set (a share) that are taken for another one, always the same."""
TAKEN_FOR_ANOTHER = 0.5
"""How often such a face is."""
FAINT = 10.0
"""CIE Lab distance from the ground from which on checkers are overlooked no oftener than anywhere."""
OVERLOOKED = (-0.66, 0.75)
"""The log-odds that one or two checkers on faint ground are seen: those where nothing parts them from it, and what each
CIE Lab adds."""
ROW_MISREAD = 3.5
"""A tall row of a colour that is faint anywhere looks longer or shorter than it is: one in thirty."""
OVERLOOKED_ON_BAR = 1.4
"""Where a colour is faint anywhere one checker on the bar is overlooked: 17 of 72 own sides with checkers there, on 42
boards, at whatever contrast (`python -m lab.benchmarks.hard_places --first-seed 911000`)."""
TAKEN_FOR_GRANTED = 1.0
"""A warning that rests on so much (nats) of what cannot be seen is a question."""
DICE_AGAINST_BOARD = 1.4
"""So much more do dice weigh than what their looks say: places are surer of their counts than they are right."""
MOST_PER_REST = 2.0
"""The most that one rest says for one account against another: a single one decides nothing."""
SHORT_REST = 0.3
"""A rest of less than so many seconds says nothing of that: a checker is pushed aside for a moment and put back."""

# ------------------------------------------------------------------ what is believed, and when

ALTERNATIVE = 7.0
"""An account this far behind the best one is not followed further."""
BEAM = 8
"""Accounts followed at most."""
LEFT_OPEN = 3.0
"""An account this far behind still leaves open what the best one says."""
SWITCH = 2.0
"""Lead with which another account of what was published already takes its place."""
PLAIN = 6.0
"""The price of a false warning, in questions (its logarithm): with odds of that much a play is warned of plainly. Where
one face taken for another explains a play it is likelier illegal by 5 at most, where it would take two by 9 and more:
so the one is asked about, the other is not."""
UNPROVEN = 0.01
"""A set that is so likely misread (a share) has shown too few faces yet, which were read right, to be believed against
a board that some other roll explains: people are asked about that one, though both dice be misread by it. Where nothing
misleads the camera that is over after some twelve turns."""
SUSPECT = 0.1
"""With a set that is so likely misread every warning is a question. Where nothing misleads the camera no set came
above 0.08, not even with a fifth of the dice hard to read."""
PASSED_OVER = 2.2
"""The price of an illegal play that is missed, in questions (its logarithm): with odds of less than one to that much
nothing is said. In between people are asked what the dice showed, where another roll makes the board right. What was
asked about once is not asked about again: it then is likelier right, by 2.4."""
FALSE_WARNING = 0.5
"""Where nothing is asked a warning must be likelier than its contrary by this: no other roll makes the board right, or
the dice themselves look like several faces, and the play shows which. Recorded games: 0.24 (right), 0.73 (a fault)."""
LEARNED_FROM = 12.0
"""What a board may lack at most against a position for its look to be learned as that position's look."""

Enough = tuple[int, float]
"""Looks and seconds for which an account must have been the best before it is published."""

SEEN_AT_ONCE: Enough = (1, 0.0)
"""Dice thrown, which are told with the first look that shows them: whoever threw waits for it."""
QUIET_NOTE: Enough = (2, 0.25)
"""What breaks a rule while the dice lie is told where it lay still for half a second, at three pictures a second, too:
it blames nobody yet."""
FIRST_WARNING: Enough = (4, 0.25)
"""A first fault that is told with what it follows from: made for an opponent who is not there, after dice lifted or
thrown unseen, or as another account of the turn before."""
ANSWERED_BY_ROLLING_S = 2.0
"""Seconds after a warning from which on a roll is an answer to it: nobody has read it sooner."""
NEXT_WARNING: Enough = (8, 1.2)
"""The same after another warning of this turn, or when dice lay unwatched: two in a row are likelier our mistake."""
CHECKER_IN_HAND: Enough = (10, 1.5)
"""The same where a legal play passes through the board with one checker lifted: somebody thinks, checker in hand."""
IN_HAND_FOR_ANOTHER: Enough = (8, 0.6)
"""The same while somebody moves for an opponent who is not there: they do not think, and nobody is blamed."""
WITHDRAWN: Enough = (3, 0.3)
"""A legal play, or half of one, where a warning stands: it is taken back."""
LEGAL_END: Enough = (3, 0.1)
"""The end of a turn that was played legally; nearly at once, for the next player throws."""
ILLEGAL_END: Enough = (4, 0.25)
"""The end of a turn that was not, and the same player throwing other dice: a little more patience."""
NOTHING_MOVED: Enough = (15, 3.0)
"""The end of a turn whose dice are gone and in which nobody touched a checker."""
ALL_OFF: Enough = (8, 0.8)
"""The end of a turn that needs no lifted dice: the last checker is borne off, or nobody holds dice."""
CORRECTED: Enough = (4, 0.3)
"""A play warned of that looks like a legal one now."""
REVISED: Enough = (3, 0.2)
"""Another account of what was published already, and whatever says nothing else."""
START_SEEN: Enough = (5, 0.3)
"""The starting position, before a game begins; dice that are thrown on it need no patience."""
CHANGE_SEEN: Enough = (6, 0.6)
"""A finished play changed to another legal one before the next throw."""
UNSEEN_TURN_SEEN: Enough = (10, 1.5)
"""A whole turn whose dice nobody saw: as long as a player needs to leave the board alone again."""
UNSEEN_WIN_SEEN: Enough = (6, 0.5)
"""The same where it won the game: nothing follows that could contradict it."""
RESTED: Enough = (4, 0.2)
"""Looks of one rest after which its board may be followed as a possibility, before it is published."""
NEW_GAME_SEEN: Enough = (8, 1.0)
"""The starting position in mid-game: the game is over, or people are asked who won."""
OUT_OF_STEP_SEEN: Enough = (15, 2.0)
"""A board that no play explains, before people are asked about it."""
OUT_OF_STEP_A_LITTLE_SEEN: Enough = (60, 8.0)
"""The same for TRIED_OUT checkers between two turns."""
TRIED_OUT = 2
"""So many checkers, at most, lie elsewhere where somebody tries something out."""
BACK_IN_STEP_SEEN: Enough = (3, 0.3)
"""The board as it is known, after such a question."""
