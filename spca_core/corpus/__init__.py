"""What goes in: the corpus, its preparation, and the readers of files."""
