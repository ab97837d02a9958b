"""The command line: a table or JSON on one stream, all else on the other."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from warnings import catch_warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine

import spca_core
from spca_core.cli import commands
from spca_core.cli.command_line import main
from spca_core.cli.output import Runs
from spca_core.formatting import significant
from spca_core.options import options
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.results.comparison.two_parts import Side, shares_in_both
from spca_core.results.files.saved import topics_on
from spca_core.results.files.saved_format import read_saved
from spca_core.results.topics import coverage
from spca_core.topics import Topics
from tests.made import planted_texts
from tests.made_runs import made_topics
from tests.oracles import best_variance, planted_corpus

ROOT = Path(__file__).resolve().parents[2]
LONGEST_RUN = 60  # seconds, kernels compiling included
SMALL = ("-k", "3", "-s", "4", "--candidates", "50", "--effort", "quick")
# More candidates than could be tried in a year: only Ctrl-C or a cap ends it.
ENDLESS = ("--candidates", "1000000000", "-k", "3", "-s", "4")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of a corpus whose themes are three times four words."""
    corpus = planted_corpus(0, 3, 4)
    counts = corpus.observations.tocoo()
    triples = zip(counts.row + 1, counts.col + 1, counts.data.astype(int), strict=True)
    header = (corpus.n_documents, corpus.n_words, counts.nnz)
    lines = [*map(str, header), *(" ".join(map(str, triple)) for triple in triples)]
    path = tmp_path_factory.mktemp("data") / "docword.planted.txt"
    path.write_text("\n".join(lines) + "\n")
    path.with_name("vocab.planted.txt").write_text("\n".join(corpus.words) + "\n")
    return str(path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture):
    """Return a runner of good commands: it gives back what stands on each stream."""

    def run_well(*arguments: str) -> tuple[str, str]:
        assert main(arguments) == 0
        return capsys.readouterr()

    return run_well


@pytest.fixture
def started() -> Iterator:
    """Return a starter of real processes, which end with the test at the latest."""
    processes = []

    def start(*arguments: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [sys.executable, "-m", "spca_core", *arguments],
            cwd=ROOT,
            # Output is buffered, as it is for a user: what is left is flushed at exit.
            env={**os.environ, "PYTHONUNBUFFERED": ""},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def topics_json(run, *arguments: str) -> dict:
    return json.loads(run("topics", *arguments, "--json")[0])


def run_of(saved: str | dict) -> dict:
    """Return the only run of a saved file."""
    (only,) = (json.loads(saved) if isinstance(saved, str) else saved)["runs"]
    return only


def words_of(saved: str | dict) -> list[list[str]]:
    return [topic["words"] for topic in run_of(saved)["topics"]]


def interrupted(process: subprocess.Popen, after: str = "", seconds: float = 0) -> str:
    """Press Ctrl-C so long after a report says so, and return what is printed.

    With the first report the run is surely under way.
    """
    while after not in (line := process.stderr.readline()):
        assert line, f"ended before it reported {after!r}"
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=LONGEST_RUN)
    assert process.returncode == 0
    assert "Traceback" not in errors
    return output


def test_topics_are_printed_as_on_the_page_and_progress_on_the_other_stream(
    run, source
):
    output, progress = run("topics", source, *SMALL)
    result = topics_json(run, source, *SMALL)
    lines = output.splitlines()
    assert lines[0].startswith(
        "planted: 180 documents, 24 words, Tf-idf, halfway to unit length, centred; "
        "Joint search"
    )
    assert "finished" in lines[0]
    variances = [topic["variance"] for topic in run_of(result)["topics"]]
    assert {*map(significant, variances)} <= {*output.split()}
    place = next(i for i, line in enumerate(lines) if "Rank" in line)
    rows = " ".join(lines[place + 1 :]).split()
    assert {*chain.from_iterable(words_of(result))} <= {*rows}
    corpus = spca_core.load(source)
    solution = spca_core.solve(corpus, n_components=3, sparsity=4, effort="quick")
    names = solution.names
    header = next(line for line in lines if names[0] in line)
    assert names == re.split("  +", header.strip())
    assert progress.startswith("disjoint-topics: Joint search: ")


