"""The paper's statements, each line with the code that does it."""

from collections.abc import Iterable
from itertools import groupby

import streamlit as st

from pages.shared.frame import PAGES
from pages.shared.state.options import OPTIONS
from spca_core.paper.statements import Statement, Step, source_of


def show_statements(statements: Iterable[Statement]) -> None:
    """Show statements in their order."""
    for statement in statements:
        with st.container(border=True, gap="small"):
            _show_statement(statement)


def _show_statement(statement: Statement) -> None:
    name = statement.name
    st.subheader(f"{name}. {statement.title}", anchor=name.lower().replace(" ", "-"))
    st.markdown(statement.says)
    for number, step in enumerate(statement.steps, start=1):
        text, code = st.columns([3, 2], gap="small", vertical_alignment="center")
        text.markdown(f"{number}. {step.text}" if statement.is_algorithm else step.text)
        with code:
            _show_code(step)
    st.markdown(f"**In this library.** {statement.here}")
    if statement.chapter:
        page, icon = PAGES["Learn"][:2]
        chapter = OPTIONS["chapter"].choices[statement.chapter]
        st.page_link(
            page,
            label=f"Try it: chapter {chapter}",
            icon=icon,
            query_params={"chapter": statement.chapter},
        )


def _show_code(step: Step) -> None:
    """Offer the source of a step, a button for each file."""
    sources = [source_of(code) for code in step.code]
    with st.container(horizontal=True, gap="small"):
        for path, those in groupby(sources, lambda source: source.path):
            with st.popover(f"`{path}`", type="tertiary", icon=":material/code:"):
                for source in those:
                    st.caption(f"Line {source.line}")
                    st.code(source.text, "python")


ABOUT = (
    "In our words, with the paper's names and numbers. Beside each step is the file "
    "that does it here: press it to read the code."
)
