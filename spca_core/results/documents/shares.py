"""The share of each topic in groups of documents, and over time."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import compress, islice
from typing import Any

import numpy as np
import pandas as pd

from spca_core.corpus.groupings import BY_TIME, every_time, in_group, memberships
from spca_core.formatting import percent
from spca_core.results.documents.groups import group_sizes
from spca_core.results.figure import PERCENT, Figure, Heading
from spca_core.results.line_labels import label_places

FIGURES: dict[str, Heading] = {
    "share": ("Share", PERCENT),
    "low": ("95 % from", PERCENT),
    "high": ("95 % to", PERCENT),
    "carrying": "About the topic",
    "documents": "Documents",
}
HEADINGS = {"time": None, "group": "Group", "name": "Topic", **FIGURES}
TOOLTIPS = {
    "share": ("Share of the documents", ".1%"),
    "low": ("95 % interval from", ".1%"),
    "high": ("to", ".1%"),
    "carrying": ("Documents that carry it", ",d"),
    "documents": ("Documents in all", ",d"),
}
SMALL_HEIGHT, SMALL_WIDTH, SMALL_COLUMNS = 110, 190, 4
PRINTED_WIDTH = 120  # pixels, of a small chart
AROUND = 150  # pixels, of labels and the axis
LEANING = {"left": 5, "top": 5, "right": 60, "bottom": 5}
MIN_GROUP = 10  # documents: in fewer, a share says little
MAX_COMPARED = 4  # groups that a chart tells apart by colour
FEW, BAND = 0.25, 0.2  # opacity of a point on fewer, and of an interval
TOP = 1.05  # of the axis of named lines, in greatest shares
NAME_HEIGHT, LONGEST_NAME = 28, 110  # pixels
Z = 1.959964  # standard deviations on either side of a mean: 95 % of a normal law
MEANS_OVER = {"year": 5, "month": 3, "day": 7}  # times, where a mean is asked for


def topic_shares(
    has_topic: np.ndarray, groups: Sequence[str], by: str = "", over: int = 1
) -> pd.DataFrame:
    """Return one row per group and topic.

    Columns: group, topic, name, share (of the group's documents, those that carry the
    topic), low and high (its 95 % interval), carrying (their number), documents (all of
    the group), label (the group with that number); of times also time, when each
    begins. The share is always carrying / documents.

    A document in several groups counts in each. Times are all from the first to the
    last: one without documents has a row too, and no share. Over several times,
    documents and carrying are those of so many times around each one, so the share is
    their mean, in which a document counts as any other; what has no documents of its
    own still has no share.

    has_topic : from `coverage.documents_with_topics`
    groups    : those of each document, from `groupings`; "" is left out
    by        : what the groups are, a key of `groupings.BY_TIME` for times
    over      : how many times
    """
    members, named = memberships(groups)
    # Group by number: names of groups would be compared again and again.
    numbers, names = pd.factorize(named, sort=True)
    sums = pd.DataFrame(has_topic[members]).assign(documents=1).groupby(numbers).sum()
    sums = sums.set_axis(names).drop("", errors="ignore")
    starts = every_time(sums.index, by) if by in BY_TIME and len(sums) else {}
    if starts:
        sums = sums.reindex(list(starts), fill_value=0)
        around = sums.rolling(over, min_periods=1, center=True).sum().astype(int)
        sums = around.where(sums["documents"] > 0, 0)
    documents = sums.pop("documents")
    n_groups, n_topics = sums.shape
    topics = np.tile(np.arange(1, n_topics + 1), n_groups)
    carrying, all_of_it = sums.to_numpy(dtype=int).ravel(), documents.repeat(n_topics)
    low, high = share_interval(carrying, all_of_it.to_numpy())
    table = pd.DataFrame(
        {
            "group": sums.index.repeat(n_topics),
            "topic": topics,
            "name": [f"Topic {topic}" for topic in topics],
            "share": carrying / all_of_it.where(all_of_it > 0).to_numpy(),
            "low": low,
            "high": high,
            "carrying": carrying,
            "documents": all_of_it.to_numpy(),
            "label": [
                f"{group} ({n:,})"
                for group, n in documents.items()
                for _ in range(n_topics)
            ],
        }
    )
    return table.assign(time=table["group"].map(starts)) if starts else table


def shares_of_groups(
    has_topic: np.ndarray,
    topic: int,
    times: Sequence[str],
    by: str,
    groups: Sequence[str],
    over: int = 1,
) -> pd.DataFrame:
    """Return `topic_shares` of one topic over time in each of the largest groups.

    The column `within` has the group: the largest first, `MAX_COMPARED` at most.

    topic  : counted from 1
    times  : for each document, as by and over for `topic_shares`
    groups : for each document
    """
    carried = has_topic[:, [topic - 1]]
    members = ((group, in_group(groups, group)) for group in group_sizes(groups))
    tables = [
        topic_shares(carried[is_in], [*compress(times, is_in)], by, over).assign(
            topic=topic, within=group
        )
        for group, is_in in islice(members, MAX_COMPARED)
    ]
    return pd.concat(tables, ignore_index=True)


def share_interval(
    carrying: np.ndarray, documents: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of the 95 % interval of carrying / documents; NaN for none.

    With p the share of n documents, it is all q with |p - q| <= z sqrt(q (1 - q) / n).
    That takes documents as independent: parts of one text are less than that, and
    their interval is wider.

    Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22, 1927.
    """
    n = np.where(documents > 0, documents, np.nan)
    p, weight = carrying / n, Z**2 / n
    middle = (p + weight / 2) / (1 + weight)
    reach = np.sqrt(p * (1 - p) * weight + weight**2 / 4) / (1 + weight)
    return np.maximum(middle - reach, 0.0), np.minimum(middle + reach, 1.0)


