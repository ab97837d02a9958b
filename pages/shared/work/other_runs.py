"""The user's runs that go on while another page is open, in the sidebar."""

import streamlit as st

from pages.shared.work.jobs import Job, Run, queue
from pages.shared.work.progress_text import describe

POLL_SECONDS = 1.0


def show_others(shown: list[Run]) -> None:
    """List the user's unfinished runs but those that the page shows itself."""
    keys = {run.key for run in shown}
    if _others(keys):
        with st.sidebar:
            _poll(keys)


@st.fragment(run_every=POLL_SECONDS)
def _poll(keys: set) -> None:
    others = _others(keys)
    if not others:
        st.rerun()
    st.caption(OTHER_RUNS)
    for place, job in enumerate(others):
        st.markdown(describe(job))
        st.button(
            "Stop this run",
            key=f"stop_other_{place}",
            on_click=queue().stop,
            args=([job],),
            help=STOP_OTHER_HELP,
        )


def _others(keys: set) -> list[Job]:
    return [job for job in queue().mine() if job.key not in keys]


OTHER_RUNS = "Also running"
STOP_OTHER_HELP = "End this run; its best topics so far are kept for you."
