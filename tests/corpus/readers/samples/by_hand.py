"""Ordinary files that no reader was written for, as people type and save them."""

import json

from tests.corpus.readers.samples.sample import (
    Sample,
    blocks,
    csv_of,
    paragraph,
    paragraphs,
    parts,
    sentence,
    sentences,
    table,
    wrapped,
)

REPORT = f"""# Annual report of the library

{paragraph(1)}

## Visitors

{paragraph(2)}

- {sentence(300)}
- {sentence(301)}

## Money

{paragraph(3)}

| year | income |
|------|--------|
| 2021 | 1,200  |
| 2022 | 1,350  |

## The building

{paragraph(4)}

{paragraph(5)}

## Next year

{paragraph(6)}
"""
MINUTES = "\n".join(
    [
        "Allotment Society, minutes of the meeting of 4 May",
        "Present: J. Hill, M. Brook, P. Stone",
        "",
        *(
            f"{i}. {subject}\n{wrapped(paragraph(10 + i))}\n"
            for i, subject in enumerate(
                (
                    "Apologies",
                    "The water pump",
                    "New fence",
                    "Accounts",
                    "Next meeting",
                ),
                1,
            )
        ),
    ]
)
RECIPES = "\n\n\n".join(
    f"{name.upper()}\n\n200 g flour\n2 eggs\n1 pinch of salt\n\n"
    f"Mix the {name} well. {sentence(400 + i)} Bake it for {20 + i} minutes."
    for i, name in enumerate(
        ("plum cake", "barley soup", "onion tart", "rye bread", "apple pie")
    )
)
SONGS = "\n\n***\n\n".join(
    f"Song of the {name}\n\n"
    + "\n\n".join(
        "\n".join(it.rstrip(".") for it in sentences(4, 40 * i + 7 * verse))
        for verse in range(3)
    )
    for i, name in enumerate(("river", "mill", "road", "moon"))
)
README = f"""# plumcount

{paragraph(31)}

## Install

Run this in a terminal:

    pip install plumcount

## Usage

{paragraph(32)}

```python
import plumcount
plumcount.run("basket.txt")
```

## Licence

{paragraph(33)}
"""
LOG = [
    f"{('INFO', 'WARNING', 'ERROR')[i % 3]} {it}"
    for i, it in enumerate(sentences(40, 500))
]
TIMES = [f"2023-05-04 10:{i:02}:07,000" for i in range(40)]
LETTERS = [
    f"Dear {name},\n\n{wrapped(paragraph(60 + 3 * i))}\n\n"
    f"{wrapped(paragraph(61 + 3 * i))}\n\nYours sincerely,\nE. Marsh"
    for i, name in enumerate(("Mr Stone", "Miss Brook", "Dr Hill", "Aunt Jane"))
]
ANSWERS = sentences(24, 700)
NOTED = [
    ["Reviews of the summer school", "", ""],
    ["Collected in August 2022", "", ""],
    ["", "", ""],
    ["No.", "Course", "Remark"],
    *([i, ("Music", "Chess")[i % 2], it] for i, it in enumerate(ANSWERS, 1)),
]
SOURCED = [
    ["region", "comment"],
    *([("North", "South")[i % 2], it] for i, it in enumerate(ANSWERS)),
    ["Source: the council's own survey", ""],
]
GLOSSARY = [
    f"{term}: {it}"
    for term, it in zip(
        ("Anchor", "Barge", "Cable", "Davit", "Fathom", "Galley", "Hawser", "Jetty"),
        sentences(8, 800),
        strict=True,
    )
]
QUESTIONS = [
    f"Why is it that {sentence(2 * i + 900).lower()[:-1]}?\n{paragraph(90 + i)}"
    for i in range(10)
]
REFERENCES = [
    wrapped(
        f"Stone, P. and Brook, M. ({1990 + i}). {it[:-1]}: a study. Journal of Small "
        f"Towns {i + 1}({i % 4 + 1}), pp. {10 * i + 1}-{10 * i + 9}.",
        60,
    )
    for i, it in enumerate(sentences(15, 1000))
]
POEM = [
    "\n".join(it.rstrip(".") + "," for it in sentences(4, 1100 + 5 * i))
    for i in range(6)
]
TODO = [f"- [{'x '[i % 2]}] {it}" for i, it in enumerate(sentences(16, 1200))]
INTERVIEW = [
    f"{('Interviewer', 'Respondent')[i % 2]}: {it}"
    for i, it in enumerate(paragraphs(14, 130))
]
SLACK = sentences(20, 1400)
TWEETS = [
    f"{it} #market @town https://t.example/{i} \U0001f600\n{sentence(1600 + i)}"
    for i, it in enumerate(sentences(20, 1500))
]
FORTUNES = [f"{wrapped(it)}\n        -- A. Nobody" for it in paragraphs(8, 170)]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
DIARY = [
    f"{day}, {i + 3} May 1920\n\n{wrapped(paragraph(180 + 2 * i))}\n\n"
    f"{wrapped(paragraph(181 + 2 * i))}"
    for i, day in enumerate(DAYS)
]
ADVERTS = paragraphs(12, 200)
PRODUCTS = paragraphs(10, 220)
PLACES = sentences(12, 2300)
STORIES = paragraphs(10, 240)
RELEASES = [
    f"## [{2 - i // 5}.{4 - i % 5}.0] - 2022-0{9 - i}-01\n\n### Added\n\n"
    f"- {sentence(2500 + 3 * i)}\n- {sentence(2501 + 3 * i)}\n\n### Fixed\n\n"
    f"- {sentence(2502 + 3 * i)}"
    for i in range(8)
]
COMMITS = sentences(12, 2600)
THREAD = [
    f"On 3 May 2021 at 10:{i:02}, Ann Hill wrote:\n\n{wrapped(it)}"
    for i, it in enumerate(paragraphs(6, 270))
]
INCHES = [f'A shelf of 5" and a pipe. {it}' for it in sentences(20, 2800)]
GERMAN = [
    f"Der {was} war sehr schön; {wie} hat er auch {mehr} gekostet."
    for was in ("Garten", "Ausflug", "Käse", "Abend")
    for wie, mehr in (("leider", "3,50 €"), ("dafür", "nichts"), ("früher", "mehr"))
]
HTML_ROWS = sentences(12, 2900)
CLAUSES = [
    f"{i}. {name}\n\n{i}.1 {paragraph(300 + 2 * i)}\n\n{i}.2 {paragraph(301 + 2 * i)}"
    for i, name in enumerate(("Parties", "Rent", "Repairs", "Notice", "Law"), 1)
]
ABSTRACTS = [
    f"{sentence(3300 + i)[:-1]}\nA. Stone (1), B. Brook (2)\n\n"
    f"Abstract\n{wrapped(paragraph(330 + i, 6))}"
    for i in range(8)
]
EXAM = [
    f"{i}. {sentence(3500 + i)[:-1]}?\na) {sentence(3600 + i)}\n"
    f"b) {sentence(3700 + i)}\nc) {sentence(3800 + i)}"
    for i in range(1, 13)
]
SMALL_ADS = [
    f"{wrapped(it)}\nTel. 0123 45{i}67" for i, it in enumerate(paragraphs(12, 390), 10)
]
ASKED, REPLIED = sentences(15, 4000), paragraphs(15, 410)
SERMONS = {
    f"sermons/{2018 + i}/sunday {i + 1}.txt": "\n\n".join(
        wrapped(it) for it in paragraphs(3, 430 + 3 * i)
    )
    for i in range(4)
}

