"""Links of older versions, said as this one says it."""

from collections.abc import Mapping

from pages.shared.state.fields import FIELDS
from spca_core.corpus.weighting import OLDER_NAMES

OLDER = "weighting"  # what `weigh` was called when counts as they are were usual


def as_said_now(address: Mapping[str, str]) -> dict[str, str]:
    """Return an address with what an older link left unsaid: counts as they are, raw.

    An address that says nothing asks for what is usual now.
    """
    said = dict(address)
    older = said.pop(OLDER, "")
    if "weigh" in said or not (older or FIELDS.keys() & said.keys()):
        return said
    weighting = older or "counts"
    return {"centred": "0", **said, "weigh": OLDER_NAMES.get(weighting, weighting)}
