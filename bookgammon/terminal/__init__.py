"""The process and its terminal: its language, what it prints, options that commands share, signals, native libraries.

May import, of this package, the errors alone.
"""
