"""Numbers as people read them: shares in percent, others with three digits."""

LEAST = 0.001  # a share below this is not told apart from others as small


def percent(share: float) -> str:
    """Return a share as "15 %", "1.7 %" or "under 0.1 %"."""
    if 0 < abs(share) < LEAST:
        return "under 0.1 %" if share > 0 else "over -0.1 %"
    return f"{100 * share:.{0 if abs(share) >= 0.0995 or not share else 1}f} %"


def three_digits(number: float) -> str:
    """Return a number with three digits, a larger whole one in full."""
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"
