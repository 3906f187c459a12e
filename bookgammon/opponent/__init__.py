"""An opponent that is no person at this table: what it is asked, GNU Backgammon as one, and its seat at the table.

May import `files`, `terminal`, `table` and `analysis`.
"""
