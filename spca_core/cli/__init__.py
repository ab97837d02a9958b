"""The command line: python -m spca_core."""
