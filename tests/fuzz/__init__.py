"""Doors held against spoilt input."""

from bookgammon.terminal.libraries import quiet_opencv

quiet_opencv()
