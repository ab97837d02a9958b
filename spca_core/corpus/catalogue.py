"""Which corpora come with the project: their names, without reading any."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "datasets"


def bundled_names() -> tuple[str, ...]:
    """Return the names of the bundled corpora, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in FOLDER.glob("*/docword.*.txt.gz")))
