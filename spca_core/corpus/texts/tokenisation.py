"""How texts are cut into words, and which of them count."""

from dataclasses import dataclass

from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.options import check_options, option

AUTO = "auto"
MERGINGS = {  # and what each is called on screen
    AUTO: "Plurals of English words",
    "off": "None",
    "plurals": "English plurals",
    "stems": "All endings (Snowball stems)",
}
JUNK = {  # what is no word, and what it is called on screen
    "links": "links and e-mail addresses",
    "names": "@names",
    "markup": "HTML markup",
    "gaps": "marks of missing text (nan, [deleted])",
    "directions": "stage directions and times ([laughs], [00:12:30])",
    "quotes": "quoted lines and signatures of mails",
}
SHORTEST, SHORTEST_UNSPACED = 3, 1  # letters, unless it is chosen
LANGUAGES = {
    "en": "English",
    "af": "Afrikaans",
    "ar": "Arabic",
    "bg": "Bulgarian",
    "bn": "Bengali",
    "br": "Breton",
    "ca": "Catalan",
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "eo": "Esperanto",
    "es": "Spanish",
    "et": "Estonian",
    "eu": "Basque",
    "fa": "Persian",
    "fi": "Finnish",
    "fr": "French",
    "ga": "Irish",
    "gl": "Galician",
    "gu": "Gujarati",
    "ha": "Hausa",
    "he": "Hebrew",
    "hi": "Hindi",
    "hr": "Croatian",
    "hu": "Hungarian",
    "hy": "Armenian",
    "id": "Indonesian",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "ku": "Kurdish",
    "la": "Latin",
    "lt": "Lithuanian",
    "lv": "Latvian",
    "mr": "Marathi",
    "ms": "Malay",
    "nl": "Dutch",
    "no": "Norwegian",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sk": "Slovak",
    "sl": "Slovenian",
    "so": "Somali",
    "st": "Sesotho",
    "sv": "Swedish",
    "sw": "Swahili",
    "th": "Thai",
    "tl": "Tagalog",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "ur": "Urdu",
    "vi": "Vietnamese",
    "yo": "Yoruba",
    "zh": "Chinese",
    "zu": "Zulu",
}
# The values of other options that are allowed with a vocabulary.
WITH_A_VOCABULARY = {
    "merging": (AUTO, "off"),
    "longest_phrase": (1,),
    "shortest": (0,),
}
# Of counts too: `Preparation` has the same option.
REPEATED = {
    "label": "Leave out repeated text",
    "help": (
        "Signatures, footers, forms and lists of names that five or more documents "
        "share are not counted; the same words count elsewhere. In texts, repeated "
        "lines and sentences are left out too."
    ),
}


@dataclass(frozen=True, kw_only=True)
class Tokenisation:
    """Options for counting words, with scikit-learn's names where it has them too.

    With a `vocabulary`, just its words are counted, function words too, and forms are
    not merged; each is a column in its order, also if no text has it.
    With a `token_pattern`, the words are those that `CountVectorizer` finds with it;
    `numbers`, `shortest` and `without_repeated` do not apply.
    """

    languages: tuple[str, ...] = option(
        (AUTO,),
        label="Languages of the stop words",
        help=(
            "Function words such as the, and, of are not counted. Found: those of the "
            "recognised language. Empty: all words are counted."
        ),
        choices={AUTO: "Found", **LANGUAGES},
    )
    merging: str = option(
        AUTO,
        label="Merge word forms",
        help=(
            "Count nation and nations as one word. Stems merge more: nation and "
            "national. The most frequent form is shown."
        ),
        choices=MERGINGS,
    )
    longest_phrase: int = option(
        1,
        label="Most words in a phrase",
        help=(
            "Above 1, words that occur together much more often than by chance, and at "
            "least 10 times, become one word: supreme court."
        ),
        limits=(1, 3),
    )
    shortest: int = option(
        0,
        label="Shortest word",
        help=(
            f"Words with fewer letters are not counted. Empty or 0: {SHORTEST} "
            f"letters, and {SHORTEST_UNSPACED} in Chinese, Japanese, Thai and other "
            "scripts without blanks between words, where one sign may be a word."
        ),
        limits=(0, 20),
    )
    numbers: bool = option(
        False,
        label="Keep numbers and hyphens",
        help=(
            "Count covid-19, 9/11 and 1945 as words. By default digits separate words."
        ),
    )
    lowercase: bool = option(
        True,
        label="Ignore capitalisation",
        help="Count Tax and tax as one word.",
    )
    token_pattern: str = option(
        "",
        label="Pattern of a word",
        help=(
            "A regular expression for a word. It replaces the options for numbers and "
            "the shortest word."
        ),
        limits=(0, 200),
    )
    junk: tuple[str, ...] = option(
        tuple(JUNK),
        label="Removed before counting",
        help=("Non-words. Take @names out of this list if topics may be about them."),
        choices=JUNK,
    )
    without_repeated: bool = option(True, **REPEATED)
    vocabulary: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_options(self)
        if self.vocabulary:
            _refuse_other_words(self)
        if AUTO in self.languages and len(self.languages) > 1:
            raise InputError(
                f"languages must be {AUTO!r} alone, or names without it, got "
                f"{self.languages!r}."
            )
        if self.token_pattern:
            _check_pattern(self.token_pattern)


def _refuse_other_words(tokenisation: Tokenisation) -> None:
    for name, fitting in WITH_A_VOCABULARY.items():
        if getattr(tokenisation, name) not in fitting:
            raise InputError(
                f"{name}: this does not apply with a list of words, as only these are "
                "counted. Leave it out, or leave the list out."
            )


def _check_pattern(pattern: str) -> None:
    import regex  # late: the command line's help does not wait for it

    try:
        n_groups = regex.compile(pattern).groups
    except (regex.error, RecursionError, OverflowError) as error:
        raise InputError(
            f"The pattern of a word is not a regular expression: {error}. A common one "
            r"is (?u)\b\w\w+\b."
        ) from error
    if n_groups > 1:
        raise InputError(
            f"The pattern of a word has {counted(n_groups, 'groups')}; one at most can "
            "be the word. Write (?:...) for the others."
        )


DEFAULT_TOKENISATION = Tokenisation()
