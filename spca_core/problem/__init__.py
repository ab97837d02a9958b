"""What is asked and answered: settings, the covariance A, and the solution."""
