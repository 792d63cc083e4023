/* Words of greeting, thanks, yes and no, going on and stopping, with what stands around them. None of them names anything in a project. */

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
const phrases = (text: string): string[] => text.split(',').map((phrase) => phrase.trim());

const ENGLISH = words(`
  hi hello hey heya hiya yo howdy greetings good morning afternoon evening night day there everyone all folks team buddy mate man
  dude claude codex cursor copilot friend sup welcome back bye goodbye cya later see ya soon cheers ciao cu brb gtg afk
  thanks thank thx ty tysm tnx thankyou appreciated appreciate much many lot lots million very so really truly too
  yes yeah yep yup ya yea aye sure ok okay okey k kk okie okiedokie alright aight right correct exactly indeed absolutely definitely certainly
  affirmative agreed agree true fine deal approved approve accept accepted confirmed confirm lgtm sgtm ack roger copy noted understood
  got gotcha ic i see makes sense of course obviously totally precisely perfectly
  no nope nah na not negative never none neither nvm nevermind mind don't dont do doesn't didn't isn't won't can't false wrong incorrect
  go ahead on continue proceed carry keep going resume next step steps start begin ready let's lets let us move forward onward
  please pls plz kindly just now again once more time try retry redo repeat it that this these those them the a an one ones two three first
  second third last former latter both either option choice number way same thing things stuff anything something everything nothing else
  stop wait hold halt pause cancel abort quit exit enough done finished finish end undo revert back off sec moment minute min bit while
  cool great nice awesome amazing perfect excellent brilliant fantastic wonderful lovely sweet superb super neat wow woah whoa yay hooray
  woohoo congrats congratulations well job work works working worked good better best bad not-bad impressive beautiful love like liked
  happy glad sorry apologies oops ouch ugh hmm hm huh eh ah oh aha lol lmao rofl haha hehe xd omg wtf damn yikes
  i i'm im you your you're youre u ur me my we our is are was be been am it's its that's thats what's whats how how's hows what why
  who when think guess believe feel know sounds sound looks look seems seem for to in at of with as by from up down out over and or but
  then if because also still already yet maybe perhaps probably possibly whatever anyway btw though sir boss pal doing today yesterday
  tomorrow weekend coffee break lunch tired fun help helpful useful smart genius legend star hero rock rocks bot human robot ai
  can could will would should shall may might must have has had want wanna need gonna give take make made say said tell told ask
  asked answer question questions show talk chat speak explain summarize summary short shorter longer briefly quick quickly slow slowly
  commit push merge pull run ship send save both test tests testing check checks
  fwiw imo imho afaik tbh idk nm np yw welcome pleasure problem problems worries worry wonders
  joke story weather birthday luck morning's evening's interesting funny curious sense idea ideas plan plan's
  testing ping pong test1 foo
`);

