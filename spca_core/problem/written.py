"""How variances are written: their digits, and whether they are of weighted counts."""

from spca_core.problem.settings import Settings


def significant(value: float) -> str:
    """Write a variance with five digits, zeros at its end too."""
    return f"{value:#.5g}".removesuffix(".")


def of_values(said: str, settings: Settings) -> str:
    """Say after a label or a number that it is of weighted counts, if it is."""
    return said if settings.weighting == "counts" else f"{said} (weighted)"
