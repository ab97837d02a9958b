"""The reader of zips of texts: their names only name, and bombs are stopped."""

import struct
import zipfile
from pathlib import Path

import pytest

from spca_core.corpus import limits
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.documents.folders import read_zipped
from spca_core.corpus.readers.documents.split import DEFAULT_SPLITTING, split_texts
from spca_core.corpus.readers.files import Source, Upload
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError
from tests.fuzz import in_one_test
from tests.made_files import zipped

FILES = {"war/1.txt": b"War and peace.\n", "money/2.txt": b"Taxes,\ntaxes!\n"}


def read_zip(source: Source) -> Texts:
    return read_zipped(source, lambda _: None)


def read(content: bytes) -> Corpus:
    texts = read_zip(Upload("essays.zip", content))
    words = Tokenisation(languages=("en",), merging="off")
    return count_words(texts, words)


def test_each_text_is_a_document_by_title_with_its_folder_as_label():
    corpus = read(zipped(FILES))
    assert (corpus.name, corpus.titles) == ("essays", ("money/2.txt", "war/1.txt"))
    assert corpus.words == ("peace", "taxes", "war")
    assert corpus.observations.toarray().tolist() == [[0, 2, 0], [1, 0, 1]]
    assert (corpus.groups["folder"], corpus.warnings) == (("money", "war"), ())
    assert corpus.texts == ("Taxes,\ntaxes!", "War and peace.")


@in_one_test(
    "content",
    [
        zipped(FILES, zipfile.ZIP_STORED),
        zipped(dict(reversed(FILES.items()))),
        zipped({name: b"\xef\xbb\xbf" + text for name, text in FILES.items()}),
        zipped({"war/": b"", **FILES, "empty/": b""}),
        zipped({"__MACOSX/war/._1.txt": b"\0", "war/.hidden.txt": b"x", **FILES}),
        b"before" + zipped(FILES),
    ],
)
def test_the_same_documents_are_read_from_every_way_of_zipping_them(content):
    assert read(content).content_id == read(zipped(FILES)).content_id
    assert read(content).report == read(zipped(FILES)).report


@in_one_test(
    "name, title",
    [
        ("../../etc/passwd.txt", "etc/passwd.txt"),
        ("/etc/passwd.txt", "etc/passwd.txt"),
        ("C:\\Windows\\..\\a.txt", "Windows/a.txt"),
        ("..\\..\\a.TXT", "a.TXT"),
        ("a\r\n<script>.txt", "a <script>.txt"),
        ("שלום.txt", "שלום.txt"),
    ],
)
def test_a_name_that_leads_elsewhere_is_a_clean_title_and_nothing_is_written(
    tmp_path, monkeypatch, name, title
):
    monkeypatch.chdir(tmp_path)
    path = Path("essays.zip")
    path.write_bytes(zipped({name: b"tea"}))
    assert read_zip(path).titles == (title,)
    assert list(tmp_path.rglob("*")) == [tmp_path / "essays.zip"]


HEADS = (
    '---\ntitle: "Of tea"\ndate: 2021-03-{day:02}\ntags:\n  - daily\n  - {tag}\n---\n',
    "---\ntitle: 'Of tea'\ndate: 2021-03-{day:02}\ntags: [daily, '{tag}']\n---\n",
    '+++\ntitle = "Of tea"\ndate = 2021-03-{day:02}\ntags = ["daily", "{tag}"]\n+++\n',
)


@in_one_test("head", HEADS)
@in_one_test("ending", ["md", "markdown", "txt"])
def test_what_heads_each_text_gives_its_title_date_and_groups(head: str, ending: str):
    files = {
        f"{day}.{ending}": f"{head.format(day=day, tag='ab'[day % 2])}\nTea: {day}\n"
        for day in range(10, 19)
    }
    raw = {name: content.encode() for name, content in files.items()}
    texts = split_texts(read_zip(Upload("x.zip", zipped(raw))), DEFAULT_SPLITTING)
    assert texts.texts == tuple(f"Tea: {day}" for day in range(10, 19))
    assert [" ".join(title.split()) for title in texts.titles] == ["Of tea"] * 9
    assert texts.dates[0] == "2021-03-10"
    (tags,) = texts.groups.values()
    assert tags[:2] == ("daily; a", "daily; b")


