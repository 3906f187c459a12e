"""The index of a journal's players: what its matches say of them, kept beside it so that pages need not read it all.

It is never a second truth: each match is kept with the stamps of what it was made of (its seal in the journal and the
numbers of its analyses), is counted anew when one of them differs, and goes when the match does. Losing the file loses
nothing but the time to count again, so it is no part of a backup.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbiter.message import Message
from arbiter.position import Side
from bookgammon.errors import PlayersError
from bookgammon.files.own_database import DatabaseKind, OwnDatabase
from bookgammon.history.journal import FILE
from bookgammon.plugin_values import KeptFile
from bookgammon.plugins.gnubg.analysis.decision_kinds import KINDS, Kind
from bookgammon.plugins.players.facts import (
    ORIGINS,
    DecisionTotals,
    KindSum,
    MatchFacts,
    PlayerFacts,
    RollCount,
    RollOrigin,
)
from bookgammon.plugins.players.rating import RatedMatch

_APPLICATION_ID = 0x4267506C  # "BgPl"
_VERSION = 2

_SCHEMA = f"""
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    seal BLOB NOT NULL,
    analyses TEXT NOT NULL,
    started TEXT NOT NULL,
    length INTEGER NOT NULL,
    chouette INTEGER NOT NULL,
    content BLOB NOT NULL
);
CREATE TABLE players (
    name TEXT NOT NULL,
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    opponent TEXT NOT NULL, unrated INTEGER NOT NULL,
    won INTEGER, points INTEGER NOT NULL, against INTEGER NOT NULL,
    games_won INTEGER NOT NULL, games_lost INTEGER NOT NULL,
    illegal INTEGER NOT NULL, stood INTEGER NOT NULL, timed INTEGER NOT NULL, seconds REAL NOT NULL,
    games INTEGER NOT NULL, unforced INTEGER NOT NULL, close_cube INTEGER NOT NULL,
    play_error REAL NOT NULL, cube_error REAL NOT NULL, luck REAL NOT NULL,
    PRIMARY KEY (name, match)
) WITHOUT ROWID;
CREATE TABLE kinds (
    name TEXT NOT NULL,
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    decisions INTEGER NOT NULL, mistakes INTEGER NOT NULL, lost REAL NOT NULL,
    PRIMARY KEY (name, match, kind)
) WITHOUT ROWID;
CREATE TABLE rolls (
    board TEXT NOT NULL, side TEXT NOT NULL, origin TEXT NOT NULL, name TEXT NOT NULL,
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    ones INTEGER NOT NULL, twos INTEGER NOT NULL, threes INTEGER NOT NULL,
    fours INTEGER NOT NULL, fives INTEGER NOT NULL, sixes INTEGER NOT NULL, doubles INTEGER NOT NULL,
    PRIMARY KEY (board, side, origin, name, match)
) WITHOUT ROWID;
CREATE INDEX players_by_match ON players (match);
CREATE INDEX kinds_by_match ON kinds (match);
CREATE INDEX rolls_by_match ON rolls (match);
CREATE INDEX rolls_by_name ON rolls (name);
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {_VERSION};
"""
_KIND = DatabaseKind(
    _SCHEMA,
    _APPLICATION_ID,
    _VERSION,
    PlayersError,
    Message("The players' figures cannot be kept in {path} ({error}): make room, or delete the file; it is made anew."),
    Message("{path} is from another program or version: delete it, it is made anew."),
    derived=True,
)
_TABLES = {
    "players": ("match, name", 1), "kinds": ("match, name, kind", 1), "rolls": ("match, board, side, origin, name", 4),
}  # fmt: skip
"""Their order by match, and in which column that stands."""
_CONTENT_BYTES = 12
_FACES = "SUM(ones), SUM(twos), SUM(threes), SUM(fours), SUM(fives), SUM(sixes), SUM(doubles)"


def players_beside(journal: Path) -> Path:
    """The index of a journal's players, which is made of the journal and made anew where it is lost."""
    return journal.with_name(f"players-{journal.name}")


def index_file() -> KeptFile:
    """No part of a backup; a restore puts it aside, as it is of other matches."""
    return KeptFile(players_beside(Path(FILE)).name)


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a match was counted from: its seal in the journal, and which analyses of its games there were."""

    seal: bytes
    analyses: str = ""


@dataclass(frozen=True, slots=True)
class IndexedMatch:
    """A player's part of a match. started: ISO 8601. facts: without the kinds of decision, which are summed apart."""

    match: int
    started: str
    length: int
    chouette: bool
    facts: PlayerFacts


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """matches: how many they took part in; last: when the newest of them began, ISO 8601."""

    name: str
    matches: int
    last: str


