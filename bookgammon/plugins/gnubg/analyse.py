"""`bookgammon analyse`: what the play of a match was worth."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from arbiter.match.record import record_of
from arbiter.message import Message
from arbiter.position import SIDES
from arbiter.records import GameRecord, MatchHeader, MatchRecord
from bookgammon.commands.export import wanted
from bookgammon.errors import JournalError, UsageError
from bookgammon.files.atomic_files import AS_UMASK_LETS, write_atomically
from bookgammon.files.settings import data_folder
from bookgammon.history.archive import Archive
from bookgammon.history.journal import FILE, Journal
from bookgammon.plugins.gnubg.analysis.as_json import lines_of, match_sgf
from bookgammon.plugins.gnubg.analysis.engine import CORES, find_engine
from bookgammon.plugins.gnubg.analysis.figures import Mistake, figures, worst
from bookgammon.plugins.gnubg.analysis.game_jobs import MOST_PLIES
from bookgammon.plugins.gnubg.analysis.match_analysis import PLIES, AnalysisPlace, MatchAnalysis, analysed, effort
from bookgammon.plugins.gnubg.analysis.model import CubeJudged
from bookgammon.plugins.gnubg.analysis.report import report_of_analysis
from bookgammon.plugins.gnubg.analysis.situation import caveats
from bookgammon.plugins.gnubg.analysis.store import AnalysisStore, store_beside
from bookgammon.plugins.gnubg.analysis.words import amount, cube_advice, cube_mistake, left_out_line, player_line
from bookgammon.plugins.gnubg.pages import report_of
from bookgammon.terminal.answers import ProgressLine, print_json, say
from bookgammon.terminal.language import ask, localized, show, terminal_catalogue

EXAMPLE = """\
bookgammon analyse last
bookgammon analyse evening.mat --plies 0 --json"""

_HEAD = 65536
"""Characters of a record file in which its header stands."""
_SECONDS_A_PLAY = (0.01, 0.03, 0.15, 3.0, 40.0)
"""A first guess by plies, until the match itself shows how long a play takes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "match", metavar="MATCH", help=Message("last, a match's number in the journal, or a .mat or .sgf file")
    )
    parser.add_argument(
        "--plies",
        type=int,
        choices=range(MOST_PLIES + 1),
        default=PLIES,
        help=Message("how far it looks ahead [{plies}]", plies=PLIES),
    )
    parser.add_argument(
        "--json", action="store_true", help=Message("print a JSON line a decision, and one of the figures")
    )
    parser.add_argument(
        "--jacoby",
        choices=("yes", "no"),
        help=Message("whether the Jacoby rule was agreed, where a .mat file for money does not say [asked, else yes]"),
    )
    parser.add_argument(
        "--sgf", type=Path, metavar="FILE", help=Message("write the match with GNU Backgammon's analysis in it")
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help=Message("write a report that needs nothing else, with pictures")
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))


def run(args: argparse.Namespace) -> int:
    with ExitStack() as stack:
        record, place = _found(args.match, args.data, stack)
        assumed = place is None and _leaves_jacoby_open(Path(args.match), record)
        if assumed:
            record = replace(record, rules=replace(record.rules, jacoby=_jacoby(args.jacoby)))
        analysis = _analysed(record, place, args.plies)
    if args.sgf:
        _write(args.sgf, match_sgf(analysis))
    if args.html:
        _write(args.html, _report(analysis, place, args.data, jacoby_assumed=assumed))
    if args.json:
        for line in lines_of(analysis, jacoby_assumed=assumed):
            print_json(line)
    else:
        show("\n".join(map(localized, _report_lines(analysis, jacoby_assumed=assumed))))
    return 0


def _leaves_jacoby_open(path: Path, record: MatchRecord) -> bool:
    """Whether a file for money does not say if the Jacoby rule was agreed. An SGF without it says that it was not."""
    if record.rules.length:
        return False
    with path.open(encoding="utf-8", errors="replace") as file:
        head = file.read(_HEAD).lower()
    return not head.lstrip().startswith("(") and "[jacoby" not in head


def _jacoby(given: str | None) -> bool:
    """Asked where somebody is there to answer; without an answer it is taken to be agreed, as is usual for money."""
    if given is None and sys.stdin.isatty():
        say(Message("The file does not say whether the Jacoby rule was agreed (no gammons before the cube is turned)."))
        return ask(Message("Was it? [Y/n] ")) not in ("n", "no")
    return given != "no"


def _found(name: str, data: Path | None, stack: ExitStack) -> tuple[MatchRecord, AnalysisPlace | None]:
    """The record, and where its analysis is kept: nowhere for a file. Raises JournalError or UsageError."""
    if not re.fullmatch(r"last|[0-9]{1,18}", name):
        return wanted(name, data), None
    folder = data_folder(data)
    with Journal(folder / FILE, read_only=True) as journal:
        matches = journal.matches()
        entry = next((each for each in reversed(matches) if name in ("last", str(each.id))), None)
        if entry is None:
            raise JournalError(
                Message(
                    "The journal {path} has no match {name}: it holds {count}.",
                    path=journal.path,
                    name=name,
                    count=len(matches),
                )
            )
        record = record_of(journal.events(entry), MatchHeader(date=entry.started[:10].replace("-", ".")))
    store = stack.enter_context(AnalysisStore(store_beside(journal.path)))
    return record, AnalysisPlace(store, journal.path.stem, entry.id)


