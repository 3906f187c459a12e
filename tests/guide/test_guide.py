"""The guide is true: its drawings, commands and links are right, and its translations are whole."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from bookgammon.command_line import command_parser
from bookgammon.commands import SUMMARIES, load
from tests.guide.drawings import FOLDER, drawings
from tools import guide as pages
from translation.catalogue import ENGLISH, languages

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
COMMAND = re.compile(r"^\s*(?:\$ )?(?:\.venv/bin/)?bookgammon (\w+)(.*)$")


@pytest.mark.parametrize("name", drawings())
def test_the_drawings_are_those_of_the_script(name: str) -> None:
    drawn = drawings()[name]
    assert (FOLDER / name).read_text(encoding="utf-8") == drawn, "run python -m tests.guide.drawings"
    ElementTree.fromstring(drawn)  # noqa: S314 - our own


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert missing == []


def test_the_served_guide_is_made_of_the_docs_as_they_are() -> None:
    made = pages.pages()
    assert {path.relative_to(pages.FOLDER).as_posix() for path in pages.FOLDER.rglob("*.html")} == set(made)
    for name, text in made.items():
        assert (pages.FOLDER / name).read_text(encoding="utf-8") == text, "run python -m tools.guide"


def shape(page: Path) -> dict[str, list[object]]:
    """What a translation keeps: levels of the headings, items of lists, rows of tables, code, and pictures."""
    tokens = MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))
    children = [child for token in tokens for child in token.children or ()]
    return {
        "headings": [token.tag for token in tokens if token.type == "heading_open"],
        "paragraphs": [token.type for token in tokens if token.type in ("paragraph_open", "list_item_open", "tr_open")],
        "code": [token.content for token in tokens if token.type == "fence"],
        "pictures": [Path(str(child.attrGet("src"))).name for child in children if child.type == "image"],
    }


@pytest.mark.parametrize("language", pages.LANGUAGES)
@pytest.mark.parametrize("name", pages.CHAPTERS)
def test_a_translated_chapter_has_all_that_the_english_one_has(name: str, language: str) -> None:
    assert shape(ROOT / pages.translated(name, language)) == shape(ROOT / pages.CHAPTERS[name])


def test_every_language_of_the_program_has_a_guide() -> None:
    assert {ENGLISH, *pages.LANGUAGES} == set(languages())


def commands_in(page: Path) -> list[tuple[str, list[str]]]:
    """(command, its words) of each line in a block of code that calls the program."""
    blocks = re.findall(r"```[a-z]*\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    found = [match for line in lines if (match := COMMAND.match(line))]
    # what stands behind two spaces explains the command
    return [(match[1], shlex.split(re.split(r"\s{2,}", match[2])[0], comments=True)) for match in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_in_the_docs_is_one_that_the_program_takes(page: Path) -> None:
    for name, words in commands_in(page):
        assert name in SUMMARIES, (page, name)
        command_parser(name, load(name)).parse_args(words)


def test_there_are_commands_in_the_guide() -> None:
    assert len([each for page in PAGES if page.parent.name == "guide" for each in commands_in(page)]) > 5
