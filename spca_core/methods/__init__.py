"""One module a method: (covariance, settings, executor) -> incumbents."""
