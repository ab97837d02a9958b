"""What Quality has measured, as a file: it goes on from there on any machine.

Files may come from strangers: every field is checked.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.errors import InputError
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.results.comparison.quality_table import Row
from spca_core.results.files import reopen
from spca_core.results.files.export import of_corpus
from spca_core.results.files.fields import numbers_of, object_of, objects_of, text_of
from spca_core.results.files.provenance import as_options, machine_figures
from spca_core.results.files.reopen import check_same
from spca_core.results.topics.key_figures import values_analysed
from spca_core.results.topics.quality import MEASURES

KIND = "quality of disjoint topics"
MAX_MEASURED = 1_000


@dataclass(frozen=True, kw_only=True)
class Measured:
    """Rows of `quality_table` that are whole, by their runs, on one corpus.

    yardstick : the run whose weighting says what a share of variance is
    """

    corpus: str
    content_id: str
    yardstick: Settings
    rows: dict[Settings, Row]

    def on(self, corpus: Corpus, yardstick: Settings) -> dict[Settings, Row]:
        """Return the rows; raise InputError if they are of another matrix."""
        check_same(corpus, self.corpus, self.content_id)
        asked, made = map(values_analysed, (yardstick, self.yardstick))
        if asked != made:
            raise InputError(
                f"Its shares of variance are of {made}, and {asked} is chosen: choose "
                "the same weighting first."
            )
        return self.rows


def to_measured(
    corpus: Corpus, yardstick: Settings, rows: Mapping[Settings, Row]
) -> str:
    """Return rows as JSON, each with its run's settings; a missing number is null."""
    written = {
        "experiment": KIND,
        **of_corpus(corpus),
        "machine": machine_figures(),
        "yardstick": as_options(yardstick),
        "runs": [
            {
                "settings": as_options(run),
                "figures": {
                    name: value if value == value else None
                    for name, value in row.items()
                    if name in MEASURES
                },
            }
            for run, row in rows.items()
        ],
    }
    return json.dumps(written, indent=1)


def read_measured(text: bytes) -> Measured:
    """Read what `to_measured` wrote; raise InputError that names a wrong field."""
    whole = reopen.parsed_as(KIND, text)
    runs = objects_of("runs", whole.get("runs"), 1, MAX_MEASURED)
    return Measured(
        corpus=text_of("corpus", whole.get("corpus")),
        content_id=reopen.content_id_of(whole.get("content_id")),
        yardstick=reopen.checked_settings(whole.get("yardstick")),
        rows=dict(map(_row, runs)),
    )


def _row(run: dict[str, Any]) -> tuple[Settings, Row]:
    settings = reopen.checked_settings(run.get("settings"))
    saved = object_of("figures", run.get("figures"))
    known = {name: saved[name] for name in MEASURES if saved.get(name) is not None}
    numbers_of("figures", [*known.values()], len(known))
    row: Row = {
        "method": METHODS[settings.method].label,
        "weighting": WEIGHTINGS[settings.weighting].label,
        **dict.fromkeys(MEASURES, float("nan")),
        **known,
    }
    return settings, row
