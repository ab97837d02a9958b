"""One file a method, one signature: (covariance, settings) -> incumbents."""
