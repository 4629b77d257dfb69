/**
 * Accents of Latin, Greek and Cyrillic letters, and the dot below that Hindi and Punjabi leave out; й is a letter of its own,
 * which Russian never writes without its breve.
 */
const ACCENTS = /[\u0300-\u0305\u0307-\u036f\u093c\u0a3c]|(?<![иИ])\u0306/g
/** Vowel points and cantillation of Hebrew; vowel marks and the tatweel of Arabic. */
const POINTS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g
/** Soft hyphens, joiners and direction marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const ASCII = /^[\0-\x7f]*$/

/** What Unicode normalization puts in order, with the two signs that it makes marks of. */
const MARK = String.raw`[\p{M}\uff9e\uff9f]`
/** As in Unicode's stream-safe text format; no language has as many on a letter. */
const TOO_MANY_MARKS = new RegExp(`(${MARK}{30})${MARK}+`, 'gu')

/** The zeros of digits that people write for 0 to 9 in other scripts. */
const ZEROS =
  '\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u0f20\u1040\u17e0\u1810'
const DIGITS = Array.from(ZEROS).flatMap((zero) =>
  Array.from({ length: 10 }, (_, value) => [String.fromCharCode(zero.charCodeAt(0) + value), String(value)] as const),
)

/** Typographic signs, of which a keyboard has the plain one. */
const SIGNS = [
  ["'", '\u2018\u2019\u201a\u201b\u02bb\u02bc\u05f3\u2032'],
  ['"', '\u201c\u201d\u201e\u201f\u05f4\u2033\u00ab\u00bb'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u05be'],
  [',', '\u066c'],
  ['.', '\u066b'],
].flatMap(([plain = '', others = '']) => Array.from(others, (sign) => [sign, plain] as const))

/** What is used interchangeably and what Unicode normalization keeps apart. */
const LETTERS = new Map([
  ...DIGITS,
  ...SIGNS,
  ...Object.entries({
    ς: 'σ',
    // The capital ẞ becomes ß, which has no capital of its own.
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ħ: 'h',
    ŧ: 't',
    ک: 'ك',
    ی: 'ي',
    ى: 'ي',
    ة: 'ه',
    ٱ: 'ا',
    ہ: 'ه',
    ھ: 'ه',
    ۃ: 'ه',
    ך: 'כ',
    ם: 'מ',
    ן: 'נ',
    ף: 'פ',
    ץ: 'צ',
  }),
])
const REPLACED = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g')

/** Without marks beyond the thirtieth of a letter: normalization takes a time that grows with the square of their number. */
const boundMarks = (text: string): string => (ASCII.test(text) ? text : text.replaceAll(TOO_MANY_MARKS, '$1'))

/**
 * A text as every search compares it: without case, accents, vowel points and variant forms of letters, digits and signs. Vowel
 * signs of scripts such as Thai and Devanagari are kept, because words differ by them. Line breaks are kept. The function
 * `fold_text` of the database does the same: change both.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return (
    boundMarks(text)
      .normalize('NFKD')
      .replaceAll(INVISIBLE, '')
      .replaceAll(ACCENTS, '')
      .replaceAll(POINTS, '')
      // Upper case first, which turns ß into ss.
      .toUpperCase()
      .toLowerCase()
      .replaceAll(REPLACED, (letter) => LETTERS.get(letter) ?? letter)
      .normalize('NFC')
  )
}

/** What is searched for, folded; accents alone are not, because nothing but space is left of them. */
export function foldWanted(wanted: string): string {
  const folded = foldText(wanted)
  return folded.trim() === '' ? wanted.toLowerCase() : folded
}

/** The words of a search, folded, each of which has to occur. */
export const wantedWords = (q: string): string[] => foldWanted(q).split(/\s+/).filter(Boolean)

/** Whether each word of a search is somewhere in the text. */
export function hasWords(text: string, q: string): boolean {
  const folded = foldText(text)
  return wantedWords(q).every((word) => folded.includes(word))
}