def strongest(shares: pd.DataFrame, topic: int) -> str:
    """List the three of the groups of `MIN_GROUP` documents with most of a topic.

    topic : counted from 1
    """
    of_topic = shares[(shares["topic"] == topic) & (shares["carrying"] > 0)]
    large = of_topic[of_topic["documents"] >= MIN_GROUP].nlargest(3, "share")
    pairs = zip(large["group"], large["share"], strict=True)
    return ", ".join(f"{group} ({percent(share)})" for group, share in pairs)


def describe_shares(shares: pd.DataFrame, by: str, over: int = 1) -> str:
    """Say in which group of `MIN_GROUP` documents each topic's share is greatest."""
    large = shares[shares["documents"] >= MIN_GROUP]
    peaks = large.loc[large.groupby("topic")["share"].idxmax()]
    listed = "; ".join(
        f"{peak['name']} in {peak['group']} ({percent(peak['share'])})"
        for peak in peaks.to_dict("records")
    )
    mean = f" ({mean_over(by, over).lower()})" if over > 1 else ""
    listed = f"; greatest: {listed}" if listed else ""
    return f"Share of the documents that carry each topic, by {by}{mean}{listed}."


def mean_over(by: str, over: int) -> str:
    """Say what a share is the mean of: "Mean over 5 years"; nothing for one time."""
    return f"Mean over {over} {by}s" if over > 1 else ""


def shares_over_time(
    shares: pd.DataFrame,
    by: str,
    topic: int,
    colours: Sequence[str],
    grey: str,
    over: int = 1,
    height: int | None = None,
) -> Figure:
    """Return shares by time as lines: the chosen topic's thick, the others' grey.

    The chosen topic has a band, its 95 % intervals. Lines end where a time has no
    documents. Points on fewer than `MIN_GROUP` are faint. A click selects `group` and
    `topic`.

    shares  : from `topic_shares`, as in the other figures
    by      : the name of the grouping
    colours : one for each topic
    over    : how many times a point is the mean of
    height  : in pixels; by default that of any chart
    """
    draw = partial(
        _draw_lines,
        topic=topic,
        colours=colours,
        grey=grey,
        by=by,
        mean=mean_over(by, over),
        height=height,
    )
    printed = partial(
        _draw_named_lines, colours=colours, by=by, mean=mean_over(by, over)
    )
    return _figure(shares, by, draw, over, printed)


