"""The lights along the board, driven beside the table.

May import `files`, `terminal` and `table`.
"""
