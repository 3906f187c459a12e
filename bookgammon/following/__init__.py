"""A film followed without a table: the boards and games in it are found, and followed in parts.

May import `files`, `terminal`, `boards`, `table`, `history` and `setup`.
"""
