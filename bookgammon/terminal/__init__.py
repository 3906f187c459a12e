"""The process and its terminal: its language, what it prints, options that commands share, signals, native libraries.

May import no other subpackage.
"""