@pytest.mark.slow
def test_a_quiet_run_prints_the_same_and_reports_only_doubts_and_errors(
    run, source, capsys, tmp_path
):
    output, progress = run("topics", source, *SMALL, "--certify", "--json")
    quiet, reports = run("topics", source, *SMALL, "--certify", "--json", "--quiet")
    assert (words_of(output), bool(progress), reports) == (words_of(quiet), True, "")
    doubtful = tmp_path / "doubtful.csv"
    doubtful.write_bytes(b"text\ncaf\xe9 tea\nold tea\n")
    _, doubts = run("topics", str(doubtful), "-k", "1", "-s", "1", "-q")
    assert "disjoint-topics: doubtful.csv was read as Windows-125" in doubts
    assert main(["topics", "nowhere", "-q"]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_a_limit_of_a_proof_ends_it_and_is_said(run, source):
    output, _ = run("topics", source, *SMALL, "--certify", "--certify-seconds=1e-9")
    assert "The proof ended at its limit of seconds; more may be proven." in output
    near = topics_json(run, source, *SMALL, "--certify", "--certify-gap=0.9")
    (limit,) = near["limits"]
    assert limit["stopped_by"] == "gap"
    assert 0 < 1 - run_of(near)["captured_variance"] / limit["upper_bound"] <= 0.9
    whole = topics_json(run, source, *SMALL, "--certify", "--certify-seconds=inf")
    assert whole["limits"][0]["stopped_by"] == "finished"


def test_every_option_reaches_the_settings(run, source):
    asked = {
        **{"n_components": 2, "sparsity": 3, "method": "bipartite", "rank": 4},
        **{"candidates": 60, "effort": "quick", "sketch": "streaming", "epsilon": 0.5},
        **{"seed": 9, "restarts": 1, "seconds": 30.0},
        **{"weighting": "log", "norm": "l2"},
    }
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in asked.items()]
    settings = run_of(topics_json(run, source, *flags, "--centred"))["settings"]
    assert settings.pop("pinned") == []
    assert settings == {**asked, "centred": True}
    assert settings.keys() == options(Settings()).keys()


@pytest.fixture
def measurements(tmp_path: Path) -> str:
    """A table of two features and a label."""
    path = tmp_path / "wine.csv"
    path.write_text("acid,kind,salt\n1,red,9\n3,white,8\n2,red,9\n4,red,7\n")
    return str(path)


def test_a_table_is_centred_and_counts_are_not_unless_asked(run, source, measurements):
    table = ("topics", measurements, "--label", "kind", "-k", "1", "-s", "2")
    assert "4 rows, 2 features, centred" in run(*table)[0]
    assert "4 rows, 2 features, raw" in run(*table, "--no-centred")[0]
    counts = ("topics", source, *SMALL, "--weighting", "counts")
    assert "24 words, raw" in run(*counts)[0]
    assert "24 words, centred" in run(*counts, "--centred")[0]
    settings = run_of(topics_json(run, source, *SMALL))["settings"]
    assert (settings["weighting"], settings["centred"]) == ("tf-idf", True)


@pytest.mark.slow
def test_the_papers_figures_are_printed_for_the_data_that_are_there(
    run, tmp_path, monkeypatch
):
    monkeypatch.setattr(commands, "run_settings", lambda one: [one.settings("tpower")])
    numbers = np.random.default_rng(0).normal(size=(2429, 361))
    np.savetxt(tmp_path / "cbcl_face_train.csv", numbers, fmt="%.3f", delimiter=",")
    output, _ = run("paper", str(tmp_path))
    rows = [line for line in output.splitlines() if line.startswith("CBCL Face train")]
    assert len(rows) == 4  # what the paper has; ours is there for TPower alone
    assert [len(row.split()) for row in rows] == [13, 10, 9, 10]
    numbers = [word for word in " ".join(rows).split() if word[0].isdecimal()]
    assert numbers == [f"{float(number):.5g}" for number in numbers]
    assert output.count(": not here. From https://") == 10
    monkeypatch.setenv("SPCA_DATA", str(tmp_path / "nowhere"))
    assert run("paper")[0].count(": not here. From https://") == 11


