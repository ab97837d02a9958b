"""Files of counts and of other numbers, each read as a corpus."""
