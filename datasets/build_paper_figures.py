"""Run the paper's experiment on KOS; store what its figures show.

Run from the project's folder: python -m datasets.build_paper_figures

KOS has to be in the folder that SPCA_DATA names. What is stored is what each method's
topics capture, in one run for each number of topics; no words and none of the data.
"""

import json

from spca_core.methods.solve import solutions
from spca_core.paper.data_sets import data_folder, data_set, read
from spca_core.paper.figures import experiments
from spca_core.paper.kos import EXPERIMENT, STORED
from spca_core.paper.reproduction import run_settings, smaller_and_larger
from spca_core.results.files.provenance import as_options, machine_figures


def main() -> None:
    (experiment,) = (each for each in experiments() if str(each) == EXPERIMENT)
    corpus = read(data_set(experiment.data_set), data_folder())
    asked = [
        *run_settings(experiment),
        *smaller_and_larger(experiment, corpus.n_words),
    ]
    runs = []
    for settings in asked:
        *_, found = solutions(corpus, settings)
        runs.append(
            {
                "settings": as_options(settings),
                "variances": found.variances.tolist(),
                "processor_seconds": found.processor_seconds,
            }
        )
        print(settings.method, settings.n_components, found.captured_variance)
    stored = {
        "content_id": corpus.content_id,
        "machine": machine_figures(),
        "runs": runs,
    }
    STORED.write_text(json.dumps(stored, indent=1) + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    main()
