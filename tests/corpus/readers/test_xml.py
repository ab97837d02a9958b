"""XML: what is a text in it, whatever its vocabulary and its encoding."""

import pytest

from tests.corpus.readers.test_exports import read
from tests.made_files import zipped

pytestmark = pytest.mark.usefixtures("at_hand")
WORDS = ("the", "old", "river", "was", "wide")
LETTER = "<p>The river and the forest were old in the town.</p>"


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16"])
@pytest.mark.parametrize(
    "around", ["<items>{}</items>", "<TEI><text><body>{}</body></text></TEI>"]
)
def test_letters_are_right_in_any_encoding_whatever_is_declared(encoding, around):
    said = "La rivière et la forêt où les élèves étaient allés, {}"
    parts = "".join(f"<item><p>{said.format(i)}</p></item>" for i in range(30))
    declared = f'<?xml version="1.0" encoding="{encoding}"?>\n'
    texts = read((declared + around.format(parts)).encode(encoding)).texts
    found = "\n".join(texts).split("\n")
    assert [it for it in found if it] == [said.format(i) for i in range(30)]


@pytest.mark.parametrize(
    ("declared", "encoding", "letters"),
    [
        *(("ISO-8859-1", "latin-1", "é"), ("latin-1", "cp1252", "\u2019é")),
        *(("windows-1251", "cp1251", "ж"), ("x-unknown", "utf-8", "é")),
    ],
)
@pytest.mark.parametrize("is_zipped", [False, True])
def test_an_encoding_that_is_declared_is_used_without_a_doubt(
    declared, encoding, letters, is_zipped
):
    sections = f"<sec><title>Caf{letters}</title><p>zq{letters}x qj</p></sec>" * 3
    file = (
        f'<?xml version="1.0" encoding="{declared}"?>\n'
        f"<article><body>{sections}</body></article>"
    ).encode(encoding)
    texts = read(zipped({f"{i}.xml": file for i in range(3)}) if is_zipped else file)
    assert all(f"zq{letters}x" in text for text in texts.texts)
    assert not any("choose its encoding" in it for it in texts.warnings)


def test_chapters_of_a_book_that_have_notes_are_no_list_of_notes():
    said = f"<para>{' '.join(WORDS)}</para>" * 9
    chapters = f"<chapter><title>Rain</title>{said}<note>{said}</note></chapter>" * 4
    texts = read(f"<book><title>A book</title>{chapters}</book>".encode())
    assert texts.titles == ("Rain",) * 4
    assert not any("records" in warning for warning in texts.warnings)


def test_named_letters_and_a_sign_alone_are_as_a_browser_shows_them():
    items = f"<item>J&uuml;rgen of AT&T &amp; &lt;sons&gt;&#2; {'x ' * 30}</item>" * 5
    (first, *_) = read(f"<items>{items}</items>".encode()).texts
    assert first.startswith("Jürgen of AT&T & <sons>")


def test_elements_without_text_between_them_are_words_apart():
    apart = "".join(f'<w pos="x">{word}</w>' for word in WORDS)
    notice = "<note><TITLE>Rain</TITLE>It rains.</note>"
    assert read(notice.encode()).texts == ("Rain\n\nIt rains.",)
    inline = "<hi>w</hi><hi>ords</hi>"
    tei = f"<TEI><text><body><p><s>{apart}</s></p><p>{inline}</p></body></text></TEI>"
    assert read(tei.encode()).texts == (f"{' '.join(WORDS)}\n\nwords",)
    note = "<note><to>Ann</to><from>Bob</from></note>"
    assert read(note.encode()).texts == ("Ann Bob",)


@pytest.mark.parametrize("line", ["<s>{}</s>", "<p>{}</p>", "<div>{}</div>"])
def test_marked_lines_are_no_xml(line):
    lines = [line.format(f"the river {i} was old") for i in range(9)]
    assert read("\n".join(lines).encode()).texts == tuple(lines)


def test_of_words_with_a_line_each_the_first_column_is_read():
    lines = "".join(
        f"{word}\tX\tlemma\n" for word in ["the", "old", "river", "was", "wide"]
    )
    texts = read(f'<doc id="1">\n<s>\n{lines}</s>\n</doc>\n'.encode() * 4).texts
    assert texts == (" ".join(WORDS),) * 4


def test_a_text_without_the_parts_of_the_others_is_a_text_of_the_same_column():
    said = [f"{' '.join(WORDS)} {i}" for i in range(9)]
    whole = [f"<item><text>{it}</text></item>" for it in said[:3]]
    parts = [
        f"<item><text><title>{it[-1]}</title><body>{it}</body></text></item>"
        for it in said[3:]
    ]
    texts = read(f"<items>{''.join(whole + parts)}</items>".encode()).texts
    assert texts == tuple(said)


def test_elements_that_nothing_ends_are_fields_of_their_records():
    topics = "\n".join(
        f"<top>\n<num> Number: {i}\n<title> Rain {i}\n"
        f"<narr> {' '.join(WORDS)} {i}\n</top>"
        for i in range(9)
    )
    texts = read(topics.encode())
    assert texts.titles == tuple(f"Rain {i}" for i in range(9))
    assert texts.texts == tuple(f"{' '.join(WORDS)} {i}" for i in range(9))


