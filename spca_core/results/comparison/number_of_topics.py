"""How many topics? The most that are each more than chance, and the best within that.

*The limit.* Each number of topics is searched, and its least topic is held against
chance, as in `results.topics.chance`: one value serves all numbers. The limit is the
greatest number tried whose topics are all beyond it.

*The choice* within the limit: topics found on halves of the documents are judged on the
other halves.
"""

from collections.abc import Generator, Hashable, Iterator, Sequence
from dataclasses import replace
from statistics import harmonic_mean

import pandas as pd

from spca_core.corpus.corpus import Corpus, Kind
from spca_core.formatting import counted, percent
from spca_core.problem.settings import Settings
from spca_core.results.comparison.held_out import (
    find_topics,
    halved,
    in_halves,
    showing,
    split_seeds,
)
from spca_core.results.figure import Figure, late
from spca_core.results.topics.chance import (
    greatest_when_shuffled,
    sampled,
    variances_about_means,
)

FEW_DOCUMENTS = 100  # halves of fewer say little
# The columns in their order, and their headings.
HEADINGS = {
    "n_components": "Topics",
    "times_chance": "Weakest topic, times chance",
    "held_out": "Coherence, held out",
    "covered": "Covered, held out",
    "together": "Both together",
    "stability": "Stability, halves",
    "stability_spread": "Stability, ±",
    "n_splits": "Divisions into halves",
}
FIGURES = {  # the measures by number of topics, a curve each
    "chance": ("times_chance",),
    "quality": ("held_out", "covered", "together"),
}
TITLES = {
    "chance": "Topics against chance, by number of topics",
    "quality": "Quality of topics, by number of topics",
}
NUMBERS = (*range(1, 11), 12, 14, 16, 18, 20, 25, 30)  # of topics, tried by default
SPLITS = 4  # into halves
CHANCE, WHOLE = "chance", "whole"  # keys: of shuffled tables, of all documents
NEARLY = 0.95  # of the best: anything above counts as equally good

Row = dict[str, float]  # the figures of one number
Rows = dict[tuple[Hashable, int], Row]  # by WHOLE or the seed of a division, and number
Steps = Generator[None, None, Row]


def number_runs(settings: Settings) -> Settings:
    """Return the settings for runs with any number of topics, without pinned words.

    The searches are quick, so several splits take no longer than one otherwise would.
    """
    return replace(settings, effort="quick", pinned=())


def fitting(
    corpus: Corpus, settings: Settings, numbers: Sequence[int] = NUMBERS
) -> list[int]:
    """Return the numbers of topics for which the corpus has enough words."""
    most = corpus.n_words // settings.sparsity
    return [number for number in numbers if number <= most]


def by_number_of_topics(
    corpus: Corpus,
    settings: Settings,
    numbers: Sequence[int] = NUMBERS,
    known: Rows | None = None,
) -> Iterator[pd.DataFrame]:
    """Yield the table so far, many times; closing the iterator stops the work.

    It has one row per number of topics, missing what is not known yet. First come the
    shuffled tables, then a search of all documents for each number, for times_chance
    (the least variance of its topics / chance). Then all numbers are searched on two
    halves of the documents, in one division after another: held_out (mean coherence on
    the other half), covered (the share of the other half's documents with at least two
    words of some topic), together (the harmonic mean of the two) and stability (the
    share of one half's words that the other half finds too), means over the n_splits
    divisions so far; stability_spread is a standard deviation. If at no number all
    topics are stronger than chance, nothing is searched on halves.

    Of corpora with more documents, 20,000 at random are used.

    Parameters
    ----------
    corpus : Corpus
        The documents.
    settings : Settings
        Of the runs, as `number_runs` returns them; `n_components` is not used.
    numbers : sequence of int
        Of topics; only those that are `fitting` are tried.
    known : dict, optional
        Figures of earlier tables of this corpus with these settings: they are in the
        first table already, and new ones are added.

    Yields
    ------
    DataFrame
        With the columns of `HEADINGS`.

    Raises
    ------
    InputError
        If no word of the corpus varies, or it has no documents.
    """
    corpus.check_has_documents()
    known = {} if known is None else known
    fit, seeds = fitting(corpus, settings, numbers), split_seeds(settings, SPLITS)
    wanted = [(WHOLE, number) for number in fit]
    wanted += [(seed, number) for seed in seeds for number in fit]
    yield _table(known, wanted)
    used = sampled(corpus, settings.seed)
    for key, steps in _measurements(used, settings, fit, seeds):
        if key[0] in seeds and not most_beyond_chance(_table(known, wanted)):
            return  # there is nothing to choose from
        if key not in known:
            known[key] = yield from showing(_table(known, wanted), steps)
            yield _table(known, wanted)


