"""Tables of a club publish to an MQTT broker, a wall shows them all.

May import `files`, `terminal`, `access`, `table` and `history`.
"""