@dataclass(frozen=True, slots=True)
class DiceOf:
    """Rolls with the dice of one side on one board, however they are known. board: empty where nobody knows it."""

    board: str
    side: Side
    counts: dict[RollOrigin, RollCount]


class PlayersIndex(OwnDatabase):
    """An open index. Raises PlayersError, one sentence, for whatever goes wrong with the file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, _KIND)

    def _bring_up(self, version: int) -> None:
        """An index is made anew: it costs nothing but the time to count."""
        del version
        for table in (*_TABLES, "matches"):
            self._db.execute(f"DROP TABLE {table}")
        for statement in _SCHEMA.split(";"):
            self._db.execute(statement)

    def is_sound(self) -> bool:
        """Whether every row is what was counted: by each match's own checksum, and none of a match there is none of."""
        with self._explained():
            (whole,) = self._db.execute("PRAGMA integrity_check(1)").fetchone()  # SQLite's own indexes too
            kept = self._db.execute("SELECT * FROM matches").fetchall()
            found = self._contents()
        return whole == "ok" and all(row["content"] == found.pop(row["id"], b"") for row in kept) and not found

    def clear(self) -> None:
        """Nothing is counted any more."""
        with self._transaction():
            for table in (*_TABLES, "matches"):
                self._db.execute(f"DELETE FROM {table}")  # noqa: S608 - our own tables

    def _contents(self, match: int | None = None) -> dict[int, bytes]:
        """The checksum of all rows of each match, or of one."""
        where, given = ("", ()) if match is None else (" WHERE {column} = ?", (match,))
        digests: dict[int, Any] = {}
        asked = f"SELECT id, seal, analyses, started, length, chouette FROM matches{where.format(column='id')}"  # noqa: S608 - ours
        for row in self._db.execute(asked, given):
            digests[row[0]] = hashlib.sha256(repr(tuple(row)).encode("utf-8", "backslashreplace"))
        for table, (order, column) in _TABLES.items():
            asked = f"SELECT * FROM {table}{where.format(column='match')} ORDER BY {order}"  # noqa: S608 - ours
            for row in self._db.execute(asked, given):
                digest = digests.setdefault(row[column], hashlib.sha256())
                digest.update(repr(tuple(row)).encode("utf-8", "backslashreplace"))
        return {number: digest.digest()[:_CONTENT_BYTES] for number, digest in digests.items()}

    def stamps(self) -> dict[int, Stamp]:
        """What each match was counted from."""
        with self._explained():
            rows = self._db.execute("SELECT id, seal, analyses FROM matches").fetchall()
        return {int(number): Stamp(bytes(seal), str(analyses)) for number, seal, analyses in rows}

    def keep(self, match: int, stamp: Stamp, started: str, facts: MatchFacts) -> None:
        """In the place of whatever was kept of this match."""
        with self._transaction():
            self._db.execute("DELETE FROM matches WHERE id = ?", (match,))
            self._db.execute(
                "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)",
                (match, stamp.seal, stamp.analyses, started, facts.length, facts.chouette, b""),
            )
            self._db.executemany(
                "INSERT INTO players VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [_player_row(match, player) for player in facts.players],
            )
            self._db.executemany(
                "INSERT INTO kinds VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (player.name, match, kind, each.decisions, each.mistakes, each.lost)
                    for player in facts.players
                    for kind, each in player.judged.kinds.items()
                ],
            )
            self._db.executemany(
                "INSERT INTO rolls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (facts.board, one.side.value, one.origin, one.name, match, *one.count.faces, one.count.doubles)
                    for one in facts.thrown
                ],
            )
            content = self._contents(match)[match]
            self._db.execute("UPDATE matches SET content = ? WHERE id = ?", (content, match))

    def forget(self, matches: Iterable[int]) -> None:
        """Nothing of these matches stays in the file."""
        with self._transaction():
            self._db.executemany("DELETE FROM matches WHERE id = ?", [(match,) for match in matches])

    # ------------------------------------------------------------------ what pages ask

    def players(self) -> tuple[KnownPlayer, ...]:
        """Everybody, the last to play first."""
        with self._explained():
            rows = self._db.execute(
                "SELECT name, many, started FROM (SELECT name, COUNT(*) AS many, MAX(match) AS last FROM players"
                " GROUP BY name) JOIN matches ON id = last ORDER BY last DESC, name"
            ).fetchall()
        return tuple(KnownPlayer(str(name), int(many), str(started)) for name, many, started in rows)

    def rated_matches(self) -> Iterator[RatedMatch]:
        """Matches between two people that came to their end, in the order in which they were begun."""
        with self._explained():
            rows = self._db.execute(
                "SELECT players.match, name, opponent, length FROM players JOIN matches ON id = match"
                " WHERE won = 1 AND NOT unrated AND length > 0"
                " AND EXISTS (SELECT 1 FROM players AS other WHERE other.name = players.opponent AND other.match = id)"
                " ORDER BY id"
            )
            for match, winner, loser, length in rows:
                yield RatedMatch(int(match), str(winner), str(loser), int(length))

    def matches_of(self, name: str) -> tuple[IndexedMatch, ...]:
        """A player's, oldest first."""
        with self._explained():
            rows = self._db.execute(
                "SELECT players.*, started, length, chouette FROM players JOIN matches ON id = match"
                " WHERE name = ? ORDER BY match",
                (name,),
            ).fetchall()
        return tuple(_indexed(row) for row in rows)

    def kinds_of(self, name: str) -> dict[Kind, KindSum]:
        """A player's decisions by their kind, as far as they are analysed."""
        with self._explained():
            rows = self._db.execute(
                "SELECT kind, SUM(decisions), SUM(mistakes), SUM(lost) FROM kinds WHERE name = ? GROUP BY kind", (name,)
            ).fetchall()
        sums = {str(kind): KindSum(int(many), int(mistakes), float(lost)) for kind, many, mistakes, lost in rows}
        return {kind: sums[kind] for kind in KINDS if kind in sums}

    def rolls_of(self, name: str) -> dict[RollOrigin, RollCount]:
        """A player's rolls, whatever dice they were thrown with."""
        with self._explained():
            rows = self._db.execute(
                f"SELECT origin, {_FACES} FROM rolls WHERE name = ? GROUP BY origin",  # noqa: S608 - our own columns
                (name,),
            ).fetchall()
        return _by_origin((row[0], row[1:]) for row in rows)

    def dice(self) -> tuple[DiceOf, ...]:
        """All rolls by the dice that they were thrown with."""
        with self._explained():
            rows = self._db.execute(
                f"SELECT board, side, origin, {_FACES} FROM rolls"  # noqa: S608 - our own columns
                " GROUP BY board, side, origin ORDER BY board = '', board, side DESC"
            ).fetchall()
        found: dict[tuple[str, Side], list[tuple[str, tuple[int, ...]]]] = {}
        for row in rows:
            found.setdefault((str(row[0]), Side(row[1])), []).append((row[2], tuple(row[3:])))
        return tuple(DiceOf(board, side, _by_origin(counts)) for (board, side), counts in found.items())


