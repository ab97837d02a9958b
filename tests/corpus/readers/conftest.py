"""What the tests of readers share."""

import pytest

from spca_core.corpus.readers.apart import Apart


@pytest.fixture
def at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unpack in this process: to begin another takes a second."""

    def read_here(self: Apart, *file, **options):
        return self.function(*file, **options)

    monkeypatch.setattr(Apart, "read", read_here)
