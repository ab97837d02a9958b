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


def test_a_tenth_of_the_titles_may_lack_a_year():
    years = [f"{year} x" for year in range(1900, 1909)]
    assert groupings(titled(*years, "undated"))["year"][-1] == ""
    assert "year" not in groupings(titled(*years, "undated", "another"))


def test_many_years_come_in_decades_too():
    many = titled(*(f"in {year}" for year in range(1785, 1816)))
    few = titled(*(f"in {year}" for year in range(1785, 1815)))
    assert list(groupings(few)) == ["year"]
    assert groupings(many)["decade"][4:6] == ("1780s", "1790s")


@pytest.mark.parametrize(("n_labels", "offered"), [(1, 0), (2, 1), (60, 1), (61, 0)])
def test_labels_are_a_grouping_if_they_are_few_but_not_one(n_labels, offered):
    labels = tuple(f"label {number % n_labels}" for number in range(61))
    corpus = replace(corpus_of(np.ones((61, 1))), groups={"label": labels})
    assert groupings(corpus) == ({"label": labels} if offered else {})


def test_the_first_part_of_the_titles_is_a_grouping_if_all_have_one():
    corpus = titled("numpy.dot", "scipy/linalg.eigh", "numpy: notes")
    assert groupings(corpus)["part of the title"] == ("numpy", "scipy", "numpy")
    assert groupings(titled("numpy.dot", "scipy/linalg", "pandas")) == {}
    assert groupings(titled(".dot", "scipy/linalg")) == {}


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


def test_nothing_is_most_common_in_groups_of_documents_that_are_dealt_out_again():
    rng = np.random.default_rng(0)
    has_topic = rng.random((2_000, 8)) < 0.3
    groups = [f"group {group}" for group in rng.integers(9, size=2_000)]
    shares = topic_shares(has_topic, groups)
    assert [strongest(shares, topic) for topic in range(1, 9)] == [""] * 8


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


def test_words_set_groups_apart_that_only_one_of_them_uses():
    counts = np.array([[9, 0, 5, 1], [8, 0, 5, 0], [0, 7, 5, 0], [0, 9, 5, 1]])
    table = keyness_of_groups(corpus_of(counts), ("a", "a", "b", "b"), "a", "b").iloc[
        [0, -1]
    ]
    assert table["word"].tolist() == ["word_0", "word_1"]
    assert table["group"].tolist() == ["a", "b"]
    assert table[["in_first", "in_second"]].to_numpy().tolist() == [[17, 0], [0, 16]]
    assert (table["z"] > 1).all()


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


def test_one_bad_date_of_ninety_is_named_and_leaves_the_chart():
    dates = (*(f"1999-{1 + n % 12:02}-01" for n in range(89)), "")
    titles = tuple(f"letter {n}" for n in range(90))
    corpus = replace(corpus_of(np.ones((90, 1))), titles=titles, dates=dates)
    months = groupings(corpus)["month"]
    assert len(set(months)) == 13
    told = about_membership(corpus, months, "month")
    assert told.startswith("1 of 90 documents has no month, and")
    assert "letter 89" in told
    assert about_membership(corpus, months[:89], "month") == ""


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


def test_a_day_of_tweets_has_hours_and_two_weeks_have_days():
    hours = tuple(f"2017-10-23T{hour:02}:30" for hour in range(24))
    found = groupings(replace(corpus_of(np.ones((24, 1))), dates=hours))
    assert (list(found), len(set(found["hour"]))) == (["hour"], 24)
    days = tuple(f"2017-10-{day:02}" for day in range(1, 15))
    fortnight = replace(corpus_of(np.ones((14, 1))), dates=days)
    assert groupings(fortnight) == {"day": days}


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