def _measurements(
    corpus: Corpus,
    settings: Settings,
    numbers: Sequence[int],
    seeds: Sequence[int],
) -> Iterator[tuple[tuple[Hashable, int], Steps]]:
    """Yield all that is measured, by its key, in order; nothing has begun yet."""
    runs = [replace(settings, n_components=number) for number in numbers]
    yield (CHANCE, 0), _chance(corpus, settings)
    for run in runs:
        yield (WHOLE, run.n_components), _least(corpus, run)
    for seed in seeds:
        parts = halved(corpus, seed)
        for run in runs:
            yield (seed, run.n_components), _judged(parts, replace(run, seed=seed))


def _chance(corpus: Corpus, settings: Settings) -> Steps:
    greatest = []
    for most in greatest_when_shuffled(corpus, settings):
        greatest.append(most)
        yield
    return {"chance": max(greatest)}


def _least(corpus: Corpus, run: Settings) -> Steps:
    topics = yield from find_topics(corpus, run)
    return {"least": min(variances_about_means(corpus, topics.words, run))}


def _judged(parts: tuple[Corpus, Corpus], run: Settings) -> Steps:
    judged = yield from in_halves(parts, run)
    return {
        "held_out": judged.coherence,
        "covered": judged.covered,
        "together": together(judged.coherence, judged.covered),
        "stability": judged.stability,
    }


def together(coherence: float, covered: float) -> float:
    """Return the harmonic mean of coherence and covered, 0 if one is not positive.

    Coherence falls with the number of topics and the covered share grows. Their
    harmonic mean, as of precision and recall, is great only if both are.
    """
    return harmonic_mean([max(coherence, 0.0), covered])


def _table(known: Rows, wanted: Sequence[tuple[Hashable, int]]) -> pd.DataFrame:
    rows = [{"n_components": key[1], **known[key]} for key in wanted if key in known]
    figures = ["least", "held_out", "covered", "together", "stability"]
    measured = pd.DataFrame(rows, columns=["n_components", *figures])
    by_number = measured.astype({"n_components": int}).groupby("n_components")
    chance = known[CHANCE, 0]["chance"] if (CHANCE, 0) in known else float("nan")
    table = by_number.mean()
    table["times_chance"] = table["least"] / chance
    table["stability_spread"] = by_number["stability"].std()
    table["n_splits"] = by_number["stability"].count()
    return table.reset_index()[list(HEADINGS)]


def numbers_tried(table: pd.DataFrame, n_numbers: int) -> str:
    """Say how many of the numbers are tried, in this pass through them."""
    n_splits = int(table["n_splits"].max()) if len(table) else 0
    tried = int((table["n_splits"] == n_splits).sum())
    where = f"tried, in division {n_splits} of {SPLITS} into halves"
    return (
        f"{tried} of {counted(n_numbers, 'numbers')} "
        f"{where if n_splits else 'compared with chance'}"
    )


def most_beyond_chance(table: pd.DataFrame) -> int:
    """Return the most topics tried that are each more than chance; 0 for none."""
    return int(max(_beyond(table)["n_components"], default=0))


