"""A file whose inside repeats is a collection, whatever contains it."""

import io
import time
from collections.abc import Sequence

import docx
import numpy as np
import pytest

from spca_core.corpus.options import Reading
from spca_core.corpus.readers.collections.books import without_licence
from spca_core.corpus.readers.collections.in_text import FINDERS, find_units
from spca_core.corpus.readers.collections.recordings import ways_of_recording
from spca_core.corpus.readers.collections.tagged import ways_of_tagged
from spca_core.corpus.readers.collections.xml_records import record_place
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.loading import read_texts
from spca_core.corpus.readers.look import look
from spca_core.corpus.texts.pieces import Splitting
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError
from tests.corpus.readers.containers import BOOKS, CONTAINERS, PRESS, made_articles
from tests.corpus.readers.test_office import word_document
from tests.corpus.readers.xml_files import XML_BOOKS, XML_COLLECTIONS
from tests.fuzz import in_one_test
from tests.made_files import with_text, zipped

pytestmark = pytest.mark.usefixtures("at_hand")
COLLECTIONS, ALL_BOOKS = {**CONTAINERS, **XML_COLLECTIONS}, {**BOOKS, **XML_BOOKS}


def read(content: bytes, name: str = "made", cut: str = "auto") -> Texts:
    reading = Reading(splitting=Splitting(split=cut))
    return with_text(read_texts(look(Upload(name, content), reading), reading))


@pytest.mark.parametrize("container", COLLECTIONS)
@pytest.mark.parametrize(("n", "language"), [(3, "en"), (12, "de"), (40, "fr")])
def test_n_made_articles_in_any_container_come_back_with_titles_and_dates(
    container: str, n: int, language: str
):
    articles = made_articles(n, n, language)
    texts = read(COLLECTIONS[container](articles))
    assert texts.titles == tuple(article.title for article in articles)
    assert [day[:10] for day in texts.dates] == [str(it.day) for it in articles]
    for text, article in zip(texts.texts, articles, strict=True):
        words = " ".join(article.paragraphs).split()
        assert text.split()[-len(words) :] == words
        assert len(text.split()) <= len(words) + 6


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("container", PRESS)
def test_even_one_article_of_a_press_archive_is_an_article(container: str, n: int):
    articles = made_articles(8, n)
    texts = read(CONTAINERS[container](articles))
    assert texts.titles == tuple(article.title for article in articles)
    assert texts.dates == tuple(str(article.day) for article in articles)
    for text, article in zip(texts.texts, articles, strict=True):
        assert text.split() == " ".join(article.paragraphs).split()


def test_an_essay_that_ends_as_an_article_does_is_not_taken_for_one():
    said = [it.paragraphs[0] for it in made_articles(4, 9)]
    essay = "\n\n".join(["An essay", "March 3, 2021", *said, "End of Document"])
    assert "articles" not in " ".join(read(essay.encode()).warnings)


@pytest.mark.parametrize("container", ALL_BOOKS)
@pytest.mark.parametrize(("n", "language"), [(3, "en"), (12, "de"), (30, "fr")])
def test_a_book_is_its_chapters_without_contents_and_licence(
    container: str, n: int, language: str
):
    articles = made_articles(n, n, language)
    texts = read(ALL_BOOKS[container](articles))
    assert texts.titles == tuple(
        f"CHAPTER {number}. {article.title}"
        for number, article in enumerate(articles, start=1)
    )
    for text, article in zip(texts.texts, articles, strict=True):
        assert text.split() == " ".join(article.paragraphs).split() * 3
    assert any("Left out" in each or "left out" in each for each in texts.warnings)


def test_headings_of_any_words_part_a_word_document_by_their_style():
    document, file = docx.Document(), io.BytesIO()
    for title in (titles := ("Of tea", "Of cups", "Of war")):
        document.add_heading(title, 1)
        document.add_paragraph("tea and cups of it " * 9)
    document.save(file)
    assert read(file.getvalue()).titles == titles


