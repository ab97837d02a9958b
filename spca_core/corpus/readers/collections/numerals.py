"""Numbers of chapters, sections and the like, in Arabic or Roman digits."""

from itertools import pairwise

ROMAN = r"(?=[IVXLC])(?:C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def value_of(number: str) -> int:
    """Return the value of a number in Arabic or Roman digits."""
    if number.isdecimal():
        return int(number)
    values = [ROMAN_DIGITS[digit] for digit in number]
    return sum(
        -here if here < after else here for here, after in pairwise([*values, 0])
    )
