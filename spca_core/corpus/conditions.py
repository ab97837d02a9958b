"""Conditions that choose documents of a corpus, as texts such as date>=1950."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from spca_core.errors import InputError

GRAMMAR = (
    "date>=1950, date=1950-03|1950-04, word=gold|silver, word=civil war, "
    "topic=gold|silver|coin, topic!=gold|silver|coin, document=3|7, or a group's name "
    "and value, as party=Democratic"
)
WHERE = ", where "  # between a corpus's name and the conditions of a part
GROUP = "group:"  # before the name of a group that is also one of these
DATE, WORD, TOPIC, DOCUMENT = "date", "word", "topic", "document"
OWN_NAMES = (DATE, WORD, TOPIC, DOCUMENT)
WRITTEN = re.compile(r"((?:\\.|[^\\=!<>])+)(!=|>=|<=|=)((?:\\.|[^\\])*)", re.DOTALL)
VALUE = re.compile(r"((?:\\.|[^\\|])*)\|", re.DOTALL)
MAX_SHOWN, MAX_LENGTH = 8, 64  # values or groups in a message, and characters


@dataclass(frozen=True)
class Condition:
    r"""A condition on documents, written as name, relation and values: party=A|B.

    Of values with ``|`` between them one has to hold. ``!=`` is true where ``=`` is
    not; ``>=`` and ``<=`` are for dates and numbers. A backslash makes the next
    character part of a name or value.

    - ``date=1950-03``: in March 1950. A date that is not known so precisely, or not at
      all, is neither in a period nor before or after it.
    - ``word=gold|civil war``: one of these words, or phrases where there are texts.
    - ``topic=gold|silver|coin``: the topic of these words, as in `carries`: two of
      them, or the one word.
    - ``document=3|7``: numbers of documents, from 1.
    - Any other name is that of a grouping, of the corpus or from its dates or titles,
      such as ``decade=1790s``; ``group:date=...`` of one that is called like one of
      these. One of a document's groups has to be among the values.

    Attributes
    ----------
    name, relation : str
    values : tuple of str
    """

    name: str
    relation: str
    values: tuple[str, ...]

    @staticmethod
    def parse(text: str) -> "Condition":
        """Return the condition that a text says; InputError if it says none."""
        match = WRITTEN.fullmatch(text)
        if not match:
            raise InputError(
                f"The condition {text[:200]!r} is not a name, =, !=, >= or <=, and "
                f"values with | between them. Write such as {GRAMMAR}."
            )
        written = (match[1], *VALUE.findall(f"{match[3]}|"))
        name, *plain = (re.sub(r"\\(.)", r"\1", one).strip() for one in written)
        return Condition(name, match[2], tuple(dict.fromkeys(plain)))

    def __str__(self) -> str:
        """Return the text that `parse` reads."""
        name = re.sub(r"([\\=!<>])", r"\\\1", self.name)
        values = (re.sub(r"([\\|])", r"\\\1", value) for value in self.values)
        return f"{name}{self.relation}{'|'.join(values)}"

    @property
    def short(self) -> str:
        """The text with the first few values alone, and of these the beginnings."""
        more = len(self.values) - MAX_SHOWN
        shown = tuple(value[:MAX_LENGTH] for value in self.values[:MAX_SHOWN])
        some = replace(self, values=shown)
        return f"{some}|... ({more:,} more)" if more > 0 else str(some)


def conditions(
    where: Iterable[str],
    *,
    since: object,
    until: object,
    groups: Mapping[str, str | Iterable[str]],
    words: Iterable[str],
    documents: Iterable[int],
) -> list[Condition]:
    """Return the conditions that the arguments of `Corpus.part` state."""
    listed = {
        **{(DATE, ">="): since, (DATE, "<="): until, (WORD, "="): words},
        (DOCUMENT, "="): map(str, documents),
        **{(_as_group(name), "="): values for name, values in groups.items()},
    }
    stated = {
        each: tuple(dict.fromkeys(values))
        if isinstance(values, Iterable) and not isinstance(values, str)
        else (str(values),)
        for each, values in listed.items()
        if values is not None
    }
    return [
        *map(Condition.parse, where),
        *(Condition(*each, values) for each, values in stated.items() if values),
    ]


def _as_group(name: str) -> str:
    """Return the name of a grouping as it is in a condition."""
    is_ours = name in OWN_NAMES or name.startswith(GROUP)
    return f"{GROUP}{name}" if is_ours else name


def name_of_part(
    name: str, before: Collection[Condition], after: Iterable[Condition]
) -> str:
    """Return what a part of a corpus is called; `before` are those of the corpus."""
    return f"{whole_name(name, before)}{_suffix(after)}"


def whole_name(name: str, where: Collection[Condition]) -> str:
    """Return the name of the corpus that one of this name is a part of."""
    return name.removesuffix(_suffix(where)) if where else name


def _suffix(where: Iterable[Condition]) -> str:
    return f"{WHERE}{' and '.join(each.short for each in where)}"
