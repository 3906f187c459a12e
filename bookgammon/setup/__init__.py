"""The set-up wizard behind its page: cameras, the book, the board learned, the match agreed.

May import `files`, `terminal`, `boards`, `cameras`, `access`, `table`, `lights` and `history`.
"""
