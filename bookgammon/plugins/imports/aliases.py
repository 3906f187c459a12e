"""Who is who: names that other programs know people by, and those that they have here. Said once, kept in a file."""

from __future__ import annotations

from pathlib import Path

from arbiter.message import Message
from arbiter.values import plain_name
from bookgammon.errors import PlayersError
from bookgammon.files.own_database import DatabaseKind, OwnDatabase, is_made_by
from bookgammon.history.journal import FILE as JOURNAL

FILE = "aliases.sqlite"
MOST_NAMES = 2000
LONGEST_NAME = 100
_APPLICATION_ID = 0x42674E61  # "BgNa"
_VERSION = 1
_SCHEMA = f"""
CREATE TABLE aliases (
    other TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
) WITHOUT ROWID;
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {_VERSION};
"""
_KIND = DatabaseKind(
    _SCHEMA,
    _APPLICATION_ID,
    _VERSION,
    PlayersError,
    trouble=Message("Who is who cannot be kept in {path} ({error}): make room on the disk; no match is touched."),
)


def aliases_beside(journal: Path) -> Path:
    """The file of the names that belong to a data folder."""
    return journal.parent / FILE


def is_ours(path: Path) -> bool:
    """Whether a file of names was made by our own words, to the letter."""
    return is_made_by(path, _SCHEMA)


def copy_aliases(kept: Path, copy: Path) -> None:
    """The names, at one moment. Raises PlayersError."""
    with Aliases(kept) as aliases:
        aliases.copy_to(copy)


def player_changed(journal: Path, name: str, new: str | None) -> None:
    """A player is called otherwise, or (None) every name that they are known by goes. Raises PlayersError."""
    path = aliases_beside(journal)
    if journal.name != JOURNAL or not path.exists():
        return
    with Aliases(path) as aliases:
        if new is None:
            aliases.forget(name)
        else:
            aliases.rename(name, new)


class Aliases(OwnDatabase):
    """An open file of names. Raises PlayersError, one sentence, for whatever goes wrong with it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, _KIND)

    def by_other_name(self) -> dict[str, str]:
        """The name here, by each name elsewhere; what cannot be a name is left out: a backup may bring anything."""
        with self._explained():
            rows = self._db.execute("SELECT other, name FROM aliases ORDER BY other LIMIT ?", (MOST_NAMES,)).fetchall()
        pairs = ((plain_name(str(row["other"])), plain_name(str(row["name"]))) for row in rows)
        return {
            other: name for other, name in pairs if 0 < len(other) <= LONGEST_NAME and 0 < len(name) <= LONGEST_NAME
        }

    def keep(self, other: str, name: str) -> None:
        with self._transaction():
            self._db.execute("INSERT OR REPLACE INTO aliases VALUES (?, ?)", (other, name))
            (number,) = self._db.execute("SELECT COUNT(*) FROM aliases").fetchone()
            if number > MOST_NAMES:
                raise PlayersError(Message("At most {most} names are kept for others.", most=MOST_NAMES))

    def rename(self, old: str, new: str) -> None:
        """Whoever is called `old` here is called `new` here from now on."""
        with self._transaction():
            self._db.execute("UPDATE aliases SET name = ? WHERE name = ?", (new, old))
            self._db.execute("DELETE FROM aliases WHERE other = name")

    def forget(self, name: str) -> None:
        """Whatever somebody is known by, here and elsewhere."""
        with self._transaction():
            self._db.execute("DELETE FROM aliases WHERE other = ? OR name = ?", (name, name))