def _player_row(match: int, player: PlayerFacts) -> tuple[object, ...]:
    judged = player.judged
    return (
        player.name, match, player.opponent, player.unrated, player.won, player.points, player.against,
        player.games_won, player.games_lost, player.illegal, player.stood, player.timed, player.seconds,
        judged.games, judged.unforced, judged.close_cube, judged.play_error, judged.cube_error, judged.luck,
    )  # fmt: skip


def _indexed(row: sqlite3.Row) -> IndexedMatch:
    judged = DecisionTotals(
        row["games"], row["unforced"], row["close_cube"], row["play_error"], row["cube_error"], row["luck"]
    )
    facts = PlayerFacts(
        row["name"], row["opponent"], bool(row["unrated"]), None if row["won"] is None else bool(row["won"]),
        row["points"], row["against"], row["games_won"], row["games_lost"], row["illegal"], row["stood"],
        row["timed"], row["seconds"], judged,
    )  # fmt: skip
    return IndexedMatch(row["match"], row["started"], row["length"], bool(row["chouette"]), facts)


def _by_origin(rows: Iterable[tuple[str, Iterable[int]]]) -> dict[RollOrigin, RollCount]:
    counts: dict[str, RollCount] = {}
    for origin, sums in rows:
        one, two, three, four, five, six, doubles = map(int, sums)
        counts[origin] = RollCount((one, two, three, four, five, six), doubles)
    return {origin: counts[origin] for origin in ORIGINS if origin in counts}
