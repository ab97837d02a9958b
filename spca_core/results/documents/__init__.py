"""Topics in documents."""
