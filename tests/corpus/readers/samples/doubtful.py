"""Kinds of files that real ones showed: each was once read wrong."""

import random

from tests.corpus.readers.samples.ordinary import REVIEWS, page
from tests.corpus.readers.samples.sample import (
    Sample,
    paragraph,
    paragraphs,
    sentences,
    table,
    wrapped,
)

MADE = random.Random(1)
CHINESE = [
    f"{first}，{second}。"
    for first in ("房间很大", "位置方便", "价格便宜", "早餐太差")
    for second in ("孩子很高兴", "下次还会来", "不会再来了")
]
MEASURES = [
    [round(MADE.uniform(*it), 1) for _ in range(20)] for it in ((150, 185), (50, 90))
]
AGES = [MADE.randint(20, 60) for _ in range(20)]
NOVEL = [wrapped(it) for it in paragraphs(40)]
LETTERS = [f"LETTER {'I' * i}.\n\n{wrapped(paragraph(50 + i))}" for i in (1, 2, 3)]
ORDINALS = [
    "Erstes",
    "Zweites",
    "Drittes",
    "Viertes",
    "Fünftes",
    "Sechstes",
    "Siebentes",
    "Achtes",
    "Neuntes",
    "Zehntes",
    "Elftes",
    "Zwölftes",
]
GERMAN = (
    "Er wollte nicht mehr warten, denn der Zug fuhr schon um sieben Uhr ab.",
    "Die Frau las den Brief noch einmal und legte ihn in die Schublade des Tisches.",
    "Im Winter war das Haus kalt, und sie holten das Holz aus dem Wald.",
    "Der Mann ging am Abend durch den Garten und sah die Lichter der Stadt.",
)
KAPITEL = [
    f"{ordinal} Kapitel\n\n"
    + "\n\n".join(wrapped(" ".join(MADE.choices(GERMAN, k=6))) for _ in range(3))
    for ordinal in ORDINALS
]
ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
CHAPTERS = [
    f"CHAPTER {number}.\n" + "\n".join(paragraphs(4, start=9 * i))
    for i, number in enumerate(ROMAN)
]
DEBATE = paragraphs(12)
RULED = [
    f"We met the {who} today.\n\n{paragraph(3 * i)}\n\n{paragraph(3 * i + 1)}"
    for i, who in enumerate(("bakers", "nurses", "painters", "guards"))
]
PLENARY = [f"2019-01-{8 + i // 4:02}.u{i % 4}" for i in range(12)]
CODE = "```\nlet a = 1;\nlet b = 2;\n```"
SECTIONS = [
    f"The {name} question"
    for name in ["bread", "gate", "boat", "clock", "map", "spoon"]
]
REPORTS = {
    f"report_{letter}.txt": "\n\n".join(
        f"{name}\n\n{wrapped(paragraph(20 * i + 5 * j, 12))}"
        for j, name in enumerate(("Bread and boats", "Letters", "The weather"))
    )
    for i, letter in enumerate("abcde")
}
POEMS = [
    f"{i}\n\n" + "\n".join(it.rstrip(".") for it in sentences(7, 20 * i))
    for i in range(1, 10)
]
PLACES = ("North", "South", "East")
FEW_ACCENTS = [
    it.replace(
        ".", (" with Buñuel.", " with naïve art.", " for £3 – cash.")[i // 12 % 3]
    )
    if i % 12 == 0
    else it
    for i, it in enumerate(sentences(60))
]

DAYS = [f"2020-02-{i + 1:02}" for i in range(12)]
NEWS = [f"{PLACES[i % 3]} News" for i in range(12)]
TWO_LINES = ["{}, {}, {}\n{}, {}, {}".format(*sentences(6, 6 * i)) for i in range(12)]
QUOTED = [f'{a}\n"{b}", {b}' for a, b in zip(REVIEWS[:20], REVIEWS[20:], strict=True)]
TWEETS = ["@anna (yes, she) said so again", *REVIEWS]
HEBREW = [
    f"{who} {does} {what}."
    for who in ("הילד", "המורה", "האיש")
    for does in ("ראה את", "קנה את", "זכר את")
    for what in ("הבית הגדול", "הספר הישן", "הלחם הטרי")
]

DOUBTFUL = (
    Sample(
        "chinese.csv",
        table(("label", "review"), [0, 1] * 6, CHINESE).encode(),
        CHINESE,
        group=["0", "1"] * 6,
    ),
    Sample(
        "dot_in_header.csv",
        table(("page", "day", "link.text"), PLACES * 4, DAYS, REVIEWS[:12]).encode(),
        REVIEWS[:12],
        dates=DAYS,
    ),
    Sample(
        "commas_in_two_lines.csv",
        table(
            ("id", "a", "b", "c", "d", "e", "text"),
            range(12),
            *([*PLACES] * 4 for _ in range(4)),
            DAYS,
            TWO_LINES,
        ).encode(),
        TWO_LINES,
    ),
    Sample(
        "pandas_index.csv",
        table(("", "height", "weight", "age"), range(20), *MEASURES, AGES).encode(),
        numbers=(20, ("height", "weight", "age")),
    ),
    Sample(
        "id_beside_measures.csv",
        table(
            ("id", "height", "weight", "age"), range(1, 21), *MEASURES, AGES
        ).encode(),
        numbers=(20, ("height", "weight", "age")),
    ),
    Sample("few_accents.txt", "\n".join(FEW_ACCENTS).encode("cp1252"), FEW_ACCENTS),
    Sample(
        "wrapped_without_blank_lines.txt",
        "\n".join(wrapped(it) for it in paragraphs(20)).encode(),
        at_most=20,
        text=" ".join(paragraphs(20)),
    ),
    Sample(
        "letters_end_a_novel.txt",
        "\n\n".join([*NOVEL, *LETTERS]).encode(),
        at_most=46,
        text=" ".join([*NOVEL, *LETTERS]),
    ),
    Sample(
        "ordinals.txt",
        ("Erstes Buch\n\n" + "\n\n".join(KAPITEL)).encode(),
        KAPITEL,
        besides="erstes buch",
        choice="split=chapters",
    ),
    Sample(
        "heads_above_chapters.txt",
        ("A TALE OF THE HARBOUR\n\n" + "\n".join(CHAPTERS)).encode(),
        CHAPTERS,
        besides="a tale of the harbour",
        choice="split=chapters",
    ),
    Sample(
        "dated_page_heads.html",
        page(
            "<p>SECOND READING</p>",
            *(
                f"<p>4 June 1997</p><p>{a}</p><p>{b}</p>"
                for a, b in zip(DEBATE[::2], DEBATE[1::2], strict=True)
            ),
        ),
        at_most=20,
        text=" ".join(DEBATE),
        besides="second reading 4 june 1997 a page",
    ),
    Sample(
        "rules_between_parts.md",
        "\n\n---\n\n".join(RULED).encode(),
        RULED,
        choice="split=rules",
    ),
    Sample(
        "email.csv",
        table(
            ("id", "subject", "email", "label"),
            range(20),
            REVIEWS[:20],
            paragraphs(20),
            ["spam", "ham"] * 10,
        ).encode(),
        paragraphs(20),
        group=["spam", "ham"] * 10,
    ),
    Sample(
        "two_times.csv",
        table(
            ("author_created_utc", "created_utc", "body"),
            [f"201{i % 5}-01-02" for i in range(12)],
            DAYS,
            REVIEWS[:12],
        ).encode(),
        REVIEWS[:12],
        dates=DAYS,
    ),
    Sample(
        "texts_and_tables",
        {
            **{
                f"{id}.txt": it.encode()
                for id, it in zip(PLENARY, REVIEWS, strict=False)
            },
            **{
                f"{day}-meta.tsv": table(
                    ("ID", "Title", "Date", "Party"),
                    [it for it in PLENARY if it.startswith(day)],
                    [f"Sitting {day}"] * 4,
                    [day] * 4,
                    ["Whig", "Tory"] * 2,
                    delimiter="\t",
                ).encode()
                for day in sorted({it[:10] for it in PLENARY})
            },
        },
        REVIEWS[:12],
        titles=[f"Sitting {it[:10]}" for it in PLENARY],
        dates=[it[:10] for it in PLENARY],
        group=["Whig", "Tory"] * 6,
    ),
    Sample(
        "front_matter.md",
        (
            "---\nlayout: faq\ntitle: Questions\n---\n\n"
            + f"\n\n{CODE}\n\n".join(paragraphs(8))
        ).encode(),
        at_most=16,
        text=" ".join(paragraphs(8)),
        besides="questions " + CODE,
    ),
    Sample(
        "sections_in_groups.xml",
        (
            "<written><title>Written answers</title><date>1985-12-16</date>"
            + "".join(
                f"<group><title>{name}</title>"
                + "".join(
                    f"<section><title>{SECTIONS[2 * i + j]}</title><body>"
                    f"<p>{paragraph(2 * i + j)}</p></body></section>"
                    for j in range(2)
                )
                + "</group>"
                for i, name in enumerate(("FOOD", "LAW", "TRADE"))
            )
            + "</written>"
        ).encode(),
        paragraphs(6),
        besides=" ".join(SECTIONS) + " food law trade written answers",
        titles=SECTIONS,
        choice="element=",
    ),
    Sample(
        "most_rows_without_text.csv",
        table(
            ("id", "place", "comment"),
            range(80),
            [*PLACES, "West"] * 20,
            ["" if i % 8 else REVIEWS[i // 8] for i in range(80)],
        ).encode(),
        REVIEWS[:10],
        said="70 of (the )?80",
    ),
    Sample(
        "folder_of_reports",
        {name: it.encode() for name, it in REPORTS.items()},
        list(REPORTS.values()),
    ),
    Sample(
        "choices.csv",
        table(
            ("row", "y", "ap", "week", "trt"),
            range(1, 61),
            *(MADE.choices(it, k=60) for it in (("y", "n"), ("p", "a"), "0246")),
            MADE.choices(("drug", "drug+", "placebo"), k=60),
        ).encode(),
        refused="text",
    ),
    Sample(
        "page_name.csv",
        table(
            ("page name", "posted", "text"),
            NEWS,
            DAYS,
            REVIEWS[:12],
        ).encode(),
        REVIEWS[:12],
        dates=DAYS,
        group=NEWS,
    ),
    Sample(
        "tabs_before_paragraphs.txt",
        ("The Red Lamp\n\nA Tale\n\n" + "\n".join(f"\t{it}" for it in DEBATE)).encode(),
        at_most=14,
        text="The Red Lamp A Tale " + " ".join(DEBATE),
    ),
    Sample(
        "numbered_poems.txt",
        "\n\n".join(POEMS).encode(),
        [it.partition("\n")[2] for it in POEMS],
        besides="1 2 3 4 5 6 7 8 9",
        choice="split=",
    ),
    Sample(
        "piece_of_a_page.html",
        (
            "<h2>Contents</h2>\n<ul>"
            + "\n".join(f"<li>{it}</li>" for it in REVIEWS[:12])
            + f"</ul>\n<p>{paragraph(70)}</p>"
        ).encode(),
        at_most=14,
        text=" ".join([*REVIEWS[:12], paragraph(70)]),
        besides="contents",
    ),
    # Of rarer kinds.
    Sample(
        "one_column.csv",
        table(["review"], QUOTED).encode(),
        QUOTED,
    ),
    Sample(
        "old_mac.csv",
        table(("id", "text"), range(40), REVIEWS).replace("\n", "\r").encode(),
        REVIEWS,
    ),
    Sample(
        "nameless_columns.csv",
        table(
            ("v1", "v2", "", ""),
            ["ham", "spam"] * 20,
            REVIEWS,
            ["tail of it"] * 2 + [""] * 38,
            [""] * 40,
        ).encode("cp1252"),
        REVIEWS,
        group=["ham", "spam"] * 20,
    ),
    Sample(
        "five_answers.csv",
        table(
            ("id", *(f"q{i}" for i in range(5))),
            range(20),
            *(sentences(20, 50 * i) for i in range(5)),
        ).encode(),
        at_most=20,
        besides=" ".join(it for i in range(5) for it in sentences(20, 50 * i)),
        said="q[1-4]",
    ),
    Sample(
        "begins_with_a_name.txt",
        "\n".join(TWEETS).encode(),
        TWEETS,
    ),
    Sample(
        "posts_in_attributes.xml",
        (
            "<posts>\n"
            + "\n".join(
                f'  <row Id="{i}" CreationDate="{day}T12:00:00.000" '
                f'Body="&lt;p&gt;{it}&lt;/p&gt;" Title="Question {i}" />'
                for i, (day, it) in enumerate(zip(DAYS, REVIEWS, strict=False))
            )
            + "\n</posts>"
        ).encode(),
        REVIEWS[:12],
        titles=[f"Question {i}" for i in range(12)],
        dates=DAYS,
    ),
    Sample("hebrew.txt", "\n".join(HEBREW).encode("cp1255"), HEBREW),
)
