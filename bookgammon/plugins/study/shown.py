"""What the page shows of a drill at the board and of its learner (due, streak, each kind): pure, words included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.position import Side
from arbiter.seats import Seats
from arbiter.verdict import checker_moves
from arbiter.xgid import MatchPosition
from bookgammon.plugins.gnubg.analysis.decision_kinds import KIND_NAMES, Decision
from bookgammon.plugins.gnubg.analysis.grading import Graded
from bookgammon.plugins.gnubg.analysis.model import CubeJudged, PlayJudged
from bookgammon.plugins.gnubg.analysis.words import amount, cube_advice
from bookgammon.plugins.study.drill import Drill, PuttingBack
from bookgammon.plugins.study.drill_session import DrillSession
from bookgammon.plugins.study.grading import is_fine
from bookgammon.plugins.study.pages import Choice, DrillShown, KindShown, Move, PlayRow
from bookgammon.plugins.study.progress import KindProgress, LearnerProgress
from bookgammon.plugins.study.setting_up import differences, pile_sentence, sentence_of, tall_piles

MOST_ROWS = 5
MOST_PLAYS = 24
_STOP = Choice("stop", Message("Stop for now"))
_CUBE_CHOICES = {
    "double": (Choice("cube", Message("Double"), "double"), Choice("cube", Message("No double"), "no double")),
    "take": (Choice("cube", Message("Take"), "take"), Choice("cube", Message("Drop"), "drop")),
}
_ASKED: dict[Decision, Message] = {
    "play": Message("Play {roll}"),
    "double": Message("Double, or roll?"),
    "take": Message("You are doubled: take, or drop?"),
}
_ANSWERED: dict[str, Message] = {
    "no double": Message("No double"),
    "double": Message("Double"),
    "take": Message("Take"),
    "drop": Message("Drop"),
}


def drill_shown(session: DrillSession, seats: Seats) -> DrillShown:
    """seats: as people sit."""
    drill, learner = session.drill, session.learner
    at, side = drill.exercise.at, drill.exercise.side
    offered = drill.exercise.decision == "take"
    shown = DrillShown(
        learner=learner,
        stage=drill.stage,
        headline="",
        detail="",
        score=score_line(at, side),
        side=side,
        seats=seats,
        position=drill.lies or drill.start,
        wanted=None,
        cube_value=2 * at.cube if offered else at.cube,
        owner=None if offered else at.owner,
        names=_names(learner, side),
    )
    if drill.stage == "setting up":
        return _setting_up(drill, shown)
    if drill.stage == "rolling":
        return _rolling(drill, shown)
    if drill.stage == "deciding":
        return _deciding(drill, shown)
    return _answered(drill, shown, session)


def putting_back_shown(back: PuttingBack, learner: str, seats: Seats) -> DrillShown:
    """The match's own position, to be laid again."""
    lies = back.wanted if back.lies in back.expected else back.lies
    steps = differences(lies, back.wanted, seats.near) if lies else ()
    return DrillShown(
        learner=learner,
        stage="putting back",
        headline=Message("Lay your match out again"),
        detail=Message("Your match goes on from this position, as soon as it lies on the board."),
        score="",
        side=seats.near,
        seats=seats,
        position=lies or back.wanted,
        wanted=back.wanted,
        steps=tuple(map(sentence_of, steps)),
        choices=(Choice("right", Message("It lies there")),),
        names=_names(learner, seats.near),
    )


def score_line(at: MatchPosition, side: Side) -> Message:
    """What is played for, as whoever decides counts."""
    own, other = at.score if side is Side.LIGHT else at.score[::-1]
    if at.length and at.crawford:
        return Message(
            "Match to {length}: you have {own}, the opponent {other}; Crawford game.",
            length=at.length,
            own=own,
            other=other,
        )
    if at.length:
        return Message(
            "Match to {length}: you have {own}, the opponent {other}.", length=at.length, own=own, other=other
        )
    if at.jacoby:
        return Message("For money, with the Jacoby rule.")
    return Message("For money, gammons count.")


