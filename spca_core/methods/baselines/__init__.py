"""Well-known methods, rounded to topics that share no word."""
