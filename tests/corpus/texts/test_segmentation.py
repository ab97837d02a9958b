"""Words of scripts without blanks: as people cut them, or left out with a sentence.

The sentences were written and cut for these tests.
"""

import sys

import numpy as np
import pytest

from spca_core.corpus.readers.documents.split import Splitting, split_texts
from spca_core.corpus.texts.counting import count_words, tokenise
from spca_core.corpus.texts.segmentation import (
    UNSPACED_RUN,
    Spacing,
    n_words,
    script_of,
)
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError
from spca_core.extras import EXTRAS
from tests.fuzz import fuzzed, in_one_test

pytest.importorskip("icu4py")
pytest.importorskip("rjieba")
pytest.importorskip("sudachipy")

CUT = {
    "Chinese": "我们 昨天 去 图书馆 学习 编程 互联网 公司 的 产品 很 受欢迎",
    "traditional Chinese": "我們 應該 向 政府 反映 這個 問題",
    "Japanese": "昨日 は 歴史 の 本 を 読み まし た コンピューター を 開発 する",
    "Thai": "ฉัน อยาก เรียน ภาษา ไทย ที่ โรงเรียน วัน นี้ อากาศ ดี มาก",
    "Lao": "ຂ້ອຍ ຢາກ ຮຽນ ພາສາ ລາວ ຢູ່ ໂຮງຮຽນ",
    "Khmer": "ខ្ញុំ ចង់ រៀន ភាសាខ្មែរ នៅ សាលារៀន",
    "Burmese": "ကျွန်တော် မြန်မာ စာသင် ချင် ပါ တယ်",
}
EVERY_WORD = Tokenisation(languages=(), merging="off", junk=())


def words_of(*texts: str, tokenisation: Tokenisation = EVERY_WORD) -> list[str]:
    tokens, *_ = tokenise(texts, tokenisation)
    return [tokens.words[place] for place in tokens.places if place >= 0]


@in_one_test("script", CUT)
def test_words_without_blanks_are_found_and_those_with_stay_as_they_are(script):
    words = CUT[script].split()
    found = words_of("".join(words))
    assert len(set(found) & set(words)) >= 0.8 * len(set(words))
    assert "".join(found) == "".join(words)
    words += [CUT[script][0], "机器学习"]  # words of one letter stay too
    assert words_of(" ".join(words), "tea tax") == [*words, "tea", "tax"]
    mixed = ["昨天", "学习", "python", "和", "very", "good"]
    assert words_of("昨天学习Python3和C，very good!") == mixed


@pytest.mark.parametrize("module", EXTRAS["languages"])
def test_without_the_packages_there_is_a_sentence_and_no_clause_is_a_word(
    monkeypatch: pytest.MonkeyPatch, module: str
):
    monkeypatch.setitem(sys.modules, module, None)
    tea = "Tea in a cup. A cup of tea 我们昨天去图书馆，学习编程。"
    mixed = count_words(Texts(name="x", texts=(tea, tea)))
    assert mixed.words == ("cup", "tea")
    (told,) = mixed.report.left_out
    assert "4 passages in scripts without blanks" in told
    assert 'pip install "disjoint-topics[languages]"' in told
    with pytest.raises(InputError, match=r"no words to count\. .*\[languages\]"):
        count_words(Texts(name="x", texts=("我们昨天去图书馆",)))
    assert words_of("今天 天气 很 好") == ["今天", "天气", "很", "好"]


def test_pieces_of_a_chinese_book_are_cut_after_its_marks_and_are_the_book():
    book = "我们昨天去的咖啡馆很安静，老师喜欢热茶。" * 100
    cut = split_texts(
        Texts(name="x", texts=(book,)), Splitting(split="pieces", piece=100)
    )
    assert "".join(cut.texts) == book
    assert len(cut.texts) == pytest.approx(n_words(book) / 100, abs=1)
    assert all(piece[-1] in "，。" for piece in cut.texts)


@fuzzed
def test_any_text_keeps_its_letters_in_their_order(seed):
    rng = np.random.default_rng(seed)
    letters = list("今天的は読ツーก่าสကြខ្ລ່aé1. \n\u200b\0\U00020000\ud800")
    texts = ["".join(rng.choice(letters, rng.integers(1, 80))) for _ in range(3)]
    space = Spacing(script_of(texts))
    for text in texts:
        spaced = space(text)
        assert "".join(spaced.split(" ")) == "".join(text.split(" "))
        assert (spaced == text) or UNSPACED_RUN.search(text)
        assert n_words(text) >= 0
