"""Decisions on words come back from their file; a bad file is refused by its place."""

import random

import pytest

import spca_core
from spca_core.cli.command_line import main
from spca_core.corpus.decisions import (
    MAX_BYTES,
    Decisions,
    read_decisions,
    write_decisions,
)
from spca_core.corpus.readers.files import Upload
from spca_core.errors import InputError, ReadingWarning
from tests.fuzz import in_one_test

TEXTS = [
    "labour and labor of work",
    "gold coin, silver coin",
    "the civil war at sea",
    "silver and labour in war",
]


# What takes long if each part is looked at again for the next.
DOTTED, ESCAPED = "a." * 400_000 + "a", r"\"" * 400_000


def file(text: str, name: str = "words.toml") -> Upload:
    return Upload(name, text.encode())


def words(rng: random.Random, n: int) -> list[str]:
    """Return words that no two are the same, of letters that files stumble over."""
    letters = "'''a.b \"'=[]#\\.,\n\t\r\x7f\x00é水🦊-_"
    return list({"".join(rng.choices(letters, k=rng.randint(1, 6))) for _ in range(n)})


@in_one_test("seed", range(50))
def test_decisions_come_back_from_their_file_whatever_the_words(seed):
    rng = random.Random(seed)
    same, pinned, stop_words, phrases = (words(rng, 8) for _ in range(4))
    decisions = Decisions(
        same=(tuple(same[:2]), tuple(same[2:5])),
        pinned=(tuple(pinned[:3]), tuple(pinned[3:4])),
        stop_words=tuple(stop_words),
        phrases=tuple(phrases[: seed % 3]),
    )
    assert read_decisions(file(write_decisions(decisions))) == decisions


def test_a_list_of_synonyms_has_one_group_for_all_lines_that_share_a_word():
    text = "\ufeff#\r\nlabor = labour\n\nwork=toil\n labour = work = job \ncraft=toil"
    decisions = read_decisions(file(text, "synonyms.txt"))
    same = "craft", "labor", "labour", "work", "toil", "job"
    assert decisions == Decisions(same=(same,))
    for wrong in ("labor =", "= labour", "a = = b"):
        with pytest.raises(InputError, match=r"words.txt: line 2, .* is not of words"):
            read_decisions(file(f"gold = silver\n{wrong}", "words.txt"))


@in_one_test(
    "text, expected",
    [
        ("stop_words = [shall]", r"words.toml: this is not TOML: .*line 1"),
        ("stop_wrds = []", r"'stop_wrds' is none of same, .*did you mean stop_words"),
        ("phrases = 'civil war'", r"phrases must be a list of words, got"),
        ("pinned = ['gold']", r"pinned must be a list of words, got \"'gold'\""),
        ("pinned = [['a', 'b'], ['b']]", r"pinned has 'b' twice"),
        ("same = ['a']", r"same must be a table of words"),
        ("[same]\nlabor = [1]", r"same.labor must be a list of words, got '\[1\]'"),
        (f"a = {'[' * 100_000}", r"nested too deeply"),
        ("a" * (MAX_BYTES + 1), r"over 1,000,000 bytes"),
        ("phrases = []\nsame = ['\x00']", r"line 2: a zero byte"),
        (f"[same]\n{DOTTED} = 'b'", r"line 2 has a dot outside of quotes"),
        (f'x = {{y = """ " """, {DOTTED} = ""}}', r"line 1 has .* several lines"),
        (f"a = 'it\\' # it's\nb = {ESCAPED}", r"not TOML"),
    ],
)
def test_a_file_that_is_no_list_of_decisions_is_refused_by_its_line_or_key(
    text, expected
):
    with pytest.raises(InputError, match=expected):
        read_decisions(file(text))


@pytest.mark.slow
def test_a_file_prepares_a_corpus_and_keeps_words_together_and_says_what_is_missing(
    tmp_path, capsys
):
    path, written = tmp_path / "words.toml", tmp_path / "again.toml"
    decisions = Decisions(
        same=(("labor", "labour", "travail"), ("no", "such")),
        phrases=("civil war", "star wars"),
        stop_words=("sea",),
        pinned=(("gold", "coin", "crown"),),
    )
    kept = Decisions(
        same=(("labor", "labour"),),
        phrases=("civil war",),
        stop_words=("sea",),
        pinned=(("gold", "coin"),),
    )
    path.write_text(write_decisions(decisions), encoding="utf-8")
    missing = "2 of 6 entries on words have no word in texts, such as 'no', 'star wars'"
    with pytest.warns(ReadingWarning, match=missing):
        corpus = spca_core.load(TEXTS, languages="en", decisions=path)
    left = ["labor", "work", "gold", "coin", "silver", "civil war", "war"]
    assert sorted(corpus.words) == sorted(left)
    topics = spca_core.solve(corpus, 2, 3, pinned=path)
    assert any({"gold", "coin"} <= {*topic} for topic in topics.words())
    by_hand = spca_core.solve(corpus, 2, 3, pinned=[["gold", "coin"]])
    assert topics.words() == by_hand.words()

    source = tmp_path / "texts.txt"
    source.write_text("\n\n".join(TEXTS), encoding="utf-8")
    command = ["topics", str(source), "--languages", "en", "-k", "2", "-s", "3"]
    main([*command, "--decisions", str(path), "-o", str(written)])
    assert "2 of 6 entries on words" in capsys.readouterr().err
    assert topics.decisions == read_decisions(written) == kept


@in_one_test(
    "pinned, expected",
    [
        ([["gold"], ["coin"]], "pinned has 'gold' twice"),
        ([["gold", "coin"], []], r"must be groups of words.*got \(\) for a group"),
        ([["gold", "siver"]], "no word 'siver' .did you mean silver"),
    ],
)
def test_pinned_words_are_refused_that_are_one_none_or_unknown(pinned, expected):
    corpus = spca_core.load(TEXTS, languages="en", same=[["gold", "coin"]])
    with pytest.raises(InputError, match=expected):
        spca_core.solve(corpus, 2, 2, pinned=pinned)
