"""Files and processes for what comes from outside."""
