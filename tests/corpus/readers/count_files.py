"""Small files of each format of counts or texts by lines, good and bad."""

import gzip
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.number_tables import read_count_table, read_triples
from spca_core.corpus.readers.counts.pairs import read_lda_c, read_svmlight
from spca_core.corpus.readers.counts.sparse_files import read_matrix_market
from spca_core.corpus.readers.counts.tokens import read_json_lines
from spca_core.corpus.readers.counts.uci import read_uci
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.texts.tokenisation import Tokenisation

WORDS = b"war\npeace\ntax\n"
DENSE = [[5, 0, 2], [0, 1, 7]]  # what the small files of most readers hold
ENGLISH = Tokenisation(languages=("en",), merging="off")


@dataclass(frozen=True, repr=False)
class Reader:
    """A reader, and files that it reads or refuses.

    nothing     : what is said of an empty file
    signs       : that a file of this kind has beside numbers and blanks
    takes_words : whether there may be a list of words; needs_words: there must be
    are_whole   : whether only whole counts are read
    same        : other ways to write `text`
    repeated    : `text` with a count in two parts
    emptied     : `text` with more documents, which are empty; n_empty: so many
    around      : what stands before and after a bad line
    bad         : for each fault, the lines that have it; {line} is the line, quoted
    refused     : files and what is said of them
    """

    function: Callable[..., Corpus]
    file: str
    text: bytes
    nothing: str
    signs: bytes = b""
    takes_words: bool = False
    needs_words: bool = False
    are_whole: bool = False
    same: tuple[bytes, ...] = ()
    repeated: bytes = b""
    emptied: bytes = b""
    n_empty: int = 1
    around: tuple[bytes, bytes] = (b"", b"")
    bad: Mapping[str, list[str]] = field(default_factory=dict)
    refused: tuple[tuple[bytes, str], ...] = ()

    def __repr__(self) -> str:
        return self.file

    def read(self, content: bytes, words: bytes | None = WORDS) -> Corpus:
        has_list = self.takes_words and words is not None
        lists = [Upload("words.txt", words)] if has_list else []
        return self.function(Upload(self.file, content), *lists)


def each(lines: str) -> list[str]:
    return lines.split(" | ")


def replaced(text: bytes, *pairs: tuple[bytes, bytes]) -> tuple[bytes, ...]:
    """Return the text with each first in place of its second, one at a time."""
    return tuple(text.replace(old, new) for old, new in pairs)


TEXT = b"2 0:5 2:2\n2 1:1 2:7\n"
PAIRS = "{line} is not `M id:count"
LDA_C = Reader(
    read_lda_c,
    "tiny.ldac",
    TEXT,
    "0 documents and 0 words",
    signs=b":",
    takes_words=True,
    are_whole=True,
    same=(
        b"\n" + TEXT.replace(b"\n", b"\n\n \n"),
        TEXT.replace(b" ", b"\t  "),
        b"2 2:2 0:5\n2 2:7 1:1\n",
    ),
    repeated=b"3 0:5 2:1 2:1\n2 1:1 2:7\n",
    emptied=b"0\n" + TEXT + b"0 \n",
    n_empty=2,
    around=(TEXT, TEXT),
    bad={
        "declares 3 pairs id:count, but has 2": ["3 0:1 1:1"],
        "declares 0 pairs id:count, but has 1": ["0 0:1"],
        "declares 1 pair id:count, but has 2": ["1 0:1 1:1"],
        PAIRS: each("1 0:-1 | 1 -1:1 | 1 0:nan | 1 0:1.5 | 1 0 | 1 0: 1 | =LINK(1)"),
        "is not `M id:count": ["1 0:99999999999999999999", "tea for two"],
        "1e+16 is not a count from 0 to 2^53": ["1 0:9999999999999999"],
        "the id 2000000; ids up to 1,999,999 can be read": ["1 2000000:1"],
    },
    refused=(
        (b"0\n0\n", "2 documents and 0 words"),
        (b"\x89PNG\r\n\x1a\n", "tiny.ldac, line 1: '\\\\x89PNG' is not `M id"),
    ),
)

