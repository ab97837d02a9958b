"""Small irregularities lose no document, and none is invented."""

import json
from collections.abc import Sequence

import pandas as pd
import pytest

import spca_core
from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.load import read_corpus, read_texts
from spca_core.corpus.readers.recognise import look
from spca_core.corpus.readers.tables.roles import ColumnRoles
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError
from tests.corpus.readers.containers import made_articles
from tests.fuzz import in_one_test
from tests.made_files import with_text, zipped

FROM = "From a@b.c Mon Jan  1 00:00:00 2021\n"  # begins a message of a mailbox
pytestmark = pytest.mark.usefixtures("at_hand")


def read(content: str | bytes, name: str = "made", **columns) -> Texts:
    content = content.encode() if isinstance(content, str) else content
    reading = Reading(columns=ColumnRoles(**columns))
    return with_text(read_texts(look(Upload(name, content), reading), reading))


def sentences(n: int, seed: int = 0) -> list[str]:
    """Return texts with commas, on several lines."""
    articles = made_articles(seed, n, "fr")
    return [", ".join(it.paragraphs).replace(". ", ".\n") for it in articles]


@pytest.mark.parametrize("name", ["review", "Ma r\u00e9ponse", None])
@pytest.mark.parametrize("n", [2, 30, 700])
def test_a_table_of_one_column_has_a_document_for_each_row(name: str | None, n: int):
    texts = sentences(n)
    frame = pd.DataFrame({name: texts})
    content = frame.to_csv(index=False, header=name is not None)
    assert read(content, "made.csv").texts == tuple(texts)


@pytest.mark.parametrize("n", [20, 700])
@pytest.mark.parametrize("ends", ["\r", "\r\n", "\n"])
def test_lines_end_as_they_did_on_any_computer(n: int, ends: str):
    lines = [it.replace("\n", " ").replace(",", "") for it in sentences(n)]
    assert read(ends.join(lines)).texts == tuple(lines)
    quoted = ends.join(f'"{line}"' for line in lines)
    assert read(quoted, "made.csv").texts == tuple(lines)
    table = ends.join(["id,text", *(f'{i},"{it}"' for i, it in enumerate(lines))])
    assert read(table).texts == tuple(lines)


@pytest.mark.parametrize("n_nameless", [1, 3, 6])
def test_columns_without_names_at_the_end_leave_the_header_what_it_is(n_nameless: int):
    texts = [it.replace("\n", " ") for it in sentences(60)]
    tail = "," * n_nameless
    rows = [f'{("ham", "spam")[i % 2]},"{it}"{tail}' for i, it in enumerate(texts)]
    read_as = read("\n".join([f"v1,v2{tail}", *rows]))
    assert read_as.texts == tuple(texts)
    assert set(read_as.groups["v1"]) == {"ham", "spam"}


def test_a_survey_without_texts_and_a_header_without_rows_are_refused():
    boxes = ("Not selected", "Your work, or the search for it", "Your own health")
    rows = [f'{i},"{boxes[i % 3]}","{boxes[i % 2]}"' for i in range(120)]
    with pytest.raises(
        InputError, match=r"no column of texts: the answers are choices"
    ):
        read("\n".join(["id,q1,q2", *rows]))
    for n in (40, 120):
        scale = [f"A{i},answer number {i % 5}" for i in range(n)]
        with pytest.raises(InputError, match="the answers are choices"):
            read("\n".join(["code,q1", *scale]))
    asked = [
        f"{row},{it}" for row, it in zip(rows, _plain(sentences(120)), strict=True)
    ]
    assert read("\n".join(["id,q1,q2,q3", *asked])).texts == tuple(
        _plain(sentences(120))
    )
    for alone in ("id,text\n", "title;review;date\n"):
        with pytest.raises(InputError, match=r"has a header and no rows"):
            read(alone, "made.csv")


def _plain(texts: Sequence[str]) -> list[str]:
    return [text.replace(",", "").replace("\n", " ") for text in texts]


@pytest.mark.parametrize(
    ("separator", "sign"),
    [("comma", ","), ("semicolon", ";"), ("tab", "\t"), ("pipe", "|")],
)
def test_a_separator_is_found_or_chosen(separator: str, sign: str):
    texts = _plain(sentences(30))
    rows = sign.join(["id", "text"]), *(f"{i}{sign}{it}" for i, it in enumerate(texts))
    content = "\n".join(rows)
    assert read(content).texts == read(content, separator=separator).texts
    assert read(content).texts == tuple(texts)


