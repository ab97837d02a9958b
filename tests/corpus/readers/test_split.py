"""A text is split where a pattern says; unasked only by what is unmistakable."""

import time

import pytest

from spca_core.corpus import limits
from spca_core.corpus.options import Reading
from spca_core.corpus.readers.documents.patterns import PATTERNS
from spca_core.corpus.readers.documents.split import (
    SPLITS,
    Splitting,
    offers,
    split_texts,
)
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.load import read_texts
from spca_core.corpus.readers.recognise import look
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError
from tests.corpus.readers.samples.sample import paragraphs

N = 6
SAID = paragraphs(N)
DAYS = [f"{i + 13} May 2021" for i in range(N)]
# For each pattern: what marks the i-th part, and how that goes on.
MARKED = {
    "chapters": [f"CHAPTER {i + 1}.\n\n{it}\n\n" for i, it in enumerate(SAID)],
    "headings": [
        f"## Part {i}\n\n{it}\n\n### Below\n\n{it}\n\n" for i, it in enumerate(SAID)
    ],
    "sections": [f"\u00a7 {i + 1} Of tea\n{it}\n" for i, it in enumerate(SAID)],
    "speakers": [f"{('ANN', 'BEN')[i % 2]}: {it}\n" for i, it in enumerate(SAID)],
    "days": [f"{day}\n{it}\n" for day, it in zip(DAYS, SAID, strict=True)],
    "rules": [f"{it}\n-----\n" for it in SAID],
    "gaps": [f"{it}\n\n\n" for it in SAID],
    "messages": [
        f"[{i + 13}/05/2021, 10:15:00] Ann: {it}\n" for i, it in enumerate(SAID)
    ],
    "nexis": [
        f"Title {i}\n\nThe Gazette\n\n{day}\n\nLength: 99 words\n\nBody\n\n{it}\n\n"
        "End of Document\n\n"
        for i, (day, it) in enumerate(zip(DAYS, SAID, strict=True))
    ],
    "factiva": [
        f"HD Title {i}\nPD {day}\nSN The Gazette\nLP {it}\n"
        f"Document GAZ00002021050{i}\n\n"
        for i, (day, it) in enumerate(zip(DAYS, SAID, strict=True))
    ],
    "proquest": [
        f"Document {i + 1} of 6\n\nTitle {i}\n\nAuthor: Ann\n\nFull text: {it}\n\n"
        f"Publication date: {day}\n\n"
        for i, (day, it) in enumerate(zip(DAYS, SAID, strict=True))
    ],
    "iramuteq": [
        f"**** *year_{2000 + i} *who_ann\n{it}\n" for i, it in enumerate(SAID)
    ],
    "front_matter": [
        f"---\ntitle: Title {i}\ndate: 2021-05-{i + 13}\n---\n{it}\n"
        for i, it in enumerate(SAID)
    ],
}
GROUPS = {
    "speakers": {"speaker": ("ANN", "BEN") * 3},
    "messages": {"sender": ("Ann",) * N},
    "iramuteq": {"year": tuple(f"{2000 + i}" for i in range(N)), "who": ("ann",) * N},
    "nexis": {"source": ("The Gazette",) * N},
    "factiva": {"source": ("The Gazette",) * N},
    "proquest": {"author": ("Ann",) * N},
}
SURE = {name for name, pattern in PATTERNS.items() if pattern.is_sure}


def read(content: str, split: str = "auto") -> Texts:
    reading = Reading(splitting=Splitting(split=split))
    return read_texts(look(Upload("made.txt", content.encode()), reading), reading)


def split(text: str, name: str = "auto", pattern: str = "", piece: int = 500) -> Texts:
    texts = Texts(name="made", texts=(text,), titles=("made",))
    return split_texts(texts, Splitting(split=name, pattern=pattern, piece=piece))


def test_every_pattern_is_tried_here():
    assert {*MARKED} == {*PATTERNS} <= {*SPLITS}


@pytest.mark.parametrize("name", MARKED)
def test_a_pattern_finds_each_part_with_all_its_words_and_what_is_said_of_it(name: str):
    found = split("".join(MARKED[name]), name)
    assert len(found.texts) == N
    assert all(said in text for said, text in zip(SAID, found.texts, strict=True))
    assert found.groups == GROUPS.get(name, {})
    if name in ("days", "messages", "nexis", "factiva", "proquest", "front_matter"):
        assert found.dates == tuple(f"2021-05-{i + 13}" for i in range(N))
    if name in ("chapters", "headings", "sections"):  # a heading stays in its text
        assert all(map(str.startswith, found.texts, [it[:5] for it in MARKED[name]]))


