"""Every task knows its right answer, which is computed here by other means."""

import re
from itertools import combinations

import numpy as np
import pytest

import spca_core
from pages.learn import LESSONS
from pages.parts.learn import plan
from pages.shared.state.options import OPTIONS, parse
from spca_core.corpus.bundled import read_bundled
from spca_core.lessons import (
    dense,
    eight_words,
    four_words,
    matching,
    net,
    noise,
    one_at_a_time,
    own_sentences,
    plane,
)
from spca_core.lessons.tasks import REACHED, MultipleChoice, Number, Target, Task
from spca_core.results.files.stored import stored_topics
from tests.fuzz import in_one_test

TASKS = {task.name: task for one in LESSONS.values() for task in one.tasks}
PRICES = four_words.price_names()
# A wrong answer and the right one; for a target, what its controls are set to.
OWN = "\n".join(
    [f"The king and the queen wear a crown {number}." for number in range(5)]
    + [f"A ship with a sail left the harbour {number}." for number in range(5)]
)
ANSWERS = {
    "spread": ("125", "35"),
    "sum": ("4", "5"),
    "half": ({"angle": 120}, {"angle": 80}),  # from 100
    "first": ("1", "0"),
    "wasted": ("0", "1"),
    "ratio": ({"eps": 0.2, "delta": 0.0}, {"eps": 0.02, "delta": 0.01}),
    "price": ("1", "0.1"),
    "contested": ("0", "1"),
    "best": ({"own": "11002020"}, {"own": "21002100"}),
    "limit": ("100", "235"),
    "chance": ("50", "10"),
    "words": ("1", "0"),
    "passing": (
        {"strength": 0, "table": 1, "shuffles": 9},
        {"strength": 0, "table": 2, "shuffles": 9},
    ),
    "which": ("0", "1"),
    "own": ({"sentences": own_sentences.EXAMPLE}, {"sentences": OWN}),
    "enough": ("1000", "5"),
    "pair": ("0", "1"),
    "thirty": ({"kept_words": 8}, {"kept_words": 6}),
    "net": ("0", "1"),
    "epsilon": ({"net_epsilon": 0.5}, {"net_epsilon": 0.1}),
    "ascent": ("0", "1"),
    "turn": (
        {"first_angle": 0.0, "second_angle": 90.0},
        {"first_angle": 50.0, "second_angle": 147.0},
    ),
    "lowest": (
        {"first_angle": 20.0, "second_angle": 100.0},
        {"first_angle": 105.0, "second_angle": 125.0},
    ),
    "below": ("0", "2"),
    "prove": (dict.fromkeys(PRICES, 1.0), dict(zip(PRICES, (4, 4, 1, 1), strict=True))),
    "above": ("0", "2"),
}


def hint(task: Task, answer: object) -> str:
    if isinstance(task, Target):
        return task.help(answer)
    assert task.takes(answer)
    return task.hint(answer)


@in_one_test("name", ANSWERS)
def test_a_wrong_answer_has_a_hint_and_the_right_one_none(name: str):
    wrong, right = ANSWERS[name]
    assert hint(TASKS[name], wrong)
    assert not hint(TASKS[name], right)
    assert TASKS[name].why


def test_every_task_has_a_name_of_its_own_and_no_target_is_reached_at_first():
    assert [*TASKS] == [*ANSWERS]
    assert len(TASKS) == sum(len(one.tasks) for one in LESSONS.values())
    at_first = {name: option.default for name, option in OPTIONS.items()}
    for task in TASKS.values():
        assert not isinstance(task, Target) or task.help(at_first)


def test_a_choice_has_one_right_answer_and_other_hints_for_all_others():
    for task in TASKS.values():
        if isinstance(task, MultipleChoice):
            hints = list(task.hints.values())
            assert hints.count("") == 1
            assert len(set(hints)) == len(hints)
            assert len(hints) > 2, "more than two answers"


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "1e300", "-1", "7", "reached"])
def test_what_is_no_answer_in_a_link_is_not_taken(text: str):
    for task in TASKS.values():
        if task.takes(text):
            assert isinstance(task, Number) or text == REACHED
            task.hint(text)


def test_the_numbers_of_the_plane_are_those_of_its_points():
    points = plane.centred_points().to_numpy()
    values, vectors = np.linalg.eigh(points.T @ points / len(points))
    x, y = vectors[:, -1]
    assert TASKS["spread"].right == pytest.approx(np.degrees(np.arctan(y / x)))
    assert TASKS["sum"].right == pytest.approx(values.sum())
    direction = np.radians(ANSWERS["half"][1]["angle"])
    along = points @ [np.cos(direction), np.sin(direction)]
    assert along.var() == pytest.approx(values.sum() / 2, rel=0.03)


