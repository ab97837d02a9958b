"""Where a corpus comes from, as one word of a link, and how it is read."""

import re
from typing import NamedTuple

from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.planted import Plan
from spca_core.corpus.readers.loading import Reading
from spca_core.corpus.readers.records.columns import Columns
from spca_core.corpus.texts.pieces import Cutting
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError

UPLOAD = r"sha256:[0-9a-f]{64}"
IN_FOLDER = "file:"  # of the server's data folder, by its place there
PLANTED = "planted:"
PLACES = ("sha256:...", "file:...", "planted:...")  # as a sentence says them
MAX_PLACE = 500  # characters


class Origin(NamedTuple):
    """A corpus before it is read: the choices that say what to read and how.

    corpus : a bundled name, `file:` in the data folder, `planted:` by a plan, or an
             upload by its SHA-256
    words  : the SHA-256 of an uploaded list of words, if the counts need one
    """

    corpus: str
    words: str
    format: str
    label: str
    text: tuple[str, ...]
    title: str
    date: str
    group: tuple[str, ...]
    join: str
    header: str
    sheet: str
    order: str
    encoding: str
    cut: str
    piece: int
    case: bool
    shortest: int
    language: tuple[str, ...]
    stop: tuple[str, ...]
    merge: str
    phrases: int
    digits: bool
    pattern: str
    junk: tuple[str, ...]
    repeated: bool

    @property
    def reading(self) -> Reading:
        """How it is read."""
        return Reading(
            format=self.format,
            label=self.label or None,
            columns=Columns(
                text=self.text,
                title=self.title,
                date=self.date,
                groups=self.group,
                join=self.join,
                header=self.header,
                sheet=self.sheet,
                order=self.order,
            ),
            encoding=self.encoding,
            cutting=Cutting(how=self.cut, n_words=self.piece),
            tokenisation=Tokenisation(
                lowercase=not self.case,
                token_pattern=self.pattern,
                numbers=self.digits,
                shortest=self.shortest,
                languages=self.language,
                stop_words=self.stop,
                merging=self.merge,
                longest_phrase=self.phrases,
                junk=self.junk,
                without_repeated=self.repeated,
            ),
        )


def is_place(text: str) -> bool:
    """Return whether a link may name this place, without opening anything."""
    if text.startswith(PLANTED):
        return is_plan(text)
    known = text in bundled_titles() or re.fullmatch(UPLOAD, text)
    return bool(known or (text.startswith(IN_FOLDER) and len(text) <= MAX_PLACE))


def is_plan(text: str) -> bool:
    """Return whether this is a plan of a planted corpus, as links hold it."""
    try:
        read_plan(text)
    except (InputError, ValueError, TypeError):
        return False
    return True


def read_plan(place: str) -> Plan:
    """Return the plan that a link holds: its numbers in the order of Plan's fields."""
    n, d, k, s, strength, seed = place.removeprefix(PLANTED).split(",")
    return Plan(
        n_documents=int(n),
        n_words=int(d),
        n_topics=int(k),
        sparsity=int(s),
        strength=float(strength),
        seed=int(seed),
    )


def write_plan(plan: Plan) -> str:
    """Return a plan as the place of its corpus."""
    numbers = (
        plan.n_documents,
        plan.n_words,
        plan.n_topics,
        plan.sparsity,
        plan.strength,
        plan.seed,
    )
    return PLANTED + ",".join(map(str, numbers))
