"""The layout as drawn in docs/architecture.md: which package may import what. Walks every import of every module."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from bookgammon import hookspecs
from bookgammon.plugin_manager import DEFAULT_PLUGINS

ROOT = Path(__file__).parents[1]

MAY_IMPORT = {
    "arbiter": set(),
    "outside": {"arbiter"},
    "calibration": {"arbiter", "outside", "cv2", "numpy", "tomlkit"},
    "vision": {"arbiter", "calibration", "outside", "cv2", "numpy"},
    "firmware_bridge": {"arbiter", "outside", "serial", "tomlkit"},
    "translation": {"arbiter"},
    "web": {"arbiter", "translation", "flask", "jinja2", "waitress", "werkzeug", "segno"},
    "bookgammon": {
        "arbiter", "outside", "calibration", "vision", "firmware_bridge", "translation", "web",
        "cryptography", "cv2", "filelock", "numpy", "platformdirs", "pluggy", "segno", "serial", "tomlkit", "zeroconf",
    },
}  # fmt: skip
"""Packages and libraries, beside the standard library and the package itself."""

PACKAGES = tuple(MAY_IMPORT)

PLUGINS_MAY_IMPORT = {
    "gnubg": {"gnubg"},  # in the one script that GNU Backgammon's own Python runs
    "study": {"fsrs"},
    "notes": set(),
    "photograph": set(),
    "players": set(),
    "films": set(),
    "imports": set(),
    "club": {"paho"},
    "tell": set(),
    "voice": set(),
}
"""Libraries of each plugin, beside those of `bookgammon` and what pages are made with."""
THERE = [path.parent.name for path in sorted((ROOT / "bookgammon" / "plugins").glob("*/__init__.py"))]
"""Plugins whose folders are there: with one taken out the law holds for the others."""
OF_PAGES = {"flask", "jinja2", "werkzeug"}

OF_WHOLE = {"plugins", "two_books", "whole", "packaging", "lab"}
"""Folders of tests that need more than the core: plugins, a stranger's too, all of them, the whole distribution, or the
laboratory."""

SUBPACKAGES = {
    "workers": set(),
    "files": set(),
    "terminal": set(),
    "boards": {"files", "terminal"},
    "cameras": {"files", "terminal"},
    "access": {"files", "terminal"},
    "table": {"files", "terminal", "boards", "cameras", "access"},
    "lights": {"files", "terminal", "table"},
    "opponent": {"files", "terminal", "table"},
    "history": {"files", "terminal", "table"},
    "doctor": {"files", "terminal", "access", "table", "history"},
    "setup": {"files", "terminal", "boards", "cameras", "access", "table", "lights", "history"},
    "following": {"files", "terminal", "boards", "table", "history", "setup"},
    "commands": {
        "files", "terminal", "boards", "cameras", "access", "table", "lights", "opponent", "history", "doctor", "setup",
        "following",
    },
    "plugins": {
        "files", "terminal", "boards", "cameras", "access", "table", "lights", "opponent", "history", "doctor", "setup",
        "following", "commands",
    },
}  # fmt: skip
"""Subpackages of `bookgammon`, and what each may import of it beside what every subpackage may; from bottom to top."""

LOOSE = {"errors", "hookspecs", "plugin_manager", "plugin_values"}
"""Modules that stand loose in `bookgammon` and that every subpackage may import."""
FOR_ALL = {"workers", *LOOSE}
ENTRY_POINTS = {"__init__", "__main__", "command_line", *LOOSE}
"""What stands loose in `bookgammon`."""


def modules(package: str) -> Iterator[tuple[str, Path]]:
    """(dotted name, file) of every module of a package."""
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


BARE_THREADS = {
    "bookgammon.workers.worker": "a worker's own, and the registry's",
    "bookgammon.terminal.stopping": "ends the process when all else hangs",
    "bookgammon.plugins.gnubg.analysis.gnubg_process": "reads a pipe, for a worker that waits for the answer",
    "bookgammon.plugins.films.worker": "in a process of its own: ends it with the program",
    "outside.worker": "in a process of its own: reads its pipe",
    "outside.confined": "ends a process that takes longer than it may",
    "outside.threads": "makes what is handed in where nobody looks after threads",
    "web.threads": "the same for the page",
    "vision.sources.https_camera": "one a connection of OpenCV's, ends with it",
    "vision.sources.confined_capture": "ends a process that nobody took up again",
}
"""Modules that begin threads, timers or pools by themselves, and why these are no workers."""


@cache
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
def test_a_package_imports_only_what_it_may(package: str) -> None:
    allowed = MAY_IMPORT[package] | {package, "_typeshed"} | set(sys.stdlib_module_names)  # its stubs are typing's own
    strangers = {
        f"{name} imports {imported}"
        for name, path in modules(package)
        for imported in imports(path)
        if imported.split(".")[0] not in allowed and not name.startswith("bookgammon.plugins.")
    }
    assert not strangers


@pytest.mark.parametrize("plugin", THERE)
def test_a_plugin_imports_only_its_libraries_and_the_plugins_that_it_needs(plugin: str) -> None:
    libraries = MAY_IMPORT["bookgammon"] | OF_PAGES | PLUGINS_MAY_IMPORT[plugin] | {"bookgammon"}
    allowed = libraries | set(sys.stdlib_module_names)
    needs = getattr(import_module(f"bookgammon.plugins.{plugin}"), "NEEDS", ())
    strangers = set()
    for name, path in modules(f"bookgammon/plugins/{plugin}"):
        for imported in imports(path):
            parts = imported.split(".")
            other = parts[:2] == ["bookgammon", "plugins"] and parts[2] not in (plugin, *needs)
            if parts[0] not in allowed or other:
                strangers.add(f"{name} imports {imported}")
    assert not strangers


# ------------------------------------------------------------------ the tests


def needed_with(plugin: str) -> set[str]:
    """The plugin and all that it cannot be without."""
    needs = getattr(import_module(f"bookgammon.plugins.{plugin}"), "NEEDS", ())
    return {plugin}.union(*map(needed_with, needs))


def plugins_of(path: Path) -> set[str]:
    """The plugins that a module of the tests names: by an import of theirs or of their tests, or in a string."""
    named = re.findall(r"\b(?:bookgammon|tests)[./]plugins[./](\w+)", path.read_text(encoding="utf-8"))
    return {name for name in named if name in DEFAULT_PLUGINS}


def reached(path: Path) -> set[str]:
    """The plugins that come along with a module of the tests, by what it imports of tests and laboratory."""
    seen, waiting, found = {ROOT / "tests" / "test_packages.py"}, [path], set[str]()  # that names plugins by right
    while waiting:
        each = waiting.pop()
        if each in seen:
            continue
        seen.add(each)
        found |= plugins_of(each)
        for imported in imports(each):
            if imported.split(".")[0] in ("tests", "lab"):
                places = (imported, imported.rpartition(".")[0])
                files = [ROOT / f"{place.replace('.', '/')}.py" for place in places]
                waiting += [file for file in files if file.exists()][:1]
    return found


CORE_TESTS = [
    path
    for path in sorted((ROOT / "tests").rglob("*.py"))
    if path.relative_to(ROOT / "tests").parts[0] not in OF_WHOLE and path != ROOT / "tests" / "test_packages.py"
]


def test_tests_of_the_core_are_looked_at() -> None:
    assert ROOT / "tests" / "web" / "screens.py" in CORE_TESTS


def test_tests_of_the_core_reach_no_plugin() -> None:
    """Not by a helper of theirs either: they pass without any plugin. `tests.plugged` asks which are there."""
    assert {str(path.relative_to(ROOT)): found for path in CORE_TESTS if (found := reached(path))} == {}


@pytest.mark.parametrize("plugin", THERE)
def test_tests_of_a_plugin_reach_it_and_what_it_needs(plugin: str) -> None:
    """So they pass where any other plugin is taken out."""
    allowed = needed_with(plugin)
    mine = sorted((ROOT / "tests" / "plugins" / plugin).rglob("*.py"))
    assert mine
    assert {str(path.relative_to(ROOT)): more for path in mine if (more := reached(path) - allowed)} == {}


def test_every_plugin_is_in_the_one_tuple() -> None:
    """That all of them are there `tests/whole` looks at."""
    assert set(DEFAULT_PLUGINS) == set(PLUGINS_MAY_IMPORT)
    assert set(THERE) <= set(DEFAULT_PLUGINS)


def test_no_module_of_a_plugin_is_called_as_a_hook() -> None:
    """Whoever imports it would put the module in the place of the plugin's hook, which is then never asked."""
    hooks = {name for name, value in vars(hookspecs).items() if hasattr(value, f"{hookspecs.PROJECT}_spec")}
    assert "beside_table" in hooks
    inside = (ROOT / "bookgammon" / "plugins").glob("*/*")
    assert [str(path) for path in inside if path.stem in hooks and path.suffix in ("", ".py")] == []


