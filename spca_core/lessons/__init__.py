"""The chapters of Learn: the core's own functions on tiny inputs, and their charts."""
