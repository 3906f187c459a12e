"""How many boards by lot a benchmark draws, and from which seed on, as its command line asks for them."""

from __future__ import annotations

import argparse


def board_parser(about: str | None, *, boards: int, first_seed: int) -> argparse.ArgumentParser:
    """Takes --boards and --first-seed. about: the benchmark's docstring, shown as it is written."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=boards)
    parser.add_argument("--first-seed", type=int, default=first_seed)
    return parser