def small_multiples(
    shares: pd.DataFrame, by: str, colours: Sequence[str], over: int = 1
) -> Figure:
    """Return a small chart for each topic's shares by time, all on one scale."""
    draw = partial(_draw_small_lines, by=by, colours=colours)
    return _figure(shares, by, draw, over, partial(_print_small_lines, draw))


def shares_of_groups_figure(
    shares: pd.DataFrame, name: str, by: str, over: int = 1
) -> Figure:
    """Return a topic's shares by time as a line for each group, with its band.

    shares : from `shares_of_groups`
    name   : of the topic
    """
    mean = mean_over(by, over)
    listed = ", ".join(dict.fromkeys(shares["within"]))
    return Figure(
        name=f"topic_by_{by}_and_group",
        title=f"Share of the documents about “{name}”, by {by} and group",
        table=shares.assign(name=name),
        text=f"Share of the documents that carry “{name}”, by {by}, in: {listed}.",
        draw=partial(_draw_groups, by=by, mean=mean),
        headings={**HEADINGS, "within": "Within"},
    )


def share_heat_map(shares: pd.DataFrame, by: str) -> Figure:
    """Return shares as cells with numbers: a row for each group, with its size.

    A click selects `group` and `topic`.
    """
    return _figure(shares, by, _draw_cells)


def _figure(
    shares: pd.DataFrame,
    by: str,
    draw: Callable[..., Any],
    over: int = 1,
    printed: Callable[..., Any] | None = None,
) -> Figure:
    mean = f" ({mean_over(by, over).lower()})" if over > 1 else ""
    name = f"topics by {by} {mean_over(by, over)}".strip().lower()
    return Figure(
        name=name.replace(" ", "_"),
        title=f"Share of the documents about each topic, by {by}{mean}",
        table=shares,
        text=describe_shares(shares, by, over),
        draw=draw,
        printed=printed,
        headings=HEADINGS,
    )


def _draw_lines(
    shares: pd.DataFrame,
    topic: int,
    colours: Sequence[str],
    grey: str,
    by: str,
    mean: str,
    height: int | None,
) -> Any:
    import altair as alt

    from spca_core.results import look

    chosen = alt.datum.topic == topic
    picked = alt.selection_point("cell", fields=["group", "topic"], on="click")
    base = alt.Chart(shares).encode(
        x=look.by_time(by), y=look.shares(mean.lower()), tooltip=_tooltip()
    )
    # Round ends: a time between two gaps is a dot.
    others = base.mark_line(color=grey, strokeWidth=1, strokeCap="round")
    thick = base.transform_filter(chosen).encode(color=look.by_topic(colours))
    band = thick.mark_area(opacity=BAND).encode(y="low:Q", y2="high:Q")
    step = f"width / {shares['group'].nunique()}"  # pixels from one time to the next
    width, size = f"clamp({step}, 1.5, 3)", f"clamp(2 * pow({step}, 2), 8, 70)"
    line = thick.mark_line(strokeWidth=alt.expr(width), strokeCap="round")
    few = alt.condition(alt.datum.documents < MIN_GROUP, alt.value(FEW), alt.value(1.0))
    points = thick.mark_circle(size=alt.expr(size)).encode(opacity=few)
    layers = others.encode(detail="topic:N"), band, line, points.add_params(picked)
    return alt.layer(*layers, height=height or look.CHART_HEIGHT)


def _draw_groups(shares: pd.DataFrame, by: str, mean: str) -> Any:
    import altair as alt

    from spca_core.results import look

    order = list(dict.fromkeys(shares["within"]))
    scale = alt.Scale(domain=order, range=look.COLOURS[: len(order)])
    base = alt.Chart(shares, height=look.CHART_HEIGHT).encode(
        x=look.by_time(by),
        color=alt.Color("within:N", scale=scale, legend=look.legend(symbolOpacity=1)),
        tooltip=[alt.Tooltip("within:N", title="Within"), *_tooltip()],
    )
    band = base.mark_area(opacity=BAND).encode(y="low:Q", y2="high:Q")
    few = alt.condition(alt.datum.documents < MIN_GROUP, alt.value(FEW), alt.value(1.0))
    share = look.shares(mean.lower())
    line = base.mark_line(strokeWidth=2, strokeCap="round").encode(y=share)
    points = base.mark_circle(size=40).encode(y=share, opacity=few)
    return alt.layer(band, line, points)


