"""Files as people have them, made here, and what a careful person expects of each."""

from tests.corpus.readers.samples.by_hand import BY_HAND
from tests.corpus.readers.samples.by_programs import BY_PROGRAMS
from tests.corpus.readers.samples.doubtful import DOUBTFUL
from tests.corpus.readers.samples.ordinary import ORDINARY
from tests.corpus.readers.samples.sample import Sample

KINDS = {
    "ordinary": ORDINARY,  # each was read wrong once
    "doubtful": DOUBTFUL,  # and each of these, of rarer kinds
    "by hand": BY_HAND,
    "by programs": BY_PROGRAMS,
}
SAMPLES: dict[str, Sample] = {
    sample.file: sample for samples in KINDS.values() for sample in samples
}