def test_what_was_found_is_said_and_another_way_can_be_chosen():
    content = CONTAINERS["word"](made_articles(0, 5))
    assert any("5 articles were found" in each for each in read(content).warnings)
    assert len(read(content, cut="whole").texts) == 1
    assert len(read(content, cut="paragraphs").texts) > 5
    with pytest.raises(InputError, match="no chapters were found"):
        read(content, cut="chapters")


def test_a_dialogue_is_its_speeches_by_their_speakers_and_a_list_of_notes_is_not():
    names = ("HILL", "Ada Brook", "Interviewer")
    said = [" ".join(it.paragraphs) for it in made_articles(7, 30)]
    turns = [f"{names[i % 3]}: {it}\n(APPLAUSE)" for i, it in enumerate(said)]
    for between in ("\n", "\n\n"):
        texts = read(between.join(turns).encode(), "debate")
        assert texts.groups["speaker"] == names * 10
        assert texts.texts == tuple(f"{it}\n(APPLAUSE)" for it in said)
        assert texts.titles[1] == "debate, speech 2"
    noted = [f"{('Note', 'Update')[i % 2]}: {it}" for i, it in enumerate(said)]
    notes = "\n".join([*noted, *said * 5])
    assert len(read(notes.encode()).texts) == len(said) * 6


@pytest.mark.parametrize(
    "turn",
    [
        "{name}:\n{it}",
        "[00:01:12] {name}\n{it}",
        "{name}  0:12\n{it}",
        "{name} [00:12]: {it}",
        "{upper}\n{it}",
        "{upper}.\n{it}",
        "{name} (United Nations) (spoke in one language; read in another): {it}",
    ],
)
def test_a_name_is_beside_what_is_said_or_above_it(turn: str):
    said = [it.paragraphs[0] for it in made_articles(7, 30)]
    names = ("Ann Hill", "Mr. Bob")
    turns = (
        turn.format(name=name, upper=name.upper(), it=it)
        for i, it in enumerate(said)
        for name in [names[i % 2]]
    )
    texts = read("\n\n".join(["THE FIRST DAY\nof May", *turns]).encode())
    assert list(texts.texts) == said
    assert len(set(texts.groups["speaker"])) == 2
    assert any("what precedes the first" in each for each in texts.warnings)


@pytest.mark.parametrize(("n", "language"), [(4, "en"), (40, "de")])
@pytest.mark.parametrize(
    "form",
    [
        "P{n:2}: Ann {n} - {n}:{i} [x..]  (3:3)   (Super)\nCodes:\t[{code}] \n\n{it}",
        "{n}:{i} \u00b6 10 in Ann {n}\n\n{it}\n\nCodes:\n\u25cf {code}\n\nNo memos",
        "{n}:{i} in rain (1:4) - D {n}: Ann {n}\n\n{it}\n\n1 Codes:\n\n\u25cb {code}",
        "{it}\n\nCode: \u25cf {code}    Weight score: 0\n\nAnn {n}, Pos. {i} - {i}",
        "{it}\nCode: {code}\nAnn {n}, Abs. {i}",
    ],
)
@pytest.mark.parametrize("is_word", [False, True])
def test_coded_passages_have_their_documents_and_codes(form, n, language, is_word):
    said = [it.paragraphs[0] for it in made_articles(3, n, language)]
    text = "\n\n".join(
        form.format(i=i, n=i % 3, it=it, code=("Rain", "Old bread")[i % 2])
        for i, it in enumerate(said)
    )
    word = word_document(*filter(None, text.split("\n")))
    texts = read(word if is_word else text.encode())
    assert texts.texts == tuple(said)
    assert texts.groups["document"][:4] == ("Ann 0", "Ann 1", "Ann 2", "Ann 0")
    assert texts.groups["code"][:2] == ("Rain", "Old bread")


@pytest.mark.parametrize("place", ["(Talks\\Ann: 3 - 3)", "(Ann, Pos. 3)"])
def test_segments_in_brackets_are_passages_unless_a_text_cites_them(place):
    said = [it.paragraphs[0] for it in made_articles(3, 12)]
    alone = "\n\n".join(f"{it} {place}" for it in said)
    assert read(alone.encode()).texts == tuple(said)
    cited = "\n\n".join(f"{it} {place}\n\n{it}\n\n{it}" for it in said)
    assert f"{said[0]} {place}" in read(cited.encode()).texts


