"""The match at the table: the loop over frames, what people enter, the clock, and what the page is shown of it.

May import `files`, `terminal`, `boards`, `cameras` and `access`.
"""
