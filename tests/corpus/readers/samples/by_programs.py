"""Files that programs wrote, through the libraries that write as these programs do."""

import mailbox
import tempfile
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import bibtexparser
import docx
import numpy as np
import openpyxl
import pandas as pd
import rispy
import webvtt
import xlwt
from odf import style, text
from odf.opendocument import OpenDocumentText
from scipy import io as scipy_io
from scipy import sparse

from tests.corpus.readers.samples.sample import Sample, paragraphs, sentences
from tests.made_files import saved, zipped

TEXTS = paragraphs(20, 500)
TITLES = [it.rstrip(".") for it in sentences(20, 5900)]
DAYS = [f"2021-03-{i + 1:02}" for i in range(20)]
WARDS = ["North", "South"] * 10
FRAME = pd.DataFrame(
    {
        "title": TITLES,
        "date": pd.to_datetime(DAYS),
        "ward": WARDS,
        "text": TEXTS,
        "score": [i / 2 for i in range(20)],
    }
)
TABLE = {"documents": TEXTS, "titles": TITLES, "dates": DAYS, "group": WARDS}
HEADS = ("Of bread", "Of boats", "Of clocks", "Of storms")
CHAPTERS = [
    f"{head}\n" + "\n".join(TEXTS[3 * i : 3 * i + 3]) for i, head in enumerate(HEADS)
]
TALLY = np.random.default_rng(0).poisson(0.4, (30, 12))
VOCABULARY = [f"word{letter}" for letter in "abcdefghijkl"]


def by_path(write: Callable[[Path], object]) -> bytes:
    """Return what a function writes that takes nothing but a path."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        write(path)
        return path.read_bytes()


def excel() -> bytes:
    """Return a workbook as people leave it: a second sheet, a date, an empty row."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Answers"
    for row in [list(FRAME), *FRAME.itertuples(index=False)]:
        sheet.append(list(row))
    book.create_sheet("Notes")["A1"] = "Collected by hand"
    return saved(lambda file: book.save(file))


def old_excel() -> bytes:
    book = xlwt.Workbook()
    sheet = book.add_sheet("Answers")
    day = xlwt.easyxf(num_format_str="DD/MM/YYYY")
    for column, name in enumerate(FRAME):
        sheet.write(0, column, name)
        for row, cell in enumerate(FRAME[name], 1):
            if name == "date":
                sheet.write(row, column, cell.to_pydatetime(), day)
            else:
                sheet.write(row, column, cell)
    return saved(lambda file: book.save(file))


def word() -> bytes:
    document = docx.Document()
    document.add_heading("A small book", 0)
    for i, head in enumerate(HEADS):
        document.add_heading(head, 1)
        for it in TEXTS[3 * i : 3 * i + 3]:
            document.add_paragraph(it)
    return saved(lambda file: document.save(file))


def open_document() -> bytes:
    document = OpenDocumentText()
    heading = style.Style(name="Heading 1", family="paragraph")
    document.styles.addElement(heading)
    for i, head in enumerate(HEADS):
        document.text.addElement(text.H(outlinelevel=1, stylename=heading, text=head))
        for it in TEXTS[3 * i : 3 * i + 3]:
            document.text.addElement(text.P(text=it))
    return saved(lambda file: document.write(file))


def rich_text() -> bytes:
    """Return what a word processor saves as RTF, in the few words that matter."""
    head = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times New Roman;}}\f0\fs24 "
    return (head + "\n".join(f"{it}\\par" for it in TEXTS) + "}").encode("cp1252")


def book() -> bytes:
    """Return an EPUB 2 as e-book programs write it: contents, spine and chapters."""
    page = (
        '<?xml version="1.0" encoding="utf-8"?>\n<html '
        'xmlns="http://www.w3.org/1999/xhtml"><head><title>{}</title></head>'
        "<body>{}</body></html>"
    )
    chapters = {
        f"OEBPS/c{i}.xhtml": page.format(
            head,
            f"<h1>{head}</h1>"
            + "".join(f"<p>{it}</p>" for it in TEXTS[3 * i : 3 * i + 3]),
        ).encode()
        for i, head in enumerate(HEADS)
    }
    names = [name.removeprefix("OEBPS/") for name in chapters]
    items = "".join(
        f'<item id="c{i}" href="{name}" media-type="application/xhtml+xml"/>'
        for i, name in enumerate(names)
    )
    spine = "".join(f'<itemref idref="c{i}"/>' for i in range(len(names)))
    return zipped(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": (
                b'<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:'
                b'tc:opendocument:xmlns:container"><rootfiles><rootfile full-path='
                b'"OEBPS/content.opf" media-type="application/oebps-package+xml"/>'
                b"</rootfiles></container>"
            ),
            "OEBPS/content.opf": (
                '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" '
                'version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
                f"<dc:title>A small book</dc:title></metadata><manifest>{items}"
                f"</manifest><spine>{spine}</spine></package>"
            ).encode(),
            **chapters,
        }
    )


def ris() -> bytes:
    entries = [
        {
            "type_of_reference": "JOUR",
            "title": TITLES[i],
            "abstract": TEXTS[i],
            "year": "2021",
            "journal_name": f"{WARDS[i]} Journal",
            "authors": ["Hill, Ann"],
        }
        for i in range(20)
    ]
    return rispy.dumps(entries).encode()


