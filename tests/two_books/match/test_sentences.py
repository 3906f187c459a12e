"""Every sentence of the plugin is said in German, by the plugin or by the program, with the same values."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from translation.catalogue import catalogue
from two_books.sentences import GERMAN

FOLDER = Path(__file__).parents[3] / "distributions" / "two_books" / "two_books"

WITHOUT_WORDS = "{host}:{port}"


def said_in_python(path: Path) -> set[str]:
    calls = (each for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(each, ast.Call))
    named = (each for each in calls if isinstance(each.func, ast.Name) and each.func.id == "Message")
    first = (arg.value for each in named for arg in each.args[:1] if isinstance(arg, ast.Constant))
    return {text for text in first if isinstance(text, str)}


def said_elsewhere() -> set[str]:
    found = set[str]()
    for path in (*FOLDER.glob("templates/*.html"), *FOLDER.glob("static/*.js")):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'(?:_|gettext)\("([^"]+)"', text)) | set(re.findall(r"_\('([^']+)'\)", text))
    return found


def values(pattern: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(pattern) if name}


def test_nothing_is_missing() -> None:
    said = said_elsewhere().union(*map(said_in_python, FOLDER.glob("*.py")))
    own = catalogue("de").gettext
    assert sorted(text for text in said if text not in GERMAN and own(text) == text) == [WITHOUT_WORDS]


@pytest.mark.parametrize("english", sorted(GERMAN))
def test_values_are_the_same(english: str) -> None:
    assert values(GERMAN[english]) == values(english)
