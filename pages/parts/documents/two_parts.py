"""Two parts of the corpus side by side: their topics, each topic's shares, their words.

Corpora that were uploaded together are parts too, by their file.
"""

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.shared.figure import show_figure
from pages.shared.files import offer_table
from pages.shared.keyness import show_keyness
from pages.shared.provenance import comparison_provenance
from pages.shared.state import choices
from pages.shared.state.choices import Request
from pages.shared.state.widgets import choose
from pages.shared.state.workspace import Workspace
from pages.shared.text import STOPPED_TOO_EARLY, plain
from pages.shared.work.progress import show_runs
from pages.shared.work.tasks import Chance, Run
from pages.shared.zoom import part_of
from spca_core.corpus.conditions import Condition
from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.results.comparison.two_parts import (
    Side,
    about_shared_documents,
    keyness_of_parts,
    label_of,
    largest_groups,
    merged,
    of_both,
    of_each_group,
    shares_figures,
    shares_in_both,
)
from spca_core.results.files import latex
from spca_core.results.topics.chance import verdict
from spca_core.topics import Topics

SIDES = "first", "second"  # the choices that hold their conditions


def compare_parts(workspace: Workspace, request: Request) -> None:
    """Let the user choose two parts, find the topics of both, and compare them."""
    now, settings = workspace.corpus, replace(workspace.run.settings, pinned=())
    if now.without_documents:
        st.info(plain(now.without_documents))
        return
    try:
        chosen = _chosen(now)
    except InputError as error:
        st.warning(plain(str(error)))
        return
    parts = [part_of(now, where, settings) for where in chosen]
    for refusal in filter(None, (refusal for _, refusal in parts)):
        st.warning(plain(refusal))
    corpora = [part for part, refusal in parts if part and not refusal]
    if len({part.content_id for part in corpora}) < len(SIDES):
        st.info(DIFFERENT)
        return
    runs = [Run(part, settings) for part in corpora]
    jobs, ended = show_runs(runs, again=request.run_pressed)
    found = [job.latest for job in jobs if job.latest]
    if ended and len(found) == len(SIDES):
        sides = [
            Topics.of(run.corpus, solution, chance=Chance(run, solution).found)
            for run, solution in zip(runs, found, strict=True)
        ]
        _show(*map(Side, map(label_of, chosen), sides))
    elif ended and not any(job.refusal for job in jobs):
        st.info(STOPPED_TOO_EARLY)


def _chosen(now: Corpus) -> list[list[Condition]]:
    """Draw the two lists of conditions; return what they ask for.

    raises : InputError if what was typed is no condition
    """
    if not any(map(choices.value, SIDES)):
        largest = ((str(condition),) for condition in largest_groups(now))
        choices.change(**dict(zip(SIDES, largest, strict=False)))
        choices.write_address()
    groups = {str(condition): condition.in_words for condition in of_each_group(now)}
    with st.container(horizontal=True):
        for side in SIDES:
            choose(
                side,
                widget=st.multiselect,
                options=[*dict.fromkeys((*groups, *choices.value(side)))],
                format_func=lambda text: groups.get(text, text),
                accept_new_options=True,
                placeholder="All documents",
                help=HOW_TO_CHOOSE,
            )
    return [merged([*map(Condition.parse, choices.value(side))]) for side in SIDES]


def _show(first: Side, second: Side) -> None:
    if about := about_shared_documents(first.corpus, second.corpus):
        st.caption(about)
    made_of = comparison_provenance(first.corpus, [first.topics.settings])
    provenance = of_both(made_of, first.corpus, second.corpus)
    table = first.topics.compare(second.topics)
    st.subheader("Topics that share words")
    st.dataframe(
        table,
        hide_index=True,
        height="content",
        column_config={
            "first": f"Topic of {first.label}",
            "second": f"Topic of {second.label}",
            "shared": "Words shared",
            "in_both": "In both",
            "only_first": f"Only in {first.label}",
            "only_second": f"Only in {second.label}",
        },
    )
    to_latex = partial(latex.to_latex, table, provenance, caption=CAPTION)
    offer_table(table, "topics_of_two_parts", to_latex)
    st.subheader("How common each topic is")
    figures = shares_figures(shares_in_both(first, second))
    for side, figure in zip((first, second), figures, strict=True):
        found_in = f"**Topics found in {plain(side.label)}**"
        st.markdown(f"{found_in}: {verdict(side.topics.chance)}")
        show_figure(figure, provenance)
    st.caption(ABOUT_SHARES)
    st.subheader("Words that set them apart")
    show_keyness(keyness_of_parts(first, second), first.label, second.label)


DIFFERENT = "Choose two parts with different documents, enough for topics in each."
CAPTION = "The topics of two parts, matched by the words that they share."
HOW_TO_CHOOSE = (
    "Choose groups, or type conditions such as date>=1950, word=gold|silver or "
    "topic=gold|silver|coin. A document is in one of the groups of a kind, and meets "
    "all other conditions."
)
ABOUT_SHARES = (
    "The share of each part's documents that have a topic, with its 95 % interval if "
    "documents are independent. The words of a topic were chosen to suit the part in "
    "which it was found, so its share there is somewhat overstated."
)
