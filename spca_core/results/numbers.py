"""Numbers as people read them: shares in percent."""

LEAST = 0.001  # a share below this is not told apart from others as small


def percent(share: float) -> str:
    """Return a share as "15 %", "1.7 %" or "under 0.1 %"."""
    if 0 < abs(share) < LEAST:
        return "under 0.1 %" if share > 0 else "over -0.1 %"
    return f"{100 * share:.{0 if abs(share) >= 0.0995 or not share else 1}f} %"
