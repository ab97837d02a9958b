"""Made articles in XML as tools write it: collections of them, and books."""

import base64
from collections.abc import Callable
from html import escape

from tests.corpus.readers.containers import Article
from tests.made_files import zipped

DECLARED = '<?xml version="1.0" encoding="UTF-8"?>\n'


def _paragraphs(article: Article, tag: str = "p", times: int = 1) -> str:
    return times * "".join(
        f"<{tag}>{escape(each)}</{tag}>" for each in article.paragraphs
    )


def _jats_article(article: Article) -> str:
    """Return an article of a journal, with metadata, a figure and references."""
    cited = "<ref><article-title>Not this</article-title><year>1999</year></ref>" * 20
    return (
        "<article><front><journal-meta><journal-id>J</journal-id><journal-title>"
        "The Journal</journal-title></journal-meta><article-meta><title-group>"
        f"<article-title>{escape(article.title)}</article-title></title-group>"
        "<contrib-group><name><surname>Brook</surname></name></contrib-group><pub-date>"
        f"<day>{article.day.day}</day><month>{article.day.month}</month><year>"
        f"{article.day.year}</year></pub-date></article-meta></front><body>"
        "<fig><caption><p>Not this</p></caption></fig><sec><title>Results</title>"
        f"{_paragraphs(article)}</sec></body><back><ref-list><title>References</title>"
        f"{cited}</ref-list></back></article>"
    )


def journal_articles(articles: list[Article]) -> bytes:
    return f"<pmc-articleset>{''.join(map(_jats_article, articles))}".encode()


def journal_articles_in_a_zip(articles: list[Article]) -> bytes:
    return zipped(
        {
            f"PMC{i}.nxml": (DECLARED + _jats_article(it)).encode()
            for i, it in enumerate(articles, 100)
        }
    )


def newspaper_articles_in_a_zip(articles: list[Article]) -> bytes:
    doctype = '<!DOCTYPE nitf SYSTEM "nitf.dtd">'
    return zipped(
        {
            f"{i}.xml": (
                f'{DECLARED}{doctype}<nitf><head><pubdata date.publication="'
                f'{it.day:%Y%m%d}T000000"/></head><body><body.head><hedline><hl1>'
                f"{escape(it.title)}</hl1></hedline></body.head><body.content>"
                '<block class="lead_paragraph"><p>Not twice</p></block>'
                f'<block class="full_text">{_paragraphs(it)}</block></body.content>'
                "</body></nitf>"
            ).encode()
            for i, it in enumerate(articles, 100)
        }
    )


def wordpress(articles: list[Article]) -> bytes:
    items = [
        f"<item><title><![CDATA[{article.title}]]></title><pubDate>"
        f"{article.day:%a, %d %b %Y} 10:00:00 +0000</pubDate><content:encoded>"
        "<![CDATA[<!-- wp:paragraph -->"
        + _paragraphs(article)
        + "]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded>"
        "<wp:post_type>post</wp:post_type><wp:postmeta><wp:meta_value>1"
        "</wp:meta_value></wp:postmeta></item>"
        for article in articles
    ]
    picture = "<item><title>A picture</title><content:encoded></content:encoded></item>"
    rss = '<!-- made by WordPress -->\n<rss xmlns:wp="w" xmlns:content="c"><channel>'
    return (DECLARED + rss + "".join([*items, picture]) + "</channel></rss>").encode()


def blogger(articles: list[Article]) -> bytes:
    kind = "<category term='http://schemas.google.com/blogger/2008/kind#{}'/>"
    settings = [f"<entry>{kind.format('settings')}<content>true</content></entry>"] * 9
    posts = [
        f"<entry><published>{article.day}T00:00:00.000-08:00</published>"
        f"{kind.format('post')}<title type='text'>{escape(article.title)}</title>"
        f"<content type='html'>{escape(_paragraphs(article))}</content></entry>"
        for article in articles
    ]
    style = '<?xml-stylesheet href="x.css" type="text/css"?>'
    return (
        f"{DECLARED}{style}<feed xmlns='a'>{''.join([*settings, *posts])}</feed>"
    ).encode()


def evernote(articles: list[Article]) -> bytes:
    file = base64.encodebytes(bytes(range(256)) * 20).decode()
    notes = [
        f"<note><title>{escape(article.title)}</title><content><![CDATA[{DECLARED}"
        '<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>'
        + _paragraphs(article, "div")
        + f"</en-note>]]></content><created>{article.day:%Y%m%d}T101010Z</created>"
        f"<resource><data>{file}</data></resource></note>"
        for article in articles
    ]
    doctype = '<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/export4.dtd">'
    return f"{DECLARED}{doctype}<en-export>{''.join(notes)}</en-export>".encode()


