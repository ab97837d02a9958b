"""Methods that people know, rounded to topics that share no word."""
