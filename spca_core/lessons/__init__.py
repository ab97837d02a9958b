"""The chapters of Learn in numbers: the core's own functions on tiny inputs."""
