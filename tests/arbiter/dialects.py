"""Own matches written as other programs write them, and read.

Each match is written in every dialect and every encoding that is read, and must come back the same. A sample runs in
test_record_dialects.py, a thousand by `lab.campaigns.record_dialects`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO

from arbiter.records import GameRecord, MatchHeader, MatchRecord, read_records, write_mat, write_sgf
from arbiter.rules import Rules
from tests.arbiter.random_matches import random_match, without_texts_of_illegal
from tests.arbiter.xg_files import xg_bytes

NAMES = (
    ("Ada", "Grace"),
    ("Smith, Ann", "Smith, Ben"),
    ("Zoë", "Müller (2:1)"),
    ("Иван", "Ольга"),
    ("A. Very Long Name of Thirty-Six Signs", "山田 太郎"),
)
RULES = (
    Rules(length=1),
    Rules(length=5),
    Rules(length=7, crawford=False),
    Rules(length=0),
    Rules(length=0, jacoby=False, beavers=True),
    Rules(length=0, cube_limit=1),
)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "latin-1")
CHARSETS = ("utf-8", "windows-1251", "koi8-r", "shift_jis", "iso-8859-1", "windows-1252", "gb18030")


def _mat(match: MatchRecord) -> str:
    """With the names in the header, as Backgammon Galaxy and others write them."""
    return f'; [Player 1 "{match.names[0]}"]\n; [Player 2 "{match.names[1]}"]\n{write_mat(match)}'


def _words(text: str) -> str:
    """The words that some use for the cube, `bar` and `off`, and a pass where nothing can be played."""
    for plain, other in (("Doubles =>", "Redoubles =>"), (" Takes", " Accepts"), (" Drops", " Pass  ")):
        text = text.replace(plain, other)
    text = re.sub(r"(?<= )25/", "Bar/", text)
    text = re.sub(r"/0(?=[ *\n])", "/off", text)
    return re.sub(r"(?<=[1-6]{2}: )(?=\n)", "Pass", text)


def _each_game(text: str) -> str:
    """With the length said again before every game."""
    length = re.search(r"^ \d+ point match$", text, re.MULTILINE)
    assert length
    return re.sub(r"^(?= Game (?!1$)\d+$)", f"{length[0]}\n\n", text, flags=re.MULTILINE)


DIALECTS: dict[str, Callable[[MatchRecord], str]] = {
    "mat": _mat,
    "crlf": lambda match: _mat(match).replace("\n", "\r\n"),
    "hash": lambda match: "# written by a tool\n" + _mat(match),
    "words": lambda match: _words(_mat(match)),
    "each game": lambda match: _each_game(_mat(match)),
    "blanks": lambda match: _mat(match).replace(" ", "\u00a0"),
    "invisible": lambda match: _mat(match).replace(": ", "\u200b: "),
    "session": lambda match: _mat(match).replace(" 0 point match", " Unlimited Match"),
}
SGF: dict[str, Callable[[MatchRecord], str]] = {
    "sgf": write_sgf,
    "long names": lambda match: _long(write_sgf(match)),
    "blanks": lambda match: write_sgf(match).replace(";W[", "\n ;  W\n [").replace("PW[", " PW ["),
}


def _long(text: str) -> str:
    """Property names written out, as in older files."""
    names = (("GM", "GaMe"), ("PW", "PlayerWhite"), ("PB", "PlayerBlack"), ("MI", "MatchInfo"), ("RE", "REsult"))
    for short, name in names:
        text = re.sub(rf"(?<=[\]\n;]){short}(?=\[)", name, text)
    return text.replace(";W[", ";White[").replace(";B[", ";Black[")


def written(match: MatchRecord) -> Iterator[tuple[str, bytes]]:
    """Every dialect in every encoding that has the letters for it."""
    for dialect, write in DIALECTS.items():
        text = write(match)
        for encoding in ENCODINGS:
            if encoding in ("cp1252", "latin-1") and not _western(text):
                continue
            yield f"{dialect}, {encoding}", text.encode(encoding)
    for dialect, write in SGF.items():
        for charset in CHARSETS:
            text = write(match).replace("CA[UTF-8]", f"CA[{charset}]")
            try:
                yield f"SGF {dialect}, {charset}", text.encode(charset)
            except UnicodeEncodeError:
                continue
    yield "xg", xg_bytes(match)


def _western(text: str) -> bool:
    return all(ord(letter) < 256 for letter in text)


def same(read: MatchRecord, match: MatchRecord) -> bool:
    """Names as far as a format holds them, everything else as it was."""
    now, was = without_texts_of_illegal(read), without_texts_of_illegal(match)
    rules = (now.rules.length, now.rules.jacoby_applies, now.rules.cube_limit)
    return (now.games, rules, now.header.event) == (
        was.games, (was.rules.length, was.rules.jacoby_applies, was.rules.cube_limit), was.header.event
    )  # fmt: skip


def match_of(seed: int) -> MatchRecord:
    rng = random.Random(seed)
    rules = rng.choice(RULES)
    match = _without_cube(rng, rules) if rules.cube_limit else random_match(rng, rules, 0.01)
    return replace(match, names=rng.choice(NAMES), header=MatchHeader(event="Club night", date="2026.01.31"))


def _without_cube(rng: random.Random, rules: Rules) -> MatchRecord:
    """A session in which nobody may double."""
    plain = random_match(rng, Rules(length=1))
    games = tuple(GameRecord((0, 0), game.actions, game.result) for game in plain.games[:1])
    return MatchRecord(plain.names, rules, games)


def differing(seed: int) -> list[str]:
    """In which forms the match is read otherwise, or refused."""
    return [trouble for trouble in compared(seed, lambda content: read_records(BytesIO(content))) if trouble]


def compared(seed: int, read: Callable[[bytes], tuple[MatchRecord, ...]]) -> list[str]:
    """For each form of the match how it is read otherwise, or refused; empty where it comes back."""
    match = match_of(seed)
    return [_compared(match, f"{seed}, {form}", content, read) for form, content in written(match)]


def _compared(
    match: MatchRecord, form: str, content: bytes, read: Callable[[bytes], tuple[MatchRecord, ...]]
) -> str:
    try:
        found = read(content)
    except ValueError as error:
        return f"{form}: {error}"
    names = tuple(name.replace(":", " ") for name in match.names) if "SGF" in form else match.names
    if len(found) != 1 or not same(found[0], match):
        return f"{form}: another match"
    differ = [name[:31].strip() for name in found[0].names] != [name[:31].strip() for name in names]
    return f"{form}: {found[0].names}" if differ else ""
