"""Files that are whole or not there: a pulled plug leaves the old one or the new one, never half of either."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, text: str, *, mode: int = 0o666) -> None:
    """Write as UTF-8, on the disk before the name points to it. mode: as far as the umask lets. Raises OSError."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        opened = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with open(opened, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
