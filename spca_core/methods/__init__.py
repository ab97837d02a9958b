"""One module per method: (covariance, settings, executor) -> candidates."""