@in_one_test("mark", ["@anna (yes, you)", "@anna {x, y}", "@bob(tea,", "TY - me"])
def test_a_line_that_begins_like_a_reference_is_a_line(mark: str):
    lines = [f"{mark} of tea", *_plain(sentences(9))]
    assert read("\n".join(lines)).texts == tuple(lines)


def test_tags_that_are_not_known_cost_no_reference():
    articles = made_articles(3, 9, "de")
    wok = "FN Clarivate\nVR 1.0\n" + "".join(
        f"PT J\nAU Brook, A\nTI {it.title}\nZX9 odd\nWE Some Index\n   and more\n"
        f"AB {it.paragraphs[0]}\nPY {it.day.year}\nER\n\n"
        for it in articles
    )
    ris = "".join(
        f"TY  - JOUR\nTI  - {it.title}\nXX  - odd\nAB  - {it.paragraphs[0]}\n"
        f"PY  - {it.day.year}\nER  - \n\n"
        for it in articles
    )
    for content in (wok, ris):
        texts = read(content)
        assert texts.titles == tuple(it.title for it in articles)
        assert texts.dates == tuple(str(it.day.year) for it in articles)


def test_keys_and_fields_that_occur_twice_cost_no_reference():
    articles = made_articles(4, 9)
    content = "".join(
        f"@article{{key{i // 2},\n title = {{{it.title}}},\n note = {{a}},\n"
        f" Note = {{b}},\n abstract = {{{it.paragraphs[0]} Caf\\'e}},\n"
        f" year = {it.day.year}\n}}\n\n"
        for i, it in enumerate(articles)
    )
    texts = read(content)
    assert texts.titles == tuple(it.title for it in articles)
    assert all(text.endswith("Caf\u00e9") for text in texts.texts)
    assert texts.warnings == ()


def test_missing_texts_of_a_list_are_empty_documents():
    corpus = spca_core.load(["tea and cups", None, float("nan"), "cups of war"])
    assert corpus.texts == ("tea and cups", "cups of war")
    assert corpus.with_copies.n_documents == 4  # each keeps its row


def test_bytes_as_python_writes_them_are_read_as_text():
    texts = ("Caf\u00e9 it's\nof tea", 'a "cup" \U0001f375')
    frame = pd.DataFrame({"text": [str(text.encode()) for text in texts]})
    corpus = read_corpus(Upload("x.csv", frame.to_csv().encode()))
    assert corpus.texts == texts


SENTENCES = _plain(sentences(30))


@pytest.mark.parametrize("n", [2, 60])
@pytest.mark.parametrize("sign", [*"\u2028\u2029\x0b\x0c\x85"])
def test_signs_that_some_programs_take_for_line_ends_part_no_row(n: int, sign: str):
    texts = [f"{it}{sign}so" for it in _plain(sentences(n))]
    ris = "".join(f"TY  - JOUR\nTI  - x\nAB  - {it}\nER  - \n\n" for it in texts)
    for name, content in (
        ("made", "\n".join(texts)),
        ("made", "\n".join(["id,text", *(f"{i},{it}" for i, it in enumerate(texts))])),
        ("made.csv", "\n".join(["review", *(f'"{it}"' for it in texts)])),
        ("made", "\n".join(f"d{i}\tx\t{it}" for i, it in enumerate(texts))),
        (
            "made",
            "\n".join(json.dumps({"text": it}, ensure_ascii=False) for it in texts),
        ),
        ("made", ris),
    ):
        found = read(content, name).texts
        assert [it.split() for it in found] == [it.split() for it in texts]


@pytest.mark.parametrize("first", ["Go!", "We drink all the cups."])
@pytest.mark.parametrize("n", [2, 3])
def test_pairs_of_sentences_lose_none_to_a_header_and_the_others_are_named(
    first: str, n: int
):
    pairs = [
        (f"We drink {i} cups.", f"Wir trinken {i} Tassen.", f"CC-BY 2.0 by #{i} (A{i})")
        for i in range(60)
    ]
    pairs.insert(0, (first, "Geht!", "CC-BY 2.0 by #60 (A60)"))
    texts = read("\n".join("\t".join(pair[:n]) for pair in pairs))
    assert texts.texts == tuple(one for one, *_ in pairs)
    assert any("'column 2'" in each for each in texts.warnings)


