"""Text in any encoding is read; what cannot be read is refused."""

import tracemalloc

import pytest

from spca_core.corpus.options import Reading
from spca_core.corpus.readers import text as encodings
from spca_core.corpus.readers.documents.folders import zipped
from spca_core.corpus.readers.files import Upload, open_bounded
from spca_core.corpus.readers.load import read_corpus
from spca_core.corpus.readers.text import ENCODINGS, as_utf_8, decoded
from spca_core.errors import InputError
from tests.corpus.texts.written import WRITTEN
from tests.fuzz import in_one_test

FRENCH = "Les élèves étaient près de la forêt où naît l'été, à côté d'un hôtel.\n" * 9


@in_one_test("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_text_is_the_same_in_every_encoding(encoding):
    text = ("Le the et la taxe. " * 99 + "\n") * 40 + FRENCH  # accents come late
    corpus = read_corpus(Upload("a.txt", text.encode(encoding)))
    assert corpus.texts == read_corpus(Upload("a.txt", text.encode())).texts


@in_one_test("language", WRITTEN)
def test_a_language_is_read_in_each_of_its_usual_encodings(language):
    codes, text = WRITTEN[language]
    doubts: list[str] = []
    for code in codes.split():
        for written in (text, "id,text\n" * 9_999 + text):
            content = written.encode(code, errors="ignore")  # it may lack quotes
            assert decoded(content, "a.txt", doubts.append) == content.decode(code)
    assert not doubts


@in_one_test("head", ['<?xml version="1.0" encoding="{}"?>', "<meta charset={}>"])
def test_what_xml_and_pages_declare_is_believed(head: str):
    # Few letters, which other encodings read as well.
    text = f"{head.format('iso-8859-7')}<p>To be or \u03bf\u03cd</p>"
    assert decoded(text.encode("iso8859-7"), "a") != text  # cp1253 is no ISO 8859-7
    text = f"{head.format('koi8-r')}<p>To be or \u043d\u0435</p>"
    assert decoded(text.encode("koi8-r"), "a") == text


@in_one_test(
    "text",
    [
        "The tea is £3, not £5. It\N{RIGHT SINGLE QUOTATION MARK}s cold.",
        "It was 20°C, ±2, on ½ of the days; that is usual here.\n" * 99,
        "The room: • clean • cheap\n" * 9,
        "don\N{RIGHT SINGLE QUOTATION MARK}t\n",
        "30 °C, 5 \N{MICRO SIGN}m ± 2\n",
    ],
)
def test_english_with_a_few_signs_is_read_as_windows_writes_it(text: str):
    found = as_utf_8(Upload("a.txt", text.encode("cp1252")))
    assert found[1] == "cp1252"


GREEK_OF_DOS = WRITTEN["Greek"][1].encode("cp737", errors="ignore")


@in_one_test("content", [GREEK_OF_DOS, b"The tea was cold.\n" * 99 + GREEK_OF_DOS])
def test_an_encoding_is_doubted_if_no_language_is_recognised(content: bytes):
    (doubt,) = read_corpus(Upload("a.txt", content)).warnings[:1]
    assert doubt.startswith("a.txt was read as")
    assert "no language was recognised" in doubt
    chosen = read_corpus(Upload("a.txt", content), None, Reading(encoding="cp1252"))
    assert not any("was read as" in warning for warning in chosen.warnings)


def test_doubtful_encodings_in_a_zip_are_reported_once():
    files = {"a.txt": GREEK_OF_DOS, "b.txt": b"Tea and milk", "c.txt": GREEK_OF_DOS}
    read = read_corpus(
        zipped([Upload(name, content) for name, content in files.items()])
    )
    (doubt,) = [each for each in read.warnings if "was read as" in each]
    assert doubt.startswith("a.txt was read as")
    assert doubt.endswith("So it is with 1 other file.")


def test_the_detected_encoding_is_reported_and_can_be_changed():
    file = Upload("a.txt", FRENCH.encode("cp1252"))
    assert read_corpus(file).report.encoding == "cp1252"
    assert read_corpus(Upload("a.txt", FRENCH.encode())).report.encoding == ""
    for encoding in ENCODINGS.keys() - {"auto"}:
        tea, found = as_utf_8(Upload("a.txt", "tea\n".encode(encoding)), encoding)
        with tea.open("rb") as content:
            assert (content.read(), found) == (b"tea\n", encoding)
    other = read_corpus(file, None, Reading(encoding="cp1251"))
    assert other.report.encoding == "cp1251"
    assert other.texts != read_corpus(file).texts


def test_a_few_damaged_letters_are_shown_as_such_and_many_are_refused():
    text = FRENCH.encode()
    damaged = text[:200] + b"\xff" + text[200:]
    assert "\N{REPLACEMENT CHARACTER}" in read_corpus(Upload("a.txt", damaged)).texts[2]
    with pytest.raises(InputError, match="characters cannot be read as UTF-16"):
        read_corpus(Upload("a.txt", b"\xff\xfe" + b"\x00\xd8" * 500))
    with pytest.raises(InputError, match="1 of 9 characters cannot be read as UTF-8"):
        decoded(b"Caf\xe9\0 tea", "a.txt")


def test_a_text_in_another_encoding_is_never_held_as_a_whole(monkeypatch):
    monkeypatch.setattr(encodings, "BLOCK", 1_000)
    rewritten, _ = as_utf_8(Upload("a.txt", FRENCH.encode("cp1252") * 5_000))
    tracemalloc.start()
    with open_bounded(rewritten, 10_000_000) as text:
        n_read = sum(len(line) for line in text)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert n_read == len(FRENCH.encode()) * 5_000
    assert most < n_read / 10
