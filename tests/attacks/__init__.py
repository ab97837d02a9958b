"""Attacks: random files, links and saved results, and problems solved by trying all."""
