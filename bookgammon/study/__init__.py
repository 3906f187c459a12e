"""Drills at the board: decisions that are practised, when each comes again, and how it goes.

May import `files`, `terminal`, `table` and `analysis`.
"""