TEXT = b"+1 1:5 3:2\n-1 2:1 3:7\n"
SVMLIGHT = Reader(
    read_svmlight,
    "tiny.svm",
    TEXT,
    "0 documents and 0 words",
    signs=b":#",
    takes_words=True,
    same=(
        b"# made by hand\n\n" + TEXT + b" # end\n",
        TEXT.replace(b":5", b":5.0").replace(b":7", b":.7e1"),
        b"+1 0:5 2:2\n-1 1:1 2:7\n",
        *replaced(TEXT, (b"\n", b" # 5:5 x\n"), (b"1 1", b"1 qid:7 1")),
        *replaced(TEXT, (b"1:5", b"1:5 2:0")),
    ),
    repeated=TEXT.replace(b"1:5", b"1:3 1:2"),
    emptied=b"x\n" + TEXT,
    around=(TEXT, TEXT),
    bad={
        "-1 is not a count from 0 to 2^53": ["1 1:-1"],
        "1e+300 is not a count from 0 to 2^53": ["1 1:1e300"],
        "inf is not a count from 0 to 2^53": ["1 1:1e999"],
        "{line} is not `label id:value": each("1 1:nan | 1 -1:1 | tea for two"),
        "the id 2000000; ids up to 1,999,999 can be read": ["1 2000000:1"],
        "a label of over 1,000 bytes": ["x" * 10_000 + " 1:1"],
    },
    refused=(
        (b"# nothing\n", "0 documents and 0 words"),
        (b"1\n2\n", "2 documents and 0 words"),
        (b"1 1:0\n", "1 document, none with a word"),
        ("été 1:1\n".encode("latin-1"), "line 1: byte 0xe9 is not UTF-8"),
    ),
)

BANNER = b"%%MatrixMarket matrix coordinate integer general\n"
TEXT = BANNER + b"% made by hand\n2 3 4\n1 1 5\n1 3 2\n2 2 1\n2 3 7\n"
ARRAY = b"%%MatrixMarket matrix array real general\n2 3\n5\n0\n0\n1\n2\n7\n"
LINE = "{line} is not `document word count`"
NO_BANNER = "line 1 is not `%%MatrixMarket"
MARKET = Reader(
    read_matrix_market,
    "tiny.mtx",
    TEXT,
    "tiny.mtx, line 1 is not",
    signs=b"%",
    takes_words=True,
    same=(
        *replaced(TEXT, (b"\n2 3 4", b"\n\n%\n2 3 4"), (b" ", b"  ")),
        *replaced(TEXT, (BANNER, BANNER.upper()), (b"integer", b"real")),
        TEXT.replace(b"\n1 3", b"\n\n1 3") + b"\n\n",
        TEXT.replace(b"3 4", b"3 5") + b"1 2 0\n",
        ARRAY,
        ARRAY.replace(b"real", b"integer"),
    ),
    repeated=TEXT.replace(b"3 4\n1 1 5", b"3 5\n1 1 4\n1 1 1"),
    emptied=TEXT.replace(b"2 3 4", b"4 3 4"),
    n_empty=2,
    around=(BANNER + b"2 3 3\n1 2 3\n", b"2 3 7\n"),
    bad={
        "{line}: the document must be from 1 to 2": each("3 1 1 | 0 1 1 | -1 1 5"),
        "{line}: the word must be from 1 to 3": each("1 4 1 | 1 0 1"),
        "{line}: the count must be from 0 to 9,007,199,254,740,992": [
            *each("1 1 -1 | 1 1 1e300 | 1 1 1e999")
        ],
        LINE: [
            *each("1 1 nan | 1 1 inf | 1 1 1d3 | 1 1 1_0 | 1 1 =1+1 | 1 1 5 % five"),
            *each("1 1 5-3 | 1 1.5 3 | 1 1 5.5.5 | 1 1 5e | 1 1 5e1.5"),
            *each("1 1 | 1 1 5 5"),
        ],
    },
    refused=(
        (BANNER, "tiny.mtx, line 2"),
        (b"\x89PNG\r\n\x1a\n", "tiny.mtx, line 1"),
        *(
            (TEXT.replace(old.encode(), new.encode()), fault)
            for old, new, fault in (
                ("%%MatrixMarket", "%%MatrixMarkets", NO_BANNER),
                ("coordinate", "sparse", NO_BANNER),
                ("integer", "complex", "line 1: numbers of type 'complex', but only"),
                ("general", "hermitian", "line 1: a 'hermitian' matrix"),
                ("general", "symmetric", "line 3 has 2 rows and 3 columns"),
                ("coordinate integer", "array pattern", "numbers of type 'pattern'"),
                ("2 3 4", "2 3", "line 3: '2 3"),
                ("2 3 4", "2 -3 4", "' is not `D W NNZ`"),
                ("2 3 4", "2 3 4 5", "' is not `D W NNZ`"),
                ("2 3 4", "two 3 4", "' is not `D W NNZ`"),
                ("2 3 4", "0 3 4", "line 3 holds 0 rows; 1 or more"),
                ("2 3 4", "2 0 4", "line 3 holds 0 columns; 1 or more"),
                ("2 3 4", "2 3 999999999", "line 3 holds over 200,000,000 numbers"),
                ("2 3 4", "2 3 200000000", "too small"),
                ("2 3 4", "2 3 5", "declares 5 lines of numbers, but only 4 follow"),
                ("2 3 4", "2 3 3", "declares 3 lines of numbers, but more follow"),
                ("2 3 4", "1 3 4", "line 6: '2 2 1': the document must be from 1 to 1"),
                ("2 3 4", "2 2 4", "line 5: '1 3 2': the word must be from 1 to 2"),
            )
        ),
        *(
            (ARRAY.replace(b"\n1\n", b"\n%s\n" % number), f"line 6: '{number.decode()}")
            for number in (b"5-3", b"1.5.", b"nan", b"2e", b"--1", b"1,5")
        ),
    ),
)

