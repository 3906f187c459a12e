"""The page's scripts before a type checker, scripts and style sheets before a linter and a formatter: TypeScript as a
checker only, and Biome. `biome format --config-path=. --write ../../web/static`, typed here, puts right what the
formatter finds.

Both come from npm, pinned with their hashes in package-lock.json, into this folder alone. Where Node is not there, or
they cannot be fetched, these tests are skipped and say so.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from filelock import FileLock

from tests import plugged

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STATIC = [ROOT / "web" / "static", *sorted(ROOT.glob("bookgammon/plugins/*/static"))]
TEMPLATES = [ROOT / "web" / "templates", *sorted(ROOT.glob("bookgammon/plugins/*/templates"))]
SCRIPTS = [path for folder in STATIC for path in sorted(folder.glob("*.js"))]
PAGES = [path for folder in TEMPLATES for path in sorted(folder.rglob("*.html"))]
OLDEST_NODE = 20
TAGS = {"Anchor": "a", "Button": "button", "Details": "details", "Dialog": "dialog", "Image": "img",
        "Input": "input", "Select": "select",
        "Table": "table", "Template": "template", "Video": "video"}  # fmt: skip


@cache
def tools() -> Path:
    """The folder of the checkers' programs, fetched where they are missing. Skips the test where they cannot be."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("the scripts are not checked: Node is not installed")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if int(version.strip().lstrip("v").partition(".")[0]) < OLDEST_NODE:
        pytest.skip(f"the scripts are not checked: Node {version.strip()} is older than {OLDEST_NODE}")
    modules = HERE / "node_modules"
    stamp, wanted = modules / ".fetched", hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    with FileLock(HERE / ".npm.lock"):  # two workers begin at once
        if not stamp.exists() or stamp.read_text() != wanted:
            # not `npm ci`: it wants to know where the packages of other systems lie
            words = [npm, "install", "--no-save"]
            fetched = subprocess.run(words, cwd=HERE, capture_output=True, text=True, timeout=300, check=False)
            if fetched.returncode:
                lines = [line for line in fetched.stderr.splitlines() if "error" in line]
                pytest.skip(f"the scripts are not checked: npm could not fetch what checks them ({lines[:1]})")
            stamp.write_text(wanted)
    return modules / ".bin"


def checked(program: str, *words: str) -> None:
    tool = tools() / (f"{program}.cmd" if os.name == "nt" else program)
    done = subprocess.run([tool, *words], cwd=HERE, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_of_all_scripts() -> None:
    checked("tsc", "--project", "tsconfig.json", "--pretty", "false")


def test_types_of_the_service_worker() -> None:
    checked("tsc", "--project", "tsconfig.worker.json", "--pretty", "false")


def test_linter_finds_nothing() -> None:
    checked("biome", "lint", "--config-path=.", "--error-on-warnings", *map(str, STATIC))


def test_scripts_and_style_sheets_are_formatted() -> None:
    checked("biome", "format", "--config-path=.", *map(str, STATIC))


def test_lock_names_each_package_with_its_hash_and_no_place() -> None:
    lock = (HERE / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock, "take these lines out again"
    assert lock.count('"integrity"') == lock.count('"node_modules/')


def test_every_element_that_a_script_names_is_in_a_template_or_made_by_a_script() -> None:
    """So that elements.d.ts may say that the lookup of one always finds it."""
    named = re.compile(r'(?:\bat|getElementById|write|show)\("([\w-]+)"')
    made = re.compile(r'\bid(?:=|: | = )"([\w-]+)"')
    scripts = {path.name: path.read_text(encoding="utf-8") for path in SCRIPTS}
    templates = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    there = set(re.findall(r'\bid="([\w-]+)"', templates))
    there |= {name for text in scripts.values() for name in made.findall(text)}
    lost = [f"{file}: {name}" for file, text in scripts.items() for name in named.findall(text) if name not in there]
    assert lost == []


def test_elements_are_in_the_templates_what_their_types_say() -> None:
    """elements.d.ts tells the checker what the templates hold; here it is held against them."""
    if plugged.gone():
        pytest.skip("some are in the templates of plugins, and one was taken away")
    told = dict(re.findall(r'^  "?([\w-]+)"?: HTML(\w+)Element;$', (HERE / "elements.d.ts").read_text(), re.MULTILINE))
    text = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    made = "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    assert told
    for name, kind in told.items():
        tags = set(re.findall(rf'<(\w+)\b[^<>]*\bid="{name}"', text))
        if not tags:  # a script makes it
            made_here = rf'createElement\("{TAGS[kind]}"\);\n\s*\w+\.id = "{name}"'
            assert re.search(made_here, made), name
        else:
            assert TAGS[kind] in tags, name
