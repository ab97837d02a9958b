"""Files and folders into corpora: one module a format."""
