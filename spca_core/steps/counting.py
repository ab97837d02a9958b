"""Numbers of things that may be too many to list, or even to write out."""

from math import floor, log10

LARGEST = 10**300  # what is larger counts as this: it still fits a float
MOST_DIGITS = 9


def capped_product(factor: int, base: int, exponent: int) -> int:
    """Return factor * base^exponent, at most LARGEST."""
    product = factor
    for _ in range(exponent if base > 1 else 0):
        product = min(product * base, LARGEST)
    return product


def capped_choices(n: int, k: int) -> int:
    """Return how many ways there are to choose k of n, at most LARGEST."""
    choices = 1
    for i in range(min(k, n - k)):
        # Each is a whole number, and no smaller than the one before.
        choices = choices * (n - i) // (i + 1)
        if choices >= LARGEST:
            return LARGEST
    return choices


def in_figures(number: int) -> str:
    """Write a count for people: 12,345, about 10^22, over 10^300."""
    if number < 10**MOST_DIGITS:
        return f"{number:,}"
    if number < LARGEST:
        return f"about 10^{floor(log10(number))}"
    return f"over 10^{floor(log10(LARGEST))}"