const EUROPEAN = words(`
  hallo guten gut morgen tag abend nacht moin servus grüß grüße dich euch gott danke dank dir dankeschön schön vielen besten herzlichen bitte bitteschön gerne gern
  ja jawohl jo jep nein nö nee doch klar genau richtig stimmt passt prima super toll klasse perfekt weiter mach machen mal so das
  ist es ok okay alles und aber auch noch jetzt nochmal einmal versuch versuche versuchs los geht geht's weitermachen stopp halt
  warte warten moment tschüss tschüs bis später bald verstanden einverstanden sehr gute arbeit wie ich du dir der die den dem ein eine
  fertig reicht genug egal vergiss na ach oh hmm schon nicht nichts kein keine ordnung in was wer wir uns mir dann bin hast war fein
  klingt sieht aus danken erste zweite nummer letzte super spitze lass gehen
  bonjour bonsoir salut coucou merci beaucoup mille s'il te vous plaît plait svp stp oui ouais non d'accord daccord accord parfait
  très bien bon bonne c'est cest ça ca va marche continue continuez vas-y vas y allez allons allez-y encore une fois arrête arrete
  attends attendez stop au revoir à a bientôt bientot plus tard génial genial super cool compris entendu exactement bien sûr sur pas
  de rien problème probleme je tu il on nous et mais le la les un est comment journée journee soirée tout c'était etait merveilleux
  hola buenos buenas días dias tardes noches qué que tal gracias muchas mil por favor sí si claro vale bueno bien perfecto exacto
  correcto adelante sigue continúa continua siga seguir otra vez de nuevo para espera detente adiós adios hasta luego pronto mañana
  genial excelente estupendo entendido acuerdo está esta muy nada no ya hazlo hágalo dale listo todo lo el y pero cómo como estás tú usted eso
  olá ola oi bom boa dia tarde noite tudo bem obrigado obrigada muito valeu por favor sim não nao claro certo ok perfeito
  ótimo otimo continue continua prossiga prosseguir continuar pode seguir mais uma espere pare tchau até ate logo isso mesmo entendi beleza legal feito
  com certeza vamos lá la de novo e o os as você voce como está nada
  ciao buongiorno buonasera buonanotte salve grazie mille tante molte prego per favore piacere sì si no certo va bene benissimo perfetto ottimo
  esatto giusto continua procedi avanti vai ancora fermo fermati aspetta arrivederci presto capito d'accordo daccordo fatto
  bravo bravissimo grande come stai tutto bene molto di nulla niente e è questo quello
  hoi hallo goedemorgen goedemiddag goedenavond goede dag dank je wel bedankt dankjewel alsjeblieft graag ja nee oké prima goed
  perfect precies klopt ga door verder maar doe stop wacht tot ziens straks begrepen akkoord mooi leuk top lekker nog een keer het dat is zo heel
  hej hejsan god morgon kväll tack så mycket snälla ja nej jo okej bra perfekt precis fortsätt kör vänta sluta hejdå förstått
  hei moi kiitos paljon kyllä joo ei hyvä selvä jatka tak mange venligst fortsæt vent farvel takk tusen vær fortsett vent ha det
  hyvää huomenta päivää iltaa kiva mahtavaa
  cześć czesc dzień dzien dobry wieczór dziękuję dziekuje dzięki dzieki bardzo proszę prosze tak nie dobrze dobra świetnie
  super jasne oczywiście dalej kontynuuj idź idz jeszcze raz czekaj stop pa na razie rozumiem zgoda jest w porządku
  ahoj dobrý den děkuji díky moc prosím ano ne dobře jasně pokračuj skvělé čekej sbohem
  szia köszönöm köszi igen nem jó rendben folytasd kérem bună mulțumesc multumesc mersi da nu bine continuă te rog
  merhaba selam günaydın teşekkürler teşekkür ederim tesekkurler sağol sağ ol evet hayır tamam olur harika devam et lütfen dur
  bekle görüşürüz çok iyi güzel süper peki anladım
  γεια σου καλημέρα ευχαριστώ πολύ ναι όχι εντάξει συνέχισε παρακαλώ τέλεια
  xin chào cảm ơn bạn vâng dạ không được tiếp tục đi tốt lắm rồi ừ nhé
  halo selamat pagi siang malam terima kasih makasih banyak ya iya tidak oke baik bagus lanjut lanjutkan tolong silakan sip mantap
`);

const CYRILLIC = words(`
  привет здравствуй здравствуйте добрый доброе день утро вечер доброй ночи спасибо большое огромное благодарю пожалуйста да нет ага угу неа
  хорошо отлично супер класс круто ладно ок окей понял поняла понятно ясно верно точно правильно конечно согласен согласна давай
  продолжай продолжайте дальше вперёд вперед поехали ещё еще раз снова стоп стой подожди подождите хватит пока до свидания скорого
  всё все так это то что же ну и а не надо как дела ты вы мне тебе вам очень норм готово сделай делай можно молодец
  привіт дякую так ні добре гаразд продовжуй будь ласка чудово здравей благодаря благодаря продължавай
`);

const OTHERS = words(`
  مرحبا السلام عليكم شكرا شكراً جزيلا لك نعم لا حسنا حسناً تمام استمر أكمل تابع توقف انتظر من فضلك ممتاز رائع موافق مع السلامة أهلا صباح الخير مساء
  שלום תודה רבה כן לא בסדר המשך תמשיך בבקשה מעולה עצור חכה להתראות בוקר טוב סבבה אוקיי
  नमस्ते धन्यवाद शुक्रिया हाँ हां नहीं ठीक है अच्छा जारी रखो रखें कृपया रुको बढ़िया बहुत
  namaste dhanyavaad shukriya haan nahi theek hai accha
  سلام ممنون مرسی بله نه باشه خوب عالی ادامه بده لطفا خیلی
  สวัสดี ขอบคุณ ครับ ค่ะ ใช่ ไม่ โอเค ดี ต่อ ต่อไป
  ধন্যবাদ হ্যাঁ না ঠিক আছে
`);