def test_a_comparison_prints_totals_and_the_topics_of_each_method(run, source):
    output, progress = run("compare", source, *SMALL)
    # The corpus is small enough for the exact method; baselines are run when named.
    for method in METHODS.values():
        assert output.count(f"{method.label} captures") == (not method.is_baseline)
        assert (f"{method.label}: " in progress) == (not method.is_baseline)
    assert output.count("Rank") == output.count(" captures")
    assert "share_of_best" in output.splitlines()[0]


def test_a_comparison_as_json_has_a_run_for_each_method_and_seed(run, source):
    methods = ("--methods", "tpower,em", "--seeds", "1-2", "--certify")
    written = json.loads(run("compare", source, *SMALL, *methods, "--json")[0])
    (limit,) = written["limits"]
    for one in written["runs"]:
        assert one["captured_variance"] <= limit["upper_bound"] * (1 + 1e-12)
    asked = [one["settings"] for one in written["runs"]]
    found = [(settings["method"], settings["seed"]) for settings in asked]
    assert found == [("em", 1), ("em", 2), ("tpower", 0)]
    single = topics_json(run, source, *SMALL, "--method", "tpower")
    for name in ("topics", "candidates"):
        assert written["runs"][2][name] == run_of(single)[name]


@pytest.mark.slow
def test_conditions_choose_a_part_which_an_experiment_names_and_finds_again(
    run, tmp_path
):
    where = ("--where", "party=Whig|Federalist", "--where", "date>=1845")
    part = spca_core.load("state_of_the_union", where=where[1::2])
    found = topics_json(run, "state_of_the_union", *where, *SMALL)
    assert found["where"] == ["date>=1845", "party=Whig|Federalist"]
    assert found["content_id"] == part.content_id
    path, options = tmp_path / "run.json", (*SMALL, "--methods", "em")
    run("compare", "state_of_the_union", *where, *options, "-o", str(path))
    found = topics_on(read_saved(path.read_bytes()), part)
    assert [one.settings.method for one in found] == ["em"]
    run("keep", "state_of_the_union", *where, str(tmp_path / "kept"))
    assert spca_core.load(tmp_path / "kept").n_documents == part.n_documents


PARTY = ("--where", "party=Democratic", "--beside", "party=Republican")


@pytest.fixture
def speeches(tmp_path: Path) -> str:
    """The file of texts of two parties."""
    path, party = tmp_path / "speeches.csv", ["Democratic", "Republican", "Republican"]
    texts = planted_texts(0, 90)
    pd.DataFrame({"text": texts, "party": party * 30}).to_csv(path, index=False)
    return str(path)


@pytest.mark.slow
def test_two_parts_beside_each_other_are_compared_as_by_the_library(
    run, speeches, tmp_path
):
    size = ("-k2", "-s3", "--method", "span", "--languages", "none")
    corpus = spca_core.load(speeches, languages=())
    first, second = (
        spca_core.solve(corpus.part(f"party={party}"), 2, 3, method="span")
        for party in ("Democratic", "Republican")
    )
    path = str(tmp_path / "parts.xlsx")
    run("topics", speeches, *size, *PARTY, "-o", path)
    matched, shares, apart, _ = pd.read_excel(
        path, sheet_name=None, keep_default_na=False, engine="openpyxl"
    ).values()
    assert matched.equals(first.compare(second))
    label = {"Democratic", "Republican"}
    sides = Side("Democratic", first), Side("Republican", second)
    expected = shares_in_both(*sides)
    pd.testing.assert_frame_equal(shares, expected)
    assert {*apart["group"]} == label
    output, _ = run("topics", speeches, *size, *PARTY)
    assert output.startswith("first: speeches, where party=Democratic: 30 documents")
    assert "second: speeches, where party=Republican: 60 documents" in output
    for value in (*first.names, *second.names, *apart["word"]):
        assert value in output
    assert {significant(value) for value in shares["share"]} <= {*output.split()}