@pytest.mark.parametrize("name", MARKED)
def test_unasked_only_the_unmistakable_is_split_and_all_else_is_offered(name: str):
    text = "".join(MARKED[name])
    is_split = len(split(text).texts) == N and bool(split(text).report.split)
    assert is_split == (name in SURE)
    whole = Texts(name="made", texts=(text,))
    assert (name, N) in [(it.split, it.n_documents) for it in offers(whole)]


def test_what_is_left_out_is_said_in_words_that_count():
    before = " ".join(["tea"] * 40)
    found = split(f"{before}\n\n{''.join(MARKED['chapters'])}", "chapters")
    n_all = 40 + len("".join(MARKED["chapters"]).split())
    said = f'Left out: 40 of {n_all:,} words before the first chapter; split="whole"'
    assert any(it.startswith(said) for it in found.warnings)
    titled = split(f"A TALE\n\n{''.join(MARKED['chapters'])}", "chapters")
    assert titled.texts[0].startswith("A TALE")
    assert len(titled.texts) == N


def test_the_licence_around_a_book_of_project_gutenberg_is_left_out_and_that_is_said():
    licence = "Tax is not due on this copy.\n"
    rule = "*** {} OF THE PROJECT GUTENBERG EBOOK OF TEA ***\n"
    book = f"{rule.format('START')}\n{SAID[0]}\n\n{rule.format('END')}"
    found = split(f"{licence}{book}{licence}")
    assert found.texts == (SAID[0],)
    assert any("left out the licence" in it for it in found.warnings)
    named = split(f"{licence}Of Project Gutenberg.\n")
    assert (len(named.texts), named.warnings) == (1, ())


def test_ones_own_pattern_gives_titles_dates_and_groups():
    text = "no.1 (3 May 2021, Ann) Of tea\ncups\nno.2 (4 May 2021, Ben) Of war\nships"
    own = r"no\.\d+ \((?P<date>[^,]+), (?P<who>\w+)\) (?P<title>.*)"
    found = split(text, pattern=own)
    assert found.texts == ("Of tea\ncups", "Of war\nships")
    assert found.titles == ("Of tea", "Of war")
    assert found.dates == ("2021-05-03", "2021-05-04")
    assert found.groups == {"who": ("Ann", "Ben")}
    plain = split(text, pattern=r"no\.\d")
    assert [it.splitlines()[0] for it in plain.texts] == text.split("\n")[::2]


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        (r"(?P<who>[A-Z+", r"unterminated character set at character 14 of"),
        (r"tea)", r"at character 4"),
        (r"^nowhere", "no line begins like '\\^nowhere'"),
        ("x" * 201, "at most 200"),
    ],
)
def test_a_pattern_that_is_none_or_finds_nothing_is_refused(pattern: str, told: str):
    with pytest.raises(InputError, match=told):
        split("tea\ncups", pattern=pattern)


def test_a_pattern_takes_a_limited_time(monkeypatch):
    monkeypatch.setattr(limits, "PATTERN_SECONDS", 0.1)
    begun = time.process_time()
    with pytest.raises(InputError, match=r"takes over 0\.1 seconds"):
        split("a" * 5_000, pattern=r"(?:a|a|aa)+$b")
    assert time.process_time() - begun < 2


def test_a_message_is_left_out_only_if_a_program_wrote_all_of_it():
    said = ["chapter two omitted", "I think my post got deleted", "Tea", "Cups of it"]
    chat = [*said, "image omitted", "<Media omitted>"]
    text = "".join(
        f"{i + 13}/05/2021, 10:15 - Ann: {it}\n" for i, it in enumerate(chat)
    )
    assert split(text).texts == tuple(said)


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["a", "A b: ", "1 ", "\n", "-", "**** *", "Document 1"]
)
def test_parts_are_looked_for_in_linear_time(unit: str):
    text = Texts(name="x", texts=(unit * (400_000 // len(unit)),))
    begun = time.process_time()
    list(offers(text))
    assert time.process_time() - begun < 10


@pytest.mark.parametrize("name", sorted(SURE))
def test_nothing_is_split_unasked_that_would_be_lost_or_is_met_too_seldom(name: str):
    marked = MARKED[name]
    for text in (
        "".join(marked[:2]),  # met twice
        # One part has most of the words.
        "".join(
            [*marked[:2], marked[2].replace(SAID[2], " ".join(SAID * 3)), *marked[3:]]
        ),
    ):
        assert split(text).report.split in ("", "pieces")
    if not PATTERNS[name].is_between:  # a tenth of the words is before the first part
        before = f"{' '.join(SAID[:3])}\n\n"
        assert split(before + "".join(marked)).report.split in ("", "pieces")
