"""How a source is read and prepared: all options, but those of its words."""

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral

from spca_core.corpus.readers.documents.split import DEFAULT_SPLITTING, WHOLE, Splitting
from spca_core.corpus.readers.formats import FORMATS
from spca_core.corpus.readers.tables.roles import GUESSED, ColumnRoles
from spca_core.corpus.readers.text import ENCODINGS
from spca_core.corpus.texts.tokenisation import (
    AUTO,
    DEFAULT_TOKENISATION,
    REPEATED,
    Tokenisation,
)
from spca_core.errors import InputError, check_number, check_whole_number
from spca_core.options import GROUPS, check_options, option, options

MAX_DOCUMENTS = 1_000_000_000
MAX_NAME, MAX_ELEMENT = 60, 200  # characters
MAX_FEATURES = 2_000_000


@dataclass(frozen=True)
class Reading:
    """How a file is to be read."""

    format: str = option(
        AUTO,
        label="Format",
        help="Found from the file's content. Choose another if this is wrong.",
        choices={AUTO: "Found", **{name: form.label for name, form in FORMATS.items()}},
    )
    label: str | None = option(
        None,
        label="Label column",
        help=(
            "The column that names or groups the rows: its name, or its number "
            "starting from 1. It is not counted as a word."
        ),
    )
    columns: ColumnRoles = GUESSED
    encoding: str = option(
        AUTO,
        label="Encoding",
        help="How the file writes letters. Change it if accents look wrong.",
        choices=ENCODINGS,
    )
    element: str = option(
        "",
        label="What is one document?",
        help=(
            "In JSON the path of a list, in XML the name of an element, in HTML a CSS "
            "selector."
        ),
        limits=(0, MAX_ELEMENT),
    )
    splitting: Splitting = DEFAULT_SPLITTING
    tokenisation: Tokenisation = DEFAULT_TOKENISATION
    name: str = option(
        "",
        label="Name",
        help="What the corpus is called. Empty: as its file is.",
        limits=(0, MAX_NAME),
    )

    def __post_init__(self) -> None:
        check_options(self)
        check_options(self.columns)

    def refuse_unused(self, applying: Iterable[str], source: str) -> None:
        """Raise InputError if an option is chosen that does not apply to a source.

        That nothing be left out, as by no languages, and that documents stay as they
        are can be asked of any source.

        applying : the names of the options that do
        """
        defaults = options(Reading())
        applying = {*applying, *ANY_OPTIONS}
        unused = [
            name
            for name, option in options(self).items()
            if option.default not in (defaults[name].default, (), WHOLE)
            and name not in applying
        ]
        if unused:
            raise InputError(
                f"{', '.join(unused)}: this does not apply to {source}. Leave it out."
            )


TABLE_OPTIONS = tuple(options(GUESSED))
# How documents are in a source, and not how their words are counted, nor its name.
LAYOUT = tuple(
    name
    for name in options(Reading())
    if name not in (*options(DEFAULT_TOKENISATION), "name")
)
TEXT_OPTIONS = (*options(DEFAULT_SPLITTING), *options(DEFAULT_TOKENISATION))
# Of counts too: the first is an option of `Preparation`, the other of any corpus.
ANY_OPTIONS = ("without_repeated", "name")


@dataclass(frozen=True, kw_only=True)
class Preparation:
    """What is done to a corpus before the analysis.

    `min_df` and `max_df` are as in scikit-learn's `CountVectorizer`: a whole number of
    documents, or a share of them from 0.0 to 1.0. Its `max_features` differs: it keeps
    the words that occur most often. `phrases` and `same` are applied first, then the
    last two options: all others refer to what these leave. `phrases` needs texts, and
    the last two are for counts in memory, not for a store.
    """

    min_df: int | float = option(
        1,
        label="In at least this many {documents}",
        help=(
            "Leave out words that occur in fewer documents. Rare words seldom matter "
            "to topics; this also drops names and misspellings."
        ),
        offered=(1, 1_000_000),
    )
    max_df: int | float = option(
        1.0,
        label="In at most this share of the {documents}",
        help=(
            "Leave out words that occur in a greater share of the documents. Such "
            "words are everywhere and tell documents apart badly."
        ),
        offered=(0.001, 1.0),
        step=0.05,
    )
    stop_words: tuple[str, ...] = option(
        (),
        label="More stop words",
        help="Further words that are not counted, with all their forms.",
    )
    max_features: int = option(
        0,
        label="At most this many {words} (0: all)",
        help="Keep only the words that are in most documents. 0 keeps all of them.",
        limits=(0, MAX_FEATURES),
    )
    phrases: tuple[str, ...] = option(
        (),
        label="Phrases",
        help=(
            "Phrases of the texts to count as one word each, such as civil war. Their "
            "words count only elsewhere."
        ),
    )
    same: tuple[tuple[str, ...], ...] = option(
        (),
        label="Counted as one",
        help=(
            "Words, or phrases, that are the same: all are counted as the first, as in "
            "prioritisation = prioritization."
        ),
        form=GROUPS,
    )
    without_repeated: bool = option(False, **REPEATED)
    without_copies: bool = option(
        False,
        label="Count copies of {documents} once",
        help=(
            "Reprints, retweets and the like: documents that share four fifths of "
            "their counts. The tables of documents still show them all."
        ),
    )

    def __post_init__(self) -> None:
        check_options(self)
        for name in ("min_df", "max_df"):
            _check_frequency(name, getattr(self, name))

    @property
    def keeps_all(self) -> bool:
        """Whether it keeps every word of any corpus."""
        # In Python 1 == 1.0, but here 1 is one document and 1.0 is all of them.
        types = is_share(self.min_df), is_share(self.max_df)
        return self == Preparation() and types == (False, True)


def is_share(frequency: int | float) -> bool:
    """Return whether a frequency is a share of the documents, and not their number."""
    return not isinstance(frequency, Integral)


def _check_frequency(name: str, frequency: int | float) -> None:
    if is_share(frequency):
        check_number(name, frequency, 0, 1)
    else:
        check_whole_number(name, frequency, 1, MAX_DOCUMENTS)
