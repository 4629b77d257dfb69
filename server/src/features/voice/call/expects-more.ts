/** A pause after such a text lasts so long at most, from the moment that ends a turn otherwise. */
const OPEN_WAIT_MS = 900
const DICTATED_WAIT_MS = 600

/**
 * Words that hardly ever end a sentence, in any of these languages. Those that end one elsewhere are left out, such as “an” (German),
 * “para” (Spanish) and “com”. Recognizers write a full stop after all of them.
 */
const OPEN_WORDS = words(`
  and or but because although if the my your our their of i'm it's um uh uhm erm hmm
  und oder aber weil dass wenn obwohl mein meine meinen meinem meiner unser unsere den dem des einen einem am vom zum zur beim äh ähm hm
  et ou parce que quand le la les un une des du de mon ma mes votre notre euh heu
  y o pero porque el las una mi mis su sus con del en eh
  e perché il gli di della dello dei mio mia ehm
  mas os as meu minha
  maar omdat een mijn het
  и или но чтобы потому если а в во на с со к ко от из о об для по у э эм ээ мм
  і та або але що якщо й з зі
  i oraz lub ale bo że jeśli w z na od moja moje mój yyy`)

/** What comes before a number, a name or an address. */
const OPEN_PHRASES =
  /(?:^|\s)(?:(?:number|name|address|code|email|password|problem|question) is|(?:\p{L}*nummer|\p{L}*name|\p{L}*adresse|\p{L}*code) (?:ist|lautet)|(?:numéro|nom|adresse|code) est|(?:número|nombre|código|dirección) es|(?:numero|nome|codice|indirizzo) è|(?:número|nome|código|endereço) é|(?:\p{L}*nummer|naam|adres|\p{L}*code) is|номер|адрес|код|зовут|потому что|тому що|numer to)$/u

/** “One” ends other sentences, too. */
const NUMBER_WORDS = words(`
  zero two three four five six seven eight nine double
  null eins zwei drei vier fünf sechs sieben acht neun
  zéro deux trois quatre cinq sept huit neuf
  cero dos tres cuatro cinco seis siete ocho nueve
  quattro cinque sei sette otto nove
  ноль один два три четыре пять шесть семь восемь девять`)

const SPELLED = /^(?:\p{L}|[\p{N}.-]*\p{N})$/u
const MIN_DICTATED = 2
/** Recognizers write these where a sentence was broken off, in every language, and full stops where it may have been. */
const BROKEN_OFF = /(?:[,،，、;:–—-]|\.\.\.|…)$/u
const QUESTION = /[?？؟]$/u
const MARKS = /[.,!:;…"“”’«»()]/gu

/**
 * How long to wait for more of a text that ends in the middle of a sentence or of a number; 0 where it may be all, and in languages of
 * which the words are not known. A text never tells that it is complete: recognizers end what was broken off as a sentence.
 */
export function waitForMoreMs(text: string): number {
  const written = text.trim()
  if (BROKEN_OFF.test(written)) return OPEN_WAIT_MS
  if (QUESTION.test(written)) return 0
  const tokens = written
    .toLowerCase()
    .split(/\s+/)
    .map((token) => token.replace(MARKS, ''))
  if (OPEN_WORDS.has(tokens.at(-1) ?? '')) return OPEN_WAIT_MS
  const isNumber = (token: string): boolean => NUMBER_WORDS.has(token) || SPELLED.test(token)
  const numbersFrom = tokens.findLastIndex((token) => !isNumber(token)) + 1
  const dictated = tokens.slice(numbersFrom)
  if (OPEN_PHRASES.test(tokens.slice(0, numbersFrom).join(' ')))
    return dictated.length > 0 ? DICTATED_WAIT_MS : OPEN_WAIT_MS
  const characters = dictated.reduce((sum, token) => sum + (NUMBER_WORDS.has(token) ? 1 : token.length), 0)
  return characters >= MIN_DICTATED ? DICTATED_WAIT_MS : 0
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
