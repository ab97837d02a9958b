"""Two parts of a corpus, or two corpora, side by side: topics, their shares, words."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from spca_core.corpus.conditions import (
    OWN_NAMES,
    Condition,
    in_groups,
    labelled,
)
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.groupings import BY_TIME, groupings
from spca_core.corpus.occurrence import ENOUGH, words_of_topics_in
from spca_core.corpus.parts import documents_meeting
from spca_core.formatting import counted
from spca_core.results.documents.groups import group_sizes, keyness, sums_of
from spca_core.results.documents.share_figures import FIGURES
from spca_core.results.documents.shares import share_interval
from spca_core.results.figure import Figure, late
from spca_core.results.files.provenance import Provenance
from spca_core.topics import Topics

HEADINGS = {"found_in": "Topics found in", "name": "Topic", "part": "In", **FIGURES}


class Side(NamedTuple):
    """One of the two: what it is called, and its topics."""

    label: str
    topics: Topics

    @property
    def corpus(self) -> Corpus:
        return self.topics.require_corpus()


def of_each_group(corpus: Corpus) -> list[Condition]:
    """Return the condition of each group, first of the groupings with the fewest.

    Times are left out: conditions on dates are for any time.
    """
    by_name = {
        by: group_sizes(groups)
        for by, groups in groupings(corpus).items()
        if by not in BY_TIME
    }
    return [
        in_groups(by, [group])
        for by, numbers in sorted(by_name.items(), key=lambda item: len(item[1]))
        for group in numbers
    ]


def largest_groups(corpus: Corpus) -> list[Condition]:
    """Return the conditions of two groups that have most of the documents.

    There are none where documents have no groups but times.
    """
    pairs = {
        by: [*group_sizes(groups).items()][:2]
        for by, groups in groupings(corpus).items()
        if by not in BY_TIME
    }
    most = max(pairs, key=lambda by: sum(n for _, n in pairs[by]), default="")
    return [in_groups(most, [group]) for group, _ in pairs.get(most, [])]


def merged(where: Sequence[Condition]) -> list[Condition]:
    """Return conditions of which those on one grouping are alternatives.

    Somebody who chooses two parties wants the documents of both.
    """
    alike: dict[object, list[Condition]] = {}
    for each in where:
        is_group = each.relation == "=" and each.name not in OWN_NAMES
        key = each.name if is_group else each
        alike.setdefault(key, []).append(each)
    return [
        these[0].with_values(value for each in these for value in each.values)
        for these in alike.values()
    ]


def label_of(where: Sequence[Condition]) -> str:
    """Return what the documents that meet conditions are called."""
    return ", ".join(label for label, _ in labelled(where)) or "All documents"


def about_shared_documents(first: Corpus, second: Corpus) -> str:
    """Say how many documents are in both parts; nothing if none is, or none is known.

    Of two corpora nobody knows; of two parts of one, the conditions tell.
    """
    if (base := first.base or first) is not (second.base or second):
        return ""
    every = base.with_copies
    in_both = np.logical_and.reduce(
        [
            documents_meeting(every, {*part.where} - {*base.where})
            if part.base
            else np.ones(every.n_documents, dtype=bool)
            for part in (first, second)
        ]
    )
    if not in_both.any():
        return ""
    documents = counted(int(in_both.sum()), base.kind.documents)
    return (
        f"The parts share {documents}, which makes them look more alike than they are."
    )


def of_both(made_of: Provenance, first: Corpus, second: Corpus) -> Provenance:
    """Return the provenance of the first corpus, with the names and ids of both."""
    return replace(
        made_of,
        corpus=f"{first.name} and {second.name}",
        content_id=f"{first.content_id} and {second.content_id}",
    )


def shares_in_both(first: Side, second: Side) -> pd.DataFrame:
    """Return the share of each topic in both: one row per topic and part.

    Columns: found_in (the label of the part that has the topic), topic (from 1), name,
    part, share (of the part's documents that have it), low, high (its 95 % interval),
    carrying and documents (their numbers). Of words that a part lacks, it has none; see
    `have_topics`.
    """
    rows = []
    for found in (first, second):
        topics = list(zip(found.topics.names, found.topics.words(), strict=True))
        for part in (first, second):
            counts = part.corpus.with_copies
            for number, (name, words) in enumerate(topics, start=1):
                n_carrying = int(_carry(counts, words).sum())
                of = found.label, number, name, part.label
                rows.append((*of, n_carrying, counts.n_documents))
    columns = ["found_in", "topic", "name", "part", "carrying", "documents"]
    table = pd.DataFrame(rows, columns=columns)
    low, high = share_interval(
        table["carrying"].to_numpy(), table["documents"].to_numpy()
    )
    shares = table["carrying"] / table["documents"]
    return table.assign(share=shares, low=low, high=high)


def _carry(corpus: Corpus, words: Sequence[str]) -> np.ndarray:
    """Return which documents carry the topic of some words, (n_documents,)."""
    known = {*words} & {*corpus.words}
    if not known:
        return np.zeros(corpus.n_documents, dtype=bool)
    columns = np.array([corpus.columns_of(sorted(known))])
    n_there = words_of_topics_in(corpus.observations, columns)[:, 0]
    return n_there >= min(ENOUGH, len(words))


def keyness_of_parts(first: Side, second: Side) -> pd.DataFrame:
    """Return the words that set the two apart, as `keyness_of_groups` does for groups.

    The prior of two parts of one corpus are all of its documents; of two corpora, those
    of both.
    """
    parts = [side.corpus.with_copies for side in (first, second)]
    base = first.corpus.base or first.corpus
    are_of_one = base is (second.corpus.base or second.corpus)
    priors = [base.with_copies] if are_of_one else parts
    words = sorted({word for prior in priors for word in prior.words})
    sums = np.column_stack([sums_of(part, words) for part in parts])
    prior = np.sum([sums_of(one, words) for one in priors], axis=0)
    return keyness(words, sums, prior, (first.label, second.label))


def shares_figures(table: pd.DataFrame) -> list[Figure]:
    """Return a figure of `shares_in_both` for the topics of each part, on one scale.

    They show shares as points with their intervals.
    """
    parts, most = list(dict.fromkeys(table["part"])), table["high"].max()
    return [
        Figure(
            name=f"topics_of_part_{place}",
            title=f"Topics found in {found_in}, in both parts",
            table=table[table["found_in"] == found_in],
            text=(
                f"Share of the documents that have each topic found in {found_in}, in "
                f"{' and in '.join(parts)}."
            ),
            draw=late("comparison.charts:shares_of_parts", parts=parts, most=most),
            headings=HEADINGS,
        )
        for place, found_in in enumerate(parts, start=1)
    ]
