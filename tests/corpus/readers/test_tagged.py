"""Words with tags are read as the words that they are."""

from collections.abc import Sequence

import pytest

from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.loading import read_texts
from spca_core.corpus.readers.look import format_of, look
from spca_core.corpus.texts.pieces import Splitting
from spca_core.corpus.texts.texts import Texts
from tests.made_files import zipped

pytestmark = pytest.mark.usefixtures("at_hand")

SAID = [
    f"{who} drinks {n} cups of the tea".split()
    for n in ("two", "three", "four")
    for who in ("Ann", "Bob")
]
WHOLE = "\n".join(" ".join(words) for words in SAID)


def read(content: str, cut: str = "auto") -> Texts:
    reading = Reading(splitting=Splitting(split=cut))
    return read_texts(look(Upload("x", content.encode()), reading), reading)


def in_lines(words: Sequence[str], columns: str) -> str:
    rows = (columns.format(i=i, word=word) for i, word in enumerate(words, start=1))
    return "\n".join(rows)


CONLL_U = "{i}\t{word}\t{word}\tNOUN\tNN\t_\t0\tdep\t_\t_"


@pytest.mark.parametrize("columns", [CONLL_U, "{word} NN B-NP O", "{word}\tO"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_sentences_of_a_word_a_line_are_their_words(columns: str, ends: str):
    sentences = [in_lines(words, columns) for words in SAID]
    sentences[1] = (
        sentences[1].replace("\tO\n", "\tB-LOC\n").replace("B-NP O", "B-NP B-LOC")
    )
    texts = read("\n\n".join(sentences).replace("\n", ends) + ends)
    assert texts.texts == tuple(" ".join(words) for words in SAID)
    assert read("\n\n".join(sentences), "whole").texts == (WHOLE,)


def test_documents_of_conll_are_told_by_their_marks():
    def block(i: int, words: Sequence[str]) -> str:
        head = f"# newdoc id = d{i}\n" if i % 2 == 0 else ""
        return head + "# sent_id = 1\n" + in_lines(words, CONLL_U)

    texts = read("\n\n".join(map(block, range(6), SAID)))
    assert texts.titles == ("d0", "d2", "d4")
    assert texts.texts[0] == "\n".join(" ".join(words) for words in SAID[:2])


def test_a_word_that_is_written_as_one_counts_once():
    rows = [("1-2", "don't"), ("1", "do"), ("2", "not"), ("2.1", "x"), ("3", "go")]
    tail = "\t_" * 8
    sentence = "\n".join(f"{number}\t{word}{tail}" for number, word in rows)
    assert set(read(f"{sentence}\n\n" * 4).texts) == {"don't go"}


@pytest.mark.parametrize(
    ("mark", "tags"), [("/", "np vb at nns in at nn"), ("_", "NN VB DT NNS IN DT NN")]
)
def test_tags_after_words_are_no_words(mark: str, tags: str):
    lines = [
        "\t"
        + " ".join(
            f"{word}{mark}{tag}" for word, tag in zip(words, tags.split(), strict=True)
        )
        for words in SAID
    ]
    content = "\n\n".join(lines)
    assert read(content).texts == tuple(" ".join(words) for words in SAID)
    files = {"ca01": content.encode(), "cb02": content.encode()}
    both = read_texts(look(Upload("brown.zip", zipped(files))))
    assert both.texts == (WHOLE, WHOLE)


@pytest.mark.parametrize(
    "line",
    [
        "{i}\t5\t0\t3\t1\t0\t0\t2\t1",  # counts
        "a{i}\tname\t3\t1\t0\t0\t2\t1",
        "war\t{i}",
        "tea {i}/5 cups and/or milk",
        "https://x.org/{i}/tea",
        "tea/{i}/{word}",
        "tea{i}_{letter}",
        "<row><x>{i}</x></row>",
        "{day} March 2021 the price of tea went up again",
        "{day}.{i} the price of tea went up again",
        "{day}\tAnn\ttea\tmilk\tno\tno\tyes\tno\tyes",
    ],
)
def test_other_tables_and_lines_have_no_tags(line: str):
    content = "\n".join(
        line.format(
            i=i, day=1 + i % 9, letter="AB"[i % 2], word=("milk", "rice")[i % 2]
        )
        for i in range(9, 60)
    )
    assert format_of(Upload("x", content.encode())) != "document"