/** Languages that put no blanks between words, or other than English does. */
const UNSPACED = phrases(`
  你好, 您好, 嗨, 早上好, 下午好, 晚上好, 晚安, 大家好, 在吗, 谢谢, 谢谢你, 谢谢您, 非常感谢, 多谢, 感谢, 是, 是的, 对, 对的, 没错, 好, 好的, 好吧, 好啊, 行, 可以, 可以的,
  没问题, 不, 不是, 不对, 不用, 不要, 不用了, 算了, 继续, 请继续, 继续吧, 好的继续, 好的谢谢, 好的请继续, 下一步, 开始, 开始吧, 停, 停止, 停下, 等一下, 等等, 再见, 拜拜, 再试一次, 重试, 明白,
  明白了, 知道了, 了解, 收到, 很好, 太好了, 太棒了, 不错, 完美, 厉害, 辛苦了, 嗯, 嗯嗯, 哦, 哈哈, 哈哈哈, 同意, 确认, 謝謝, 繼續, 好的謝謝, 對, 沒問題, 干得好, 做得好, 就这样, 提交吧, 是的请继续, 好的没问题, 你好吗,
  こんにちは, こんばんは, おはよう, おはようございます, おやすみ, おやすみなさい, はじめまして, ありがとう, ありがとうございます, どうもありがとう, どうもありがとうございます, どうも, はい, うん, ええ, いいえ, いや, いいよ, いいです,
  いいですね, そうです, そうですね, その通り, 了解, 了解です, 了解しました, わかりました, 分かりました, わかった, 大丈夫, 大丈夫です, 続けて, 続けてください, 続きをお願いします, 続行, 続行してください, はいお願いします, お願いします, おねがいします,
  お願い, 進めて, 進めてください, 次へ, 次, やって, やってください, もう一度, もう一回, もう一度お願いします, 待って, 待ってください, ちょっと待って, 止めて, ストップ, やめて, すごい, すばらしい, 素晴らしい, 完璧, 完璧です, 最高, お疲れ様, お疲れ様です, お疲れさまでした, さようなら, またね, オッケー, オーケー, ok です, okです, はい続けてください, はいありがとう, はいありがとうございます, 問題ありません, よろしく, よろしくお願いします,
  안녕, 안녕하세요, 반가워요, 감사합니다, 감사해요, 고마워, 고마워요, 고맙습니다, 네, 네네, 예, 응, 아니, 아니요, 아니오, 좋아, 좋아요, 좋습니다, 알겠습니다, 알겠어, 알겠어요, 알았어, 계속, 계속해, 계속해줘, 계속해 주세요, 계속해주세요, 계속 진행해줘, 계속 진행해 주세요, 진행해, 진행해줘, 진행해 주세요, 진행해주세요, 다음, 잠깐, 잠깐만, 멈춰, 그만, 다시, 다시 해줘, 다시 해봐, 완벽해, 완벽합니다, 최고, 훌륭해, 수고했어, 수고하셨습니다, 잘했어, 잘 가, 맞아, 맞아요, 맞습니다, 괜찮아, 괜찮아요, 부탁해, 부탁합니다, 오케이, 그래, 네 감사합니다, 네 계속해주세요, 네 계속해 주세요, 네 좋아요, ㅇㅇ, ㅋㅋ, ㅋㅋㅋ, ㄱㄱ,
  สวัสดีครับ, สวัสดีค่ะ, ขอบคุณครับ, ขอบคุณค่ะ, ขอบคุณมาก, โอเคครับ, ได้เลย, ดำเนินการต่อ, ทำต่อเลย, ใช่ครับ
`);

export const WORDS: ReadonlySet<string> = new Set([
  ...ENGLISH,
  ...EUROPEAN,
  ...CYRILLIC,
  ...OTHERS,
]);
export const PHRASES: ReadonlySet<string> = new Set(UNSPACED);
