"""The units that repeat in a text, whatever file it is from."""

from collections.abc import Callable

from spca_core.corpus.readers.collections.abstracts import find_abstracts
from spca_core.corpus.readers.collections.books import (
    FEWEST,
    find_acts,
    find_chapters,
    find_scenes,
)
from spca_core.corpus.readers.collections.laws import find_sections
from spca_core.corpus.readers.collections.marks import (
    find_dated,
    find_pairs,
    find_parted,
    find_records,
    find_spaced,
)
from spca_core.corpus.readers.collections.press import find_articles
from spca_core.corpus.readers.collections.rows import find_rows
from spca_core.corpus.readers.collections.transcripts import (
    find_dialogue,
    find_messages,
    find_speeches,
)
from spca_core.corpus.readers.collections.units import Units

Find = Callable[[str], Units]
# By the kind that is chosen, and those that are found without a choice.
FINDERS: dict[str, Find] = {
    "articles": find_articles,
    "records": find_records,
    "messages": find_messages,
    "chapters": find_chapters,
    "sections": find_sections,
    "acts": find_acts,
    "scenes": find_scenes,
    "speeches": find_speeches,
}
# Each text is then a collection of its own, however many there are.
ARCHIVES: tuple[Find, ...] = (
    *(find_abstracts, find_articles, find_records, find_messages),
)
PARTS: tuple[Find, ...] = (
    *(find_rows, find_sections, find_chapters, find_scenes, find_pairs, find_dated),
    *(find_dialogue, find_parted, find_spaced),
)


def find_units(text: str, *, is_alone: bool = True) -> Units | None:
    """Return the units that a text surely consists of; None if it is one document.

    is_alone : whether parts of a single text are looked for, such as chapters
    """
    for find in (*ARCHIVES, *(PARTS if is_alone else ())):
        units = find(text)
        if len(units.found) >= (FEWEST if find in PARTS else 1):
            return units
    return None