def test_the_answers_to_one_at_a_time_are_those_of_its_solvers():
    table = one_at_a_time.topics_by_way(0.1, 0.1).set_index(["way", "topic"])
    apart, together = (table.loc[way] for way in one_at_a_time.WAYS)
    first, second = apart["words"]
    assert TASKS["first"].hints[first] == TASKS["wasted"].hints[second] == ""
    price = apart["variance"].max() - together["variance"].max()
    assert TASKS["price"].right == pytest.approx(price)


def test_the_best_choice_of_eight_words_is_that_of_trying_all():
    places = range(len(matching.WORDS))
    pairs = [(a, b) for a in combinations(places, 2) for b in combinations(places, 2)]
    totals = {
        (a, b): matching.EXAMPLE[0, [*a]].sum() + matching.EXAMPLE[1, [*b]].sum()
        for a, b in pairs
        if not {*a} & {*b}
    }
    first, second = max(totals, key=totals.__getitem__)
    own = ["1" if j in first else "2" if j in second else "0" for j in places]
    assert "".join(own) == ANSWERS["best"][1]["own"]
    assert max(totals.values()) == TASKS["limit"].right
    assert ("Topic 1", "Topic 2")[0 in second] == "Topic 2"


def test_the_lowest_peak_is_below_the_target_and_all_others_above():
    starts = [(a, b) for a in range(0, 181, 30) for b in range(0, 181, 20)]
    ends = [net.ascent_steps(*start)["value"].iloc[-1] for start in starts]
    peaks = np.unique(np.round(ends, 3))
    assert (peaks < net.LOWEST).sum() == 1
    assert peaks[-1] == pytest.approx(eight_words.optimum(), abs=1e-3)


@in_one_test("prices", [(0.5,) * 4, (0.0,) * 4, (6.0,) * 4, (6.0, 0.0, 6.0, 0.0)])
def test_the_hints_lead_to_prices_that_prove_the_best(prices):
    values = dict(zip(PRICES, prices, strict=True))
    while hint := TASKS["prove"].help(values):
        way, word = re.search("Try a (higher|lower) price of (.*)[.]", hint).groups()
        name = PRICES[four_words.WORDS.index(word)]
        values[name] += {"higher": 0.5, "lower": -0.5}[way]
    # The eigenvalues are those of NumPy; U has at most the square roots of products.
    root = np.sqrt([*values.values()])
    left = four_words.MATRIX - np.minimum(four_words.MATRIX, np.outer(root, root))
    limit = sum(values.values()) + np.linalg.eigvalsh(left)[-2:].sum()
    assert limit == pytest.approx(20, abs=0.005)


def test_noise_that_passes_nine_shuffles_is_about_one_table_in_ten():
    passed = [
        not TASKS["passing"].help({"strength": 0, "table": table, "shuffles": 9})
        for table in range(1, 41)
    ]
    assert 1 <= sum(passed) <= 10
    real, *others = noise.searches(0, ANSWERS["passing"][1]["table"], 9)
    assert real.captured > max(each.captured for each in others)


@pytest.mark.slow
def test_so_many_words_keep_a_quarter_and_thirty_per_cent_of_the_variance():
    corpus = read_bundled(dense.CORPUS)
    assert corpus.n_words == dense.N_WORDS
    whole = dense.dense_component(corpus).variance
    found = {n: dense.sparse_component(corpus, n) for n in (1, 2, 4, 5, 6)}
    shares = {n: each.captured_variance / whole for n, each in found.items()}
    assert shares[dense.QUARTER - 1] < 0.25 <= shares[dense.QUARTER]
    assert shares[dense.THIRTY - 1] < 0.3 <= shares[dense.THIRTY]
    assert "28 %" in TASKS["enough"].why
    assert f"{shares[5]:.0%}" == "28%"
    words = {n: {corpus.words[j] for j in found[n].supports[0]} for n in (1, 2)}
    assert words == {1: {"fiscal"}, 2: {"senate", "house"}}
    greatest = dense.dense_component(corpus).words["word"].head(2)
    assert {*greatest} == {"subject", "states"}