def test_files_that_are_no_text_are_left_out_by_name_and_line():
    bad = {"a.txt": b" ", "b.txt": b"a\n\nb\0", "c.txt": b"1914", "a.png": b"tea"}
    corpus = read(zipped({**bad, "d.txt": b"taxes"}))
    assert corpus.titles == ("d.txt",)
    assert corpus.report.empty_documents == 1
    assert [line for line, _ in corpus.report.refused_lines] == [1, 2, 5]
    whys = [why[:12] for _, why in corpus.report.refused_lines]
    assert whys == ["a.txt: no te", "b.txt: a zer", "a.png: none "]
    assert "essays.zip: 3 files were left out" in corpus.warnings[0]


def locked(content: bytes) -> bytes:
    """Set the flag of a password in the directory."""
    place = content.rindex(b"PK\x01\x02") + 8
    return content[:place] + b"\x01" + content[place + 1 :]


ONE = {"a.txt": b"tea" * 9}


@in_one_test(
    "content, message",
    [
        (b"", "is not a zip archive, or one that is cut off"),
        (zipped(FILES)[:-30], "is not a zip archive"),
        (zipped({"a.txt": b""}), "no text in it"),
        (zipped({"a.png": b"tea"}), r"file 1: a\.png: none of \.txt"),
        (locked(zipped(ONE)), "'a.txt' is locked by a pass"),
        (zipped(ONE, zipfile.ZIP_BZIP2), "packed in a rare"),
        (zipped(ONE, zipfile.ZIP_STORED).replace(b"at", b"ta", 1), "off or damaged"),
    ],
)
def test_what_is_no_zip_of_texts_is_refused_by_name(content, message):
    with pytest.raises(InputError, match=rf"^essays\.zip.*{message}"):
        read(content)


BLANKS = {f"{number}.txt": b" " * 200_000 for number in range(100)}


@pytest.mark.parametrize(
    ("cap", "most", "files", "n_copies"),
    [
        ("FILE", 1_000_000, {"a.txt": b"tea " * 5_000_000}, 5),
        ("TEXT_OF_FILES", 1_000_000, BLANKS, 2),  # a few files at a time
        # What zipfile looks at to find the directory.
        ("DIRECTORY", 100_000, {f"{number}.txt": b"" for number in range(10_000)}, 2),
    ],
    ids=["a file", "files", "names"],
)
def test_a_bomb_is_stopped_at_the_cap(
    cap, most, files, n_copies, monkeypatch, peak_bytes
):
    monkeypatch.setattr(limits, cap, most)
    bomb = zipped(files)

    def refuse() -> None:
        with pytest.raises(InputError, match=rf"over {most:,} bytes"):
            read(bomb)

    assert peak_bytes(refuse) < n_copies * most


def test_files_that_lie_on_one_another_count_each_time(monkeypatch):
    monkeypatch.setattr(limits, "TEXT_OF_FILES", 5_000_000)
    names = dict.fromkeys(map("{:03}.txt".format, range(100)), b" " * 100_000)
    content = zipped(names)
    directory = content.index(b"PK\x01\x02")
    entries = bytearray(content)
    while directory >= 0:  # every entry leads to the first file
        entries[directory + 42 : directory + 46] = bytes(4)
        directory = content.find(b"PK\x01\x02", directory + 1)
    with pytest.raises(InputError, match=r"over 5,000,000 bytes|cut off or damaged"):
        read(bytes(entries))


@pytest.mark.parametrize(
    ("cap", "most", "fault"),
    [
        ("FILES", 2, "over 1 files"),
        ("FILE", max(map(len, FILES.values())), r"money/2\.txt: over 14 bytes"),
        ("TEXT_OF_FILES", sum(map(len, FILES.values())), "over 28 bytes of text"),
    ],
)
def test_each_cap_may_be_reached(monkeypatch, cap, most, fault):
    monkeypatch.setattr(limits, cap, most)
    assert read(zipped(FILES)).n_documents == 2
    monkeypatch.setattr(limits, cap, most - 1)
    with pytest.raises(InputError, match=fault):
        read(zipped({**FILES, "money/2.txt": FILES["money/2.txt"] + b" "}))


def test_a_size_that_the_directory_promises_costs_no_memory(peak_bytes):
    content = bytearray(zipped({"a.txt": b"tea"}))
    place = content.index(b"PK\x01\x02") + 24
    content[place : place + 4] = struct.pack("<I", 2**32 - 2)
    assert read(bytes(content)).words == ("tea",)
    assert peak_bytes(lambda: read_zip(Upload("x", bytes(content)))) < 1_000_000
