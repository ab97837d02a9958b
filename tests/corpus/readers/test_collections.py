"""A file whose inside repeats is a collection, whatever contains it."""

import pytest

from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.loading import read_texts
from spca_core.corpus.readers.look import look
from spca_core.corpus.texts.pieces import Cutting
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError
from tests.corpus.readers.containers import BOOKS, CONTAINERS, made_articles

pytestmark = pytest.mark.usefixtures("at_hand")


def read(content: bytes, name: str = "made", cut: str = "auto") -> Texts:
    reading = Reading(cutting=Cutting(cut=cut))
    return read_texts(look(Upload(name, content), reading), reading)


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize(("n", "language"), [(3, "en"), (12, "de"), (40, "fr")])
def test_n_made_articles_in_any_container_come_back_with_titles_and_dates(
    container: str, n: int, language: str
):
    articles = made_articles(n, n, language)
    texts = read(CONTAINERS[container](articles))
    assert texts.titles == tuple(article.title for article in articles)
    assert [day[:10] for day in texts.dates] == [str(it.day) for it in articles]
    for text, article in zip(texts.texts, articles, strict=True):
        words = " ".join(article.paragraphs).split()
        assert text.split()[-len(words) :] == words
        assert len(text.split()) <= len(words) + 6


@pytest.mark.parametrize("container", BOOKS)
@pytest.mark.parametrize(("n", "language"), [(3, "en"), (12, "de"), (30, "fr")])
def test_a_book_is_its_chapters_without_contents_and_licence(
    container: str, n: int, language: str
):
    articles = made_articles(n, n, language)
    texts = read(BOOKS[container](articles))
    assert texts.titles == tuple(
        f"CHAPTER {number}. {article.title}"
        for number, article in enumerate(articles, start=1)
    )
    for text, article in zip(texts.texts, articles, strict=True):
        assert text.split() == " ".join(article.paragraphs).split() * 3
    assert any("Left out" in each or "left out" in each for each in texts.warnings)


def test_what_was_found_is_said_and_another_way_can_be_chosen():
    content = CONTAINERS["word"](made_articles(0, 5))
    assert any("5 articles were found" in each for each in read(content).warnings)
    assert len(read(content, cut="whole").texts) == 1
    assert len(read(content, cut="paragraphs").texts) > 5
    with pytest.raises(InputError, match="no chapters were found"):
        read(content, cut="chapters")
