"""What the lights show, and the serial line that carries it."""
