"""The data folder: its settings, its lock, its log, and the one writer of files.

May import no other subpackage.
"""