def test_texts_after_lines_of_variables_have_these_as_groups():
    said = [it.paragraphs[0] for it in made_articles(2, 9)]
    stars = "*year_{year} *by_{by}"
    keys = '<year={year}>\n<by="{by}">'
    for head in (f"**** {stars}", f"{{i:04}} {stars}", keys):
        parts = [
            f"{head.format(i=i, year=2001 + i, by='ab'[i % 2])}\n"
            + "-*theme\n" * ("*" in head)
            + f"{it}\n"
            for i, it in enumerate(said)
        ]
        texts = read("\n".join(parts).encode())
        assert texts.texts == tuple(said)
        assert texts.dates[:2] == ("2001", "2002")
        assert texts.groups["by"][:2] == ("a", "b")


@pytest.mark.parametrize("value", ["{}", '"{}"'])
def test_speeches_after_numbered_tags_have_their_chapters_and_speakers(value: str):
    said = ["\n".join(it.paragraphs) for it in made_articles(2, 9)]
    names = ("Ann Hill", "Díez (PSE)")
    tags = [
        f"<CHAPTER ID={value.format(i)}>\nRain {i}\n" * (i % 3 == 0)
        + f'<SPEAKER ID={value.format(i)} LANGUAGE="DE" NAME="{names[i % 2]}">\n'
        for i in range(9)
    ]
    parts = [f"{tag}{it}\n<P>\nSo be it." for tag, it in zip(tags, said, strict=True)]
    texts = read("\n".join(parts).encode())
    assert texts.texts == tuple(f"{it}\n\nSo be it." for it in said)
    assert texts.groups["speaker"] == (*(names * 4), names[0])
    assert (
        texts.groups["chapter"] == ("Rain 0",) * 3 + ("Rain 3",) * 3 + ("Rain 6",) * 3
    )
    page = "\n".join(['<img src="x" width=9>', *said, "<br clear=all>"])
    assert len(read(page.encode()).texts) > len(said)


@pytest.mark.parametrize("head", ["&&&{0}&&&", "&&&{0}, {1}, {1}&&&", "&&& {0}"])
def test_texts_after_lines_of_ampersands_have_these_as_titles(head: str):
    articles = made_articles(2, 9)
    text = "\n".join(
        f"{head.format(it.title, i)}\n" + "\n\n".join(it.paragraphs)
        for i, it in enumerate(articles)
    )
    texts = read(text.encode())
    assert texts.titles == tuple(article.title for article in articles)
    assert texts.texts == tuple("\n\n".join(it.paragraphs) for it in articles)


def test_labels_in_any_order_before_some_lines_are_no_speakers():
    labels = ("Opinion", "Video", "Live")
    order = np.random.default_rng(0).integers(0, len(labels), 60)
    said = [it.paragraphs[0] for it in made_articles(7, 180)]
    lines = [
        f"{labels[order[i // 3]]}: {it}" if i % 3 == 0 else it
        for i, it in enumerate(said)
    ]
    assert len(read("\n".join(lines).encode()).texts) == len(lines)


def test_abstracts_with_labelled_parts_are_not_the_speeches_of_their_labels():
    labels = ("Background", "Methods", "Results")
    abstracts = [
        "\n".join(f"{label}: {it.paragraphs[0]}" for label in labels)
        for it in made_articles(3, 20)
    ]
    capitals = [
        "\n\n".join(f"{label.upper()}\n{it.paragraphs[0]}" for label in labels)
        for it in made_articles(3, 20)
    ]
    for before in ("", "A study\n"):
        for parts in (abstracts, capitals):
            texts = read("\n\n".join(before + it for it in parts).encode())
            assert not texts.groups


@pytest.mark.parametrize("around", ["", "# Reviews\n\nWhat guests wrote.\n\n"])
def test_rows_of_a_table_in_markdown_are_its_texts(around: str):
    said = [f"the tea of the {i}th day was a | of warm milk" for i in range(9)]
    rows = [
        f"| Ann {i} | {it.replace('|', chr(92) + '|')} |" for i, it in enumerate(said)
    ]
    lines = ["| name | review |", "|:---|---:|", *rows]
    texts = read((around + "\n".join(lines)).encode())
    assert texts.texts == tuple(said)
    assert texts.titles[3] == "Ann 3"
    assert bool(around) == any("around the table" in it for it in texts.warnings)


