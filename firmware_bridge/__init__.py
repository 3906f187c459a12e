"""What the lights show, and the serial line that carries it. The room is kept free: its own issue furnishes it."""
