"""Conditions that choose documents of a corpus, as texts such as date>=1950."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from spca_core.errors import InputError
from spca_core.formatting import counted

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
MAX_NAMED = 3  # values in a label
BETWEEN_WORDS = re.compile(r"\s+or\s+|[,|]", re.IGNORECASE)


@dataclass(frozen=True)
class Condition:
    r"""A condition on documents, written as name, relation and values: party=A|B.

    Of values with ``|`` between them one has to hold. ``!=`` is true where ``=`` is
    not; ``>=`` and ``<=`` are for dates and numbers. A backslash makes the next
    character part of a name or value.

    - ``date=1950-03``: in March 1950. A date that is not known so precisely, or not at
      all, is neither in a period nor before or after it.
    - ``word=gold|civil war``: one of these words, or phrases where there are texts.
    - ``topic=gold|silver|coin``: the topic of these words, as in `have_topics`: two of
      them, or the one word. Words of it that do not count are in no document.
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

    def with_values(self, values: Iterable[str]) -> "Condition":
        """Return the same condition on other values."""
        return replace(self, values=tuple(dict.fromkeys(values)))

    @property
    def short(self) -> str:
        """The text with the first few values alone, and of these the beginnings."""
        more = len(self.values) - MAX_SHOWN
        shown = tuple(value[:MAX_LENGTH] for value in self.values[:MAX_SHOWN])
        some = replace(self, values=shown)
        return f"{some}|... ({more:,} more)" if more > 0 else str(some)

    @property
    def in_words(self) -> str:
        """The condition as people say it: since 1950, or “gold” or “silver”."""
        if self.name == DOCUMENT and self.relation in ("=", "!="):
            listed = counted(len(self.values), "documents")
        else:
            quoted = "“{}”" if self.name == WORD else "{}"
            named = [quoted.format(value[:MAX_LENGTH]) for value in self.values]
            more = ["..."] * (len(named) > MAX_NAMED)
            joint = ", " if self.name == TOPIC else " or "
            listed = joint.join([*named[:MAX_NAMED], *more])
        form = IN_WORDS.get((self.name, self.relation), BY_RELATION[self.relation])
        return form.format(self.name.removeprefix(GROUP), listed)


BY_RELATION = {"=": "{1}", "!=": "not {1}", ">=": "{0} from {1}", "<=": "{0} to {1}"}
IN_WORDS = {
    (DATE, ">="): "since {1}",
    (DATE, "<="): "until {1}",
    (WORD, "!="): "without {1}",
    (TOPIC, "="): "about {1}",
    (TOPIC, "!="): "not about {1}",
}


class Labelled(NamedTuple):
    """Conditions that are one to a reader, and what they are called together."""

    label: str
    conditions: tuple[Condition, ...]


def labelled(where: Iterable[Condition]) -> list[Labelled]:
    """Return conditions with labels, in their order.

    The two ends of a time are one to a reader, and so are all topics that documents do
    not have.
    """
    alike: dict[object, list[Condition]] = {}
    for each in where:
        is_end = each.name == DATE and each.relation in (">=", "<=")
        is_joint = is_end or (each.name == TOPIC and each.relation == "!=")
        alike.setdefault(each.name if is_joint else each, []).append(each)
    return [Labelled(_label(these), tuple(these)) for these in alike.values()]


def _label(alike: list[Condition]) -> str:
    if len(alike) == 1:
        return alike[0].in_words
    if alike[0].name == TOPIC:
        return f"without {counted(len(alike), 'topics')}"
    first = max((each.values for each in alike if each.relation == ">="), default=None)
    last = min((each.values for each in alike if each.relation == "<="), default=None)
    if first and last:
        return f"{first[0]} to {last[0]}"
    return f"since {first[0]}" if first else f"until {(last or ('',))[0]}"


def with_words(typed: str) -> Condition | None:
    """Return the condition that somebody types as: gold or silver; None for nothing.

    Words and phrases are separated by "or" or commas, and may be in quotation marks.
    """
    words = (each.strip(" \"'“”") for each in BETWEEN_WORDS.split(typed))
    if values := tuple(dict.fromkeys(filter(None, words))):
        return Condition(WORD, "=", values)
    return None


def in_groups(name: str, groups: Iterable[str]) -> Condition:
    """Return the condition to be in one of some groups of a grouping."""
    is_ours = name in OWN_NAMES or name.startswith(GROUP)
    return Condition(f"{GROUP}{name}" if is_ours else name, "=", tuple(groups))


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
        **{(in_groups(name, ()).name, "="): of for name, of in groups.items()},
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
