"""A proven limit: no choice of topics captures more variance than this."""
