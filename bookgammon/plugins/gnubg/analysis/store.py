"""The analyses of a data folder: tables of our own in `analysis.sqlite`, beside the journal and apart from it.

What is kept of a game is found again by journal, match and game, and is good only for the very record it was made of
(`fingerprint`): a corrected record is analysed anew. Losing the file loses nothing but the engine's time.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from arbiter.message import Message
from arbiter.position import Side
from bookgammon.errors import AnalysisError
from bookgammon.files.own_database import DatabaseKind, OwnDatabase, is_made_by
from bookgammon.plugins.gnubg.analysis.model import (
    Chances,
    Count,
    CubeJudged,
    GameAnalysis,
    Judged,
    LeftOut,
    PlayJudged,
    RatedPlay,
    Stake,
)

APPLICATION_ID = 0x4267416E  # "BgAn"
SCHEMA_VERSION = 2
FILE = "analysis.sqlite"
_SEAL_BYTES = 12
_MOST_SGF = 4 * 1024 * 1024
"""Characters of one game; a long one has a hundred thousand."""

_TABLES_1 = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    journal TEXT NOT NULL,
    match INTEGER NOT NULL,
    game INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    plies INTEGER NOT NULL,
    engine TEXT NOT NULL,
    made TEXT NOT NULL,
    light_plays INTEGER, light_unforced INTEGER, light_cube INTEGER, light_close_cube INTEGER,
    dark_plays INTEGER, dark_unforced INTEGER, dark_cube INTEGER, dark_close_cube INTEGER,
    sgf BLOB NOT NULL,
    UNIQUE (journal, match, game)
);
CREATE TABLE stakes (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    cube INTEGER NOT NULL, win REAL NOT NULL, lose REAL NOT NULL,
    PRIMARY KEY (game, cube)
) WITHOUT ROWID;
CREATE TABLE decisions (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    action INTEGER NOT NULL,
    side TEXT NOT NULL,
    cube INTEGER NOT NULL,
    kind TEXT NOT NULL,
    die_1 INTEGER, die_2 INTEGER, played INTEGER, unforced INTEGER, luck REAL,
    no_double REAL, double_take REAL, double_drop REAL,
    win REAL, win_gammon REAL, win_backgammon REAL, lose_gammon REAL, lose_backgammon REAL,
    error REAL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
CREATE TABLE candidates (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    play TEXT NOT NULL,
    moves TEXT NOT NULL,
    equity REAL NOT NULL,
    win REAL, win_gammon REAL, win_backgammon REAL, lose_gammon REAL, lose_backgammon REAL,
    PRIMARY KEY (game, seq, rank)
) WITHOUT ROWID;
"""
_SEALS = """
CREATE TABLE seals (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    seal BLOB NOT NULL
);
"""
_SCHEMA = f"""{_TABLES_1}{_SEALS}PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
"""
"""decisions.kind: play, a cube verb, illegal or unseen. candidates.moves: from/to in the mover's numbering."""
_KIND = DatabaseKind(
    _SCHEMA,
    APPLICATION_ID,
    SCHEMA_VERSION,
    AnalysisError,
    trouble=Message(
        "The analysis cannot be kept in {path} ({error}): make room, or move the file away; the "
        "record of the match is not touched."
    ),
    foreign=Message("{path} is from another program or version: move it away, it is made anew."),
    derived=True,
)
_TABLES = {
    "stakes": "game, cube, win, lose",
    "decisions": (
        "game, seq, action, side, cube, kind, die_1, die_2, played, unforced, luck, no_double, double_take,"
        " double_drop, win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, error"
    ),
    "candidates": (
        "game, seq, rank, play, moves, equity, win, win_gammon, win_backgammon, lose_gammon, lose_backgammon"
    ),
}

Value = str | int | float | bytes | None
Row = tuple[Value, ...]
_SEALED = (("games", "id"), ("stakes", "game"), ("decisions", "game"), ("candidates", "game"))
"""In the order in which a game's seal is made, each by its own key."""


def _seal_of(tables: Iterable[Iterable[Sequence[Value]]]) -> bytes:
    """A checksum of all rows of a game: what no longer fits it was changed since, by a disk or by a hand."""
    digest = hashlib.sha256()
    for rows in tables:
        for row in rows:
            digest.update(repr(tuple(row)).encode("utf-8", "backslashreplace"))
        digest.update(b";")
    return digest.digest()[:_SEAL_BYTES]


@dataclass(frozen=True, slots=True)
class Key:
    """A game in a journal: the journal's name, the match's number in it, the game's index in the record."""

    journal: str
    match: int
    game: int


