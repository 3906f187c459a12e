"""The layout as drawn in docs/architecture.md: which package may import what. Walks every import of every module."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

MAY_IMPORT = {
    "arbiter": set(),
    "outside": {"arbiter"},
    "calibration": {"arbiter", "outside", "cv2", "numpy", "tomlkit"},
    "vision": {"arbiter", "calibration", "outside", "cv2", "numpy", "onnxruntime"},
    "firmware_bridge": {"arbiter", "outside", "serial", "tomlkit"},
    "translation": {"arbiter"},
    "web": {"arbiter", "translation", "flask", "jinja2", "waitress", "werkzeug", "segno"},
    "bookgammon": {
        "arbiter", "outside", "calibration", "vision", "firmware_bridge", "translation", "web",
        "cryptography", "cv2", "filelock", "fsrs", "numpy", "paho", "platformdirs", "segno", "serial", "tomlkit",
        "zeroconf",
        "gnubg",  # in the one script that GNU Backgammon's own Python runs
    },
}  # fmt: skip
"""Packages and libraries, beside the standard library and the package itself."""

PACKAGES = tuple(MAY_IMPORT)

ROOMS = {
    "files": set(),
    "terminal": set(),
    "boards": {"files", "terminal"},
    "cameras": {"files", "terminal"},
    "access": {"files", "terminal"},
    "table": {"files", "terminal", "boards", "cameras", "access"},
    "lights": {"files", "terminal", "table"},
    "analysis": {"files", "terminal", "table"},
    "opponent": {"files", "terminal", "table", "analysis"},
    "study": {"files", "terminal", "table", "analysis"},
    "history": {"files", "terminal", "table", "analysis", "study"},
    "players": {"files", "terminal", "table", "analysis", "study", "history"},
    "club": {"files", "terminal", "access", "table", "history"},
    "doctor": {"files", "terminal", "access", "table", "history"},
    "setup": {"files", "terminal", "boards", "cameras", "access", "table", "lights", "history", "players"},
    "recordings": {"files", "terminal", "boards", "table", "history", "setup"},
    "commands": {
        "files", "terminal", "boards", "cameras", "access", "table", "lights", "analysis", "opponent", "study",
        "history", "players", "club", "doctor", "setup", "recordings",
    },
}  # fmt: skip
"""Rooms of `bookgammon`, and what of it each may import beside itself and `bookgammon.errors`; from bottom to top."""

ENTRY_POINTS = {"__init__", "__main__", "command_line", "errors"}
"""What stands loose in `bookgammon`."""


def modules(package: str) -> Iterator[tuple[str, Path]]:
    """(dotted name, file) of every module of a package."""
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imports(path: Path) -> set[str]:
    """The dotted names that a module imports anywhere in it; relative imports count as errors."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_a_room_imports_only_what_its_door_allows(package: str) -> None:
    allowed = MAY_IMPORT[package] | {package, "_typeshed"} | set(sys.stdlib_module_names)  # its stubs are typing's own
    strangers = {
        f"{name} imports {imported}"
        for name, path in modules(package)
        for imported in imports(path)
        if imported.split(".")[0] not in allowed
    }
    assert not strangers


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_of_the_composition_imports_only_the_rooms_that_it_names(room: str) -> None:
    strangers = {
        f"{name} imports {imported}"
        for name, path in modules(f"bookgammon/{room}")
        for imported in imports(path)
        if imported.split(".")[0] == "bookgammon"
        and imported.split(".")[1] not in ROOMS[room] | {room, "errors", "__version__"}
    }
    assert not strangers


def test_rooms_of_the_composition_form_no_circle() -> None:
    """Each imports rooms above it in the table alone."""
    order = list(ROOMS)
    assert [room for room, allowed in ROOMS.items() if not allowed <= set(order[: order.index(room)])] == []


