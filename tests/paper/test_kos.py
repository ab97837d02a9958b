"""The stored runs of KOS are those of the paper's figure, and hold on the data."""

import pytest

from spca_core.methods.solve import solutions
from spca_core.paper.data_sets import data_set, find_file, read
from spca_core.paper.figures import experiments, proven
from spca_core.paper.kos import EXPERIMENT, stored_figures, stored_provenance
from tests.conftest import present

(KOS,) = (each for each in experiments() if str(each) == EXPERIMENT)
NAMES = ["Bipartite (paper)", "TPower", "EM sPCA", "SpanSPCA"]


def test_the_figures_have_every_method_for_one_to_eight_topics():
    for figure in stored_figures():
        sizes = figure.table.groupby("method")["n_components"].agg(list)
        assert {*NAMES, "Joint search"} == {*sizes.index}
        assert all(of == list(range(1, 9)) for of in sizes)


def test_the_crosses_are_what_the_paper_prints_and_the_limit_is_above():
    by_topic, _ = stored_figures()
    ends = by_topic.table.query("n_components == 8").set_index("method")["median"]
    assert ends[NAMES].tolist() == pytest.approx([61.4, 41.4, 42.4, 42.1], rel=0.01)
    captured, limit = proven()[KOS]
    assert ends["Joint search"] == pytest.approx(captured, rel=1e-6)
    assert (ends < limit).all()
    assert "61.4" in str(by_topic.chart().to_dict())


def test_the_provenance_is_that_of_the_runs_and_not_of_this_machine():
    made_of = stored_provenance()
    assert made_of.corpus == "KOS"
    assert made_of.versions["Processor"] == "AMD EPYC"
    assert made_of.settings["rank"] == 5


@pytest.mark.slow
def test_a_stored_run_is_found_again_on_the_data(data_folder):
    wanted = data_set("KOS")
    present(find_file(wanted, data_folder) or data_folder / wanted.files[0].name)
    *_, found = solutions(read(wanted, data_folder), KOS.settings("tpower"))
    by_topic, _ = stored_figures()
    ends = by_topic.table.query("n_components == 8").set_index("method")["median"]
    assert found.captured_variance == pytest.approx(ends["TPower"], rel=1e-9)
