"""Whoever writes a sentence for people writes it so that it can be said in another language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "web" / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "web" / "static").glob("*.js"))
MODULES = sorted(
    path
    for package in ("outside", "calibration", "vision", "firmware_bridge", "web", "bookgammon", "arbiter")
    for path in (ROOT / package).rglob("*.py")
    if path.name not in ("report.py", "results.py")  # of the club: what is wrong with a message is logged alone
)
SPOKEN = ("aria-label", "alt", "title", "placeholder")
"""Attributes that people read or hear."""
NAMES = {"Bookgammon", "CSV", "JSON", "http://192.168.1.20:8080/video"}
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


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_hold_no_bare_text(path: Path) -> None:
    assert bare(path.read_text(encoding="utf-8")) == []


def test_bare_text_would_be_seen() -> None:
    assert bare('<p class="lead">{{ _("Close") }} or leave</p>') == ["or leave"]
    assert bare('<button aria-label="Close">{% trans %}<em>x</em> now{% endtrans %}</button>') == ["Close"]


def errors_raised(tree: ast.Module) -> Iterator[ast.expr]:
    """The sentences of errors as they stand in a module, where they are literals."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = ast.unparse(node.exc.func).split(".")[-1]
            if not hasattr(__import__("builtins"), name):
                yield from node.exc.args


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_errors_carry_messages(path: Path) -> None:
    raised = errors_raised(ast.parse(path.read_text(encoding="utf-8")))
    found = [ast.unparse(sentence) for sentence in raised if _is_text(sentence)]
    assert [text for text in found if WORD.search(text)] == []


def test_scripts_say_no_bare_sentence() -> None:
    """A text that begins like a sentence is given to gettext; addresses, classes and keys do not begin so."""
    sentence = re.compile(r'"([A-Z][a-z]+(?: [^"\n]*)?|[^"\n]*[a-z]{2} [a-z]{2}[^"\n]*[.?!…])"')
    said = re.compile(r'gettext\(\s*"[^"\n]*"(,\s*"[^"\n]*")?')
    found = [
        f"{path.name}: {text}"
        for path in SCRIPTS
        for line in said.sub("", path.read_text(encoding="utf-8")).splitlines()
        if not line.lstrip().startswith(("//", "import "))
        for text in sentence.findall(line)
        if text not in TECHNICAL
    ]
    assert found == []


TECHNICAL = {"Content-Type", "Enter", "Escape", "Home", "End"}
"""Names of headers and keys."""
