"""A corpus, as it is shown."""
