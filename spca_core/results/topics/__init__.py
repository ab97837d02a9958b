"""The topics of one solution."""
