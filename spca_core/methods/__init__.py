"""One file a method, one signature: (covariance, settings, executor) -> incumbents."""
