"""The matching by hand: edges to click."""

from pages.parts.learn import pointer
from pages.parts.learn.chapter import Chapter, numbers_table
from pages.shared.state import choices
from spca_core.lessons import yourself
from spca_core.lessons.matching import every_edge, read_weights

WIDGETS = ("own", "own_prices")


def _show() -> None:
    """Show the edges to click, and the totals."""
    weights = read_weights(choices.value("weights"))
    table = every_edge(weights)
    pictures = [
        yourself.draw_edges(table, yourself.hints(weights)),
        yourself.draw_totals(table, yourself.baselines(weights)),
    ]
    pointer.draw_pictures([pictures], WIDGETS, yourself.TEXT)


def _numbers() -> None:
    """Show your choice and the totals as tables."""
    weights = read_weights(choices.value("weights"))
    numbers_table(
        yourself.chosen_topics(weights, choices.value("own")), yourself.LABELS
    )
    numbers_table(yourself.baselines(weights), yourself.LABELS)


CHAPTER = Chapter(
    label="Match",
    title="Match it yourself",
    about=(
        "**Click an edge** to give its word to that topic, again to take it back; a "
        "click on a word, or Enter where Tab has reached one, passes it on. Each topic "
        "has two words, and no word is in both. Below are your total, that of one "
        "topic after the other, each taking its best, and that of the matching of "
        "chapter 4. The weights are its weights."
    ),
    question=(
        "Can you beat one after another? And how do the prices show, word by word, "
        "that nothing is better than the matching?"
    ),
    answer=(
        "Both topics want *tax*. Topic 1 gives it up for *trade*, which is worth "
        "nearly as much to it: 235 instead of 228. A place costs its topic's price; a "
        "word is worth what it weighs above that price. No choice is worth more than "
        "all places cost and all words gain, and the matching takes just the words "
        "that gain."
    ),
    for_teachers=(
        "Let pupils write down their total before they tick the prices. Then let them "
        "add up twice each price and the gains beside the words: it is the matching's "
        "total. Other weights are chosen in chapter 4; they are kept in the link."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Topics", "whose words are matched"),
)
