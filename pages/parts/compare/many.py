"""Methods on many corpora: those that come with the app, and the user's own."""

import streamlit as st

from pages.parts.compare import recovery
from pages.shared.figure import show_figure
from pages.shared.files import offer_csv
from pages.shared.state.choices import Request
from pages.shared.state.widgets import choose_in_row
from pages.shared.state.workspace import Workspace
from pages.shared.text import plain
from spca_core.errors import InputError
from spca_core.results.comparison import profiles
from spca_core.results.files.experiment import (
    Experiment,
    read_experiment,
    stored_experiments,
)

FILES, KEPT, REFUSED = "many_files", "many_experiments", "many_refused"


def show_settings(workspace: Workspace, _: Request) -> None:
    """Let the user add experiments, and choose how topics are planted."""
    st.file_uploader(
        "More experiments, one file per corpus",
        "json",
        accept_multiple_files=True,
        key=FILES,
        on_change=_take,
        help=ABOUT_FILES,
    )
    for refused in st.session_state.pop(REFUSED, []):
        st.error(plain(refused))
    recovery.show_settings(workspace)


def show_many_corpora(workspace: Workspace) -> None:
    """Draw the methods' profiles over all experiments, and planted topics below."""
    mine: list[Experiment] = st.session_state.get(KEPT, [])
    experiments = [*stored_experiments(), *mine]
    costs = profiles.costs(experiments)
    figure = profiles.profile_figure(costs, choose_in_row("measure"))
    st.markdown(f"**{plain(figure.text)}**")
    show_figure(figure, profiles.provenance_of_experiments(experiments))
    st.caption(ABOUT_PROFILES)
    st.dataframe(profiles.readable_costs(costs), hide_index=True, height="content")
    offer_csv("CSV", "many_corpora.csv", costs)
    st.subheader("Planted topics")
    recovery.show_recovery(workspace)


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
ABOUT_PROFILES = (
    "A curve is the share of the corpora on which a method comes that close to the "
    "best method (Dolan and Moré 2002): higher and further left is better. A method "
    "that was not run on a corpus counts as not having solved it. Each method counts "
    "by its median seed. Seconds are processor seconds, compared within a corpus: "
    "files of one corpus from different machines should not be mixed. The corpora "
    "that come with the app are there from the start; add your own in Settings."
)