TEXT = b"2\n3\n4\n1 1 5\n1 3 2\n2 2 1\n2 3 7\n"
NO_HEADER = "is not a whole number"
NINE = b"".join(b"%d %d 1\n" % (i, j) for i in range(1, 10) for j in range(1, 10))
UCI = Reader(
    read_uci,
    "tiny.txt",
    TEXT,
    "tiny.txt, line 1: '' is not a whole number",
    takes_words=True,
    needs_words=True,
    are_whole=True,
    same=(
        *replaced(TEXT, (b"\n", b"\r\r\n"), (b"1 3 2\n", b"\n1 3 2\n\t\n")),
        *replaced(TEXT, (b"1 3 2", b" 1\t 3  2 ")),
        TEXT + b"\n \n\n",
        b"2\n3\n4\n2 3 7\n1 3 2\n2 2 1\n1 1 5\n",
    ),
    repeated=TEXT.replace(b"4\n1 1 5", b"5\n1 1 4\n1 1 1"),
    around=(b"2\n3\n4\n1 1 5\n1 3 2\n", b"2 3 7\n"),
    bad={
        "{line}: the document must be from 1 to 2": each("3 1 1 | 0 1 1 | -1 1 1"),
        "{line}: the word must be from 1 to 3": each("1 4 1 | 1 0 1"),
        "{line}: the count must be from 1 to 2,147,483,647": [
            *each("1 1 0 | 1 1 -2 | 1 1 2147483648 | 1 1 99999999999999999999")
        ],
        f"{LINE} in whole numbers": [
            *each("1 1 1.5 | 1 1 2.0 | 1 1 2e3 | 1 1 nan | 1 1 1_0 | 1 1 +-1 | 1 1"),
            *each("1 1 1 1 | 1,1,1 | 1 1 1 # one | =1+1 | 1 1\x1c1 | 1 1 5\r1 3 2"),
        ],
        " holds over 4,096 bytes": [f"1 3 {f * 3_000_000}x" for f in ("1", " ", "1 ")],
    },
    refused=(
        *(
            (TEXT.replace(b"2\n3\n4\n", header.replace(b" ", b"\n") + b"\n", 1), fault)
            for header, fault in (
                (b"two 3 4", f"tiny.txt, line 1: 'two' {NO_HEADER}"),
                (b"2 3.0 4", f"tiny.txt, line 2: '3.0' {NO_HEADER}"),
                (b"2 3 4e0", f"tiny.txt, line 3: '4e0' {NO_HEADER}"),
                (b"2 -3 4", f"tiny.txt, line 2: '-3' {NO_HEADER}"),
                (b"0 3 4", "tiny.txt, line 1: 0 documents. Check that"),
                (b"2 0 4", "tiny.txt, line 2: 0 words. Check that"),
                (b"2 3 0", "tiny.txt, line 3: 0 nonzeros. Check that"),
                (b"2 5000001 4", "tiny.txt, line 2 holds over 5,000,000 words, "),
                (b"2 3 200000001", "tiny.txt, line 3 holds over 200,000,000 nonzeros"),
                (b"%d 3 4" % 10**12, "tiny.txt, line 1 holds over 20,000,000 doc"),
                (b"9" * 10_000 + b" 3 4", "tiny.txt, line 1 holds over 20,000,000 doc"),
                (b"2 3 3", "line 3: the header declares 3 lines of numbers, but more"),
                (b"2 3 5", "the header declares 5 lines of numbers, but only 4 follow"),
                (b"2 3 200000000", "200,000,000 lines"),
            )
        ),
        (gzip.compress(TEXT.replace(b"\n4\n", b"\n200000000\n")), "too small"),
        # The three lines of the header have room for another line, not for two.
        (b"9\n9\n83\n" + NINE, "the file is too small for them"),
        (b"2 3 4\n1 1 5\n", "tiny.txt, line 1: '2 3 4' is not a whole number"),
        (b"2\n3\n1\n1 1 \xa05\xff\n", "line 4: '1 1 \\\\xa05\\\\xff' is not"),
    ),
)

