"""Parse lines of whole numbers with compiled code that releases the GIL."""

from spca_core.running.compiled import compiled

TAB, NEWLINE, RETURN, BLANK, PLUS, ZERO, NINE = 9, 10, 13, 32, 43, 48, 57
MAX_DIGITS = 64
BEYOND = 2**40  # above any limit, yet far from overflow
BAD = -1


@compiled
def parse_whole(text, limits, numbers):
    """Fill `numbers` from lines that have one number for each limit, or none.

    text    : bytes, ended by a line feed
    limits  : (n_fields, 2), the least and the most that is allowed, from 0
    numbers : (n_fields, at least as many as lines)
    returns : how many lines have numbers, or BAD if a line holds anything else
    """
    n_fields, n_lines = len(limits), 0
    field, number, n_digits, is_signed = 0, 0, 0, False
    for byte in text:
        if ZERO <= byte <= NINE:
            number = min(number * 10 + byte - ZERO, BEYOND)
            n_digits += 1
            continue
        if byte == PLUS and n_digits == 0 and not is_signed:
            is_signed = True
            continue
        is_blank = byte in (TAB, NEWLINE, RETURN, BLANK)
        if not is_blank or (is_signed and n_digits == 0):
            return BAD
        if n_digits > 0:
            if field == n_fields or n_digits > MAX_DIGITS:
                return BAD
            if not limits[field, 0] <= number <= limits[field, 1]:
                return BAD
            numbers[field, n_lines] = number
            field, number, n_digits, is_signed = field + 1, 0, 0, False
        if byte == NEWLINE and field > 0:
            if field < n_fields:
                return BAD
            field, n_lines = 0, n_lines + 1
    return n_lines
