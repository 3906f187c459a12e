"""A recording becomes a record: the board and the games of a film are found, and what was played is kept.

May import `files`, `terminal`, `boards`, `table`, `history` and `setup`.
"""
