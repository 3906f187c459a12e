"""Comments, docstrings and docs name nothing that is not there: no module that went, no class that has another name."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import plugged

ROOT = Path(__file__).parents[1]
CODE = ("arbiter", "outside", "calibration", "vision", "firmware_bridge", "translation", "web", "bookgammon", "tools")
CODE_TOO = {".js", ".html", ".css", ".ts", ".c", ".h", ".ino", ".toml", ".yml", ".service"}
FILE = re.compile(r"(?<![\w/.*<{-])(\w[\w./-]*\.(?:py|js|css|html))\b(?!\w)")
NO_MODULE = re.compile(r"\.(?:py|js|css|html|md|json|toml|lock|po|sqlite|mp4|local|pde)$")
QUOTED = re.compile(r"`([A-Za-z_][\w.]*)(?:\(\))?`")
CONSTANT = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")
DOTTED = re.compile(r"(?<![\w./`])([a-z_]{4,})\.([A-Z][A-Za-z_]+)\b")
WORD = re.compile(r"[A-Za-z_]\w*")

ELSEWHERE = {
    "checkJs",  # TypeScript's
    "msgid_plural",  # gettext's
    "videoN",  # any of Linux's video devices
    "ENUM_FMT", "ENUM_FRAMESIZES", "ENUM_FRAMEINTERVALS",  # of V4L2, without the VIDIOC_ before them
    "SOURCE_DATE_EPOCH",  # of reproducible builds
    "PYTHON_WITH_BPY",  # stands for one
    "pip_lead.js", "pip_lead/__init__.py", "pip_lead/static/pip_lead.js",  # of the plugin that docs/plugins.md shows
}  # fmt: skip
"""Names of others, and what stands for a name."""


@cache
def tracked() -> tuple[str, ...]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return tuple(name for name in listed.stdout.splitlines() if (ROOT / name).is_file())


@cache
def ends_of_paths() -> frozenset[str]:
    """Each file's own name, and the same with the folders before it, one by one."""
    parts = (name.split("/") for name in tracked())
    return frozenset("/".join(one[first:]) for one in parts for first in range(len(one)))


DOCSTRING = re.compile(r'^[ ]*r?"""(.*?)"""', re.DOTALL | re.MULTILINE)
REMARK = re.compile(r"(?<!\S)# [^\n]*")


@cache
def said_and_done(path: Path) -> tuple[str, str]:
    """(comments and docstrings; everything else) of a module of Python."""
    text = path.read_text(encoding="utf-8")
    done = DOCSTRING.sub("", text)
    return "\n".join([*DOCSTRING.findall(text), *REMARK.findall(done)]), REMARK.sub("", done)


COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*|<!--.*?-->|{#.*?#}", re.DOTALL)


@cache
def words() -> frozenset[str]:
    """Every word of our code, comments and docstrings aside, and of the libraries' names that it uses."""
    found: set[str] = set()
    for name in tracked():
        path = ROOT / name
        if path == Path(__file__):  # names what is not there
            continue
        if path.suffix == ".py":
            found |= set(WORD.findall(said_and_done(path)[1])) | set(path.with_suffix("").relative_to(ROOT).parts)
        elif path.suffix in CODE_TOO and path.name != "axe.min.js":
            found |= set(WORD.findall(COMMENT.sub("", path.read_text(encoding="utf-8"))))
    return frozenset(found)


@cache
def modules() -> dict[str, list[frozenset[str]]]:
    """By its last name: what is in each of our modules, and which modules are in each of our packages."""
    found: dict[str, list[frozenset[str]]] = {}
    for name in tracked():
        path = ROOT / name
        if path.suffix == ".py":
            inside = frozenset({path.stem, *WORD.findall(said_and_done(path)[1])})
            found.setdefault(path.stem, []).append(inside)
            found.setdefault(path.parent.name, []).append(inside)
            found.setdefault(path.parents[1].name, []).append(frozenset({path.parent.name}))
    return found


def homes(module: str) -> list[frozenset[str]]:
    return modules().get(module, [])


def texts() -> Iterator[tuple[str, str]]:
    """(file, what it says in comments, docstrings or prose). The notebook and CHANGELOG.md tell what was."""
    for name in tracked():
        path, top = ROOT / name, name.split("/")[0]
        if path.suffix == ".py" and top in (*CODE, "lab", "tests"):
            yield name, said_and_done(path)[0]
        elif path.suffix in (".js", ".css") and name.startswith(("web/static/", "bookgammon/plugins/")):
            yield name, "\n".join(COMMENT.findall(path.read_text(encoding="utf-8")))
        elif path.suffix == ".md" and top in ("docs", "bookgammon", "README.md", "SECURITY.md", "CONTRIBUTING.md"):
            yield name, path.read_text(encoding="utf-8")


def missing(text: str) -> list[str]:
    """What is named and not there."""
    gone = []
    for file in FILE.findall(text):
        if file not in ends_of_paths() and file not in ELSEWHERE:
            gone.append(file)
    for quoted in QUOTED.findall(text):
        if quoted in ELSEWHERE or NO_MODULE.search(quoted) or quoted.endswith("_"):
            continue
        last = quoted.rsplit(".", 1)[-1]
        private = "_" in last or "." in quoted or re.search(r"[a-z][A-Z]", last) or last[0].isupper()
        if private and last not in words():
            gone.append(quoted)
        elif "." in quoted:
            module = quoted.split(".")[-2]
            if homes(module) and not any(last in home for home in homes(module)):
                gone.append(quoted)
    for module, name in DOTTED.findall(text):
        if homes(module) and not any(name in home for home in homes(module)):
            gone.append(f"{module}.{name}")
    gone += [one for one in CONSTANT.findall(text) if one not in words() and one not in ELSEWHERE]
    return gone


NAME_PLUGINS = (
    "docs/", "lab/", "tests/whole/", "tests/lab/", "tests/packaging/", "tests/test_packages.py", "tests/plugged.py",
)  # fmt: skip
"""What may name a plugin by right, beside the pages about the whole repository."""


def test_what_is_named_is_there() -> None:
    """With a plugin taken away in the core: its own comments name nothing of it."""
    found = {name: left for name, text in texts() if (left := missing(text))}
    if plugged.gone():
        found = {name: left for name, left in found.items() if "/" in name and not name.startswith(NAME_PLUGINS)}
    assert found == {}


NOT_THERE = ("as in `seals.py`", "`bookgammon.table.table.Show`", "an https_camera.Trust", "MOST_OF_A_CAKE", "`lookUp`")


@pytest.mark.parametrize("text", NOT_THERE)
def test_what_is_not_there_is_found(text: str) -> None:
    assert len(missing(text)) == 1


def test_what_is_there_is_not() -> None:
    assert missing("`bookgammon/table/table.py`, table.py, `Rules.length`, `arbiter.rules.Rules` or `judge`") == []
