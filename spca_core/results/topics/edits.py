"""What a user changes about topics by hand; it goes with them from file to file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Edits:
    """What was changed by hand; topics are known by their heaviest words.

    Attributes
    ----------
    names : mapping of str to str
        The names that replace the automatic ones.
    hidden : tuple of str
        Topics that are left out of charts, cards and reports.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()

    def numbered(self, leaders: Sequence[str]) -> dict[str, Any]:
        """Return them as files hold them: by the numbers "1", "2", ... of the topics.

        leaders : the heaviest word of each topic
        """
        return {
            "topic_names": {
                str(n): self.names[leader]
                for n, leader in enumerate(leaders, start=1)
                if leader in self.names
            },
            "topics_hidden": self.hidden_topics(leaders),
        }

    def hidden_topics(self, leaders: Sequence[str]) -> list[int]:
        """Return the numbers, from 1, of the topics that are hidden."""
        return [n for n, leader in enumerate(leaders, 1) if leader in self.hidden]


UNCHANGED = Edits()