def numbers_in(text: str) -> set[str]:
    """Return the numbers of a sentence, without those of formulas."""
    plain = re.sub(r"\$[^$]*\$", "", text)
    return set(re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", plain))


def numbers_known() -> dict[str, set[str]]:
    """Return, by chapter, the numbers that its sentences may have, as computed."""
    spread, across = (1.0 * each for each in plane.VARIANCES)
    weights = matching.EXAMPLE.astype(int)
    steps = [
        number
        for number, frame in enumerate(matching.example(), start=1)
        if "hand" in frame.happened and "tax" in frame.happened
    ]
    greedy, best = matching.baselines(matching.EXAMPLE)["value"]
    repaired = matching.example()[-2].total - matching.example()[-4].total
    one, both = (
        one_at_a_time.topics_by_way(0.1, 0.1).query("way == @way")["variance"].max()
        for way in one_at_a_time.WAYS
    )
    same = four_words.proven_limit(four_words.same_prices())
    parts = four_words.every_pair_of_topics().iloc[0]
    matrices = four_words.matrices(four_words.BEST_PRICES)
    eigenvalues = np.linalg.eigvalsh(matrices[four_words.TITLES[2]])
    lowest = min(net.ascent_steps(a, b)["value"].iloc[-1] for a, b in LOW_STARTS)
    return {
        "component": {
            *(f"{n:g}" for n in (spread, across, spread + across)),
            *(f"{(spread + across) / 2:g}", f"{plane.SLANT}", "45", "2"),
        },
        "together": {
            *(f"{n:g}" for n in (1, 0, 2, one_at_a_time.EPS, one_at_a_time.RATIO)),
            *(f"{one:.1f}", f"{both:g}"),
        },
        "matching": {
            *map(str, weights[:, :].ravel()),
            *(f"{n:.0f}" for n in (greedy, best, repaired, 1)),
            *map(str, steps),
        },
        "noise": {"0", "1", "3", "4", "10", "30", "100", f"{len(noise.CHOICES)}"},
        "sentences": {str(own_sentences.MIN_SENTENCES), str(own_sentences.MIN_WITH)},
        "sparse": {f"{dense.N_WORDS:,}", "1", "2", "0", "5", "28", "30", "40", "100"},
        "paper": {
            *("0.5", "0.1", "1", "2", "4", "8", "20", "90", "100", "50", "147"),
            *(f"{net.LOWEST}", f"{lowest:.3f}"),
        },
        "limit": {
            *(f"{n:g}" for n in four_words.BEST_PRICES),
            *(f"{n:g}" for n in (four_words.best_total(), 2, 0)),
            *(f"{parts['first']:g}", f"{parts['second']:g}", f"{same:.2f}"),
            *(f"{sum(four_words.BEST_PRICES):g}", *(f"{n:.0f}" for n in eigenvalues)),
            *("5", "95"),
        },
    }


LOW_STARTS = [(105, 125), (100, 120), (110, 130)]


def test_every_number_in_a_sentence_is_one_that_is_computed():
    known = numbers_known()
    for name, chapter in LESSONS.items():
        sentences = [chapter.about, chapter.board, chapter.goal, chapter.closing]
        sentences += [chapter.for_teachers]
        for task in chapter.tasks:
            sentences += [task.question, task.why]
            if isinstance(task, MultipleChoice):
                sentences += [*task.hints, *task.hints.values()]
        for sentence in sentences:
            assert numbers_in(sentence) <= known[name], (name, sentence)


def test_exercise_3_gives_the_planted_topic_from_its_file(tmp_path):
    path = tmp_path / "documents.csv"
    path.write_text(noise.as_csv(), "utf-8")
    _, link = plan.EXERCISES["Exercise 3: a file"]
    values = {name: parse(name, text) for name, text in link.items() if name != "view"}
    corpus = spca_core.load(path)
    matrix = {name: values[name] for name in ("weighting", "centred", "norm")}
    topics = spca_core.solve(corpus, values["k"], values["s"], **matrix)
    assert {corpus.words[j] for j in topics.supports[0]} == {*noise.PLANTED}


@pytest.mark.slow
def test_exercises_1_and_2_end_as_they_say():
    _, link = plan.EXERCISES["Exercise 1: 24 words"]
    corpus = spca_core.load(link["corpus"])
    best = spca_core.solve(corpus, int(link["k"]), int(link["s"]), method="exact")
    assert best.remarks.exhaustive
    stored = stored_topics(spca_core.load("state_of_the_union"))
    assert len(stored.chance.variances) == 8
