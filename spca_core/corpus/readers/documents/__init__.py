"""Texts and where their documents begin."""
