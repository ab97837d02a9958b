"""The lowest limit proven for each question, kept while the server runs."""

import threading
from collections.abc import Hashable
from dataclasses import replace
from functools import cache

from spca_core.proof.certificate import Certificate

MAX_KEPT = 2_000  # limits; the oldest are forgotten first
# Descents that can go on, mostly of up to 8 MB. If more proofs than these took turns,
# each would lose its descent before its next turn, and start over.
MAX_PAUSED = 24


class Limits:
    """Certificates by what they prove; the latest ones can be continued."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[Hashable, Certificate] = {}

    def get(self, key: Hashable) -> Certificate | None:
        """Return what is proven so far, if anything is."""
        with self._lock:
            return self._known.get(key)

    def put(self, key: Hashable, certificate: Certificate) -> None:
        """Keep a certificate that continues the one before."""
        with self._lock:
            self._known.pop(key, None)
            self._known[key] = certificate
            paused = [key for key, kept in self._known.items() if kept.pause]
            for oldest in paused[:-MAX_PAUSED]:
                self._known[oldest] = replace(self._known[oldest], pause=None)
            for oldest in list(self._known)[:-MAX_KEPT]:
                del self._known[oldest]


@cache
def known_limits() -> Limits:
    """Return the one store of the process."""
    return Limits()