def repository(articles: list[Article]) -> bytes:
    """Return records that were harvested from an archive of papers."""
    described = "<description>{}</description>".format
    records = [
        f"<record><header><identifier>oai:{i}</identifier></header><metadata><dc>"
        f"<title>{escape(article.title)}</title><creator>Brook, A.</creator>"
        + "".join(described(escape(it)) for it in article.paragraphs)
        + f"<date>{article.day}</date></dc></metadata></record>"
        for i, article in enumerate(articles)
    ]
    start = "<OAI-PMH><responseDate>2020-01-01</responseDate><ListRecords>"
    return (DECLARED + start + "".join(records) + "</ListRecords></OAI-PMH>").encode()


def table_of_a_database(articles: list[Article]) -> bytes:
    rows = [
        f'<row><field name="id">{i}</field><field name="headline">'
        f'{escape(article.title)}</field><field name="body">'
        + escape("\n\n".join(article.paragraphs))
        + f'</field><field name="day">{article.day}</field></row>'
        for i, article in enumerate(articles)
    ]
    return f'<resultset statement="x">{"".join(rows)}</resultset>'.encode()


def newswire(articles: list[Article]) -> bytes:
    """Return SGML of a news agency, with control characters and several roots."""
    stories = [
        f'<REUTERS NEWID="{i}"><DATE>{article.day:%-d-%b-%Y} 15:01</DATE><TEXT>&#2;'
        f"<TITLE>{escape(article.title)}</TITLE><BODY>"
        + "\n".join(map(escape, article.paragraphs))
        + "\n&#3;</BODY></TEXT></REUTERS>\n"
        for i, article in enumerate(articles)
    ]
    return f'<!DOCTYPE lewis SYSTEM "lewis.dtd">\n{"".join(stories)}'.encode()


def reviews(articles: list[Article]) -> bytes:
    """Return what readers wrote of a book, whose name the root has as well."""
    parts = [
        f"<review><title>{escape(it.title)}</title><stars>{it.day.day % 5}</stars>"
        f"<date>{it.day}</date><text>{escape(chr(10).join(it.paragraphs))}</text></review>"
        for it in articles
    ]
    return f"{DECLARED}<book><title>Rain</title>{''.join(parts)}</book>".encode()


XML_COLLECTIONS: dict[str, Callable[[list[Article]], bytes]] = {
    each.__name__: each
    for each in (
        *(journal_articles, journal_articles_in_a_zip, newspaper_articles_in_a_zip),
        *(
            wordpress,
            blogger,
            evernote,
            repository,
            table_of_a_database,
            newswire,
            reviews,
        ),
    )
}


def _sections(
    articles: list[Article], section: str, title: str, paragraph: str = "p"
) -> str:
    return "".join(
        f"<{section}>{title.format(f'CHAPTER {i}. {escape(article.title)}')}"
        f"{_paragraphs(article, paragraph, 3)}</{section}>"
        for i, article in enumerate(articles, 1)
    )


def docbook(articles: list[Article]) -> bytes:
    legal = "<legalnotice><para>x</para></legalnotice>"
    chapters = _sections(articles, "chapter", "<title>{}</title>", "para")
    return (
        f'{DECLARED}<book xmlns="http://docbook.org/ns/docbook"><info><title>Reports'
        f"</title>{legal}</info>{chapters}"
        "<index><para>x</para></index></book>"
    ).encode()


def fiction_book(articles: list[Article]) -> bytes:
    chapters = _sections(articles, "section", "<title><p>{}</p></title>")
    notes = (
        '<body name="notes"><section><title><p>1</p></title><p>x</p></section></body>'
    )
    return (
        f'{DECLARED}<FictionBook xmlns="x"><description><annotation>x</annotation>'
        f"</description><body><title><p>Reports</p></title>{chapters}</body>{notes}"
        '<binary id="cover.jpg">/9j/4AAQ</binary></FictionBook>'
    ).encode()


def talking_book(articles: list[Article]) -> bytes:
    chapters = _sections(articles, "level1", "<h1>{}</h1>")
    return (
        f"{DECLARED}<dtbook><head/><book><frontmatter><doctitle>Reports</doctitle>"
        f"</frontmatter><bodymatter>{chapters}</bodymatter></book></dtbook>"
    ).encode()


def statute(articles: list[Article]) -> bytes:
    """Return a law with numbers beside the headings of its sections."""
    sections = _sections(articles, "section", "<num>{}</num><heading></heading>")
    return (
        f'{DECLARED}<akomaNtoso xmlns="x"><act><meta>x</meta><preface><longTitle>'
        f"<p>An Act</p></longTitle></preface><body>{sections}</body></act></akomaNtoso>"
    ).encode()


def article_of_a_journal(articles: list[Article]) -> bytes:
    front, _, back = _jats_article(articles[0]).partition("<body>")
    sections = _sections(articles, "sec", "<title>{}</title>")
    _, _, cited = back.partition("</body>")
    return f"{DECLARED}{front}<body>{sections}</body>{cited}".encode()


XML_BOOKS: dict[str, Callable[[list[Article]], bytes]] = {
    each.__name__: each
    for each in (docbook, fiction_book, talking_book, statute, article_of_a_journal)
}