def test_two_parts_that_cannot_be_compared_are_refused(speeches, capsys, tmp_path):
    for more, complaint in (
        (("--beside", "party=Whig"), "Whig"),
        (("--where", "party=Republican", *PARTY[2:]), "the same documents"),
        (("--where", "document=1|2", *PARTY[2:], "-k2", "-s1"), "too few"),
        ((*PARTY, "--certify"), "--certify is for one"),
        ((*PARTY, "-o", str(tmp_path / "parts.json")), ".html"),
    ):
        assert main(["topics", speeches, *more]) == 2
        assert complaint in capsys.readouterr().err


def test_an_experiment_says_how_long_each_run_might_take():
    found = [made_topics(planted_corpus(0, 3, 4), 3, 4)]
    assert json.loads(Runs(found, None, 5.0).json)["equal_time"] == 5.0


@pytest.mark.slow
def test_methods_with_equal_time_say_their_numbers_of_restarts(run, source, tmp_path):
    path = tmp_path / "run.json"
    options = ("--methods", "tpower,em", "-o", str(path), "--equal-time")
    run("compare", source, *SMALL, *options)
    assert json.loads(path.read_text("utf-8"))["equal_time"] > 0, "that of the slowest"
    run("compare", source, *SMALL, *options, "0.2")
    written = json.loads(path.read_text("utf-8"))
    assert written["equal_time"] == 0.2
    restarts = {
        each["settings"]["method"]: each["settings"]["restarts"]
        for each in written["runs"]
    }
    assert min(restarts["tpower"], restarts["em"]) > 0


@pytest.mark.slow
def test_covariances_are_recognised_unless_the_format_says_documents(
    run, capsys, tmp_path
):
    path = tmp_path / "covariances.csv"
    rows = np.cov(np.random.default_rng(0).standard_normal((30, 6)), rowvar=False)
    np.savetxt(path, rows, delimiter=",", header="a,b,c,d,e,f", comments="")
    size = ("-k", "1", "-s", "2")
    said, _ = run("topics", str(path), *size)
    assert "covariances: 6 variables, covariance matrix; " in said
    said, _ = run("topics", str(path), *size, "--format", "table")
    assert "6 rows, 6 features" in said
    assert main(["topics", str(path), *size, "--chance"]) == 2
    assert "no documents" in capsys.readouterr().err
    assert main(["keep", str(path), str(tmp_path / "store")]) == 2
    assert "no documents" in capsys.readouterr().err
    for ending in (".xlsx", ".html", ".json", ".csv"):
        run("topics", str(path), *size, "-o", str(tmp_path / f"topics{ending}"))
    saved = Topics.open(tmp_path / "topics.json")
    assert saved.captured_variance == pytest.approx(best_variance(rows, 1, 2))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("topics FOLDER", "without text"),
        ("topics a\nb", "neither a file nor"),
        ("topics SOURCE -k two", "'two'"),
        ("topics SOURCE -k 9", "Lower one"),
        ("compare SOURCE --methods joint,magic", "'magic'"),
        ("compare SOURCE --methods em,em", "'em' twice"),
        ("compare SOURCE --seeds 9-0", "as 0-9"),
        ("compare SOURCE --equal-time -1", "from 0 to"),
        # What is wrong whatever the source holds is refused before it is read.
        ("topics nowhere --method magic", "got 'magic'"),
        ("topics nowhere --certify-seconds 9", "Add --certify"),
        ("compare nowhere -k 0", "n_components must be"),
        ("topics nowhere --beside a=b --seed -1", "seed must be"),
        ("topics SOURCE --certify-gap 0.1", "--certify-gap limits a proof. Add"),
        ("topics SOURCE --certify --certify-seconds 0", "--certify-seconds must be"),
        ("topics SOURCE --shuffles 9", "Add --chance."),
        ("topics SOURCE --chance --shuffles 1", "shuffles must be an integer from 2"),
        ("topics SOURCE --apply SOURCE", ": The saved file cannot be read"),
        ("find SOURCE a --sort magic", "sort must be one of"),
        ("topics SOURCE --vocabulary no.txt", "no.txt"),
        ("topics SOURCE a\nb", "unrecognized"),
        ("paper nowhere", "not a folder"),
        ("", "COMMAND"),
    ],
)
def test_bad_input_is_refused_in_one_line_with_exit_code_2(
    source, capsys, tmp_path, arguments, complaint
):
    places = {"SOURCE": source, "FOLDER": str(tmp_path)}
    given = [places.get(each, each) for each in arguments.split(" ")]
    assert main(list(filter(None, given))) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.endswith("\n")
    assert len(errors.splitlines()) == 1
    assert errors.startswith("disjoint-topics: ")
    assert complaint in errors


