"""Brings all catalogues up to date with the source; run by hand after a sentence was added or changed.

    python -m tools.catalogues            extracts, and merges into each language's .po file
    python -m tools.catalogues --new fr   begins the catalogue of another language

What the program reads is compiled of the .po files by `tools.build`. Needs Babel; the program itself does not.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from translation.catalogue import DOMAIN, FOLDER

ROOT = Path(__file__).parents[1]
PACKAGES = ("arbiter", "outside", "calibration", "vision", "firmware_bridge", "web", "bookgammon", "translation")
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "Message": None,
    "counted": (1, 2),
    "gettext": None,
    "ngettext": (1, 2),
    "_": None,
}
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext.babel_extract"), ("**/static/**.js", "javascript")]
_TEMPLATES = {"trimmed": "true", "silent": "false"}
_WIDTH = 110


def extract() -> Catalog:
    """Every sentence of the source and the files it stands in; no lines, so that a commit shows news alone."""
    found = Catalog(domain=DOMAIN, charset="utf-8")
    for package in PACKAGES:
        for filename, _line, pattern, comments, context in extract_from_dir(
            ROOT / package,
            METHODS,
            {"**/static/**.js": {"parse_template_string": True}, "**/templates/**.html": _TEMPLATES},
            keywords=KEYWORDS,
            comment_tags=("for translators:",),
            strip_comment_tags=True,
        ):
            place = (ROOT / package / filename).relative_to(ROOT).as_posix()
            if all((pattern,) if isinstance(pattern, str) else pattern):
                found.add(pattern, locations=[(place, 0)], auto_comments=comments, context=context)
    return found


def po_file(language: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def merge(kept: Catalog, source: Catalog) -> Catalog:
    """`kept` with the sentences of `source`: new ones without translation, those that are gone left out."""
    source.creation_date = kept.creation_date
    kept.update(source, no_fuzzy_matching=True)
    kept.obsolete.clear()
    for entry in kept:
        entry.locations = sorted({(place, 0) for place, _line in entry.locations})
    return kept


def compiled(catalog: Catalog) -> dict[str, bytes]:
    """What the program reads, by file name: gettext's own format, and the part that the page's scripts need."""
    file = io.BytesIO()
    write_mo(file, catalog)
    messages = {_pattern(entry): _translation(entry) for entry in _of_scripts(catalog)}
    text = json.dumps(messages, ensure_ascii=False, indent=0, sort_keys=True)
    return {f"{DOMAIN}.mo": file.getvalue(), "page.json": f"{text}\n".encode()}


def known_languages() -> list[str]:
    """The languages that have a .po file."""
    return sorted(path.parts[-3] for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def all_compiled() -> dict[Path, bytes]:
    """What the program reads, of every language, by file."""
    return {
        po_file(language).with_name(name): content
        for language in known_languages()
        for name, content in compiled(read(language)).items()
    }


def missing(catalog: Catalog) -> list[str]:
    """The sentences without a translation."""
    return [_pattern(entry) for entry in catalog if entry.id and not _whole(entry)]


def _whole(entry: Message) -> bool:
    return all(entry.string) if isinstance(entry.string, (list, tuple)) else bool(entry.string)


def _of_scripts(catalog: Catalog) -> Iterator[Message]:
    for entry in catalog:
        if entry.id and _whole(entry) and any(place.endswith(".js") for place, _line in entry.locations):
            yield entry


def _pattern(entry: Message) -> str:
    return entry.id if isinstance(entry.id, str) else str(entry.id[0])


def _translation(entry: Message) -> str | list[str]:
    return list(entry.string) if isinstance(entry.string, (list, tuple)) else str(entry.string)


def po_text(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalog, width=_WIDTH, omit_header=False, sort_by_file=True, include_lineno=False)
    return file.getvalue()


def main() -> int:
    """Exit code 1 where a sentence has no translation; each is printed."""
    parser = argparse.ArgumentParser(description="Bring the catalogues up to date with the source.")
    parser.add_argument("--new", metavar="LANGUAGE", help="begin the catalogue of this language, for example fr")
    new = parser.parse_args().new
    source = extract()
    known = known_languages()
    without: list[str] = []
    for language in sorted({*known, *([new] if new else [])}):
        kept = read(language) if language in known else Catalog(locale=language, domain=DOMAIN)
        catalog = merge(kept, source)
        folder = po_file(language).parent
        folder.mkdir(parents=True, exist_ok=True)
        po_file(language).write_bytes(po_text(catalog))
        without += [f"{language}: {pattern}" for pattern in missing(catalog)]
    print(
        f"{len(list(source)) - 1} sentences, {len(without)} without a translation", *without, sep="\n", file=sys.stderr
    )
    return 1 if without else 0


if __name__ == "__main__":
    sys.exit(main())
