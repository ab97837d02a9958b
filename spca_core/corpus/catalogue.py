"""Which corpora come with the project: their names, without reading any."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "datasets"
LOWER_CASE = {"and", "in", "of", "the"}  # in titles


def bundled_names() -> tuple[str, ...]:
    """Return the names of the bundled corpora, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in FOLDER.glob("*/docword.*.txt.gz")))


def display_name(name: str) -> str:
    """Return the name as a title, for people: State of the Union."""
    words = (
        word if word in LOWER_CASE else word.capitalize() for word in name.split("_")
    )
    return " ".join(words)
