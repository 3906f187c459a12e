"""Whoever writes a sentence for people writes it so that it can be said in another language."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "web", *sorted((ROOT / "bookgammon" / "plugins").iterdir()))
TEMPLATES = sorted(path for pages in PAGES for path in (pages / "templates").rglob("*.html"))
SCRIPTS = sorted(path for pages in PAGES for path in (pages / "static").glob("*.js"))
MODULES = sorted(
    path
    for package in ("outside", "calibration", "vision", "firmware_bridge", "web", "bookgammon", "arbiter")
    for path in (ROOT / package).rglob("*.py")
    if path.parent.name != "club" or path.name not in ("report.py", "results.py")  # a bad message is logged alone
)
SPOKEN = ("aria-label", "alt", "title", "placeholder")
"""Attributes that people read or hear."""
NAMES = {"Bookgammon", "CSV", "JSON", "UTC", "http://192.168.1.20:8080/video"}
"""The same in every language."""
WORD = re.compile(r"[^\W\d_]{2,}")


_NO_TEXT = re.compile(r"{% block (?:page_class|screen) %}.*?{% endblock %}")
"""Blocks that name a class or a sheet of the help."""


class _Bare(HTMLParser):
    """Collects the text that stands in a template itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("script", "style")
        self.found += [value or "" for name, value in attrs if name in SPOKEN]

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.found.append(data)


def bare(template: str) -> list[str]:
    """What a template says without asking a catalogue."""
    environment = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    parser = _Bare()
    for part in environment.parse(_NO_TEXT.sub("", template)).find_all(nodes.Output):
        for node in part.nodes:
            parser.feed(node.data if isinstance(node, nodes.TemplateData) else "0")
    return [text.strip() for text in parser.found if WORD.search(text) and text.strip() not in NAMES]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_templates_hold_no_bare_text(path: Path) -> None:
    assert bare(path.read_text(encoding="utf-8")) == []


def test_bare_text_would_be_seen() -> None:
    assert bare('<p class="lead">{{ _("Close") }} or leave</p>') == ["or leave"]
    assert bare('<button aria-label="Close">{% trans %}<em>x</em> now{% endtrans %}</button>') == ["Close"]


SAYING = {"print", "say", "show", "localized", "input", "Note", "News", "Parser", "ArgumentTypeError"}
"""Functions and classes whose texts people read, beside errors."""
READ = {"help", "description", "epilog", "usage", "title", "message", "headline", "detail", "notice", "says", "more"}
"""Arguments that are read, whatever takes them."""
FOR_PROGRAMS = {
    "secure door: %s",  # the log
    "the tables' names are damaged",  # sqlite3's own error, which schema.py answers with a sentence
}


def texts_for_people(tree: ast.Module) -> Iterator[ast.expr]:
    """What is printed, raised or named as read in a module, as it stands there; Python's own errors left out."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func).split(".")[-1]
        ours = name.endswith("Error") or name in ("Refused", "BadMessage", "BadMap")
        if name in SAYING or (ours and not hasattr(builtins, name)):
            yield from node.args
        yield from (given.value for given in node.keywords if given.arg in READ)


def bare_texts(node: ast.expr) -> Iterator[str]:
    """Texts that stand in an expression itself, in each of its branches; those in calls are somebody else's."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from (*bare_texts(one), *bare_texts(other))
        case ast.BoolOp(values=several) | ast.Tuple(elts=several) | ast.List(elts=several):
            yield from (text for each in several for text in bare_texts(each))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_is_printed_or_raised_for_people_is_a_message(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [text for node in texts_for_people(tree) for text in bare_texts(node) if WORD.search(text)]
    assert [text for text in found if text not in FOR_PROGRAMS and not NO_SENTENCE.fullmatch(text)] == []


NO_SENTENCE = re.compile(r"bookgammon[ .][\w{}: ]+|[\w.{}/:#-]+")
"""A command, a name or an address: the same in every language."""


@pytest.mark.parametrize(
    "line",
    [
        "raise BoardError('It is torn.' if torn else Message('x'))",
        "say(f'{count} boards are known')",
        "parser.add_argument('--x', help='what it is')",
        "page(notice='No camera ' + name)",
    ],
)
def test_a_bare_text_in_a_module_would_be_found(line: str) -> None:
    found = [text for node in texts_for_people(ast.parse(line)) for text in bare_texts(node)]
    assert [text for text in found if not NO_SENTENCE.fullmatch(text)]


def test_scripts_say_no_bare_sentence() -> None:
    """A text that begins like a sentence is given to gettext; addresses, classes and keys do not begin so."""
    sentence = re.compile(r'"([A-Z][a-z]+(?: [^"\n]*)?|[^"\n]*[a-z]{2} [a-z]{2}[^"\n]*[.?!…])"')
    found = [
        f"{path.name}: {text}"
        for path in SCRIPTS
        for line in SAID.sub("", path.read_text(encoding="utf-8")).splitlines()
        if not line.lstrip().startswith(("//", "import "))
        for text in sentence.findall(line)
        if text not in TECHNICAL
    ]
    assert found == []


def test_scripts_draw_no_bare_words() -> None:
    """What is put on the page between backticks, or as a text or title of its own, comes from gettext as well."""
    in_backticks = re.compile(r"`([^`]*)`")
    drawn = re.compile(r'(?:textContent|title|placeholder|ariaLabel) \+?= "([^"\n]*)"')
    words = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")
    found = []
    for path in SCRIPTS:
        for line in SAID.sub("", path.read_text(encoding="utf-8")).splitlines():
            texts = drawn.findall(line) if "Name" not in line else []
            bare = [text for text in texts if WORD.search(text)]
            if not NO_TEXT_LINE.search(line):
                bare += [text for text in in_backticks.findall(line) if words.search(re.sub(r"\$\{[^}]*\}", "0", text))]
            found += [f"{path.name}: {text}" for text in bare]
    assert found == []


NO_TEXT_LINE = re.compile(r"class|querySelector|setAttribute\(\"(?:d|transform|points)\"|//")
"""Lines whose backticks hold classes, selectors or shapes."""
SAID = re.compile(r'gettext\(\s*"[^"\n]*"(,\s*"[^"\n]*")?')
"""What scripts take from the catalogue."""
TECHNICAL = {"Content-Type", "Enter", "Escape", "Files", "Home", "End"}
"""Names of headers, keys and kinds of what is dragged."""
