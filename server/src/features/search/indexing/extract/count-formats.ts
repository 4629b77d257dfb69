const ROMAN: [string, number][] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
]
const CHINESE_DIGITS = [...'〇一二三四五六七八九']
const RUSSIAN = [...'абвгдежзиклмнопрстуфхцчшщыэюя']
const CIRCLED_ONE = 0x2460
/** Letters that are counted with once; Word has other rules for what comes behind the last. */
const ALPHABETS = new Map(
  Object.entries({
    ideographTraditional: '甲乙丙丁戊己庚辛壬癸',
    ideographZodiac: '子丑寅卯辰巳午未申酉戌亥',
    ganada: '가나다라마바사아자차카타파하',
    chosung: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
    aiueo: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
    iroha: 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
    thaiLetters: 'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ',
    arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
    arabicAbjad: 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ',
    hebrew2: 'אבגדהוזחטיכלמנסעפצקרשת',
    decimalEnclosedParen: '⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇',
    decimalEnclosedFullstop: '⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛',
  }).map(([format, letters]): [string, string[]] => [format, [...letters]]),
)
const CARDINALS =
  'One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty'
const ORDINALS =
  'First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth Fifteenth Sixteenth Seventeenth Eighteenth Nineteenth Twentieth'

/** The number of a list item in one of Word's number formats; a format that is not known here is shown in digits. */
export function formatCount(count: number, format: string): string {
  if (format === 'lowerRoman') return roman(count)
  if (format === 'upperRoman') return roman(count).toUpperCase()
  if (format === 'lowerLetter') return letters(count)
  if (format === 'upperLetter') return letters(count).toUpperCase()
  if (format === 'russianLower') return repeated(count, RUSSIAN)
  if (format === 'russianUpper') return repeated(count, RUSSIAN).toUpperCase()
  if (format === 'ordinal') return ordinal(count)
  if (/^decimalEnclosedCircle/.test(format) && count >= 1 && count <= 20)
    return String.fromCodePoint(CIRCLED_ONE + count - 1)
  if (/^(chineseCounting|chineseCountingThousand|japaneseCounting|taiwaneseCounting)$/.test(format))
    return chinese(count)
  if (format === 'cardinalText') return CARDINALS.split(' ')[count - 1] ?? String(count)
  if (format === 'ordinalText') return ORDINALS.split(' ')[count - 1] ?? String(count)
  if (format === 'numberInDash') return `- ${count} -`
  const letter = ALPHABETS.get(format.replace(/FullWidth$/, ''))?.[count - 1]
  return letter ?? (format === 'decimalZero' && count < 10 ? `0${count}` : String(count))
}

function roman(count: number): string {
  if (count < 1 || count > 3999) return String(count)
  let left = count
  let text = ''
  for (const [sign, value] of ROMAN) for (; left >= value; left -= value) text += sign
  return text
}

/** a to z, then aa to zz, as Word counts. */
const letters = (count: number): string => repeated(count, [...'abcdefghijklmnopqrstuvwxyz'])

const repeated = (count: number, alphabet: readonly string[]): string =>
  count < 1 || count > alphabet.length * 10
    ? String(count)
    : (alphabet[(count - 1) % alphabet.length] ?? '').repeat(Math.ceil(count / alphabet.length))

function ordinal(count: number): string {
  const suffix = new Map([
    ['one', 'st'],
    ['two', 'nd'],
    ['few', 'rd'],
  ]).get(new Intl.PluralRules('en', { type: 'ordinal' }).select(count))
  return `${count}${suffix ?? 'th'}`
}

function chinese(count: number): string {
  if (count < 1 || count > 99) return String(count)
  const tens = Math.floor(count / 10)
  const ones = count % 10
  const front = tens === 0 ? '' : `${tens === 1 ? '' : CHINESE_DIGITS[tens]}十`
  return `${front}${ones === 0 ? '' : CHINESE_DIGITS[ones]}`
}
