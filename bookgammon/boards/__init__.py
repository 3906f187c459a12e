"""Boards that were learned: their files and colours, which of them lies there, and what is read on pictures of them.

May import `files` and `terminal`.
"""
