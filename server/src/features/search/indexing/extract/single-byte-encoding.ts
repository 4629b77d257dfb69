/** The letters beyond ASCII that a language writes, most frequent first, and the encodings that its programs saved text in. */
type Language = { letters: string; encodings: readonly string[] }

const WESTERN = ['windows-1252', 'macintosh']
const CENTRAL = ['windows-1250', 'iso-8859-2']
const CYRILLIC = ['windows-1251', 'koi8-u', 'ibm866', 'x-mac-cyrillic', 'iso-8859-5']
const BALTIC = ['windows-1257', 'iso-8859-13']

const LANGUAGES: Readonly<Record<string, Language>> = {
  french: { letters: 'éèàêçâîôûùëïœüæÿ', encodings: WESTERN },
  german: { letters: 'üäößé', encodings: WESTERN },
  spanish: { letters: 'óíáéñúü', encodings: WESTERN },
  portuguese: { letters: 'ãçáéíóêõúâàôü', encodings: WESTERN },
  italian: { letters: 'èàòùéì', encodings: WESTERN },
  catalan: { letters: 'óàèíéçòúïü', encodings: WESTERN },
  swedish: { letters: 'äåöé', encodings: WESTERN },
  danish: { letters: 'åøæéö', encodings: WESTERN },
  icelandic: { letters: 'íðáöúéóþæý', encodings: WESTERN },
  polish: { letters: 'łęąóżśćńź', encodings: CENTRAL },
  czech: { letters: 'áíěéžýřčšůúňóťď', encodings: CENTRAL },
  slovak: { letters: 'áíéčžýšúľôňťóäďŕĺ', encodings: CENTRAL },
  hungarian: { letters: 'áéőöíóüűú', encodings: CENTRAL },
  romanian: { letters: 'ăîâşţ', encodings: CENTRAL },
  croatian: { letters: 'čšžćđ', encodings: CENTRAL },
  turkish: { letters: 'ışüğöçİâî', encodings: ['windows-1254'] },
  lithuanian: { letters: 'ėšųžįąčūę', encodings: BALTIC },
  latvian: { letters: 'āīēšņļūžģčķ', encodings: BALTIC },
  estonian: { letters: 'äõüöšž', encodings: BALTIC },
  russian: { letters: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', encodings: CYRILLIC },
  ukrainian: { letters: 'оаиніветрслкудмпязьгйбчхїцжюєшщфґ', encodings: CYRILLIC },
  bulgarian: { letters: 'аоиетнрсвлкдпмзягбчуъцйжщхшюьф', encodings: CYRILLIC },
  belarusian: { letters: 'анірыеослквдтпмуяцгзбьўчйхшжюэёф', encodings: CYRILLIC },
  serbian: { letters: 'аоиенсртјдувкпмлзбгчшцжњхћљђфџ', encodings: CYRILLIC },
  macedonian: { letters: 'аоеитнрсвдкупјлмзбгчшцжњѓхќфљџѕѐѝ', encodings: CYRILLIC },
  greek: { letters: 'αοιετσνηυρπκμλςάίόήέωγδύχθφβώξζψϊϋΐΰ', encodings: ['windows-1253', 'iso-8859-7'] },
  hebrew: { letters: 'יוהלארתבשמםנכחדעקפזטגסץןצףך', encodings: ['windows-1255'] },
  arabic: { letters: 'اليمنوترهبعسدةكفقحجأشصىطخإذضثزغآئءظؤپچژگ', encodings: ['windows-1256', 'iso-8859-6'] },
  thai: { letters: 'านรอกเงม่ย้ลวัดทีสติะปคบุจหพชู์ขใไื็แำผซณถโธศฟษญึๆภฐฮ', encodings: ['windows-874'] },
}

const MAX_BYTES = 4 * 1024
/** Of all languages together they are the most frequent, and any guess needs some words against the usual two. */
const HEAD_STARTS = new Map([
  ['windows-1252', 3],
  ['windows-1251', 3],
])
/** Logarithms of how likely a character is among those beyond ASCII. */
const CAPITAL = -1.5
const QUOTE = -1
const SIGN = -3.5
const STRANGE = -8
const IMPOSSIBLE = -12
/** A letter that is alone is more likely a sign, such as ½ or ×. */
const ALONE = -3
const LAST_LATIN = '\u024f'
const LETTER = /\p{L}/u
const LATIN = /[a-z]/i
const BEFORE_WORDS = /[‚„€£§©№¡¿]/
const AFTER_WORDS = /[…™®¹²³]/

/** The encoding in which the words with bytes beyond ASCII are most likely words of a language. */
export function singleByteEncodingOf(bytes: Uint8Array): string {
  const words = foreignWords(bytes)
  const texts = new Map<string, string>()
  let best = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY }
  for (const { letters, encodings } of Object.values(LANGUAGES)) {
    const weights = weightsOf(letters)
    for (const encoding of encodings) {
      const text = texts.get(encoding) ?? new TextDecoder(encoding).decode(words)
      texts.set(encoding, text)
      const score = (HEAD_STARTS.get(encoding) ?? 0) + scoreOf(text, weights)
      if (score > best.score) best = { encoding, score }
    }
  }
  return best.encoding
}

function weightsOf(letters: string): Map<string, number> {
  const weights = new Map<string, number>()
  const count = letters.length
  for (const [rank, letter] of [...letters].entries()) {
    const weight = Math.log((2 * (count - rank)) / (count * (count + 1)))
    if (letter.toUpperCase() > '\x7f') weights.set(letter.toUpperCase(), weight + CAPITAL)
    weights.set(letter, weight)
  }
  return weights
}

function scoreOf(text: string, weights: ReadonlyMap<string, number>): number {
  let score = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character <= '\x7f') continue
    const [before = '', after = ''] = [text[at - 1], text[at + 1]]
    const weight = weights.get(character)
    if (weight === undefined) score += weightOfSign(character, LETTER.test(before), LETTER.test(after))
    else if (character > LAST_LATIN && (LATIN.test(before) || LATIN.test(after))) score += STRANGE
    else score += LETTER.test(before) || LETTER.test(after) ? weight : weight + ALONE
  }
  return score
}

function weightOfSign(sign: string, isAfterLetter: boolean, isBeforeLetter: boolean): number {
  if (/[\ufffd\x80-\x9f]/.test(sign)) return IMPOSSIBLE
  if (sign === '’') return QUOTE
  // It is between words: a capital letter of another encoding is at the beginning of one.
  if (sign === '\xa0') return isAfterLetter || !isBeforeLetter ? QUOTE : STRANGE
  if (isAfterLetter && (isBeforeLetter || BEFORE_WORDS.test(sign))) return STRANGE
  if (isBeforeLetter && AFTER_WORDS.test(sign)) return STRANGE
  if (/[‘“”„–—…]/.test(sign)) return QUOTE
  return /[«»‚•€£©®°§№·™¡¿¹²³¼½¾µ±×÷ªº¢¥]/.test(sign) ? SIGN : STRANGE
}

/** Each word once, because one that is in every row of a table says no more than one that is there once. */
function foreignWords(bytes: Uint8Array): Buffer {
  const words = new Set<string>()
  let length = 0
  for (const [word] of Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/[a-z\x80-\xff]{1,200}/gi)) {
    if (length >= MAX_BYTES) break
    if (!/[\x80-\xff]/.test(word) || words.has(word)) continue
    words.add(word)
    length += word.length
  }
  return Buffer.from([...words].join(' '), 'latin1')
}
