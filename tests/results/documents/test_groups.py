"""Documents are grouped by what is known of them, and topics shared out over groups."""

import re
from dataclasses import replace
from itertools import compress

import numpy as np
import pytest

from spca_core.corpus.groupings import groupings
from spca_core.corpus.parts import group_conditions
from spca_core.errors import InputError
from spca_core.results.documents.groups import (
    about_keyness,
    about_membership,
    keyness_of_groups,
)
from spca_core.results.documents.shares import (
    describe_shares,
    share_interval,
    strongest,
    topic_shares,
)
from spca_core.results.topics.coverage import leading
from tests.fuzz import in_one_test
from tests.oracles import corpus_of, random_corpus


def titled(*titles: str, **parts):
    return replace(corpus_of(np.ones((len(titles), 1))), titles=titles, **parts)


def test_different_years_in_the_titles_are_a_grouping_and_other_numbers_no_years():
    corpus = titled("1790 Washington", "Lincoln (1862), 3", "in 2099-12")
    assert groupings(corpus) == {"year": ("1790", "1862", "2099")}
    assert groupings(titled("May 1790", "June 1790")) == {}
    assert groupings(corpus_of(np.array([[1], [2]]))) == {}
    for no_year in ("1499 a", "2100 b", "17901", "x21790", "12"):
        assert groupings(titled("1790 a", no_year, "1791 c")) == {}


CARRIED = np.array([[1, 0], [1, 1], [0, 0], [1, 0], [0, 0]], dtype=bool)
GROUPS = ("a", "a", "b", "", "b")


def test_a_topics_share_of_a_group_is_that_of_the_documents_that_carry_it():
    table = topic_shares(CARRIED, GROUPS)
    assert table["group"].tolist() == ["a", "a", "b", "b"]
    assert table["topic"].tolist() == [1, 2] * 2
    assert table["share"].tolist() == [1.0, 0.5, 0.0, 0.0]
    assert table["carrying"].tolist() == [2, 1, 0, 0]
    assert table["label"].tolist() == ["a (2)"] * 2 + ["b (2)"] * 2
    assert topic_shares(CARRIED, [""] * 5).empty


@in_one_test(
    "by, times, every",
    [
        ("year", ("1790", "1790", "1793"), ["1790", "1791", "1792", "1793"]),
        ("decade", ("1790s", "1810s"), ["1790s", "1800s", "1810s"]),
        ("month", ("1999-11", "2000-01"), ["1999-11", "1999-12", "2000-01"]),
        ("day", ("1900-02-28", "1900-03-01"), ["1900-02-28", "1900-03-01"]),
        (
            "hour",
            ("1999-12-31T23", "2000-01-01T00"),
            ["1999-12-31T23", "2000-01-01T00"],
        ),
    ],
)
def test_times_are_a_scale_and_one_without_documents_has_no_share(by, times, every):
    table = topic_shares(np.ones((len(times), 1), dtype=bool), times, by)
    assert table["group"].tolist() == every
    assert table["time"].is_monotonic_increasing
    assert all(re.match(r"[0-9]{4}-[0-9-]+T[0-9:]{8}$", time) for time in table["time"])
    here = table["group"].isin(times)
    assert table["share"].isna().tolist() == (~here).tolist()
    assert table["low"].isna().tolist() == (~here).tolist()
    assert table.loc[~here, "documents"].tolist() == [0] * (~here).sum()


@in_one_test("n_documents", [1, 7, 40])
def test_the_interval_of_a_share_is_all_that_it_does_not_contradict(n_documents):
    carrying = np.arange(n_documents + 1)
    low, high = share_interval(carrying, np.full(n_documents + 1, n_documents))
    share = carrying / n_documents
    assert (low >= 0).all()
    assert (low <= share).all()
    assert (share <= high).all()
    assert (high <= 1).all()
    for end in (low, high):
        inside = (end > 1e-9) & (end < 1 - 1e-9)
        deviation = np.sqrt(end * (1 - end) / n_documents)
        off = abs(share - end)[inside] / deviation[inside]
        assert off == pytest.approx(np.full(inside.sum(), 1.959964))


def test_a_topic_is_strongest_where_its_share_is_greatest_in_groups_of_some_size():
    has_topic = np.array([[1]] * 5 + [[1], [0]] * 20, dtype=bool)
    groups = ["few"] * 5 + ["many", "more"] * 20
    shares = topic_shares(has_topic, groups)
    assert strongest(shares, 1) == "many (100 %, 95 % interval 84 % to 100 %)"
    assert describe_shares(shares, "size").endswith("Topic 1 in many (100 %).")


