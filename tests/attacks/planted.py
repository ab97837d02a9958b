"""Small faults that a careless change could make, each with the tests that find it.

    python -m tests.attacks.planted                # all: half an hour
    python -m tests.attacks.planted --only 3 17    # some, by their numbers
    python -m tests.attacks.planted --only proof   # those in these files

Each is planted in a copy of the tree. The tests named beside it run first, and all fast
ones only if these pass.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import copy2
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FOUND = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


class Fault(NamedTuple):
    """A text that is once in a file, and what a fault would make of it."""

    file: str
    original: str
    faulty: str
    found_by: str  # tests: a file, or several with blanks between them


FAULTS = [
    Fault(*fault)
    for fault in (
        # Steps
        (
            "spca_core/steps/ascent.py",
            "most if pins[i, 1] == component else 0.0",
            "most if pins[i, 1] == component else weights[pins[i, 0]]",
            "tests/steps tests/methods/test_pinned.py",
        ),
        (
            "spca_core/steps/ascent.py",
            "if gram[word, word] > gram[heaviest, heaviest]:",
            "if gram[word, word] < gram[heaviest, heaviest]:",
            "tests/steps",
        ),
        (
            "spca_core/steps/columns.py",
            "offer(abs(gram[leader, word]) - prices[word], word",
            "offer(gram[leader, word] - prices[word], word",
            "tests/steps",
        ),
        (
            "spca_core/steps/matching.py",
            "n_best = len(directions) * sparsity",
            "n_best = sparsity",
            "tests/steps",
        ),
        (
            "spca_core/steps/neighbours.py",
            "unlisted[i] = max(unlisted[i], out)",
            "unlisted[i] = out",
            "tests/steps tests/proof",
        ),
        (
            "spca_core/steps/net.py",
            "(rank - 1)).T + 1) / n_cells - 1",
            "(rank - 1)).T) / n_cells - 1",
            "tests/steps",
        ),
        (
            "spca_core/steps/perturbation.py",
            "copy_changed(best, trial, changed)",
            "copy_changed(trial, best, changed)",
            "tests/steps",
        ),
        (
            "spca_core/steps/power_steps.py",
            "unit[i] = vector[i] / length",
            "unit[i] = vector[i] / squares",
            "tests/steps",
        ),
        (
            "spca_core/steps/sketch.py",
            "lost += lost_there + lowered",
            "lost += lost_there",
            "tests/steps",
        ),
        (
            "spca_core/steps/sketch.py",
            "np.sqrt(settings.rank * covariance.n_documents)",
            "np.sqrt(covariance.n_documents)",
            "tests/steps",
        ),
        (
            "spca_core/steps/stars.py",
            "sums[other] / n_documents - means[word] * means[other]",
            "sums[other] / n_documents",
            "tests/steps",
        ),
        (
            "spca_core/steps/transport.py",
            "loss = reached + prices[receiver] - gains",
            "loss = reached - prices[receiver] - gains",
            "tests/steps",
        ),
        # Methods
        (
            "spca_core/methods/bipartite.py",
            "exhausted=exhaust and best.tried == whole.n_candidates",
            "exhausted=exhaust",
            "tests/methods/test_bipartite.py tests/methods",
        ),
        (
            "spca_core/methods/bipartite.py",
            "max(best.value, batch.value), best.tried",
            "batch.value, best.tried",
            "tests/methods/test_bipartite.py tests/methods",
        ),
        (
            "spca_core/methods/deflation.py",
            "free = np.delete(free, component.support)",
            "free = np.setdiff1d(free, component.support)",
            "tests/methods",
        ),
        (
            "spca_core/methods/exact.py",
            "np.sort(reduced)[::-1][: n_components - 1]",
            "np.sort(reduced)[: n_components - 1]",
            "tests/methods/test_exact.py tests/methods",
        ),
        (
            "spca_core/methods/pins.py",
            "leave = room[len(room) - comes.sum() :]",
            "leave = room[: comes.sum()]",
            "tests/methods/test_pinned.py tests/methods",
        ),
        (
            "spca_core/methods/restarts.py",
            "left -= before.seconds",
            "left += before.seconds",
            "tests/methods/test_restarts.py tests/methods",
        ),
        (
            "spca_core/methods/solve.py",
            "variances = covariance.in_units(values)",
            "variances = values",
            "tests/methods",
        ),
        (
            "spca_core/methods/working_set.py",
            "covariance.variances > prices.min()",
            "covariance.variances > prices.max()",
            "tests/methods",
        ),
        (
            "spca_core/methods/baselines/rounding.py",
            "sums = squares.sum(axis=1, keepdims=True)",
            "sums = squares.sum(axis=0, keepdims=True)",
            "tests/methods",
        ),
        # Proofs
        (
            "spca_core/proof/bound.py",
            "np.maximum(prices, strengths * times)[n_shared:]",
            "np.maximum(prices, strengths)[n_shared:]",
            "tests/proof",
        ),
        (
            "spca_core/proof/bound.py",
            "positive=not self.complete",
            "positive=False",
            "tests/proof",
        ),
        (
            "spca_core/proof/branching.py",
            "most = sums[word] + base + rows.sums[word, n_left]",
            "most = sums[word] + rows.sums[word, n_left]",
            "tests/proof",
        ),
        (
            "spca_core/proof/certificate.py",
            "steps=begun.steps + number",
            "steps=number",
            "tests/proof",
        ),
        (
            "spca_core/proof/choices.py",
            "return problem.with_margin(limit, limit",
            "return problem.with_margin(reached, limit",
            "tests/proof",
        ),
        (
            "spca_core/proof/columns.py",
            "self._most += largest_sum(fall, self._sparsity)",
            "self._most += 0.0",
            "tests/proof",
        ),
        (
            "spca_core/proof/greatest.py",
            "float(n_values * (cut + rounding) + weights @ lengths)",
            "float(cut + rounding + weights @ lengths)",
            "tests/proof",
        ),
        (
            "spca_core/proof/rows.py",
            "rows.unlisted * factors.max() * (1 + ROUNDED)",
            "rows.unlisted * (1 + ROUNDED)",
            "tests/proof",
        ),
        (
            "spca_core/proof/splitting.py",
            "return sparsity * self.levels * self.ratios / 4",
            "return sparsity * self.levels * self.ratios / 8",
            "tests/proof",
        ),
        (
            "spca_core/proof/verdict.py",
            "return floor(100 * 10**decimals * share) / 10**decimals",
            "return round(100 * 10**decimals * share) / 10**decimals",
            "tests/proof",
        ),
        # The problem
        (
            "spca_core/problem/covariance.py",
            "np.ldexp(variances, 2 * self.exponent)",
            "np.ldexp(variances, self.exponent)",
            "tests/problem tests/methods",
        ),
        (
            "spca_core/problem/covariance.py",
            "key = centred, weighting, norm, executor\n        if key not in known:\n"
            "            known[key] = _made(corpus, *key)\n        return known[key]",
            "key = centred, weighting, norm, executor\n"
            "        if centred not in known:\n"
            "            known[centred] = _made(corpus, *key)\n"
            "        return known[centred]",
            "tests/problem",
        ),
        (
            "spca_core/problem/guarantee.py",
            "(1 - self.epsilon**2 / 8) ** 2",
            "(1 - self.epsilon**2 / 8)",
            "tests/problem",
        ),
        (
            "spca_core/problem/solution.py",
            "loadings * np.where(loadings[:, :1] < 0, -1.0, 1.0)",
            "abs(loadings)",
            "tests/problem tests/methods",
        ),
        (
            "spca_core/problem/spectrum.py",
            "return float((abs(value) + left) * scale)",
            "return float(abs(value) * scale / 2)",
            "tests/problem tests/steps/test_sketch.py",
        ),
        # Corpora, their texts and files
        (
            "spca_core/corpus/weighting.py",
            "np.log((n_documents + added) / frequencies) ** power",
            "np.log((n_documents + added) / frequencies) * power",
            "tests/corpus/test_weighting.py",
        ),
        (
            "spca_core/corpus/weighting.py",
            "_stored_weights(folder, sheet_id, documents, self.weighting)",
            '_stored_weights(folder, sheet_id, b"", self.weighting)',
            "tests/corpus/test_weighting.py tests/corpus/test_store.py",
        ),
        (
            "spca_core/corpus/shuffling.py",
            "needs -= 1 - side",
            "needs -= side",
            "tests/corpus/test_shuffling.py",
        ),
        (
            "spca_core/corpus/stored.py",
            "store.counts.shape[0])[first:end]",
            "store.counts.shape[0])[: end - first]",
            "tests/corpus/test_store.py",
        ),
        (
            "spca_core/corpus/store_writer.py",
            "pointers[-1][-1] + chunk.indptr[1:]",
            "chunk.indptr[1:]",
            "tests/corpus/test_store.py",
        ),
        (
            "spca_core/corpus/store_writer.py",
            "            _write(corpus, chunks, unfinished)\n"
            "            unfinished.rename(folder)",
            "            folder.mkdir()\n            _write(corpus, chunks, folder)",
            "tests/corpus/test_store.py tests/corpus",
        ),
        (
            "spca_core/corpus/store_manifest.py",
            "crc = zlib.crc32(array.data, crc)",
            "crc = zlib.crc32(array.data)",
            "tests/corpus/test_store.py",
        ),
        (
            "spca_core/corpus/matrix.py",
            'for name in (*words, "", *titles):',
            "for name in (*words, *titles):",
            "tests/corpus/test_corpus.py",
        ),
        (
            "spca_core/corpus/conditions.py",
            r'name = re.sub(r"([\\=!<>])", r"\\\1", self.name)',
            "name = self.name",
            "tests/corpus/test_parts.py tests/corpus/test_conditions.py",
        ),
        (
            "spca_core/corpus/parts.py",
            "return len(date) >= len(value) and compares",
            "return compares",
            "tests/corpus/test_parts.py",
        ),
        (
            "spca_core/corpus/limits.py",
            "if n > most:",
            "if n > 10 * most:",
            "tests/corpus/readers tests/attacks",
        ),
        (
            "spca_core/corpus/readers/counts/pairs.py",
            "base = int(pairs.ids.min(initial=1) > 0)",
            "base = 1",
            "tests/corpus/readers",
        ),
        (
            "spca_core/corpus/readers/counts/uci.py",
            '"word": (1, sizes[1]),',
            '"word": (1, sizes[0]),',
            "tests/corpus/readers",
        ),
        (
            "spca_core/corpus/readers/tables/delimited.py",
            "is_uneven = self.share < MIN_SHARE and first > 1",
            "is_uneven = self.share > MIN_SHARE and first > 1",
            "tests/corpus/readers",
        ),
        (
            "spca_core/corpus/readers/tables/roles.py",
            "title=named(chosen.title, about.title),",
            "title=named(chosen.title, about.date),",
            "tests/corpus/readers",
        ),
        (
            "spca_core/corpus/texts/dates.py",
            "numbers = numbers[::-1] if day_first else numbers",
            "numbers = numbers if day_first else numbers[::-1]",
            "tests/corpus/texts",
        ),
        (
            "spca_core/corpus/texts/phrases.py",
            "both[ends[(ends > 0) & (ends < len(places))] - 1] = False",
            "both[ends[(ends > 0) & (ends < len(places) - 1)]] = False",
            "tests/corpus/texts",
        ),
        # Tables, sentences and files
        (
            "spca_core/results/topics/chance.py",
            "return max(self.greatest)",
            "return min(self.greatest)",
            "tests/results/topics",
        ),
        (
            "spca_core/results/topics/coverage.py",
            "np.argsort(-(scored[documents, topic - 1] ** 2)",
            "np.argsort(-(scored[documents, topic - 1])",
            "tests/results/documents tests/results/topics",
        ),
        (
            "spca_core/results/topics/pairing.py",
            "for old, new, shared in matched if shared}",
            "for old, new, shared in matched}",
            "tests/results/topics",
        ),
        (
            "spca_core/results/topics/quality.py",
            "lifts / -np.log(together + EPSILON)",
            "lifts",
            "tests/results/topics tests/results/comparison",
        ),
        (
            "spca_core/results/topics/relevance.py",
            "(1 - typical) * np.log(here / overall)",
            "(1 - typical) * np.log(overall / here)",
            "tests/results/topics",
        ),
        (
            "spca_core/results/topics/variances.py",
            '"cumulative_variance": np.cumsum(variances)',
            '"cumulative_variance": np.cumsum(variances[::-1])',
            "tests/results/topics tests/test_topics.py",
        ),
        (
            "spca_core/results/comparison/held_out.py",
            "for part in reversed(parts)]",
            "for part in parts]",
            "tests/results/comparison",
        ),
        (
            "spca_core/results/comparison/number_of_topics.py",
            "most = corpus.n_words // settings.sparsity",
            "most = corpus.n_words // settings.sparsity + 1",
            "tests/results/comparison",
        ),
        (
            "spca_core/results/documents/scores.py",
            "if topic + 1 not in hidden]",
            "if topic not in hidden]",
            "tests/results/documents",
        ),
        (
            "spca_core/results/documents/shares.py",
            'sums = around.where(sums["documents"] > 0, 0)',
            "sums = around",
            "tests/results/documents",
        ),
        (
            "spca_core/results/files/provenance.py",
            "topics_hidden=topics.hidden,",
            "topics_hidden=[],",
            "tests/results/files",
        ),
        (
            "spca_core/results/files/saved.py",
            "if not np.allclose(found.variances, stated",
            "if not np.allclose(stated, stated",
            "tests/results/files",
        ),
        (
            "spca_core/results/files/saved.py",
            "hidden=words[0] in edits.hidden",
            "hidden=words[-1] in edits.hidden",
            "tests/results/files",
        ),
        (
            "spca_core/results/files/tables.py",
            "return table.assign(**safe).rename(columns=_defuse)",
            "return table.assign(**safe)",
            "tests/results/files",
        ),
        (
            "spca_core/results/files/writing.py",
            "shutil.copymode(target, part)",
            "pass",
            "tests/results/files",
        ),
        # State, links and jobs
        (
            "pages/shared/state/choices.py",
            "if name in always or chosen",
            "if chosen",
            "tests/app",
        ),
        (
            "pages/shared/state/choices.py",
            "if CHOICES not in state or went_back:",
            "if CHOICES not in state:",
            "tests/app",
        ),
        (
            "pages/shared/state/options.py",
            'safe="<=>!| ")',
            'safe="<=>!|, ")',
            "tests/app/test_links.py tests/app",
        ),
        (
            "pages/shared/state/origins.py",
            "(self.corpus, self.words) == (other.corpus, other.words)",
            "self.corpus == other.corpus",
            "tests/app",
        ),
        (
            "pages/shared/state/cached.py",
            "return _cards(topics, topics.chance)",
            "return _cards(topics, None)",
            "tests/app",
        ),
        (
            "pages/shared/state/edits.py",
            'chosen = successors.get(before["topic"] - 1)',
            'chosen = successors.get(before["topic"])',
            "tests/app",
        ),
        (
            "pages/shared/work/readings.py",
            "return str(source), status.st_size, status.st_mtime_ns",
            "return str(source)",
            "tests/app",
        ),
        (
            "pages/shared/work/tasks.py",
            "return self.corpus.content_id, self.settings.relevant, self.spend",
            "return self.corpus.content_id, self.settings.relevant",
            "tests/app/test_jobs.py tests/app",
        ),
        (
            "pages/shared/work/tasks.py",
            "and latest.n_shuffles == SHUFFLES:",
            "and latest.n_shuffles:",
            "tests/app/test_chance.py tests/app",
        ),
        (
            "pages/shared/work/work.py",
            "return self._asked.keys() <= _present_session()",
            "return True",
            "tests/app/test_sessions.py tests/app/test_jobs.py tests/app",
        ),
        (
            "pages/parts/documents/documents.py",
            'kwargs={"document": target},',
            'kwargs={"document": document},',
            "tests/app",
        ),
        (
            "pages/parts/compare/plan.py",
            "restarts = MAX_RESTARTS if equal_time() else 0",
            "restarts = 0",
            "tests/app/test_compare.py tests/app",
        ),
        (
            "pages/parts/topics/saved.py",
            '"where": tuple(map(str, topics.about.where)),',
            '"where": (),',
            "tests/app",
        ),
        # The command line
        (
            "spca_core/cli/commands.py",
            "if limits and topics.stopped_by",
            "if shuffles and limits and topics.stopped_by",
            "tests/cli",
        ),
        (
            "spca_core/cli/flags.py",
            'names = ("words", "where", "decisions", *READING)',
            'names = ("words", "where", *READING)',
            "tests/cli",
        ),
        (
            "spca_core/cli/output.py",
            "self.found, records(proven), self.spend)",
            "self.found, records(proven))",
            "tests/cli",
        ),
    )
]


def chosen(only: list[str]) -> Iterator[tuple[int, Fault]]:
    """Yield the faults that are asked for, with their numbers."""
    for number, fault in enumerate(FAULTS, start=1):
        if not only or str(number) in only or any(part in fault.file for part in only):
            yield number, fault


def copied_to(folder: Path) -> None:
    """Copy what git knows of the tree, as it is now."""
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            copy2(ROOT / name, folder / name)


def finder(tests: list[str], tree: Path, workers: str) -> str:
    """Return the first test that fails; none if all pass."""
    command = [sys.executable, "-m", "pytest", "-xq", "-n", workers, *tests]
    environment = os.environ | {"PYTHONPATH": str(tree)}
    done = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True
    )
    if done.returncode in (0, 5):  # 5: no tests
        return ""
    found = FOUND.search(done.stdout)
    return found[1] if found else done.stdout[-500:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", default=[], metavar="N")
    parser.add_argument("--near", action="store_true", help="no other tests")
    parser.add_argument("-n", dest="workers", default="2")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        copied_to(tree)
        for number, fault in chosen(options.only):
            file = tree / fault.file
            text, status = file.read_text("utf-8"), file.stat()
            file.write_text(text.replace(fault.original, fault.faulty), "utf-8")
            near = [name for name in fault.found_by.split() if (tree / name).exists()]
            by = near and finder(near, tree, options.workers)
            if not by and not options.near:
                by = finder([], tree, options.workers)
            print(f"{number} {fault.file}: {by or 'NOT FOUND'}", flush=True)
            file.write_text(text, "utf-8")
            # As before, so that kernels need not be compiled again.
            os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


if __name__ == "__main__":
    main()