def _draw_named_lines(
    shares: pd.DataFrame,
    colours: Sequence[str],
    by: str,
    mean: str,
    *,
    narrow: bool,  # noqa: ARG001, as all printed charts
) -> Any:
    """Draw a line for each topic in its colour, with its name beyond its end."""
    import altair as alt

    from spca_core.results import look

    height = max(look.CHART_HEIGHT, NAME_HEIGHT * shares["topic"].nunique())
    high = TOP * shares["share"].max()
    names = _names_at_ends(shares, high, high * NAME_HEIGHT / height)
    y = look.shares(mean.lower()).scale(domain=[0, high], nice=False)
    base = alt.Chart(shares).encode(x=look.by_time(by), color=look.by_topic(colours))
    lines = base.mark_line(strokeWidth=1.5, strokeCap="round").encode(y=y)
    named = alt.Chart(names).mark_text(align="left", dx=6, limit=LONGEST_NAME)
    named = named.encode(
        x=alt.value("width"),
        y=alt.Y("place:Q", scale=alt.Scale(domain=[0, high], nice=False)),
        text="name:N",
        color=look.by_topic(colours),
    )
    return alt.layer(lines, named, height=height)


def _names_at_ends(shares: pd.DataFrame, high: float, height: float) -> pd.DataFrame:
    """Return one row per topic: its last share, and the place of its name there.

    high   : the end of the axis, which begins at 0
    height : of a name
    """
    known = shares.dropna(subset=["share"]).sort_values("time", kind="stable")
    ends = known.drop_duplicates("topic", keep="last").sort_values("share")
    heights = np.full(len(ends), height)
    return ends.assign(place=label_places(ends["share"].to_numpy(), heights, (0, high)))


def _print_small_lines(
    draw: Callable[..., Any], shares: pd.DataFrame, *, narrow: bool
) -> Any:
    return draw(shares, columns=2 if narrow else SMALL_COLUMNS, width=PRINTED_WIDTH)


def _draw_small_lines(
    shares: pd.DataFrame,
    by: str,
    colours: Sequence[str],
    columns: int = SMALL_COLUMNS,
    width: int = SMALL_WIDTH,
) -> Any:
    import altair as alt

    from spca_core.results import look

    lines = (
        alt.Chart(shares, height=SMALL_HEIGHT, width=width)
        .mark_area(line=True, opacity=0.5)
        .encode(
            x=look.by_time(by).title(None),
            y=look.shares(tickCount=3).title(None),
            color=look.by_topic(colours),
            tooltip=_tooltip(),
        )
    )
    order = list(shares["name"].unique())
    return lines.facet(alt.Facet("name:N", title=None, sort=order), columns=columns)


def _draw_cells(shares: pd.DataFrame) -> Any:
    import altair as alt

    from spca_core.results import look

    order = list(shares["name"].unique())
    groups = list(shares["label"].unique())
    picked = alt.selection_point("cell", fields=["group", "topic"], on="click")
    base = alt.Chart(shares).encode(
        x=alt.X("name:N", sort=order, title=None).axis(
            orient="top", labelAngle=-30, labelLimit=150, labelOverlap=False
        ),
        y=alt.Y("label:N", sort=groups, title=None).axis(
            labelLimit=alt.expr(f"{look.NARROW} ? 110 : 220")
        ),
        tooltip=_tooltip(),
    )
    shades = alt.Color("share:Q", legend=None)
    shades = shades.scale(range=[look.LIGHT, look.DARKER], zero=True)
    cells = base.mark_rect(cursor="pointer").encode(color=shades).add_params(picked)
    size = alt.expr(f"{look.NARROW} ? 9 : 12")
    numbers = base.mark_text(color=look.INK, fontSize=size).encode(
        text=alt.Text("share:Q", format=".0%")
    )
    height = look.ROW_HEIGHT * len(groups) + AROUND
    # The last name leans out of the picture.
    return alt.layer(cells, numbers, height=height, padding=LEANING)


def _tooltip() -> list[Any]:
    from spca_core.results import look

    return look.tooltip(name="Topic", group="Group", **TOOLTIPS)
