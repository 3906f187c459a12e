"""The guide as the program serves it: docs/ as HTML for web/guide/, and plugins' chapters beside their sources.

Each language has a folder in docs/guide with a file for each chapter, and one in web/guide; a plugin's chapters lie in
its folder `guide`, those of other languages in a folder there. `tools.build` writes what is made here.
"""

from __future__ import annotations

import re
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "web" / "guide"
PLUGINS = ROOT / "bookgammon" / "plugins"
_OF_THE_CORE = {
    "camera": "docs/guide/camera.md",
    "evening": "docs/guide/evening.md",
    "phone": "docs/guide/phone.md",
    "screens": "docs/guide/screens.md",
    "trouble": "docs/guide/trouble.md",
    "history": "docs/history.md",
    "lights": "docs/lights.md",
}
CHAPTERS = _OF_THE_CORE | {
    path.stem: path.relative_to(ROOT).as_posix() for path in sorted(PLUGINS.glob("*/guide/*.md"))
}
"""The page's name in its address, and where its text stands. Rules and commands need none: `web.help` shows them."""
RULES = "docs/rules.md"
LANGUAGES = tuple(sorted(path.parts[-2] for path in ROOT.glob("docs/guide/*/README.md")))
"""What the guide is translated to: each language has its folder."""


def translated(name: str, language: str) -> str:
    """Where a chapter's text stands in another language."""
    if name in _OF_THE_CORE:
        return f"docs/guide/{language}/{name}.md"
    return (Path(CHAPTERS[name]).parent / language / f"{name}.md").as_posix()


def built_of(source: str) -> Path:
    """Where the HTML of a chapter's text is kept."""
    path = Path(source)
    if path.parts[0] == "docs":
        return FOLDER / path.relative_to("docs/guide" if path.parts[1] == "guide" else "docs").with_suffix(".html")
    return ROOT / path.with_suffix(".html")


def anchor(text: str) -> str:
    """The name of a heading in a link, as code hosts make it."""
    return re.sub(r"[^\w -]", "", text.lower()).strip().replace(" ", "-")


def address(source: Path, link: str) -> str | None:
    """Where a link of the text leads on the page; None where the page has nothing to show for it."""
    path, _, place = link.partition("#")
    if "://" in link:
        return None  # nothing of the page needs the internet
    if not path:
        return link
    target = (source.parent / path).resolve().relative_to(ROOT).as_posix()
    if target.startswith("web/static/"):
        return "/" + target.removeprefix("web/")
    if picture := re.fullmatch(r"bookgammon/plugins/(\w+)/static/(.+)", target):
        return "/plugins/{}/{}".format(*picture.groups())
    chapters = {where: name for name, where in CHAPTERS.items()}
    others = {translated(name, language): name for name in CHAPTERS for language in LANGUAGES}
    known = {**chapters, **others, RULES: "rules"}
    name = "" if re.fullmatch(r"docs/guide/(\w+/)?README.md", target) else known.get(target)
    return None if name is None else f"/help/{name}{'#' + place if place else ''}"


def page(source: Path) -> str:
    """The text as HTML, for the middle of a page. Markup in the text itself is shown, never used."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(source.read_text(encoding="utf-8"))
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(tokens[number + 1].content))
        if token.type == "table_open":
            token.attrSet("class", "guide-table")
        token.children = token.children and led(source, token.children)
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def led(source: Path, tokens: list[Token]) -> list[Token]:
    """The tokens of a line with its links and pictures as the page has them."""
    kept, nowhere = [], False
    for token in tokens:
        if token.type == "link_open":
            found = address(source, str(token.attrGet("href")))
            nowhere = found is None
            token.attrSet("href", found or "")
        if token.type == "image":
            found = address(source, str(token.attrGet("src")))
            if found is None:
                raise ValueError(f"{source}: pictures of the guide lie in web/static/guide or a plugin's static/guide")
            token.attrSet("src", found)
        if not (nowhere and token.type in ("link_open", "link_close")):
            kept.append(token)
        nowhere = nowhere and token.type != "link_close"
    return kept


def pages() -> dict[Path, str]:
    """The HTML of every chapter in every language, by the file that holds it."""
    sources = [*CHAPTERS.values(), *(translated(name, language) for language in LANGUAGES for name in CHAPTERS)]
    return {built_of(source): page(ROOT / source) for source in sources}


def kept() -> list[Path]:
    """Every file there is that holds a chapter's HTML, of chapters that are gone too."""
    return [*FOLDER.rglob("*.html"), *PLUGINS.glob("*/guide/**/*.html")]