ROWS = b"b,war,5\nb,tax,2\na,peace,1\na,tax,7\n"
HEADER = b"document,word,count\n"
TEXT = HEADER + ROWS
TRIPLES = Reader(
    read_triples,
    "tiny.csv",
    TEXT,
    "tiny.csv is empty",
    signs=b',;"',
    same=(
        ROWS,
        b"\n" + TEXT.replace(b"\n", b"\n\n"),
        *replaced(TEXT, (b",", b"\t"), (b",", b";"), (b",", b"  "), (b",", b" , ")),
        *replaced(TEXT, (b"tax", b'"tax"'), (HEADER, HEADER.upper())),
        TEXT.replace(b",count", b",n"),
        TEXT + b"a,war,0\n",
        *(  # a header tells the order of the columns
            b"\n".join(
                b",".join(line.split(b",")[place] for place in order)
                for line in (b"doc_id,term,freq\n" + ROWS).splitlines()
            )
            for order in ((0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
        ),
    ),
    repeated=TEXT.replace(b"tax,7", b"tax,3\na,tax,4"),
    emptied=TEXT + b"c,war,0\n",
    around=(TEXT, ROWS),
    bad={
        "2 cells, but a document, a word and a count are 3": ["a,war"],
        "4 cells, but a document": ["a,war,1,1"],
        "'-1' is not a count from 0 to 2^53": ["a,war,-1"],
        "is not a count": each("a,war,nan | a,war, | a,war,1_0 | a,war,1e300 | a,b,x"),
        "a word of 0 bytes": ["a,,1"],
        "a document of 0 bytes": [",war,1"],
        "a word of 10,000 bytes; it must have 1 to 1,000": [f"a,{'x' * 10_000},1"],
        "over 10,000 bytes, the most": [f"a,{'x' * 1_000_000},1"],
        "a quote does not end where its cell ends": ['a,"war\n2",1'],
        "there is a carriage return inside the line": ["a\rb,war,1"],
    },
    refused=(
        (HEADER, "tiny has 0 documents and 0 words"),
        (b"\n \n", "tiny.csv is empty"),
        ("a,liberté,1\n".encode("latin-1"), "line 1: byte 0xe9 is not UTF-8"),
    ),
)

TEXT = b"name,war,peace,tax\na,5,0,2\nb,0,1,7\n"
COUNT_TABLE = Reader(
    partial(read_count_table, label="name"),
    "tiny.csv",
    TEXT,
    "tiny.csv is empty",
    signs=b',;"',
    same=(TEXT.replace(b",", b"\t"),),
    emptied=TEXT + b"c,0,0,0\n",
    around=(TEXT, b""),
    bad={
        ", column 3 ('peace'): 'nan' is not finite": ["c,0,nan,0"],
        ", column 3 ('peace'): '1e999' is beyond": ["c,0,1e999,0"],
        " has 3 cells, but line 1 has 4": ["c,0,1"],
    },
    refused=(
        (TEXT + b"c,0,-1,0", "tiny, row 3, column 2 ('peace'): -1 is not a count from"),
        (TEXT + b"c,0,1e300,0", "('peace'): '1e300' is beyond 1e+140"),
        (b"name,war\n", "tiny.csv has a header and no rows"),
        (b"name,war\na,0\n", "1 document, none with a word"),
        (b"name,war,war\na,1,1\n", "column 3 ('war'): the name is already used"),
    ),
)

TEXT = b"1914/a\twar\tWar and peace\n1920/b\tmoney\tTaxes, taxes!\n"

TEXT = b"War and peace.\nTaxes, taxes!\nPeace: no taxes\n"
ENGLISH_LINES = Tokenisation(junk=(), languages=("en",), merging="off")

GOOD = b'{"title": "Good", "tokens": ["tea", "cups", "tea"]}\n'
TEXT = GOOD + b'{"id": 7, "label": 3, "counts": {"tea": 2}}\n{"tea": 2, "cups": 1}\n'
JSON_LINES = Reader(
    read_json_lines,
    "tiny.jsonl",
    TEXT,
    "tiny.jsonl has no documents",
    signs=b'{}[]",:Etnd\\u',
    same=(
        *replaced(TEXT, (b"\n", b"\n\n  \n"), (b" ", b"   ")),
        b'{"about": {"n": 1}}\n' + TEXT,
    ),
    emptied=TEXT + b'{"tokens": []}\n{"tea": 0}\n',
    n_empty=2,
    refused=(
        (b'{"about": {}}\n', "has no documents"),
        (b'[\n{\n"tokens": ["tea"]\n}\n]', "5 lines were left out; line 1: not JSON"),
        (b'{"tokens": ["caf\xe9"]}\n', "line 1: byte 0xe9 is not UTF-8"),
        (GOOD.decode().encode("utf-16-le"), "line 1: a zero byte"),
    ),
)
READERS = {
    "LDA-C": LDA_C,
    "SVMlight": SVMLIGHT,
    "Matrix Market": MARKET,
    "UCI": UCI,
    "triples": TRIPLES,
    "table of counts": COUNT_TABLE,
    "JSON lines": JSON_LINES,
}
