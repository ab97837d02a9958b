"""The language of texts is recognised by their letters, on samples written for this."""

import numpy as np

from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.languages import guess_languages, stop_words
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import Tokenisation
from tests.fuzz import in_one_test

ENGLISH = "We have seen that the rain does not go away with time if there are clouds"
SAMPLES = {
    "af": "Ons het gesien dat die reën nie met die tyd verdwyn as daar wolke is nie",
    "ar": "رأينا أن المطر لا يزول مع الوقت إذا كانت هناك غيوم في السماء",
    "bg": "Видяхме, че дъждът не изчезва с времето, ако има облаци в небето",
    "bn": "আমরা দেখেছি যে আকাশে মেঘ থাকলে সময়ের সাথে বৃষ্টি চলে যায় না",
    "ca": "Hem vist que la pluja no se'n va amb el temps si hi ha núvols al cel",
    "cs": "Viděli jsme, že déšť časem nezmizí, pokud jsou na obloze mraky",
    "da": "Vi har set, at regnen ikke forsvinder med tiden, hvis der er skyer",
    "de": "Wir haben gesehen, dass der Regen nicht mit der Zeit vergeht, wenn es gibt",
    "el": "Είδαμε ότι η βροχή δεν φεύγει με τον καιρό αν υπάρχουν σύννεφα",
    "en": ENGLISH,
    "es": "Hemos visto que la lluvia no desaparece con el tiempo si hay nubes",
    "et": "Me nägime, et vihm ei kao ajaga, kui taevas on pilved",
    "eu": "Ikusi dugu euria ez dela denborarekin joaten zeruan hodeiak badaude",
    "fa": "ما دیدیم که باران با گذشت زمان از بین نمی‌رود اگر ابر در آسمان باشد",
    "fi": "Olemme nähneet, että sade ei katoa ajan myötä, jos taivaalla on pilviä",
    "fr": "Nous avons vu que la pluie ne disparaît pas avec le temps s'il y a du ciel",
    "he": "ראינו שהגשם לא נעלם עם הזמן אם יש עננים בשמיים",
    "hi": "हमने देखा है कि अगर आसमान में बादल हों तो बारिश समय के साथ नहीं जाती",
    "hr": "Vidjeli smo da kiša ne nestaje s vremenom ako na nebu ima oblaka",
    "hu": "Láttuk, hogy az eső nem múlik el az idővel, ha felhők vannak az égen",
    "id": "Kami telah melihat bahwa hujan tidak hilang seiring waktu jika ada awan",
    "it": "Abbiamo visto che la pioggia non se ne va con il tempo se ci sono nuvole",
    "ja": "空に雲があれば、雨は時間とともに消えないことを私たちは見ました",
    "ko": "우리는 하늘에 구름이 있으면 비가 시간이 지나도 사라지지 않는 것을 보았다",
    "lt": "Matėme, kad lietus laikui bėgant neišnyksta, jei danguje yra debesų",
    "lv": "Mēs redzējām, ka lietus ar laiku nepazūd, ja debesīs ir mākoņi",
    "nl": "Wij hebben gezien dat de regen niet met de tijd verdwijnt als er wolken",
    "no": "Vi har sett at regnet ikke forsvinner med tiden hvis det er skyer",
    "pl": "Widzieliśmy, że deszcz nie znika z czasem, jeśli na niebie są chmury",
    "pt": "Vimos que a chuva não desaparece com o tempo se há nuvens no céu",
    "ro": "Am văzut că ploaia nu dispare cu timpul dacă sunt nori pe cer",
    "ru": "Мы видели, что дождь не проходит со временем, если на небе есть облака",
    "sk": "Videli sme, že dážď časom nezmizne, ak sú na oblohe mraky",
    "sl": "Videli smo, da dež sčasoma ne izgine, če so na nebu oblaki",
    "sv": "Vi har sett att regnet inte försvinner med tiden om det finns moln",
    "sw": "Tumeona kwamba mvua haiondoki kwa wakati ikiwa kuna mawingu angani",
    "th": "เราได้เห็นว่าฝนไม่หายไปตามเวลาถ้ามีเมฆบนท้องฟ้า",
    "tr": "Gökyüzünde bulutlar varsa yağmurun zamanla geçmediğini gördük",
    "uk": "Ми бачили, що дощ не минає з часом, якщо на небі є хмари",
    "ur": "ہم نے دیکھا ہے کہ اگر آسمان پر بادل ہوں تو بارش وقت کے ساتھ نہیں جاتی",
    "vi": "Chúng tôi đã thấy rằng mưa không hết theo thời gian nếu có mây trên trời",
    "zh": "我们看到，如果天上有云，雨就不会随着时间消失",
}


@in_one_test("language", SAMPLES)
def test_a_sentence_tells_its_language_and_loses_its_function_words(language):
    sentence = SAMPLES[language]
    assert guess_languages([sentence]) == (language,)
    kept = count_words(Texts(name="one", texts=(sentence,)))
    assert kept.report.languages == (language,)
    assert not stop_words(language) & set(kept.words)


@in_one_test("other", ["es", "fr", "de", "nl", "pl", "ru"])
def test_each_text_loses_the_function_words_of_its_own_language(other):
    texts = (*[ENGLISH] * 15, *[SAMPLES[other]] * 5)
    options = Tokenisation(without_repeated=False, merging="off")
    kept = count_words(Texts(name="both", texts=texts), options)
    assert set(kept.report.languages) == {"en", other}
    counts, words = kept.observations.toarray(), np.array(kept.words)
    for row, text in ((0, ENGLISH), (-1, SAMPLES[other])):
        alone = count_words(Texts(name="one", texts=(text,)), options)
        assert set(words[counts[row] > 0]) == set(alone.words)


@in_one_test("code", ["sl", "da", "ar"])
def test_a_short_list_is_completed_by_words_that_most_texts_have_evenly(code):
    rng = np.random.default_rng(0)
    known = [word for word in sorted(stop_words(code)) if word.isalpha()][:40]
    usual, topics = ["qwork", "qvert"], (["qtea", "qcup"], ["qsea", "qship"])
    rare = [f"q{a}{b}" for a in "abcdefgh" for b in "ijklmnop"]
    texts = [
        [*rng.choice(known, 60), *rng.choice(usual, 12), *topics[i % 2] * 3, rare[i]]
        for i in range(60)
    ]
    options = Tokenisation(languages=(code,), without_repeated=False)
    kept = count_words(Texts(name="x", texts=tuple(map(" ".join, texts))), options)
    assert set(kept.words) == {*topics[0], *topics[1], *rare[:60]}
    assert any("qwork" in each for each in kept.report.left_out)
    few = tuple(f"{rng.choice(known)} qwork {topics[i % 2][0]}" for i in range(60))
    kept = count_words(Texts(name="x", texts=few), options)
    assert set(kept.words) == {"qwork", "qtea", "qsea"}
