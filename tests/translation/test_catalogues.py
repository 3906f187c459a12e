"""Nothing that players read is missing from the catalogues, and each language says it with the same values."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Iterable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import read_mo

from arbiter.message import Message
from tests import plugged
from tools.catalogues import ROOT, all_compiled, compiled, extract, merge, missing, po_file, read
from translation.catalogue import DOMAIN, FOLDER, catalogue, languages, name_of

LANGUAGES = [path.parts[-3] for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po")]
UPDATE = "run python -m tools.catalogues, and translate what it lists"


def test_german_is_there() -> None:
    assert {"en", "de"} <= set(languages())


def test_a_language_is_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of docs/contributing.md, compiled as `tools.build` does it: then the program offers it."""
    (example,) = re.findall(r"```po\n(.*?)```", (ROOT / "docs" / "contributing.md").read_text("utf-8"), re.DOTALL)
    monkeypatch.setattr("tools.catalogues.FOLDER", tmp_path)
    monkeypatch.setattr("translation.catalogue.FOLDER", tmp_path)
    po_file("fr").parent.mkdir(parents=True)
    po_file("fr").write_text(example, encoding="utf-8")
    for path, content in all_compiled().items():
        path.write_bytes(content)
    try:
        languages.cache_clear()
        catalogue.cache_clear()
        assert languages() == ("en", "fr")
        assert name_of("fr") == "français"
        assert catalogue("fr").say(Message("{who} to roll", who="Anna")) == "À Anna de lancer"
        assert catalogue("fr").say(Message("Take")) == "Take", "what has no translation yet is said in English"
    finally:
        languages.cache_clear()
        catalogue.cache_clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_source_is_translated(language: str) -> None:
    kept = read(language)
    known = {entry.id for entry in kept if entry.id and not of_one_gone(entry)}
    wanted = {entry.id for entry in extract() if entry.id}
    assert sorted(map(str, wanted - known)) == [], UPDATE
    assert sorted(map(str, known - wanted)) == [], UPDATE
    assert missing(kept) == [], UPDATE


def of_one_gone(entry: Entry) -> bool:
    """Whether only plugins that were taken away say it."""
    return bool(entry.locations) and all(plugged.was_of_one_gone(ROOT / file) for file, _ in entry.locations)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_program_reads_is_what_the_catalogue_says(language: str) -> None:
    folder = po_file(language).parent
    catalog = read(language)
    with (folder / f"{DOMAIN}.mo").open("rb") as file:
        assert _sentences(read_mo(file)) == _sentences(catalog), UPDATE
    # the sentences of the page's scripts are found by the places that the catalogue names
    of_scripts = compiled(merge(catalog, extract()))["page.json"]
    kept = (folder / "page.json").read_bytes()
    if plugged.gone():  # whose sentences are still among those that are kept
        assert json.loads(of_scripts).items() <= json.loads(kept).items()
    else:
        assert kept == of_scripts, UPDATE


def _sentences(catalog: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    return {_both(entry.id): _both(entry.string) for entry in catalog if entry.id}


def _both(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_values_of_their_sentences(language: str) -> None:
    different = [
        f"{pattern!r}: {translated!r}"
        for entry in read(language)
        if entry.id
        for pattern, translated in _pairs(entry)
        if _values(pattern) != _values(translated)
    ]
    assert different == []


def _pairs(entry: Entry) -> Iterable[tuple[str, str]]:
    """Each translation with its sentence; in the singular the number may go unsaid."""
    one, *plural = _both(entry.id)
    first, *others = _both(entry.string)
    many = plural[0] if plural else one
    yield one if _values(one) == _values(first) else many, first
    for other in others:
        yield many, other


def _values(pattern: str) -> set[str]:
    """{name} as `str.format` has it, and %(name)s as templates have it; {number} is {count} in words."""
    fields = {name.replace("number", "count") for _, name, _, _ in string.Formatter().parse(pattern) if name}
    return fields | set(re.findall(r"%\((\w+)\)s", pattern))


def test_the_sentences_of_all_scripts_are_found() -> None:
    """The finder passes over some calls inside template literals: written so, a sentence would never be translated."""
    call = re.compile(r'\bn?gettext\(\s*"((?:[^"\\]|\\.)*)"')
    scripts = (ROOT / "web" / "static").glob("*.js")
    written = {text for script in scripts for text in call.findall(script.read_text(encoding="utf-8"))}
    assert written
    assert sorted(written - {_both(entry.id)[0] for entry in extract() if entry.id}) == []
