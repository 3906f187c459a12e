"""What runs on Linux only is asked for only there; what starts with the machine asks for what there is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("arbiter", "outside", "calibration", "vision", "firmware_bridge", "web", "bookgammon")
POSIX_MODULES = {"fcntl", "grp", "pwd", "termios", "tty", "pty", "resource", "syslog", "crypt", "readline"}
POSIX_NAMES = {
    "os": {
        "fork", "getuid", "geteuid", "getgid", "kill", "killpg", "setsid", "openpty", "statvfs", "uname", "mkfifo",
        "getpgid", "waitpid", "nice", "sysconf", "chown", "getloadavg", "pread", "pwrite", "WNOHANG",
    },
    "signal": {"SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGCHLD", "SIGPIPE", "alarm", "pause"},
    "socket": {"AF_UNIX", "SO_REUSEPORT"},
    "select": {"poll", "epoll"},
}  # fmt: skip
"""What the documentation of Python marks as missing on Windows, as far as anybody would reach for it."""


def strangers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, name) of each use of a POSIX-only module or name that no question about the platform guards."""
    yield from _in_block(tree.body, guarded=False)


def _in_block(block: list[ast.stmt], *, guarded: bool) -> Iterator[tuple[int, str]]:
    for statement in block:
        asks = isinstance(statement, ast.If) and _asks_for_the_platform(statement.test)
        inner = guarded or asks
        for name, value in ast.iter_fields(statement):
            if name in ("body", "orelse", "finalbody") and isinstance(value, list):
                yield from _in_block(value, guarded=inner)
            elif name == "handlers":
                for handler in value:
                    yield from _in_block(handler.body, guarded=inner)
            elif not inner:
                for node in value if isinstance(value, list) else [value]:
                    if isinstance(node, ast.AST):
                        yield from _used(node)
        if not inner and isinstance(statement, ast.Import | ast.ImportFrom):
            yield from _used(statement)
        # after `if sys.platform == "win32": return` the rest of the block runs elsewhere only
        if asks and isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Return | ast.Raise):
            guarded = True


def _asks_for_the_platform(test: ast.expr) -> bool:
    return any(sign in ast.unparse(test) for sign in ("sys.platform", "os.name", "platform.system", "hasattr"))


def _used(top: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(top):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] in POSIX_MODULES:
                    yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in POSIX_MODULES:
            yield node.lineno, str(node.module)
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.attr in POSIX_NAMES.get(node.value.id, ())
        ):
            yield node.lineno, f"{node.value.id}.{node.attr}"


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_is_used_that_windows_lacks(package: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line} uses {name}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for line, name in strangers(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_the_walk_would_see_it() -> None:
    tree = ast.parse(
        "import sys, os, fcntl\n"
        "if sys.platform != 'win32':\n    import grp\n"
        "def f():\n    os.fork()\n"
        "def g():\n    if sys.platform == 'win32':\n        return\n    os.kill(1, 2)\n"
    )
    assert list(strangers(tree)) == [(1, "fcntl"), (5, "os.fork")]


def test_no_compiled_code_of_ours() -> None:
    kinds = {path.suffix for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()}
    assert not kinds & {".so", ".pyd", ".dll", ".pyx", ".c", ".cpp"}
