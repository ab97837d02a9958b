"""What goes in: corpora and their readers, one file a format."""
