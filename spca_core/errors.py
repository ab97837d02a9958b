"""The one error that is meant for the user's eyes."""


class InputError(ValueError):
    """What was asked cannot be done; the message names the value, limit and way out."""