def test_words_set_groups_apart_by_more_than_chance_only_where_rates_differ():
    rng = np.random.default_rng(0)
    counts = rng.poisson(2.0, (200, 300)) * 1.0
    groups = ("a", "b") * 100
    table = keyness_of_groups(corpus_of(counts), groups, "a", "b")
    assert about_keyness(table).startswith("None of these words differs by more than")
    counts[::2, 7] += 3
    table = keyness_of_groups(corpus_of(counts), groups, "a", "b")
    assert about_keyness(table).startswith(
        "1 of these words differs by more than chance"
    )
    assert table["word"].iloc[0] == "word_7"


def test_dates_go_before_titles_and_few_months_before_years_and_without_days():
    corpus = replace(
        corpus_of(np.ones((3, 1))),
        titles=("1801", "1802", "1803"),
        dates=("1999-12-31", "1999-11-01", "2001-01-02"),
        groups={"party": ("Whig", "Tory", "Whig")},
    )
    found = groupings(corpus)
    assert list(found) == ["month", "year", "party"]
    assert found["month"] == ("1999-12", "1999-11", "2001-01")
    assert found["year"] == ("1999", "1999", "2001")


MONTHS = tuple(f"{1990 + n // 12}-{n % 12 + 1:02}" for n in range(37))


@pytest.mark.parametrize(
    ("dates", "offered"),
    [
        (MONTHS[:1] * 2, False),
        (MONTHS[:2], True),
        (MONTHS[:36], True),
        (MONTHS, False),
        ((*MONTHS[:5], "2001"), False),
    ],
)
def test_months_are_a_grouping_if_nearly_all_are_known_and_few_but_not_one(
    dates, offered
):
    corpus = replace(corpus_of(np.ones((len(dates), 1))), dates=dates)
    assert groupings(corpus).get("month") == (dates if offered else None)


@in_one_test(
    "name, values, called",
    [
        ("month", ("May", "June"), "group month"),
        ("month", ("1", "2"), "group month"),
        ("year", ("1990", "n.d."), "group year"),
        ("decade", ("nineties", "eighties"), "group decade"),
        ("decade", ("1990s", "1980s"), "decade"),
        ("year", ("1990", ""), "year"),
    ],
)
def test_own_groups_are_times_only_if_they_read_as_such(name, values, called):
    corpus = replace(random_corpus(0, 40, 8), groups={name: values * 20})
    assert groupings(corpus) == {called: values * 20}
    table = topic_shares(np.ones((40, 1), dtype=bool), values * 20, called)
    assert ("time" in table) == (called in ("year", "decade"))
    (condition,) = group_conditions(corpus, called, values[0])
    assert corpus.part(str(condition)).n_documents == 20


@in_one_test("seed", range(4))
def test_a_document_of_several_groups_counts_in_each_wherever_it_is_counted(seed: int):
    rng = np.random.default_rng(seed)
    tags = np.array(["tea", "tax", "sea", "war"])
    drawn = [tags[rng.random(4) < 0.4] for _ in range(50)]
    written = tuple("; ".join(rng.permutation(own)) for own in drawn)
    has_topic = rng.random((50, 2)) < 0.5
    corpus = replace(
        random_corpus(seed, 50, 10),
        groups={"tags": written},
        titles=tuple(f"document {n}" for n in range(50)),
    )
    assert groupings(corpus)["tags"] == written
    table = topic_shares(has_topic, written).set_index(["group", "topic"])
    assert {*table.index.get_level_values(0)} == {*tags}
    for tag in tags:
        members = np.array([tag in own for own in drawn])
        part = corpus.part(f"tags={tag}")
        assert part.titles == tuple(compress(corpus.titles, members))
        assert corpus.part(f"tags!={tag}").n_documents == 50 - members.sum()
        for topic in (1, 2):
            row = table.loc[(tag, topic)]
            both = members & has_topic[:, topic - 1]
            assert (row["documents"], row["carrying"]) == (members.sum(), both.sum())
            led = leading(has_topic, has_topic, topic, written, tag)
            assert sorted(led) == (np.flatnonzero(both) + 1).tolist()
    n_several = sum(len(own) > 1 for own in drawn)
    assert f"{n_several} documents in several" in about_membership(
        corpus, written, "tags"
    )
    with pytest.raises(InputError, match=r"by tags: \w+ \(\d+\)"):
        corpus.part("tags=tea; tax")


def test_nothing_is_most_common_in_groups_of_documents_that_are_dealt_out_again():
    rng = np.random.default_rng(0)
    has_topic = rng.random((2_000, 8)) < 0.3
    groups = [f"group {group}" for group in rng.integers(9, size=2_000)]
    shares = topic_shares(has_topic, groups)
    assert [strongest(shares, topic) for topic in range(1, 9)] == [""] * 8