def test_a_text_that_quotes_sql_and_what_it_prints_is_not_their_rows():
    printed = "\n\n id | body\n----+-------\n  1 | the tea of the day\n(1 row)"
    said = [
        f"{it.paragraphs[0]}\n\nINSERT INTO a VALUES ({i}, 'a cup of tea');{printed}"
        for i, it in enumerate(made_articles(4, 9))
    ]
    texts = read("\n\n".join(said).encode())
    assert len(texts.texts) >= len(said)
    assert not any("records" in each for each in texts.warnings)


def test_stars_of_a_rating_are_no_marks_of_records():
    lines = [f"{'*' * (1 + i % 5)} {it} {i}" for i, it in enumerate(["good tea"] * 20)]
    assert read("\n".join(lines).encode()).texts == tuple(lines)


def test_of_fields_that_are_all_texts_none_is_lost():
    fields = ("Aims", "Tools", "Finds")
    records = [[f"the end of {name} is tea {i}" for name in fields] for i in range(9)]
    text = "\n\n".join(
        "\n".join(f"{name}: {it}" for name, it in zip(fields, each, strict=True))
        for each in records
    )
    assert read(text.encode()).texts == tuple(map("\n\n".join, records))


def test_a_line_above_the_marks_of_each_record_is_its_title():
    recipes = [
        f"Pie {i}\nServes: {i}\nTime: {i} min\nMethod:\n{it.paragraphs[0]}"
        for i, it in enumerate(made_articles(3, 9))
    ]
    texts = read("\n\n".join(recipes).encode())
    assert texts.titles == tuple(f"Pie {i}" for i in range(9))
    assert not any("Pie" in text for text in texts.texts)


