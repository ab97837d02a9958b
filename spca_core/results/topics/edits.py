"""What a user changes about topics by hand; it goes with them from file to file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Edits:
    """What was changed by hand; topics are known by their heaviest words.

    Attributes
    ----------
    names, notes : mapping of str to str
        The names that replace the automatic ones, and what was noted.
    hidden : tuple of str
        Topics that are left out of charts, cards and reports.
    colours : tuple of int
        The place of each topic's colour in the palette, in the order of the topics;
        empty if these are the first places.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()

    def numbered(self, leaders: Sequence[str]) -> dict[str, Any]:
        """Return them as files hold them: by the numbers "1", "2", ... of the topics.

        leaders : the heaviest word of each topic
        """
        return {
            "topic_names": _by_number(self.names, leaders),
            "topic_notes": _by_number(self.notes, leaders),
            "topics_hidden": self.hidden_topics(leaders),
            "topic_colours": list(self.colours),
        }

    def hidden_topics(self, leaders: Sequence[str]) -> list[int]:
        """Return the numbers, from 1, of the topics that are hidden."""
        return [n for n, leader in enumerate(leaders, 1) if leader in self.hidden]


UNCHANGED = Edits()


def _by_number(texts: Mapping[str, str], leaders: Sequence[str]) -> dict[str, str]:
    numbers = enumerate(leaders, start=1)
    return {str(n): texts[leader] for n, leader in numbers if leader in texts}
