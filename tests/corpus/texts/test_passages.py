"""Lines and sentences in many texts are left out, unless the texts are copies."""

import numpy as np

from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import Tokenisation
from tests.fuzz import in_one_test
from tests.made import sentences

FOOTER = "You can read our news and views every day for free."
LINE = "the house of the news and views"


def counted(*texts: str, **options):
    usual = {"languages": (), "merging": "off", **options}
    return count_words(Texts(name="made up", texts=texts), Tokenisation(**usual))


@in_one_test("footer", [f" {FOOTER}", f"\n{LINE}", f"\n\n{LINE}\n{FOOTER}"])
def test_a_footer_is_left_out_and_its_words_stay_elsewhere(footer):
    bodies = sentences(0, 20)
    texts = [f"{body}{footer}" for body in bodies[:12]]
    news = "All the news of the house are free to read, and views too."
    corpus = counted(*texts, *bodies[12:], news)
    alone = counted(*bodies, news)
    assert corpus.words == alone.words
    assert (corpus.observations != alone.observations).nnz == 0
    (told,) = corpus.report.left_out
    n_passages = 2 if footer.startswith("\n\n") else 1
    assert told.startswith(f"Left out of 12 texts: {n_passages} line")
    kept = counted(*texts, *bodies[12:], news, without_repeated=False)
    assert kept.observations.sum() > corpus.observations.sum()
    assert not kept.report.left_out


def test_sentences_that_people_repeat_in_short_texts_are_counted():
    # 300 reviews of three of 60 usual sentences: 15 have each of them.
    usual, rng = sentences(6, 60), np.random.default_rng(0)
    reviews = [" ".join(rng.choice(usual, 3, replace=False)) for _ in range(300)]
    assert not counted(*reviews).report.left_out
    # Nor are short ones of 300 longer texts, while a long one is a footer.
    own = sentences(7, 900)
    texts = [" ".join(own[3 * place : 3 * place + 3]) for place in range(300)]
    short = [f"{text} Works as it should really." for text in texts[:9]]
    assert not counted(*short, *texts[9:]).report.left_out
    long = [f"{text} {FOOTER}" for text in texts[:9]]
    assert counted(*long, *texts[9:]).report.left_out