BY_HAND = (
    Sample(
        "annual report.md",
        REPORT.encode(),
        parts(REPORT, "## "),
        text=REPORT,
        choice="split=headings",
    ),
    Sample(
        "minutes.txt",
        MINUTES.encode(),
        parts(MINUTES, r"\d\. "),
        text=MINUTES,
        choice="split=",
    ),
    Sample("recipes.txt", RECIPES.encode(), RECIPES.split("\n\n\n"), choice="split="),
    Sample(
        "songs.txt", SONGS.encode(), SONGS.split("\n\n***\n\n"), choice="split=rules"
    ),
    Sample(
        "README.md",
        README.encode(),
        parts(README, "## "),
        text=README,
        choice="split=headings",
    ),
    Sample(
        "server.log",
        "\n".join(f"{time} {it}" for time, it in zip(TIMES, LOG, strict=True)).encode(),
        LOG,
        besides=" ".join(TIMES),
    ),
    Sample(
        "letters.txt",
        "\n\n\n".join(LETTERS).encode(),
        at_most=20,
        text="\n".join(LETTERS),
    ),
    Sample(
        "survey.csv",
        table(
            (
                "Respondent",
                "Age group",
                "How satisfied are you? (1-5)",
                "What could be better?",
            ),
            range(1, 25),
            ["18-29", "30-49", "50+"] * 8,
            [i * 3 % 5 + 1 for i in range(24)],
            ANSWERS,
        ).encode("utf-8-sig"),
        ANSWERS,
        group=["18-29", "30-49", "50+"] * 8,
    ),
    Sample(
        "table with a title.csv",
        csv_of(NOTED).encode(),
        ANSWERS,
        group=[("Music", "Chess")[i % 2] for i in range(1, 25)],
    ),
    Sample(
        "table with a source.csv",
        csv_of(SOURCED).encode(),
        ANSWERS,
        group=["North", "South"] * 12,
    ),
    Sample("glossary.txt", "\n".join(GLOSSARY).encode(), GLOSSARY),
    Sample(
        "faq.txt",
        "\n\n".join("Q: " + it.replace("?\n", "?\nA: ") for it in QUESTIONS).encode(),
        QUESTIONS,
        besides="q a",
    ),
    Sample("references.txt", "\n\n".join(REFERENCES).encode(), REFERENCES),
    Sample("poem.txt", "\n\n".join(POEM).encode(), POEM),
    Sample("todo.md", "\n".join(TODO).encode(), TODO),
    Sample(
        "interview.txt",
        "\n\n".join(INTERVIEW).encode(),
        paragraphs(14, 130),
        besides="interviewer respondent",
        group=["Interviewer", "Respondent"] * 7,
        choice="split=speakers",
    ),
    Sample(
        "general.json",
        json.dumps(
            [
                {
                    "type": "message",
                    "user": f"U0{i % 3}",
                    "text": it,
                    "ts": f"16000{i:05}.000100",
                }
                for i, it in enumerate(SLACK)
            ]
        ).encode(),
        SLACK,
        group=[f"U0{i % 3}" for i in range(20)],
    ),
    Sample(
        "tweets.csv",
        table(
            ("id", "created_at", "text"),
            [f"14{i:016}" for i in range(20)],
            [f"2021-03-{i + 1:02} 10:00:00" for i in range(20)],
            TWEETS,
        ).encode(),
        TWEETS,
        dates=[f"2021-03-{i + 1:02}" for i in range(20)],
    ),
    Sample(
        "quotes.txt",
        "\n%\n".join(FORTUNES).encode(),
        FORTUNES,
        choice="split=",
    ),
    Sample(
        "diary.txt",
        "\n\n".join(DIARY).encode(),
        [it.partition("\n")[2] for it in DIARY],
        besides=" ".join(DAYS) + " 3 4 5 6 7 8 may 1920",
        choice="split=days",
        dates=[f"1920-05-0{i + 3}" for i in range(6)],
    ),
    Sample(
        "adverts.csv",
        table(
            ("ref", "post", "html"),
            [f"J{i}" for i in range(12)],
            ["Cook", "Nurse", "Clerk"] * 4,
            [f"<p>{it}</p><ul><li>Apply now</li></ul>" for it in ADVERTS],
        ).encode(),
        [f"{it} Apply now" for it in ADVERTS],
        besides="p ul li",
        group=["Cook", "Nurse", "Clerk"] * 4,
    ),
    Sample(
        "catalogue.xml",
        (
            '<?xml version="1.0"?>\n<catalogue>\n'
            + "\n".join(
                f'<product sku="P{i}"><name>Thing {i}</name><price>{i}.50</price>'
                f"<description>{it}</description></product>"
                for i, it in enumerate(PRODUCTS)
            )
            + "\n</catalogue>\n"
        ).encode(),
        PRODUCTS,
        besides="thing 0 1 2 3 4 5 6 7 8 9 50",
    ),
    Sample(
        "benches.geojson",
        json.dumps(
            {
                "type": "FeatureCollection",
                "features": [
                    {
                        "type": "Feature",
                        "geometry": {"type": "Point", "coordinates": [i / 7, 51.5]},
                        "properties": {"ward": "NS"[i % 2], "description": it},
                    }
                    for i, it in enumerate(PLACES)
                ],
            }
        ).encode(),
        PLACES,
        group=["N", "S"] * 6,
    ),
    Sample(
        "stories by key.json",
        json.dumps({f"story-{i}": it for i, it in enumerate(STORIES)}).encode(),
        STORIES,
    ),
    Sample(
        "CHANGELOG.md",
        ("# Changelog\n\n" + "\n\n".join(RELEASES)).encode(),
        [it.partition("\n")[2] for it in RELEASES],
        besides="changelog 0 1 2 3 4 5 6 7 8 9 01 02 03 04 05 06 07 08 09 2022",
        choice="split=headings",
    ),
    Sample(
        "git log.txt",
        "\n".join(
            f"commit {i:040x}\nAuthor: Ann Hill <ann@hill.example>\n"
            f"Date:   Mon May {i + 1} 10:00:00 2021 +0200\n\n    {it}\n"
            for i, it in enumerate(COMMITS)
        ).encode(),
        at_most=60,
        text=" ".join(COMMITS),
        besides="commit Author Ann Hill ann hill example Date Mon May 10 00 2021 0200 "
        + " ".join([*map(str, range(1, 13)), *(f"{i:040x}" for i in range(12))]),
    ),
    Sample(
        "thread.txt",
        "\n\n".join(THREAD).encode(),
        at_most=12,
        text=" ".join(paragraphs(6, 270)),
        besides=" ".join(THREAD),
    ),
    Sample(
        "inches.tsv",
        "\n".join(
            ["item\tremark", *(f"I{i}\t{it}" for i, it in enumerate(INCHES))]
        ).encode(),
        INCHES,
    ),
    Sample(
        "Umfrage.csv",
        table(
            ("Nr.", "Datum", "Betrag", "Anmerkung"),
            range(1, 13),
            [f"{i:02}.05.2021" for i in range(1, 13)],
            [f"{i},50" for i in range(12)],
            GERMAN,
            delimiter=";",
        ).encode("cp1252"),
        GERMAN,
        dates=[f"2021-05-{i:02}" for i in range(1, 13)],
    ),
    Sample(
        "saved table.html",
        (
            "<html><body><h1>Complaints</h1><table><tr><th>Ward</th><th>Complaint</th>"
            "</tr>"
            + "".join(
                f"<tr><td>{'NS'[i % 2]}</td><td>{it}</td></tr>"
                for i, it in enumerate(HTML_ROWS)
            )
            + "</table></body></html>"
        ).encode(),
        HTML_ROWS,
        text=" ".join(HTML_ROWS),
        besides="complaints ward complaint n s",
        choice="element=",
    ),
    Sample(
        "lease.txt",
        ("LEASE OF A COTTAGE\n\n" + "\n\n".join(CLAUSES)).encode(),
        at_most=16,
        text="LEASE OF A COTTAGE\n\n" + " ".join(CLAUSES),
    ),
    Sample(
        "abstracts.txt",
        "\n\n\n".join(ABSTRACTS).encode(),
        at_most=32,
        text=" ".join(ABSTRACTS),
    ),
    Sample("exam.txt", "\n\n".join(EXAM).encode(), EXAM),
    Sample("small ads.txt", "\n\n".join(SMALL_ADS).encode(), SMALL_ADS),
    Sample(
        "helpdesk.csv",
        table(("question", "answer"), ASKED, REPLIED).encode(),
        REPLIED,
        said="question",
        besides=" ".join(ASKED),
    ),
    Sample(
        "sermons",
        {name: it.encode() for name, it in SERMONS.items()},
        list(SERMONS.values()),
        group=[f"{2018 + i}" for i in range(4)],
    ),
    Sample(
        "one essay.txt",
        "\n\n".join(blocks(LETTERS[0]) + STORIES).encode(),
        [*blocks(LETTERS[0]), *STORIES],
    ),
)