def _names(learner: str, side: Side) -> tuple[str, str]:
    names = (learner, Message("The opponent"))
    return names if side is Side.LIGHT else names[::-1]


def _roll(drill: Drill) -> str:
    return "{}-{}".format(*drill.exercise.at.dice) if drill.exercise.at.dice else ""


def _setting_up(drill: Drill, shown: DrillShown) -> DrillShown:
    lies = drill.lies
    steps = differences(lies, drill.start, drill.exercise.side) if lies else ()
    detail: str = Message("You play the near side. What is missing or too many is marked.")
    if lies is None:
        detail = Message("The camera has not read the board yet: take your hands away from it.")
    elif not steps:
        detail = Message("That is it: take your hands away from the board.")
    piles = tall_piles(drill.start, drill.exercise.side)
    return replace(
        shown,
        headline=Message("Set this position up"),
        detail=Message.joined(" ", (detail, *map(pile_sentence, piles))),
        wanted=drill.start,
        steps=tuple(map(sentence_of, steps)),
        choices=(Choice("right", Message("It lies there")), _STOP),
    )


def _rolling(drill: Drill, shown: DrillShown) -> DrillShown:
    detail = Message("Then make your play and lift them, as in a game. Without dice you say when it is made.")
    if drill.lying.read and drill.lying.read.dice:
        dice = "-".join(map(str, drill.lying.read.dice))
        detail = Message("The camera reads {dice}: turn the dice, or play without them.", dice=dice)
    return replace(
        shown,
        headline=Message("Lay the dice: {roll}", roll=_roll(drill)),
        detail=detail,
        choices=(Choice("without_dice", Message("Play without dice")), _STOP),
    )


def _deciding(drill: Drill, shown: DrillShown) -> DrillShown:
    decision = drill.exercise.decision
    headline = _ASKED[decision].filled(roll=_roll(drill))
    if decision != "play":
        detail = Message("Your answer is graded at once.")
        return replace(
            shown, headline=headline, detail=detail, position=drill.start, choices=(*_CUBE_CHOICES[decision], _STOP)
        )
    return replace(
        shown,
        headline=headline,
        detail=_play_detail(drill),
        dice=drill.exercise.at.dice or (),
        choices=(Choice("made", Message("My play is made"), main=not drill.thrown), _STOP),
        plays=tuple(_plays(drill)),
    )


def _play_detail(drill: Drill) -> str:
    if verdict := drill.verdict:
        return verdict.message
    if drill.made is None:
        return Message("Make your play on the board.")
    play = format_play(drill.made)
    if drill.thrown:
        return Message("That is {play}. Lift the dice if it stands.", play=play)
    return Message("That is {play}. Say so if it stands.", play=play)


def _plays(drill: Drill) -> list[Choice]:
    """The legal plays that are nearest to what lies there."""
    lies = drill.lies or drill.start
    near = sorted(enumerate(drill.plays), key=lambda each: len(checker_moves(lies, each[1].result)))
    return [Choice("play", format_play(play), str(number)) for number, play in near[:MOST_PLAYS]]


def _answered(drill: Drill, shown: DrillShown, session: DrillSession) -> DrillShown:
    trouble = session.trouble
    if drill.grade is None:
        return replace(
            shown,
            headline=Message("It is graded…") if not trouble else Message("It could not be graded"),
            detail=trouble or Message("A moment, please."),
            choices=(Choice("again", Message("Try again"), main=True), _STOP) if trouble else (_STOP,),
        )
    grade, decision = drill.grade, drill.grade.decision
    moved: tuple[Move, ...] = ()
    better: tuple[Move, ...] = ()
    rows: tuple[PlayRow, ...] = ()
    if isinstance(decision, PlayJudged) and decision.chosen:
        better = decision.candidates[0].moves
        moved = decision.chosen.moves if decision.played else ()
        rows = tuple(_rows(decision))
    elif isinstance(decision, CubeJudged):
        rows = tuple(_cube_rows(decision))
    return replace(
        shown,
        stage="graded",
        headline=_headline(grade, drill.exercise.at.length),
        detail=Message.joined(" ", (_better(grade), *_in_the_match(session.kept.decided), session.again)),
        position=drill.start,
        dice=drill.exercise.at.dice or (),
        moved=moved,
        better=better,
        rows=rows,
        note=session.note,
        choices=(Choice("next", Message("Next position"), main=True), _STOP),
    )


