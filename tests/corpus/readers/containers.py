"""Made articles in every container in which people bring a collection."""

import io
import zipfile
from collections.abc import Callable, Iterator
from datetime import date
from html import escape
from itertools import chain
from typing import NamedTuple

import docx
import numpy as np

from tests.made_files import zipped

SUBJECTS = {
    "en": (
        "the garden",
        ["harbour", "bread", "train", "rain", "river", "paper", "glass"],
    ),
    "de": (
        "den Garten",
        ["Häuser", "Brücke", "Zug", "Regen", "Fluß", "Öl", "Straße", "Käse"],
    ),
    "fr": (
        "l'été",
        ["rivière", "théâtre", "pain", "forêt", "école", "œuvre", "fenêtre"],
    ),
}


class Article(NamedTuple):
    title: str
    day: date
    section: str
    paragraphs: tuple[str, ...]


def made_articles(seed: int, n: int, language: str = "en") -> list[Article]:
    """Return articles of different texts, titles and days."""
    rng = np.random.default_rng(seed)
    about, words = SUBJECTS[language]

    def paragraph() -> str:
        drawn = rng.integers(len(words), size=(rng.integers(3, 6), 9))
        sentences = (" ".join(words[word] for word in row) for row in drawn)
        return " ".join(f"{each.capitalize()}." for each in sentences)

    return [
        Article(
            f"Report {number} on {about}",
            date(2001 + number % 20, 1 + number % 12, 1 + number % 28),
            ("Local", "Economy")[number % 2],
            tuple(paragraph() for _ in range(rng.integers(1, 4))),
        )
        for number in range(1, n + 1)
    ]


