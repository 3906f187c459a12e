"""The threads that work beside the table: each is known to one registry, contained, and begun again after a fault.

May import no other subpackage; every subpackage may import it.
"""
