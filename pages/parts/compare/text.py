"""What Compare says about itself."""

METHODS_HELP = (
    "The methods to run, all with the settings of the sidebar. The exact search is "
    "offered where there are few enough words to try every choice."
)
SEEDS_HELP = (
    "Each method is run so often, with seeds one after another from that of the "
    "sidebar: how much of a difference is luck? Methods without chance give the same "
    "each time."
)
LOOK_HELP = "One look at the same runs; nothing is computed anew."
PICTURE_HELP = (
    "The first topics of the same run, runs of their own for each number of topics, or "
    "how the best so far grew with time or with the candidates tried."
)
SCALE_HELP = (
    "As captured, as a share of the best, or what is missing to the proven limit, "
    "where there is one: the smaller the better."
)
LOG_HELP = "Equal steps on a logarithmic axis are equal factors."
GRID_HELP = (
    "One run for each cell: numbers and sizes of topics, or, for the methods that work "
    "on a sketch, its rank and the candidates tried."
)
RACE_HELP = (
    "The clock of the race: it goes slowly at first, as most happens in the first "
    "tenths of a second."
)
LOOK_LABELS = {
    "curves": "Curves",
    "words": "Words",
    "table": "Table",
    "race": "Race",
    "sweep": "Sweep",
}
PICTURE_LABELS = {
    "topics": "By topic",
    "sizes": "By number of topics",
    "seconds": "By seconds",
    "candidates": "By candidates",
}
GRID_LABELS = {"sizes": "Topics x words", "ranks": "Rank x candidates"}
CHOOSE_SKETCHED = (
    "Only the methods that work on a sketch have a rank: choose Bipartite or SpanSPCA "
    "above."
)
LEGEND_NOTE = (
    "A click on a name in the legend hides that method or shows it again; with Shift "
    "it is shown alone; another scale or axis shows all. Bands hold the middle 60 % of "
    "the seeds."
)
NO_WHOLE_RUN_YET = "No run has all its topics yet."
NO_LIMIT_YET = "No limit is proven yet: it takes a second or two once runs have ended."
ABOUT_WORDS = (
    "Topics stand side by side by the words they share, matched with those of the "
    "first method so that they share the most. A word that several have has a line of "
    "its own: **=** all have it, **~** several but not all, in blue. Below, marked "
    "**1** and in orange, each column lists the words that only this method has."
)
STOPPED_BY_HELP = (
    "What ended the run. Starts: all its starts came to their end. Candidates: as many "
    "as asked for were tried. Whole net: every point of the net was tried. Nothing "
    "left: every choice where it searches was weighed or excluded. Own rule: that of "
    "scikit-learn's method. Time limit: the cap of seconds. Stop: you. Runs that were "
    "ended before they had all topics stand last, have no shares and are left out of "
    "what is said of all seeds."
)
ABOUT_OVERLAP = (
    "How much of their words two solvers share: the words that both have, as a share "
    "of those that either has (Jaccard)."
)
ABOUT_TWO_VARIANCES = (
    "The paper adds up what each topic captures. Zou, Hastie and Tibshirani (2006) "
    "count only what a topic adds to those before it: the variance of what all "
    "together span."
)
ABOUT_SECONDS = (
    "The runs of a comparison are made one after another, each with all processors, "
    "and the clock starts once the code is compiled: what you see is how long they "
    "would take alone, but for what drawing this page, or anybody else in the app, "
    "takes from them."
)
ABOUT_RACE = (
    "The dashed line is the best that any reaches in the end; a run that has come to "
    "its own end is ticked."
)
RACE_WAITS = "The race is run again from the beginning once the runs have ended."
ABOUT_SWEEPS = {
    "sizes": (
        "Each cell is a run of its own, with the first seed. Variances of different "
        "numbers or sizes of topics are not better or worse, but they show what one "
        "more topic or word brings."
    ),
    "ranks": (
        "Each cell is a run of its own, with the first seed. More candidates cannot "
        "do worse on the sketch; a higher rank makes the sketch more like the data, "
        "but leaves more to search."
    ),
}