def _beyond(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the numbers whose topics are all more than chance."""
    return table[table["times_chance"] > 1]


def nearly_best(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the numbers that are nearly the best, the most stable first.

    They are those whose coherence and covered share together are at least 95 % of the
    best; of equally stable ones the smallest comes first.
    """
    good = table[table["together"] >= NEARLY * table["together"].max()]
    return good.sort_values("stability", ascending=False, kind="stable")


def suggestion(table: pd.DataFrame, corpus: Corpus) -> tuple[int | None, str]:
    """Return the number of topics to take, and why in sentences; None for none.

    It is the first of the `nearly_best` whose topics are all more than chance.

    table : from `by_number_of_topics`, whole
    """
    most, last = most_beyond_chance(table), int(table["n_components"].max())
    if not most:
        return None, f"{NO_TOPICS} {_what_helps(corpus.kind)}"
    good = nearly_best(_beyond(table))
    chosen = good.iloc[0]
    number = int(chosen["n_components"])
    topics = counted(number, "topics")
    reasons = [
        f"At least {topics}: more were not tried." if number == last else f"{topics}.",
        _why(chosen, len(good), corpus.kind.documents),
        _about_limit(most, last, int(nearly_best(table).iloc[0]["n_components"])),
        _if_few(corpus),
    ]
    return number, " ".join(filter(None, reasons))


def _why(chosen: pd.Series, n_good: int, documents: str) -> str:
    stable, spread = (
        percent(chosen[name], 0) for name in ("stability", "stability_spread")
    )
    others = (
        f"Of the {counted(n_good, 'numbers')} nearly as good, its words are found "
        f"again most often in other {documents} ({stable} ± {spread})."
        if n_good > 1
        else "No other number is nearly as good."
    )
    return (
        f"In {documents} held out, coherence is {chosen['held_out']:.2f}, and "
        f"{percent(chosen['covered'])} have a topic. {others}"
    )


def _about_limit(most: int, last: int, unlimited: int) -> str:
    """Say which number is the limit, and whether the choice depends on it.

    unlimited : the number that would be chosen without a limit
    """
    if most == last:
        return f"All topics are stronger than chance, up to the {last} tried."
    higher = "More topics would score higher, but with" if unlimited > most else "With"
    return f"{higher} more than {counted(most, 'topics')}, some could be chance."


def _if_few(corpus: Corpus) -> str:
    documents = counted(corpus.n_documents, corpus.kind.documents)
    few = f"These are rough figures: only {documents}, in halves."
    return few if corpus.n_documents < FEW_DOCUMENTS else ""


def _what_helps(kind: Kind) -> str:
    cut = ", and long texts cut into paragraphs" if kind.weighting != "counts" else ""
    return f"What helps: more {kind.documents}{cut}."


def known_figures(table: pd.DataFrame) -> list[str]:
    """Return the names in `FIGURES` of which something is known."""
    return [name for name, (first, *_) in FIGURES.items() if table[first].any()]


def number_figure(
    table: pd.DataFrame, name: str, suggested: int | None = None
) -> Figure:
    """Return measures by the number of topics as curves.

    Numbers over the limit are grey. A click on a point chooses its number of topics, by
    the parameter "number".

    table     : from `by_number_of_topics`
    name      : in `FIGURES`
    suggested : marked by a line, if there is one
    """
    measures = FIGURES[name]
    return Figure(
        name=f"number_by_{name}",
        title=TITLES[name],
        table=table,
        text=" ".join(_describe(table, measure) for measure in measures),
        draw=late(
            "comparison.charts:by_number",
            titles={measure: HEADINGS[measure] for measure in measures},
            most=most_beyond_chance(table),
            suggested=suggested,
        ),
        headings=HEADINGS,
    )


def _describe(table: pd.DataFrame, measure: str) -> str:
    known = table.dropna(subset=measure)
    if known.empty:
        return f"{HEADINGS[measure]}: nothing is known yet."
    values = dict(zip(known["n_components"], known[measure], strict=True))
    top = max(values, key=values.__getitem__)
    ends = ", ".join(f"{values[n]:.3g} at {n}" for n in (min(values), max(values)))
    return (
        f"{HEADINGS[measure]} by number of topics: {ends}; greatest "
        f"{values[top]:.3g} at {top}."
    )


NO_TOPICS = (
    "No topics beyond chance: at every number tried, some topic captures no more than "
    "the greatest topic of shuffled documents."
)
