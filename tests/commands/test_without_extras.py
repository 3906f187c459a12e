"""The program as it is installed without any extra: all of it works, or names the extra in a sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import requires
from typing import Any

from bookgammon.doctor.checks import EXTRAS
from tests.commands.program import environment

_PROGRAM = """
import contextlib, io, json, sys
from importlib.machinery import PathFinder

words = json.loads(sys.argv[1])
hidden, shown = set(sys.argv[2:]), PathFinder.find_spec
PathFinder.find_spec = lambda name, *rest: None if name.partition(".")[0] in hidden else shown(name, *rest)

from bookgammon.command_line import main
from bookgammon.commands import summaries
from bookgammon.commands.about import ADD_COMMANDS
from bookgammon.doctor.checks import EXTRAS, extra
from flask import Flask
from translation.catalogue import languages
from web.app import create_app
from web.hub import Hub


def said(*words):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(words)
        except SystemExit as end:
            code = end.code
    return code, out.getvalue(), err.getvalue()


app = create_app(Hub(None))
ADD_COMMANDS(app)
pages = {}
for language in languages():
    answer = app.test_client().get("/help/commands", headers={"Accept-Language": language})
    pages[language] = answer.status_code, answer.text
print(json.dumps({
    "pages": pages,
    "help": {name: said(name, "--help")[0] for name in summaries()},
    "said": said(*words),
    "doctor": [[check.state, check.name, check.found, check.do] for check in map(extra, EXTRAS)],
}))
"""


def test_every_extra_is_known_to_the_doctor() -> None:
    named = {each.split("==")[1].strip(" '\"") for each in requires("bookgammon") or [] if "extra ==" in each}
    assert named <= set(EXTRAS)


def without_extras(*words: str) -> dict[str, Any]:
    """What the program shows and says where none is installed. words: of a command that is given."""
    hidden = [module for _, module, _ in EXTRAS.values()]
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, json.dumps(words), *hidden],
        capture_output=True, text=True, timeout=300, check=False, env=environment() | {"LANGUAGE": "en", "LC_ALL": "C"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_page_and_command_works_without_any_extra() -> None:
    found = without_extras("id", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10")
    assert all(status == 200 and "bookgammon play" in page for status, page in found["pages"].values())
    assert set(found["help"].values()) == {0}
    assert found["said"][0] == 0
    for (state, name, shown, do), extra in zip(found["doctor"], EXTRAS, strict=True):
        assert (state, name, shown) == ("hint", f"extra {extra}", "not installed")
        assert f"bookgammon[{extra}]" in do
