"""The set-up wizard behind its page: cameras, the book, the board learned, the match agreed.

May import every room but `club`, `analysis` and `commands`.
"""
