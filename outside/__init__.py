"""What comes from outside: files opened within bounds, and processes with limits for whatever reads them."""