def test_statements_above_answers_are_a_header():
    names = "id,I like my job.,My work is hard.,comment"
    rows = [f"{i},{i % 5},{i % 4},{it}" for i, it in enumerate(_plain(sentences(9)))]
    assert len(read("\n".join([names, *rows])).texts) == 9


def test_rows_of_more_cells_than_names_are_refused_and_are_no_lines():
    rows = [f"ham,{it}{', and so on' * (i % 3 == 0)}" for i, it in enumerate(SENTENCES)]
    with pytest.raises(
        InputError, match=r"line 2 has 3 cells.*Put texts with commas in"
    ):
        read("\n".join(["label,text", *rows]), "made.csv")


def test_long_numbers_are_identifiers_beside_dates():
    rows = [
        f'"{i % 2}","{1467810369 + i}","Mon Apr {1 + i:02} 22:19:45 PDT 2009","{it}"'
        for i, it in enumerate(SENTENCES)
    ]
    assert read("\n".join(rows)).dates[:2] == ("2009-04-01", "2009-04-02")


def test_a_name_of_texts_above_lines_is_a_header():
    lines = _plain(sentences(9))
    assert read("\n".join(["Review", *lines]), "made.csv").texts == tuple(lines)
    assert len(read("\n".join(["Tea", *lines])).texts) == 10


@in_one_test("gap", ["[No abstract available]", "-", " N/A", ""])
def test_what_stands_for_no_text_is_no_text(gap: str):
    rows = [f'{i},"{it}"' for i, it in enumerate(_plain(sentences(9)))]
    assert len(read("\n".join(["id,Abstract", *rows, f"9,{gap}"])).texts) == 9


def test_who_wrote_many_rows_groups_them_and_titles_none():
    rows = [
        f"{('ann', 'bob')[i % 2]},{it}" for i, it in enumerate(_plain(sentences(9)))
    ]
    texts = read("\n".join(["author.name,content", *rows]))
    assert set(texts.groups["author.name"]) == {"ann", "bob"}
    assert not texts.titles


def test_no_message_of_a_library_is_cut_off():
    content = json.dumps([{"text": "tea", "n": 0}]).replace("0", "9" * 5_000)
    with pytest.raises(InputError, match="a number of over 4,000 digits") as error:
        read(content)
    assert "sys." not in str(error.value)


@in_one_test("name", ["made.xml", "made.html"])
def test_an_element_of_too_many_attributes_is_refused_before_it_takes_minutes(
    name: str,
):
    attributes = " ".join(f'a{i}="v"' for i in range(150_000))
    content = f"<html><p {attributes}>One.</p><p>Two of them.</p></html>"
    with pytest.raises(InputError, match="over 1,000 attributes in one element"):
        read(content, name)


def test_a_mailbox_without_a_blank_line_has_no_text():
    lines = "X-Line: some words of it that go on\n" * 1_000
    with pytest.raises(InputError, match="no words to count"):
        read_corpus(Upload("made.mbox", f"{FROM}Subject: x\n{lines}".encode()))


def test_elements_of_xml_beside_texts_in_a_zip_are_documents_too():
    said = [" ".join(it.split()) for it in sentences(3)]
    items = "".join(f"<item><p>{it}</p></item>" for it in said)
    files = {
        "notes.txt": b"Notes of a walk by the sea.",
        "feed.xml": f"<list>{items}</list>".encode(),
    }
    texts = read(zipped(files), "made.zip").texts
    assert list(texts) == ["Notes of a walk by the sea.", *said]


def test_a_table_that_names_no_text_beside_it_is_said_to_be_left_out():
    rows = "\n".join(f"{i},{it}" for i, it in enumerate(sentences(4)))
    files = {
        "notes.txt": b"Notes of a walk by the sea.",
        "answers.csv": f"number,answer\n{rows}".encode(),
    }
    texts = read(zipped(files), "made.zip")
    assert any("answers.csv names none of the texts" in it for it in texts.warnings)
