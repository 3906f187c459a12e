"""What is kept: the journal, past matches, their pictures and records.

May import `files`, `terminal` and `table`.
"""
