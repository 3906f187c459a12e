"""The guide is true: its commands and links are right, and its translations are whole."""

from __future__ import annotations

import re
import shlex
import subprocess
from functools import cache
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from bookgammon.command_line import command_parser
from bookgammon.commands import SUMMARIES, load
from bookgammon.plugin_manager import DEFAULT_PLUGINS
from tests import plugged
from tools import guide as pages
from tools.build import build, built
from translation.catalogue import ENGLISH, languages

ROOT = Path(__file__).parents[2]
OF_PLUGINS = sorted((ROOT / "bookgammon" / "plugins").rglob("*.md"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *OF_PLUGINS])
COMMAND = re.compile(r"^\s*(?:\$ )?(?:\.venv/bin/)?bookgammon (\w+)(.*)$")


DEVELOPERS = ("contributing.md", "architecture.md", "glossary.md")


OTHER_FILES = ("md", "onnx", "po", "toml", "sqlite", "pem", "local", "json")


@cache
def sources() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """(every file's path, every word of our Python, every function, class and field that it defines)."""
    folders = ("arbiter", "bookgammon", "calibration", "firmware_bridge", "lab", "outside", "tests", "tools",
               "translation", "vision", "web")  # fmt: skip
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.*") if "node_modules" not in file.parts]
    code = "\n".join(file.read_text(encoding="utf-8") for file in files if file.suffix == ".py")
    defined = re.findall(r"^\s*(?:def |class |self\.)?(\w+)(?:\(|:| = )", code, re.MULTILINE)
    words = re.findall(r"[A-Za-z]\w*", code)
    return frozenset(str(file.relative_to(ROOT)) for file in files), frozenset(words), frozenset(defined)


@pytest.mark.parametrize("name", DEVELOPERS)
def test_what_documents_for_developers_name_exists(name: str) -> None:
    """Files by their path or last part, modules, and code by its name."""
    if plugged.gone():
        pytest.skip("documents for developers name plugins, too, and one was taken away")
    files, words, defined = sources()
    text = re.sub(r"```.*?```", "", (ROOT / "docs" / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    missing = []
    for named in re.findall(r"`([A-Za-z][\w./]+)`", text):
        owner, _, last = named.rpartition(".")
        if last in ("py", "js", "html", "ino"):
            found = any(f"/{file}".endswith(f"/{named}") for file in files)
        elif not owner:
            found = not re.fullmatch(r"[A-Z]\w+", named) or named in words
        elif last in OTHER_FILES:
            continue
        elif owner[0].isupper():
            found = owner in words and last in defined
        else:
            places = (owner.replace(".", "/"), named.replace(".", "/"))
            here, module = (any(f"/{file}".endswith(f"/{place}.py") for file in files) for place in places)
            found = module or (here and last in defined)
        if not found:
            missing.append(named)
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert [link for link in missing if not plugged.was_of_one_gone((page.parent / link).resolve())] == []


def test_every_plugin_has_its_page_and_the_page_of_plugins_leads_to_it() -> None:
    plugins = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    for name in DEFAULT_PLUGINS:
        assert (ROOT / "bookgammon" / "plugins" / name / "README.md") in OF_PLUGINS or name in plugged.gone()
        assert f"](../bookgammon/plugins/{name}/README.md)" in plugins


def test_the_served_guide_has_the_chapters_of_the_docs_with_their_headings_and_tables() -> None:
    made = pages.pages()
    assert set(pages.kept()) == set(made)
    lights = made[pages.FOLDER / "lights.html"]
    title = (ROOT / "docs" / "lights.md").read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
    assert lights.startswith(f'<h1 id="{pages.anchor(title)}">{title}</h1>')
    assert '<table class="guide-table">' in lights
    assert made[pages.FOLDER / "de" / "lights.html"] != lights


def test_what_is_built_is_built_again_only_where_it_is_not_as_it_should_be() -> None:
    page, stale = pages.FOLDER / "camera.html", pages.FOLDER / "gone.html"
    whole = page.read_text(encoding="utf-8")
    assert build() == []
    page.write_text("torn", encoding="utf-8")
    stale.touch()
    assert set(build()) == {page, stale}
    assert page.read_text(encoding="utf-8") == whole
    assert not stale.exists()


def test_nothing_that_is_built_is_kept_in_the_repository() -> None:
    names = [path.relative_to(ROOT).as_posix() for path in built()]
    kept = subprocess.run(["git", "ls-files", "--", *names], cwd=ROOT, capture_output=True, text=True, check=True)
    assert kept.stdout == ""
    status = subprocess.run(
        ["git", "check-ignore", "--", *names], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert sorted(status.stdout.splitlines()) == sorted(names)


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
    """Commands and options of a plugin that was taken away are gone with it."""
    for name, words in commands_in(page):
        if plugged.gone():
            if name in SUMMARIES:
                command_parser(name, load(name)).parse_known_args(words)
            continue
        assert name in SUMMARIES, (page, name)
        command_parser(name, load(name)).parse_args(words)


def test_there_are_commands_in_the_guide() -> None:
    assert len([each for page in PAGES if page.parent.name == "guide" for each in commands_in(page)]) > 5
