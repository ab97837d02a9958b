"""How work is run: compiled, in parallel, in turn, and stopped."""