def test_nothing_but_entry_points_stands_loose() -> None:
    """Every other module is in a room."""
    assert {path.stem for path in (ROOT / "bookgammon").glob("*.py")} == ENTRY_POINTS
    assert {path.parent.name for path in (ROOT / "bookgammon").glob("*/__init__.py")} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_says_what_it_may_import(room: str) -> None:
    text = (ROOT / "bookgammon" / room / "__init__.py").read_text(encoding="utf-8")
    (said,) = re.findall(r"^May import ([^,.]+(?:, `\w+`)*[^,.]*)", text, re.MULTILINE)
    others = set(ROOMS) - {room}
    named = {"no other room": set(), "every room": others}.get(said, set(re.findall(r"`(\w+)`", said)))
    assert named == ROOMS[room]


def test_no_import_is_hidden_in_a_string() -> None:
    """Commands and protocols of LEDs alone are loaded by their name, and the doctor tries libraries."""
    callers = {
        name for package in PACKAGES for name, path in modules(package) if "importlib.import_module" in imports(path)
    }
    assert callers == {"bookgammon.commands", "bookgammon.doctor.checks", "firmware_bridge.protocol"}


def test_every_room_has_modules() -> None:
    assert [package for package in PACKAGES if not list(modules(package))] == []


def reachable(start: str) -> set[str]:
    """Our modules and outside names that importing `start` brings in, module by module."""
    files = {name: path for package in PACKAGES for name, path in modules(package)}
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        if name not in files:
            continue
        for imported in imports(files[name]):
            known = imported if imported in files else imported.rpartition(".")[0]
            waiting.append(known if known in files else imported.split(".")[0])
    return seen


@pytest.mark.parametrize("module", [name for name, _ in modules("web")])
def test_the_page_never_reaches_the_pixels(module: str) -> None:
    assert not reachable(module) & {"cv2", "numpy", "vision"}


@pytest.mark.parametrize("package", ["calibration", "vision", "firmware_bridge", "web"])
def test_the_outer_rooms_never_meet_the_referee(package: str) -> None:
    """Of the arbiter they know its types, and what follows from a state alone."""
    for module, _ in modules(package):
        assert not reachable(module) & {"arbiter.referee.referee", "arbiter.referee.commitment"}, module


def test_http_is_known_to_the_page_alone() -> None:
    """What cannot be done is said by the kind of error; `web` turns kinds into codes."""
    outside = [package for package in PACKAGES if package != "web"]
    codes = {"web.errors.Refused", "http.HTTPStatus", "werkzeug.exceptions"}
    found = {name for package in outside for name, path in modules(package) if imports(path) & codes}
    assert found == set()


def writes(path: Path) -> set[str]:
    """What a module calls to write files by itself."""
    names = (".write_text", ".write_bytes")
    calls = {ast.unparse(node.func) for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)}
    return {call for call in calls for name in names if call.endswith(name)}


def test_files_are_written_by_one_writer() -> None:
    """Whole or not at all is promised once: no module writes a file by itself."""
    found = {str(path.relative_to(ROOT)): writes(path) for package in PACKAGES for _, path in modules(package)}
    assert {path: calls for path, calls in found.items() if calls} == {}


def test_the_walk_would_see_it() -> None:
    assert "cv2" in reachable("bookgammon.table.page")
    assert "arbiter.referee.commitment" in reachable("bookgammon.commands.play")


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("web.server", "cv2"),
        ("bookgammon.command_line", "cv2"),
        ("bookgammon.command_line", "flask"),
        ("bookgammon.commands.plays", "cv2"),
        ("bookgammon.doctor.checks", "cv2"),
        ("bookgammon.commands.play", "paho"),
        ("bookgammon.commands.play", "onnxruntime"),
        ("arbiter.referee.referee", "numpy"),
    ],
)
def test_what_is_heavy_is_not_loaded_along(module: str, heavy: str) -> None:
    question = f"import sys, {module}; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", question], cwd=ROOT, check=False).returncode == 0
