"""Named patterns of the line where a document begins: a line each."""

from typing import NamedTuple


class Pattern(NamedTuple):
    """A pattern that has a name.

    label : what it is called on screen
    """

    label: str


PATTERNS = {
    "chapters": Pattern("Chapters"),
    "sections": Pattern("Sections, such as Article 1 or \u00a7 1"),
    "speakers": Pattern("Speakers, whose names begin lines"),
    "days": Pattern("Days, as in a diary"),
    "rules": Pattern("Rules, such as a line of dashes"),
    "messages": Pattern("Messages of a chat"),
    "nexis": Pattern("Articles of Nexis"),
    "factiva": Pattern("Articles of Factiva"),
    "proquest": Pattern("Articles of ProQuest"),
    "iramuteq": Pattern("Texts of IRaMuTeQ, beneath lines of stars"),
    "front_matter": Pattern("Front matter of Markdown"),
}
