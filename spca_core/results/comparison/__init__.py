"""Several methods and runs, compared."""
