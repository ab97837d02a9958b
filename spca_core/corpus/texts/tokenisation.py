"""How texts are cut into words, and which of them count."""

from dataclasses import dataclass

import regex

from spca_core.corpus.texts.languages import LANGUAGES
from spca_core.errors import InputError, check_choice, check_whole_number

AUTO = "auto"
MERGINGS = {  # and what each is called on screen
    AUTO: "Plurals of English texts",
    "off": "None",
    "plurals": "English plurals",
    "stems": "All endings (Snowball stems)",
}
JUNK = {  # what is no word, and what it is called on screen
    "links": "links and e-mail addresses",
    "names": "@names",
    "markup": "HTML and wiki markup",
    "gaps": "marks of missing text (nan, [deleted])",
}
MAX_SHORTEST = 20  # letters
MAX_PHRASE = 3  # words
MAX_PATTERN = 200  # characters


@dataclass(frozen=True, kw_only=True)
class Tokenisation:
    """Options for counting words, with scikit-learn's names where it has them too.

    Parameters
    ----------
    lowercase : whether "Tax" and "tax" are one word
    token_pattern : a regular expression that matches a word; "" for runs of letters
    numbers : whether words may hold digits, hyphens and slashes: covid-19, 9/11, 1945
    shortest : letters of the shortest word that is kept; 0 is 3, or 1 in scripts
        without blanks, such as Chinese, Japanese and Thai
    languages : codes of the languages whose function words are left out; AUTO alone
        recognises the language
    stop_words : more words to leave out
    merging : which forms of a word are counted as one, a key of MERGINGS
    longest_phrase : the most words that are joined because they occur together
    junk : what is no word and is left out, keys of JUNK
    without_repeated : whether lines and sentences that stand in many texts are left out

    Notes
    -----
    With a `token_pattern`, the words are those that `CountVectorizer` finds with it;
    `numbers`, `shortest` and `without_repeated` do not apply.
    """

    lowercase: bool = True
    token_pattern: str = ""
    numbers: bool = False
    shortest: int = 0
    languages: tuple[str, ...] = (AUTO,)
    stop_words: tuple[str, ...] = ()
    merging: str = AUTO
    longest_phrase: int = 1
    junk: tuple[str, ...] = tuple(JUNK)
    without_repeated: bool = True

    def __post_init__(self) -> None:
        name = "The number of letters of the shortest word"
        check_whole_number(name, self.shortest, 0, MAX_SHORTEST)
        check_choice("merging", self.merging, MERGINGS)
        check_whole_number("longest_phrase", self.longest_phrase, 1, MAX_PHRASE)
        if self.languages != (AUTO,):
            for language in self.languages:
                check_choice("The language", language, LANGUAGES)
        for kind in self.junk:
            check_choice("What is left out of texts", kind, JUNK)
        _check_pattern(self.token_pattern)


def _check_pattern(pattern: str) -> None:
    if len(pattern) > MAX_PATTERN:
        raise InputError(
            f"The pattern of a word has {len(pattern):,} characters; give at most "
            f"{MAX_PATTERN}."
        )
    try:
        n_groups = regex.compile(pattern).groups
    except (regex.error, RecursionError, OverflowError) as error:
        raise InputError(
            f"The pattern of a word is not a regular expression: {error}. A usual one "
            r"is (?u)\b\w\w+\b."
        ) from error
    if n_groups > 1:
        raise InputError(
            f"The pattern of a word has {n_groups} groups; one at most can be the "
            "word. Write (?:...) for the others."
        )


USUAL = Tokenisation()
