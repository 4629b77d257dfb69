import { foldText } from '#contracts/fold-text.ts'

/** Function words of common languages, which say little about the subject of a text or question. */
const WORDS = `
a an and are as at be by can could do does for from has have how i if in into is it long many me my of on or our please
should that the their there this to was we what when where which who why will with would you your
aber als am auch auf aus bei bis das dass dem den der des die ein eine einem einen einer eines es für gibt hat habe haben
ich ihr im ist kann können man mein meine mit muss nach nicht oder sich sie sind und uns unser unsere viele vom von wann
warum was welche welcher wem wen wer werden wie wird wo zu zum zur
au aux avec ce ces cette comment dans de des du elle est et être il ils je la le les leur ma mes mon nous ont ou où par
pas pour pourquoi puis quand que quel quelle quelles qui sa sans ses son sont sur tu un une vos votre vous
al como con cual cuando cuanto cuantos del donde el en es esta este hay las lo los mi mis para pero por porque puede
puedo que quien se ser si sin son su sus una uno y
as com da das dos em essa esse eu meu minha na nas no nos não o os ou pelo por quando quanto quem são sua um uma
che chi ci come dei della delle di dove gli ho il mio nel nella non perché posso qual quale quando quanto sono una uno
aan een het hoe ik is mijn niet op te van voor waar wanneer wat welke wie zijn
czy dla gdzie jak jest kiedy kto moje mój na nie od po się to w z za że
bir bu için mi mu nasıl ne nerede ve
các cho có của để được khi không là làm lâu một nào này những nhiêu như ở sẽ thì tôi trong và với
à c d l m n s t qu j
и в во на не что как по с со к из за от до у я мы вы он она они это этот эта для или о об где кто когда какой какая какие
сколько можно ли есть если мой моя мне нам бы же а но при та те то
α αν από για δεν είναι έχει έχουν η θα και κάνει με μου μας να ο οι πόσες πόσο πόσα που πού πώς πότε σε στη στην στο
στα τα τη την της τι το του τον των τους ένα ένας μια
في من على إلى الى عن أن ان هل ما ماذا متى كيف أين اين كم لماذا مع هذا هذه لكل كل أو او لا يمكن
של את על אל עם אם או כי זה זאת יש אין מה מי מתי איך איפה כמה האם למה אני אנחנו הוא היא תוך לא גם
का की के को से में पर है हैं हो और या तो भी ने यह वह क्या कैसे कब कहाँ कौन कितने कितना कितनी मैं हम मुझे लिए तक
어떻게 무엇 무엇을 언제 어디 어디서 누가 누구 왜 얼마 얼마나 며칠 며칠인가요 하나요 되나요 있나요 인가요 그리고 또는 이 그 저 수
걸리나요
ที่ และ ใน การ ของ มี เป็น จะ ให้ ไม่ ได้ อย่างไร ยังไง เมื่อไร เมื่อไหร่ หรือ หรือไม่ กี่ อะไร ไหน ใคร ทำไม ทำ ขอ ไป อยู่ ว่า
กับ จาก โดย ก็ แล้ว นี้ นั้น ต้อง ใช้ เวลา สามารถ คือ
ください ありがとう どうすれば どのように いくつ どれくらい どのくらい できます できる あります います なります される する
します しました ません ている について
`

/** Chinese function words in simplified characters, which have no spaces around them; longer ones first. */
const PHRASES =
  '为什么 什么时候 有没有 能不能 可不可以 怎么办 怎么样 什么 怎么 怎样 如何 多久 多少 可以 能否 是否 哪里 哪个 哪些 时候 请问 我们 你们 他们 以及 或者 的 了 吗 呢 吧'

export const smallWords: ReadonlySet<string> = new Set(foldText(WORDS).split(/\s+/))
export const smallPhrases = new RegExp(`(${PHRASES.split(' ').join('|')})`, 'u')
