"""Where a result comes from, and the hardware and software that it was made on."""

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pandas as pd

from spca_core.corpus.bundled import display_name
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.formatting import counted
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.proof.verdict import limits, records
from spca_core.results.topics.chance import verdict
from spca_core.topics import Description, Topics

PROJECT = "disjoint-topics"
IN_SOURCE = ("n_components", "sparsity", "method", "weighting")  # of a figure
PACKAGES = ("numpy", "scipy", "numba", "scikit-learn")
CPU_INFO = Path("/proc/cpuinfo")


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """What identifies a result: the data, what was done to them, and the software.

    corpus      : its name, which says the conditions of a part
    where       : of a part, all of its conditions
    content_id  : SHA-256 of the corpus as it was analysed
    source      : how the app finds the data: a bundled name, or "sha256:..." of a file
    preparation : the options by which the corpus was prepared; empty if as loaded
    settings    : the options of the run, as Settings has them
    topic_names : the names that were given to topics, by their numbers "1", "2", ...
    topics_hidden : their numbers
    versions    : of the software, by package
    seeds       : of the runs that are compared, by method
    limits      : what is proven, as `verdict.records` has it
    verdict     : how many topics are stronger than chance, as `chance.verdict` says
    """

    corpus: str
    content_id: str
    source: str
    where: tuple[str, ...] = ()
    preparation: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    topic_names: dict[str, str] = field(default_factory=dict)
    topics_hidden: list[int] = field(default_factory=list)
    versions: dict[str, str]
    seeds: dict[str, list[int]] = field(default_factory=dict)
    limits: list[dict[str, Any]] = field(default_factory=list)
    verdict: str = ""

    @staticmethod
    def of(topics: Topics) -> "Provenance":
        """Return the provenance of topics on the corpus as it was analysed."""
        proofs = [topics.certificate] if topics.certificate else []
        given, leaders = topics.edits.names, enumerate(topics.leaders, start=1)
        return replace(
            Provenance.of_corpus(topics.about, topics.source),
            settings=as_options(topics.settings),
            verdict=verdict(topics.chance),
            topic_names={str(n): given[each] for n, each in leaders if each in given},
            topics_hidden=topics.hidden,
            limits=records(limits(proofs, [topics])),
        )

    @staticmethod
    def of_corpus(corpus: Corpus | Description, source: str) -> "Provenance":
        """Return the provenance of a corpus without a result."""
        return Provenance(
            corpus=corpus.name,
            content_id=corpus.content_id,
            source=source,
            where=tuple(map(str, corpus.where)),
            preparation=dict(corpus.preparation),
            versions=versions(),
        )

    def source_line(self) -> str:
        """Say in a line what was analysed, and how: the corpus, settings, program."""
        known = {**dict.fromkeys(IN_SOURCE, ""), **self.settings}
        size = [
            counted(known[name], called)
            for name, called in (("n_components", "topics"), ("sparsity", "words each"))
            if known[name]
        ]
        method = METHODS[known["method"]].label if known["method"] else ""
        weighting = WEIGHTINGS[known["weighting"]].label if known["weighting"] else ""
        program = f"{PROJECT} {self.versions.get(PROJECT, '')}"
        parts = (display_name(self.corpus), *size, method, weighting, program)
        line = ", ".join(filter(None, parts))
        return f"{line}. {self.verdict}" if self.verdict else line

    def lines(self) -> list[str]:
        """Return it as lines of text, in printable ASCII whatever the names are."""
        software = ", ".join(map(" ".join, self.versions.items()))
        return [
            *([f"topics: {self.verdict}"] if self.verdict else []),
            f"corpus: {_one_line(self.corpus)}",
            f"content id: {_one_line(self.content_id)}",
            f"source: {_one_line(self.source)}",
            *([f"where: {json.dumps(self.where)}"] if self.where else []),
            f"preparation: {json.dumps(self.preparation)}",
            f"settings: {json.dumps(self.settings)}",
            *([f"seed: {self.settings['seed']}"] if "seed" in self.settings else []),
            *([f"seeds by method: {json.dumps(self.seeds)}"] if self.seeds else []),
            f"topic names: {json.dumps(self.topic_names)}",
            *([f"hidden topics: {self.topics_hidden}"] if self.topics_hidden else []),
            *([f"proven limits: {json.dumps(self.limits)}"] if self.limits else []),
            f"versions: {_one_line(software)}",
        ]


def as_options(settings: Settings) -> dict[str, Any]:
    """Return the options as JSON has them; `pinned` only where words are pinned."""
    options = asdict(settings)
    pinned = [list(group) for group in options.pop("pinned")]
    return {**options, **({"pinned": pinned} if pinned else {})}


def versions() -> dict[str, str]:
    """Return the versions of the project and of what its numbers depend on."""
    packages = {name: _version(name) for name in PACKAGES}
    try:
        return {PROJECT: _version(PROJECT), **packages}
    except PackageNotFoundError:  # It can run from its folder without being installed.
        return {PROJECT: "unknown", **packages}


@cache  # A page asks for each of its runs, and each time a file would have to be read.
def _version(package: str) -> str:
    return version(package)


def _one_line(text: str) -> str:
    return text.encode("unicode_escape").decode("ascii")


def about_made(machine: Mapping[str, str]) -> str:
    """Say on which processor and with which version stored runs were made."""
    on = machine.get("Processor", "an unknown processor")
    version = machine.get(PROJECT, "unknown")
    return f"Computed beforehand on {on} (version {version})."


def machine_table(machine: Mapping[str, str]) -> pd.DataFrame:
    """Return what `machine_figures` gave as a table: figure, value."""
    return pd.DataFrame(machine.items(), columns=["figure", "value"])


def machine_figures() -> dict[str, str]:
    """Return hardware and software by name, as far as the system tells."""
    return {
        **_hardware(),
        "Architecture": platform.machine(),
        "System": platform.system(),
        "Python": platform.python_version(),
        **versions(),
    }


@cache  # The hardware stays the same, and a page asks each time it is drawn.
def _hardware() -> dict[str, str]:
    known = {
        "Processor": processor(CPU_INFO),
        "Processors": str(os.cpu_count()),
        "Memory": memory(),
    }
    return {figure: value for figure, value in known.items() if value}


def processor(cpu_info: Path) -> str:
    """Return the model from Linux's file, as `platform.processor` does not tell it."""
    try:
        lines = cpu_info.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    models = (line.partition(":")[2] for line in lines if line.startswith("model name"))
    return next(models, "").strip()


def memory() -> str:
    """Return the size of the memory in GiB; empty if the system does not tell it."""
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return ""
    return f"{size / 2**30:.1f} GiB"