def _analysed(record: MatchRecord, place: AnalysisPlace | None, plies: int) -> MatchAnalysis:
    if not record.games:
        raise UsageError(Message("Nothing was played in this match, so there is nothing to analyse."))
    bar = TimeLeft(record.games, plies)
    runs: Iterator[MatchAnalysis] = analysed(
        record, find_engine(), place=place, plies=plies, cores=CORES, background=False, stopped=bar.tick
    )
    analysis = MatchAnalysis(record, (), plies)
    try:
        for analysis in runs:
            bar.reached([game is not None for game in analysis.games])
    finally:
        bar.done()
    return analysis


class TimeLeft:
    """A line on a terminal: how far the analysis has come and how long it will take."""

    def __init__(self, games: Sequence[GameRecord], plies: int) -> None:
        self._efforts = [max(1, effort(game)) for game in games]
        self._pace = _SECONDS_A_PLAY[plies]
        self._bar = ProgressLine(Message("Analysing the match:"), 100)
        self._began = self._since = time.monotonic()
        self._ready = self._first = 0
        self._now = 0

    def reached(self, done: Sequence[bool]) -> None:
        """Which games are done; what was kept already says nothing about the pace."""
        now = time.monotonic()
        ready = sum(each for each, finished in zip(self._efforts, done, strict=True) if finished)
        if not self._now:
            self._first, self._began = ready, now
        elif ready > self._first:
            self._pace = (now - self._began) / (ready - self._first)
        self._ready, self._since = ready, now
        self._now = next((each for each, finished in zip(self._efforts, done, strict=True) if not finished), 0)
        self.tick()

    def tick(self) -> bool:
        """Show it. Never asks the analysis to stop."""
        within = min(self._now * 0.95, (time.monotonic() - self._since) / self._pace)
        ready, total = self._ready + within, sum(self._efforts)
        left = (total - ready) * self._pace
        self._bar.show(int(100 * ready / total), Message("about {duration} left", duration=_duration(left)))
        return False

    def done(self) -> None:
        self._bar.done()


def _duration(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{max(1, round(seconds))} s"


def _report(analysis: MatchAnalysis, place: AnalysisPlace | None, data: Path | None, *, jacoby_assumed: bool) -> str:
    """With the camera's pictures, where the match is in the journal."""
    if place is None:
        report = report_of_analysis(analysis, jacoby_assumed=jacoby_assumed)
        return report_of(report, lambda _: None, terminal_catalogue())
    archive, match = Archive(data_folder(data) / FILE, lambda: None), place.match
    steps = archive.past_match(match)
    return report_of(
        report_of_analysis(analysis, steps.steps if steps else ()),
        lambda frame: archive.picture(match, frame),
        terminal_catalogue(),
    )


def _write(path: Path, text: str) -> None:
    try:
        write_atomically(path, text, mode=AS_UMASK_LETS)
    except OSError as error:
        raise UsageError(
            Message("The file {path} cannot be written: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    say(Message("The analysis is in {path}", path=path))


def _report_lines(analysis: MatchAnalysis, *, jacoby_assumed: bool) -> Iterator[str]:
    record, length = analysis.record, analysis.record.rules.length
    yield Message(
        "{one} and {other}, analysed by {engine} ({plies} plies)",
        one=record.names[0],
        other=record.names[1],
        engine=analysis.engine,
        plies=analysis.plies,
    )
    yield from caveats(record, jacoby_assumed=jacoby_assumed)
    yield ""
    for side in SIDES:
        found = figures(analysis.known, side)
        yield player_line(record.name(side), found, length)
        left = left_out_line(record.name(side), found)
        if left:
            yield left
        yield (
            Message(
                "  error rate {rate:.1f} mEMG a decision (about PR {performance:.1f}), {decisions} "
                "decisions; plays {play_error:.3f}, cube {cube_error:.3f}, luck {luck:+.3f}",
                rate=found.rate,
                performance=found.performance,
                decisions=found.decisions,
                play_error=found.play_error,
                cube_error=found.cube_error,
                luck=found.luck,
            )
        )
    mistakes = worst(analysis.games)
    if mistakes:
        yield ""
        yield Message("What cost most:")
        for mistake in mistakes:
            yield Message.joined("", ("  ", _mistake(analysis, mistake, length)))


def _mistake(analysis: MatchAnalysis, mistake: Mistake, length: int) -> str:
    decision = mistake.decision
    name = analysis.record.name(decision.side)
    lost = Message("{equity} ({cost})", equity=f"{decision.error:.3f}", cost=amount(mistake.cost, length))
    if isinstance(decision, CubeJudged):
        return Message(
            "game {game}: {name}: {mistake}: {advice}, {lost}",
            game=mistake.game + 1,
            name=name,
            mistake=cube_mistake(decision),
            advice=cube_advice(decision),
            lost=lost,
        )
    dice = "{}-{}".format(*decision.dice)
    chosen = decision.candidates[decision.played].play
    return Message(
        "game {game}: {name} {dice}: {chosen} instead of {better}, {lost}",
        game=mistake.game + 1,
        name=name,
        dice=dice,
        chosen=chosen,
        better=decision.candidates[0].play,
        lost=lost,
    )
