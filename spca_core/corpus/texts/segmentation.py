"""Words of scripts that put no blanks between them: Chinese, Japanese, Thai and others.

Each kind has the dictionary that fits it best: Chinese jieba's, Japanese Sudachi's, and
Thai, Lao, Burmese and Khmer those of ICU.

J. Sun, "jieba: Chinese text segmentation", github.com/fxsjy/jieba. K. Takaoka and
others, "Sudachi: A Japanese tokenizer for business", LREC 2018. "Unicode Standard Annex
29: Text segmentation", unicode.org/reports/tr29.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property

from spca_core.corpus.texts.analyser import Script
from spca_core.corpus.texts.texts import sampled_beginnings
from spca_core.corpus.texts.tokenisation import SHORTEST, SHORTEST_UNSPACED
from spca_core.extras import install_command, is_installed
from spca_core.formatting import counted

EAST = (  # Chinese characters and Japanese syllables
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af"
)
SOUTH = (  # Thai, Lao, Burmese and Khmer, with their signs
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ebd\u0ec0-\u0ece\u0edc-\u0edf"
    "\u1000-\u103f\u1050-\u108f\u109a-\u109f\uaa60-\uaa7f\u1780-\u17d3\u17dc-\u17dd"
)
UNSPACED = EAST + SOUTH  # for a class of a regular expression
UNSPACED_RUN = re.compile(f"[{EAST}]+|[{SOUTH}]+")
BESIDE = re.compile(f"(?<=[{UNSPACED}]) (?=[{UNSPACED}])")
EAST_ASIAN = re.compile(f"[{EAST}]")
KANA = re.compile("[\u3041-\u30ff]")
ANY_WORD = re.compile(r"\w+")
EAST_LETTERS, SOUTH_LETTERS = 2, 6  # of a word, about
MIN_KANA = 0.1  # of the letters of a Japanese text; Chinese ones may hold a few
MAX_RUN = 1.5  # words in a run, on average, of texts that come with blanks
MIN_BESIDE = 0.5  # of their runs have a blank and another run after them
LETTERS_AT_ONCE = 10_000  # letters: Sudachi takes 49,149 bytes

Segmenter = Callable[[str], list[str]]


class Spacing:
    """Puts blanks between words where a script has none.

    Texts that come with blanks between their words stay as they are.
    """

    def __init__(self, script: Script) -> None:
        self._script = script
        self._n_left_out = 0

    def __call__(self, text: str) -> str:
        """Return a text with blanks; without what cannot be cut into words here."""
        if self._script.are_spaced or text.isascii() or not UNSPACED_RUN.search(text):
            return text
        if not self._can_cut:
            text, n_left_out = UNSPACED_RUN.subn(" ", text)
            self._n_left_out += n_left_out
            return text
        is_japanese = self._script.are_japanese or _is_japanese(text)
        east = self._sudachi if is_japanese else _jieba()

        def replaced(run: re.Match) -> str:
            cut = east if EAST_ASIAN.match(run[0]) else _icu()
            return f" {' '.join(cut(run[0]))} "

        return UNSPACED_RUN.sub(replaced, text)

    @cached_property
    def _can_cut(self) -> bool:
        return is_installed("languages")

    @cached_property
    def _sudachi(self) -> Segmenter:
        # Each thread needs its own.
        tokenizer = _sudachi_dictionary().tokenizer()

        def cut(run: str) -> list[str]:
            parts = (
                run[i : i + LETTERS_AT_ONCE]
                for i in range(0, len(run), LETTERS_AT_ONCE)
            )
            return [
                morpheme.surface()
                for part in parts
                for morpheme in tokenizer.tokenize(part)
            ]

        return cut

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was left out, in a sentence, if there was anything."""
        warning = (
            f"Left out of the texts: {counted(self._n_left_out, 'passages')} in "
            "scripts without blanks between words, such as Chinese, Japanese and Thai. "
            f"To find their words: {install_command('languages')}",
        )
        return warning * bool(self._n_left_out)


def script_of(texts: Sequence[str]) -> Script:
    """Return how texts are written, by all of them together.

    So Japanese is known that is written in Chinese characters alone.
    """
    first = sampled_beginnings(texts)
    return Script(_come_with_blanks(first), _is_japanese(" ".join(first)))


def n_words(text: str) -> int:
    """Return how many words a text has, about, in any script."""
    letters = "".join(UNSPACED_RUN.findall(text))
    if not letters:
        return len(text.split())
    n_east = len(EAST_ASIAN.findall(letters))
    n_south = len(letters) - n_east
    others = len(ANY_WORD.findall(UNSPACED_RUN.sub(" ", text)))
    return others + -(-n_east // EAST_LETTERS) + -(-n_south // SOUTH_LETTERS)


def is_unspaced(word: str) -> bool:
    """Return whether a word begins in a script without blanks."""
    return bool(UNSPACED_RUN.match(word))


def is_long_enough(word: str, shortest: int) -> bool:
    """Return whether a word has `shortest` letters; for 0, as many as its script needs.

    These are three, and one in scripts without blanks: one sign may be a word there.
    """
    return len(word) >= (
        shortest or (SHORTEST_UNSPACED if is_unspaced(word) else SHORTEST)
    )


def _come_with_blanks(texts: Sequence[str]) -> bool:
    runs = [run for text in texts for run in UNSPACED_RUN.findall(text)]
    if not runs:
        return False
    n_east = len(EAST_ASIAN.findall("".join(runs)))
    n_south = sum(map(len, runs)) - n_east
    mean = (n_east / EAST_LETTERS + n_south / SOUTH_LETTERS) / len(runs)
    n_beside = sum(len(BESIDE.findall(text)) for text in texts)
    return mean <= MAX_RUN and n_beside >= MIN_BESIDE * len(runs)


def _is_japanese(text: str) -> bool:
    n_kana = len(KANA.findall(text))
    return n_kana > MIN_KANA * len(EAST_ASIAN.findall(text))


@cache
def _jieba() -> Segmenter:
    import rjieba

    return rjieba.cut


@cache
def _icu() -> Segmenter:
    from icu4py.breakers import WordBreaker

    return lambda run: list(WordBreaker(run, "en"))


@cache
def _sudachi_dictionary():
    from sudachipy import Dictionary

    return Dictionary(dict="small")
