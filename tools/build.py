"""Builds what is made of sources and not kept in the repository: `python -m tools.build`.

The compiled catalogues, the pages of the guide and the reference of `arbiter`. The build backend, `./run` and the tests
do the same by themselves; a file that is as it should be is left alone.
"""

from __future__ import annotations

from pathlib import Path

from tools import arbiter_reference, catalogues, guide


def built() -> dict[Path, bytes]:
    """The content of every built file."""
    pages = {path: text.encode() for path, text in guide.pages().items()}
    return pages | catalogues.all_compiled() | {arbiter_reference.PATH: arbiter_reference.page().encode()}


def build() -> list[Path]:
    """Write what is missing or not as it should be, and remove pages of chapters that are gone; gives what changed."""
    wanted = built()
    changed = [path for path in guide.kept() if path not in wanted]
    for path in changed:
        path.unlink()
    for path, content in wanted.items():
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            changed.append(path)
    return changed


if __name__ == "__main__":
    build()