def test_the_core_names_no_plugin() -> None:
    """Neither by an import nor by an address: it asks hooks. The one tuple alone lists them."""
    named = re.compile(rf"plugins[./]({'|'.join(DEFAULT_PLUGINS)})\b|plugin_({'|'.join(DEFAULT_PLUGINS)})\b")
    kinds = (".py", ".html", ".js", ".css")
    core = [path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.suffix in kinds]
    outside = [
        path for path in core if not {"plugins", "guide"} & set(path.relative_to(ROOT).parts[:2])
    ]  # built of docs
    assert [str(path) for path in outside if named.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("subpackage", SUBPACKAGES)
def test_a_subpackage_of_the_composition_imports_only_the_subpackages_that_it_names(subpackage: str) -> None:
    strangers = {
        f"{name} imports {imported}"
        for name, path in modules(f"bookgammon/{subpackage}")
        for imported in imports(path)
        if imported.split(".")[0] == "bookgammon"
        and imported.split(".")[1] not in SUBPACKAGES[subpackage] | FOR_ALL | {subpackage, "__version__"}
    }
    assert not strangers


def test_subpackages_of_the_composition_form_no_circle() -> None:
    """Each imports subpackages above it in the table alone."""
    order = list(SUBPACKAGES)
    below = {name: set(order[:number]) for number, name in enumerate(order)}
    assert [name for name, allowed in SUBPACKAGES.items() if not allowed <= below[name]] == []


def test_nothing_but_entry_points_stands_loose() -> None:
    """Every other module is in a subpackage."""
    assert {path.stem for path in (ROOT / "bookgammon").glob("*.py")} == ENTRY_POINTS
    assert {path.parent.name for path in (ROOT / "bookgammon").glob("*/__init__.py")} == set(SUBPACKAGES)


@pytest.mark.parametrize("subpackage", SUBPACKAGES)
def test_each_subpackage_says_what_it_may_import(subpackage: str) -> None:
    text = (ROOT / "bookgammon" / subpackage / "__init__.py").read_text(encoding="utf-8")
    (said,) = re.findall(r"^May import ([^,.]+(?:, `\w+`)*[^,.]*)", text, re.MULTILINE)
    others = set(list(SUBPACKAGES)[: list(SUBPACKAGES).index(subpackage)]) - FOR_ALL
    named = {"no other subpackage": set(), "every subpackage": others}.get(said, set(re.findall(r"`(\w+)`", said)))
    assert named == SUBPACKAGES[subpackage]


def test_no_import_is_hidden_in_a_string() -> None:
    """Commands and protocols of LEDs alone are loaded by their name, and the doctor tries libraries."""
    callers = {
        name for package in PACKAGES for name, path in modules(package) if "importlib.import_module" in imports(path)
    }
    loaders = {
        "bookgammon.commands",
        "bookgammon.doctor.checks",
        "bookgammon.plugin_manager",
        "firmware_bridge.protocol",
    }
    assert callers == loaders


def test_every_package_has_modules() -> None:
    assert [package for package in PACKAGES if not list(modules(package))] == []


@cache
def every_module() -> dict[str, Path]:
    return {name: path for package in PACKAGES for name, path in modules(package)}


def reachable(start: str) -> set[str]:
    """Our modules and outside names that importing `start` brings in, module by module."""
    files = every_module()
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
def test_the_outer_packages_never_meet_the_referee(package: str) -> None:
    """Of the arbiter they know its types, and what follows from a state alone."""
    for module, _ in modules(package):
        assert not reachable(module) & {"arbiter.referee.referee", "arbiter.referee.commitment"}, module


def test_http_is_known_to_the_page_alone() -> None:
    """What cannot be done is said by the kind of error; `web` turns kinds into codes."""
    codes = {"web.errors.Refused", "http.HTTPStatus", "werkzeug.exceptions"}
    pages = re.compile(r"web\.|bookgammon\.plugins\.\w+\.\w*pages$")
    found = {name for name, path in every_module().items() if not pages.match(name) and imports(path) & codes}
    assert found == set()


def writes(path: Path) -> set[str]:
    """What a module calls to write files by itself."""
    names = (".write_text", ".write_bytes")
    calls = {ast.unparse(node.func) for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)}
    return {call for call in calls for name in names if call.endswith(name)}


def begins_threads(path: Path) -> bool:
    makers = {"Thread", "Timer", "ThreadPoolExecutor", "ProcessPoolExecutor", "ThreadPool", "Pool", "Process"}
    calls = (node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    return any((call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "")) in makers for call in calls)


def test_threads_are_workers_but_for_those_with_a_reason() -> None:
    """In the distributions too: what works beside the table is looked after."""
    ours = [(name, path) for package in PACKAGES for name, path in modules(package)]
    strangers = [(path.stem, path) for path in sorted((ROOT / "distributions").rglob("*.py"))]
    found = {name for name, path in [*ours, *strangers] if begins_threads(path)}
    assert found == {name for name in BARE_THREADS if name in dict(ours)}  # a plugin may have been taken away


def test_there_is_no_other_way_to_a_terminal() -> None:
    calls = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "bookgammon").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    }
    assert calls <= {"bookgammon/terminal/language.py", "bookgammon/plugins/gnubg/analysis/inside_gnubg.py"}


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
        ("arbiter.referee.referee", "numpy"),
    ],
)
def test_what_is_heavy_is_not_loaded_along(module: str, heavy: str) -> None:
    question = f"import sys, {module}; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", question], cwd=ROOT, check=False).returncode == 0
