"""What is kept: the journal, past matches, their pictures and records, and their analysis.

May import `files`, `terminal`, `table`, `analysis` and `study`.
"""