@pytest.mark.slow
def test_the_process_ends_with_the_code_of_the_command(started):
    process = started("topics", "nowhere")
    output, errors = process.communicate(timeout=LONGEST_RUN)
    assert (process.returncode, output) == (2, "")
    assert len(errors.splitlines()) == 1


@pytest.mark.slow
def test_an_interrupt_ends_a_comparison_with_the_methods_so_far(started, source):
    methods = "bipartite,tpower,joint"
    process = started("compare", source, "--methods", methods, *ENDLESS)
    output = interrupted(process)
    assert "Bipartite (paper) captures" in output
    assert "not finished" in output
    assert "TPower" not in output


@pytest.mark.slow
def test_topics_are_held_against_chance_if_asked_and_an_interrupt_keeps_what_is_known(
    run, started, source
):
    output, progress = run("topics", source, *SMALL, "--chance", "--shuffles", "2")
    assert "All 3 topics are stronger than chance" in output
    assert output.count("times as strong as chance") == 3
    assert "2 of 2 shuffled tables" in progress
    endless = ("--chance", "--shuffles", "999", "--json")
    process = started("topics", source, *SMALL, *endless)
    result = run_of(interrupted(process, after="1 of 999 shuffled tables"))
    assert 1 <= len(result["chance"]["greatest"]) < 999
    assert result["verdict"] == "All 3 topics are stronger than chance."