def _long(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def nexis_blocks(articles: list[Article]) -> list[str]:
    """Return the lines of Nexis' export today: a list of articles, then each."""
    cover = [
        "User Name: A READER",
        "Date and Time: Monday, May 5, 2025 9:00:00 AM",
        f"Documents ({len(articles)})",
    ]
    for number, article in enumerate(articles, start=1):
        cover += [f"{number}. {article.title}", "Client/Matter: -None-"]
        cover += ["Search Terms: report", "Narrowed by:", "Content Type: News"]
    return [*cover, *chain.from_iterable(map(_nexis_article, articles))]


def _nexis_article(article: Article) -> list[str]:
    head = [article.title, "The Gazette", f"{_long(article.day)} Monday"]
    head += ["Copyright 2021 The Gazette All Rights Reserved"]
    head += [f"Section:\xa0{article.section}; Pg. A01", "Length:\xa0120 words"]
    head += ["Byline: Ada Brook", "Body", *article.paragraphs]
    return [*head, f"Load-Date: {_long(article.day)}", "End of Document"]


def word(articles: list[Article]) -> bytes:
    document, file = docx.Document(), io.BytesIO()
    for block in nexis_blocks(articles):
        document.add_paragraph(block)
    document.save(file)
    return file.getvalue()


def word_without_list(articles: list[Article]) -> bytes:
    """Return the same without the list before, and the edition of some articles."""
    document, file = docx.Document(), io.BytesIO()
    for number, article in enumerate(articles):
        blocks = _nexis_article(article)
        blocks[3:3] = ["Late Edition - Final"] * (number % 2 == 0)
        for block in blocks:
            document.add_paragraph(block)
    document.save(file)
    return file.getvalue()


def table_in_word(articles: list[Article]) -> bytes:
    document, file = docx.Document(), io.BytesIO()
    document.add_heading("All reports", 1)
    table = document.add_table(rows=0, cols=3)
    rows = ((it.title, f"{it.day}", "\n".join(it.paragraphs)) for it in articles)
    for row in (("Title", "Date", "Text"), *rows):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    document.save(file)
    return file.getvalue()


def rtf(articles: list[Article]) -> bytes:
    lines = (
        "".join(sign if sign.isascii() else f"\\u{ord(sign)}?" for sign in block)
        for block in nexis_blocks(articles)
    )
    return ("{\\rtf1\\ansi " + "\\par\n".join(lines) + "\\par}").encode()


def nexis_pages(articles: list[Article]) -> bytes:
    """Return Nexis' export as it was: numbered, wrapped lines."""
    parts = [
        f"\n\n{number} of {len(articles)} DOCUMENTS\n\n\n   The Gazette\n\n"
        f"   {_long(article.day)} Monday\n\n{article.title}\n\nBYLINE: Ada Brook\n\n"
        f"SECTION: {article.section}; Pg. 3\n\nLENGTH: 120 words\n\n"
        + "\n\n".join(article.paragraphs)
        + "\n\nLOAD-DATE: May 5, 2025\n"
        for number, article in enumerate(articles, start=1)
    ]
    return "".join(parts).encode()


def factiva_page(articles: list[Article]) -> bytes:
    """Return a page of articles, each a block of one class."""
    parts = [
        f'<div class="article deArticle"><div>{article.section}</div>'
        f'<div id="hd"><span class="deHeadline">{escape(article.title)}</span></div>'
        f"<div>Ada Brook</div><div>120 words</div><div>{article.day:%-d %B %Y}</div>"
        "<div>The Gazette</div><div>GAZ</div><div>English</div><div>© 2021 Press</div>"
        + "".join(f"<p>{escape(each)}</p>" for each in article.paragraphs)
        + f"<p>Document GAZ00000{number:08}</p></div>"
        for number, article in enumerate(articles)
    ]
    head = (
        '<!DOCTYPE html><html><head><meta charset="utf-8"></head><body><p>Factiva</p>'
    )
    return (head + "".join(parts) + "<p>Search Summary</p></body></html>").encode()


def blog_page(articles: list[Article]) -> bytes:
    parts = [
        f"<article><h2>{escape(article.title)}</h2>"
        f'<time datetime="{article.day}">some day</time>'
        + "".join(f"<p>{escape(each)}" for each in article.paragraphs)
        + "</article>"
        for article in articles
    ]
    return ("<html><body><nav>Home</nav>" + "".join(parts) + "</body></html>").encode()


def factiva_codes(articles: list[Article]) -> bytes:
    """Return a report whose lines begin with codes."""
    parts = [
        f"SE\n{article.section}\nHD\n{article.title}\nWC\n120 words\n"
        f"PD\n{article.day:%-d %B %Y}\nSN\nThe Gazette\nTD\n"
        + "\n\n".join(article.paragraphs)
        + f"\n\nAN\nDocument GAZ0000020{number:07}\n"
        for number, article in enumerate(articles)
    ]
    return "\n".join(parts).encode()


def factiva_table(articles: list[Article]) -> bytes:
    """Return a page of articles, each a table of codes and what they mean."""

    def rows(number: int, article: Article) -> Iterator[tuple[str, str]]:
        yield "SE", article.section
        yield "HD", f'<span class="enHeadline">{escape(article.title)}</span>'
        yield "WC", "120 words"
        yield "PD", f"{article.day:%-d %B %Y}"
        yield "SN", "The Gazette"
        yield "CY", "© 2021 Press"
        yield "LP", f"<p>{escape(article.paragraphs[0])}</p>"
        yield "TD", "".join(f"<p>{escape(each)}</p>" for each in article.paragraphs[1:])
        yield "AN", f"Document GAZ0000020210{number:03}eh31006p1"

    parts = [
        '<div class="article enArticle"><p><table>'
        + "".join(
            f'<tr class="enArticle"><td><b>{code}</b>&nbsp;</td><td>{it}</td></tr>'
            for code, it in rows(number, article)
        )
        + "</table></p></div>"
        for number, article in enumerate(articles)
    ]
    return f"<html><body>{''.join(parts)}</body></html>".encode()


def factiva_lines(articles: list[Article]) -> bytes:
    """Return articles whose heads are lines, and their texts paragraphs."""
    parts = [
        f"{article.section}\n{article.title}\nAda Brook\n120 words\n"
        f"{article.day:%-d %B %Y}\nThe Gazette\nGAZ\nEnglish\n© 2021 Press\n\n"
        + "\n\n".join(article.paragraphs)
        + f"\n\nDocument GAZ0000020210{number:03}eh31006p1\n\n\n"
        for number, article in enumerate(articles)
    ]
    return "".join(parts).encode()


def proquest(articles: list[Article]) -> bytes:
    rule = "_" * 60
    contents = "\n\n".join(f"{i}. {it.title}" for i, it in enumerate(articles, 1))
    parts = [
        f"Document {number} of {len(articles)}\n\n{article.title}\n\n"
        f"Author: Brook, Ada\n\nPublication info: The Gazette [Town]\n\n"
        "ProQuest document link\n\nFull text: "
        + "\n\n".join(article.paragraphs)
        + f"\n\nSubject: Gardens\n\nTitle: {article.title}\n\nPages: A.1\n\n"
        f"Publication date: {_long(article.day)}\n\nSection: {article.section}\n\n"
        f"ISSN: 12345678\n\nDatabase: ProQuest Central\n\n{rule}\n\n"
        for number, article in enumerate(articles, start=1)
    ]
    head = f"{rule}\n\nReport Information from ProQuest\n\n{rule}\n\n"
    contact = "Contact ProQuest\n\nCopyright © 2021 ProQuest LLC.\n"
    contents = f"Table of contents\n\n{contents}\n\n{rule}\n\n"
    return "".join([head, contents, *parts, contact]).encode()


def pubmed(articles: list[Article]) -> bytes:
    parts = [
        f"{number}. The Gazette. {article.day:%Y %b} {article.day.day};12(3):45-50. "
        f"doi: \n10.1/x{number}.\n\n{article.title}\n\nBrook A(1), Hill B.\n\n"
        "Author information: \n(1)Department of Rain, Town.\n\n"
        + "\n".join(article.paragraphs)
        + f"\n\n© 2021 Press.\n\nDOI: 10.1/x{number}\nPMID: 331234{number:02}\n\n\n"
        for number, article in enumerate(articles, start=1)
    ]
    return "".join(parts).encode()


def table_of_page(articles: list[Article]) -> bytes:
    names = ("Title", "Date", "Section", "Text")
    rows = [
        f"<tr><td>{escape(article.title)}</td><td>{article.day}</td>"
        f"<td>{article.section}</td><td><p>"
        + "</p><p>".join(map(escape, article.paragraphs))
        + "</p></td></tr>"
        for article in articles
    ]
    head = "".join(f"<th>{name}</th>" for name in names)
    table = f"<table><thead><tr>{head}</tr></thead>{''.join(rows)}</table>"
    return f"<!DOCTYPE html><html><body><h1>All</h1>{table}</body></html>".encode()


def keys_and_values(articles: list[Article]) -> bytes:
    parts = [
        f"Title: {article.title}\nDate: {article.day}\nSection: {article.section}\n\n"
        + "\n\n".join(article.paragraphs)
        for article in articles
    ]
    return "\n\n\n".join(parts).encode()


def tags_and_values(articles: list[Article]) -> bytes:
    """Return records with a number, and with a line for each author."""
    parts = [
        f"Record #{number} of {len(articles)}\nID: {number}\nAU: Brook A\nAU: Hill B\n"
        f"TI: {article.title}\nDA: {article.day}\nSE: {article.section}\n"
        f"AB: {' '.join(article.paragraphs)}"
        for number, article in enumerate(articles, start=1)
    ]
    return "\n\n\n".join(parts).encode()


def front_matter(articles: list[Article]) -> bytes:
    """Return Markdown files one after another, with their front matter."""
    parts = [
        f'---\ntitle: "{article.title}"\ndate: {article.day}\n'
        f"section: {article.section}\n---\n\n" + "\n\n".join(article.paragraphs)
        for article in articles
    ]
    return "\n\n".join(parts).encode()


def markdown_files(articles: list[Article]) -> bytes:
    return zipped({f"{i}.md": front_matter([it]) for i, it in enumerate(articles, 100)})


def posts(articles: list[Article]) -> bytes:
    """Return texts in attributes, as Stack Exchange keeps them."""
    rows = [
        f'<row Id="{i}" CreationDate="{article.day}T12:00:00.000" Title="'
        f'{escape(article.title)}" Tags="&lt;{article.section}&gt;" Body="'
        + escape("".join(f"<p>{each}</p>\n" for each in article.paragraphs))
        + '"/>'
        for i, article in enumerate(articles)
    ]
    prolog = '\ufeff<?xml version="1.0" encoding="utf-8"?>\n<posts>\n'
    return (prolog + "\n".join(rows) + "\n</posts>").encode()


def rss(articles: list[Article]) -> bytes:
    items = [
        f"<item><title>{escape(article.title)}</title><link>http://x.org/1</link>"
        f"<category>{article.section}</category><pubDate>"
        f"{article.day:%a, %d %b %Y} 09:00:00 GMT</pubDate><description><![CDATA["
        + "".join(f"<p>{each}</p>" for each in article.paragraphs)
        + "]]></description></item>"
        for article in articles
    ]
    channel = '<rss version="2.0"><channel><title>Feed</title><link>http://x.org</link>'
    return (channel + "".join(items) + "</channel></rss>").encode()


def atom(articles: list[Article]) -> bytes:
    items = [
        f'<entry><title type="html">{escape(article.title)}</title>'
        f'<link href="http://x.org"/><updated>{article.day}T09:00:00Z</updated>'
        '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">'
        + "".join(f"<p>{escape(each)}</p>" for each in article.paragraphs)
        + "</div></content></entry>"
        for article in articles
    ]
    feed = '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>x</id>'
    return (feed + "".join(items) + "</feed>").encode()


def tei_corpus(articles: list[Article]) -> bytes:
    parts = [
        "<TEI><teiHeader><fileDesc><titleStmt><title>"
        f"{escape(article.title)}</title></titleStmt><sourceDesc><bibl>"
        f'<date when="{article.day}"/></bibl></sourceDesc></fileDesc></teiHeader>'
        "<text><body>"
        + "".join(f"<p>{escape(each)}</p>" for each in article.paragraphs)
        + "</body></text></TEI>"
        for article in articles
    ]
    name = '<teiCorpus xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/>'
    return (name + "".join(parts) + "</teiCorpus>").encode()


def mailbox(articles: list[Article]) -> bytes:
    parts = [
        f"From a@b.org {article.day:%a %b %d} 09:00:00 {article.day.year}\n"
        "From: Ada <a@b.org>\nContent-Type: text/plain; charset=utf-8\n"
        f"Date: {article.day:%a, %d %b %Y} 09:00:00 +0000\nSubject: {article.title}\n\n"
        + "\n\n".join(article.paragraphs)
        + "\n\n"
        for article in articles
    ]
    return "".join(parts).encode()


def commits(articles: list[Article]) -> bytes:
    """Return a log with two marks a record, one of which is when."""
    parts = [
        f"{article.title}\nAuthor: Ada Brook <a@b.org>\n"
        f"Date:   {article.day:%a %b} {article.day.day} 09:00:00 {article.day.year} "
        "+0100\n\n    " + "\n\n    ".join(article.paragraphs)
        for article in articles
    ]
    return "\n\n".join(parts).encode()


def diary(articles: list[Article]) -> bytes:
    """Return entries, each beneath a title and a day."""
    parts = [
        f"{article.title}\n{article.day:%A}, {_long(article.day)}\n\n"
        + "\n\n".join(article.paragraphs)
        for article in articles
    ]
    return "\n\n".join(parts).encode()


NAMES = ("id", "title", "posted", "body")


def _cells(articles: list[Article]) -> list[tuple[str, str, str, str]]:
    return [
        (str(i), it.title, str(it.day), "\n".join(it.paragraphs))
        for i, it in enumerate(articles, 1)
    ]


def _quoted(cells: tuple[str, ...]) -> str:
    escaped = (cell.replace("'", "''").replace("\n", "\\n") for cell in cells)
    return "(" + ",".join(f"'{cell}'" for cell in escaped) + ")"


# As press archives export them.
PRESS = (
    *("word", "rtf", "nexis_pages", "factiva_page", "factiva_codes", "factiva_table"),
    *("factiva_lines", "proquest", "word_without_list"),
)
CONTAINERS: dict[str, Callable[[list[Article]], bytes]] = {
    each.__name__: each
    for each in (
        *(word, rtf, nexis_pages, factiva_page, blog_page, factiva_codes),
        *(factiva_table, factiva_lines, proquest, pubmed, table_of_page),
        *(tags_and_values, commits, diary, word_without_list, table_in_word),
        *(keys_and_values, front_matter, markdown_files, posts, rss, atom),
        *(tei_corpus, mailbox),
    )
}


# Without dates: books of chapters.
def _chapter(number: int, article: Article) -> str:
    return f"CHAPTER {number}. {article.title}"


def novel(articles: list[Article]) -> bytes:
    """Return a plain text of Project Gutenberg, its lines wrapped."""
    contents = "\n".join(_chapter(i, it) for i, it in enumerate(articles, 1))
    parts = [
        f"{_chapter(i, article)}\n\n" + "\n\n".join(_long_enough(article))
        for i, article in enumerate(articles, 1)
    ]
    licence = "The Project Gutenberg License: donations, refund, warranty. " * 40
    return (
        "The Project Gutenberg eBook of Reports\n\n"
        "*** START OF THE PROJECT GUTENBERG EBOOK REPORTS ***\n\nREPORTS\n\n"
        f"CONTENTS\n\n{contents}\n\n\n" + "\n\n\n".join(parts) + "\n\n"
        f"*** END OF THE PROJECT GUTENBERG EBOOK REPORTS ***\n\n{licence}"
    ).encode()


def _long_enough(article: Article) -> list[str]:
    return [*article.paragraphs] * 3


def epub(articles: list[Article]) -> bytes:
    files = {"cover": "<h1>Reports</h1><p>A book</p>"}
    contents = (f"<p>{escape(_chapter(i, it))}</p>" for i, it in enumerate(articles, 1))
    files["toc"] = f"<h2>Contents</h2>{''.join(contents)}"
    for i, article in enumerate(articles, 1):
        paragraphs = "".join(f"<p>{escape(it)}</p>" for it in _long_enough(article))
        files[f"c{i}"] = f"<h2>{escape(_chapter(i, article))}</h2>{paragraphs}"
    files["end"] = "<h2>The Full License</h2>" + "<p>Donations and warranty.</p>" * 60
    return _packed_epub(files)


def epub_without_headings(articles: list[Article]) -> bytes:
    """Return a book that names its chapters, of two files each, in its contents."""
    files = {"rights": "<p>Copyright: all rights reserved.</p>"}
    listed = [("Copyright", "rights")]
    for i, article in enumerate(articles, 1):
        first, *others = (f"<p>{escape(it)}</p>" for it in _long_enough(article))
        files |= {f"c{i}a": first, f"c{i}b": "".join(others)}
        listed.append((escape(_chapter(i, article)), f"c{i}a"))
    entries = [
        f"<navPoint><navLabel><text>{title}</text></navLabel>"
        f'<content src="{file}.xhtml"/></navPoint>'
        for title, file in listed
    ]
    return _packed_epub(files, f"<ncx><navMap>{''.join(entries)}</navMap></ncx>")


def epub_in_one_file(articles: list[Article]) -> bytes:
    """Return a book whose contents link to anchors in its one file."""
    chapters = (
        f'<p class="x" id="c{i}">'
        + "</p><p>".join(map(escape, _long_enough(it)))
        + "</p>"
        for i, it in enumerate(articles, 1)
    )
    links = (
        f'<li><a href="book.xhtml#c{i}">{escape(_chapter(i, it))}</a></li>'
        for i, it in enumerate(articles, 1)
    )
    title = "<p>Reports</p>"
    return _packed_epub(
        {"book": title + "".join(chapters)},
        f"<html><body><nav><ol>{''.join(links)}</ol></nav></body></html>",
    )


def _packed_epub(files: dict[str, str], contents: str = "") -> bytes:
    """Return files of a book in their order, and how it lists its contents."""
    items = "".join(f'<item id="{it}" href="{it}.xhtml"/>' for it in files)
    kind = 'properties="nav"'
    if contents.startswith("<ncx"):
        kind = 'media-type="application/x-dtbncx+xml"'
    items += f'<item id="contents" href="c.xml" {kind}/>' * bool(contents)
    spine = "".join(f'<itemref idref="{it}"/>' for it in files)
    html = '<html xmlns="http://www.w3.org/1999/xhtml"><body>{}</body></html>'
    place = b'<container><rootfile full-path="o/p.opf"/></container>'
    return zipped(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": place,
            "o/p.opf": f"<package><manifest>{items}</manifest><spine>{spine}</spine>"
            "</package>".encode(),
            "o/c.xml": contents.encode(),
            **{
                f"o/{name}.xhtml": html.format(it).encode()
                for name, it in files.items()
            },
        },
        zipfile.ZIP_STORED,
    )


def headings_in_word(articles: list[Article]) -> bytes:
    document, file = docx.Document(), io.BytesIO()
    document.add_heading("Reports", 0)
    for i, article in enumerate(articles, 1):
        document.add_heading(_chapter(i, article), 1)
        for paragraph in _long_enough(article):
            document.add_paragraph(paragraph)
    document.save(file)
    return file.getvalue()


BOOKS: dict[str, Callable[[list[Article]], bytes]] = {
    each.__name__: each
    for each in (
        *(novel, epub, epub_without_headings, epub_in_one_file, headings_in_word),
    )
}