@pytest.mark.parametrize("is_zipped", [False, True])
def test_labels_of_a_record_that_is_alone_in_its_file_are_no_text(is_zipped):
    said = "\n\n".join([" ".join(WORDS) * 3] * 3)
    paragraphs = said.replace("\n\n", "</p><p>")
    record = (
        "<newsitem><itemid>17</itemid><title>Rain</title><date>2020-05-01</date>"
        f"<text><p>{paragraphs}</p></text><code>GCAT</code></newsitem>"
    ).encode()
    texts = read(zipped({f"{i}.xml": record for i in "ab"}) if is_zipped else record)
    assert {*texts.texts} == {said}
    assert {*texts.titles} == {"Rain"}
    assert {*texts.dates} == {"2020-05-01"}


def test_a_record_of_sgml_that_is_alone_in_its_file_has_its_signs():
    record = "<DOC>\n<DOCNO>7</DOCNO>\n<TEXT>\nCaf&eacute; & tea\n</TEXT>\n</DOC>\n"
    assert read(record.encode()).texts == ("Caf\u00e9 & tea",)


def test_letters_have_the_day_on_which_they_were_sent():
    letters = "".join(
        f"<TEI><teiHeader><publicationStmt><date when='2015'/></publicationStmt>"
        f"<correspDesc><correspAction type='sent'><date when='1860-05-0{i}'/>"
        f"</correspAction></correspDesc></teiHeader><text><body><opener><salute>Dear "
        f"Bob,</salute></opener>{LETTER}</body></text></TEI>"
        for i in range(1, 4)
    )
    texts = read(f"<teiCorpus>{letters}</teiCorpus>".encode())
    assert texts.dates == ("1860-05-01", "1860-05-02", "1860-05-03")
    assert texts.texts[0].startswith("Dear Bob,\n\nThe river")
    parts = "".join(
        f"<div><head>Letter {i}</head><dateline><date when='1860-05-0{i}'>May</date>"
        f"</dateline>{LETTER}</div>"
        for i in range(1, 4)
    )
    texts = read(f"<TEI><text><body>{parts}</body></text></TEI>".encode())
    assert texts.dates == ("1860-05-01", "1860-05-02", "1860-05-03")


@pytest.mark.parametrize(
    ("chapter", "verse"),
    [
        ('<CHAPTER cnumber="{}">{}</CHAPTER>', '<VERS vnumber="{}">{}</VERS>'),
        ('<chapter number="{}">{}</chapter>', '<verse number="{}">{}</verse>'),
        ('<sura index="1" name="{}">{}</sura>', '<aya index="{}" text="{}"/>'),
    ],
)
def test_scripture_is_its_chapters_and_not_its_verses(chapter, verse):
    verses = "".join(verse.format(i, f"And river {i} was good.") for i in range(1, 9))
    chapters = "".join(chapter.format(i, verses) for i in range(1, 6))
    texts = read(f'<x><BOOK bname="Genesis">{chapters}</BOOK></x>'.encode())
    assert texts.titles == tuple(f"Genesis {i}" for i in range(1, 6))
    assert texts.texts[0].split("\n\n")[7] == "And river 8 was good."


def test_scanned_pages_are_their_blocks_with_parted_words_whole():
    line = "<TextLine><String CONTENT='of'/><SP/><String CONTENT='the'/>{}</TextLine>"
    parted = line.format("<String CONTENT='har'/><HYP CONTENT='-'/>")
    whole = "<TextLine><String CONTENT='bour'/></TextLine>"
    block = f"<TextBlock>{parted}{whole}</TextBlock>"
    page = (
        f"<?xml version='1.0'?><alto><Layout><Page>{block * 2}</Page></Layout></alto>"
    )
    assert read(page.encode()).texts == ("of the harbour\n\nof the harbour",)


def test_of_segments_in_two_languages_one_is_read_and_the_other_is_said():
    pair = "<tu><tuv xml:lang='en'><seg>The river {0} is wide and old</seg></tuv><tuv "
    pair += "xml:lang='de'><seg>Der Fluss {0} ist breit und sehr alt</seg></tuv></tu>"
    units = "".join(map(pair.format, range(30)))
    texts = read(f"<tmx><body>{units}</body></tmx>".encode())
    assert texts.texts[3] in (
        "The river 3 is wide and old",
        "Der Fluss 3 ist breit und sehr alt",
    )
    assert any("look" in each and "tuv." in each for each in texts.warnings)


def test_an_outline_is_its_topics_with_all_that_is_below_them():
    topic = (
        "<outline text='Topic {0}'><outline text='tea {0} is drunk at five'><outline "
    )
    topic += "text='cups and cups' _note='in the harbour'/></outline></outline>"
    body = "".join(map(topic.format, range(5)))
    texts = read(f"<opml><head/><body>{body}</body></opml>".encode())
    assert texts.titles[2] == "Topic 2"
    assert texts.texts[2].split("\n\n") == [
        *("tea 2 is drunk at five", "cups and cups", "in the harbour")
    ]
