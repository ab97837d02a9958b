"""Fifteen ordinary files, all of which were once read wrong without a word."""

from tests.corpus.readers.samples.sample import (
    Sample,
    paragraph,
    paragraphs,
    sentences,
    table,
    wrapped,
)

HEADLINES = [it.rstrip(".") for it in sentences(60)]
REVIEWS = sentences(40)
PAGES = paragraphs(8, start=20)
ESSAY = [
    ("", "12 March 1911. ", "", "4 June 1913. ", "", "", "2 May 1920. ", "")[i] + it
    for i, it in enumerate(paragraphs(8))
]
NOTES = [
    f"{subject} was on our minds today.\n\n{paragraph(i)}\n\n{paragraph(i + 40)}"
    for i, subject in enumerate(("Bread", "Weather", "Money", "The roof", "Music"))
]
DIGEST = [
    (("Weather: ", "Sport: ")[i // 2 % 2] if i % 2 else "") + it
    for i, it in enumerate(sentences(40))
]
CHAT = [
    *sentences(20),
    "I think my post got deleted",
    "chapter two omitted",
    *sentences(20, 60),
]
FILM = [
    f"{it[:-1]} (music by Nino Rota), and {other[:-1]} (overlapping generations)."
    for it, other in zip(REVIEWS[:20], REVIEWS[20:], strict=True)
]
SPEAKERS = ("Ann", "Ben", "Clara")
COMMENTS = paragraphs(10, 200)
TURNS = sentences(36)
BLOG = [paragraph(i, 6) for i in range(5)]
JAPANESE = [
    f"{place}で{thing}を買いました。とても{how}です。"
    for place in ("駅前の店", "古い市場", "港の近く")
    for thing, how in (
        ("新しい傘", "便利"),
        ("青い皿", "きれい"),
        ("甘い梨", "おいしい"),
    )
]


def page(*body: str, title: str = "A page") -> bytes:
    head = f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title>'
    return f"{head}</head><body>{''.join(body)}</body></html>".encode()


ORDINARY = (
    Sample(
        "headlines.txt",
        "\n".join([*HEADLINES[:30], "", *HEADLINES[30:], ""]).encode(),
        HEADLINES,
    ),
    Sample(
        "blank_after_comma.csv",
        "\n".join(
            [
                "id, stars, review",
                *(f'{i}, {i % 5 + 1}, "Well, {it}"' for i, it in enumerate(REVIEWS)),
            ]
        ).encode(),
        [f"Well, {it}" for it in REVIEWS],
    ),
    Sample(
        "column_2019.csv",
        table(
            ("town", "2019", "remark"),
            [f"{name}ton" for name in "ABCDEFGH" for _ in range(5)],
            range(100, 140),
            REVIEWS,
        ).encode(),
        REVIEWS,
    ),
    Sample(
        "ids_and_rents.csv",
        table(
            ("id", "rent", "description"),
            range(2001, 2041),
            range(1500, 1900, 10),
            REVIEWS,
        ).encode(),
        REVIEWS,
        dates=(),
    ),
    Sample(
        "post_with_comments.html",
        page(
            '<article class="post"><h1>Our bakery</h1>',
            *(f"<p>{it}</p>" for it in BLOG),
            '</article><ol class="commentlist">',
            *(
                f'<li class="comment"><h4>Ann {i}</h4><p class="date">4 May 2021</p>'
                f"<p>{it}</p></li>"
                for i, it in enumerate(COMMENTS)
            ),
            "</ol>",
        ),
        at_most=20,
        text=" ".join(BLOG + COMMENTS),
        besides="our bakery a page ann 0 1 2 3 4 5 6 7 8 9 may 2021",
    ),
    Sample(
        "pages_of_a_pdf.txt",
        "\n".join(
            f"{wrapped(PAGES[2 * i])}\n\n{wrapped(PAGES[2 * i + 1])}\n\n{i + 1}\n"
            for i in range(4)
        ).encode(),
        at_most=12,
        text=" ".join(PAGES),
        besides="1 2 3 4",
    ),
    Sample("essay_with_dates.txt", "\n\n".join(ESSAY).encode(), ESSAY),
    Sample(
        "notes_between_rules.txt",
        "\n\n* * *\n\n".join(NOTES).encode(),
        NOTES,
        choice="split=rules",
    ),
    Sample("digest.txt", "\n".join(DIGEST).encode(), DIGEST),
    Sample(
        "chat.txt",
        "\n".join(
            f"[{1 + i // 4:02}/03/2021, 10:{i:02}:00] {SPEAKERS[i % 3]}: {it}"
            for i, it in enumerate(CHAT)
        ).encode(),
        CHAT,
        group=[SPEAKERS[i % 3] for i in range(len(CHAT))],
    ),
    Sample(
        "talk_about_films.txt",
        "\n".join(f"{SPEAKERS[i % 2]}: {it}" for i, it in enumerate(FILM)).encode(),
        FILM,
        besides="ann ben",
        counted="nino rota generations",
        choice="split=speakers",
    ),
    Sample(
        "ratings.csv",
        table(
            ("film", "genre", "rating"),
            [f"Film of {it}" for it in ("tea", "war", "rain", "love", "trains")] * 4,
            ("comedy", "drama", "western", "thriller") * 5,
            [i * 7 % 10 + 1 for i in range(20)],
        ).encode(),
        refused="text",
    ),
    Sample(
        "answers_in_turn.txt",
        "\n".join(f"{SPEAKERS[i % 3]}: {it}" for i, it in enumerate(TURNS)).encode(),
        TURNS,
        besides="ann ben clara",
        group=[*SPEAKERS] * 12,
        choice="split=speakers",
    ),
    Sample(
        "printed_by_a_browser.txt",
        "\n".join(
            f"The town paper\n\nA page of the town\n\n12 March 2021\n\n"
            f"{wrapped(PAGES[2 * i])}\n\n{wrapped(PAGES[2 * i + 1])}\n\n{i + 1} of 4\n"
            for i in range(4)
        ).encode(),
        at_most=24,
        text=" ".join(PAGES),
        besides="12 march 2021 the town paper a page of 1 2 3 4",
    ),
    *(
        Sample(
            f"japanese_{encoding}.csv",
            table(("番号", "感想"), range(1, 10), JAPANESE).encode(encoding),
            JAPANESE,
        )
        for encoding in ("utf-8", "cp932")
    ),
)