@dataclass(frozen=True, slots=True)
class Kept:
    """An analysis, and what it was made of and with. made: ISO 8601."""

    fingerprint: str
    plies: int
    engine: str
    made: str
    analysis: GameAnalysis


def store_beside(journal: Path) -> Path:
    """The file of the analyses that belong to a data folder's journals."""
    return journal.parent / FILE


def forget_analysis(journal: Path, match: int) -> None:
    """Delete what is kept of a match, where anything is. Raises AnalysisError."""
    path = store_beside(journal)
    if path.exists():
        with AnalysisStore(path) as store:
            store.forget(journal.stem, match)


def copy_analyses(kept: Path, copy: Path) -> None:
    """What the play was worth, at one moment; what cannot be read is left out, for it is made anew."""
    try:
        with AnalysisStore(kept) as store:
            store.copy_to(copy)
    except AnalysisError:
        copy.unlink(missing_ok=True)


class AnalysisStore(OwnDatabase):
    """An open file of analyses. Raises AnalysisError, one sentence, for whatever goes wrong with it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, _KIND)

    def _bring_up(self, version: int) -> None:
        """1 to 2: seals, by which damage is noticed."""
        if version == 1:
            for statement in _SEALS.split(";"):
                self._db.execute(statement)
            for (number,) in self._db.execute("SELECT id FROM games").fetchall():
                self._seal(number)

    def _seal(self, number: int) -> None:
        self._db.execute("INSERT OR REPLACE INTO seals VALUES (?, ?)", (number, _seal_of(self._rows_of(number))))

    def _rows_of(self, number: int) -> list[list[tuple[Value, ...]]]:
        """All that is kept of a game, table by table."""
        asked = (f"SELECT * FROM {table} WHERE {column} = ? ORDER BY 1, 2, 3" for table, column in _SEALED)  # noqa: S608 - our own names
        return [[tuple(row) for row in self._db.execute(question, (number,))] for question in asked]

    def keep(self, key: Key, kept: Kept) -> None:
        """In the place of whatever was kept for this game."""
        analysis = kept.analysis
        light, dark = analysis.counts
        counts = [
            number for each in (light, dark) for number in (each.plays, each.unforced, each.cube, each.close_cube)
        ]
        with self._transaction():
            (last,) = self._db.execute("SELECT COALESCE(MAX(id), 0) FROM games").fetchone()
            number = int(last) + 1  # never that of what it replaces: `numbers` says by it that something is new
            self._db.execute(
                "DELETE FROM games WHERE journal = ? AND match = ? AND game = ?", (key.journal, key.match, key.game)
            )
            sgf = zlib.compress(analysis.sgf.encode())
            self._db.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(number, key.journal, key.match, key.game, kept.fingerprint, kept.plies, kept.engine, kept.made),
                    *counts,
                    sgf,
                ),
            )
            self._fill("stakes", [(number, cube, stake.win, stake.lose) for cube, stake in analysis.stakes.items()])
            self._fill("decisions", [(number, seq, *_row(each)) for seq, each in enumerate(analysis.decisions)])
            self._fill(
                "candidates",
                [
                    (number, seq, rank, each.play, _moves_text(each.moves), each.equity, *_chances(each.chances))
                    for seq, judged in enumerate(analysis.decisions)
                    if isinstance(judged, PlayJudged)
                    for rank, each in enumerate(judged.candidates)
                ],
            )
            self._seal(number)

    def find(self, key: Key) -> Kept | None:
        """What is kept of this game, of whatever record it was made; nothing where it is not what was kept."""
        with self._explained():
            row = self._db.execute(
                "SELECT * FROM games WHERE journal = ? AND match = ? AND game = ?", (key.journal, key.match, key.game)
            ).fetchone()
            if row is None:
                return None
            number = (row["id"],)
            stakes = self._db.execute("SELECT * FROM stakes WHERE game = ? ORDER BY cube", number).fetchall()
            decisions = self._db.execute("SELECT * FROM decisions WHERE game = ? ORDER BY seq", number).fetchall()
            plays = self._db.execute("SELECT * FROM candidates WHERE game = ? ORDER BY seq, rank", number).fetchall()
            seal = self._db.execute("SELECT seal FROM seals WHERE game = ?", number).fetchone()
        if seal is None or seal["seal"] != _seal_of([[row], stakes, decisions, plays]):
            return None
        try:
            return _kept(row, stakes, decisions, plays)
        except (ValueError, TypeError, KeyError, OverflowError, zlib.error):  # a cell may hold anything
            return None

    def numbers(self, journal: str) -> dict[int, str]:
        """Of each match that has any, the numbers of what is kept of its games; another one where it was made anew."""
        with self._explained():
            rows = self._db.execute(
                "SELECT match, GROUP_CONCAT(id) FROM (SELECT match, id FROM games WHERE journal = ?"
                " ORDER BY match, game) GROUP BY match",
                (journal,),
            ).fetchall()
        return {int(match): str(numbers) for match, numbers in rows}

    def stamp(self, journal: str, match: int) -> str:
        """Another one whenever other analyses of the match are kept; empty where none is."""
        with self._explained():
            rows = self._db.execute(
                "SELECT fingerprint, made FROM games WHERE journal = ? AND match = ? ORDER BY game", (journal, match)
            ).fetchall()
        return " ".join(f"{row['fingerprint']} {row['made']}" for row in rows)

    def forget(self, journal: str, match: int) -> None:
        """Delete what is kept of a match."""
        with self._transaction():
            self._db.execute("DELETE FROM games WHERE journal = ? AND match = ?", (journal, match))

    def _fill(self, table: str, rows: list[Row]) -> None:
        columns = _TABLES[table]
        marks = ", ".join("?" * len(columns.split(",")))
        self._db.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)  # noqa: S608 - our own names


def _kept(row: sqlite3.Row, stakes: list[sqlite3.Row], decisions: list[sqlite3.Row], plays: list[sqlite3.Row]) -> Kept:
    candidates: dict[int, list[RatedPlay]] = {}
    for play in plays:
        made = RatedPlay(play["play"], _moves(play["moves"]), play["equity"], _chances_of(play))
        candidates.setdefault(play["seq"], []).append(made)
    light, dark = (
        Count(row[f"{side}_plays"], row[f"{side}_unforced"], row[f"{side}_cube"], row[f"{side}_close_cube"])
        for side in Side
    )
    analysis = GameAnalysis(
        tuple(_judged(each, candidates.get(each["seq"], [])) for each in decisions),
        (light, dark),
        {stake["cube"]: Stake(stake["win"], stake["lose"]) for stake in stakes},
        _inflated(row["sgf"]),
    )
    return Kept(row["fingerprint"], row["plies"], row["engine"], row["made"], analysis)


def is_ours(path: Path) -> bool:
    """Whether a file of analyses was made by our own words, to the letter."""
    return is_made_by(path, _SCHEMA) or is_made_by(path, _TABLES_1)


def _inflated(packed: bytes) -> str:
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(packed, _MOST_SGF)
    if not unpacker.eof:  # longer than a game can be
        raise zlib.error
    return text.decode()


def _chances(chances: Chances) -> tuple[float, ...]:
    return (
        chances.win,
        chances.win_gammon,
        chances.win_backgammon,
        chances.lose_gammon,
        chances.lose_backgammon,
    )


def _chances_of(row: sqlite3.Row) -> Chances:
    names = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
    return Chances(*(row[name] for name in names))


def _moves_text(moves: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{start}/{end}" for start, end in moves)


def _moves(text: str) -> tuple[tuple[int, int], ...]:
    pairs = (move.partition("/") for move in text.split())
    return tuple((int(start), int(end)) for start, _, end in pairs)


def _row(judged: Judged) -> Row:
    """The columns of `decisions` after game and seq."""
    common: Row = (judged.action, judged.side.value, judged.cube)
    match judged:
        case PlayJudged():
            roll: Row = (*judged.dice, judged.played, int(judged.unforced), judged.luck)
            return (*common, "play", *roll, *(None,) * 8, judged.error)
        case CubeJudged():
            equities = (judged.no_double, judged.double_take, judged.double_drop)
            return (*common, judged.verb, *(None,) * 5, *equities, *_chances(judged.chances), judged.error)
        case LeftOut():
            return (*common, judged.reason, *(None,) * 14)


def _judged(row: sqlite3.Row, candidates: list[RatedPlay]) -> Judged:
    action, side, cube, kind = row["action"], Side(row["side"]), row["cube"], row["kind"]
    if kind == "play":
        dice = (row["die_1"], row["die_2"])
        return PlayJudged(
            action, side, cube, dice, tuple(candidates), row["played"], bool(row["unforced"]), row["luck"]
        )
    if kind in ("illegal", "unseen", "mixed", "entered"):
        return LeftOut(action, side, cube, kind)
    equities = (row["no_double"], row["double_take"], row["double_drop"])
    return CubeJudged(action, side, cube, kind, *equities, _chances_of(row))
