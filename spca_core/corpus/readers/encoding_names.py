"""The encodings that can be chosen."""

from spca_core.corpus.texts.tokenisation import AUTO

UTF_8 = "utf-8"
ENCODINGS = {  # and what each is called on screen
    AUTO: "Found",
    UTF_8: "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252 (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "cp1257": "Windows-1257 (Baltic)",
    "iso8859-2": "ISO 8859-2 (Central Europe)",
    "iso8859-15": "ISO 8859-15 (Western Europe)",
    "koi8-r": "KOI8-R (Russian)",
    "koi8-u": "KOI8-U (Ukrainian)",
    "mac-roman": "Mac Roman",
    "mac-cyrillic": "Mac Cyrillic",
    "iso8859-5": "ISO 8859-5 (Cyrillic)",
    "iso8859-6": "ISO 8859-6 (Arabic)",
    "iso8859-7": "ISO 8859-7 (Greek)",
    "cp850": "DOS 850 (Western Europe)",
    "cp852": "DOS 852 (Central Europe)",
    "cp866": "DOS 866 (Cyrillic)",
    "cp874": "Windows-874 (Thai)",
    "shift_jis": "Shift JIS (Japanese)",
    "euc_jp": "EUC-JP (Japanese)",
    "gb18030": "GB 18030 (Chinese)",
    "big5": "Big5 (Chinese)",
    "euc-kr": "EUC-KR (Korean)",
}
