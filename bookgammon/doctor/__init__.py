"""What `doctor` checks, and the report of a problem that it writes.

May import `files`, `terminal`, `access`, `table` and `history`.
"""
