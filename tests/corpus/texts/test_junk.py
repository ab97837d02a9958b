"""What is no word is left out of texts, and words beside it stay."""

import time

import pytest

from spca_core.corpus.texts.counting import tokenise
from spca_core.corpus.texts.junk import Cleaning
from spca_core.corpus.texts.tokenisation import JUNK, Tokenisation
from tests.fuzz import in_one_test


def words_left(text: str, *kinds: str) -> list[str]:
    options = Tokenisation(junk=kinds, languages=(), merging="off", shortest=1)
    tokens = tokenise([text], options).tokens
    return [tokens.words[place] for place in tokens.places]


@in_one_test(
    "kind, text, left",
    [
        ("links", "see https://t.co/aB3x?q=tea&x=1 for tea", "see for tea"),
        ("links", "(www.example.com/tea) t.co/abc pic.twitter.com/xyz cup", "cup"),
        ("links", "[tea](http://x.org/cup) or <http://x.org>", "tea or"),
        ("links", "and/or e.g. U.S./Mexico tea.", "and or e g u s mexico tea"),
        ("names", "RT @some_one: tea for @two", "rt tea for"),
        ("names", "tea@home", "tea home"),
        ("markup", "<p class='x'>tea</p><br/>cup<jats:p>pot</jats:p>", "tea cup pot"),
        ("markup", "Tom &amp; Ann&nbsp;drink &amp;amp; eat", "tom ann drink eat"),
        ("markup", "&lt;b&gt;tea&lt;/b&gt;", "tea"),
        ("markup", "a<script>x=1</script>b<style>p{}</style>c<!-- d -->", "a b c"),
        ("markup", "if x < y and y > z, then <file>", "if x y and y z then file"),
        ("directions", "[APPLAUSE] So [laughs] (music by Rota)", "so music by rota"),
        ("directions", "Tea [00:12:30] cup [1:02] pot [Music.]", "tea cup pot"),
        ("directions", "[BEGIN VIDEO CLIP] tea [NATO]", "tea nato"),
        (
            "directions",
            "tea (the best of all the music of these years) cup",
            "tea the best of all the music of these years cup",
        ),
        ("quotes", "Tea?\n> cup\n>> pot\nYes\n-- \nAnn\nTea Road 1", "tea yes"),
        ("quotes", "> tea\n> cup", "tea cup"),
        ("quotes", "On Monday Ann <a> wrote:\n> cup\n\nTea", "tea"),
        ("gaps", "nan", ""),
        ("gaps", "Tea\n\nNaN\n[deleted] cup", "tea cup"),
    ],
)
def test_what_is_no_word_is_left_out_and_only_if_asked_for(kind, text, left):
    assert words_left(text, kind) == left.split()
    others = [other for other in JUNK if other != kind]
    assert words_left(text, *others) == words_left(text) or kind != "gaps"


@pytest.mark.slow
@in_one_test(
    "unit",
    [
        *("<", "<a ", "<a:", "a:", "<!--", "-->", "<script>", "&", "@", "a@", "a."),
        *("(", "(a ", "(a: ", ">", "\n>", "\n--\n", "On a", "On a:\n"),
        *("[", "[a", "http://", "www.", "x.y/", "\n", " \n"),
    ],
)
def test_no_text_takes_more_than_linear_time(unit):
    clean, text = Cleaning(tuple(JUNK)), unit * (100_000 // len(unit))
    begun = time.process_time()
    clean(text)
    clean(text + "[</b>&x;/")
    assert time.process_time() - begun < 2  # seconds; quadratic, it would take minutes
