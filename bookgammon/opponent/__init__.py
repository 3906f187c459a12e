"""The seat of an opponent who is not at the table: what it is asked, and how its answers reach the table.

May import `files`, `terminal` and `table`.
"""
