"""The numbers in the chapters of Learn: the core's own functions on tiny inputs."""