def test_an_interrupt_before_the_first_result_is_reported_in_one_line(
    capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    def pressed(*_: str | None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "open_source", pressed)
    assert main(["topics", "anything"]) == 130
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows has no such pipes")
def test_a_reader_that_has_enough_causes_no_complaint(started, source):
    process = started("topics", source, *SMALL)
    process.stdout.close()
    errors = process.stderr.read()
    assert process.wait(LONGEST_RUN) == 141
    reports = {line.split(": ")[1] for line in errors.splitlines()}
    assert reports == {"Joint search"}


def test_nothing_slow_is_imported_for_help():
    code = (
        "import sys; from spca_core.cli.command_line import main\n"
        "try: main(['topics', '--help'])\n"
        "finally: sys.stderr.write(str({'numpy', 'scipy', 'pandas'} & {*sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stderr == "set()"


def test_the_version_is_that_of_the_library(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"disjoint-topics {spca_core.__version__}\n"


@pytest.mark.slow
def test_a_result_is_written_in_the_form_that_its_ending_names(run, source, tmp_path):
    found = words_of(topics_json(run, source, *SMALL))
    for ending in (".csv", ".json", ".html", ".svg", ".png", ".xlsx"):
        path = tmp_path / f"topics{ending}"
        output, progress = run("topics", source, *SMALL, "-o", str(path))
        assert (output, f"{path} is written" in progress) == ("", True)
    words = pd.read_csv(tmp_path / "topics.csv")
    assert [rows["word"].tolist() for _, rows in words.groupby("topic")] == found
    saved = spca_core.Topics.open(tmp_path / "topics.json", spca_core.load(source))
    assert [list(each) for each in saved.words()] == found
    assert "<script" not in (tmp_path / "topics.html").read_text("utf-8")
    assert (tmp_path / "topics.svg").read_text("utf-8").startswith("<svg")
    assert (tmp_path / "topics.png").read_bytes().startswith(b"\x89PNG")
    sheets = pd.read_excel(tmp_path / "topics.xlsx", sheet_name=None, engine="openpyxl")
    sizes = {"Topics": 3, "Words": 12, "Documents": 180}
    assert {name: len(sheets[name]) for name in sizes} == sizes
    assert any(coverage.DEFINITION in each for each in sheets["About"]["about"])
    path = tmp_path / "documents.parquet"
    output, progress = run("topics", source, *SMALL, "--documents", str(path))
    assert "captures" in output
    assert f"{path} is written" in progress
    assert len(pd.read_parquet(path)) == sizes["Documents"]


def test_lines_are_printed_in_order_and_written_whole_and_command_no_terminal(
    run, tmp_path
):
    texts = ("The war ended.", "A war began", "=peace \x1b[31m after war")
    source, path = tmp_path / "texts.txt", tmp_path / "lines.csv"
    source.write_text("\n".join(texts))
    with catch_warnings(action="ignore"):
        output, said = run("find", str(source), "war*", "--sort", "before")
        run("find", str(source), "war*", "--sort", "before", "-o", str(path))
    assert "“war*” occurs 3 times, in 3 of 3 documents." in said
    lines = output.splitlines()
    assert [line.split("war")[0].split()[-1] for line in lines] == ["A", "after", "The"]
    assert "\x1b" not in output
    written = pd.read_csv(path, keep_default_na=False)
    assert written["before"].tolist() == ["A ", "'=peace \x1b[31m after ", "The "]
    assert main(["find", str(source), "war", "--sort", "size"]) == 2


def test_a_comparison_is_written_too(run, source, tmp_path):
    arguments = ("compare", source, *SMALL, "--methods", "tpower,joint")
    for ending in (".csv", ".html", ".xlsx"):
        run(*arguments, "-o", str(tmp_path / f"runs{ending}"))
    assert len(pd.read_csv(tmp_path / "runs.csv")) == 2
    assert "TPower" in (tmp_path / "runs.html").read_text("utf-8")
    assert (
        len(pd.read_excel(tmp_path / "runs.xlsx", sheet_name=None, engine="openpyxl"))
        == 3
    )


@pytest.mark.parametrize("name", ["topics.doc", "no/such/folder.csv"])
def test_a_file_that_cannot_be_written_is_refused_before_the_search(
    source, capsys, tmp_path, name
):
    path = str(tmp_path / name)
    assert main(["topics", source, *SMALL, "-o", path]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert path in line


def test_a_checkout_starts_its_own_app_with_streamlits_own_options(monkeypatch):
    calls: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", [])
    monkeypatch.setattr(
        commands, "run_module", lambda module, **_: calls.append([module, *sys.argv])
    )
    assert main(["app", "--server.port", "8080"]) == 0
    app = str(ROOT / "app.py")
    assert calls == [["streamlit", "streamlit", "run", app, "--server.port", "8080"]]


def test_wines_correlation_matrix_and_its_standardised_data_have_the_same_optimum(
    run, tmp_path
):
    wine = load_wine(as_frame=True).data
    found = spca_core.solve(wine.corr(), 2, 5)
    assert found.captured_variance == pytest.approx(5.82605, abs=5e-6)
    wine.corr().to_csv(tmp_path / "wine.csv")
    wine.to_csv(tmp_path / "raw.csv", index=False)
    for arguments in (["wine.csv"], ["raw.csv", "--weighting", "standardised"]):
        source, *more = arguments
        path = str(tmp_path / source)
        said, _ = run("topics", path, *more, "-k", "2", "-s", "5", "--certify")
        assert "captures 5.8261 " in said
        assert "Proven: optimal" in said
    said, _ = run("topics", str(tmp_path / "raw.csv"), "-k", "2", "-s", "5")
    assert "proline has 99.8 % of all variance" in said


@pytest.mark.slow
def test_an_interrupt_ends_a_proof_and_keeps_its_bound(started, tmp_path):
    path = tmp_path / "proof.npy"
    np.save(path, np.random.default_rng(0).random((400, 3_000)))
    process = started("topics", str(path), "--method", "tpower", "--certify", "--json")
    result = json.loads(interrupted(process, after="can be captured"))
    assert result["limits"][0]["upper_bound"] >= run_of(result)["captured_variance"]


def test_ctrl_c_means_what_it_did_before_once_a_run_is_over(run, source):
    before = signal.getsignal(signal.SIGINT)
    run("topics", source, *SMALL)
    assert signal.getsignal(signal.SIGINT) is before
