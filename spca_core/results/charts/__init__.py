"""Tidy table -> Altair chart: nothing is computed here, only drawn."""
