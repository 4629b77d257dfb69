/** Accents of Latin, Greek and Cyrillic letters; й is a letter of its own, which Russian never writes without its breve. */
const ACCENTS = /[\u0300-\u0305\u0307-\u036f]|(?<![иИ])\u0306/g
/** Vowel points and cantillation of Hebrew; vowel marks and the tatweel of Arabic. */
const POINTS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g
/** Soft hyphens, joiners and direction marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const ASCII = /^[\0-\x7f]*$/

/** Letters that are used interchangeably and that Unicode normalization keeps apart. */
const LETTERS = new Map(
  Object.entries({
    ς: 'σ',
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
    ך: 'כ',
    ם: 'מ',
    ן: 'נ',
    ף: 'פ',
    ץ: 'צ',
  }),
)
const REPLACED = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g')

/**
 * A text as searches compare it: without case, accents, vowel points and variant letter forms. Vowel signs of scripts such as
 * Thai and Devanagari are kept, because words differ by them. Line breaks are kept.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return (
    text
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
