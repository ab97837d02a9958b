"""Results as files: CSV, JSON, LaTeX, pictures and the HTML report."""