@pytest.mark.parametrize("rule", ["---", "***", "* * *", "- - -", "=====", "#####"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_notes_between_lines_that_are_one_rule_are_records(rule: str, between: str):
    said = ["\n\n".join(it.paragraphs) for it in made_articles(4, 12)]
    texts = read(f"{between}{rule}{between}".join(said).encode())
    assert texts.texts == tuple(said)
    headed = [
        f"Tea {i}\n- added on {i + 1} May 2021\n\n{it}" for i, it in enumerate(said)
    ]
    clippings = read(f"\n{rule}\n".join(headed).replace("\n", "\r\n").encode())
    assert clippings.texts == tuple(said)
    assert clippings.titles[:2] == ("Tea 0", "Tea 1")
    assert clippings.dates[:2] == ("2021-05-01", "2021-05-02")


def test_a_few_short_rules_in_many_lines_part_nothing():
    lines = [it.paragraphs[0] for it in made_articles(4, 200)]
    for rule in ("---", "* * *"):
        parted = [*lines[:50], rule, *lines[50:150], rule, *lines[150:]]
        assert len(read("\n".join(parted).encode()).texts) == len(parted)


def test_two_marks_at_the_end_of_each_point_do_not_cost_the_first():
    points = [
        f"{i}. A point\n{it.paragraphs[0]}\nAction: Ann\nDeadline: {it.day}"
        for i, it in enumerate(made_articles(4, 9))
    ]
    content = "Minutes\n\nPresent\n\n" + "\n\n".join(points)
    found = " ".join(read(content.encode()).texts)
    assert all(it.paragraphs[0] in found for it in made_articles(4, 9))


def page_of(paragraphs: Sequence[str]) -> str:
    return "".join(f'<div class="post-paragraph">{it}</div>' for it in paragraphs)


def test_one_article_of_a_page_is_not_its_paragraphs_or_what_is_beside_it():
    paragraphs = [it.paragraphs[0] for it in made_articles(5, 12)]
    teasers = [
        " ".join(it.split()[:n])
        for it, n in zip(paragraphs[:3], (8, 9, 40), strict=True)
    ]
    beside = "".join(f"<h3>See also</h3><p>{it}</p>" for it in teasers)
    for above in ("<h1>A title</h1>", ""):
        for body in (paragraphs[:3], paragraphs):
            page = f"<html><body>{above}{page_of(body)}{beside}</body></html>"
            (text,) = read(page.encode()).texts
            assert all(it in text for it in body)


def test_who_wrote_a_block_of_a_page_and_when_are_no_text():
    said = [it.paragraphs[0] for it in made_articles(6, 8)]
    days = (
        '<i class="x date" title="{day}.03.2021 10:00:00 UTC+01:00">10:00</i>',
        "<div>Thursday, {day} March 2021, 300 words, p. 2</div>",
        '<time datetime="2021-03-{day}">now</time>',
    )
    for day in days:
        blocks = (
            f'<div class="message"><div class="from_name">{("Ann", "Bob")[i % 2]}</div>'
            f"{day.format(day=10 + i)}<p>{it}</p><p>© 2021 Press</p></div>"
            for i, it in enumerate(said)
        )
        service = '<div class="message">12 March 2021</div>'
        page = f"<html><body>{service}{''.join(blocks)}</body></html>"
        texts = read(page.encode())
        assert len(texts.texts) == len(said)
        assert texts.groups["author"][:2] == ("Ann", "Bob")
        assert texts.dates[:2] == ("2021-03-10", "2021-03-11")
        assert all("Press" not in it and "Ann" not in it for it in texts.texts)


@pytest.mark.parametrize(("n", "language"), [(6, "en"), (12, "de"), (40, "fr")])
@pytest.mark.parametrize("tag", ["div", "h2"])
@pytest.mark.parametrize("is_short", [False, True])
def test_blocks_whose_classes_say_nothing_are_known_by_their_days(
    n: int, language: str, tag: str, is_short: bool
):
    names = ("Ada Brook", "Bob Hill")
    said = [it.paragraphs[0] for it in made_articles(6, n, language)]
    said = [it[:30] for it in said] if is_short else said
    blocks = (
        f'<div class="pam _3-95 _a6-g"><{tag} class="_a6-h">{names[i % 2]}</{tag}>'
        f'<div class="_3-95 _a6-p"><div></div><div>{it}</div></div>'
        f'<div class="_a6-o">Mar {1 + i % 28}, 2021, 10:{10 + i} AM</div></div>'
        for i, it in enumerate(said)
    )
    head = '<div class="_3-95 _a70e">Your messages</div>'
    texts = read(f"<html><body>{head}{''.join(blocks)}</body></html>".encode())
    assert texts.texts == tuple(map(str.strip, said))
    assert texts.groups["author"][:2] == names
    assert texts.dates[:2] == ("2021-03-01", "2021-03-02")


def test_messages_of_a_chat_have_a_day_and_a_sender():
    chat = (
        "".join(
            f"{i + 1}/06/2021, 10:0{i} - {('Ann', 'Bob')[i % 2]}: tea\nand {i}\n"
            for i in range(9)
        )
        + "25/06/2021, 10:00 - Ann: cups\n"
    )
    texts = read(chat.encode())
    assert texts.dates[:2] == ("2021-06-01", "2021-06-02")
    assert texts.groups["sender"][:2] == ("Ann", "Bob")
    assert texts.texts[1] == "tea\nand 1"


def test_a_chat_that_goes_on_in_time_tells_the_order_of_day_and_month():
    days = {"5/1/21": "2021-01-05", "6/1/21": "2021-01-06", "2/2/21": "2021-02-02"}
    lines = [
        f"{day}, 10:00 - Ann: tea {i}" for i, day in enumerate(days) for _ in "abc"
    ]
    told = read("\n".join(lines).encode())
    assert told.dates[::3] == tuple(days.values())
    assert not any("either order" in each for each in told.warnings)
    doubtful = read("\n".join(lines[::-1] + lines).encode())
    assert any("either order" in each for each in doubtful.warnings)


def test_what_a_program_adds_to_a_chat_or_a_log_is_no_message():
    names = ("ann", "bob_", "Cy Hill")
    for form, own in (
        ("[10:{i:02}] <{name}> tea {i}", "[10:00] * ann has joined #tea"),
        ("2021-03-01 10:{i:02} <@{name}> tea {i}", "2021-03-01 10:01 -!- bob quit"),
        ("10:{i:02}:12\t From {name} to Everyone : tea {i}", "10:00:00\t Recording"),
        ("10:{i:02}:12\t From {name} to Ann H:\n\ttea {i}", "10:00:00\t Recording"),
        ("13/03/2021, 10:{i:02} - {name}: tea {i}", "13/03/2021, 10:00 - Ann left"),
        (
            "[13.03.21, 10:{i:02}:11] {name}: tea {i}",
            "[13.03.21, 10:00:00] a: <Media omitted>",
        ),
    ):
        by = names[:2] if "<" in form else names
        lines = [form.format(i=i, name=by[i % len(by)]) for i in range(12)]
        texts = read("\n".join([own, *lines[:6], own, *lines[6:]]).encode())
        assert texts.texts == tuple(f"tea {i}" for i in range(12))
        assert set(texts.groups["sender"]) == set(by)


@pytest.mark.parametrize(
    "labels",
    [
        *(("Question", "Answer"), ("Pros", "Cons"), ("Q", "A")),
        *(("Issue", "Resolution"), ("Diagnosis", "Comment")),
    ],
)
@pytest.mark.parametrize("between", ["\n", "\n\n"])
@pytest.mark.parametrize("has_title", [False, True])
def test_pairs_of_labels_that_name_nobody_are_the_fields_of_a_record(
    labels: tuple[str, str], between: str, has_title: bool
):
    said = [it.paragraphs[0] for it in made_articles(2, 24)]
    parts = [
        (f"Lamp {i}\n" if has_title else "")
        + f"{labels[0]}: {a}{between}{labels[1]}: {b}"
        for i, (a, b) in enumerate(zip(said[::2], said[1::2], strict=True))
    ]
    texts = read("\n\n".join(["Of lamps", *parts]).encode())
    assert any("Left out: what precedes the first" in it for it in texts.warnings)
    assert len(texts.texts) == 12
    assert texts.texts[1].split() == f"{said[2]} {said[3]}".split()
    assert not texts.groups
    assert (texts.titles[1] == "Lamp 1") == has_title


@pytest.mark.parametrize("labels", [("Subject", "Body"), ("Betreff", "Nachricht")])
@pytest.mark.parametrize("between", [" ", "\n"])
def test_of_forms_with_a_subject_and_a_body_the_subject_is_the_title(labels, between):
    articles = made_articles(6, 12)
    forms = [
        f"{labels[0]}: {it.title}\n{labels[1]}:{between}" + "\n\n".join(it.paragraphs)
        for it in articles
    ]
    texts = read("\n\n".join(forms).encode())
    assert texts.titles == tuple(article.title for article in articles)
    assert texts.texts == tuple("\n\n".join(it.paragraphs) for it in articles)


def test_of_several_texts_those_without_the_chosen_unit_stay_whole():
    book = BOOKS["novel"](made_articles(1, 4))
    texts = read(zipped({"a.txt": book, "b.txt": b"A letter of tea"}), cut="chapters")
    assert texts.groups["text"] == ("a.txt",) * 4 + ("b.txt",)
    assert texts.texts[-1] == "A letter of tea"


PLAY = (
    '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><titleStmt><title>A Play'
    "</title></titleStmt></teiHeader><standOff><desc>not this</desc></standOff><text>"
    "<front><castList><castItem>nor this</castItem></castList></front><body>%s</body>"
    "</text></TEI>"
)


def test_a_play_in_tei_is_its_speeches_scenes_or_acts():
    speech = (
        '<sp who="#a"><speaker>ANN.</speaker><stage>(aside)</stage>'
        "<p>Tea and cups %d</p></sp>"
    )
    scenes = [
        f'<div type="scene"><head>Scene {i}</head><stage>Enter</stage>{speech % i * 3}'
        "<note>x</note></div>"
        for i in range(9)
    ]
    acts = [
        f'<div type="act"><head>Act {i}</head>{"".join(scenes[3 * i :][:3])}</div>'
        for i in range(3)
    ]
    content = (PLAY % "".join(acts)).encode()
    found = read(content)
    assert found.texts[::3] == tuple(f"Tea and cups {i}" for i in range(9))
    assert set(found.groups["speaker"]) == {"ANN"}
    assert found.groups["act"][::9] == ("Act 0", "Act 1", "Act 2")
    assert len(read(content, cut="whole").texts) == 1


def test_readings_above_words_and_notes_of_a_typist_are_no_text():
    header = (
        "-" * 55 + "\n【テキスト中に現れる記号について】\n\n《》：ルビ\n" + "-" * 55
    )
    body = "吾輩《わがはい》は｜猫《ねこ》である。［＃改ページ］\n\n名前はまだ無い。"
    texts = read(f"題\n\n{header}\n\n{body}\n\n底本：「全集」\n".encode(), cut="whole")
    assert texts.texts[0].split() == ["題", "吾輩は猫である。", "名前はまだ無い。"]
    assert any("readings" in each for each in texts.warnings)


@pytest.mark.parametrize("n_lost", [1, 30, 400])
def test_xml_that_is_cut_off_gives_the_records_before_that(n_lost: int):
    content = CONTAINERS["posts"](made_articles(1, 12))
    texts = read(content[:-n_lost])
    assert 10 <= len(texts.texts) <= 12
    assert any("cut off or damaged" in each for each in texts.warnings)


def test_a_list_of_records_expands_and_fetches_nothing():
    content = CONTAINERS["several_roots"](made_articles(2, 3))
    hostile = b'<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>' + content
    try:
        texts = read(hostile.replace(b"Report 1", b"Report 1 &y;"))
    except InputError:
        return
    assert "root:" not in " ".join((*texts.texts, *texts.titles))


@pytest.mark.slow
@in_one_test(
    "unit",
    [
        *("<", "<a ", "<a", "<!--", "<![CDATA[", "<?", '<a b="', "<a>", "</a>", "<a/>"),
        *("a", "a:", "a: b\n", "A, b", "-", "---\n", "-----\nx\n", "#", "# x\n\n"),
        *(
            "I\n\n",
            "II. A\n\n",
            "CHAPTER I\n\n",
            "\n",
            " ",
            "1 of 2\n",
            "《",
            "｜",
            "［＃",
        ),
        *(
            "End of Document\n",
            "Document ABCDEF123456\n\n",
            "HD\nx\n",
            "*a_b ",
            "**** ",
        ),
        *("Article 1. a\n", "\u00a7 1\n", "1:1 a\n", "a 1:1 ", "\\f ", "\\v 1 "),
        *("Contents\n\na\n", "1|1|a\n", "Article I\n", "CHAPTER I\nSection 1. a\n"),
        *("1/2/21, 10:00 - a: ", "[1:00] a: b\n", "(a)", "20 words\n", "Body\n\n"),
        *("a/b ", "a_B ", "1\ta\n", "# newdoc\n\n", "a\tO\n\n", "<a b='c'>\na\tb\n"),
        *("1. A. 2001;\n\n", "PMID: 1\n\n", "<F> - \u00a7 1 references coded\n"),
        *(
            "|-|\n|a|\n",
            "|-",
            "[10:00] <a> b\n",
            "<a",
            "*a:\tb\n",
            "\t",
            "&-",
            "@a",
            "((",
            "\x15",
            '"',
        ),
        *("0:00:00.000 --> 0:00:01.000\n", "<v a>", "item [1]:", 'text = "', "Q: a\n"),
    ],
)
def test_units_are_looked_for_in_linear_time(unit):
    text = unit * (50_000 // len(unit))
    begun = time.process_time()
    ways_of_tagged(text)
    for begins in ("@UTF8\n", "WEBVTT\n\n", 'File type = "ooTextFile"\n'):
        ways_of_recording(begins + text)
    befores = ("", "<ref>", "gutenberg \uff5c", "Title: ", "\\id ")
    for content in (before + text for before in befores):
        find_units(content)
        without_licence(content)
        record_place(f"<x>{content}".encode())
        for find in FINDERS.values():
            find(content)
    # Seconds: the slowest unit takes two; quadratic, it would take minutes.
    assert time.process_time() - begun < 10