def _headline(grade: Graded, length: int) -> Message:
    if grade.decision.error == 0:
        return Message("The best there is")
    if is_fine(grade.decision.error):
        return Message("Fine: {lost} lost", lost=f"{grade.decision.error:.3f}")
    return Message("That cost {lost} ({cost})", lost=f"{grade.decision.error:.3f}", cost=amount(grade.cost, length))


def _better(grade: Graded) -> Message:
    """What was decided, and what would have been better."""
    decision = grade.decision
    if isinstance(decision, CubeJudged):
        answer = _ANSWERED[decision.verb]
        if grade.decision.error == 0:
            return Message("{answer} is right.", answer=answer)
        return Message("You answered: {answer}. Right is: {better}.", answer=answer, better=cube_advice(decision))
    played, best = decision.chosen.play if decision.chosen else "", decision.candidates[0].play
    if grade.decision.error == 0:
        return Message("You played {play}.", play=played)
    return Message("You played {play}; better is {best}.", play=played, best=best)


def _in_the_match(decided: str) -> tuple[str, ...]:
    """What was decided there, where the exercise is from a match."""
    return (Message("In the match it was: {decided}.", decided=_ANSWERED.get(decided, decided)),) if decided else ()


def _rows(decision: PlayJudged) -> list[PlayRow]:
    """The best few and what was played."""
    best = decision.candidates[0].equity
    return [
        PlayRow(each.play, f"{best - each.equity:.3f}" if place else "", place == decision.played)
        for place, each in enumerate(decision.candidates)
        if place < MOST_ROWS or place == decision.played
    ]


def _cube_rows(decision: CubeJudged) -> list[PlayRow]:
    """What each action is worth to who may double."""
    worth = (
        (Message("No double"), decision.no_double, decision.verb == "no double"),
        (Message("Double, take"), decision.double_take, decision.verb == "take"),
        (Message("Double, drop"), decision.double_drop, decision.verb == "drop"),
    )
    return [PlayRow(name, f"{equity:+.3f}", mine) for name, equity, mine in worth]


def progress_lines(progress: LearnerProgress, exercises: int) -> tuple[str, ...]:
    """A sentence each; none where there is nothing to practise."""
    if not exercises:
        return ()
    due = Message.counted("{count} position is due now.", "{count} positions are due now.", len(progress.due))
    if not progress.due:
        due = Message("Nothing is due now.")
    lines = [due]
    if progress.new:
        lines.append(Message.counted("{count} is new.", "{count} are new.", progress.new))
    if progress.later:
        lines.append(Message.counted("{count} more comes today.", "{count} more come today.", progress.later))
    if progress.today:
        lines.append(Message.counted("{count} answered today.", "{count} answered today.", progress.today))
    if progress.streak > 1:
        lines.append(Message("{count} days in a row.", count=progress.streak))
    return tuple(lines)


def kinds_shown(kinds: Sequence[KindProgress]) -> tuple[KindShown, ...]:
    return tuple(KindShown(KIND_NAMES[each.kind], each.exercises, _line(each)) for each in kinds)


def _line(kind: KindProgress) -> str:
    if not kind.answers:
        return Message("not practised yet")
    return Message(
        "{known} of {answers} answers fine, {lost} lost each",
        known=kind.known,
        answers=kind.answers,
        lost=f"{kind.lost:.3f}",
    )


def again_line(due: datetime, now: datetime) -> Message:
    """When an exercise comes again."""
    wait = due - now
    if wait < timedelta(hours=1):
        return Message.counted(
            "It comes again in {count} minute.", "It comes again in {count} minutes.", round(wait.total_seconds() / 60)
        )
    return Message.counted("It comes again in {count} day.", "It comes again in {count} days.", max(1, wait.days))