def bibtex() -> bytes:
    entries = [
        bibtexparser.model.Entry(
            "article",
            f"hill{i}",
            [
                bibtexparser.model.Field("title", TITLES[i]),
                bibtexparser.model.Field("abstract", TEXTS[i]),
                bibtexparser.model.Field("year", "2021"),
                bibtexparser.model.Field("journal", f"{WARDS[i]} Journal"),
            ],
        )
        for i in range(20)
    ]
    return bibtexparser.write_string(bibtexparser.Library(entries)).encode()


def mail() -> bytes:
    def write(path: Path) -> None:
        box = mailbox.mbox(path)
        for i in range(20):
            message = EmailMessage()
            message["From"] = f"{WARDS[i]} <{WARDS[i].lower()}@town.example>"
            message["Subject"] = TITLES[i]
            message["Date"] = f"{i + 1} Mar 2021 10:00:00 +0000"
            message.set_content(TEXTS[i])
            box.add(message)
        box.close()

    return by_path(write)


def captions() -> bytes:
    track = webvtt.WebVTT()
    for i, it in enumerate(SPOKEN):
        times = (f"00:{i:02}:00.000", f"00:{i:02}:04.000")
        track.captions.append(webvtt.Caption(*times, it))
    return saved(lambda file: file.write(track.content.encode()))


SPOKEN = sentences(20, 6100)
SUBTITLES = "\n".join(
    f"{i + 1}\n00:{i:02}:00,000 --> 00:{i:02}:04,000\n{it}\n"
    for i, it in enumerate(SPOKEN)
).encode()


BY_PROGRAMS = (
    Sample("answers.xlsx", excel(), **TABLE),
    Sample("answers.xls", old_excel(), **TABLE),
    Sample(
        "answers.ods",
        saved(lambda file: FRAME.to_excel(file, engine="odf", index=False)),
        **TABLE,
    ),
    Sample("answers.parquet", saved(FRAME.to_parquet), **TABLE),
    Sample("answers.feather", saved(FRAME.to_feather), **TABLE),
    Sample("answers.dta", saved(FRAME.to_stata, version=118), **TABLE),
    Sample("indexed by pandas.csv", saved(FRAME.to_csv), **TABLE),
    Sample(
        "unindexed.csv.gz",
        by_path(lambda it: FRAME.to_csv(it, index=False, compression="gzip")),
        **TABLE,
    ),
    Sample(
        "as R writes.csv",
        saved(FRAME.set_index(pd.Index(range(1, 21), name="")).to_csv, quoting=2),
        **TABLE,
    ),
    Sample(
        "Unicode text of Excel.txt",
        saved(
            FRAME.to_csv,
            sep="\t",
            index=False,
            encoding="utf-16",
            lineterminator="\r\n",
        ),
        **TABLE,
    ),
    Sample(
        "semicolons of Excel.csv",
        saved(
            FRAME.to_csv,
            sep=";",
            decimal=",",
            index=False,
            encoding="cp1252",
            lineterminator="\r\n",
        ),
        **TABLE,
    ),
    Sample(
        "records.json",
        saved(FRAME.to_json, orient="records", date_format="iso"),
        **TABLE,
    ),
    Sample(
        "lines.jsonl",
        saved(FRAME.to_json, orient="records", lines=True, date_format="iso"),
        **TABLE,
    ),
    Sample("columns.json", saved(FRAME.to_json, date_format="iso"), **TABLE),
    Sample("frame.xml", saved(FRAME.to_xml), **TABLE),
    Sample(
        "book.docx", word(), CHAPTERS, besides="a small book", choice="split=headings"
    ),
    Sample("book.odt", open_document(), CHAPTERS, choice="split=headings"),
    Sample("book.epub", book(), CHAPTERS, choice="split=headings"),
    Sample("letter.rtf", rich_text(), TEXTS, choice="split=paragraphs"),
    Sample("library.ris", ris(), TEXTS, titles=TITLES, dates=["2021"] * 20),
    Sample("library.bib", bibtex(), TEXTS, titles=TITLES, dates=["2021"] * 20),
    Sample("inbox.mbox", mail(), TEXTS, titles=TITLES, dates=DAYS),
    Sample("talk.vtt", captions(), at_most=20, text=" ".join(SPOKEN)),
    Sample("talk.srt", SUBTITLES, at_most=20, text=" ".join(SPOKEN)),
    Sample(
        "document-term matrix.csv",
        saved(pd.DataFrame(TALLY, columns=VOCABULARY).to_csv),
        numbers=(30, VOCABULARY),
    ),
    Sample(
        "measures.csv",
        saved(pd.DataFrame(TALLY / 7 - 1, columns=VOCABULARY).to_csv, index=False),
        numbers=(30, VOCABULARY),
    ),
    Sample(
        "counts.npz", saved(sparse.save_npz, sparse.csr_array(TALLY)), numbers=(30, ())
    ),
    Sample("counts.npy", saved(np.save, TALLY), numbers=(30, ())),
    Sample(
        "counts.mtx", saved(scipy_io.mmwrite, sparse.coo_array(TALLY)), numbers=(30, ())
    ),
)
