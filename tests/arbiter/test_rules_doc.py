"""docs/rules.md: every rule once, in the program's words, with code that exists and rulings that are true."""

from __future__ import annotations

import dataclasses
import importlib
import json
import re
from pathlib import Path

import pytest

from arbiter.abak.rulebook import ABAK_RULES
from arbiter.abak.settings import AbakSettings
from arbiter.cases import answer_plays
from arbiter.rulebook import RULES
from arbiter.rules import Rules

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
ROOMS = ("arbiter", "arbiter_referee")
KEEPERS = {"camera", "tablet", "agreement"}


def table(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its first two lines."""
    part = PAGE.split(f"# {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


KEPT = table("The rules, by number")
NAMES = sorted({name for row in KEPT for name in re.findall(r"`([^`]+)`", row[2])})


def test_every_rule_is_listed_once_in_the_programs_words() -> None:
    assert [(number, text) for number, text, _, _ in KEPT] == list(RULES.items())


def test_every_rule_is_kept_by_somebody_somewhere() -> None:
    for number, _, where, keepers in KEPT:
        assert where, number
        assert set(keepers.split(", ")) <= KEEPERS, number


def test_every_rule_is_cited_by_a_test() -> None:
    folder = Path(__file__).parents[1]
    texts = [path.read_text(encoding="utf-8") for room in ROOMS for path in sorted((folder / room).glob("*.py"))]
    cited = set(re.findall(r"\bR\d+\b", "\n".join(texts)))
    assert set(RULES) <= cited


@pytest.mark.parametrize("name", NAMES)
def test_what_is_named_exists(name: str) -> None:
    """`module.function` or `module.Class.method`, inside `arbiter`."""
    parts = name.split(".")
    depth = 2 if parts[0] in {"records", "match", "referee"} else 1
    thing = importlib.import_module(".".join(["arbiter", *parts[:depth]]))
    assert len(parts) > depth
    for part in parts[depth:]:
        thing = getattr(thing, part)
    assert callable(thing) or isinstance(thing, property)


def test_what_people_keep_alone_is_said_in_words() -> None:
    told = PAGE.split("## What only people can keep\n", 1)[1].split("\n## ", 1)[0]
    for number, _, _, keepers in KEPT:
        if "agreement" in keepers:
            assert re.search(rf"\b{number}\b", told), number


def test_every_agreement_has_its_ruling_and_its_default() -> None:
    fields = [re.findall(r"`(\w+)`", row[1]) for row in table("Where circles differ")]
    named = [name for names in fields for name in names]
    assert sorted(named) == sorted(field.name for field in dataclasses.fields(Rules))
    for row in table("Where circles differ"):
        for value in re.findall(r"`(all|tolerated|cocked|any|roll)`", row[2]):
            (name,) = re.findall(r"`(\w+)`", row[1])
            assert getattr(Rules(), name) == value


# ------------------------------------------------------------------ Abak Evolution

ABAK = [row for row in table("Abak Evolution") if row[0].startswith("A")]


def test_every_rule_of_abak_is_listed_once_in_the_programs_words() -> None:
    assert [(number, text) for number, text, _, _ in ABAK] == list(ABAK_RULES.items())


@pytest.mark.parametrize("name", sorted({name for row in ABAK for name in re.findall(r"`(abak[^`]+)`", row[2])}))
def test_what_is_named_of_abak_exists(name: str) -> None:
    room, module, *parts = name.split(".")
    thing = importlib.import_module(f"arbiter.{room}.{module}")
    for part in parts:
        thing = getattr(thing, part)
    assert callable(thing) or isinstance(thing, property)


def test_everything_open_has_its_field_and_its_default() -> None:
    rows = [row for row in table("Abak Evolution") if row[0].endswith(")")]
    found = {row[1].strip("`"): re.findall(r"`(true|false)`", row[2])[0] == "true" for row in rows}
    assert found == dataclasses.asdict(AbakSettings())
    open_rules = [(number, re.findall(r"`(\w+)`", known)) for number, _, _, known in ABAK if "open:" in known]
    assert [number for number, _ in open_rules] == ["A13", "A14", "A15", "A16"]
    assert {field for _, names in open_rules for field in names} == set(found)


def test_the_case_in_the_reference_is_true() -> None:
    text = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
    (line,) = re.findall(r'^\{"id": 1, "rules": "abak".*\}$', text, re.MULTILINE)
    assert len(answer_plays(json.loads(line))["results"]) == 11
