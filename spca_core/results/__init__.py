"""Solutions and corpora as tidy tables: every number on screen is a row here first."""
