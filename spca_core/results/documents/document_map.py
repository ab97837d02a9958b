"""Documents on a map, between their topics."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.formatting import counted
from spca_core.results.documents.scores import DocumentTopics
from spca_core.results.figure import Figure, late
from spca_core.results.topics.coverage import NONE

MAX_DRAWN = 20_000  # documents
SPREAD = 0.02  # of the map's width: documents of one topic would hide each other


def document_map(found: DocumentTopics, topics: pd.DataFrame) -> pd.DataFrame:
    """Return one row per document drawn: document, x, y, topic, share.

    A document stands between its topics on `topic_map`: the more it has of one, the
    nearer; one that carries none, between those of single words. The topic is its main
    topic, or `NONE`, and the share that topic's. Each is moved a little by chance; of
    more than `MAX_DRAWN`, a random part is drawn.

    found  : from `scores.topics_in_documents`
    topics : from `topic_map`
    """
    rng = np.random.default_rng(0)
    drawn = np.arange(len(found.main))
    if len(drawn) > MAX_DRAWN:
        drawn = np.sort(rng.choice(len(drawn), MAX_DRAWN, replace=False))
    main, has_topic = found.main[drawn], found.has_topic[drawn]
    shares = np.where((main == NONE)[:, None] | has_topic, found.shares[drawn], 0.0)
    covered = shares.sum(axis=1)
    places = topics[["x", "y"]].to_numpy()
    # By the square root, as most documents have little of any topic.
    centres = (shares @ places) / np.sqrt(np.where(covered > 0, covered, 1.0))[:, None]
    spread = SPREAD * (np.ptp(places, axis=0).max() or 1.0)
    positions = centres + rng.normal(scale=spread, size=centres.shape)
    table = pd.DataFrame(
        {
            "document": drawn + 1,
            "x": positions[:, 0],
            "y": positions[:, 1],
            "topic": main,
            "share": np.where(main == NONE, 0.0, shares.max(axis=1)),
        }
    )
    # Those that have none are drawn first, and hide no other.
    return table.sort_values("topic", key=lambda numbers: numbers > NONE, kind="stable")


def document_map_figure(
    table: pd.DataFrame, documents: str, colours: Sequence[str], grey: str
) -> Figure:
    """Return documents as points; a click selects `document`.

    table     : from `document_map`, with titles and names of topics
    documents : what the rows of the data are called
    colours   : one for each topic
    """
    return Figure(
        name="map_of_documents",
        title=f"Map of {counted(len(table), documents)}",
        table=table,
        text=f"Map of {counted(len(table), documents)}.",
        draw=late("documents.charts:document_map", colours=colours, grey=grey),
    )
