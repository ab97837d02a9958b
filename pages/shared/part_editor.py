"""Choosing some of the documents: by time, groups, words and topics.

What is chosen here counts once the topics of these documents are asked for.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from pages.shared.figure import show_chart
from pages.shared.state import cached, choices
from pages.shared.state.choices import Request
from pages.shared.text import plain
from pages.shared.zoom import FIND_TOPICS, part_of, take
from spca_core.corpus.conditions import (
    DATE,
    TOPIC,
    Condition,
    in_groups,
    with_words,
)
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.groupings import BY_TIME
from spca_core.formatting import counted
from spca_core.results.documents.dates import dates_drawn, dates_figure
from spca_core.results.documents.groups import about_membership, group_sizes

# Session state: what is chosen and does not count yet, also while the editor is closed.
DRAFT = "draft_"
SINCE, UNTIL, DRAWN = f"{DRAFT}since", f"{DRAFT}until", f"{DRAFT}dates"
PERSISTENT: dict[str, Any] = {"persist_state": "page"}
FEW = 8  # groups that are all shown
PILLS = partial(st.pills, selection_mode="multi", wrap=True, **PERSISTENT)
MAX_TYPED = 200  # characters
WIDTH = 440  # pixels


@st.fragment
def show_editor(now: Corpus, request: Request) -> None:
    """Offer to choose some of the documents that are analysed now."""
    if choices.value("where") != request.where:
        st.rerun()  # the whole page: topics were asked for below
    with st.popover(
        "Filter",
        icon=":material/filter_alt:",
        type="tertiary",
        key=f"choose_documents_{len(request.where)}",  # another one opens closed
        on_change="rerun",
    ) as place:
        if place.open:
            with st.container(width=WIDTH):
                _show(now, request)


def _show(now: Corpus, request: Request) -> None:
    top = st.container(horizontal=True, vertical_alignment="center")
    problem = st.empty()
    chosen = [*_dates(now), *_groups(now), *_words(now), *_topic()]
    part, refusal = now, ""
    if chosen:
        part, refusal = part_of(now, chosen, request.settings)
    if refusal:
        problem.warning(plain(refusal))
    n_left = part.with_copies.n_documents if part else 0
    documents = counted(now.with_copies.n_documents, now.kind.documents)
    with top:
        st.button(
            FIND_TOPICS,
            type="primary",
            key="find_in_part",
            disabled=bool(refusal) or not chosen,
            on_click=_take,
            args=(now, part),
        )
        st.markdown(f"{n_left:,} of {documents}", width="content")


def _take(now: Corpus, part: Corpus) -> None:
    for key in [key for key in st.session_state if str(key).startswith(DRAFT)]:
        del st.session_state[key]
    take(now, part)


def _dates(now: Corpus) -> Iterator[Condition]:
    table = cached.documents_by_time(now)
    if not table.empty:
        figure = dates_figure(table)
        take_drawn = partial(_take_drawn, table)
        show_chart(figure.chart(), figure.text, key=DRAWN, on_select=take_drawn)
    if now.dates or not table.empty:
        with st.container(horizontal=True):
            since = st.text_input(
                "From", key=SINCE, placeholder="1950-03-31", **PERSISTENT
            )
            until = st.text_input("To", key=UNTIL, placeholder="1999", **PERSISTENT)
        for relation, date in ((">=", since), ("<=", until)):
            if date.strip():
                yield Condition(DATE, relation, (date.strip(),))


def _take_drawn(table: pd.DataFrame) -> None:
    ends = st.session_state[DRAWN].selection["dates"].get("place")
    drawn = dates_drawn(table, ends) if ends else ("", "")
    st.session_state[SINCE], st.session_state[UNTIL] = drawn


def _groups(now: Corpus) -> Iterator[Condition]:
    for name, groups in cached.groupings(now).items():
        if name in BY_TIME:
            continue
        if chosen := _chosen_groups(name, group_sizes(groups)):
            yield in_groups(name, chosen)
        if why := about_membership(now, groups, name):
            st.caption(plain(why))


def _chosen_groups(name: str, numbers: Mapping[str, int]) -> list[str]:
    # Names are escaped for pills, which have Markdown; a list of several has none.
    several = partial(st.multiselect, placeholder="Any", **PERSISTENT), str
    draw, written = (PILLS, plain) if len(numbers) <= FEW else several
    return draw(
        plain(name.capitalize()),
        list(numbers),
        format_func=lambda group: f"{written(group)} ({numbers[group]:,})",
        key=f"{DRAFT}group_{name}",
    )


def _words(now: Corpus) -> Iterator[Condition]:
    label = "Words or phrases" if now.texts else now.kind.words.capitalize()
    typed = st.text_input(
        label,
        key=f"{DRAFT}words",
        max_chars=MAX_TYPED,
        placeholder="gold or silver",
        **PERSISTENT,
    )
    if condition := with_words(typed):
        yield condition


def _topic() -> Iterator[Condition]:
    """Let the user choose one of the topics that were shown last, or none of them."""
    names = st.session_state.get(choices.NAMED, {})
    if not names:
        return
    chosen = st.selectbox(
        "Topic",
        [*names, WITHOUT],
        index=None,
        format_func=lambda words: names.get(words, "Without a topic"),
        key=f"{DRAFT}topic",
        placeholder="Any",
        **PERSISTENT,
    )
    if chosen == WITHOUT:
        yield from (Condition(TOPIC, "!=", words) for words in names)
    elif chosen:
        yield Condition(TOPIC, "=", chosen)


WITHOUT = ()  # instead of the words of a topic
