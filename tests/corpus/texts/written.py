"""Texts written for the tests of encodings, with quotes, dashes, euro and pound signs.

WRITTEN has the usual encodings of each language, and sentences in it.
"""

WRITTEN = {
    "English": (
        "cp1252",
        "The house on the hill was sold for £250,000 last year. Nobody knew who had "
        "bought it – not even the neighbours. “It’s strange,” said the old man at "
        "the gate, “because there’s never a light in the window.”",
    ),
    "French": (
        "cp1252",
        "Le gouvernement a annoncé hier que le prix de l’énergie augmenterait de 5 % "
        "à partir du mois de février. « C’est une décision difficile », a déclaré le "
        "ministre, « mais nous n’avons pas le choix. » Le livre coûte 18 £ – ou 20 €.",
    ),
    "German": (
        "cp1252",
        "Am frühen Morgen gingen wir über die Brücke in die Stadt. „Haben Sie schon "
        "gehört?“, fragte der Bäcker. „Die Straßenbahn fährt heute nicht – wegen des "
        "Schnees.“ Natürlich mußten wir dann zu Fuß gehen. Das Buch kostet 18 £.",
    ),
    "Spanish": (
        "cp1252",
        "El señor García llegó ayer a la estación con su hija pequeña. «¿A qué hora "
        "sale el tren?», preguntó. El billete costaba 30 €, pero él sólo tenía "
        "veinte. Según el periódico, este año habrá menos lluvia que el año pasado, "
        "y la situación de los campesinos será todavía más difícil. El libro cuesta "
        "18 £ – más tarde.",
    ),
    "Polish": (
        "cp1250 iso8859-2",
        "Wczoraj wieczorem prezydent ogłosił, że wybory odbędą się w październiku. "
        "„To była trudna decyzja” – powiedział dziennikarzom. Ludzie na ulicach "
        "mówili, że już dawno powinno się to stać. Większość mieszkańców małych "
        "miast nie wierzy jednak, że coś się zmieni.",
    ),
    "Czech": (
        "cp1250 iso8859-2",
        "Včera večer jsme šli přes most do starého města. „Víte, kde je nádraží?“ "
        "zeptal se nás starší muž. Řekli jsme mu, že musí jít ještě asi deset minut "
        "rovně a potom doleva. Protože začalo pršet, šel rychle. Kniha stála 20 € – "
        "včera.",
    ),
    "Hungarian": (
        "cp1250 iso8859-2",
        "Tegnap este a fővárosban nagy tüntetés volt, amelyen több mint tízezer "
        "ember vett részt. „Nem félünk” – mondta egy idős nő, aki a gyűlés után a "
        "térre ment. A rendőrség szerint nem történt súlyos esemény. A könyv 20 € "
        "volt.",
    ),
    "Russian": (
        "cp1251 koi8-r",
        "Вчера вечером мы шли по мосту в старый город. «Вы не знаете, где вокзал?» — "
        "спросил нас пожилой мужчина. Мы ответили, что ему надо идти ещё минут "
        "десять прямо, а потом повернуть налево. Книга стоит 20 €.",
    ),
    "Ukrainian": (
        "cp1251",
        "Учора ввечері ми йшли через міст до старого міста. «Ви не знаєте, де "
        "вокзал?» — запитав нас літній чоловік. Ми відповіли, що йому треба йти ще "
        "хвилин десять прямо, а потім повернути ліворуч. Книга коштує 20 €.",
    ),
    "Greek": (
        "cp1253",
        "Χθες το βράδυ περπατήσαμε πάνω από τη γέφυρα προς την παλιά πόλη. «Ξέρετε "
        "πού είναι ο σταθμός;» μας ρώτησε ένας ηλικιωμένος άνδρας. Του είπαμε ότι "
        "έπρεπε να περπατήσει ακόμα δέκα λεπτά ευθεία και μετά αριστερά. Το βιβλίο "
        "κοστίζει 20 € ή 18 £.",
    ),
    "Hebrew": (
        "cp1255",
        'אתמול בערב הלכנו מעל הגשר אל העיר העתיקה. "אתם יודעים איפה תחנת הרכבת?" שאל '
        "אותנו איש מבוגר. אמרנו לו שהוא צריך ללכת עוד עשר דקות ישר ואחר כך שמאלה. "
        "התחיל לרדת גשם, והוא הלך מהר יותר. הספר עולה 20 € – או 18 £.",
    ),
    "Arabic": (
        "cp1256",
        "مشينا مساء أمس فوق الجسر إلى المدينة القديمة. سألنا رجل مسن: «هل تعرفون أين "
        "محطة القطار؟» قلنا له إنه يجب أن يمشي عشر دقائق أخرى إلى الأمام ثم إلى "
        "اليسار. بدأ المطر ينزل فمشى بسرعة أكبر. ثمن الكتاب 20 € – أو 18 £.",
    ),
    "Thai": (
        "cp874",
        "เมื่อวานตอนเย็นเราเดินข้ามสะพานไปยังเมืองเก่า. ชายชราคนหนึ่งถามเราว่า "
        "“คุณรู้ไหมว่าสถานีรถไฟอยู่ที่ไหน” เราบอกเขาว่าต้องเดินตรงไปอีกสิบนาที "
        "แล้วเลี้ยวซ้าย ฝนเริ่มตก เขาจึงเดินเร็วขึ้น ตั๋วราคายี่สิบบาท "
        "แต่เขามีเพียงสิบบาท โชคดีที่พนักงานตรวจตั๋วยกโทษให้เขา "
        "และเขาสามารถกลับบ้านไปหาภรรยาและลูกๆ ที่รอเขาอยู่ – หนังสือราคา 20 €",
    ),
    "Turkish": (
        "cp1254",
        "Dün akşam köprüden geçip eski şehre gittik. “İstasyonun nerede olduğunu "
        "biliyor musunuz?” diye sordu yaşlı bir adam. Ona on dakika daha düz "
        "yürümesi ve sonra sola dönmesi gerektiğini söyledik. Kitap 20 € – ya da 18 "
        "£.",
    ),
    "Lithuanian": (
        "cp1257",
        "Vakar vakare per tiltą ėjome į senąjį miestą. „Ar žinote, kur yra stotis?“ "
        "– paklausė mūsų vyresnis vyras. Pasakėme jam, kad turi eiti dar dešimt "
        "minučių tiesiai, o paskui į kairę. Knyga kainuoja 20 €.",
    ),
    "Japanese": (
        "cp932 euc_jp",
        "昨日の夜、私たちは橋を渡って古い町へ行きました。「駅はどこですか」と、年を取"
        "った男の人が聞きました。まっすぐ十分ほど歩いて、それから左に曲がってください"
        "と答えました。雨が降り始めたので、彼は急いで歩きました。",
    ),
    "Chinese": (
        "gb18030",
        "昨天晚上我们走过桥去了老城。一位老人问我们：“你们知道火车站在哪里吗？”我们告"
        "诉他还要再走十分钟，然后向左转。开始下雨了，他走得更快了。车票要二十块钱，可"
        "是他只有十块。幸好检票员原谅了他，他可以回家去看他的妻子和孩子，他们已经在等"
        "他吃晚饭了。",
    ),
    "Chinese, traditional": (
        "big5",
        "昨天晚上我們走過橋去了老城。一位老人問我們：「你們知道火車站在哪裡嗎？」我們"
        "告訴他還要再走十分鐘，然後向左轉。開始下雨了，他走得更快了。車票要二十塊錢，"
        "可是他只有十塊。幸好檢票員原諒了他，他可以回家去看他的妻子和孩子，他們已經在"
        "等他吃晚飯了。",
    ),
    "Korean": (
        "euc-kr",
        "어제 저녁에 우리는 다리를 건너 옛 도시로 갔습니다. 나이 많은 남자가 우리에게"
        " 물었습니다. “기차역이 어디에 있는지 아십니까?” 우리는 십 분 더 똑바로 걷고 "
        "나서 왼쪽으로 돌아야 한다고 말했습니다. 비가 내리기 시작해서 그는 더 빨리 걸"
        "었습니다. 표는 이만 원이었지만 그는 만 원밖에 없었습니다. 다행히 차장이 그를"
        " 용서해 주어서 집에 갈 수 있었습니다.",
    ),
}
