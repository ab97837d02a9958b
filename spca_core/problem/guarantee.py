"""What a search through the net proves (paper, Theorems 1 and 2)."""

from collections.abc import Callable
from dataclasses import dataclass, replace


@dataclass(frozen=True, kw_only=True)
class NetSearch:
    """How much of an epsilon/2-net's k-th power was tried, and what that proves.

    n_points     : of the net, one of each pair c, -c
    n_candidates : multisets of k points: the whole power
    exhausted    : whether all of them were tried; otherwise nothing is proven
    sketch_value : greatest Tr(X^T V V^T X) found
    missed       : a bound on Tr(X^T (A - V V^T) X) for any components X
    """

    epsilon: float
    n_points: int
    n_candidates: int
    exhausted: bool
    sketch_value: float
    missed: float

    @property
    def ratio(self) -> float | None:
        """The share of the sketch's optimum that the paper proves to be reached."""
        return 1 - self.epsilon if self.exhausted else None

    @property
    def upper_bound(self) -> float | None:
        """No components capture more of A (Theorem 2): OPT <= value / ratio + missed.

        For any X, Tr(X^T A X) = Tr(X^T V V^T X) + Tr(X^T (A - V V^T) X); the first term
        is at most the sketch's optimum.
        """
        return self._bound(self.ratio)

    @property
    def sharper_ratio(self) -> float | None:
        """`ratio` by way of angles: the net reaches more than the paper claims.

        The optimum's c = V^T x / ||V^T x|| has a net point c' (or -c') with
        c . c' = 1 - ||c - c'||^2 / 2 >= 1 - epsilon^2 / 8, and so
        (x^T V c')^2 = ||V^T x||^2 (c . c')^2 is at least that share of ||V^T x||^2.
        """
        return (1 - self.epsilon**2 / 8) ** 2 if self.exhausted else None

    @property
    def sharper_upper_bound(self) -> float | None:
        """`upper_bound` by the sharper ratio."""
        return self._bound(self.sharper_ratio)

    @property
    def proven(self) -> dict[str, float | None]:
        """All four by name; None where the net was not exhausted."""
        return {
            "ratio": self.ratio,
            "upper_bound": self.upper_bound,
            "sharper_ratio": self.sharper_ratio,
            "sharper_upper_bound": self.sharper_upper_bound,
        }

    def scaled(self, scale: Callable[[float], float]) -> "NetSearch":
        """Return the same in other units."""
        value, missed = scale(self.sketch_value), scale(self.missed)
        return replace(self, sketch_value=float(value), missed=float(missed))

    def _bound(self, ratio: float | None) -> float | None:
        return None if ratio is None else self.sketch_value / ratio + self.missed
