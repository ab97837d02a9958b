"""What the tests of readers share."""

import pytest

from spca_core.corpus.readers import guarded


@pytest.fixture
def at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse in this process: to begin another takes a second."""
    monkeypatch.setattr(guarded, "read_apart", guarded.read_here)
