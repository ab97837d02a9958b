"""Methods on many corpora, each kept as an experiment's file."""

from functools import partial

import streamlit as st

from pages.shared.figure import show_figure
from pages.shared.state.widgets import choose
from pages.shared.state.workspace import Workspace
from pages.shared.text import plain
from spca_core.errors import InputError
from spca_core.results.comparison import profiles
from spca_core.results.files.experiment import Experiment, read_experiment
from spca_core.results.files.export import to_csv

FILES, KEPT, REFUSED = "many_files", "many_experiments", "many_refused"


def show_many_corpora(_: Workspace) -> None:
    """Let the user give experiments, and draw the methods' profiles over them."""
    st.file_uploader(
        "Experiments, one file per corpus",
        "json",
        accept_multiple_files=True,
        key=FILES,
        on_change=_take,
        help=ABOUT_FILES,
    )
    for refused in st.session_state.pop(REFUSED, []):
        st.error(plain(refused))
    experiments: list[Experiment] = st.session_state.get(KEPT, [])
    costs = profiles.costs(experiments)
    if costs.empty:
        st.info(NOTHING_YET)
        return
    measure = choose("measure", widget=st.segmented_control, required=True)
    figure = profiles.profile_figure(costs, measure)
    show_figure(figure, profiles.provenance_of_experiments(experiments))
    st.caption(f"{figure.text} {ABOUT_PROFILES}")
    st.dataframe(profiles.readable_costs(costs), hide_index=True, height="content")
    st.download_button(
        "CSV",
        partial(to_csv, costs),
        "many_corpora.csv",
        "text/csv",
        on_click="ignore",
    )


def _take() -> None:
    """Read the files; one that cannot be read leaves the others as they are."""
    kept: list[Experiment] = []
    refused: list[str] = []
    for file in st.session_state[FILES]:
        try:
            kept.append(read_experiment(file.getvalue()))
        except InputError as error:
            refused.append(f"{file.name}: {error}")
    st.session_state[KEPT], st.session_state[REFUSED] = kept, refused


ABOUT_FILES = (
    "Save one for each corpus: Experiment (JSON) below the curves, or `compare -o "
    "run.json` on the command line. Their corpora need not be open."
)
NOTHING_YET = (
    "One corpus says little about a method. Compare the same methods on several, save "
    "each comparison as an experiment, and drop the files here."
)
ABOUT_PROFILES = (
    "A curve is the share of the corpora on which a method comes that close to the "
    "best method (Dolan and Moré 2002): higher and further left is better. A method "
    "that was not run on a corpus counts as not having solved it. Each method counts "
    "by its median seed. Seconds are processor seconds: do not mix files from "
    "different machines."
)
