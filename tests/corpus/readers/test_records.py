"""Files of records as programs write them: surveys, JSON, XML, references and mail."""

import json
import warnings
from pathlib import Path

import pandas as pd
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.load import load
from spca_core.corpus.readers.files import Upload
from spca_core.errors import InputError, ReadingWarning
from tests.corpus.readers.samples.sample import paragraphs, sentences, table
from tests.fuzz import in_one_test
from tests.made_files import saved, zipped

pytestmark = pytest.mark.usefixtures("at_hand")
FOLDER = Path(__file__).parents[2] / "files"
TEXTS, LONG = sentences(12), paragraphs(12)
TITLES = sentences(12, 300)


def read(name: str, content: str | bytes) -> Corpus:
    content = content.encode() if isinstance(content, str) else content
    with warnings.catch_warnings(action="ignore", category=ReadingWarning):
        return load(Upload(name, content), stop_words=[]).with_copies


ABSTRACTS = ("Tea is drunk by all of us at five.", "War is fought at sea by men.")
SURVEY = ("The tea was cold and the cups were small", "There was no tea at all for us")
SOURCES = ("Tea Journal", "War Journal")
# The first texts and titles of a file, how many there are, and its groups.
RIGHT = {
    "unpaired_quotes.tsv": (('"Hello there',), (), 4, {"column 2": ("ham", "spam")}),
    "qualtrics.csv": (SURVEY, (), 4, {"Q1": ("Very", "Not")}),
    "surveymonkey.csv": (SURVEY, (), 4, {"How satisfied are you?": ("Very", "Not")}),
    "title_above.csv": (("Tea is drunk by all of us",), ("One",), 2, {}),
    "write_table.csv": (('Tea is "drunk" by all of us',), ("One", "Two"), 3, {}),
    "scopus.csv": (ABSTRACTS, ("Of tea", "Of war"), 4, {"Source title": SOURCES}),
    "measures.csv": (
        ("Tea is drunk by all of us",),
        ("One",),
        4,
        {"party": ("W", "T")},
    ),
    "tweets.json": (("Tea is drunk by all",), ("Bob", "Al"), 2, {}),
    "reddit.json": (("Tea is drunk by all of us",), ("Of tea",), 1, {}),
    "twitter_v2.json": (("Tea is drunk by all of us",), (), 2, {}),
    "savedrecs.txt": (ABSTRACTS, ("Of tea and of cups", "Of war"), 2, {}),
    "pubmed.nbib": (ABSTRACTS, ("Of tea and of cups", "Of war"), 2, {}),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_file_as_a_program_exports_it_is_read_right(name: str):
    corpus = read(name, (FOLDER / name).read_bytes())
    texts, titles, n, groups = RIGHT[name]
    assert corpus.n_documents == n
    assert corpus.texts[: len(texts)] == texts
    assert corpus.titles[: len(titles)] == titles
    assert {it: corpus.groups[it][:2] for it in groups} == groups


def test_blank_cells_beyond_the_last_column_are_no_cells():
    rows = [f'{i},"{it}"{",," * (i == 3)}' for i, it in enumerate(TEXTS)]
    assert read("x.csv", "\n".join(["id,text", *rows])).texts == tuple(TEXTS)


def test_bytes_as_python_writes_them_are_read_as_text():
    texts = ("Caf\u00e9 it's\nof tea", 'a "cup" \U0001f375 of war')
    content = table(["text"], [str(text.encode()) for text in texts])
    assert read("x.csv", content).texts == texts


def test_pieces_of_a_text_in_json_are_put_together():
    pieces = ["Tea ", {"type": "bold", "text": "and"}, " war ", {"text": "x.org"}]
    held = {"messages": [{"text": "Tea at five"}, {"text": pieces, "tags": ["a", "b"]}]}
    texts = read("result.json", json.dumps(held)).texts
    assert texts == ("Tea at five", "Tea and war x.org")
    cells = [{"cell_type": "markdown", "source": ["# Tea\n", "and war"]}] * 2
    notebook = json.dumps({"cells": cells})
    assert read("x.json", notebook).texts[0] == "# Tea\nand war"
    words = {"tea": [0, 3], "and": [1], "war": [2]}
    works = json.dumps({"results": [{"id": 1, "abstract_inverted_index": words}] * 2})
    assert read("works.json", works).texts[0] == "tea and war tea"


def test_xml_is_read_beside_texts_and_as_far_as_it_goes_if_it_is_cut_off():
    items = "".join(f"<item n='{i}'><p>{it}</p></item>" for i, it in enumerate(TEXTS))
    corpus = read("x.xml", f"<list>{items[:-30]}")
    assert corpus.texts[:11] == tuple(TEXTS[:11])
    assert any("is cut off or damaged at line 1" in it for it in corpus.warnings)
    notes = "Notes of a walk by the sea."
    files = {"notes.txt": notes.encode(), "feed.xml": f"<list>{items}</list>".encode()}
    assert read("made.zip", zipped(files)).texts == (notes, *TEXTS)


def test_hostile_xml_expands_and_fetches_nothing():
    hostile = (
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y "&x;&x;&x;">'
        '<!ENTITY z SYSTEM "file:///etc/passwd">]><a><p>Tea &y; &z; and war</p></a>'
    )
    assert read("x.xml", hostile).texts == ("Tea and war",)


@in_one_test("name", ["made.xml", "made.html"])
def test_an_element_of_too_many_attributes_is_refused_before_it_takes_minutes(name):
    attributes = " ".join(f'a{i}="v"' for i in range(150_000))
    content = f"<html><p {attributes}>One.</p><p>Two of them.</p></html>"
    with pytest.raises(InputError, match="over 1,000 attributes in one element"):
        read(name, content)


def test_unknown_tags_and_keys_that_occur_twice_cost_no_reference():
    made = list(zip(TITLES, LONG, range(2001, 2013), strict=True))
    wok = "FN Clarivate\nVR 1.0\n" + "".join(
        f"PT J\nAU Brook, A\nTI {title}\nZX9 odd\nWE Some Index\n   and more\n"
        f"AB {text}\nPY {year}\nER\n\n"
        for title, text, year in made
    )
    ris = "".join(
        f"TY  - JOUR\nTI  - {title}\nXX  - odd\nAB  - {text}\nPY  - {year}\nER  - \n\n"
        for title, text, year in made
    )
    bib = "".join(
        f"@article{{key{year // 2},\n title = {{{title}}},\n note = {{a}},\n"
        f" Note = {{b}},\n abstract = {{{text} Caf\\'e}},\n year = {year}\n}}\n\n"
        for title, text, year in made
    )
    for name, content, end in (("x", wok, ""), ("x", ris, ""), ("x", bib, " Café")):
        corpus = read(name, content)
        assert corpus.titles == tuple(TITLES)
        assert corpus.texts == tuple(it + end for it in LONG)
        assert corpus.dates == tuple(map(str, range(2001, 2013)))


def test_messages_in_files_of_their_own_are_read_as_those_of_a_mailbox():
    files = {
        f"{i}.eml": f"Received: from x\r\n\tby y; Mon, 1 Mar 2021\r\n"
        f"Subject: =?utf-8?q?T=C3=A9a?= {i}\r\n"
        f"Date: Mon, {i} Mar 2021 09:00:00 +0000\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n"
        f"Content-Type: text/plain; charset=utf-8\r\n\r\nT=C3=A9a {i}\r\n".encode()
        for i in range(1, 5)
    }
    corpus = read("mails.zip", zipped(files))
    assert corpus.texts == corpus.titles == ("Téa 1", "Téa 2", "Téa 3", "Téa 4")
    assert [it[:10] for it in corpus.dates[:2]] == ["2021-03-01", "2021-03-02"]
    assert read("1.eml", files["1.eml"]).texts == ("Téa 1",)


RECORDS = pd.DataFrame({"text": TEXTS})
FROM = "From a@b.c Mon Jan  1 00:00:00 2021\n"


@in_one_test(
    "name, content, said",
    [
        ("x", '{"data": {"a": 1}, "b":\n 2}\n', "no list of objects with texts"),
        ("x", "TY  - JOUR\nTI  - Tea\n", "no reference that is complete"),
        ("x", "@article{a, title={Tea", "no reference that is complete"),
        ("x.json", '[{"text": "tea", "n": %s}]' % ("9" * 5_000), "over 4,000 digits"),
        (
            "x.json",
            '[{"text": %s' % ("[" * 100_000),
            "brackets in hundreds of brackets",
        ),
        ("x.json", RECORDS.to_json()[:-9], "JSON"),
        ("x.json", "[{}]", "no doc|no rows|empty|no text"),
        ("x.jsonl", '{"text": \n{"text": tea\n', "line 1"),
        ("x.xlsx", saved(RECORDS.to_excel)[:-300], "cut off|damaged"),
        ("x.parquet", saved(RECORDS.to_parquet)[:-9], "cut off|damaged"),
        ("x.xml", "Tea is drunk by all of us.", "no element of XML. Choose another"),
        ("x.mbox", f"{FROM}Subject: x\n" + "X-Line: on\n" * 1_000, "no words to count"),
    ],
)
def test_bad_records_are_refused_by_name_with_the_way_out(name, content, said):
    with pytest.raises(InputError, match=rf"^{name[0]}.*({said})") as refusal:
        read(name, content)
    assert "sys." not in str(refusal.value)
